// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/hostscommand.h"

#include "cli/hosts/hostdetails.h"
#include "cli/hosts/hostlisting.h"
#include "cli/hosts/hostsadd.h"
#include "cli/hosts/hostsimport.h"
#include "cli/hosts/hoststaps.h"
#include "cli/options/commandtable.h"
#include "cli/output/carryout.h"

namespace sonde::cli {

namespace {

int importServers(const HostsOptions &options, Output &out, Output &err)
{
    HostsImport import(options, out, err);
    return carryOut(import);
}

} // namespace

Result<int> runHosts(const Line &line, Output &out, Output &err)
{
    const Result<HostsOptions> options = hostsOptions(line);
    if (!options)
        return options.error();
    err.setQuiet(options->quiet);
    switch (options->command) {
    case Command::HostsShow:
        return showHost(*options, out, err);
    case Command::HostsImport:
        return importServers(*options, out, err);
    case Command::HostsExport:
        return exportServer(*options, out, err);
    case Command::HostsAdd:
        return addServer(*options, out, err);
    case Command::HostsTap:
        return HostsTaps(*options, out, err).tap();
    case Command::HostsUntap:
        return HostsTaps(*options, out, err).untap();
    default:
        return listHosts(*options, out, err);
    }
}

CommandRow hostsListCommand()
{
    return {
        .words = QLatin1String("hosts list"),
        .commands = Command::HostsList,
        .usage = u"hosts list [--output-format FORMAT]",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "lists the servers of every host on this machine"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Lists the servers in the configuration of every host on this machine and in this "
            "folder, and what is wrong with them."),
        .examples = u"sonde-cli hosts list\n"
                    "sonde-cli hosts list --output-format csv",
        .run = runHosts,
        .needsApplication = true,
    };
}

CommandRow hostsShowCommand()
{
    return {
        .words = QLatin1String("hosts show"),
        .commands = Command::HostsShow,
        .usage = u"hosts show HOST [SERVER]",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "shows the files and servers of a host"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Shows the files of the host, and each server in detail. HOST is the first column of "
            "hosts list: cursor, vscode, … Values of variables and headers, and what looks secret "
            "in arguments and URLs, are hidden."),
        .examples = u"sonde-cli hosts show claude-code\n"
                    "sonde-cli hosts show claude-code NAME",
        .most = 2,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“hosts show” needs a host, for example hosts show claude-code."))},
        .run = runHosts,
        .needsApplication = true,
    };
}

CommandRow hostsImportCommand()
{
    return {
        .words = QLatin1String("hosts import"),
        .commands = Command::HostsImport,
        .usage = u"hosts import HOST[:SERVER] [--dry-run]",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "copies servers of a host to the servers of Sonde"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Adds this server of the host, or all of them, to the servers of Sonde: without taps, "
            "with the values of variables, and with secrets in the keychain."),
        .examples = u"sonde-cli hosts import claude-code --dry-run\n"
                    "sonde-cli hosts import claude-code:NAME --dry-run",
        .most = 2,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“hosts import” needs a host, for example hosts import cursor:weather."))},
        .run = runHosts,
        .needsApplication = true,
    };
}

CommandRow hostsExportCommand()
{
    return {
        .words = QLatin1String("hosts export"),
        .commands = Command::HostsExport,
        .usage = u"hosts export SERVER HOST",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "prints a server of Sonde as a file of a host"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints the server in the format of the host. Secrets are left out; a note says where "
            "they are expected."),
        .examples = u"sonde-cli hosts export NAME codex\n"
                    "sonde-cli hosts export NAME cursor",
        .most = 2,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“hosts export” needs a server of Sonde and a host, for example hosts export weather "
            "cursor."))},
        .run = runHosts,
        .needsApplication = true,
    };
}

CommandRow hostsAddCommand()
{
    return {
        .words = QLatin1String("hosts add"),
        .commands = Command::HostsAdd,
        .usage = u"hosts add HOST SERVER [--file FILE] [--yes] [--dry-run]",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "adds a server of Sonde to a host"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Writes the server into the host's file, which is created if there is none: prints the "
            "change, and asks. Secrets are not written; a note says where they are expected."),
        .examples = u"sonde-cli hosts add codex NAME --dry-run\n"
                    "sonde-cli hosts add claude-code NAME --file new.json --dry-run",
        .most = 2,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“hosts add” needs a host and the name of a server of Sonde, for example hosts add "
            "cursor weather."))},
        .run = runHosts,
        .needsApplication = true,
    };
}

CommandRow hostsTapCommand()
{
    return {
        .words = QLatin1String("hosts tap"),
        .commands = Command::HostsTap,
        .usage = u"hosts tap HOST SERVER [--file FILE] [--yes] [--dry-run]",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "puts a tap before a server of a host"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints how the host's file changes, and asks. Only the command and its arguments "
            "change; comments and layout stay. A server with a URL becomes a command: tap --stdio "
            "with the URL, whose client is Sonde."),
        .examples = u"sonde-cli hosts tap claude-code NAME --dry-run\n"
                    "sonde-cli hosts tap claude-code NAME --file .mcp.json --dry-run",
        .most = 2,
        .missing = {QLatin1String(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“hosts tap” needs a host and the name of a server, for example hosts tap cursor "
            "weather."))},
        .run = runHosts,
        .needsApplication = true,
    };
}

CommandRow hostsUntapCommand()
{
    return {
        .words = QLatin1String("hosts untap"),
        .commands = Command::HostsUntap,
        .usage = u"hosts untap HOST [SERVER] [--file FILE] [--yes] [--dry-run]\n"
                 "hosts untap --all [--yes] [--dry-run]",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "removes taps of a host"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Removes the tap of this server, or all taps of the host: the file gets its earlier "
            "bytes."),
        .examples = u"sonde-cli hosts untap claude-code --dry-run\n"
                    "sonde-cli hosts untap --all --dry-run",
        .most = 2,
        .run = runHosts,
        .needsApplication = true,
    };
}

} // namespace sonde::cli
