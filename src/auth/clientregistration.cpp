// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow.h"
#include "auth/urlrules.h"
#include "json/builder.h"

#include <algorithm>

// Who we are for the authorization server (2025-11-25 basic/authorization, Client Registration
// Approaches): given by a person, a document, registered, asked.
namespace sonde::auth {

namespace {

constexpr qsizetype kMaxClientId = 8192;

} // namespace

void Flow::findClient(Stamp now, FlowActions &out)
{
    openStep(StepKind::Client, now);
    m_mustRegister = false;
    if (adoptKnownClient(now, out) || isOver())
        return;
    if (m_setup.grant == Grant::Assertion) { // the assertion says who we are
        m_client = {};
        return clientFound(QStringLiteral("None is needed for this grant."), now, out);
    }
    if (m_server.clientDocuments && !m_setup.clientDocument.isEmpty()) {
        m_client = {};
        m_client.issuer = m_issuer;
        m_client.clientId = m_setup.clientDocument.toString(QUrl::FullyEncoded);
        m_client.source = ClientSource::Document;
        return clientFound(
            QStringLiteral("The address of our metadata document is the client id."), now, out);
    }
    if (!m_server.registrationEndpoint.isEmpty() && m_setup.grant == Grant::AuthorizationCode) {
        if (!checkEndpoint(m_server.registrationEndpoint, "registration endpoint", now, out))
            return;
        m_mustRegister = true;
        m_client = {};
        m_phase = Phase::Listening; // its address is part of the registration
        out.emplace_back(Listen{m_setup.redirectPort});
        return;
    }
    m_phase = Phase::Asking;
    out.emplace_back(AskClient{m_issuer});
}

bool Flow::adoptKnownClient(Stamp now, FlowActions &out)
{
    if (m_setup.given) {
        const Registration &given = *m_setup.given;
        if (!given.issuer.isEmpty() && given.issuer != m_issuer
            && !isOverridden(Rule::ClientOfOtherIssuer)) {
            fail(Rule::ClientOfOtherIssuer,
                QStringLiteral("The client id is for %1, but the server wants tokens of %2.")
                    .arg(given.issuer, m_issuer),
                now, out);
            return true;
        }
        m_client = given;
        m_client.issuer = m_issuer;
        m_client.source = ClientSource::Given;
        clientFound(QStringLiteral("The client id that was given for it."), now, out);
        return true;
    }
    for (const Registration &known : m_goal.registrations) {
        const bool lives =
            known.secretExpiresMs == 0 || known.secretExpiresMs > now.wall / 1'000'000;
        if (known.issuer != m_issuer || !lives || m_registeredAgain)
            continue;
        // A document comes before dynamic registration, also before one that was made earlier.
        if (known.source == ClientSource::Registered && m_server.clientDocuments
            && !m_setup.clientDocument.isEmpty())
            continue;
        m_client = known;
        clientFound(QStringLiteral("It is known to this authorization server already."), now, out);
        return true;
    }
    return false;
}

void Flow::clientFound(const QString &decision, Stamp now, FlowActions &out)
{
    fact("client id", m_client.clientId);
    fact("proof", clientProofName(m_client.proof));
    if (m_setup.grant == Grant::AuthorizationCode && m_redirectUri.isEmpty()) {
        step().decision = decision; // until the listener stands
        m_phase = Phase::Listening;
        out.emplace_back(
            Listen{m_setup.redirectPort ? m_setup.redirectPort : m_client.redirectUri.port(0)});
        return;
    }
    const bool proven = m_client.proof == ClientProof::PrivateKeyJwt
        ? !m_client.privateKey.isEmpty()
        : m_client.proof != ClientProof::None;
    if (m_setup.grant == Grant::ClientCredentials && !proven
        && !isOverridden(Rule::ClientNotProven))
        return fail(Rule::ClientNotProven,
            m_client.proof == ClientProof::PrivateKeyJwt
                ? QStringLiteral("The private key of the client %1 is not known: none was "
                                 "entered, and none is kept.")
                      .arg(m_client.clientId)
                : QStringLiteral("The secret of the client %1 is not known: none was entered, and "
                                 "none is kept.")
                      .arg(m_client.clientId),
            now, out);
    closeStep(StepState::Done, decision, now, "2025-11-25 basic/authorization");
    switch (m_setup.grant) {
    case Grant::AuthorizationCode:
        return askForCode(now, out);
    case Grant::ClientCredentials:
        return askForToken(now, out);
    case Grant::EnterpriseManaged:
        return askIdentityProvider(now, out);
    case Grant::Assertion:
        openStep(StepKind::Token, now);
        return tradeAssertion(m_setup.assertion, now, out);
    }
}

void Flow::listening(const Result<QUrl> &redirectUri, Stamp now, FlowActions &out)
{
    if (m_phase != Phase::Listening)
        return;
    if (!redirectUri)
        return failWith(redirectUri.error(), {}, now, out);
    afterListening(*redirectUri, now, out);
}

void Flow::afterListening(const QUrl &redirectUri, Stamp now, FlowActions &out)
{
    m_redirectUri = redirectUri;
    fact("redirect address", redirectUri.toString());
    const bool moved = m_client.source == ClientSource::Registered
        && m_client.redirectUri != redirectUri && !m_server.registrationEndpoint.isEmpty();
    if (!m_mustRegister && moved) {
        // RFC 8252 section 7.3 lets the port vary, but many servers compare the whole address.
        remark(QStringLiteral("The port it was registered with is taken: it registers anew."));
        out.emplace_back(DropRegistration{m_issuer});
        m_mustRegister = true;
    }
    if (m_mustRegister)
        return registerClient(now, out);
    clientFound(step().decision, now, out);
}

// RFC 8414 section 2: without a list it is client_secret_basic, but a program on a person's
// machine keeps no secret, so it asks to be a public client unless the list says otherwise.
ClientProof Flow::proofToAskFor() const
{
    if (!m_server.tokenAuthMethods)
        return ClientProof::None;
    for (const ClientProof proof : {ClientProof::None, ClientProof::Basic, ClientProof::Post}) {
        if (m_server.tokenAuthMethods->contains(clientProofName(proof)))
            return proof;
    }
    return ClientProof::None;
}

void Flow::registerClient(Stamp now, FlowActions &out)
{
    m_phase = Phase::Registering;
    m_mustRegister = false;
    // Without `scope`: some servers hold a client to the scopes that it registered with, and refuse
    // the step-up later.
    const std::string body =
        json::Builder()
            .beginObject()
            .member("client_name", QStringView(m_setup.clientName))
            .member("application_type", "native")
            .key("redirect_uris")
            .beginArray()
            .string(QStringView(m_redirectUri.toString(QUrl::FullyEncoded)))
            .endArray()
            .key("grant_types")
            .beginArray()
            .string(std::string_view("authorization_code"))
            .string(std::string_view("refresh_token"))
            .endArray()
            .key("response_types")
            .beginArray()
            .string(std::string_view("code"))
            .endArray()
            .member("token_endpoint_auth_method", QStringView(clientProofName(proofToAskFor())))
            .endObject()
            .takeString();
    wire::HttpRequest request;
    request.method = "POST";
    request.url = m_server.registrationEndpoint;
    request.headers.add("Content-Type", "application/json");
    request.headers.add("Accept", "application/json");
    request.headers.add("User-Agent", "sonde/" SONDE_VERSION);
    request.body = Bytes::copyOf(body);
    request.hasBody = true;
    fetch(std::move(request), QByteArray::fromStdString(body), now, out);
}

void Flow::registered(const FetchAnswer &answer, Stamp now, FlowActions &out)
{
    const json::Document document = json::Document::parse(answer.body);
    const json::Value root = document.root();
    const QString id = root["client_id"].toString();
    const bool good = (answer.status == 201 || answer.status == 200) && document.isValid();
    if (!good || id.isEmpty() || id.size() > kMaxClientId) {
        const QString code = root["error"].toString().left(kMaxClientId);
        step().error = code;
        reject(answer.error ? answer.error->sentence
                            : QStringLiteral("HTTP status %1 %2").arg(answer.status).arg(code),
            Rule::RegistrationRefused);
        return fail(Rule::RegistrationRefused,
            QStringLiteral("The authorization server did not register us: %1")
                .arg(attempt()->verdict),
            now, out, root["error_description"].toString().left(kMaxClientId));
    }
    m_client = {};
    m_client.issuer = m_issuer;
    m_client.clientId = id;
    m_client.clientSecret = Secret(root["client_secret"].toString());
    m_client.source = ClientSource::Registered;
    m_client.redirectUri = m_redirectUri;
    m_client.secretExpiresMs =
        std::clamp<std::int64_t>(root["client_secret_expires_at"].toInt64().value_or(0), 0,
            std::numeric_limits<std::int64_t>::max() / 1000)
        * 1000;
    const auto proof = clientProofFromName(root["token_endpoint_auth_method"].toString());
    if (proof)
        m_client.proof = *proof;
    else if (!m_client.clientSecret.isEmpty()) // RFC 7591 section 2: the default
        m_client.proof =
            proofToAskFor() == ClientProof::Post ? ClientProof::Post : ClientProof::Basic;
    attempt()->verdict = QStringLiteral("A client id was given.");
    out.emplace_back(KeepRegistration{m_client});
    clientFound(QStringLiteral("It was registered."), now, out);
}

void Flow::clientGiven(const Registration &client, Stamp now, FlowActions &out)
{
    if (m_phase != Phase::Asking)
        return;
    if (client.clientId.isEmpty())
        return fail(Rule::NoClient,
            QStringLiteral("The authorization server %1 registers nobody by itself, and no client "
                           "id was given for it.")
                .arg(m_issuer),
            now, out);
    m_client = client;
    m_client.issuer = m_issuer;
    m_client.source = ClientSource::Given;
    out.emplace_back(KeepRegistration{m_client});
    clientFound(QStringLiteral("The client id that was given for it."), now, out);
}

// The authorization server has forgotten us. Once: it may forget again.
bool Flow::registerAgain(Stamp now, FlowActions &out)
{
    if (m_client.source != ClientSource::Registered || m_registeredAgain)
        return false;
    m_registeredAgain = true;
    out.emplace_back(DropRegistration{m_issuer});
    std::erase_if(m_goal.registrations,
        [this](const Registration &known) { return known.issuer == m_issuer; });
    closeStep(StepState::PassedOver,
        QStringLiteral("The authorization server does not know the client any more: it registers "
                       "anew."),
        now, "RFC 6749 section 5.2");
    m_redirectUri = {};
    // A refresh alone knows no registration endpoint; the whole way does.
    if (m_goal.kind == Goal::Kind::Refresh) {
        m_goal.kind = Goal::Kind::Authorize;
        findResource(now, out);
    } else {
        findClient(now, out);
    }
    return true;
}

} // namespace sonde::auth
