// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/streamable/brokenstreams.h"
#include "wire/streamable/handshakegate.h"
#include "wire/streamable/standingstream.h"
#include "wire/streamable/streamexchange.h"

#include <map>

namespace sonde::wire {

// Streamable HTTP, 2025-03-26 to 2025-11-25 with sessions, and stateless since 2026-07-28
// (basic/transports of each revision). setProtocol() selects the form; before that it is the legacy
// form.
class StreamableHttp final : public HttpFlow {
public:
    using HttpFlow::HttpFlow;

    static constexpr int kMaxRedirects = 3;
    // The time at stop for delivering notifications and responses, and for the response to DELETE.
    static constexpr std::chrono::milliseconds kMaxFarewell{1000};
    static constexpr std::chrono::milliseconds kMaxSessionEnd{2000};
    // After this time exchanges without a pending request are aborted: a notification without a
    // response, the rest of a stream whose request was cancelled.
    static constexpr std::chrono::milliseconds kMaxUnwanted{60'000};

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
    using Exchange = StreamExchange;
    using Purpose = StreamExchange::Purpose;
    enum class Phase : std::uint8_t { Running, Farewell, EndingSession, Over };

    HttpKey post(const Outgoing &message, Stamp now, HttpActions &out);
    HttpKey begin(Exchange exchange, HttpActions &out);
    void openGate(Stamp now, HttpActions &out);
    HttpHeaders sessionHeaders() const;
    HttpRequest newRequest(const char *method, const HttpHeaders &more = {}) const;
    void captureSession(const Exchange &exchange, HttpActions &out);
    void messageFinished(Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out);
    void streamBroken(Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out);
    void resumptionFinished(
        Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out);
    void resume(Exchange exchange, HttpActions &out);
    void abortOverdue(Stamp now, HttpActions &out);
    void refuse(const Exchange &exchange, HttpFailure failure, Stamp at, HttpActions &out);
    void dropSession(Stamp at, HttpActions &out);

    HttpKey openStandingWhenDue(Stamp now, HttpActions &out); // 0: it is not due
    void closeStanding(HttpActions &out);
    void standingOpened(Stamp at, HttpActions &out);
    void standingEnded(
        const Exchange &exchange, const HttpEnding &ending, Stamp now, HttpActions &out);
    void setStanding(HttpState::Stream stream, const QString &detail = {});

    void countStreams();
    void proceedToEnd(Stamp now, HttpActions &out);
    void endSession(Stamp now, HttpActions &out);
    void sessionEnded(const Exchange &exchange, const HttpEnding &ending, HttpActions &out);

    HttpProtocol m_protocol;
    Phase m_phase = Phase::Running;
    std::int64_t m_phaseEnd = kNever;
    HandshakeGate m_gate;
    std::map<HttpKey, Exchange> m_exchanges;
    BrokenStreams m_broken;
    StandingStream m_standing;
};

} // namespace sonde::wire
