// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/browser.h"
#include "auth/base/parameters.h"
#include "auth/flow/flowturn.h"

namespace sonde::auth {

// The authorization request in the browser, and the redirect that brings the code (RFC 6749 section
// 4.1, RFC 7636, RFC 8707, RFC 9207). A state machine, and a part of Flow.
class CodeRequest {
public:
    static constexpr std::size_t kMaxVisits = 200;

    void begin(FlowTurn &turn);
    void pageOpened(FlowTurn &turn);
    void visited(const PageVisit &visit, FlowTurn &turn);
    void redirected(const QByteArray &query, FlowTurn &turn);
    bool isWaiting() const { return m_phase == Phase::Browsing; }
    bool isDone() const { return m_phase == Phase::Done; }

    const QString &state() const { return m_state; } // that the redirect must bring
    const Secret &code() const { return m_code; }
    const Secret &verifier() const { return m_verifier; }

private:
    enum class Phase : std::uint8_t { Idle, Browsing, Done };

    QUrl requestUrl(FlowTurn &turn);
    bool checkUrl(const QUrl &url, FlowTurn &turn);
    bool checkState(const Parameters &redirect, FlowTurn &turn);
    bool checkIssuer(const Parameters &redirect, FlowTurn &turn);
    void adoptCode(const Parameters &redirect, FlowTurn &turn);

    Phase m_phase = Phase::Idle;
    QString m_state;
    Secret m_verifier, m_code;
};

} // namespace sonde::auth
