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
    // The method of a request without params that was built by Sonde, so that it need not be
    // parsed; otherwise empty.
    std::string bareMethod{};
    // For a request: ascending in the order of sending, see Received::sentUpTo. 0: not counted.
    std::int64_t number = 0;
    bool repeatable = false; // HttpRequest::repeatable
    rpc::Origin origin = rpc::Origin::None; // recorded with the message
    // The message that these bytes stand for is in the recording, apart from what carries them: of
    // these only the bytes are recorded.
    bool isRecorded = false;
};

// The negotiated properties that the HTTP transport depends on.
struct HttpProtocol {
    bool stateless = false; // 2026-07-28 and later: no session, no standing stream, no resumption
    QByteArray version; // value of MCP-Protocol-Version; empty: the header is not sent
    bool ready = false; // the handshake is complete; a standing stream may be opened
};

// The objects that a message transport records with; all of them outlive it.
struct TransportContext {
    rpc::TrafficSink *traffic = nullptr; // nullptr: nothing is recorded
    QString server;
    int connection = 0;
    bool probe = false;
    LifecycleLog *lifecycle = nullptr; // never nullptr
    std::size_t maxMessage = std::size_t(256) << 20;
    // The owner handles AuthorizationRequested; `authorization` is sent from the beginning.
    bool authorizes = false;
    AuthorizationPtr authorization{};

    rpc::StreamId openStream(rpc::Channel channel) const // requires `traffic`
    {
        return traffic->openStream({server, connection, channel, probe});
    }
};

// Receives the events of a message transport, on its thread.
class MessageSink {
public:
    virtual ~MessageSink() = default;
    // The transport appends its events to this vector, in order …
    virtual std::vector<Event> &events() = 0;
    // … and calls this at the end of each call. Must not delete the transport.
    virtual void handOn() = 0;
};

// Transfers messages over one connection: lines through a process's pipes, or HTTP. Lives on the
// wire thread, records traffic before it is interpreted, and reports events in batches.
class MessageTransport : public QObject {
public:
    using QObject::QObject;

    // Call it first; the sink outlives the transport.
    void setSink(MessageSink *sink) { m_sink = sink; }

    virtual void start() = 0; // Started or StartFailed follows
    virtual void send(const Outgoing &message) = 0; // may be buffered until flush()
    virtual void flush() { }
    virtual void stop() = 0; // Ended follows
    virtual void setReading(bool reading) = 0; // back-pressure
    virtual void setBatchesAllowed(bool allowed) = 0;
    virtual void setProtocol(const HttpProtocol &) { }
    // The response to this request is no longer needed: closes its stream, if it has one.
    virtual void abandon(const rpc::Id &) { }
    // Sets the authorization to send from now on, or why there is none: held exchanges are repeated
    // or fail.
    virtual void setAuthorization(const AuthorizationGiven &) { }

protected:
    MessageSink *m_sink = nullptr;
};

} // namespace sonde::wire
