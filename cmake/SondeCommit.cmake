# SPDX-FileCopyrightText: The Sonde developers
# SPDX-License-Identifier: GPL-3.0-or-later
# cmake -DSOURCE=… -DOUTPUT=… -P SondeCommit.cmake: writes the header that says of which commit the
# sources are: of the checkout, or of the archive that git made of one (commit.txt), or of none.
set(commit "")
if(EXISTS "${SOURCE}/.git")
    execute_process(COMMAND git -C "${SOURCE}" rev-parse --verify HEAD
        OUTPUT_VARIABLE commit OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE failed)
    if(failed)
        set(commit "")
    endif()
else()
    file(STRINGS "${SOURCE}/cmake/commit.txt" commit LIMIT_COUNT 1)
endif()
if(NOT commit MATCHES "^[0-9a-f]+$")
    set(commit "")
endif()
set(text "#pragma once\n#define SONDE_COMMIT \"${commit}\" // empty: not known\n")
set(written "")
if(EXISTS "${OUTPUT}")
    file(READ "${OUTPUT}" written)
endif()
if(NOT written STREQUAL text)
    file(WRITE "${OUTPUT}" "${text}")
else()
    file(TOUCH_NOCREATE "${OUTPUT}")
endif()
