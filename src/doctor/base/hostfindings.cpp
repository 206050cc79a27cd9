// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/base/findingtable.h"

#include <QtGlobal>

namespace sonde::doctor {

namespace {

constexpr FindingRow kRows[]{
    {Kind::NotInRunningHost, Level::Warning, "not-in-running-host",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 is %2 here, but %3, which is running (pid %4), does not find it (its PATH: %5)."),
        QT_TRANSLATE_NOOP("Doctor", "In the configuration of %3, use the full path %2.")},
    {Kind::NotOnDesktop, Level::Warning, "not-on-desktop",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 is %2 here, but apps started from the desktop do not find it (their PATH: %3)."),
        QT_TRANSLATE_NOOP("Doctor", "In the configuration of a host, use the full path %2.")},
    {Kind::OtherOnDesktop, Level::Warning, "other-on-desktop",
        QT_TRANSLATE_NOOP("Doctor", "%1 is %2 here, but apps started from the desktop find %3."),
        QT_TRANSLATE_NOOP("Doctor", "In the configuration of a host, use the full path %2.")},
    {Kind::InterpreterNotOnDesktop, Level::Warning, "interpreter-not-on-desktop",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 needs %2, which is %3 here, but apps started from the desktop do not find it "
            "(their "
            "PATH: %4)."),
        QT_TRANSLATE_NOOP("Doctor",
            "In the configuration of a host, use %3 as the program and %1 as its first argument, "
            "or "
            "add the folder of %3 to PATH (env).")},
    {Kind::RelativePath, Level::Warning, "relative-path",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 is a relative path. It exists in %2; a host may start the server in another "
            "folder."),
        QT_TRANSLATE_NOOP("Doctor", "In the configuration of a host, write the full path.")},
    {Kind::HostFileBroken, Level::Warning, "host-file-broken",
        QT_TRANSLATE_NOOP(
            "Doctor", "%1 cannot read the file with this server, %2: line %3, column %4: %5"),
        QT_TRANSLATE_NOOP("Doctor", "Correct %2 at line %3, and restart %1.")},
    {Kind::HostFileMarked, Level::Warning, "host-file-marked",
        QT_TRANSLATE_NOOP(
            "Doctor", "%2 begins with a byte order mark, so %1 reads no server in it."),
        QT_TRANSLATE_NOOP("Doctor", "Save %2 as UTF-8 without a byte order mark.")},
    {Kind::HostFileWrong, Level::Warning, "host-file-wrong",
        QT_TRANSLATE_NOOP("Doctor", "This server is in %2, which %1 does not read. %1 reads %3."),
        QT_TRANSLATE_NOOP("Doctor", "Move the entry to %3.")},
    {Kind::HostKeyWrong, Level::Warning, "host-key-wrong",
        QT_TRANSLATE_NOOP(
            "Doctor", "This server is in %2, but not in “%3”, where %1 looks for servers."),
        QT_TRANSLATE_NOOP("Doctor", "In %2, move the entry into “%3”.")},
    {Kind::HostTypeMissing, Level::Warning, "host-type-missing",
        QT_TRANSLATE_NOOP("Doctor",
            "The server speaks Streamable HTTP, and %1 does not use it for “%2”: the entry in %3 "
            "has no “type”."),
        QT_TRANSLATE_NOOP("Doctor", "In %3, add \"type\": \"%4\" to the entry of “%2”.")},
    {Kind::HostEntryHidden, Level::Warning, "host-entry-hidden",
        QT_TRANSLATE_NOOP(
            "Doctor", "%1 starts another server as “%2”: the entry in %3 hides this one in %4."),
        QT_TRANSLATE_NOOP("Doctor", "Rename one of the two entries, or remove the one in %3.")},
    {Kind::HostEntryDisabled, Level::Warning, "host-entry-disabled",
        QT_TRANSLATE_NOOP("Doctor", "%1 does not start this server: “%2” is disabled in %3."),
        QT_TRANSLATE_NOOP("Doctor", "Enable “%2” in %3, or in the settings of %1.")},
    {Kind::HostNotApproved, Level::Warning, "host-not-approved",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 does not start “%2” in %3: %4 has no approval for the entry as it is written now."),
        QT_TRANSLATE_NOOP("Doctor", "In %3, run %5, and approve the server when %1 asks.")},
    {Kind::HostFolderUntrusted, Level::Warning, "host-folder-untrusted",
        QT_TRANSLATE_NOOP(
            "Doctor", "%1 does not start “%2” in %3: the folder is not trusted in %4."),
        QT_TRANSLATE_NOOP("Doctor", "Start %1 in %3, and trust the folder when %1 asks.")},
    {Kind::HostVariableLiteral, Level::Warning, "host-variable-literal",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 does not replace “%2” in %3 of “%4”, so the server gets this text. The entry is in "
            "%5."),
        QT_TRANSLATE_NOOP("Doctor",
            "Write the value itself into the entry, or use the syntax of %1 for variables.")},
    {Kind::HostVariableUnset, Level::Warning, "host-variable-unset",
        QT_TRANSLATE_NOOP("Doctor",
            "The variable of “%2” in %3 of “%4” is not set here, and %1 gives the server the text "
            "of a variable that it does not have. The entry is in %5."),
        QT_TRANSLATE_NOOP("Doctor",
            "Set the variable where %1 is started, or write a default value: ${NAME:-value}.")},
    {Kind::HostNeedsCmd, Level::Warning, "host-needs-cmd",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 cannot start the program of “%2” in %3: on Windows, %4 is %4.cmd, a script."),
        QT_TRANSLATE_NOOP("Doctor",
            "In %3, use cmd as the program, and put /c and %4 before the other arguments.")},
    {Kind::HostSplitsArgument, Level::Warning, "host-splits-argument",
        QT_TRANSLATE_NOOP("Doctor",
            "On Windows, %1 gives an argument with spaces to npx as several ones: “%4” of “%2” in "
            "%3."),
        QT_TRANSLATE_NOOP("Doctor",
            "Use a path without spaces, or give the value in the variables of the server (env).")},
    {Kind::HostPathOfWsl, Level::Warning, "host-path-of-wsl",
        QT_TRANSLATE_NOOP("Doctor",
            "“%4” of “%2” in %3 is a path inside WSL, and %1 starts a program of Windows with it."),
        QT_TRANSLATE_NOOP(
            "Doctor", "In %3, write the path as Windows has it, or start the server with wsl.")},
    {Kind::HostPathOfWindows, Level::Warning, "host-path-of-windows",
        QT_TRANSLATE_NOOP("Doctor",
            "“%4” of “%2” in %3 is a path of Windows, and %1 starts a program of this system with "
            "it."),
        QT_TRANSLATE_NOOP(
            "Doctor", "In %3, write the path as this system has it; in WSL, C: is /mnt/c.")},
    {Kind::HostVariablesOfWsl, Level::Warning, "host-variables-of-wsl",
        QT_TRANSLATE_NOOP("Doctor",
            "Variables of “%2” in %3 do not pass into WSL: %4. %1 sets them for wsl only."),
        QT_TRANSLATE_NOOP(
            "Doctor", "In %3, add the variable WSLENV with the value “%5” to the entry of “%2”.")},
    {Kind::HostNotRestarted, Level::Warning, "host-not-restarted",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 may not have read the newest %2: the file changed at %3, and %1 has been running "
            "since %4."),
        QT_TRANSLATE_NOOP("Doctor",
            "Quit %1 completely, and start it again, unless %1 has written the file itself.")},
    {Kind::VariableInherited, Level::Warning, "variable-inherited",
        QT_TRANSLATE_NOOP("Doctor",
            "%2 reads the variable %1. It is set here, but most hosts pass only HOME, LOGNAME, "
            "PATH, SHELL, TERM and USER."),
        QT_TRANSLATE_NOOP("Doctor",
            "In the configuration of a host, add %1 to the variables of the server (env).")},
    {Kind::HostEraOther, Level::Warning, "host-era-other",
        QT_TRANSLATE_NOOP("Doctor",
            "This server speaks %2 only, and %1 begins with initialize of the legacy era."),
        QT_TRANSLATE_NOOP("Doctor",
            "In the entry, set versionNegotiation to “auto”, or let the server respond to "
            "initialize too.")},
    {Kind::HostTimeoutShort, Level::Warning, "host-timeout-short",
        QT_TRANSLATE_NOOP("Doctor",
            "The first response took %2, and %1 waits only %3 for “%4” (the entry is in %5)."),
        QT_TRANSLATE_NOOP(
            "Doctor", "Start the server without a download, or raise “%6” in the entry of “%4”.")},
    {Kind::HostToolsFiltered, Level::Warning, "host-tools-filtered",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 takes no tool of “%2”: the lists of tools in its entry in %3 leave out every tool "
            "that the server offers (tools: %4)."),
        QT_TRANSLATE_NOOP("Doctor", "In %3, correct or remove these lists: %5.")},
    {Kind::HostTooManyTools, Level::Warning, "host-too-many-tools",
        QT_TRANSLATE_NOOP("Doctor", "The server offers %2 tools, and the limit of %1 is %3. %4"),
        QT_TRANSLATE_NOOP("Doctor",
            "Offer fewer tools, or disable some of them in %1. sonde-cli check --for shows every "
            "host.")},
    {Kind::HostToolRefused, Level::Warning, "host-tool-refused",
        QT_TRANSLATE_NOOP("Doctor", "%1 does not take %2 of the tools, for example “%3”: %4"),
        QT_TRANSLATE_NOOP("Doctor",
            "Change the name or the schema of the tool. sonde-cli check --for shows each of "
            "them.")},
    {Kind::HostToolUnknown, Level::Warning, "host-tool-unknown",
        QT_TRANSLATE_NOOP("Doctor",
            "“%4” of “%2” in %3 names the tool “%5”, which the server does not offer, so %1 does "
            "not have it."),
        QT_TRANSLATE_NOOP("Doctor", "In %3, correct the name of the tool, or remove it.")},
    {Kind::ProxyOnlyHere, Level::Warning, "proxy-only-here",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 is set here (%2), but not for %3, so requests do not go through the same proxy "
            "there."),
        QT_TRANSLATE_NOOP("Doctor",
            "If requests need it, set %1 in the environment of %3, or in the variables of the "
            "server (env).")},
    {Kind::ProxyOnlyThere, Level::Warning, "proxy-only-there",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 is set for %3 (%4), but not here, so requests do not go through the same proxy "
            "there."),
        QT_TRANSLATE_NOOP("Doctor", "Set %1 to the same value here and there, or remove it.")},
    {Kind::ProxyOther, Level::Warning, "proxy-other",
        QT_TRANSLATE_NOOP("Doctor",
            "%1 is %2 here, and %4 for %3, so requests do not go through the same proxy there."),
        QT_TRANSLATE_NOOP("Doctor", "Set %1 to the same value here and there.")},
    {Kind::HostStartFails, Level::Warning, "host-start-fails",
        QT_TRANSLATE_NOOP("Doctor",
            "Started as a desktop host starts it (PATH %1, and few other variables), the server "
            "fails: %2"),
        QT_TRANSLATE_NOOP("Doctor",
            "In the configuration of a host, use full paths, and add the variables that the "
            "server needs (env).")},
};

} // namespace

std::span<const FindingRow> hostFindings()
{
    return kRows;
}

} // namespace sonde::doctor
