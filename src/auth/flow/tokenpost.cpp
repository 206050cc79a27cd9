// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/tokenpost.h"

#include "auth/base/authtext.h"
#include "auth/base/jwt.h"

namespace sonde::auth {

namespace {

constexpr int kNonceBytes = 16;

// RFC 6749 section 2.3.1: each half is form-encoded first.
QByteArray basicCredentials(const Registration &client)
{
    const auto encoded = [](const QString &text) {
        Parameters one;
        one.add({}, text);
        return one.encoded().mid(1);
    };
    const QByteArray pair = encoded(client.clientId) + ':' + encoded(client.clientSecret.reveal());
    return "Basic " + pair.toBase64();
}

QString withoutQuery(const QUrl &url)
{
    return url.toString(QUrl::FullyEncoded | QUrl::RemoveQuery | QUrl::RemoveFragment);
}

wire::HttpHeader secretField(const char *name, const QByteArray &value)
{
    return {name, value, true};
}

} // namespace

void TokenPost::setDpop(bool dpop, const Secret &key)
{
    m_dpop = dpop;
    if (!key.isEmpty())
        m_key = {key, {}};
}

void TokenPost::send(const QUrl &url, const Parameters &form, Proof proof, FlowTurn &turn)
{
    m_form = form;
    m_proof = proof;
    wire::HttpRequest request;
    request.method = "POST";
    request.url = url;
    request.headers.add("Content-Type", "application/x-www-form-urlencoded");
    request.headers.add("Accept", "application/json");
    request.headers.add("User-Agent", "sonde/" SONDE_VERSION);
    Parameters proven = form;
    if (proof == Proof::Client) {
        if (const auto added = addClientProof(proven, request.headers, turn); !added)
            return turn.failWith(added.error());
    }
    if (m_dpop) {
        if (const auto added = addDpopProof(url, request.headers, turn); !added)
            return turn.failWith(added.error());
    }
    request.body = Bytes::fromByteArray(proven.encoded());
    request.hasBody = true;
    turn.fetch(std::move(request), proven.redacted());
}

Result<void> TokenPost::addClientProof(Parameters &form, wire::HttpHeaders &headers, FlowTurn &turn)
{
    const FlowRun &run = turn.run();
    const Registration &client = run.client;
    switch (client.proof) {
    case ClientProof::None:
        form.add(QStringLiteral("client_id"), client.clientId);
        return {};
    case ClientProof::Basic:
        headers.add(secretField("Authorization", basicCredentials(client)));
        return {};
    case ClientProof::Post:
        form.add(QStringLiteral("client_id"), client.clientId);
        form.add(QStringLiteral("client_secret"), client.clientSecret);
        return {};
    case ClientProof::PrivateKeyJwt:
        break;
    }
    const auto assertion = clientAssertion(*run.signer,
        {client.clientId, run.server.issuer, client.privateKey, client.signingAlgorithm,
            run.randomness(kNonceBytes), turn.now().wall / 1'000'000});
    if (!assertion)
        return assertion.error();
    form.add(QStringLiteral("client_id"), client.clientId);
    form.add(QStringLiteral("client_assertion_type"),
        QStringLiteral("urn:ietf:params:oauth:client-assertion-type:jwt-bearer"));
    form.add(QStringLiteral("client_assertion"), QString::fromLatin1(*assertion));
    return {};
}

Result<void> TokenPost::addDpopProof(const QUrl &url, wire::HttpHeaders &headers, FlowTurn &turn)
{
    const FlowRun &run = turn.run();
    if (m_key.pem.isEmpty()) {
        const auto made = run.signer->makeKey();
        if (!made)
            return made.error();
        m_key = *made;
    } else if (m_key.jwk.isEmpty()) {
        const auto jwk = run.signer->publicJwk(m_key.pem);
        if (!jwk)
            return jwk.error();
        m_key.jwk = *jwk;
    }
    const auto proof = dpopProof(*run.signer, m_key.pem, m_key.jwk,
        {"POST", withoutQuery(url), {}, m_nonce, run.randomness(kNonceBytes),
            turn.now().wall / 1'000'000});
    if (!proof)
        return proof.error();
    headers.add("DPoP", *proof);
    return {};
}

// RFC 9449 section 8.
bool TokenPost::repeatWithNonce(const FetchResponse &response, FlowTurn &turn)
{
    const auto nonce = response.headers.value("DPoP-Nonce");
    const json::Document document = json::Document::parse(response.body);
    if (!m_dpop || !nonce || *nonce == m_nonce
        || !document.root()["error"].equals("use_dpop_nonce"))
        return false;
    m_nonce = nonce->left(kMaxShown);
    turn.attempt()->verdict = AuthText::tr("The server requires a nonce in the DPoP proof.");
    send(QUrl(turn.attempt()->url), Parameters(m_form), m_proof, turn);
    return true;
}

} // namespace sonde::auth
