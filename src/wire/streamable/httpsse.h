// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/handshakegate.h"
#include "wire/streamable/httpflow.h"
#include "wire/streamable/httprefusal.h"

#include <map>
#include <vector>

namespace sonde::wire {

// HTTP+SSE (2024-11-05 basic/transports): one event stream carries all messages of the server; its
// first event names the endpoint for the client's messages. The connection ends with the stream.
class HttpSse final : public HttpFlow {
public:
    explicit HttpSse(const HttpTarget &target);

    static constexpr int kMaxRedirects = 3;
    // The time from the head of the stream to its `endpoint` event.
    static constexpr std::chrono::milliseconds kMaxEndpointWait{10'000};
    // The time for delivering notifications and responses at stop.
    static constexpr std::chrono::milliseconds kMaxFarewell{1000};

    void start(Stamp now, HttpActions &out) override;
    void send(const Outgoing &message, Stamp now, HttpActions &out) override;
    void setProtocol(const HttpProtocol &protocol, Stamp now, HttpActions &out) override;
    void abandon(const rpc::Id &id, Stamp now, HttpActions &out) override;
    void stop(Stamp now, HttpActions &out) override;
    BodyForm head(HttpKey key, const HttpHead &head, Stamp at, HttpActions &out) override;
    void event(HttpKey key, const rpc::SseEvent &event, Stamp at, HttpActions &out) override;
    bool message(HttpKey key, const rpc::Message &message, HttpActions &out) override;
    void finished(HttpKey key, const HttpEnding &ending, Stamp now, HttpActions &out) override;
    void tick(Stamp now, HttpActions &out) override;
    std::int64_t nextDeadline() const override;

private:
    enum class Phase : std::uint8_t { Idle, Opening, Waiting, Open, Farewell, Over };
    struct Exchange {
        Outgoing::Kind kind = Outgoing::Kind::Notification;
        rpc::Id id{};
        HttpRequest request{};
        bool isRecorded = false; // Outgoing::isRecorded
        int redirects = 0;
        QStringList followed{}; // the addresses that redirected
        std::optional<HttpHead> head{};
        QString serverMessage{};
        bool answered = false; // the response arrived on the stream

        bool succeeded() const { return head && head->status >= 200 && head->status < 300; }
    };

    HttpKey begin(Exchange exchange, HttpActions &out);
    void openGate(Stamp now, HttpActions &out);
    void openStream(const QUrl &url, int redirects, HttpActions &out);
    void endpointNamed(const rpc::SseEvent &event, Stamp at, HttpActions &out);
    void startFailed(HttpFailure failure, Stamp at, HttpActions &out);
    void streamFinished(
        const Exchange &stream, const HttpEnding &ending, Stamp at, HttpActions &out);
    void abortAll(HttpActions &out);
    void over(const ExitReport &report, Stamp at, HttpActions &out);

    HttpProtocol m_protocol;
    Phase m_phase = Phase::Idle;
    std::int64_t m_deadline = kNever;
    QUrl m_endpoint;
    HandshakeGate m_gate;
    HttpKey m_stream = 0;
    std::map<HttpKey, Exchange> m_exchanges;
};

} // namespace sonde::wire
