// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/usage.h"

namespace sonde::cli {

QStringView helpText()
{
    return uR"(sonde-cli: use MCP servers from the command line

  sonde-cli [options] tools list                             SERVER
  sonde-cli [options] tools show NAME                        SERVER
  sonde-cli [options] tools call NAME [key=text|key:=json]…  SERVER
  sonde-cli [options] resources list|templates               SERVER
  sonde-cli [options] resources read URI [variable=text]…    SERVER
  sonde-cli [options] resources subscribe URI                SERVER
  sonde-cli [options] prompts list                           SERVER
  sonde-cli [options] prompts get NAME [key=text]…           SERVER
  sonde-cli [options] complete prompt NAME arg=text…         SERVER
  sonde-cli [options] complete resource TEMPLATE var=text…   SERVER
  sonde-cli [options] request METHOD [PARAMS_JSON]           SERVER
  sonde-cli [options] notify METHOD [PARAMS_JSON]            SERVER
  sonde-cli [options] info                                   SERVER
  sonde-cli [options] check [--call NAME]…                   SERVER
  sonde-cli [options] validate --tool NAME [FILE]…           SERVER
  sonde-cli [options] shell                                  SERVER
  sonde-cli [options] auth login|status|logout|token         --url URL
  sonde-cli validate --schema FILE [options] INSTANCE…
  sonde-cli tap [--name NAME] [--record FILE] -- PROGRAM [ARG…]
  sonde-cli hosts list [--output-format FORMAT]
  sonde-cli hosts show HOST [SERVER]
  sonde-cli hosts tap HOST SERVER [--file FILE] [--yes] [--dry-run]
  sonde-cli hosts untap HOST [SERVER] [--file FILE] [--yes] [--dry-run]
  sonde-cli trace show|stats|tail FILE [--filter FILTER] [--json]
  sonde-cli trace filter FILE FILTER [--count] [--json]
  sonde-cli trace check FILE [--level LEVEL] [--format FORMAT] [--fail-on LEVEL]
  sonde-cli trace export FILE [--format jsonl|har|md|csv] [options]
  sonde-cli trace import FILE NEW_FILE
  sonde-cli help [TOPIC]

SERVER is -- PROGRAM [ARG…]: Sonde starts the program and uses its stdin and
stdout (there is no shell in between: every ARG arrives unchanged). Or it is
--url URL, for a server that is already running; or --server NAME, for one of
Sonde's own servers, or of the file of a host with --config FILE. These options
may be anywhere.

Commands
  tools list    lists the tools of the server
  tools show    shows the whole definition of a tool: description, arguments,
                annotations
  tools call    calls a tool. key=text sends a string, key:=json sends the JSON
                byte for byte: count:=3 flag:=true list:='[1,2]'
  resources     lists resources or resource templates; reads a resource. With
                variables, the URI is a template (RFC 6570): id=17
                list:='["a","b"]'. subscribe prints each update until you
                interrupt it
  prompts       lists prompts; gets a prompt, with key=text or key:=json as
                above
  complete      lists the values that the server suggests for the first
                argument; the other arguments are sent as context
  request       sends any request, PARAMS_JSON byte for byte
  notify        sends any notification, PARAMS_JSON byte for byte, and ends
  info          shows what was negotiated and how it was detected, the
                capabilities of both sides, and the connection
  check         sends everything that is harmless, and reports what in the
                responses violates the specification; see below
  auth          login: authorizes at a server that requires it, in a browser,
                and prints each step. The token is stored in the desktop's
                keychain; other commands use and refresh it. status: shows what
                is stored, and a token's claims. logout: revokes and deletes the
                token; with --all also the client and its secret. token: prints
                the token
  validate      checks JSON files against a JSON Schema (2020-12 or draft-07),
                without a server; see below. With --tool NAME: against the
                schemas of that tool; without a FILE, the schemas themselves
  shell         runs a command per line with one start of the server, from the
                terminal (with completion and history) or from standard input,
                where it ends with the first command that fails
  tap           runs a server for a host (Claude Code, Cursor, …), in place of
                the server in the host's configuration, and records what the two
                send; see below
  hosts         lists the servers in the configuration of every host on this
                machine and in this folder, and what is wrong with them; puts a
                tap before a server there, and removes it; see below
  trace         reads a recording of --record or of the window; see below
  help          lists the help topics, or prints one

Options, anywhere before --
  --args JSON           tools call, prompts get: all arguments as one JSON text,
  --args @FILE          byte for byte, from the command line, from a file
  --args -              or from standard input
  --typed               tools call: key=text is converted to the type that the
                        schema of the tool has for the key
  --task                tools call: as a task, whose result is waited for
                        (shell: calls may be tasks)
  --output FILE         resources read, tools call, prompts get: write the
                        content to a new file, as text or as decoded base64;
                        several into a folder, as content-1.png, …
  --all-pages           lists: every page (the default)
  --one-page            lists: only the first page; shows the next cursor
  --cursor CURSOR       lists: only the page of CURSOR
  --json                print the result exactly as received, on one line
                        (lists: one line per page; subscribe: one line per
                        update)
  --output-format FORMAT
                        lists: table (the default; wrapped only on a terminal),
                        name (one per line), csv, jsonl (one item per line, as
                        received), or json, which is --json
  --no-header           lists: no line with the titles of the columns
  --quiet               no notes, progress and logs on standard error, only
                        errors
  --era ERA             auto (the default), legacy: initialize, up to
                        2025-11-25, or modern: from 2026-07-28
  --revision REVISION   use only this protocol revision
  --timeout TIME        handshake timeout, and total timeout of the request:
                        500ms, 2s (default: 10s, and an idle timeout of 60s).
                        With --era auto, the probe has a timeout of its own.
                        Without it, up to 10 minutes while a launcher (npx,
                        uvx, docker run, …) still fetches the server
  --probe               detect the server's era again, ignoring the cache
  --no-cache            neither read nor write the cached detection
  --record FILE         save the whole session to a new file
  --trace               show the traffic and the server's stderr on stderr
                        → sent  ← received  ! stderr  · event
                        (over HTTP: requests, responses and their messages)
  --help, --version     print this text; print the version

Server requests (without these options, no capability is declared and every
server request is refused)
  --sampling HOW        responses from a language model
  --elicitation HOW     forms to fill in, and URLs to open
  --roots HOW           the list of roots (folders)
                        HOW is ask: you respond on the terminal (prompts on
                        stderr); @FILE: the response as JSON, byte for byte, to
                        every request; or a program, 'PROGRAM ARG…': the params
                        on its stdin, the response as JSON on its stdout.
                        --roots also takes a folder, several times. A response
                        that does not match the revision is reported and sent

With a server in a file
  --server NAME         the server of that name in --config, or else in the
                        window's list of servers
  --config FILE         the configuration of a host: JSON with mcpServers,
                        servers, context_servers or mcp. Comments are allowed

With a program
  --clean-env           pass only the variables that hosts pass: HOME, LOGNAME,
                        PATH, SHELL, TERM, USER; and those of --env
  --env NAME=VALUE      set a variable for the server; may be given several
                        times
  --cwd DIR             the working directory of the server

With a URL
  --header 'NAME: VAL'  sent with every request to the server; may be given
                        several times. Headers that usually contain a secret
                        (Authorization, …) are redacted in recordings
  --transport NAME      auto (the default), streamable, or sse: HTTP with SSE of
                        2024-11-05
  --ca FILE             CA certificates to trust (PEM), instead of the system's
  --cert FILE           client certificate (PEM), if the server requires one
  --key FILE            client certificate key (PEM), if not in the same file
  --insecure-pin SHA256 trust only a server with this public key; the error
                        message about an untrusted certificate contains the key
  --proxy URL           http, https, socks5 or socks5h; none: ignore the
                        environment too (http_proxy, …)
  --unix-socket PATH    connect to this socket; the URL's host is only a name
  --follow-same-origin  follow redirects (307, 308) within the same origin

Authorization, with a URL
  --browser CMD         open pages with this program, with the URL as its last
                        argument (default: $SONDE_BROWSER; auth login: else
                        xdg-open). Other commands open a browser only with this
                        option or variable. "embedded": a window of Sonde that
                        shows every redirect
  --no-browser          open no browser: a login ends with exit code 3
  --grant HOW           browser (the default): a person logs in;
                        client-credentials: the client authorizes itself;
                        enterprise-managed: an identity provider authorizes the
                        person. The last two need no browser. auth login stores
                        the secrets and the key in the keychain: later commands
                        need only the options
  --client-id ID        a client that is already registered, for --issuer; its
                        secret is in $SONDE_CLIENT_SECRET
  --client-proof HOW    client authentication: client_secret_basic (the
                        default), client_secret_post or private_key_jwt
  --client-key FILE     the client's private key (PEM, EC P-256 or RSA), for
                        private_key_jwt
  --idp-token-endpoint URL, --idp-client-id ID
                        the identity provider, and the client id there. The
                        client's secret is in $SONDE_IDP_CLIENT_SECRET, the
                        person's ID token in $SONDE_ID_TOKEN
  --client-document URL URL of the client metadata document
  --issuer URL          use this authorization server, if there are several
  --scope 'A B'         request these additional scopes
  --redirect-port PORT  port for the redirect from the browser (default: any)
  --no-keychain         keep tokens in memory for this run
  --override RULE       override this check for one run; the error message of a
                        refusal contains its rule. May be given several times

With shell
  --keep-going          go on after a command that failed. The exit code is that
                        of the first one

With check (no tool is called without --call or --call-read-only; what will be
done is printed first)
  --all-revisions       check in every revision that the server speaks, not only
                        in the negotiated one
  --call NAME           call this tool, without arguments or with these; may be
  --call 'NAME={…}'     given several times
  --call-read-only      call every tool with readOnlyHint and without required
                        arguments
  --dry-run             only print what would be done
  --level LEVEL         show only findings of this level (error, warning, info)
                        and above (default: info)
  --fail-on LEVEL       exit with 11 if there is a finding of this level or
                        above (default: error), or never
  --format FORMAT       text (the default), json, junit, sarif or markdown
  --baseline FILE       the findings in this file are accepted
  --write-baseline FILE write the findings to a new file, for --baseline. An
                        entry has a rule and, if you leave them there, a method
                        and a target (the tool, prompt or resource)

With validate
  --tool NAME           FILEs are arguments of this tool; - is standard input
  --result              with --tool: FILEs are structured results
  --schema FILE         the schema. Sonde never downloads schemas
  --remote URL=FOLDER   FOLDER contains the schemas below URL; may be given
                        several times
  --format              treat “format” as an assertion
  --draft7              for a schema without a dialect (default: 2020-12)
  --json                one line per file, with locations and messages

With tap (all traffic, signals and the exit code pass through unchanged)
  --name NAME           the server's name in the recording (default: the
                        program's)
  --record FILE         record into FILE, or into a new file in this folder
                        (default: the folder of the window's sessions). If FILE
                        exists, a number is added to the name. Why a recording
                        failed is in FILE.log; the traffic goes on

With hosts (HOST is the first column of hosts list: cursor, vscode, …)
  show HOST [SERVER]    the files of the host, and each server in detail. Values
                        of variables and headers are hidden
  tap HOST SERVER       print how the host's file changes, and ask. Only the
                        command and its arguments change; comments and layout
                        stay. TOML and YAML files and servers with a URL are
                        listed, but not changed
  untap HOST [SERVER]   remove the tap of this server, or all taps of the host:
                        the file gets its earlier bytes
  --all                 untap: the taps of every host
  --file FILE           tap, untap: change this file, which is written like the
                        host's own
  --yes                 do not ask
  --dry-run             only print what would change

With trace
  show FILE             one line per message; with numbers after FILE, these
                        messages byte for byte. stats: counts and durations per
                        method and target. tail: messages from now on, until you
                        interrupt it. check: what violates the specification, in
                        messages of both sides. import: JSON Lines, HAR,
                        sessions of mcpsnoop, histories and network logs of the
                        MCP Inspector, logs of Claude Desktop
  --filter FILTER       only matching messages: tool == "echo" and duration >
                        50ms (see sonde-cli help filter)
  --count               filter: print only the number of messages
  --level LEVEL         check: show only findings of this level (error, warning,
                        info) and above (default: info)
  --format FORMAT       check: text (the default), json, junit, sarif or
                        markdown
  --fail-on LEVEL       check: exit with 11 if there is a finding of this level
                        or above (default: error), or never
  --output FILE         export: write to this file
  --redact REGEX        export: redact these matches too; may be given several
                        times
  --no-redaction        export: redact nothing; secrets are exported as they are

Results go to standard output, everything else to standard error.

Exit codes
    0  success
    1  invalid input, or a file in it cannot be read or written
    3  the server requires authorization; the message says what to do
    4  cannot connect: not started, handshake failed, or connection lost
    5  the tool reported an error
    6  the server returned a JSON-RPC error or an incomplete list (not an array,
       or a cursor that leads nowhere)
    7  the request timed out
    8  validate: a file does not match the schema
    9  validate: the schema is not usable
   10  a server request could not be answered: the source of --sampling,
       --elicitation or --roots failed
   11  tools call: the result violates the specification or the tool's output
       schema; check, trace check: there is a finding of the level of --fail-on
  130  interrupted (128 and the signal's number)
)";
}

} // namespace sonde::cli
