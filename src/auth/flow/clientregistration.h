// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/flowturn.h"

namespace sonde::auth {

// Which client Sonde is for the authorization server (2025-11-25 basic/authorization, Client
// Registration Approaches): entered by the user, known, a client metadata document, registered. A
// state machine, and a part of Flow. The outcome is FlowRun::client.
class ClientRegistration {
public:
    void begin(FlowTurn &turn);
    void listening(const Result<QUrl> &redirectUri, FlowTurn &turn);
    void fetched(const FetchResponse &response, FlowTurn &turn);
    // An empty client id: the user has none.
    void clientGiven(const Registration &client, FlowTurn &turn);
    // The authorization server does not know the client any more; begin() finds another one.
    void forget(FlowTurn &turn);
    bool isDone() const { return m_phase == Phase::Done; }

private:
    enum class Phase : std::uint8_t { Idle, Listening, Asking, Registering, Done };

    bool adoptKnown(FlowTurn &turn);
    bool adoptGiven(const Registration &given, FlowTurn &turn);
    void found(const QString &decision, FlowTurn &turn);
    bool checkProof(FlowTurn &turn);
    void registerClient(FlowTurn &turn);
    void adoptRegistered(const json::Value &response, FlowTurn &turn);

    Phase m_phase = Phase::Idle;
    bool m_mustRegister = false;
};

} // namespace sonde::auth
