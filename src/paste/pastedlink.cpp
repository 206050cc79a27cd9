// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "paste/pastedlink.h"

#include "base/domainerror.h"
#include "config/configtext.h"
#include "config/pastedparts.h"
#include "hosts/servers/serversoffile.h"

#include <QUrl>
#include <QUrlQuery>

#include <algorithm>
#include <array>

namespace sonde::paste {

using namespace config;

namespace {

// Hosts whose links carry a server.
constexpr std::array<QLatin1String, 10> kInstallers{QLatin1String("vscode"),
    QLatin1String("vscode-insiders"), QLatin1String("cursor"), QLatin1String("lmstudio"),
    QLatin1String("goose"), QLatin1String("cherrystudio"), QLatin1String("kiro"),
    QLatin1String("trae"), QLatin1String("trae-cn"), QLatin1String("raycast")};
// Pages that lead to such a link, or are one.
constexpr std::array<QLatin1String, 5> kPages{QLatin1String("vscode.dev"),
    QLatin1String("insiders.vscode.dev"), QLatin1String("vs-open.link"),
    QLatin1String("cursor.com"), QLatin1String("www.cursor.com")};

template <std::size_t N>
bool isOneOf(const std::array<QLatin1String, N> &names, const QString &name)
{
    return std::find(names.begin(), names.end(), name) != names.end();
}

// JSON as it is, or in either alphabet of Base64 (RFC 4648).
QString jsonOf(const QString &text)
{
    if (text.startsWith(u'{'))
        return text;
    for (const auto alphabet : {QByteArray::Base64Encoding, QByteArray::Base64UrlEncoding}) {
        const auto decoded = QByteArray::fromBase64Encoding(
            text.toLatin1(), alphabet | QByteArray::AbortOnBase64DecodingErrors);
        if (decoded && (*decoded).startsWith('{'))
            return QString::fromUtf8(*decoded);
    }
    return {};
}

// goose://extension?cmd=npx&arg=-y&arg=server&name=… or ?url=…&type=streamable_http
std::optional<Profile> profileOf(const QUrlQuery &query)
{
    const auto item = [&query](const char *name) {
        return query.queryItemValue(QLatin1String(name), QUrl::FullyDecoded);
    };
    Profile profile;
    profile.name = item("name");
    if (const QString program = item("cmd"); !program.isEmpty()) {
        profile.program = program;
        profile.arguments = query.allQueryItemValues(QStringLiteral("arg"), QUrl::FullyDecoded);
        return profile;
    }
    const QString address = item("url");
    if (!isHttpUrl(address))
        return std::nullopt;
    HttpSettings &http = profile.reachByUrl();
    http.url = address;
    http.transport = transportFromHost(item("type"));
    return profile;
}

} // namespace

std::optional<Result<PastedServers>> readPastedLink(const QString &text)
{
    const QUrl link(text);
    const bool isPage = isHttpUrl(text) && isOneOf(kPages, link.host());
    if (!link.isValid() || (!isPage && !isOneOf(kInstallers, link.scheme())))
        return std::nullopt;
    const QUrlQuery query(link);
    const QString target = query.queryItemValue(QStringLiteral("url"), QUrl::FullyDecoded);
    if (isPage && !target.isEmpty() && !isHttpUrl(target)) // a page that leads to another link
        return readPastedLink(target);
    if (const QString whole = link.query(QUrl::FullyDecoded); whole.startsWith(u'{'))
        return hosts::readServersOfText(whole.toStdString());
    for (const char *member : {"config", "servers"}) {
        const QString json =
            jsonOf(query.queryItemValue(QLatin1String(member), QUrl::FullyDecoded));
        if (!json.isEmpty())
            return hosts::readServersOfText(json.toStdString(),
                query.queryItemValue(QStringLiteral("name"), QUrl::FullyDecoded));
    }
    if (isPage)
        return std::nullopt; // any other page there
    if (auto profile = profileOf(query))
        return PastedServers{{std::move(*profile)}, {}};
    return usageError(
        config::Text::tr("This link of %1 contains no server. Paste the command line or "
                         "the JSON that the page shows.")
            .arg(link.scheme()));
}

} // namespace sonde::paste
