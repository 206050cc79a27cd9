// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "wire/streamable/exchangelog.h"
#include "wire/streamable/httpcall.h"

#include <QObject>

#include <optional>

namespace sonde::tap {

// The request that carries a message of a person, made from one of a client: in its session, with
// its headers. Those that repeat parts of the message follow it: see followMessage(). Without
// Accept-Encoding, for the recording.
wire::HttpRequest composedRequest(const wire::HttpRequest &of, const Bytes &message);

// Sends it. Its response goes into the recording, and to no client.
class ComposedExchange final : public QObject, private wire::HttpCallOwner {
    Q_OBJECT
public:
    // The log outlives it. `records`: the message, which is recorded apart otherwise.
    ComposedExchange(wire::ExchangeLog &log, const wire::HttpRequest &request, bool records,
        wire::AuthorizationPtr authorization, QObject *parent = nullptr);

    void start(wire::HttpClient &engine) { m_call.start(engine); }
    void cancel() { m_call.cancel(); }
    rpc::ExchangeId exchangeId() const { return m_call.exchangeId(); }
    // Where the recording has the message.
    void setPlace(const std::optional<rpc::Place::About> &place) { m_place = place; }
    const std::optional<rpc::Place::About> &place() const { return m_place; }

Q_SIGNALS:
    void ended();

private:
    wire::BodyForm headArrived(wire::HttpCall &, const wire::HttpHead &head, Stamp) override;
    void eventArrived(wire::HttpCall &, const rpc::SseEvent &, Stamp) override { }
    void messageArrived(
        wire::HttpCall &, rpc::Message, const rpc::Place &, Stamp, std::int64_t) override
    {
    }
    void callFinished(wire::HttpCall &, const wire::HttpEnding &) override { Q_EMIT ended(); }
    void callHandledBytes() override { }

    wire::HttpCall m_call;
    std::optional<rpc::Place::About> m_place;
};

} // namespace sonde::tap
