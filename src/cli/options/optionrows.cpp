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
// Their messages can be recorded.
constexpr Commands kTraced = kServerCommands.without({TapUrl, Doctor});
// Those that respond to server requests as the user says; a replay responds as its recording does.
constexpr Commands kResponding = kClientCommands.without({Doctor, Replay});

// Alphabetical within a group of the help.
constexpr Option kOptions[]{
    {Name("--all"), {}, {}, Group::Own, AuthLogout, u"also delete the client and its secret",
        kPlain, Name(QT_TRANSLATE_NOOP("CommandLineProgram", "Lists are complete without it."))},
    {Name("--all"), {}, {}, Group::Own, HostsUntap, u"the taps of every host"},
    {Name("--all-pages"), {}, {}, Group::Own, kLists, u"every page (the default)"},
    {Name("--all-revisions"), {}, {}, Group::Own, Check,
        u"check in every revision that the server speaks, not only in the negotiated one"},
    {Name("--area"), Name("tools"), u"AREA", Group::Own, Rule, u"list only the rules of this area"},
    {Name("--args"), Name("'{\"city\":\"Paris\"}'"), u"JSON|@FILE|-", Group::Own,
        {ToolsCall, PromptsGet, Load},
        u"all arguments as one JSON text, byte for byte, from the command line, from a file or "
        "from standard input",
        kMayBeEmpty,
        Name(QT_TRANSLATE_NOOP(
            "CommandLineProgram", "For request, put the params after the method."))},
    {Name("--authorize"), {}, {}, Group::Own, TapUrl,
        u"with --url: log in to the server as auth login does, and add the token to every request; "
        "the host never sees it"},
    {Name("--baseline"), Name("FILE"), u"FILE", Group::Own, Check,
        u"the findings in this file are accepted"},
    {Name("--call"), Name("NAME"), u"NAME|'NAME={…}'", Group::Own, Check,
        u"call this tool, without arguments or with these; may be given several times", kMayRepeat},
    {Name("--call-read-only"), {}, {}, Group::Own, Check,
        u"call every tool with readOnlyHint and without required arguments"},
    {Name("--count"), {}, {}, Group::Own, TraceFilter, u"print only the number of messages"},
    {Name("--cursor"), Name("CURSOR"), u"CURSOR", Group::Own, kLists, u"only the page of CURSOR",
        kMayBeEmpty},
    {Name("--definitions"), Name("FILE"), u"FILE", Group::Own, Check,
        u"write the definitions of tools, resources and prompts to this file; if it exists, show "
        u"what was added, removed or changed since then"},
    {Name("--draft7"), {}, {}, Group::Own, ValidateFiles,
        u"with --schema: for a schema without a dialect (default: 2020-12)"},
    {Name("--dry-run"), {}, {}, Group::Own, Check, u"only print what would be done"},
    {Name("--dry-run"), {}, {}, Group::Own, kHostChanges.with(HostsImport),
        u"only print what would change"},
    {Name("--explain"), {}, {}, Group::Own, kChecks,
        u"also print why each rule matters and how to fix what it found (see sonde-cli rule)"},
    {Name("--fail-on"), Name("error|warning|info|never"), u"LEVEL", Group::Own, kJudging,
        u"fail if there is a finding of this level or above (default: error), or never"},
    {Name("--file"), Name("FILE"), u"FILE", Group::Own, kHostChanges,
        u"change this file, which is written like the host's own"},
    {Name("--filter"), Name("'method == \"tools/call\"'"), u"FILTER", Group::Own,
        {TraceShow, TraceFilter, TraceStats, TraceTail, TraceExport},
        u"only matching messages: tool == \"echo\" and duration > 50ms (see sonde-cli help "
        "filter)",
        kMayBeEmpty},
    {Name("--for"),
        Name("all|anthropic-api|claude-code|claude-desktop|cline|codex|continue|copilot-cli|cursor|"
             "gemini-api|gemini-cli|goose|openai-api|openai-strict|opencode|roo-code|vscode|"
             "windsurf|zed"),
        u"HOST,…|all", Group::Own, kChecks,
        u"instead, report what these hosts and model APIs make of the tools: which names they get, "
        "and which tools and keywords are refused, dropped, changed or ignored"},
    {Name("--format"), Name("text|json|junit|sarif|markdown|github"), u"FORMAT", Group::Own,
        kChecks,
        u"text (the default), json, junit, sarif, markdown, or github: annotations of a workflow "
        u"of "
        "GitHub Actions"},
    {Name("--format"), Name("text|json|markdown"), u"FORMAT", Group::Own, Rule,
        u"text (the default), json or markdown"},
    {Name("--format"), Name("jsonl|har|md|csv"), u"FORMAT", Group::Own, TraceExport,
        u"jsonl (the default), har, md or csv; without it, the ending of --output decides"},
    {Name("--format"), {}, {}, Group::Own, ValidateFiles,
        u"with --schema: treat “format” as an assertion"},
    {Name("--ignore"), Name("practice,tools.name-*"), u"RULES", Group::Own, kJudging,
        u"without these rules, named as for --select; may be given several times", kMayRepeat},
    {Name("--json"), {}, {}, Group::Own, kReceived,
        u"print the result exactly as received, on one line"},
    {Name("--json"), {}, {}, Group::Own, kLists,
        u"print the result exactly as received, one line per page"},
    {Name("--json"), {}, {}, Group::Own, ResourcesSubscribe,
        u"print each update exactly as received, on one line"},
    {Name("--json"), {}, {}, Group::Own, {Compare, Replay, Doctor, Load}, u"print one JSON object"},
    {Name("--json"), {}, {}, Group::Own, kJudging.with(Rule), u"the same as --format json"},
    {Name("--json"), {}, {}, Group::Own, {Validate, ValidateFiles},
        u"one line per file, with locations and messages"},
    {Name("--json"), {}, {}, Group::Own, TapUrl,
        u"with --url: print the address also as a line of JSON on standard output"},
    {Name("--json"), {}, {}, Group::Own, HostsList, u"one line of JSON per server"},
    {Name("--json"), {}, {}, Group::Own, Mock, u"with --list: one line of JSON per row"},
    {Name("--json"), {}, {}, Group::Own, {TraceShow, TraceFilter, TraceStats, TraceTail},
        u"one line of JSON per message; stats: per row"},
    {Name("--keep-going"), {}, {}, Group::Own, Shell,
        u"go on after a command that failed. The exit code is that of the first one"},
    {Name("--level"), Name("error|warning|info"), u"LEVEL", Group::Own, kChecks,
        u"show only findings of this level (error, warning, info) and above (default: info)"},
    {Name("--listen"), Name("127.0.0.1:8080"), u"ADDRESS", Group::Own, TapUrl,
        u"with --url: the address for hosts, a port or 127.0.0.1:PORT or [::1]:PORT (default: a "
        "free port). The address to use in the host is printed. A signal ends the tap"},
    {Name("--name"), Name("NAME"), u"NAME", Group::Own, {TapProgram, TapUrl},
        u"the server's name in the recording (default: the program's, or the URL's host)"},
    {Name("--no-header"), {}, {}, Group::Own, kLists.with(HostsList),
        u"no line with the titles of the columns"},
    {Name("--no-redaction"), {}, {}, Group::Own, TraceExport,
        u"redact nothing; secrets are exported as they are"},
    {Name("--one-page"), {}, {}, Group::Own, kLists, u"only the first page; shows the next cursor"},
    {Name("--output"), Name("FILE"), u"FILE", Group::Own, {ToolsCall, ResourcesRead, PromptsGet},
        u"write the content to a new file, as text or as decoded base64; several into a folder, as "
        "content-1.png, …"},
    {Name("--output"), Name("FILE"), u"FILE", Group::Own, TraceExport, u"write to this file"},
    {Name("--output-format"), Name("table|name|json|jsonl|csv"), u"FORMAT", Group::Own, kLists,
        u"table (the default; wrapped only on a terminal), name (one per line), csv, jsonl (one "
        "item per line, as received), or json, which is --json"},
    {Name("--output-format"), Name("table|name|json|jsonl|csv"), u"FORMAT", Group::Own, HostsList,
        u"table (the default; wrapped only on a terminal), name (one per line), csv, or jsonl or "
        "json, which is --json"},
    {Name("--output-format"), Name("text|json"), u"FORMAT", Group::Own,
        kReceived.with({ResourcesSubscribe, Compare, Replay, Doctor, Load}),
        u"text (the default), or json, which is --json"},
    {Name("--quiet"), {}, {}, Group::Own,
        kServerCommands.with(kHostsCommands).with(kTraceCommands).with(Mock),
        u"no notes, progress and logs on standard error, only errors"},
    {Name("--record"), Name("FILE"), u"FILE", Group::Own, {TapProgram, TapUrl, Mcp},
        u"record into FILE, or into a new file in this folder, which is created if its name ends "
        "with / (default: the folder of the window's sessions). If FILE exists, a number is added "
        "to the name. Why a recording failed is in "
        "FILE.log; the traffic goes on"},
    {Name("--redact"), Name("'[0-9]{16}'"), u"REGEX", Group::Own, TraceExport,
        u"redact these matches too; may be given several times", kMayRepeat},
    {Name("--remote"), Name("URL=FOLDER"), u"URL=FOLDER", Group::Own, ValidateFiles,
        u"with --schema: FOLDER contains the schemas below URL; may be given several times",
        kMayRepeat},
    {Name("--result"), {}, {}, Group::Own, Validate,
        u"with --tool: FILEs are structured results, not arguments"},
    {Name("--rewrite-metadata"), {}, {}, Group::Own, TapUrl,
        u"with --url: where the server says which resource a login is for, name the tap, so that "
        "the host can log in through it"},
    {Name("--schema"), Name("FILE"), u"FILE", Group::Own, ValidateFiles,
        u"the schema. Sonde never downloads schemas"},
    {Name("--select"), Name("tools.*"), u"RULES", Group::Own, kJudging,
        u"only these rules: ids, areas or patterns with commas between them, as tools.name-unique, "
        "auth or tools.*; may be given several times",
        kMayRepeat},
    {Name("--show-secrets"), {}, {}, Group::Own, {HostsList, HostsShow},
        u"hide nothing: print arguments, URLs, variables and headers as they are written"},
    {Name("--stdio"), {}, {}, Group::Own, TapUrl,
        u"with --url: do not listen. A host starts this as a server on stdio, and Sonde is the "
        "client of the URL, which also logs in where the server requires it"},
    {Name("--task"), {}, {}, Group::Own, ToolsCall, u"as a task, whose result is waited for"},
    {Name("--task"), {}, {}, Group::Own, Shell, u"calls of tools may be tasks"},
    {Name("--tool"), Name("NAME"), u"NAME", Group::Own, Validate,
        u"FILEs are arguments of this tool; - is standard input"},
    {Name("--typed"), {}, {}, Group::Own, ToolsCall,
        u"key=text is converted to the type that the schema of the tool has for the key"},
    {Name("--write-baseline"), Name("FILE"), u"FILE", Group::Own, Check,
        u"write the findings to a new file, for --baseline. An entry has a rule and, if you leave "
        "them there, a method and a target (the tool, prompt or resource)"},
    {Name("--yes"), {}, {}, Group::Own, kHostChanges, u"do not ask"},

    {Name("--era"), Name("auto|legacy|modern"), u"ERA", Group::Connection,
        kClientCommands.with(kAuthCommands),
        u"auto (the default), legacy: initialize, up to 2025-11-25, or modern: from 2026-07-28"},
    {Name("--no-cache"), {}, {}, Group::Connection, kClientCommands,
        u"neither read nor write the cached detection"},
    {Name("--probe"), {}, {}, Group::Connection, kClientCommands,
        u"detect the server's era again, ignoring the cache"},
    {Name("--record"), Name("FILE"), u"FILE", Group::Connection, kTraced,
        u"save the whole session to a new file"},
    {Name("--revision"), Name("2025-11-25"), u"REVISION", Group::Connection,
        kClientCommands.with(kAuthCommands), u"use only this protocol revision"},
    {Name("--timeout"), Name("2s"), u"TIME", Group::Connection, kServerCommands,
        u"handshake timeout, and total timeout of the request: 500ms, 2s (default: 10s, and an "
        "idle timeout of 60s). With --era auto, the probe has a timeout of its own. Without it, up "
        "to 10 minutes while a launcher (npx, uvx, docker run, …) still fetches the server"},
    {Name("--trace"), {}, {}, Group::Connection, kTraced,
        u"show the traffic and the server's stderr on stderr: → sent, ← received, ! stderr, "
        "· event (over HTTP: requests, responses and their messages), byte for byte"},
    {Name("--verbose"), {}, {}, Group::Connection, kTraced,
        u"a line on stderr for each step of the connection and each message, with times and sizes; "
        "no content, and secrets are redacted"},

    {Name("--elicitation"), Name("ask|@FILE|PROGRAM"), u"HOW", Group::ServerRequests, kResponding,
        u"forms to fill in, and URLs to open"},
    {Name("--roots"), Name("FOLDER|ask|@FILE|PROGRAM"), u"HOW", Group::ServerRequests, kResponding,
        u"the list of roots (folders): as --sampling, or a folder; may be given several times",
        kMayRepeat},
    {Name("--sampling"), Name("ask|@FILE|PROGRAM"), u"HOW", Group::ServerRequests, kResponding,
        u"responses from a language model. HOW is ask: you respond on the terminal (prompts on "
        "stderr); @FILE: the response as JSON, byte for byte, to every request; or a program, "
        "'PROGRAM ARG…': the params on its stdin, the response as JSON on its stdout. A response "
        "that does not match the revision is reported and sent"},

    {Name("--config"), Name("FILE"), u"FILE", Group::File, kServerCommands,
        u"the configuration of a host: JSON (with comments, too), TOML or YAML; or only its map or "
        "list of servers, without mcpServers or the like around it"},
    {Name("--server"), Name("NAME"), u"NAME", Group::File, kServerCommands,
        u"the server of that name in --config, or else in the window's list of servers"},

    {Name("--clean-env"), {}, {}, Group::Program, kClientCommands,
        u"pass only the variables that hosts pass: HOME, LOGNAME, PATH, SHELL, TERM, USER; and "
        "those of --env"},
    {Name("--cwd"), Name("DIR"), u"DIR", Group::Program, kClientCommands,
        u"the working directory of the server"},
    {Name("--env"), Name("NAME=VALUE"), u"NAME=VALUE", Group::Program, kClientCommands,
        u"set a variable for the server; may be given several times", kMayRepeat | kMayBeEmpty},
    {Name("--setting"), Name("KEY=VALUE"), u"KEY=VALUE", Group::Program, kClientCommands,
        u"a setting of a bundle (SERVER is FILE.mcpb); may be given several times, also for one "
        "setting with several values",
        kMayRepeat | kMayBeEmpty},

    {Name("--ca"), Name("FILE"), u"FILE", Group::Url, kServerCommands,
        u"CA certificates to trust (PEM), instead of the system's"},
    {Name("--cert"), Name("FILE"), u"FILE", Group::Url, kServerCommands,
        u"client certificate (PEM), if the server requires one"},
    {Name("--follow-same-origin"), {}, {}, Group::Url, kServerCommands,
        u"follow redirects (307, 308) within the same origin"},
    {Name("--header"), Name("'Name: value'"), u"'NAME: VAL'", Group::Url, kServerCommands,
        u"sent with every request to the server; may be given several times. Headers that usually "
        "contain a secret (Authorization, …) are redacted in recordings",
        kMayRepeat},
    {Name("--header-env"), Name("Authorization=VARIABLE"), u"NAME=VARIABLE", Group::Url,
        kServerCommands,
        u"the same, with the value of an environment variable, which other users of this computer "
        "cannot see",
        kMayRepeat},
    {Name("--insecure-pin"), Name("SHA256"), u"SHA256", Group::Url, kServerCommands,
        u"trust only a server with this public key; the error message about an untrusted "
        "certificate contains the key"},
    {Name("--key"), Name("FILE"), u"FILE", Group::Url, kServerCommands,
        u"client certificate key (PEM), if not in the same file"},
    {Name("--proxy"), Name("http://proxy.example.org:8080"), u"URL", Group::Url, kServerCommands,
        u"http, https, socks5 or socks5h; none: ignore the environment too (http_proxy, …)"},
    {Name("--transport"), Name("auto|streamable|sse"), u"NAME", Group::Url, kServerCommands,
        u"auto (the default), streamable, or sse: HTTP with SSE of 2024-11-05"},
    {Name("--unix-socket"), Name("PATH"), u"PATH", Group::Url, kServerCommands,
        u"connect to this socket; the URL's host is only a name"},
    {Name("--url"), Name("https://example.org/mcp"), u"URL", Group::Url, kServerCommands,
        u"the server, which is already running"},

    {Name("--browser"), Name("firefox"), u"CMD", Group::Authorization, kServerCommands,
        u"open pages with this program, with the URL as its last argument (default: "
        "$SONDE_BROWSER; auth login: else xdg-open). Other commands open a browser only with this "
        "option or variable. \"embedded\": a window of Sonde that shows every redirect"},
    {Name("--client-document"), Name("https://example.org/client.json"), u"URL",
        Group::Authorization, kServerCommands, u"URL of the client metadata document"},
    {Name("--client-id"), Name("ID"), u"ID", Group::Authorization, kServerCommands,
        u"a client that is already registered, for --issuer; its secret is in "
        "$SONDE_CLIENT_SECRET"},
    {Name("--client-key"), Name("FILE"), u"FILE", Group::Authorization, kServerCommands,
        u"the client's private key (PEM, EC P-256 or RSA), for private_key_jwt"},
    {Name("--client-proof"), Name("client_secret_basic|client_secret_post|private_key_jwt"), u"HOW",
        Group::Authorization, kServerCommands,
        u"client authentication: client_secret_basic (the default), client_secret_post or "
        "private_key_jwt"},
    {Name("--grant"), Name("browser|client-credentials|enterprise-managed"), u"HOW",
        Group::Authorization, kServerCommands,
        u"browser (the default): a person logs in; client-credentials: the client authorizes "
        "itself; enterprise-managed: an identity provider authorizes the person. The last two need "
        "no browser. auth login stores the secrets and the key in the keychain: later commands "
        "need only the options"},
    {Name("--idp-client-id"), Name("ID"), u"ID", Group::Authorization, kServerCommands,
        u"the client id at the identity provider. The client's secret is in "
        "$SONDE_IDP_CLIENT_SECRET, the person's ID token in $SONDE_ID_TOKEN"},
    {Name("--idp-token-endpoint"), Name("https://login.example.org/token"), u"URL",
        Group::Authorization, kServerCommands, u"the token endpoint of the identity provider"},
    {Name("--issuer"), Name("https://auth.example.org"), u"URL", Group::Authorization,
        kServerCommands, u"use this authorization server, if there are several"},
    {Name("--no-browser"), {}, {}, Group::Authorization, kServerCommands,
        u"open no browser: a login ends with exit code 3"},
    {Name("--no-keychain"), {}, {}, Group::Authorization, kServerCommands,
        u"keep tokens in memory for this run"},
    {Name("--override"), Name("RULE"), u"RULE", Group::Authorization, kServerCommands,
        u"override this check for one run; the error message of a refusal contains its rule. May "
        "be given several times",
        kMayRepeat},
    {Name("--redirect-port"), Name("8765"), u"PORT", Group::Authorization, kServerCommands,
        u"port for the redirect from the browser (default: any)"},
    {Name("--scope"), Name("'read write'"), u"'A B'", Group::Authorization, kServerCommands,
        u"request these additional scopes"}};

} // namespace

std::span<const Option> sharedOptions()
{
    return kOptions;
}

} // namespace sonde::cli
