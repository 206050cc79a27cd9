// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/commandtable.h"

namespace sonde::cli {

namespace {

using enum Command;
using Words = QLatin1String;

// The examples are run by tst_readme, with the demo server in place of https://example.org.
constexpr CommandRow kCommands[]{
    {Words("tools list"), ToolsList, u"tools list SERVER", u"lists the tools of the server",
        u"Prints the name, the title and the description of every tool, of all pages of the list. "
        "On a terminal the table fits it; in a pipe nothing is wrapped.",
        u"sonde-cli tools list -- sonde-demo-server\n"
        "sonde-cli tools list --output-format name -- sonde-demo-server\n"
        "sonde-cli tools list --url https://example.org/mcp"},
    {Words("tools show"), ToolsShow, u"tools show NAME SERVER",
        u"shows the whole definition of a tool",
        u"Prints the description, the arguments with their types and limits, the schema of the "
        "result and the annotations of the tool NAME.",
        u"sonde-cli tools show get_weather -- sonde-demo-server\n"
        "sonde-cli --json tools show get_weather -- sonde-demo-server",
        1,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“tools show” needs the name of a tool. Use tools show NAME; tools list shows the "
            "names."))}},
    {Words("tools call"), ToolsCall, u"tools call NAME [key=text|key:=json]… SERVER",
        u"calls a tool",
        u"Calls the tool NAME, and prints its result. key=text sends a string, key:=json sends the "
        "JSON byte for byte: count:=3 flag:=true list:='[1,2]'. The result is checked against the "
        "specification and the tool's output schema. Progress and log messages appear on standard "
        "error.",
        u"sonde-cli tools call get_weather city=Oulu days:=3 -- sonde-demo-server\n"
        "sonde-cli --json tools call echo note='any text' -- sonde-demo-server\n"
        "sonde-cli tools call slow_count n=3 --typed -- sonde-demo-server",
        kAnyNumber,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“tools call” needs the name of a tool. Use tools call NAME; tools list shows the "
            "names."))}},
    {Words("resources list"), ResourcesList, u"resources list SERVER",
        u"lists the resources of the server",
        u"Prints the URI, the name, the type and the description of every resource, of all pages "
        "of the list.",
        u"sonde-cli resources list -- sonde-demo-server\n"
        "sonde-cli resources list --output-format csv -- sonde-demo-server"},
    {Words("resources templates"), ResourcesTemplates, u"resources templates SERVER",
        u"lists the resource templates of the server",
        u"Prints the URI templates (RFC 6570) from which resources read makes a URI.",
        u"sonde-cli resources templates -- sonde-demo-server\n"
        "sonde-cli resources templates --json -- sonde-demo-server"},
    {Words("resources read"), ResourcesRead, u"resources read URI [variable=text]… SERVER",
        u"reads a resource",
        u"Prints the content of a resource, or writes it to files with --output. With variables, "
        "the URI is a template (RFC 6570): id=17 list:='[\"a\",\"b\"]'.",
        u"sonde-cli resources read 'demo://stations/{id}' id=17 -- sonde-demo-server\n"
        "sonde-cli resources read demo://chart.png --json -- sonde-demo-server",
        kAnyNumber,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“resources read” needs a URI. Use resources read URI; resources list shows the "
            "URIs."))}},
    {Words("resources subscribe"), ResourcesSubscribe, u"resources subscribe URI SERVER",
        u"prints each update of a resource",
        u"Subscribes to the resource, and prints a line for each update until you interrupt it.",
        u"sonde-cli resources subscribe demo://pulse -- sonde-demo-server\n"
        "sonde-cli resources subscribe demo://pulse --json -- sonde-demo-server",
        1,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“resources subscribe” needs a URI. Use resources subscribe URI; resources list shows "
            "the URIs."))}},
    {Words("prompts list"), PromptsList, u"prompts list SERVER", u"lists the prompts of the server",
        u"Prints the name, the arguments and the description of every prompt, of all pages of the "
        "list.",
        u"sonde-cli prompts list -- sonde-demo-server\n"
        "sonde-cli prompts list --one-page --no-header -- sonde-demo-server"},
    {Words("prompts get"), PromptsGet, u"prompts get NAME [key=text]… SERVER", u"gets a prompt",
        u"Prints the messages of the prompt NAME with these arguments: key=text, or key:=json as "
        "in tools call.",
        u"sonde-cli prompts get packing_list city=Oulu -- sonde-demo-server\n"
        "sonde-cli --json prompts get packing_list city=Oulu -- sonde-demo-server",
        kAnyNumber,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“prompts get” needs the name of a prompt. Use prompts get NAME; prompts list shows "
            "the names."))}},
    {Words("complete prompt"), CompletePrompt, u"complete prompt NAME arg=text… SERVER",
        u"lists suggested values of a prompt's argument",
        u"Lists the values that the server suggests for the first argument; the other arguments "
        "are sent as context.",
        u"sonde-cli complete prompt review_station station=1 -- sonde-demo-server\n"
        "sonde-cli complete prompt packing_list city=O -- sonde-demo-server",
        kAnyNumber,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
             "“complete prompt” needs the name of a prompt. Use complete prompt NAME "
             "ARGUMENT=TEXT.")),
            Words(QT_TRANSLATE_NOOP("CommandLineProgram",
                "“complete prompt” needs the argument to complete. Use complete prompt NAME "
                "ARGUMENT=TEXT."))}},
    {Words("complete resource"), CompleteResource, u"complete resource TEMPLATE var=text… SERVER",
        u"lists suggested values of a template's variable",
        u"Lists the values that the server suggests for the first variable of the URI template; "
        "the other variables are sent as context.",
        u"sonde-cli complete resource 'demo://stations/{id}' id=1 -- sonde-demo-server\n"
        "sonde-cli complete resource 'demo://stations/{id}' id= -- sonde-demo-server",
        kAnyNumber,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
             "“complete resource” needs a URI template. Use complete resource TEMPLATE "
             "VARIABLE=TEXT.")),
            Words(QT_TRANSLATE_NOOP("CommandLineProgram",
                "“complete resource” needs the argument to complete. Use complete resource "
                "TEMPLATE VARIABLE=TEXT."))}},
    {Words("request"), Request, u"request METHOD [PARAMS_JSON] SERVER", u"sends any request",
        u"Sends the request with PARAMS_JSON byte for byte, and prints its result. The method need "
        "not be one of MCP.",
        u"sonde-cli request prompts/list -- sonde-demo-server\n"
        "sonde-cli request tools/call '{\"name\":\"echo\"}' -- sonde-demo-server",
        2,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“request” needs a method. Use request METHOD [PARAMS_JSON], for example request "
            "prompts/list."))}},
    {Words("notify"), Notify, u"notify METHOD [PARAMS_JSON] SERVER", u"sends any notification",
        u"Sends the notification with PARAMS_JSON byte for byte, and ends.",
        u"sonde-cli notify notifications/roots/list_changed -- sonde-demo-server\n"
        "sonde-cli --trace notify x/y '{\"a\":1}' -- sonde-demo-server",
        2,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“notify” needs a method. Use notify METHOD [PARAMS_JSON], for example notify "
            "notifications/roots/list_changed."))}},
    {Words("info"), Info, u"info SERVER", u"shows what was negotiated, and how",
        u"Shows the revision that was negotiated and how it was detected, the capabilities of both "
        "sides, and the connection.",
        u"sonde-cli info -- sonde-demo-server\n"
        "sonde-cli info --url https://example.org/mcp\n"
        "sonde-cli info --config .mcp.json --server NAME --clean-env\n"
        "sonde-cli info weather.mcpb --setting api_key=KEY"},
    {Words("check"), Check, u"check [--call NAME]… SERVER",
        u"reports what violates the specification",
        u"Sends everything that is harmless, and reports what in the responses violates the "
        "specification. No tool is called without --call or --call-read-only; what will be done is "
        "printed first.",
        u"sonde-cli check --all-revisions --call echo -- sonde-demo-server\n"
        "sonde-cli check --dry-run -- sonde-demo-server\n"
        "sonde-cli check --format junit --fail-on never -- sonde-demo-server"},
    {Words("snapshot"), Snapshot, u"snapshot SERVER", u"prints what the server offers, for compare",
        u"Prints capabilities, instructions, tools, resources and prompts, one definition per line "
        "and ordered by name, as a file for compare.",
        u"sonde-cli snapshot -- sonde-demo-server > before.json\n"
        "sonde-cli snapshot --era legacy -- sonde-demo-server"},
    {Words("compare"), Compare, u"compare A SERVER\ncompare A B", u"says what changed from A to B",
        u"Says what changed, and what of it breaks those who use the server as it was. A and B are "
        "snapshots, session files, URLs or names of servers (of --config, if given).",
        u"sonde-cli compare before.json -- sonde-demo-server\n"
        "sonde-cli compare before.json FILE\n"
        "sonde-cli compare --config .mcp.json NAME https://example.org/mcp",
        2},
    {Words("doctor"), Doctor, u"doctor SERVER", u"finds out why a server does not start or connect",
        u"Checks the server's program or address step by step, and ends with the most probable "
        "cause and what to do. It calls no tool.",
        u"sonde-cli doctor -- sonde-demo-server\n"
        "sonde-cli doctor --json --url https://example.org/mcp"},
    {Words("validate"), {Validate, ValidateFiles},
        u"validate --tool NAME [FILE]… SERVER\nvalidate --schema FILE [options] INSTANCE…",
        u"checks JSON files against a JSON Schema",
        u"Checks JSON files against a JSON Schema (2020-12 or draft-07), without a server. With "
        "--tool NAME: against the schemas of that tool of a server; without a FILE, the schemas "
        "themselves. - is standard input.",
        u"sonde-cli validate --schema schema.json data.json\n"
        "sonde-cli validate --tool get_weather -- sonde-demo-server\n"
        "sonde-cli validate --tool echo data.json -- sonde-demo-server",
        kAnyNumber, {}, Words("--tool")},
    {Words("shell"), Shell, u"shell SERVER",
        u"runs a command per line with one start of the server",
        u"Reads commands from the terminal (with completion and history) or from standard input, "
        "where it ends with the first command that fails. The options of the server are those of "
        "the shell; the others are those of each line.",
        u"sonde-cli shell -- sonde-demo-server < commands.txt\n"
        "sonde-cli shell --keep-going -- sonde-demo-server < commands.txt"},
    {Words("auth login"), AuthLogin, u"auth login --url URL",
        u"authorizes at a server that requires it",
        u"Authorizes in a browser, and prints each step. The token is stored in the desktop's "
        "keychain; other commands use and refresh it.",
        u"sonde-cli auth login --url https://example.org/mcp\n"
        "sonde-cli auth login --no-keychain --url https://example.org/mcp"},
    {Words("auth status"), AuthStatus, u"auth status --url URL",
        u"shows what is stored for a server",
        u"Shows what is stored, and a token's claims. The exit code is 3 if nothing is stored.",
        u"sonde-cli auth status --url https://example.org/mcp\n"
        "sonde-cli auth status --server NAME --config remote.json"},
    {Words("auth logout"), AuthLogout, u"auth logout --url URL [--all]",
        u"revokes and deletes a token",
        u"Revokes and deletes the token; with --all also the client and its secret.",
        u"sonde-cli auth logout --url https://example.org/mcp\n"
        "sonde-cli auth logout --all --url https://example.org/mcp"},
    {Words("auth token"), AuthToken, u"auth token --url URL", u"prints the token",
        u"Prints the access token, for another program; it is refreshed if it has expired.",
        u"sonde-cli auth token --url https://example.org/mcp\n"
        "sonde-cli auth token --server NAME --config remote.json"},
    {Words("tap"), {TapProgram, TapUrl},
        u"tap [--name NAME] [--record FILE] -- PROGRAM [ARG…]\n"
        "tap --url URL [--listen ADDRESS] [--authorize] [--name NAME]\n"
        "tap --url URL [--listen ADDRESS] --rewrite-metadata [--name NAME]\n"
        "tap --url URL --stdio [--name NAME]",
        u"runs a server for a host, and records what the two send",
        u"Stands in place of the server in the configuration of a host (Claude Code, Cursor, …). "
        "All traffic, signals and the exit code pass through unchanged. With --url, listens for "
        "hosts and passes everything on to that server.",
        u"sonde-cli tap --name demo -- sonde-demo-server\n"
        "sonde-cli tap --url https://example.org/mcp --listen 127.0.0.1:8080\n"
        "sonde-cli tap --url https://example.org/mcp --rewrite-metadata\n"
        "sonde-cli tap --stdio --url https://example.org/mcp",
        0, {}, Words("--url|--server")},
    {Words("hosts list"), HostsList, u"hosts list [--output-format FORMAT]",
        u"lists the servers of every host on this machine",
        u"Lists the servers in the configuration of every host on this machine and in this folder, "
        "and what is wrong with them.",
        u"sonde-cli hosts list\n"
        "sonde-cli hosts list --output-format csv"},
    {Words("hosts show"), HostsShow, u"hosts show HOST [SERVER]",
        u"shows the files and servers of a host",
        u"Shows the files of the host, and each server in detail. HOST is the first column of "
        "hosts list: cursor, vscode, … Values of variables and headers, and what looks secret in "
        "arguments and URLs, are hidden.",
        u"sonde-cli hosts show claude-code\n"
        "sonde-cli hosts show claude-code NAME",
        2,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“hosts show” needs a host, for example hosts show claude-code."))}},
    {Words("hosts import"), HostsImport, u"hosts import HOST[:SERVER] [--dry-run]",
        u"copies servers of a host to the servers of Sonde",
        u"Adds this server of the host, or all of them, to the servers of Sonde: without taps, "
        u"with "
        "the values of variables, and with secrets in the keychain.",
        u"sonde-cli hosts import claude-code --dry-run\n"
        "sonde-cli hosts import claude-code:NAME --dry-run",
        2,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“hosts import” needs a host, for example hosts import cursor:weather."))}},
    {Words("hosts export"), HostsExport, u"hosts export SERVER HOST",
        u"prints a server of Sonde as a file of a host",
        u"Prints the server in the format of the host. Secrets are left out; a note says where "
        u"they "
        "are expected.",
        u"sonde-cli hosts export NAME codex\n"
        "sonde-cli hosts export NAME cursor",
        2,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“hosts export” needs a server of Sonde and a host, for example hosts export weather "
            "cursor."))}},
    {Words("hosts add"), HostsAdd, u"hosts add HOST SERVER [--file FILE] [--yes] [--dry-run]",
        u"adds a server of Sonde to a host",
        u"Writes the server into the host's file, which is created if there is none: prints the "
        "change, and asks. Secrets are not written; a note says where they are expected.",
        u"sonde-cli hosts add codex NAME --dry-run\n"
        "sonde-cli hosts add claude-code NAME --file new.json --dry-run",
        2,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“hosts add” needs a host and the name of a server of Sonde, for example hosts add "
            "cursor weather."))}},
    {Words("hosts tap"), HostsTap, u"hosts tap HOST SERVER [--file FILE] [--yes] [--dry-run]",
        u"puts a tap before a server of a host",
        u"Prints how the host's file changes, and asks. Only the command and its arguments change; "
        "comments and layout stay. A server with a URL becomes a command: tap --stdio with the "
        "URL, whose client is Sonde.",
        u"sonde-cli hosts tap claude-code NAME --dry-run\n"
        "sonde-cli hosts tap claude-code NAME --file .mcp.json --dry-run",
        2,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram",
            "“hosts tap” needs a host and the name of a server, for example hosts tap cursor "
            "weather."))}},
    {Words("hosts untap"), HostsUntap,
        u"hosts untap HOST [SERVER] [--file FILE] [--yes] [--dry-run]\n"
        "hosts untap --all [--yes] [--dry-run]",
        u"removes taps of a host",
        u"Removes the tap of this server, or all taps of the host: the file gets its earlier "
        "bytes.",
        u"sonde-cli hosts untap claude-code --dry-run\n"
        "sonde-cli hosts untap --all --dry-run",
        2},
    {Words("trace show"), TraceShow, u"trace show FILE [NUMBER]… [--filter FILTER] [--json]",
        u"prints the messages of a recording",
        u"Prints one line per message; with numbers after FILE, these messages byte for byte. The "
        "file is a recording of --record or of the window.",
        u"sonde-cli trace show FILE\n"
        "sonde-cli trace show FILE 1 2\n"
        "sonde-cli trace show FILE --filter 'method == \"tools/call\"'",
        kAnyNumber,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram", "“trace show” needs a session file."))}},
    {Words("trace filter"), TraceFilter, u"trace filter FILE FILTER [--count] [--json]",
        u"prints the messages that match a filter",
        u"Prints one line per matching message. sonde-cli help filter describes the language.",
        u"sonde-cli trace filter FILE 'method == \"tools/call\" and duration > 1ms'\n"
        "sonde-cli trace filter FILE 'method == \"initialize\"' --count",
        2,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram", "“trace filter” needs a session file."))}},
    {Words("trace stats"), TraceStats, u"trace stats FILE [--filter FILTER] [--json]",
        u"counts and times the requests of a recording",
        u"Prints counts and durations per method and target.",
        u"sonde-cli trace stats FILE\n"
        "sonde-cli trace stats FILE --json",
        1, {Words(QT_TRANSLATE_NOOP("CommandLineProgram", "“trace stats” needs a session file."))}},
    {Words("trace tail"), TraceTail, u"trace tail FILE [--filter FILTER] [--json]",
        u"prints messages while they are recorded",
        u"Prints the messages from now on, until you interrupt it.",
        u"sonde-cli trace tail FILE\n"
        "sonde-cli trace tail FILE --json",
        1, {Words(QT_TRANSLATE_NOOP("CommandLineProgram", "“trace tail” needs a session file."))}},
    {Words("trace check"), TraceCheck,
        u"trace check FILE [--level LEVEL] [--format FORMAT] [--fail-on LEVEL]",
        u"reports what in a recording violates the specification",
        u"Compares the messages of both sides with the requirements of the specification, each in "
        "its revision.",
        u"sonde-cli trace check FILE\n"
        "sonde-cli trace check FILE --level warning --format markdown --fail-on never",
        1, {Words(QT_TRANSLATE_NOOP("CommandLineProgram", "“trace check” needs a session file."))}},
    {Words("trace export"), TraceExport, u"trace export FILE [--format jsonl|har|md|csv] [options]",
        u"writes a recording in another format",
        u"Writes JSON Lines, HAR, Markdown or CSV, with secrets redacted.",
        u"sonde-cli trace export FILE\n"
        "sonde-cli trace export FILE --format md\n"
        "sonde-cli trace export FILE --format csv --filter 'status != ok'",
        1,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram", "“trace export” needs a session file."))}},
    {Words("trace import"), TraceImport, u"trace import FILE NEW_FILE",
        u"makes a recording of a file of another program",
        u"Reads JSON Lines, HAR, sessions of mcpsnoop, histories and network logs of the MCP "
        "Inspector, and logs of Claude Desktop.",
        u"sonde-cli trace import recording.jsonl new.sonde\n"
        "sonde-cli trace import --quiet recording.jsonl new2.sonde",
        2,
        {Words(QT_TRANSLATE_NOOP("CommandLineProgram", "“trace import” needs a file to import.")),
            Words(QT_TRANSLATE_NOOP("CommandLineProgram",
                "trace import needs the name of a new session file after the file to import."))}},
    {Words("help"), HelpPage, u"help [TOPIC]\nhelp COMMAND\nhelp options\nhelp all",
        u"lists the help topics, or prints one",
        u"Prints a page of the manual, or what COMMAND --help prints. options: the options of "
        "every command with a server. all: the help of every command.",
        u"sonde-cli help\n"
        "sonde-cli help filter\n"
        "sonde-cli help tools call",
        kAnyNumber},
    {Words("completion"), Completion, u"completion SHELL",
        u"prints the script with which a shell completes",
        u"SHELL is bash, zsh or fish. It then completes commands, options and names; see "
        "sonde-cli help command-line.",
        u"source <(sonde-cli completion bash)\n"
        "sonde-cli completion fish > sonde-cli.fish",
        kAnyNumber}};

} // namespace

std::span<const CommandRow> commandRows()
{
    return kCommands;
}

} // namespace sonde::cli
