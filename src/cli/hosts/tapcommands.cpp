// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/stdiobridge.h"
#include "cli/hosts/tapoptions.h"
#include "cli/hosts/urltap.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/output/exitcode.h"

namespace sonde::cli {

namespace {

// main() runs a tap whose options are good, before anything else.
Result<int> refuseTap(const Line &line, Output & /*out*/, Output & /*err*/)
{
    const Result<TapOptions> options = tapOptions(line);
    return options ? Result<int>(kUsage) : options.error();
}

int runUrlTap(const ServerJob &job)
{
    return job.options.overStdio ? runAlone<StdioBridge>(job) : runAlone<UrlTap>(job);
}

} // namespace

CommandRow tapCommand()
{
    return {
        .words = QLatin1String("tap"),
        .commands = {Command::TapProgram, Command::TapUrl},
        .usage = u"tap [--name NAME] [--record FILE] -- PROGRAM [ARG…]\n"
                 "tap --url URL [--listen ADDRESS] [--authorize] [--name NAME]\n"
                 "tap --url URL [--listen ADDRESS] --rewrite-metadata [--name NAME]\n"
                 "tap --url URL --stdio [--name NAME]",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "runs a server for a host, and records what the two send"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Stands in place of the server in the configuration of a host (Claude Code, Cursor, "
            "…). All traffic, signals and the exit code pass through unchanged. With --url, "
            "listens for hosts and passes everything on to that server."),
        .examples = u"sonde-cli tap --name demo -- sonde-demo-server\n"
                    "sonde-cli tap --url https://example.org/mcp --listen 127.0.0.1:8080\n"
                    "sonde-cli tap --url https://example.org/mcp --rewrite-metadata\n"
                    "sonde-cli tap --stdio --url https://example.org/mcp",
        .serverOptions = QLatin1String("--url|--server"),
        .run = refuseTap,
        .runWithServer = runUrlTap,
        .recording = Recording::OfItsOwn,
    };
}

} // namespace sonde::cli
