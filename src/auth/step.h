// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/rule.h"
#include "base/bytes.h"
#include "base/clock.h"
#include "base/secret.h"
#include "rpc/trafficsink.h"
#include "wire/http/httpmessage.h"

#include <QString>
#include <QUrl>

#include <optional>
#include <utility>
#include <vector>

namespace sonde::auth {

enum class StepKind : std::uint8_t {
    Challenge, // what the server asked for
    ResourceMetadata,
    ChooseServer,
    ServerMetadata,
    Client, // who we are for the authorization server: known, a document, registered, asked
    AuthorizationRequest, // what is opened in the browser
    Redirect, // what the browser brought back
    IdentityAssertion, // enterprise-managed: the identity provider's assertion
    Token,
    Refresh,
    Revoke,
};
const char *stepName(StepKind kind); // "protected resource metadata", untranslated

enum class StepState : std::uint8_t {
    Running, // something is under way, or waits for the person
    Done,
    Failed,
    PassedOver, // tried, without success, and something else is done in its place
};

// One HTTP exchange of a step, or one that was not sent.
struct Attempt {
    QByteArray method;
    QUrl url;
    wire::HttpHeaders requestHeaders; // secret ones have `secret` set and no value
    Bytes requestBody; // secrets are replaced by their length
    Bytes requestHead; // as it crossed the wire, secrets hidden; empty until it is answered
    Secret exactRequestHead; // in memory only, for "reveal"
    Secret exactRequestBody; // likewise
    int status = 0; // 0: no answer
    wire::HttpHeaders headers; // of the answer
    Bytes head; // as it crossed the wire, informational ones before it; secrets hidden
    Bytes body; // secrets are replaced by their length
    Secret exactBody;
    QString verdict; // why it was rejected, or what it gave
    std::optional<Rule> rule; // by which it was rejected
    bool rejected = false;
    bool sent = false; // false: it was refused before, or still waits
    Stamp began, ended;
    rpc::ExchangeId exchange = 0; // in the recording
};

// What happened, kept for whoever looks.
struct Step {
    StepKind kind = StepKind::Challenge;
    StepState state = StepState::Running;
    std::vector<Attempt> attempts;
    std::vector<std::pair<QString, QString>> facts; // name and value, nothing secret
    QString decision; // a sentence: what was decided, or why it failed
    QString basis; // the rule behind the decision: "RFC 9728 section 3.1"
    std::optional<Rule> rule; // that refused it, or that was overridden
    QString error; // that the other side named: "invalid_client" (RFC 6749 sections 4.1.2.1, 5.2)
    std::vector<Rule> overridden; // in red
    std::vector<QString> remarks; // what is not forbidden, but not right either
    Stamp began, ended;
};

} // namespace sonde::auth
