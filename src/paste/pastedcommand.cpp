// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "paste/pastedcommand.h"

#include "base/domainerror.h"
#include "config/configtext.h"
#include "config/pastedparts.h"
#include "hosts/servers/serversoffile.h"

#include <QRegularExpression>

#include <algorithm>
#include <map>
#include <optional>

namespace sonde::paste {

using namespace config;

namespace {

// "/usr/bin/npx" → "npx"
QString baseName(const QString &program)
{
    return program.sliced(program.lastIndexOf(u'/') + 1);
}

void addHeaderLine(HttpSettings &http, const QString &line, QStringList &notes)
{
    const qsizetype colon = line.indexOf(u':');
    if (colon > 0)
        addHeader(http, line.left(colon).trimmed(), line.sliced(colon + 1).trimmed());
    else
        notes += config::Text::tr("A header without a colon was skipped.");
}

// The words after a program that adds or shows a server: its options, for some programs a server
// name, and then a URL or a command.
class HostWords {
public:
    HostWords(const CommandLine &line, qsizetype at, bool named)
        : m_words(line.words)
        , m_at(at)
        , m_named(named)
    {
        // Options of the inspector itself.
        static const QRegularExpression own(QStringLiteral(
            "\\A(CLIENT_PORT|SERVER_PORT|ALLOWED_ORIGINS|DANGEROUSLY_.*|MCP_PROXY_.*)\\z"));
        for (const auto &[name, value] : line.environment) {
            if (!own.match(name).hasMatch())
                m_profile.environment.emplace_back(name, Secret(value));
        }
    }

    Result<PastedServers> read()
    {
        bool options = true;
        for (; m_at < m_words.size(); ++m_at) {
            const QString word = m_words[m_at];
            if (options && word == QLatin1String("--"))
                options = false;
            else if (options && word.size() > 1 && word.startsWith(u'-'))
                option(word);
            else if (options && m_named && m_profile.name.isEmpty())
                m_profile.name = word;
            else if (options && isHttpUrl(word) && m_http.url.isEmpty())
                m_http.url = word;
            else if (command())
                break;
        }
        if (m_needsFile)
            return usageError(config::Text::tr(
                "This command reads the servers from a file. Paste the contents of the file."));
        if (m_http.url.isEmpty() && m_profile.program.isEmpty())
            return usageError(config::Text::tr(
                "This command contains neither a program nor the URL of a server."));
        if (!m_http.url.isEmpty()) {
            m_profile.environment.clear();
            m_profile.reachByUrl(std::move(m_http));
        }
        return PastedServers{{std::move(m_profile)}, std::move(m_notes)};
    }

private:
    enum class Does { Env, Header, Transport, Url, File, SkipsValue, Cli };

    static std::optional<Does> meaning(const QString &name)
    {
        static const std::map<QString, Does> known{
            {QStringLiteral("-e"), Does::Env},
            {QStringLiteral("--env"), Does::Env},
            {QStringLiteral("-H"), Does::Header},
            {QStringLiteral("--header"), Does::Header},
            {QStringLiteral("-t"), Does::Transport},
            {QStringLiteral("--transport"), Does::Transport},
            {QStringLiteral("--url"), Does::Url},
            {QStringLiteral("--server-url"), Does::Url},
            {QStringLiteral("--config"), Does::File},
            {QStringLiteral("--cli"), Does::Cli},
            {QStringLiteral("-s"), Does::SkipsValue},
            {QStringLiteral("--scope"), Does::SkipsValue},
            {QStringLiteral("--server"), Does::SkipsValue},
            {QStringLiteral("--client-id"), Does::SkipsValue},
            {QStringLiteral("--client-secret"), Does::SkipsValue},
            {QStringLiteral("--callback-port"), Does::SkipsValue},
            {QStringLiteral("--bearer-token-env-var"), Does::SkipsValue},
            {QStringLiteral("--timeout"), Does::SkipsValue},
            {QStringLiteral("--description"), Does::SkipsValue},
            {QStringLiteral("--method"), Does::SkipsValue},
            {QStringLiteral("--tool-name"), Does::SkipsValue},
            {QStringLiteral("--tool-arg"), Does::SkipsValue},
            {QStringLiteral("--prompt-name"), Does::SkipsValue},
            {QStringLiteral("--prompt-args"), Does::SkipsValue},
            {QStringLiteral("--uri"), Does::SkipsValue},
            {QStringLiteral("--log-level"), Does::SkipsValue},
        };
        const auto it = known.find(name);
        return it == known.end() ? std::nullopt : std::optional(it->second);
    }

    // Starts at the option and ends at the last word that belongs to it.
    void option(const QString &word)
    {
        const qsizetype equals = word.startsWith(QLatin1String("--")) ? word.indexOf(u'=') : -1;
        const auto does = meaning(equals < 0 ? word : word.left(equals));
        if (does == Does::Cli)
            m_cli = true;
        if (!does || does == Does::Cli)
            return;
        QString value;
        if (equals >= 0)
            value = word.sliced(equals + 1);
        else if (m_at + 1 < m_words.size())
            value = m_words[++m_at];
        apply(*does, value);
        // `-e A=1 B=2`: neither a server name nor a program contains an equals sign.
        while (does == Does::Env && m_at + 1 < m_words.size() && isAssignment(m_words[m_at + 1]))
            apply(*does, m_words[++m_at]);
    }

    static bool isAssignment(const QString &word)
    {
        static const QRegularExpression assignment(QStringLiteral("\\A[A-Za-z_][A-Za-z0-9_]*="));
        return assignment.match(word).hasMatch();
    }

    void apply(Does does, const QString &value)
    {
        switch (does) {
        case Does::Env: {
            const qsizetype equals = value.indexOf(u'=');
            if (equals > 0)
                m_profile.environment.emplace_back(
                    value.left(equals), Secret(value.sliced(equals + 1)));
            else
                m_notes += config::Text::tr("A variable without a value was skipped.");
            break;
        }
        case Does::Header:
            addHeaderLine(m_http, value, m_notes);
            break;
        case Does::Transport:
            m_http.transport = transportFromHost(value);
            break;
        case Does::Url:
            m_http.url = value;
            break;
        case Does::File:
            m_needsFile = true;
            break;
        case Does::SkipsValue:
        case Does::Cli:
            break;
        }
    }

    // Takes the remaining words as the server's command, without the options that the inspector
    // removes from any position. Returns false if the word is only the name of a server given with
    // `--url`.
    bool command()
    {
        if (!m_http.url.isEmpty())
            return false;
        m_profile.program = m_words[m_at];
        for (++m_at; m_at < m_words.size(); ++m_at) {
            if (m_cli && meaning(m_words[m_at]) == Does::SkipsValue)
                ++m_at;
            else
                m_profile.arguments += m_words[m_at];
        }
        return true;
    }

    const QStringList &m_words;
    qsizetype m_at;
    bool m_named;
    bool m_cli = false;
    bool m_needsFile = false;
    Profile m_profile;
    HttpSettings m_http;
    QStringList m_notes;
};

// Keeps the headers, except those that describe the body or that MCP sets itself.
Result<PastedServers> fromCurl(const QStringList &words)
{
    static const QRegularExpression own(
        QStringLiteral("\\A\\s*(accept|content-type|content-length|host|user-agent|last-event-id|"
                       "mcp-session-id|mcp-protocol-version|mcp-method|mcp-name)\\s*:"),
        QRegularExpression::CaseInsensitiveOption);
    Profile profile;
    HttpSettings &http = profile.reachByUrl();
    PastedServers servers;
    for (qsizetype i = 1; i < words.size(); ++i) {
        const QString &word = words[i];
        const bool header = word == QLatin1String("-H") || word == QLatin1String("--header");
        if (header && i + 1 < words.size()) {
            if (!own.match(words[++i]).hasMatch())
                addHeaderLine(http, words[i], servers.notes);
        } else if (word == QLatin1String("-d") || word.startsWith(QLatin1String("--data"))) {
            ++i;
        } else if (isHttpUrl(word) && http.url.isEmpty()) {
            http.url = word;
        }
    }
    if (http.url.isEmpty())
        return usageError(
            config::Text::tr("This curl command has no URL that begins with https:// or "
                             "http://."));
    servers.notes +=
        config::Text::tr("Only the URL and the headers of the curl command were used.");
    servers.profiles.push_back(std::move(profile));
    return servers;
}

// The index of the inspector's first argument; 0 if the command does not start the inspector.
qsizetype afterInspector(const QStringList &words)
{
    static const QRegularExpression package(
        QStringLiteral("\\A(@modelcontextprotocol/inspector(-cli)?(@.*)?|(.*/)?mcp-inspector)\\z"));
    for (qsizetype i = 0; i < words.size(); ++i) {
        if (package.match(words[i]).hasMatch())
            return i + 1;
        // A runner, its verb, and the runner's options.
        static const QStringList runners{QStringLiteral("npx"), QStringLiteral("pnpx"),
            QStringLiteral("bunx"), QStringLiteral("npm"), QStringLiteral("pnpm"),
            QStringLiteral("yarn"), QStringLiteral("bun"), QStringLiteral("exec"),
            QStringLiteral("dlx"), QStringLiteral("x")};
        if (!words[i].startsWith(u'-') && !runners.contains(words[i]))
            return 0;
    }
    return 0;
}

Result<PastedServers> fromPlain(const CommandLine &line)
{
    Profile profile;
    profile.program = line.words.first();
    profile.arguments = line.words.sliced(1);
    for (const auto &[name, value] : line.environment)
        profile.environment.emplace_back(name, Secret(value));
    PastedServers servers{{std::move(profile)}, {}};
    static const QRegularExpression bridge(QStringLiteral("\\Amcp-remote(@.*)?\\z"));
    if (line.words.indexOf(bridge) >= 0)
        servers.notes += config::Text::tr("mcp-remote only connects a program to a URL. Sonde can "
                                          "use the URL directly: paste it to see what is sent.");
    return servers;
}

} // namespace

Result<PastedServers> readPastedCommand(const CommandLine &line)
{
    const QStringList &words = line.words;
    if (words.isEmpty())
        return usageError(config::Text::tr("The command line contains no program."));
    const QString program = baseName(words[0]);
    const bool host = words.size() > 2 && words[1] == QLatin1String("mcp");
    if (host && words[2] == QLatin1String("add-json") && words.size() > 4)
        return hosts::readServersOfText(words.last().toStdString(), words[words.size() - 2]);
    if (program == QLatin1String("code") && words.size() > 2
        && words[1] == QLatin1String("--add-mcp"))
        return hosts::readServersOfText(words[2].toStdString());

    auto servers = [&]() -> Result<PastedServers> {
        if (host && words[2] == QLatin1String("add"))
            return HostWords(line, 3, true).read();
        if (const qsizetype at = afterInspector(words))
            return HostWords(line, at, false).read();
        if (program == QLatin1String("curl"))
            return fromCurl(words);
        return fromPlain(line);
    }();
    if (servers && servers->profiles.front().hasProcess())
        servers.value().notes += line.notes;
    return servers;
}

} // namespace sonde::paste
