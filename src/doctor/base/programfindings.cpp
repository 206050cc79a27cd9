// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/findingtable.h"

#include <QtGlobal>

namespace sonde::doctor {

namespace {

constexpr FindingRow kRows[]{
    {Kind::NoProgram, Level::Failure, "no-program",
        QT_TRANSLATE_NOOP("Doctor", "No program is given."),
        QT_TRANSLATE_NOOP("Doctor",
            "Enter the program that starts the server, such as node, and its arguments.")},
    {Kind::TapGone, Level::Failure, "tap-gone",
        QT_TRANSLATE_NOOP(
            "Doctor", "The server is started through a tap, %1, that does not exist any more."),
        QT_TRANSLATE_NOOP("Doctor",
            "Remove the tap: the server's own command follows “--”. sonde-cli hosts untap does "
            "it in the file of a host.")},
    {Kind::CommandInOneWord, Level::Failure, "command-in-one-word",
        QT_TRANSLATE_NOOP("Doctor",
            "The program is given as “%1”, in one word with its arguments. No file has this "
            "name; %2 exists."),
        QT_TRANSLATE_NOOP("Doctor", "Use %2 as the program, and give each argument separately.")},
    {Kind::ShellCodeSplit, Level::Warning, "shell-code-split",
        QT_TRANSLATE_NOOP("Doctor",
            "“%1 -c” runs only “%2”: the words that follow are parameters of it, and no part of "
            "the command."),
        QT_TRANSLATE_NOOP("Doctor",
            "Give the whole command as one argument after -c, or start the program without "
            "%1.")},
    {Kind::ProgramOnlyInShell, Level::Failure, "program-only-in-shell",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 exists in your terminal (%2), but not in the PATH of this start (folders "
            "searched: %3)."),
        QT_TRANSLATE_NOOP("Doctor", "Use the full path %2 as the program.")},
    {Kind::ProgramNotFound, Level::Failure, "program-not-found",
        QT_TRANSLATE_NOOP("Doctor", "%1 was not found in PATH (folders searched: %2)."),
        QT_TRANSLATE_NOOP("Doctor", "Install %1, or give the full path of the program.")},
    {Kind::FolderMissing, Level::Failure, "working-folder-missing",
        QT_TRANSLATE_NOOP("Doctor", "The working folder %1 does not exist."),
        QT_TRANSLATE_NOOP("Doctor", "Create the folder, or correct its path.")},
    {Kind::FolderUnusable, Level::Failure, "working-folder-unusable",
        QT_TRANSLATE_NOOP("Doctor", "The working folder %1 is not a folder that can be entered."),
        QT_TRANSLATE_NOOP("Doctor", "Choose a folder that you may read and enter.")},
    {Kind::FileMissing, Level::Failure, "program-file-missing",
        QT_TRANSLATE_NOOP("Doctor", "The program %1 does not exist."),
        QT_TRANSLATE_NOOP("Doctor", "Correct the path, or build the program first.")},
    {Kind::FileIsFolder, Level::Failure, "program-is-folder",
        QT_TRANSLATE_NOOP("Doctor", "%1 is a folder, not a program."),
        QT_TRANSLATE_NOOP("Doctor", "Give the path of the program itself.")},
    {Kind::NotExecutable, Level::Failure, "not-executable",
        QT_TRANSLATE_NOOP("Doctor", "%1 is not executable (mode %2)."),
        QT_TRANSLATE_NOOP("Doctor",
            "Run chmod +x on the file, or use its interpreter as the program and the file as the "
            "first argument.")},
    {Kind::EmptyFile, Level::Failure, "program-empty", QT_TRANSLATE_NOOP("Doctor", "%1 is empty."),
        QT_TRANSLATE_NOOP("Doctor", "Build or install the program again.")},
    {Kind::ShebangCrlf, Level::Failure, "shebang-crlf",
        QT_TRANSLATE_NOOP("Doctor",
            "The first line of %1 ends with CR LF, so the system looks for an interpreter named "
            "“%2” and a carriage return."),
        QT_TRANSLATE_NOOP("Doctor", "Save the file with line ends LF (dos2unix).")},
    {Kind::ShebangMark, Level::Failure, "shebang-mark",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 begins with a byte order mark, so its first line (#!) is not recognized."),
        QT_TRANSLATE_NOOP("Doctor", "Save the file as UTF-8 without a byte order mark.")},
    {Kind::InterpreterOnlyInShell, Level::Failure, "interpreter-only-in-shell",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 needs %2. It exists in your terminal (%3), but not in the PATH of this start."),
        QT_TRANSLATE_NOOP("Doctor", "Use %3 as the program and the script as its first argument.")},
    {Kind::InterpreterMissing, Level::Failure, "interpreter-missing",
        QT_TRANSLATE_NOOP("Doctor", "The interpreter of %1, %2, does not exist."),
        QT_TRANSLATE_NOOP("Doctor", "Install %2, or correct the first line of the script.")},
    {Kind::OtherSystem, Level::Failure, "other-system",
        QT_TRANSLATE_NOOP("Doctor", "%1 is a program for %2."),
        QT_TRANSLATE_NOOP("Doctor", "Install the program for this system.")},
    {Kind::OtherArchitecture, Level::Failure, "other-architecture",
        QT_TRANSLATE_NOOP("Doctor", "%1 is built for %2, and this machine is %3."),
        QT_TRANSLATE_NOOP("Doctor", "Install or build the program for %3.")},
    {Kind::LoaderMissing, Level::Failure, "loader-missing",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 needs the loader %2, which does not exist here: it was built for another Linux, "
            "often for musl."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Use the build of the program for this system, or build it here.")},
    {Kind::NoShebang, Level::Failure, "no-shebang",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 is neither a program for this machine nor a script whose first line (#!) names "
            "an interpreter."),
        QT_TRANSLATE_NOOP("Doctor",
            "Use its interpreter as the program and the file as the first argument, or add the "
            "line.")},
    {Kind::ScriptMissing, Level::Failure, "script-missing",
        QT_TRANSLATE_NOOP("Doctor", "%1 is to run %2, which does not exist (looked up in %3)."),
        QT_TRANSLATE_NOOP("Doctor", "Build the server first, or give the full path of the file.")},
    {Kind::ScriptCrlf, Level::Warning, "script-crlf",
        QT_TRANSLATE_NOOP("Doctor",
            "Line %2 of %1 ends with CR LF. %3 reads the carriage return as a part of the line's "
            "last word."),
        QT_TRANSLATE_NOOP("Doctor", "Save the file with line ends LF (dos2unix).")},
    {Kind::DockerDetached, Level::Failure, "docker-detached",
        QT_TRANSLATE_NOOP("Doctor",
            "“%1 run” has %2: the container runs in the background, and its standard input and "
            "output lead nowhere."),
        QT_TRANSLATE_NOOP("Doctor", "Remove %2, and use -i.")},
    {Kind::DockerTerminal, Level::Failure, "docker-terminal",
        QT_TRANSLATE_NOOP("Doctor",
            "“%1 run” has %2: a host gives no terminal, and a terminal would change the bytes."),
        QT_TRANSLATE_NOOP("Doctor", "Remove the t of %2, and keep -i.")},
    {Kind::DockerNoInput, Level::Failure, "docker-no-input",
        QT_TRANSLATE_NOOP(
            "Doctor", "“%1 run” has no -i: the standard input of the server is closed at once."),
        QT_TRANSLATE_NOOP("Doctor", "Add -i after “run”.")},
    {Kind::RuntimeTooOld, Level::Warning, "runtime-too-old",
        QT_TRANSLATE_NOOP("Doctor", "%1 %2 does not satisfy what %3 asks for: %4."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Install a version of %1 that satisfies %4, or use the full path of one.")},
    {Kind::CacheIncomplete, Level::Warning, "cache-incomplete",
        QT_TRANSLATE_NOOP("Doctor", "The npx cache of %1 is incomplete: %2."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Delete the folder %2. The next start downloads the package again.")},
    {Kind::PlaceholderLeft, Level::Warning, "placeholder-left",
        QT_TRANSLATE_NOOP("Doctor", "%1 is still the placeholder “%2”."),
        QT_TRANSLATE_NOOP("Doctor",
            "Replace it with the real value. A variable in ${…} is only replaced by hosts that "
            "know this syntax.")},
    {Kind::VariableUnset, Level::Warning, "variable-unset",
        QT_TRANSLATE_NOOP("Doctor", "%2 reads the variable %1, which is not set."),
        QT_TRANSLATE_NOOP("Doctor", "If the server needs it, set %1 in its environment.")},
    {Kind::EarlierStartsRun, Level::Warning, "earlier-starts-run",
        QT_TRANSLATE_NOOP("Doctor",
            "Processes with the command line of this server run without the program that started "
            "them (processes: %1): %2"),
        QT_TRANSLATE_NOOP("Doctor",
            "If no one needs them, end them with the command kill: they may hold a port, a lock or "
            "a session.")},
    {Kind::WillDownload, Level::Warning, "will-download",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 is not in the cache of %2: the first start downloads it, for which some hosts do "
            "not wait."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Start it once in a terminal, or raise the timeout of the host.")},
};

} // namespace

std::span<const FindingRow> programFindings()
{
    return kRows;
}

} // namespace sonde::doctor
