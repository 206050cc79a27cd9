// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/pastedserver.h"

#include "config/pastedparts.h"

#include <QRegularExpression>
#include <QUrl>

#include <algorithm>
#include <array>

namespace sonde::config {

namespace {

// Removes the fence of a Markdown block and shell prompts.
QString unwrapped(QStringView pasted)
{
    QString text = pasted.trimmed().toString();
    if (text.startsWith(QChar(0xfeff)))
        text = text.sliced(1).trimmed();
    if (text.startsWith(QLatin1String("```"))) {
        const qsizetype firstLine = text.indexOf(u'\n');
        text = firstLine < 0 ? QString() : text.sliced(firstLine + 1);
        const qsizetype fence = text.lastIndexOf(QLatin1String("```"));
        if (fence >= 0)
            text.truncate(fence);
        text = text.trimmed();
    }
    if (text.startsWith(QLatin1String("$ ")))
        text = text.sliced(2).trimmed();
    if (text.startsWith(u'<') && text.endsWith(u'>') && isHttpUrl(text.sliced(1)))
        text = text.sliced(1, text.size() - 2);
    return text;
}

bool looksLikeJson(const QString &text)
{
    // Or a member without the braces around it, copied from the middle of a file.
    static const QRegularExpression member(QStringLiteral("\\A\"[^\"\\n]*\"\\s*:"));
    return text.startsWith(u'{') || text.startsWith(u'[') || text.startsWith(QLatin1String("//"))
        || text.startsWith(QLatin1String("/*")) || member.match(text).hasMatch();
}

// "localhost:3000/mcp" is a URL without its scheme; no program has such a name.
bool looksLikeLocalAddress(const QString &text)
{
    static const QRegularExpression address(
        QStringLiteral("\\A(localhost|127\\.[0-9.]+|\\[::1\\]):[0-9]+(/\\S*)?\\z"));
    return address.match(text).hasMatch();
}

Result<PastedServers> fromUrl(const QString &text)
{
    Profile profile;
    profile.http.emplace();
    profile.http->url = text;
    return PastedServers{{profile}, {}};
}

Result<PastedServers> read(const QString &text)
{
    static const QRegularExpression scheme(QStringLiteral("\\A[A-Za-z][A-Za-z0-9+.-]*://"));
    const bool oneWord =
        std::none_of(text.begin(), text.end(), [](QChar c) { return c.isSpace(); });
    if (text.isEmpty())
        return pasteError(PastedText::tr(
            "There is nothing to parse. Paste a URL, a command line or a JSON configuration."));
    if (text.startsWith(QLatin1String("[mcp_servers")))
        return pasteError(
            PastedText::tr("This is TOML, which Sonde does not support. Paste the command "
                           "line or the URL from it."));
    if (looksLikeJson(text))
        return readPastedJson(text);
    if (auto link = readPastedLink(text))
        return std::move(*link);
    if (oneWord && isHttpUrl(text))
        return fromUrl(text);
    if (oneWord && looksLikeLocalAddress(text))
        return fromUrl(QLatin1String("http://") + text);
    if (oneWord && scheme.match(text).hasMatch())
        return pasteError(PastedText::tr("MCP servers do not use this URL scheme. Paste a URL that "
                                         "begins with https:// or http://."));
    const auto line = splitCommandLine(text);
    if (!line)
        return line.error();
    return readPastedCommand(*line);
}

QString presentable(QString name)
{
    name.removeIf([](QChar c) { return !c.isPrint() && !c.isSurrogate(); });
    return name.trimmed().left(kMaxNameLength).trimmed();
}

QString nameOf(const Profile &profile)
{
    QString name = presentable(profile.name);
    if (name.isEmpty() && profile.http) {
        const QUrl url(profile.http->url);
        name = presentable(url.host());
        if (url.port() > 0)
            name += u':' + QString::number(url.port());
    } else if (name.isEmpty()) {
        name = presentable(nameOfCommand(profile.program, profile.arguments));
    }
    return name.isEmpty() ? PastedText::tr("server") : name;
}

} // namespace

Result<PastedServers> readPastedServers(QStringView text)
{
    if (text.size() > kMaxPasted)
        return pasteError(
            PastedText::tr("The pasted text is longer than %1 characters. Paste only the "
                           "part that describes the servers.")
                .arg(kMaxPasted));
    auto pasted = read(unwrapped(text));
    if (!pasted)
        return pasted.error();
    PastedServers servers = std::move(pasted).value();
    if (servers.profiles.size() > kMaxPastedServers) {
        servers.profiles.resize(kMaxPastedServers);
        servers.notes +=
            PastedText::tr("Only the first %1 servers were imported.").arg(kMaxPastedServers);
    }
    QStringList taken;
    for (Profile &profile : servers.profiles) {
        profile.name = freeServerName(nameOf(profile), taken);
        taken += profile.name;
        markSecretVariables(profile);
        recordPlaceholders(profile, servers.notes);
    }
    return servers;
}

QString freeServerName(const QString &wanted, const QStringList &taken)
{
    QString name = wanted;
    for (qsizetype i = 2; taken.contains(name); ++i) {
        const QString number = u' ' + QString::number(i);
        name = wanted.left(kMaxNameLength - number.size()) + number;
    }
    return name;
}

bool isHttpUrl(QStringView text)
{
    return text.startsWith(QLatin1String("http://"), Qt::CaseInsensitive)
        || text.startsWith(QLatin1String("https://"), Qt::CaseInsensitive);
}

HttpTransport transportFromHost(QStringView name)
{
    if (name.compare(QLatin1String("sse"), Qt::CaseInsensitive) == 0)
        return HttpTransport::Sse;
    return name.startsWith(QLatin1String("streamable"), Qt::CaseInsensitive)
        ? HttpTransport::Streamable
        : HttpTransport::Auto;
}

void addHeader(HttpSettings &http, const QString &name, const QString &value)
{
    http.headers.push_back({name, Secret(value), isSecretHeader(name)});
}

// "/a/server.js" → "server.js", "@scope/server@1.0" → "server", "mcp/fetch:latest" → "fetch",
// "weather/dist/index.js" → "weather".
static QString nameOfWord(const QString &word)
{
    static const QStringList entryPoints{QStringLiteral("index"), QStringLiteral("main"),
        QStringLiteral("__main__"), QStringLiteral("cli"), QStringLiteral("stdio")};
    static const QStringList outputFolders{QStringLiteral("dist"), QStringLiteral("build"),
        QStringLiteral("out"), QStringLiteral("lib"), QStringLiteral("bin"), QStringLiteral("src"),
        QStringLiteral("."), QStringLiteral("..")};
    const QStringList parts = word.split(u'/', Qt::SkipEmptyParts);
    if (parts.isEmpty())
        return {};
    const QString &name = parts.last();
    if (entryPoints.contains(name.section(u'.', 0, 0))) {
        const auto folder = std::find_if(parts.rbegin() + 1, parts.rend(),
            [](const QString &part) { return !outputFolders.contains(part); });
        if (folder != parts.rend())
            return *folder;
    }
    const qsizetype version = name.indexOf(QRegularExpression(QStringLiteral("[@:=]")), 1);
    return version > 0 ? name.left(version) : name;
}

QString nameOfCommand(const QString &program, const QStringList &arguments)
{
    static constexpr std::array runners{QLatin1String("npx"), QLatin1String("npm"),
        QLatin1String("pnpm"), QLatin1String("pnpx"), QLatin1String("yarn"), QLatin1String("bun"),
        QLatin1String("bunx"), QLatin1String("deno"), QLatin1String("node"), QLatin1String("tsx"),
        QLatin1String("uv"), QLatin1String("uvx"), QLatin1String("pipx"), QLatin1String("python"),
        QLatin1String("python3"), QLatin1String("docker"), QLatin1String("podman"),
        QLatin1String("java"), QLatin1String("dotnet"), QLatin1String("go"),
        QLatin1String("cargo")};
    static const QStringList verbs{QStringLiteral("run"), QStringLiteral("exec"),
        QStringLiteral("dlx"), QStringLiteral("x"), QStringLiteral("tool")};
    static const QStringList valued{QStringLiteral("-e"), QStringLiteral("--env"),
        QStringLiteral("-v"), QStringLiteral("--volume"), QStringLiteral("--mount"),
        QStringLiteral("--name"), QStringLiteral("--network"), QStringLiteral("-p"),
        QStringLiteral("--directory"), QStringLiteral("--project"), QStringLiteral("--env-file")};
    QString own = nameOfWord(program);
    if (std::find(runners.begin(), runners.end(), own) == runners.end())
        return own;
    for (qsizetype i = 0; i < arguments.size(); ++i) {
        if (valued.contains(arguments[i]))
            ++i;
        else if (!arguments[i].isEmpty() && !arguments[i].startsWith(u'-')
            && !verbs.contains(arguments[i]))
            return nameOfWord(arguments[i]);
    }
    return own;
}

void recordPlaceholders(const Profile &profile, QStringList &notes)
{
    QStringList values = QStringList{profile.program, profile.workingDirectory} + profile.arguments;
    for (const auto &[name, value] : profile.environment)
        values += value.reveal();
    if (profile.http) {
        values += profile.http->url;
        for (const CustomHeader &header : profile.http->headers)
            values += header.value.reveal();
    }
    const bool some = std::any_of(values.begin(), values.end(), [](const QString &value) {
        const qsizetype at = value.indexOf(QLatin1String("${"));
        return at >= 0 && value.indexOf(u'}', at) > 0;
    });
    if (some)
        notes += PastedText::tr("“%1” has ${…} placeholders, which the program it was written for "
                                "replaces. Sonde does not replace them: enter the values.")
                     .arg(profile.name);
}

} // namespace sonde::config
