// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/pastedserver.h"

#include "config/configtext.h"
#include "config/pastedparts.h"

#include <QRegularExpression>

namespace sonde::config {

// No program has such a name.
bool looksLikeLocalAddress(const QString &text)
{
    static const QRegularExpression address(
        QStringLiteral("\\A(localhost|127\\.[0-9.]+|\\[::1\\]):[0-9]+(/\\S*)?\\z"));
    return address.match(text).hasMatch();
}

PastedServers withUniqueNames(PastedServers servers)
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
            Text::tr("Only the first %1 servers were imported.").arg(kMaxPastedServers);
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

} // namespace sonde::config
