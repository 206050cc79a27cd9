// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "setup/clientconfig.h"

namespace sonde::setup {

namespace {

mcp::EraPolicy::Mode modeOf(config::EraMode mode)
{
    switch (mode) {
    case config::EraMode::Legacy:
        return mcp::EraPolicy::Mode::Legacy;
    case config::EraMode::Modern:
        return mcp::EraPolicy::Mode::Modern;
    case config::EraMode::Auto:
        break;
    }
    return mcp::EraPolicy::Mode::Auto;
}

wire::HttpTarget::Transport transportOf(config::HttpTransport transport)
{
    switch (transport) {
    case config::HttpTransport::Streamable:
        return wire::HttpTarget::Transport::Streamable;
    case config::HttpTransport::Sse:
        return wire::HttpTarget::Transport::Sse;
    case config::HttpTransport::Auto:
        break;
    }
    return wire::HttpTarget::Transport::Auto;
}

wire::HttpRoute::Proxy proxyOf(config::ProxyMode mode)
{
    switch (mode) {
    case config::ProxyMode::None:
        return wire::HttpRoute::Proxy::None;
    case config::ProxyMode::Given:
        return wire::HttpRoute::Proxy::Given;
    case config::ProxyMode::Environment:
        break;
    }
    return wire::HttpRoute::Proxy::Environment;
}

QByteArray pinOf(const QString &text)
{
    constexpr qsizetype kPinBytes = 32;
    if (text.isEmpty())
        return {};
    return config::pinnedKeyBytes(text).value_or(QByteArray(kPinBytes, '\0'));
}

} // namespace

wire::HttpTarget httpTarget(const config::HttpSettings &settings)
{
    wire::HttpTarget target;
    target.url = QUrl(settings.url, QUrl::StrictMode);
    target.transport = transportOf(settings.transport);
    for (const config::CustomHeader &header : settings.headers)
        target.headers.add({header.name.toUtf8(), header.value.reveal().toUtf8(), header.secret});
    target.trust = {
        settings.caFile, settings.certificateFile, settings.keyFile, pinOf(settings.pinnedKey)};
    target.route = {proxyOf(settings.proxy), settings.proxyUrl, settings.unixSocket};
    target.followSameOrigin = settings.followSameOrigin;
    return target;
}

std::optional<mcp::DetectedRevision> knownDetection(const config::Detection &kept)
{
    mcp::DetectedRevision detected;
    detected.revision = kept.revision;
    detected.sse = kept.transport == QLatin1String("sse");
    detected.evidence = kept.sentence;
    detected.detectedMs = kept.foundAt.toMSecsSinceEpoch();
    for (const mcp::Era era : {mcp::Era::Legacy, mcp::Era::Modern}) {
        detected.era = era;
        if (kept.era == mcp::eraName(era))
            return detected;
    }
    return std::nullopt;
}

config::Detection cachedDetection(const mcp::DetectedRevision &detected, bool http)
{
    config::Detection kept;
    kept.era = mcp::eraName(detected.era);
    kept.revision = detected.revision;
    if (http)
        kept.transport = detected.sse ? QStringLiteral("sse") : QStringLiteral("streamable");
    kept.sentence = detected.evidence;
    kept.foundAt = QDateTime::fromMSecsSinceEpoch(detected.detectedMs).toUTC();
    return kept;
}

mcp::ClientConfig clientConfig(const config::Profile &profile)
{
    mcp::ClientConfig config;
    config.name = profile.name;
    config.era = {modeOf(profile.era), profile.revision};
    config.handshakeTimeout = profile.handshakeTimeout;
    config.idleTimeout = profile.idleTimeout;
    config.totalTimeout = profile.totalTimeout;
    if (profile.http) {
        config.http = httpTarget(*profile.http);
        return config;
    }
    const config::DebugLaunch launch =
        config::debugLaunch(profile.debug, profile.program, profile.arguments);
    config.launch.program = launch.program;
    config.launch.arguments = launch.arguments;
    if (!launch.address.isEmpty()) {
        // It waits for a person, and stops wherever they look at it.
        config.handshakeTimeout = config::kMaxTimeout;
        config.idleTimeout = config::kMaxTimeout;
        config.totalTimeout = config::kMaxTimeout;
    }
    config.launch.workingDirectory = profile.workingDirectory;
    config.launch.environment = profile.environment;
    return config;
}

} // namespace sonde::setup
