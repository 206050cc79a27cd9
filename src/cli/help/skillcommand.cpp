// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A skill file for coding agents: what sonde-cli is good for, from the table of commands. A model
// reads it: it is English in every language.

#include "cli/options/commandtable.h"
#include "cli/options/optiontable.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"

#include <QStringBuilder>

#include <algorithm>

namespace sonde::cli {

namespace {

// One of the ways to use it: a command, with its examples.
struct Way {
    QStringView title;
    Command command;
    QStringView text;
};

constexpr Way kWays[]{
    {u"See what a server offers", Command::ToolsList,
        u"Names and descriptions. `tools show NAME` prints a whole definition; `resources list` "
        u"and "
        u"`prompts list` are the other lists, and `info` prints what was negotiated."},
    {u"Call a tool", Command::ToolsCall,
        u"The result is checked against the output schema and the specification (exit code 11)."},
    {u"Check a server against the specification", Command::Check,
        u"Do this after every change. Each finding names the rule, the message and the remedy; "
        u"`rule ID` explains one."},
    {u"Find out why a server does not start or connect", Command::Doctor,
        u"The verdict names the most probable cause, and what to do."},
    {u"Read the exact messages", Command::TraceFilter,
        u"`--record FILE` with any command keeps every byte with its time. `trace show FILE` lists "
        u"the messages, and a filter finds some of them (`help filter`)."},
    {u"See what a change of the server broke", Command::Compare,
        u"`snapshot SERVER > FILE` before the change, `compare` after it: exit code 12 if "
        u"something "
        u"breaks clients."},
    {u"Run a recorded session again", Command::Replay,
        u"A regression test: each response that differs is listed, with the place (exit code 13)."},
    {u"Write a client without its server", Command::Mock,
        u"A recording plays the server, for any client."},
    {u"Measure durations", Command::Load,
        u"Percentiles of many calls, at a rate or as fast as the server responds."},
    {u"Debug what happens between a host and a server", Command::HostsTap,
        u"The host (Claude Code, Cursor, VS Code, …) then starts the server through Sonde, which "
        u"records the conversation. `hosts untap` restores the file."},
};

constexpr QStringView kBegin =
    u"---\n"
    u"name: sonde\n"
    u"description: Inspects, calls, checks and debugs MCP servers with sonde-cli. Use it when an "
    u"MCP server is being written or changed, does not start or connect, answers wrongly or "
    u"slowly, "
    u"or behaves differently in a host.\n"
    u"---\n\n"
    u"# Debugging MCP servers with sonde-cli\n\n"
    u"A command ends with its server: `-- PROGRAM ARG…` (stdio), `--url URL` (Streamable HTTP or "
    u"HTTP+SSE), or `--server NAME` (saved in Sonde; with `--config FILE`, from a host's file). "
    u"Options stand before it. `--json` prints JSON where a program reads the output, and "
    u"`--help` after a command lists its options. Messages are on standard error, results on "
    u"standard output. Never guess from a message that was cut: record, and read the bytes.\n";

constexpr QStringView kOpen =
    u"\n## Keep a server open\n\n"
    u"Each command starts the server and stops it. `open` keeps one running: its state lasts from "
    u"one command to the next. What the server asks of its client (sampling, elicitation, roots) "
    u"waits: the command ends with exit code 10 and says how to respond, and `respond` prints the "
    u"result of the call.\n\n";

constexpr QStringView kAgents =
    u"\nOver MCP, `sonde-cli mcp` does the same: its tools connect, list, call, respond to what "
    u"the "
    u"server asks of its client, restart it with what its definitions changed, replay, and read "
    u"the trace, findings, logs and the state of the process.\n";

QString exitCodes()
{
    QString text = QStringLiteral("\n## Exit codes\n\n| code | meaning |\n|---|---|\n");
    int last = -1;
    for (const ExitText &row : exitRows()) {
        if (row.code == last || !row.commands.meets(kClientCommands))
            continue;
        last = row.code;
        text += QStringLiteral("| %1 | ").arg(row.code) % QString::fromUtf8(row.text)
            % QStringLiteral(" |\n");
    }
    return text;
}

QString examplesOf(Command command)
{
    QString text;
    for (const QString &example : findCommand(command)->examples.toString().split(u'\n'))
        text += u"    " % example % u'\n';
    return text;
}

Result<int> runSkill(const Line &, Output &out, Output &)
{
    QString text = kBegin.toString();
    for (const Way &way : kWays)
        text += u"\n## " % way.title % u"\n\n" % way.text % u"\n\n" % examplesOf(way.command);
    out.write(
        QStringView(QString(text % kOpen % examplesOf(Command::Open) % kAgents % exitCodes())));
    return int(kFine);
}

} // namespace

CommandRow skillCommand()
{
    return {
        .words = QLatin1String("skill"),
        .commands = Command::Skill,
        .usage = u"skill",
        .summary = QT_TRANSLATE_NOOP("CommandLineProgram", "prints a skill file for coding agents"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Prints a file (SKILL.md) that tells a coding agent when and how to use sonde-cli: ten "
            "ways, each with the examples of its command, and the exit codes."),
        .examples = u"sonde-cli skill\n"
                    "sonde-cli skill > SKILL.md",
        .run = runSkill,
    };
}

} // namespace sonde::cli
