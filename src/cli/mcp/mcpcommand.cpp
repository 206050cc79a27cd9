// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/mcp/mcpserver.h"
#include "cli/options/commandtable.h"
#include "cli/options/line.h"
#include "cli/output/carryout.h"
#include "cli/output/clitr.h"
#include "cli/output/complaint.h"

namespace sonde::cli {

namespace {

constexpr Option kOptions[]{
    {.name = QLatin1String("--allow-command"),
        .example = QLatin1String("'node *'"),
        .shown = u"PATTERN",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "start a command without asking if its line matches, where * stands for any text. The "
            "line is that of a shell: cd FOLDER && NAME=VALUE PROGRAM ARG. May be given several "
            "times"),
        .traits = kMayRepeat},
    {.name = QLatin1String("--allow-destructive"),
        .example = {},
        .shown = {},
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "call tools that may be destructive without asking")},
    {.name = QLatin1String("--allow-export"),
        .example = QLatin1String("'/tmp/*'"),
        .shown = u"PATTERN",
        .group = OptionGroup::Own,
        .commands = {},
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "write recordings without asking into a new file whose absolute path matches, where * "
            "stands for any text. May be given several times"),
        .traits = kMayRepeat}};

Result<int> runMcp(const Line &line, Output &out, Output &err)
{
    agent::Permissions permissions;
    const Result<void> read =
        line.take("--allow-command", [&](const std::string &value) -> Result<void> {
            permissions.allowCommand(value);
            return {};
        });
    if (!read)
        return read.error();
    const Result<void> files =
        line.take("--allow-export", [&](const std::string &value) -> Result<void> {
            permissions.allowFile(value);
            return {};
        });
    if (!files)
        return files.error();
    if (line.has("--allow-destructive"))
        permissions.allowDestructive();
    const QString file = line.text("--record");
    McpServer server(std::move(permissions), file, out, err);
    if (const Result<void> begun = server.record(); !begun) {
        if (!file.isEmpty())
            return complainOf(begun.error(), err);
        err.complain(Text::tr("Nothing is recorded. ") + begun.error().sentence);
    }
    return carryOut(server);
}

} // namespace

CommandRow mcpCommand()
{
    return {
        .words = QLatin1String("mcp"),
        .commands = Command::Mcp,
        .usage = u"mcp [--allow-command PATTERN]… [--allow-export PATTERN]… [options]",
        .summary = QT_TRANSLATE_NOOP(
            "CommandLineProgram", "lets a coding agent connect to servers and debug them"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "An MCP server on stdio, for a coding agent that writes an MCP server. Its tools "
            "connect to a server, list and call what it offers, and read the exact messages, "
            "findings and lines of standard error. A window of Sonde shows all that while it "
            "happens, beside the taps. The agent responds to what a server asks of its client, "
            "restarts servers, and sees what a change did to their definitions. The person is "
            "asked (by elicitation) before a command is started, a tool that may be destructive is "
            "called, or a file is written. Servers saved in Sonde are used by name, with their "
            "secrets, which are never shown."),
        .examples = u"sonde-cli tools list -- sonde-cli mcp\n"
                    "sonde-cli tools call trace -- sonde-cli mcp --allow-command 'node *'",
        .options = kOptions,
        .run = runMcp,
        .needsApplication = true,
    };
}

} // namespace sonde::cli
