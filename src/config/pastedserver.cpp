// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/pastedserver.h"

#include "config/filetext.h"
#include "config/pastedparts.h"

#include <QRegularExpression>

#include <algorithm>
#include <utility>

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
    return withoutQuotes(text);
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
    if (const auto format = evidentFormat(text))
        return pasteError(
            PastedText::tr("This looks like %1. Paste the command line or the URL from it, or save "
                           "the text as a file and use sonde-cli --config FILE.")
                .arg(
                    *format == TextFormat::Toml ? QStringLiteral("TOML") : QStringLiteral("YAML")));
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

// With unique names, and with the differences of each server among the notes.
PastedServers finished(PastedServers servers)
{
    const bool isCut = servers.profiles.size() > kMaxPastedServers;
    if (isCut)
        servers.profiles.resize(kMaxPastedServers);
    servers.differences.resize(servers.profiles.size());
    QStringList taken;
    for (std::size_t i = 0; i < servers.profiles.size(); ++i) {
        Profile &profile = servers.profiles[i];
        profile.name = freeServerName(nameOf(profile), taken);
        taken += profile.name;
        markSecretVariables(profile);
        servers.notes += servers.differences[i];
    }
    if (isCut)
        servers.notes +=
            PastedText::tr("Only the first %1 servers were imported.").arg(kMaxPastedServers);
    return servers;
}

Result<PastedServers> readText(QStringView text)
{
    if (text.size() > kMaxPasted)
        return pasteError(
            PastedText::tr("The pasted text is longer than %1 characters. Paste only the "
                           "part that describes the servers.")
                .arg(kMaxPasted));
    auto pasted = read(unwrapped(text));
    return pasted ? Result<PastedServers>(finished(std::move(pasted).value())) : pasted;
}

QStringList valuesOf(const Profile &profile)
{
    QStringList values = QStringList{profile.program, profile.workingDirectory} + profile.arguments;
    for (const auto &[name, value] : profile.environment)
        values += value.reveal();
    if (profile.http) {
        values += profile.http->url;
        for (const CustomHeader &header : profile.http->headers)
            values += header.value.reveal();
    }
    return values;
}

// A pasted text must not take values of the environment along without a word.
void fillReferences(Profile &profile, const HostVariables &variables, QStringList &notes)
{
    const QStringList before = valuesOf(profile);
    const QStringList unknown = fillVariables(profile, variables);
    if (valuesOf(profile) != before)
        notes += PastedText::tr("“%1” contains values of this computer, such as those of "
                                "environment variables, in place of references like ${NAME}.")
                     .arg(profile.name);
    for (const QString &reference : unknown)
        notes += unresolvedText(profile.name, reference) + u' '
            + PastedText::tr("Enter the value in the settings of the server.");
}

} // namespace

Result<PastedServers> readPastedServers(QStringView text)
{
    auto servers = readText(text);
    if (servers) {
        for (const Profile &profile : servers->profiles)
            recordPlaceholders(profile, servers.value().notes);
    }
    return servers;
}

Result<PastedServers> readPastedServers(QStringView text, const HostVariables &variables)
{
    auto servers = readText(text);
    if (!servers)
        return servers;
    for (Profile &profile : servers.value().profiles) {
        if (servers->isOfHost)
            fillReferences(profile, variables, servers.value().notes);
        else
            recordPlaceholders(profile, servers.value().notes);
    }
    return servers;
}

Result<PastedServers> readServersJson(const std::string &utf8)
{
    auto read = readJsonText(utf8, {});
    return read ? Result<PastedServers>(finished(std::move(read).value())) : read;
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

// As it is copied from a JSON file, a shell line, Markdown or a mail.
QString withoutQuotes(const QString &url)
{
    static const QRegularExpression quoted(QStringLiteral(
        "\\A(?:\"([^\"\\s]+)\"|'([^'\\s]+)'|`([^`\\s]+)`|“([^”\\s]+)”|<([^>\\s]+)>),?\\z"));
    const QRegularExpressionMatch match = quoted.match(url.trimmed());
    const QString inside = match.captured(match.lastCapturedIndex());
    const bool isAddress = isHttpUrl(inside) || looksLikeLocalAddress(inside);
    return match.hasMatch() && isAddress ? inside : url;
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

void recordPlaceholders(const Profile &profile, QStringList &notes)
{
    const QStringList values = valuesOf(profile);
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
