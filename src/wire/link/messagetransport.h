// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"
#include "wire/http/httpmessage.h"
#include "wire/link/authorizer.h"
#include "wire/link/event.h"

#include <QObject>
#include <QString>

#include <cstdint>
#include <vector>

namespace sonde::wire {

class LifecycleLog;
struct AuthorizationGiven;

// A message to send, with its HTTP headers.
struct Outgoing {
    enum class Kind : std::uint8_t { Request, Notification, Response };
    Bytes message; // without a line end
    Kind kind = Kind::Notification;
    rpc::Id id{}; // of a request, as written; identifies the stream of its response
    HttpHeaders headers{}; // Mcp-Method etc.; unused over stdio
    // The method of a request without params that Sonde made, so that it need not be parsed;
    // otherwise empty.
    std::string bareMethod{};
    // Of a request: ascending in the order of sending, see Received::sentUpTo. 0: not counted.
    std::int64_t number = 0;
    bool repeatable = false; // HttpRequest::repeatable
};

// The negotiated properties that the HTTP transport depends on.
struct HttpProtocol {
    bool stateless = false; // 2026-07-28 and later: no session, no standing stream, no resumption
    QByteArray version; // of MCP-Protocol-Version; empty: the header is not sent
    bool ready = false; // the handshake is over; a standing stream may be opened
};

// What a message transport records with; all pointers outlive it.
struct TransportContext {
    rpc::TrafficSink *traffic = nullptr; // nullptr: nothing is recorded
    QString server;
    int connection = 0;
    bool probe = false;
    LifecycleLog *lifecycle = nullptr; // never nullptr
    std::size_t maxMessage = std::size_t(256) << 20;
    // AuthorizationRequested is handled; `authorization` is sent from the beginning.
    bool authorizes = false;
    AuthorizationPtr authorization{};

    rpc::StreamId openStream(rpc::Channel channel) const // only with a traffic
    {
        return traffic->openStream({server, connection, channel, probe});
    }
};

// Receives the events of a message transport, on its thread.
class MessageSink {
public:
    virtual ~MessageSink() = default;
    // The transport appends its events here, in order …
    virtual std::vector<Event> &events() = 0;
    // … and calls this at the end of each call from outside. Must not delete the transport.
    virtual void handOn() = 0;
};

// Moves messages over one connection: lines through a process' pipes, or HTTP. Lives on the wire
// thread, records what crosses before anyone interprets it, and reports in batches.
class MessageTransport : public QObject {
public:
    using QObject::QObject;

    void setSink(MessageSink *sink) { m_sink = sink; } // before anything else; outlives it

    virtual void start() = 0; // Started or StartFailed follows
    virtual void send(const Outgoing &message) = 0; // may gather until flush()
    virtual void flush() { }
    virtual void stop() = 0; // Ended follows
    virtual void setReading(bool reading) = 0; // back-pressure
    virtual void setBatchesAllowed(bool allowed) = 0;
    virtual void setProtocol(const HttpProtocol &) { }
    // The response to this request is not wanted any more: closes its stream, if it has one.
    virtual void abandon(const rpc::Id &) { }
    // The authorization to send from now on, or why there is none: held exchanges are repeated or
    // fail.
    virtual void setAuthorization(const AuthorizationGiven &) { }

protected:
    MessageSink *m_sink = nullptr;
};

} // namespace sonde::wire
