// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/parameters.h"
#include "auth/flow/flowturn.h"

namespace sonde::auth {

// A form that is posted to a token endpoint: with the client's proof (RFC 6749 section 2.3, RFC
// 7523) and a DPoP proof (RFC 9449), and once more when the server requires a nonce.
class TokenPost {
public:
    enum class Proof : std::uint8_t { None, Client };

    void setDpop(bool dpop, const Secret &key = {}); // an empty key: makes a new one
    bool isDpop() const { return m_dpop; }
    const Secret &dpopKey() const { return m_key.pem; }

    void send(const QUrl &url, const Parameters &form, Proof proof, FlowTurn &turn);
    // True: the server requires a nonce, and the form was posted again.
    bool repeatWithNonce(const FetchResponse &response, FlowTurn &turn);

private:
    Result<void> addClientProof(Parameters &form, wire::HttpHeaders &headers, FlowTurn &turn);
    Result<void> addDpopProof(const QUrl &url, wire::HttpHeaders &headers, FlowTurn &turn);

    Parameters m_form; // without the proofs, to repeat it
    Proof m_proof = Proof::Client;
    bool m_dpop = false;
    QByteArray m_nonce; // of the server
    SigningKey m_key;
};

} // namespace sonde::auth
