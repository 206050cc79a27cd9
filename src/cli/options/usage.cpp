// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/usage.h"

namespace sonde::cli {

QStringView helpText()
{
    return uR"(sonde-cli: speak to an MCP server from the command line

  sonde-cli [options] tools list                             SERVER
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
  sonde-cli [options] auth login|status|logout|token         --url URL
  sonde-cli validate --schema FILE [options] INSTANCE…
  sonde-cli trace show|stats|tail FILE [--filter FILTER] [--json]
  sonde-cli trace filter FILE FILTER [--count] [--json]
  sonde-cli trace export FILE [--format jsonl|har|md|csv] [options]
  sonde-cli trace import FILE NEW_FILE

SERVER is -- PROGRAM [ARG…], which is started and spoken to over its stdin and
stdout (there is no shell in between: every ARG reaches it as it is), or
--url URL, for a server that runs already; that may stand anywhere.

Commands
  tools list    the server's tools
  tools call    calls a tool. key=text sends a string, key:=json sends the JSON
                byte for byte: count:=3 flag:=true list:='[1,2]'
  resources     lists them, or their templates; reads one. With variables, the
                URI is a template (RFC 6570): id=17 list:='["a","b"]'.
                subscribe prints each update until it is interrupted
  prompts       lists them; gets one, with key=text or key:=json as above
  complete      the values the server proposes for what is typed so far: the
                first argument; the others go along as context
  request       sends any request, PARAMS_JSON byte for byte
  notify        sends any notification, in the same way, and ends
  info          what was agreed with the server and why, what both sides offer,
                and how it is reached
  auth          login: authorize at a server that asks for it, in a browser;
                each step is told. The token goes into the desktop's keychain,
                and other commands use and refresh it. status: what is kept, and
                a token's claims. logout: revoke and forget; with --all also the
                client, with its secret. token: print it
  validate      JSON files against a JSON Schema (2020-12 or draft-07), without
                a server; see below
  trace         reads what --record or the window has recorded; see below

Options, anywhere before --
  --args JSON           tools call, prompts get: all arguments as one JSON text,
  --args @FILE          byte for byte, from the command line, from a file
  --args -              or from standard input
  --output FILE         resources read, tools call, prompts get: write the
                        content to a new file, as text or as the bytes that
                        base64 stands for; several into a folder, where they
                        are named content-1.png, …
  --all-pages           lists: every page, one after the other (as without it)
  --one-page            lists: only the first; the cursor of the next is shown
  --cursor CURSOR       lists: only the page that CURSOR names
  --json                print the result exactly as it arrived, in one line
                        (lists: one line for every page; subscribe: for every
                        update)
  --era ERA             auto (the default), legacy: initialize, up to
                        2025-11-25, or modern: from 2026-07-28
  --revision REVISION   this protocol revision and no other
  --timeout TIME        for the handshake, and again for the request: 500ms, 2s
                        (without it: 10s, and 60s without a sign of life). With
                        --era auto the probe before them counts on its own
  --probe               find the server's era out anew, even when it is known
  --no-cache            neither use nor keep what is known about servers' eras
  --record FILE         keep the whole session in a new file
  --trace               show the wire traffic and the server's stderr on stderr
                        → sent  ← received  ! stderr  · what happened
                        (over HTTP: requests, answers and their messages)
  --help, --version     say this; say the version

What the server may ask of its client (without these nothing is declared, and
what is asked all the same is refused)
  --sampling HOW        an answer of a language model
  --elicitation HOW     forms to fill in, and addresses to visit
  --roots HOW           the folders it may know
                        HOW is ask: on the terminal, questions on stderr; @FILE:
                        the answer as JSON, byte for byte, for every question;
                        or a program, 'PROGRAM ARG…': the question's params on
                        its stdin, the answer as JSON on its stdout. --roots
                        takes a folder too, several times. An answer that does
                        not fit the revision is told, and sent

With a program
  --env NAME=VALUE      set for the server; may be given several times
  --cwd DIR             the folder the server is started in

With a URL
  --header 'NAME: VAL'  sent with every request to the server; may be given
                        several times. What usually is a secret (Authorization,
                        …) is hidden in recordings
  --transport NAME      auto (the default), streamable, or sse: HTTP with SSE of
                        2024-11-05
  --ca FILE             trust these authorities (PEM), not the system's
  --cert FILE           our own certificate (PEM), when the server asks for one
  --key FILE            its key (PEM), when that is not in the same file
  --insecure-pin SHA256 trust the server with this public key and no other; what
                        to write is shown when a certificate is not trusted
  --proxy URL           http, https, socks5 or socks5h; none: not even the
                        environment's (http_proxy, …)
  --unix-socket PATH    connect there; the URL's host is then only a name
  --follow-same-origin  follow redirects (307, 308) that stay at the server

With a URL whose server asks for authorization
  --browser CMD         show pages with this program, given the address as its
                        last word ($SONDE_BROWSER; auth login: else xdg-open).
                        Without it only auth login opens a browser. "embedded":
                        in a window of Sonde that shows where the pages lead
  --no-browser          none at all: what needs a person ends with code 3
  --grant HOW           browser (the default): a person logs in;
                        client-credentials: a client in its own right;
                        enterprise-managed: by the word of an identity provider.
                        The last two need no person. auth login keeps the
                        secrets and the key in the keychain: later commands
                        need only the options
  --client-id ID        a client that is registered already, for --issuer; its
                        secret is in $SONDE_CLIENT_SECRET
  --client-proof HOW    how it proves itself: client_secret_basic (the default),
                        client_secret_post or private_key_jwt
  --client-key FILE     its private key (PEM, EC P-256 or RSA), for
                        private_key_jwt
  --idp-token-endpoint URL, --idp-client-id ID
                        the identity provider, and our client id there. Its
                        secret is in $SONDE_IDP_CLIENT_SECRET, the person's ID
                        token in $SONDE_ID_TOKEN
  --client-document URL the address of a metadata document about the client
  --issuer URL          this authorization server, where several are named
  --scope 'A B'         ask for these scopes as well
  --redirect-port PORT  listen there for the browser (without it: any port)
  --no-keychain         keep tokens for this run only
  --override RULE       let what the specification refuses pass, for this run; a
                        refusal names its rule. May be given several times

With validate
  --schema FILE         the schema. Nothing is ever fetched
  --remote URL=FOLDER   what the schema refers to below URL lies in FOLDER; may
                        be given several times
  --format              “format” is demanded, not only described
  --draft7              for a schema that names no dialect (without it: 2020-12)
  --json                one line for each file, with places and sentences

With trace
  show FILE             a line for each message; with numbers behind FILE, these
                        messages byte for byte. stats: counts and times of each
                        method and target. tail: what is recorded from now on
                        import: JSON Lines, HAR, sessions of mcpsnoop, histories
                        of the MCP Inspector, logs of Claude Desktop
  --filter FILTER       only what fits: tool == "echo" and duration > 50ms (the
                        help of the window has the whole language)
  --count               filter: only how many
  --output FILE         export: there, not to standard output
  --redact REGEX        export: hide this as well; may be given several times
  --no-redaction        export: everything as it is, secrets too

Results go to standard output, everything else to standard error.

Exit codes
    0  fine
    1  wrong input, or a file named in it cannot be read or written
    3  the server asks for authorization; what to do is shown
    4  cannot connect: not started, no answer to the handshake, connection lost
    5  the tool reported an error
    6  the server answered with a JSON-RPC error, or gave a list that is not
       complete: no array, or a cursor that leads nowhere
    7  no answer to the request in time
    8  validate: a file does not fit the schema
    9  validate: the schema cannot be used
   10  the server asked for something and got no answer: what --sampling,
       --elicitation or --roots name failed
  130  interrupted (128 and the signal's number)
)";
}

} // namespace sonde::cli
