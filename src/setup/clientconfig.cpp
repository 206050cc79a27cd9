// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "setup/clientconfig.h"

#include "base/secretplaces.h"

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

// What only the value shows is hidden in recordings, too.
wire::HttpHeader fieldOf(const config::CustomHeader &header)
{
    const QByteArray value = header.value.reveal().toUtf8();
    const bool isSecret = header.secret
        || isSecretHeaderValue({value.constData(), static_cast<std::size_t>(value.size())});
    return {header.name.toUtf8(), value, isSecret};
}

config::DebugLaunch debugLaunchOf(const config::Profile &profile)
{
    return config::debugLaunch(profile.debug, profile.program, profile.arguments);
}

// Sonde's own timeouts are the same in a profile and in a client.
constexpr wire::EndpointTimeouts kUsual;
static_assert(kUsual.handshake == config::kDefaultHandshakeTimeout);
static_assert(kUsual.idle == config::kDefaultIdleTimeout);
static_assert(kUsual.total == config::kDefaultTotalTimeout);

} // namespace

wire::Endpoint endpointOf(const config::Profile &profile)
{
    return profile.visit(
        [&](const config::ProgramSettings &) { return wire::Endpoint(launchOf(profile)); },
        [](const config::HttpSettings &http) { return wire::Endpoint(httpTarget(http)); });
}

wire::Launch launchOf(const config::Profile &profile)
{
    const config::DebugLaunch started = debugLaunchOf(profile);
    wire::Launch launch;
    launch.program = started.program;
    launch.arguments = started.arguments;
    launch.workingDirectory = profile.workingDirectory;
    launch.environment = profile.environment;
    return launch;
}

wire::HttpTarget httpTarget(const config::HttpSettings &settings)
{
    wire::HttpTarget target;
    target.url = QUrl(settings.url, QUrl::StrictMode);
    target.transport = transportOf(settings.transport);
    for (const config::CustomHeader &header : settings.headers)
        target.headers.add(fieldOf(header));
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

config::Detection cachedDetection(
    const mcp::DetectedRevision &detected, const wire::Endpoint &endpoint)
{
    config::Detection kept;
    kept.era = mcp::eraName(detected.era);
    kept.revision = detected.revision;
    if (endpoint.hasExchanges())
        kept.transport = detected.sse ? QStringLiteral("sse") : QStringLiteral("streamable");
    kept.sentence = detected.evidence;
    kept.foundAt = QDateTime::fromMSecsSinceEpoch(detected.detectedMs).toUTC();
    return kept;
}

mcp::ClientConfig clientConfig(const config::Profile &profile)
{
    mcp::ClientConfig config;
    config.name = profile.name;
    config.endpoint = endpointOf(profile);
    config.era = {modeOf(profile.era), profile.revision};
    config.timeouts.handshake = profile.handshakeTimeout;
    config.timeouts.idle = profile.idleTimeout;
    config.timeouts.total = profile.totalTimeout;
    if (config.endpoint.hasProcess() && !debugLaunchOf(profile).address.isEmpty()) {
        // It waits for a person, and stops wherever they look at it.
        config.timeouts.handshake = config::kMaxTimeout;
        config.timeouts.idle = config::kMaxTimeout;
        config.timeouts.total = config::kMaxTimeout;
    }
    return config;
}

} // namespace sonde::setup
