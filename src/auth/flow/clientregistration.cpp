// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/clientregistration.h"

#include "auth/base/authtext.h"
#include "auth/flow/servererror.h"
#include "json/builder.h"

#include <algorithm>

namespace sonde::auth {

namespace {

constexpr qsizetype kMaxClientId = 8192;

// RFC 8414 section 2: without a list it is client_secret_basic, but a program on a user's machine
// keeps no secret, so it requests to be a public client unless the list says otherwise.
ClientProof preferredProof(const ServerMetadata &server)
{
    if (!server.tokenAuthMethods)
        return ClientProof::None;
    for (const ClientProof proof : {ClientProof::None, ClientProof::Basic, ClientProof::Post}) {
        if (server.tokenAuthMethods->contains(clientProofName(proof)))
            return proof;
    }
    return ClientProof::None;
}

// Without `scope`: some servers restrict a client to the scopes that it registered with, and refuse
// the step-up later.
std::string registrationBody(const FlowRun &run)
{
    return json::Builder()
        .beginObject()
        .member("client_name", QStringView(run.setup.clientName))
        .member("application_type", "native")
        .key("redirect_uris")
        .beginArray()
        .string(QStringView(run.redirectUri.toString(QUrl::FullyEncoded)))
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
        .member("token_endpoint_auth_method",
            QStringView(clientProofName(preferredProof(run.server.metadata))))
        .endObject()
        .takeString();
}

// Whether a default endpoint of 2025-03-26 is none: a server that protects every path, or that does
// not know this one.
bool isNoEndpoint(int status)
{
    return status == 200 || status == 401 || status == 403 || status == 404 || status == 405
        || status == 410 || status == 501;
}

} // namespace

void ClientRegistration::begin(FlowTurn &turn)
{
    FlowRun &run = turn.run();
    const ServerMetadata &server = run.server.metadata;
    turn.openStep(StepKind::Client);
    m_mustRegister = false;
    if (adoptKnown(turn) || run.over)
        return;
    run.client = {};
    if (run.setup.grant == Grant::Assertion) // the assertion identifies the client
        return found(AuthText::tr("This grant needs no client."), turn);
    if (server.clientDocuments && !run.setup.clientDocument.isEmpty()) {
        run.client.issuer = run.server.issuer;
        run.client.clientId = run.setup.clientDocument.toString(QUrl::FullyEncoded);
        run.client.source = ClientSource::Document;
        return found(
            AuthText::tr("The URL of Sonde's client metadata document is the client ID."), turn);
    }
    if (!server.registrationEndpoint.isEmpty() && run.setup.grant == Grant::AuthorizationCode) {
        if (!turn.checkEndpoint(server.registrationEndpoint, FlowTurn::Endpoint::Registration))
            return;
        m_mustRegister = true;
        m_phase = Phase::Listening; // the redirect URI is part of the registration
        return turn.add(Listen{run.setup.redirectPort});
    }
    m_phase = Phase::Asking;
    turn.add(AskClient{run.server.issuer});
}

bool ClientRegistration::adoptKnown(FlowTurn &turn)
{
    FlowRun &run = turn.run();
    if (run.setup.given)
        return adoptGiven(*run.setup.given, turn);
    for (const Registration &known : run.goal.registrations) {
        const bool lives =
            known.secretExpiresMs == 0 || known.secretExpiresMs > turn.now().wall / 1'000'000;
        if (known.issuer != run.server.issuer || !lives || run.registeredAgain)
            continue;
        // A client metadata document comes before dynamic registration, even before an earlier one.
        if (known.source == ClientSource::Registered && run.server.metadata.clientDocuments
            && !run.setup.clientDocument.isEmpty())
            continue;
        run.client = known;
        found(AuthText::tr("A client is already registered with this authorization server."), turn);
        return true;
    }
    return false;
}

bool ClientRegistration::adoptGiven(const Registration &given, FlowTurn &turn)
{
    FlowRun &run = turn.run();
    if (!given.issuer.isEmpty() && given.issuer != run.server.issuer
        && !turn.isOverridden(AuthRule::ClientOfOtherIssuer)) {
        turn.fail(AuthRule::ClientOfOtherIssuer,
            AuthText::tr("The client ID belongs to %1, but the server requires tokens of %2.")
                .arg(given.issuer, run.server.issuer));
        return true;
    }
    run.client = given;
    run.client.issuer = run.server.issuer;
    run.client.source = ClientSource::Given;
    found(AuthText::tr("The client ID you entered for this authorization server."), turn);
    return true;
}

void ClientRegistration::found(const QString &decision, FlowTurn &turn)
{
    FlowRun &run = turn.run();
    turn.fact("client id", run.client.clientId);
    turn.fact("proof", clientProofName(run.client.proof));
    if (run.setup.grant == Grant::AuthorizationCode && run.redirectUri.isEmpty()) {
        turn.step().decision = decision; // until the listener is open
        m_phase = Phase::Listening;
        return turn.add(Listen{
            run.setup.redirectPort ? run.setup.redirectPort : run.client.redirectUri.port(0)});
    }
    if (!checkProof(turn))
        return;
    turn.closeStep(StepState::Done, decision, "2025-11-25 basic/authorization");
    m_phase = Phase::Done;
}

// RFC 6749 section 4.4: the grant client_credentials is for confidential clients only.
bool ClientRegistration::checkProof(FlowTurn &turn)
{
    const Registration &client = turn.run().client;
    const bool byKey = client.proof == ClientProof::PrivateKeyJwt;
    const bool proven = byKey ? !client.privateKey.isEmpty() : client.proof != ClientProof::None;
    if (turn.run().setup.grant != Grant::ClientCredentials || proven
        || turn.isOverridden(AuthRule::ClientNotProven))
        return true;
    turn.fail(AuthRule::ClientNotProven,
        byKey ? AuthText::tr(
            "The private key of the client %1 is missing: none was entered, and none is "
            "stored. Edit the server and enter it again.")
                    .arg(client.clientId)
              : AuthText::tr(
                  "The secret of the client %1 is missing: none was entered, and none is stored. "
                  "Edit the server and enter it again.")
                    .arg(client.clientId));
    return false;
}

void ClientRegistration::listening(const Result<QUrl> &redirectUri, FlowTurn &turn)
{
    if (m_phase != Phase::Listening)
        return;
    FlowRun &run = turn.run();
    // Guessed endpoints are worth a try with a browser, but no reason to demand one.
    if (!redirectUri && run.server.metadata.guessed && redirectUri.error().code == kNeedsPerson)
        return turn.fail(AuthRule::LoginNotOffered,
            AuthText::tr("The server publishes no authorization metadata, so Sonde knows no way to "
                         "log in."));
    if (!redirectUri)
        return turn.failWith(redirectUri.error());
    run.redirectUri = *redirectUri;
    turn.fact("redirect URI", redirectUri->toString());
    const bool moved = run.client.source == ClientSource::Registered
        && run.client.redirectUri != *redirectUri
        && !run.server.metadata.registrationEndpoint.isEmpty();
    if (!m_mustRegister && moved) {
        // RFC 8252 section 7.3 lets the port vary, but many servers compare the whole URI.
        turn.remark(
            AuthText::tr("The port of the registered redirect URI is in use, so the client is "
                         "registered again."));
        turn.add(DropRegistration{run.server.issuer});
        m_mustRegister = true;
    }
    if (m_mustRegister)
        return registerClient(turn);
    found(turn.step().decision, turn);
}

void ClientRegistration::registerClient(FlowTurn &turn)
{
    m_phase = Phase::Registering;
    m_mustRegister = false;
    const std::string body = registrationBody(turn.run());
    wire::HttpRequest request;
    request.method = "POST";
    request.url = turn.run().server.metadata.registrationEndpoint;
    request.headers.add("Content-Type", "application/json");
    request.headers.add("Accept", "application/json");
    request.headers.add("User-Agent", "sonde/" SONDE_VERSION);
    request.body = Bytes::copyOf(body);
    request.hasBody = true;
    turn.fetch(std::move(request), QByteArray::fromStdString(body));
}

void ClientRegistration::fetched(const FetchResponse &response, FlowTurn &turn)
{
    if (m_phase != Phase::Registering)
        return;
    const json::Document document = json::Document::parse(response.body);
    const json::Value root = document.root();
    const QString id = root["client_id"].toString();
    const bool good = (response.status == 201 || response.status == 200) && document.isValid();
    if (good && !id.isEmpty() && id.size() <= kMaxClientId)
        return adoptRegistered(root, turn);
    const ServerError said = readServerError(response, turn);
    turn.step().error = said.code;
    if (turn.run().server.metadata.guessed && isNoEndpoint(response.status)) {
        turn.reject(statusVerdict(response), AuthRule::LoginNotOffered);
        return turn.fail(AuthRule::LoginNotOffered,
            AuthText::tr(
                "The server publishes no authorization metadata and does not register clients "
                "(HTTP status %1), so no login is possible.")
                .arg(response.status),
            said.text);
    }
    const bool isSuccess = good && !said.isError();
    turn.reject(isSuccess ? AuthText::tr("The response contains no client ID (HTTP status %1).")
                                .arg(response.status)
                          : refusalVerdict(response, said),
        AuthRule::RegistrationRefused);
    const QString remark = formRemark(response, said, "RFC 7591 section 3.2.2");
    if (!remark.isEmpty() && !isSuccess)
        turn.remark(remark);
    turn.fail(AuthRule::RegistrationRefused,
        AuthText::tr("The authorization server did not register the client: %1")
            .arg(turn.attempt()->verdict),
        restOf(said));
}

void ClientRegistration::adoptRegistered(const json::Value &response, FlowTurn &turn)
{
    FlowRun &run = turn.run();
    Registration &client = run.client;
    client = {};
    client.issuer = run.server.issuer;
    client.clientId = response["client_id"].toString();
    client.clientSecret = Secret(response["client_secret"].toString());
    client.source = ClientSource::Registered;
    client.redirectUri = run.redirectUri;
    client.secretExpiresMs =
        std::clamp<std::int64_t>(response["client_secret_expires_at"].toInt64().value_or(0), 0,
            std::numeric_limits<std::int64_t>::max() / 1000)
        * 1000;
    const auto proof = clientProofFromName(response["token_endpoint_auth_method"].toString());
    if (proof)
        client.proof = *proof;
    else if (!client.clientSecret.isEmpty()) // RFC 7591 section 2: the default
        client.proof = preferredProof(run.server.metadata) == ClientProof::Post
            ? ClientProof::Post
            : ClientProof::Basic;
    turn.attempt()->verdict = AuthText::tr("The response contains a client ID.");
    turn.add(KeepRegistration{client});
    found(AuthText::tr("The client was registered dynamically."), turn);
}

void ClientRegistration::clientGiven(const Registration &client, FlowTurn &turn)
{
    if (m_phase != Phase::Asking)
        return;
    FlowRun &run = turn.run();
    if (client.clientId.isEmpty())
        return turn.fail(AuthRule::NoClient,
            AuthText::tr("The authorization server %1 does not register clients automatically, and "
                         "no client "
                         "ID was entered for it.")
                .arg(run.server.issuer));
    run.client = client;
    run.client.issuer = run.server.issuer;
    run.client.source = ClientSource::Given;
    turn.add(KeepRegistration{run.client});
    found(AuthText::tr("The client ID you entered for this authorization server."), turn);
}

void ClientRegistration::forget(FlowTurn &turn)
{
    FlowRun &run = turn.run();
    run.registeredAgain = true;
    const QString issuer = run.server.issuer;
    turn.add(DropRegistration{issuer});
    std::erase_if(run.goal.registrations,
        [&issuer](const Registration &known) { return known.issuer == issuer; });
    turn.closeStep(StepState::PassedOver,
        AuthText::tr("The authorization server does not know the client any more, so the client is "
                     "registered again."),
        "RFC 6749 section 5.2");
    run.redirectUri = {};
    m_phase = Phase::Idle;
}

} // namespace sonde::auth
