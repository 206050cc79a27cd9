// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/optiontable.h"

namespace sonde::cli {

namespace {

using enum Command;
using Group = OptionGroup;
using Name = QLatin1String;

// Their messages can be recorded.
constexpr Commands kTraced = kServerCommands.without({TapUrl, Doctor});
// Whose messages are shown while it runs; open goes on in the background.
constexpr Commands kShown = kTraced.without(Open);
// Those that respond to server requests as the user says; a replay responds as its recording does.
constexpr Commands kResponding = kClientCommands.without({Doctor, Replay});
// Those with one server in one revision: fan-out has rows of its own for more of them.
constexpr Commands kOfOneServer = kServerCommands.without(FanOut);

// Alphabetical within a group of the help.
constexpr Option kOptions[]{
    {Name("--era"), Name("auto|legacy|modern"), u"ERA", Group::Connection,
        kClientCommands.with(kAuthCommands),
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "auto (the default), legacy: initialize, up to 2025-11-25, or modern: from "
            "2026-07-28")},
    {Name("--no-cache"), {}, {}, Group::Connection, kClientCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram", "neither read nor write the cached detection")},
    {Name("--probe"), {}, {}, Group::Connection, kClientCommands,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "detect the server's era again, ignoring the cache")},
    {Name("--record"), Name("FILE"), u"FILE", Group::Connection, kTraced,
        QT_TRANSLATE_NOOP("CommandLineProgram", "save the whole session to a new file")},
    {Name("--revision"), Name("2025-11-25"), u"REVISION", Group::Connection,
        kClientCommands.with(kAuthCommands).without(FanOut),
        QT_TRANSLATE_NOOP("CommandLineProgram", "use only this protocol revision")},
    {Name("--timeout"), Name("2s"), u"TIME", Group::Connection, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "handshake timeout, and total timeout of the request: 500ms, 2s (default: 10s, and an "
            "idle timeout of 60s). With --era auto, the probe has a timeout of its own. Without "
            "it, up to 10 minutes while a launcher (npx, uvx, docker run, …) still fetches the "
            "server")},
    {Name("--trace"), {}, {}, Group::Connection, kShown,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "show the traffic and the server's stderr on stderr: → sent, ← received, ! stderr, · "
            "event (over HTTP: requests, responses and their messages), byte for byte")},
    {Name("--verbose"), {}, {}, Group::Connection, kShown,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "a line on stderr for each step of the connection and each message, with times and "
            "sizes; no content, and secrets are redacted")},

    {Name("--elicitation"), Name("ask|@FILE|PROGRAM"), u"HOW", Group::ServerRequests, kResponding,
        QT_TRANSLATE_NOOP("CommandLineProgram", "forms to fill in, and URLs to open")},
    {Name("--roots"), Name("FOLDER|ask|@FILE|PROGRAM"), u"HOW", Group::ServerRequests, kResponding,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the list of roots (folders): as --sampling, or a folder; may be given several times"),
        kMayRepeat},
    {Name("--sampling"), Name("ask|@FILE|PROGRAM"), u"HOW", Group::ServerRequests, kResponding,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "responses from a language model. HOW is ask: you respond on the terminal (prompts on "
            "stderr); @FILE: the response as JSON, byte for byte, to every request; or a program, "
            "'PROGRAM ARG…': the params on its stdin, the response as JSON on its stdout. A "
            "response that does not match the revision is reported and sent")},

    {Name("--config"), Name("FILE"), u"FILE", Group::File, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the configuration of a host: JSON (with comments, too), TOML or YAML; or only its map "
            "or list of servers, without mcpServers or the like around it")},
    {Name("--on"), Name("NAME"), u"NAME", Group::File,
        kClientCommands.without({Open, Doctor, Check, FanOut}),
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the server that sonde-cli open --as NAME keeps running, as it is now")},
    {Name("--server"), Name("NAME"), u"NAME", Group::File, kOfOneServer,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the server of that name in --config, or else in the window's list of servers")},

    {Name("--clean-env"), {}, {}, Group::Program, kClientCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "pass only the variables that hosts pass: HOME, LOGNAME, PATH, SHELL, TERM, USER; and "
            "those of --env")},
    {Name("--cwd"), Name("DIR"), u"DIR", Group::Program, kClientCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram", "the working directory of the server")},
    {Name("--env"), Name("NAME=VALUE"), u"NAME=VALUE", Group::Program, kClientCommands,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "set a variable for the server; may be given several times"),
        kMayRepeat | kMayBeEmpty},
    {Name("--setting"), Name("KEY=VALUE"), u"KEY=VALUE", Group::Program, kClientCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "a setting of a bundle (SERVER is FILE.mcpb); may be given several times, also for one "
            "setting with several values"),
        kMayRepeat | kMayBeEmpty},

    {Name("--ca"), Name("FILE"), u"FILE", Group::Url, kServerCommands,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "CA certificates to trust (PEM), instead of the system's")},
    {Name("--cert"), Name("FILE"), u"FILE", Group::Url, kServerCommands,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "client certificate (PEM), if the server requires one")},
    {Name("--follow-same-origin"), {}, {}, Group::Url, kServerCommands,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "follow redirects (307, 308) within the same origin")},
    {Name("--header"), Name("'Name: value'"), u"'NAME: VAL'", Group::Url, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "sent with every request to the server; may be given several times. Headers that "
            "usually contain a secret (Authorization, …), and values that look like one, are "
            "redacted in recordings and exports"),
        kMayRepeat},
    {Name("--header-env"), Name("Authorization=VARIABLE"), u"NAME=VARIABLE", Group::Url,
        kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the same, with the value of an environment variable, which other users of this "
            "computer cannot see"),
        kMayRepeat},
    {Name("--insecure-pin"), Name("SHA256"), u"SHA256", Group::Url, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "trust only a server with this public key; the error message about an untrusted "
            "certificate contains the key")},
    {Name("--key"), Name("FILE"), u"FILE", Group::Url, kServerCommands,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "client certificate key (PEM), if not in the same file")},
    {Name("--proxy"), Name("http://proxy.example.org:8080"), u"URL", Group::Url, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "http, https, socks5 or socks5h; none: ignore the environment too (http_proxy, …)")},
    {Name("--transport"), Name("auto|streamable|sse"), u"NAME", Group::Url, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "auto (the default), streamable, or sse: HTTP with SSE of 2024-11-05")},
    {Name("--unix-socket"), Name("PATH"), u"PATH", Group::Url, kServerCommands,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "connect to this socket; the URL's host is only a name")},
    {Name("--url"), Name("https://example.org/mcp"), u"URL", Group::Url, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram", "the server, which is already running")},

    {Name("--browser"), Name("firefox"), u"CMD", Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "open pages with this program, with the URL as its last argument (default: "
            "$SONDE_BROWSER; auth login: else xdg-open). Other commands open a browser only with "
            "this option or variable. \"embedded\": a window of Sonde that shows every redirect")},
    {Name("--client-document"), Name("https://example.org/client.json"), u"URL",
        Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram", "URL of the client metadata document")},
    {Name("--client-id"), Name("ID"), u"ID", Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "a client that is already registered, for --issuer; its secret is in "
            "$SONDE_CLIENT_SECRET")},
    {Name("--client-key"), Name("FILE"), u"FILE", Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the client's private key (PEM, EC P-256 or RSA), for private_key_jwt")},
    {Name("--client-proof"), Name("client_secret_basic|client_secret_post|private_key_jwt"), u"HOW",
        Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "client authentication: client_secret_basic (the default), client_secret_post or "
            "private_key_jwt")},
    {Name("--grant"), Name("browser|client-credentials|enterprise-managed"), u"HOW",
        Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "browser (the default): a person logs in; client-credentials: the client authorizes "
            "itself; enterprise-managed: an identity provider authorizes the person. The last two "
            "need no browser. auth login stores the secrets and the key in the keychain: later "
            "commands need only the options")},
    {Name("--idp-client-id"), Name("ID"), u"ID", Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "the client id at the identity provider. The client's secret is in "
            "$SONDE_IDP_CLIENT_SECRET, the person's ID token in $SONDE_ID_TOKEN")},
    {Name("--idp-token-endpoint"), Name("https://login.example.org/token"), u"URL",
        Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram", "the token endpoint of the identity provider")},
    {Name("--issuer"), Name("https://auth.example.org"), u"URL", Group::Authorization,
        kServerCommands,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "use this authorization server, if there are several")},
    {Name("--no-browser"), {}, {}, Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram", "open no browser: a login ends with exit code 3")},
    {Name("--no-keychain"), {}, {}, Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram", "keep tokens in memory for this run")},
    {Name("--override"), Name("RULE"), u"RULE", Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram",
            "override this check for one run; the error message of a refusal contains its rule. "
            "May be given several times"),
        kMayRepeat},
    {Name("--redirect-port"), Name("8765"), u"PORT", Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP(
            "CommandLineProgram", "port for the redirect from the browser (default: any)")},
    {Name("--scope"), Name("'read write'"), u"'A B'", Group::Authorization, kServerCommands,
        QT_TRANSLATE_NOOP("CommandLineProgram", "request these additional scopes")}};

} // namespace

std::span<const Option> serverOptions()
{
    return kOptions;
}

} // namespace sonde::cli
