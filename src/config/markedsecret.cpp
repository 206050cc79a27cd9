// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/markedsecret.h"

#include <QStringBuilder>
#include <QUrl>

namespace sonde::config {

namespace {

using Secrets = std::vector<MarkedSecret>;

Secrets variablesOf(const ProgramSettings &command)
{
    Secrets secrets;
    for (const auto &[name, value] : command.environment) {
        if (command.secretVariables.contains(name))
            secrets.push_back({name, value});
    }
    return secrets;
}

Secrets headersOf(const HttpSettings &http)
{
    Secrets secrets;
    for (const CustomHeader &header : http.headers) {
        if (header.secret)
            secrets.push_back({header.name, header.value});
    }
    return secrets;
}

Secrets proxyOf(const HttpSettings &http)
{
    const Secret password = proxyPassword(http);
    if (!http.proxyPasswordKept && password.isEmpty())
        return {};
    return {{QStringLiteral("password"), password}};
}

QString originOf(const QString &address)
{
    const QUrl url(address, QUrl::StrictMode);
    return url.scheme().toLower() % QLatin1String("://") % url.host().toLower()
        % (url.port() < 0 ? QString() : QLatin1Char(':') % QString::number(url.port()));
}

} // namespace

std::vector<MarkedSecret> markedSecrets(const ServerAddress &address, SecretGroup group)
{
    if (group == SecretGroup::Variables)
        return variablesOf(address);
    const HttpSettings *const http = address.http();
    if (!http)
        return {};
    return group == SecretGroup::Headers ? headersOf(*http) : proxyOf(*http);
}

void setMarkedSecrets(
    ServerAddress &address, SecretGroup group, const std::vector<MarkedSecret> &secrets)
{
    auto next = secrets.begin();
    HttpSettings *const http = address.http();
    if (group == SecretGroup::Variables) {
        for (auto &[name, value] : address.environment) {
            if (address.secretVariables.contains(name))
                value = (next++)->value;
        }
    } else if (group == SecretGroup::Headers && http) {
        for (CustomHeader &header : http->headers) {
            if (header.secret)
                header.value = (next++)->value;
        }
    } else if (http && next != secrets.end()) {
        setProxyPassword(*http, next->value);
    }
}

bool needsSecrets(const ServerAddress &address, SecretGroup group)
{
    if (group == SecretGroup::Variables)
        return address.hasProcess();
    const HttpSettings *const http = address.http();
    return http && (group == SecretGroup::Headers || http->proxy == ProxyMode::Given);
}

QString receiverOf(const ServerAddress &address, SecretGroup group)
{
    if (group == SecretGroup::Variables)
        return QStringLiteral("program");
    const HttpSettings *const http = address.http();
    if (!http)
        return {};
    return originOf(group == SecretGroup::Headers ? http->url : http->proxyUrl);
}

} // namespace sonde::config
