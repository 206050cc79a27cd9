// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"
#include "support/demohttp.h"
#include "support/httpscript.h"
#include "support/recordingsink.h"

#include <QSignalSpy>
#include <QTest>
#include <QThread>

namespace sonde::test {

using namespace mcp;

inline constexpr int kDeadline = 20'000;
inline const QByteArray kDiscovered =
    R"({"supportedVersions":["2026-07-28"],"capabilities":{"tools":{"listChanged":true}}})";

inline ClientConfig configFor(const QUrl &url, EraPolicy::Mode mode = EraPolicy::Mode::Auto)
{
    ClientConfig config;
    config.name = QStringLiteral("test");
    config.endpoint = wire::HttpTarget();
    config.endpoint.target()->url = url;
    config.era.mode = mode;
    config.timeouts.handshake = std::chrono::milliseconds(5000);
    return config;
}

inline QByteArray idOf(const SeenRequest &request)
{
    return QByteArray::fromStdString(
        rpc::decode(Bytes::fromByteArray(request.body()), true).front().id);
}

inline QByteArray methodOf(const SeenRequest &request)
{
    return request.body().isEmpty()
        ? QByteArray()
        : QByteArray::fromStdString(
            rpc::decode(Bytes::fromByteArray(request.body()), true).front().method.toStdString());
}

inline void respond(HttpPeer &peer, const SeenRequest &request, const QByteArray &result,
    const HttpPeer::Headers &headers = {})
{
    peer.respond(200, "application/json",
        R"({"jsonrpc":"2.0","id":)" + idOf(request) + R"(,"result":)" + result + '}', headers);
}

inline void refuse(HttpPeer &peer, const SeenRequest &request, int status, const QByteArray &error)
{
    peer.respond(status, "application/json",
        R"({"jsonrpc":"2.0","id":)" + idOf(request) + R"(,"error":)" + error + '}');
}

// "POST server/discover", "GET", …
inline QStringList seen(const HttpScript &server)
{
    QStringList lines;
    for (const SeenRequest &request : server.requests())
        lines << QString::fromUtf8(request.method() + ' ' + methodOf(request)).trimmed();
    return lines;
}

inline std::optional<StartStep> failedStep(const Client &client)
{
    for (const StartStep &step : client.steps()) {
        if (step.status == StartStep::Status::Failed)
            return step;
    }
    return {};
}

} // namespace sonde::test
