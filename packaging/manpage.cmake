# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DPROGRAM=… "-DARGUMENTS=…" -DNAME=… -DSUMMARY=… -DVERSION=… -DOUTPUT=… -P manpage.cmake:
# makes the man page of a program from what it prints with these arguments, so that there is one
# text. A line in capitals begins a section, and "NAME COMMAND: …" a command.
set(ENV{LC_ALL} C)
set(ENV{LANGUAGE} C)
execute_process(COMMAND "${PROGRAM}" ${ARGUMENTS} OUTPUT_VARIABLE text RESULT_VARIABLE failed)
if(failed)
    message(FATAL_ERROR "${PROGRAM} ${ARGUMENTS} failed: ${failed}")
endif()
# What troff would read as its own.
string(REPLACE "\\" "\\e" text "${text}")
string(REPLACE "-" "\\-" text "${text}")
string(REGEX REPLACE "(^|\n)([.'])" "\\1\\\\&\\2" text "${text}")
string(REPLACE "-" "\\-" title "${NAME}")
string(TOUPPER "${title}" upper)
# The text is 80 cells wide, so it begins at the margin; a heading would indent it again.
string(REGEX REPLACE "\n+([A-Z][A-Z ]+)\n+" "\n.fi\n.SH \\1\n.nf\n.in 0\n" text "${text}")
string(REPLACE "\\" "\\\\" name_pattern "${title}")
string(REGEX REPLACE "\n+${name_pattern} ([a-z\\-]+( [a-z]+)?): ([^\n]*)\n+"
    "\n.SS ${name_pattern} \\1\n.nf\n.in 0\n\\3\n\n" text "${text}")
file(WRITE "${OUTPUT}" ".TH ${upper} 1 \"\" \"Sonde ${VERSION}\" \"User Commands\"
.SH NAME
${title} \\- ${SUMMARY}
.SH DESCRIPTION
.nf
.in 0
${text}.fi
.SH SEE ALSO
The manual: Help in the window of
.BR sonde (1),
or
.B sonde\\-cli help
for the list of its pages.
")
