// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/browserjudge.h"

#include "base/formatting.h"

#include <QStringList>

namespace sonde::doctor {

namespace {

// Headers of a client's POST that a browser sends only if the server allows them.
QList<QByteArray> sentHeaders(const AddressFacts &facts)
{
    QList<QByteArray> names{"content-type", "mcp-protocol-version"};
    if (facts.isModern) // 2026-07-28 basic/transports/streamable-http: of every tools/call
        names << "mcp-method"
              << "mcp-name";
    else
        names << "mcp-session-id";
    if (facts.sentCredentials)
        names << "authorization";
    return names;
}

// "*" does not include Authorization, which has to be named.
QStringList missingIn(const QByteArray &list, const QList<QByteArray> &names)
{
    QList<QByteArray> allowed;
    for (const QByteArray &each : list.toLower().split(','))
        allowed << each.trimmed();
    QStringList missing;
    for (const QByteArray &name : names) {
        if (!allowed.contains(name) && (!allowed.contains("*") || name == "authorization"))
            missing << QString::fromLatin1(name);
    }
    return missing;
}

} // namespace

wire::HttpRequest preflightRequest(const QUrl &url, const AddressFacts &facts)
{
    wire::HttpRequest request;
    request.method = "OPTIONS";
    request.url = url;
    request.headers.add("User-Agent", "sonde/" SONDE_VERSION);
    request.headers.add("Origin", kBrowserOrigin);
    request.headers.add("Access-Control-Request-Method", "POST");
    request.headers.add("Access-Control-Request-Headers", sentHeaders(facts).join(','));
    return request;
}

bool allowsBrowsers(const Fetched &response)
{
    const QByteArray origin = response.header("Access-Control-Allow-Origin").trimmed();
    return origin == "*" || origin == kBrowserOrigin;
}

std::vector<DoctorFinding> judgeBrowser(const AddressFacts &facts)
{
    if (!facts.preflight)
        return {};
    const Fetched &preflight = *facts.preflight;
    if (!allowsBrowsers(preflight))
        return {{Kind::NoBrowsers}};
    std::vector<DoctorFinding> findings;
    const QStringList missing =
        missingIn(preflight.header("Access-Control-Allow-Headers"), sentHeaders(facts));
    if (!missing.isEmpty())
        findings.push_back({Kind::CorsHeadersMissing, {listText(missing)}});
    if (preflight.status() < 200 || preflight.status() >= 300)
        findings.push_back({Kind::CorsPreflightFails, {QString::number(preflight.status())}});
    const Fetched &response = facts.toBrowser ? *facts.toBrowser : preflight;
    if (!allowsBrowsers(response))
        findings.push_back({Kind::CorsResponseHidden, {QString::number(response.status())}});
    else if (!facts.session.isEmpty()
        && !missingIn(facts.first.header("Access-Control-Expose-Headers") + ','
                + response.header("Access-Control-Expose-Headers"),
            {"mcp-session-id"})
                .isEmpty())
        findings.push_back({Kind::CorsSessionHidden});
    if (findings.empty())
        findings.push_back({Kind::BrowsersFine});
    return findings;
}

} // namespace sonde::doctor
