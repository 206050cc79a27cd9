// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/httpscript.h"
#include "support/recordingsink.h"
#include "wire/link/lifecyclelog.h"
#include "wire/streamable/httpmessagetransport.h"

#include <QStringList>

namespace sonde::test {

inline wire::HttpTarget targetOf(
    const HttpScript &server, const QString &path = QStringLiteral("/mcp"))
{
    wire::HttpTarget target;
    target.url = server.url(path);
    return target;
}

inline QByteArray resultFor(const QByteArray &id)
{
    return R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{"ok":true}})";
}

// The text of "id" in a message that Sonde wrote.
inline QByteArray idOf(const SeenRequest &request)
{
    const auto message = rpc::decode(Bytes::fromByteArray(request.body()), true);
    return QByteArray::fromStdString(message.front().id);
}

// A server with a session, one response per connection's request, and no standing stream.
inline void serve(HttpPeer &peer)
{
    for (;;) {
        const SeenRequest request = peer.readRequest();
        if (request.method() == "DELETE")
            peer.respond(200, {}, {});
        else if (request.method() == "GET")
            peer.respond(405, {}, {});
        else if (idOf(request).isEmpty())
            peer.respond(202, {}, {});
        else
            peer.respond(
                200, "application/json", resultFor(idOf(request)), {{"Mcp-Session-Id", "abc-1"}});
    }
}

// A message transport over HTTP at work, and all that it reports.
class TransportRecord final : public wire::MessageSink {
public:
    explicit TransportRecord(const wire::HttpTarget &target, bool recording = true,
        std::size_t maxMessage = std::size_t(1) << 20)
    {
        wire::TransportContext context;
        context.traffic = recording ? &traffic : nullptr;
        context.server = QStringLiteral("test");
        context.lifecycle = &lifecycle;
        context.maxMessage = maxMessage;
        if (recording)
            lifecycle.open(&traffic, context.openStream(rpc::Channel::Lifecycle));
        transport = wire::makeHttpMessageTransport(target, context);
        transport->setSink(this);
        transport->start();
    }

    void request(const QByteArray &id, const QByteArray &method = "tools/call",
        const wire::HttpHeaders &headers = {}, bool repeatable = false)
    {
        send(wire::Outgoing::Kind::Request,
            rpc::request(id.toStdString(), method.toStdString(), {}), id, headers, repeatable);
    }
    void notify(const QByteArray &method)
    {
        send(wire::Outgoing::Kind::Notification, rpc::notification(method.toStdString(), {}), {});
    }
    void send(wire::Outgoing::Kind kind, const Bytes &message, const QByteArray &id,
        const wire::HttpHeaders &headers = {}, bool repeatable = false)
    {
        wire::Outgoing outgoing;
        outgoing.message = message;
        outgoing.kind = kind;
        outgoing.id = id.toStdString();
        outgoing.headers = headers;
        outgoing.repeatable = repeatable;
        transport->send(outgoing);
        transport->flush();
    }
    void ready(const QByteArray &version = "2025-11-25")
    {
        transport->setProtocol({false, version, true});
    }

    QStringList notes() const
    {
        QStringList result;
        for (const auto &message : traffic.messagesOf(rpc::Channel::Lifecycle))
            result << QString::fromStdString(message.method);
        return result;
    }
    const wire::Received *response(const rpc::Id &id) const
    {
        for (const wire::Received &message : received) {
            if (message.message.id == id && message.message.kind != rpc::Kind::Request)
                return &message;
        }
        return nullptr;
    }

    std::vector<wire::Event> &events() override { return m_events; }
    void handOn() override
    {
        for (wire::Event &event : m_events) {
            if (auto *message = std::get_if<wire::Received>(&event))
                received.push_back(std::move(*message));
            else if (auto *failure = std::get_if<wire::Refused>(&event))
                refused.push_back(std::move(*failure));
            else if (auto *changed = std::get_if<wire::HttpStateChanged>(&event))
                state = changed->state;
            else if (auto *failed = std::get_if<wire::StartFailed>(&event))
                startError = failed->error;
            else if (auto *end = std::get_if<wire::Ended>(&event))
                ended = end->report;
            else if (std::holds_alternative<wire::Started>(event))
                started = true;
        }
        m_events.clear();
    }

    RecordingSink traffic;
    wire::LifecycleLog lifecycle;
    bool started = false;
    std::optional<Error> startError;
    std::optional<wire::ExitReport> ended;
    std::vector<wire::Received> received;
    std::vector<wire::Refused> refused;
    wire::HttpState state;
    std::unique_ptr<wire::MessageTransport> transport;

private:
    std::vector<wire::Event> m_events;
};

} // namespace sonde::test
