// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/optiontable.h"

namespace sonde::cli {

namespace {

using enum Command;
using Group = OptionGroup;
using Name = QLatin1String;

constexpr Commands kReceived{ToolsShow, ToolsCall, ResourcesRead, PromptsGet, CompletePrompt,
    CompleteResource, Request, Info};
constexpr Commands kChecks{Check, TraceCheck};
constexpr Commands kJudging = kChecks.with(Test);
constexpr Commands kHostChanges{HostsAdd, HostsTap, HostsUntap};

// Alphabetical.
constexpr Option kOptions[]{
    {Name("--all"), {}, {}, Group::Own, AuthLogout,
        QT_TRANSLATE_NOOP("CommandLineProgram", "also delete the client and its secret"), kPlain,
        Name(QT_TRANSLATE_NOOP("CommandLineProgram", "Lists are complete without it."))},
    {Name("--all"), {}, {}, Group::Own, HostsUntap,
        QT_TRANSLATE_NOOP("CommandLineProgram", "the taps of every host")},
    {Name("--all-pages"), {}, {}, Group::Own, kLists,
        QT_TRANSLATE_NOOP("CommandLineProgram", "every page (the default)")},
    {Name("--all-revisions"), {}, {}, Group::Own, Check,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "check in every revision that the server speaks, not only in the negotiated one")},
    {Name("--area"), Name("tools"), u"AREA", Group::Own, Rule,
        QT_TRANSLATE_NOOP("CommandLineProgram", "list only the rules of this area")},
    {Name("--args"), Name("'{\"city\":\"Paris\"}'"), u"JSON|@FILE|-", Group::Own,
        {ToolsCall, PromptsGet, Load, FanOut},
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "all arguments as one JSON text, byte for byte, from the command line, from a file or "
            "from standard input"),
        kMayBeEmpty,
        Name(QT_TRANSLATE_NOOP(
            "CommandLineProgram", "For request, put the params after the method."))},
    {Name("--authorize"), {}, {}, Group::Own, TapUrl,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "with --url: log in to the server as auth login does, and add the token to every "
            "request; the host never sees it")},
    {Name("--baseline"), Name("FILE"), u"FILE", Group::Own, Check,
        QT_TRANSLATE_NOOP("CommandLineProgram", "the findings in this file are accepted")},
    {Name("--call"), Name("NAME"), u"NAME|'NAME={…}'", Group::Own, Check,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "call this tool, without arguments or with these; may be given several times"),
        kMayRepeat},
    {Name("--call-read-only"), {}, {}, Group::Own, Check,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "call every tool with readOnlyHint and without required arguments")},
    {Name("--count"), {}, {}, Group::Own, TraceFilter,
        QT_TRANSLATE_NOOP("CommandLineProgram", "print only the number of messages")},
    {Name("--cursor"), Name("CURSOR"), u"CURSOR", Group::Own, kLists,
        QT_TRANSLATE_NOOP("CommandLineProgram", "only the page of CURSOR"), kMayBeEmpty},
    {Name("--definitions"), Name("FILE"), u"FILE", Group::Own, Check,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "write the definitions of tools, resources and prompts to this file; if it exists, "
            "show what was added, removed or changed since then")},
    {Name("--draft7"), {}, {}, Group::Own, ValidateFiles,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "with --schema: for a schema without a dialect (default: 2020-12)")},
    {Name("--dry-run"), {}, {}, Group::Own, Check,
        QT_TRANSLATE_NOOP("CommandLineProgram", "only print what would be done")},
    {Name("--dry-run"), {}, {}, Group::Own, kHostChanges.with(HostsImport),
        QT_TRANSLATE_NOOP("CommandLineProgram", "only print what would change")},
    {Name("--explain"), {}, {}, Group::Own, kChecks,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "also print why each rule matters and how to fix what it found (see sonde-cli rule)")},
    {Name("--fail-on"), Name("error|warning|info|never"), u"LEVEL", Group::Own, kJudging,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "fail if there is a finding of this level or above (default: error), or never")},
    {Name("--file"), Name("FILE"), u"FILE", Group::Own, kHostChanges,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "change this file, which is written like the host's own")},
    {Name("--filter"), Name("'method == \"tools/call\"'"), u"FILTER", Group::Own,
        {TraceShow, TraceFilter, TraceStats, TraceTail, TraceExport, TraceReport},
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "only matching messages: tool == \"echo\" and duration > 50ms (see sonde-cli help "
            "filter)"),
        kMayBeEmpty},
    {Name("--for"),
        Name("all|anthropic-api|claude-code|claude-desktop|cline|codex|continue|copilot-cli|cursor|"
             "gemini-api|gemini-cli|goose|openai-api|openai-strict|opencode|roo-code|vscode|"
             "windsurf|zed"),
        u"HOST,…|all", Group::Own, kChecks,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "instead, report what these hosts and model APIs make of the tools: which names they "
            "get, and which tools and keywords are refused, dropped, changed or ignored")},
    {Name("--format"), Name("text|json|junit|sarif|markdown|github"), u"FORMAT", Group::Own,
        kChecks,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "text (the default), json, junit, sarif, markdown, or github: annotations of a "
            "workflow of GitHub Actions")},
    {Name("--format"), Name("text|json|markdown"), u"FORMAT", Group::Own, Rule,
        QT_TRANSLATE_NOOP("CommandLineProgram", "text (the default), json or markdown")},
    {Name("--format"), {}, {}, Group::Own, ValidateFiles,
        QT_TRANSLATE_NOOP("CommandLineProgram", "with --schema: treat “format” as an assertion")},
    {Name("--ignore"), Name("practice,tools.name-*"), u"RULES", Group::Own, kJudging,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "without these rules, named as for --select; may be given several times"),
        kMayRepeat},
    {Name("--json"), {}, {}, Group::Own, kReceived,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "print the result exactly as received, on one line")},
    {Name("--json"), {}, {}, Group::Own, kLists,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "print the result exactly as received, one line per page")},
    {Name("--json"), {}, {}, Group::Own, ResourcesSubscribe,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "print each update exactly as received, on one line")},
    {Name("--json"), {}, {}, Group::Own, {Compare, Replay, Doctor, Load, FanOut},
        QT_TRANSLATE_NOOP("CommandLineProgram", "print one JSON object")},
    {Name("--json"), {}, {}, Group::Own, {OpenList, Requests},
        QT_TRANSLATE_NOOP("CommandLineProgram", "one line of JSON per row")},
    {Name("--json"), {}, {}, Group::Own, Respond,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "print the result exactly as received, on one line")},
    {Name("--json"), {}, {}, Group::Own, kJudging.with(Rule),
        QT_TRANSLATE_NOOP("CommandLineProgram", "the same as --format json")},
    {Name("--json"), {}, {}, Group::Own, {Validate, ValidateFiles},
        QT_TRANSLATE_NOOP("CommandLineProgram", "one line per file, with locations and messages")},
    {Name("--json"), {}, {}, Group::Own, TapUrl,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "with --url: print the address also as a line of JSON on standard output")},
    {Name("--json"), {}, {}, Group::Own, HostsList,
        QT_TRANSLATE_NOOP("CommandLineProgram", "one line of JSON per server")},
    {Name("--json"), {}, {}, Group::Own, Mock,
        QT_TRANSLATE_NOOP("CommandLineProgram", "with --list: one line of JSON per row")},
    {Name("--json"), {}, {}, Group::Own, {TraceShow, TraceFilter, TraceStats, TraceTail},
        QT_TRANSLATE_NOOP("CommandLineProgram", "one line of JSON per message; stats: per row")},
    {Name("--keep-going"), {}, {}, Group::Own, Shell,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "go on after a command that failed. The exit code is that of the first one")},
    {Name("--level"), Name("error|warning|info"), u"LEVEL", Group::Own, kChecks,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "show only findings of this level (error, warning, info) and above (default: info)")},
    {Name("--listen"), Name("127.0.0.1:8080"), u"ADDRESS", Group::Own, TapUrl,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "with --url: the address for hosts, a port or 127.0.0.1:PORT or [::1]:PORT (default: a "
            "free port). The address to use in the host is printed. A signal ends the tap")},
    {Name("--name"), Name("NAME"), u"NAME", Group::Own, {TapProgram, TapUrl},
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the server's name in the recording (default: the program's, or the URL's host)")},
    {Name("--no-header"), {}, {}, Group::Own, kLists.with(HostsList),
        QT_TRANSLATE_NOOP("CommandLineProgram", "no line with the titles of the columns")},
    {Name("--no-redaction"), {}, {}, Group::Own, TraceExport,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "redact nothing; secrets are exported as they are")},
    {Name("--on"), Name("NAME"), u"NAME", Group::Own, {Requests, Respond},
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the server that sonde-cli open --as NAME keeps running, as it is now")},
    {Name("--one-page"), {}, {}, Group::Own, kLists,
        QT_TRANSLATE_NOOP("CommandLineProgram", "only the first page; shows the next cursor")},
    {Name("--output"), Name("FILE"), u"FILE", Group::Own, {ToolsCall, ResourcesRead, PromptsGet},
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "write the content to a new file, as text or as decoded base64; several into a folder, "
            "as content-1.png, …")},
    {Name("--output"), Name("FILE"), u"FILE", Group::Own, {TraceExport, TraceReport},
        QT_TRANSLATE_NOOP("CommandLineProgram", "write to this file")},
    {Name("--output-format"), Name("table|name|json|jsonl|csv"), u"FORMAT", Group::Own, kLists,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "table (the default; wrapped only on a terminal), name (one per line), csv, jsonl (one "
            "item per line, as received), or json, which is --json")},
    {Name("--output-format"), Name("table|name|json|jsonl|csv"), u"FORMAT", Group::Own, HostsList,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "table (the default; wrapped only on a terminal), name (one per line), csv, or jsonl "
            "or json, which is --json")},
    {Name("--output-format"), Name("text|json"), u"FORMAT", Group::Own,
        kReceived.with({ResourcesSubscribe, Compare, Replay, Doctor, Load, FanOut}),
        QT_TRANSLATE_NOOP("CommandLineProgram", "text (the default), or json, which is --json")},
    {Name("--quiet"), {}, {}, Group::Own,
        kServerCommands.with(kHostsCommands).with(kTraceCommands).with(Mock),
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "no notes, progress and logs on standard error, only errors")},
    {Name("--record"), Name("FILE"), u"FILE", Group::Own, {TapProgram, TapUrl, Mcp},
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "record into FILE, or into a new file in this folder, which is created if its name "
            "ends with / (default: the folder of the window's sessions). If FILE exists, a number "
            "is added to the name. Why a recording failed is in FILE.log; the traffic goes on")},
    {Name("--redact"), Name("'[0-9]{16}'"), u"REGEX", Group::Own, {TraceExport, TraceReport},
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "redact these matches too; may be given several times"),
        kMayRepeat},
    {Name("--remote"), Name("URL=FOLDER"), u"URL=FOLDER", Group::Own, ValidateFiles,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "with --schema: FOLDER contains the schemas below URL; may be given several times"),
        kMayRepeat},
    {Name("--result"), {}, {}, Group::Own, Validate,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "with --tool: FILEs are structured results, not arguments")},
    {Name("--rewrite-metadata"), {}, {}, Group::Own, TapUrl,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "with --url: where the server says which resource a login is for, name the tap, so "
            "that the host can log in through it")},
    {Name("--schema"), Name("FILE"), u"FILE", Group::Own, ValidateFiles,
        QT_TRANSLATE_NOOP("CommandLineProgram", "the schema. Sonde never downloads schemas")},
    {Name("--select"), Name("tools.*"), u"RULES", Group::Own, kJudging,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "only these rules: ids, areas or patterns with commas between them, as "
            "tools.name-unique, auth or tools.*; may be given several times"),
        kMayRepeat},
    {Name("--show-secrets"), {}, {}, Group::Own, {HostsList, HostsShow},
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "hide nothing: print arguments, URLs, variables and headers as they are written")},
    {Name("--stdio"), {}, {}, Group::Own, TapUrl,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "with --url: do not listen. A host starts this as a server on stdio, and Sonde is the "
            "client of the URL, which also logs in where the server requires it")},
    {Name("--task"), {}, {}, Group::Own, ToolsCall,
        QT_TRANSLATE_NOOP("CommandLineProgram", "as a task, whose result is waited for")},
    {Name("--task"), {}, {}, Group::Own, Shell,
        QT_TRANSLATE_NOOP("CommandLineProgram", "calls of tools may be tasks")},
    {Name("--tool"), Name("NAME"), u"NAME", Group::Own, Validate,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "FILEs are arguments of this tool; - is standard input")},
    {Name("--typed"), {}, {}, Group::Own, ToolsCall,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "key=text is converted to the type that the schema of the tool has for the key")},
    {Name("--write-baseline"), Name("FILE"), u"FILE", Group::Own, Check,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "write the findings to a new file, for --baseline. An entry has a rule and, if you "
            "leave them there, a method and a target (the tool, prompt or resource)")},
    {Name("--yes"), {}, {}, Group::Own, kHostChanges,
        QT_TRANSLATE_NOOP("CommandLineProgram", "do not ask")}};

} // namespace

std::span<const Option> sharedOptions()
{
    return kOptions;
}

} // namespace sonde::cli
