// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/connectionjudge.h"

#include "platform/systemtext.h"

#include <algorithm>
#include <cerrno>

namespace sonde::doctor {

namespace {

QString familyName(const SocketAddress &address)
{
    return address.isIpv6 ? QStringLiteral("IPv6") : QStringLiteral("IPv4");
}

} // namespace

std::vector<DoctorFinding> judgeConnections(
    const QString &host, int port, const std::vector<TriedAddress> &tried, const QString &proxy)
{
    std::vector<SocketAddress> open;
    std::vector<SocketAddress> refused;
    int lastError = 0;
    for (const TriedAddress &each : tried) {
        (each.error == 0 ? open : refused).push_back(each.address);
        lastError = each.error == 0 ? lastError : each.error;
    }
    if (open.empty() && !proxy.isEmpty())
        return {{Kind::ProxyUnreachable, {proxy, platform::errorText(lastError)}}};
    if (open.empty() && lastError == ECONNREFUSED)
        return {{Kind::NothingListens, {placeOf(host, port)}}};
    if (open.empty())
        return {{Kind::NoRoute, {placeOf(host, port), platform::errorText(lastError)}}};
    std::vector<DoctorFinding> findings;
    const bool isOneFamily = !refused.empty()
        && std::none_of(open.begin(), open.end(),
            [&](const SocketAddress &each) { return each.isIpv6 == refused.front().isIpv6; });
    if (isOneFamily)
        findings.push_back({Kind::OneFamilyResponds,
            {placeOf(open.front().text, port), placeOf(refused.front().text, port),
                familyName(open.front())}});
    findings.push_back({Kind::Connected, {placeOf(open.front().text, port)}});
    return findings;
}

} // namespace sonde::doctor
