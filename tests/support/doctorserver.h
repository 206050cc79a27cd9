// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"
#include "rpc/message.h"
#include "support/httpscript.h"

#include <QUrl>

#include <functional>

// Servers with a URL, healthy and faulty ones, for the connection doctor.
namespace sonde::test {

inline constexpr std::chrono::milliseconds kShort{700};
inline constexpr std::chrono::milliseconds kUsual{10'000};

inline config::Profile at(const QString &url)
{
    config::Profile profile;
    profile.reachByUrl();
    profile.http()->url = url;
    profile.http()->proxy = config::ProxyMode::None;
    return profile;
}

inline config::Profile at(const QUrl &url)
{
    return at(url.toString());
}

inline QByteArray idIn(const SeenRequest &request)
{
    for (const rpc::Message &message : rpc::decode(Bytes::fromByteArray(request.body()), true)) {
        if (!message.id.empty())
            return QByteArray::fromStdString(message.id);
    }
    return {};
}

// Of the messages, and of requests without one ("GET").
inline QStringList methodsOf(const std::vector<SeenRequest> &requests)
{
    QStringList methods;
    for (const SeenRequest &request : requests) {
        if (request.body().isEmpty()) {
            methods << QString::fromLatin1(request.method());
            continue;
        }
        const auto messages = rpc::decode(Bytes::fromByteArray(request.body()), true);
        methods << QString::fromStdString(messages.front().method.toStdString());
    }
    return methods;
}

inline QByteArray initialized(const QByteArray &id, const QByteArray &revision = "2025-11-25")
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"protocolVersion":")" + revision
        + R"(","capabilities":{},"serverInfo":{"name":"x","version":"1"}}})";
}

inline QByteArray message(const QByteArray &id)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{}})";
}

// A healthy legacy server.
inline void serve(HttpPeer &peer, const SeenRequest &request, const HttpPeer::Headers &headers = {})
{
    const QByteArray id = idIn(request);
    if (request.method() != "POST")
        peer.respond(405, "text/plain", "no", {{"Allow", "POST"}});
    else if (id.isEmpty())
        peer.respond(202, "application/json", {});
    else if (request.body().contains("server/discover"))
        peer.respond(200, "application/json",
            R"({"jsonrpc":"2.0","id":)" + id
                + R"(,"error":{"code":-32601,"message":"Method not found"}})");
    else if (request.body().contains("\"initialize\""))
        peer.respond(200, "application/json", initialized(id), headers);
    else
        peer.respond(200, "application/json", message(id));
}

inline QByteArray refused(const QByteArray &id, int code)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"error":{"code":)" + QByteArray::number(code)
        + R"(,"message":"no"}})";
}

// A healthy server of 2026-07-28 only; how it refuses initialize is said.
struct Refusal {
    int status = 404;
    int code = -32601;
};

inline void serveModern(HttpPeer &peer, const SeenRequest &request, const Refusal &refusal = {},
    const HttpPeer::Headers &headers = {})
{
    const QByteArray id = idIn(request);
    if (request.method() != "POST")
        peer.respond(405, "text/plain", "no", {{"Allow", "POST"}});
    else if (request.header("Mcp-Method") == "server/discover")
        peer.respond(200, "application/json",
            R"({"jsonrpc":"2.0","id":)" + id
                + R"(,"result":{"resultType":"complete","supportedVersions":["2026-07-28"],)"
                + R"("capabilities":{},"ttlMs":0,"cacheScope":"private"}})",
            headers);
    else
        peer.respond(refusal.status, "application/json", refused(id, refusal.code), headers);
}

inline void serveSse(HttpPeer &peer)
{
    peer.openStream();
    peer.event("/messages?session=1", {}, "endpoint");
    peer.stall();
}

// Every request gets the same response.
inline HttpScript::Script always(int status, const QByteArray &type, const QByteArray &body,
    const HttpPeer::Headers &headers = {})
{
    return [=](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(status, type, body, headers);
        }
    };
}

// What a path gets, on a server that does not know other paths.
inline HttpScript::Script onlyAt(
    const QByteArray &path, const std::function<void(HttpPeer &, const SeenRequest &)> &then)
{
    return [=](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.target() == path)
                then(peer, request);
            else
                peer.respond(404, "text/plain", "Not Found");
        }
    };
}

// A server that demands authorization, with metadata.
struct Protected {
    QByteArray resource = "/mcp"; // appended to the origin
    int resourceStatus = 200;
    int serverStatus = 200;
    bool hasPkce = true;
    bool hasChallenge = true;
    QByteArray issuer = {}; // instead of the origin
};

inline HttpScript::Script demanding(const Protected &how)
{
    return [=](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            const QByteArray origin = "http://" + request.header("Host");
            if (request.target().startsWith("/.well-known/oauth-protected-resource"))
                peer.respond(how.resourceStatus, "application/json",
                    R"({"resource":")" + origin + how.resource + R"(","authorization_servers":[")"
                        + (how.issuer.isEmpty() ? origin : how.issuer) + R"("]})");
            else if (request.target().startsWith("/.well-known/"))
                peer.respond(how.serverStatus, "application/json",
                    R"({"issuer":")" + origin + R"(","authorization_endpoint":")" + origin
                        + R"(/authorize","token_endpoint":")" + origin + R"(/token")"
                        + (how.hasPkce ? R"(,"code_challenge_methods_supported":["S256"]})" : "}"));
            else
                peer.respond(401, "text/plain", "who are you?",
                    how.hasChallenge ? HttpPeer::Headers{{"WWW-Authenticate", "Bearer"}}
                                     : HttpPeer::Headers{});
        }
    };
}

using Change = std::function<void(config::Profile &)>;

inline void wantSse(config::Profile &profile)
{
    profile.http()->transport = config::HttpTransport::Sse;
}

inline void wantStreamable(config::Profile &profile)
{
    profile.http()->transport = config::HttpTransport::Streamable;
}

inline void sendToken(config::Profile &profile)
{
    profile.http()->headers.push_back(
        {QStringLiteral("Authorization"), Secret(QStringLiteral("Bearer hush-1234")), true});
}

inline void sendOrigin(config::Profile &profile)
{
    profile.http()->headers.push_back(
        {QStringLiteral("Origin"), Secret(QStringLiteral("http://elsewhere.example")), false});
}

} // namespace sonde::test
