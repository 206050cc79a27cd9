// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/addresscheck.h"

#include "base/formatting.h"
#include "doctor/address/connectionjudge.h"
#include "doctor/address/socketprobe.h"
#include "doctor/base/doctortr.h"
#include "doctor/program/programcheck.h"
#include "doctor/program/proxycheck.h"
#include "wire/http/shownaddress.h"

#include <algorithm>

namespace sonde::doctor {

namespace {

constexpr std::chrono::milliseconds kConnectPatience{3'000}; // for each address

bool isUnspecified(const QString &host)
{
    return host == u"0.0.0.0" || host == u"::" || host == u"[::]";
}

// As libcurl reads them: not HTTP_PROXY, because of CGI.
hosts::ProxyVariables variablesOfCurl()
{
    return hosts::proxyVariables([](const QString &name) {
        return name == u"HTTP_PROXY" ? QString()
                                     : qEnvironmentVariable(name.toLatin1().constData());
    });
}

} // namespace

int portOf(const QUrl &url)
{
    return url.port(url.scheme() == u"https" ? 443 : 80);
}

QString shownUrl(const QUrl &url)
{
    return url.toDisplayString(QUrl::RemoveUserInfo | QUrl::RemoveQuery | QUrl::RemoveFragment);
}

QString proxyFor(const config::HttpSettings &settings)
{
    if (settings.proxy == config::ProxyMode::Given)
        return wire::shownProxy(settings.proxyUrl);
    if (settings.proxy == config::ProxyMode::Environment && settings.goesToHost())
        return proxyIn(QUrl(settings.url), variablesOfCurl());
    return {};
}

CheckResult checkAddress(const config::Profile &profile)
{
    const config::HttpSettings &settings = *profile.http();
    std::vector<DoctorFinding> findings;
    if (const auto found = placeholderIn(settings.url))
        findings.push_back({Kind::UrlPlaceholder, {Text::tr("The URL"), *found}});
    for (const config::CustomHeader &header : settings.headers) {
        QString value = header.value.reveal();
        value.remove(QStringLiteral("Bearer "));
        if (const auto found = placeholderIn(value))
            findings.push_back(
                {Kind::UrlPlaceholder, {Text::tr("Header %1").arg(header.name), *found}});
    }
    const QUrl url(settings.url.trimmed(), QUrl::StrictMode);
    const QString scheme = url.scheme();
    if (!scheme.isEmpty() && scheme != u"http" && scheme != u"https"
        && settings.url.contains(QLatin1String("://")))
        findings.push_back({Kind::UrlScheme, {scheme}});
    else if (!url.isValid() || url.host().isEmpty())
        findings.push_back({Kind::UrlIncomplete, {settings.url.left(200)}});
    else if (isUnspecified(url.host()))
        findings.push_back({Kind::UrlUnspecified, {url.host()}});
    if (findings.empty())
        findings.push_back({Kind::AddressFine, {shownUrl(url)}});
    return resultOf(Check::Address, std::move(findings));
}

CheckResult checkProxy(const config::Profile &profile, const Machine &machine)
{
    const config::HttpSettings &settings = *profile.http();
    const QString proxy = proxyFor(settings);
    std::vector<DoctorFinding> findings{
        proxy.isEmpty() ? DoctorFinding{Kind::NoProxy} : DoctorFinding{Kind::ProxyUsed, {proxy}}};
    const hosts::ProxyVariables here = variablesOfCurl();
    const QString name = QStringLiteral("HTTP_PROXY");
    // Hosts may read it in capitals. Where Sonde does not, it is not known whether they go the same
    // way.
    const bool isKnown = here.contains(name) || !machine.ownProxies().contains(name);
    // What a profile says of a proxy is not in the files of hosts, and no fault of theirs.
    if (settings.proxy == config::ProxyMode::Environment && settings.goesToHost() && isKnown) {
        const auto others = otherProxiesTo(QUrl(settings.url), here, machine);
        findings.insert(findings.end(), others.begin(), others.end());
    }
    return resultOf(Check::Proxy, std::move(findings));
}

CheckResult checkName(const config::Profile &profile)
{
    const QString host = QUrl(profile.http()->url).host();
    if (checkAddress(profile).outcome == Outcome::Failed || host.isEmpty())
        return skipped(Check::Name, Text::tr("the URL is not usable"));
    if (!profile.http()->goesToHost())
        return skipped(Check::Name, Text::tr("the server is at a socket"));
    if (!proxyFor(*profile.http()).isEmpty())
        return skipped(Check::Name, Text::tr("the proxy resolves the name"));
    QString error;
    const auto addresses = lookUp(host, portOf(QUrl(profile.http()->url)), &error);
    if (addresses.empty())
        return resultOf(Check::Name, {{Kind::NameUnknown, {host, error}}});
    QStringList texts;
    for (const SocketAddress &address : addresses)
        texts << address.text;
    if (texts.size() == 1 && texts.front() == host)
        return resultOf(Check::Name, {{Kind::NameIsAddress, {host}}});
    return resultOf(Check::Name, {{Kind::NameFound, {host, listText(texts)}}});
}

CheckResult checkConnection(const config::Profile &profile, std::chrono::milliseconds patience)
{
    const QUrl url(profile.http()->url);
    if (checkAddress(profile).outcome == Outcome::Failed || !profile.http()->goesToHost())
        return skipped(Check::Connection,
            !profile.http()->goesToHost() ? Text::tr("the server is at a socket")
                                          : Text::tr("the URL is not usable"));
    const QUrl proxy(proxyFor(*profile.http()));
    const bool isProxied = !proxy.host().isEmpty();
    const QString host = isProxied ? proxy.host() : url.host();
    const int port = isProxied ? proxy.port(1080) : portOf(url);
    QString error;
    const auto addresses = lookUp(host, port, &error);
    if (addresses.empty() && isProxied)
        return resultOf(Check::Connection, {{Kind::ProxyUnreachable, {shownUrl(proxy), error}}});
    if (addresses.empty())
        return skipped(Check::Connection, Text::tr("the host has no address"));
    std::vector<TriedAddress> tried;
    tried.reserve(addresses.size());
    for (const SocketAddress &address : addresses)
        tried.push_back({address, connectTo(address, std::min(patience, kConnectPatience))});
    return resultOf(Check::Connection,
        judgeConnections(host, port, tried, isProxied ? shownUrl(proxy) : QString()));
}

} // namespace sonde::doctor
