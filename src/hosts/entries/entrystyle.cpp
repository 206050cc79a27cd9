// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/entrystyle.h"

#include <QString>

#include <map>

namespace sonde::hosts {

namespace {

using Text = QLatin1String;

EntryStyle typed(const char *stdio, const char *http, const char *sse, const char *reference = "")
{
    EntryStyle style;
    style.stdio = Text(stdio);
    style.http = Text(http);
    style.sse = Text(sse);
    style.reference = Text(reference);
    return style;
}

EntryStyle withUrl(const char *url)
{
    EntryStyle style;
    style.url = Text(url);
    return style;
}

EntryStyle openStyle()
{
    EntryStyle style = typed("local", "remote", "", "{env:%1}");
    style.hasCommandList = true;
    style.environment = Text("environment");
    return style;
}

EntryStyle gooseStyle()
{
    EntryStyle style = typed("stdio", "streamable_http", "");
    style.command = Text("cmd");
    style.environment = Text("envs");
    style.url = Text("uri");
    style.more = Text("\"enabled\": true, \"timeout\": 300,");
    return style;
}

EntryStyle continueStyle()
{
    EntryStyle style = typed("stdio", "streamable-http", "sse");
    style.headers = Text("requestOptions/headers");
    return style;
}

EntryStyle codexStyle()
{
    EntryStyle style;
    style.headers = Text("http_headers");
    style.variableNames = Text("env_vars");
    return style;
}

EntryStyle vibeStyle()
{
    EntryStyle style = typed("stdio", "http", "");
    style.type = Text("transport");
    return style;
}

EntryStyle copilotStyle()
{
    EntryStyle style = typed("local", "http", "sse");
    style.more = Text("\"tools\": [\"*\"],");
    return style;
}

EntryStyle desktopStyle()
{
    EntryStyle style;
    style.url = {};
    return style;
}

EntryStyle referring(const char *reference)
{
    EntryStyle style;
    style.reference = Text(reference);
    return style;
}

EntryStyle withFolder(EntryStyle style)
{
    style.folder = Text("cwd");
    return style;
}

// As the hosts document it; what is not in the table has command, args, env, url and headers.
std::map<QString, EntryStyle> makeStyles()
{
    const EntryStyle code = withFolder(typed("stdio", "http", "sse", "${env:%1}"));
    return {
        {QStringLiteral("claude-desktop"), desktopStyle()},
        {QStringLiteral("claude-code"), typed("", "http", "sse", "${%1}")},
        {QStringLiteral("cursor"), referring("${env:%1}")},
        {QStringLiteral("vscode"), code},
        {QStringLiteral("vscode-insiders"), code},
        {QStringLiteral("visual-studio"), typed("stdio", "http", "sse")},
        {QStringLiteral("copilot"), copilotStyle()},
        {QStringLiteral("cline"), withFolder(typed("", "streamableHttp", "sse", "${env:%1}"))},
        {QStringLiteral("roo"), withFolder(typed("", "streamable-http", "sse", "${env:%1}"))},
        {QStringLiteral("kilo"), withFolder(openStyle())},
        {QStringLiteral("opencode"), withFolder(openStyle())},
        {QStringLiteral("devin"), withUrl("serverUrl")},
        {QStringLiteral("antigravity"), withUrl("serverUrl")},
        {QStringLiteral("qwen"), withFolder(withUrl("httpUrl"))},
        {QStringLiteral("gemini"), withFolder(typed("", "http", "sse", "${%1}"))},
        {QStringLiteral("crush"), typed("stdio", "http", "sse", "$%1")},
        {QStringLiteral("amazon-q"), typed("", "http", "")},
        {QStringLiteral("droid"), typed("", "http", "sse")},
        {QStringLiteral("anythingllm"), typed("", "streamable", "sse")},
        {QStringLiteral("codex"), withFolder(codexStyle())},
        {QStringLiteral("grok"), withFolder(codexStyle())},
        {QStringLiteral("vibe"), vibeStyle()},
        {QStringLiteral("continue"), withFolder(continueStyle())},
        {QStringLiteral("goose"), gooseStyle()},
        {QStringLiteral("librechat"), typed("stdio", "streamable-http", "sse", "${%1}")},
    };
}

} // namespace

const EntryStyle &entryStyle(const Host &host)
{
    static const std::map<QString, EntryStyle> styles = makeStyles();
    static const EntryStyle usual{};
    const auto found = styles.find(host.id);
    return found == styles.end() ? usual : found->second;
}

} // namespace sonde::hosts
