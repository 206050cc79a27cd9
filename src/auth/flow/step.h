// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/authrule.h"
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
    Challenge, // of the server's response
    ResourceMetadata,
    ChooseServer,
    ServerMetadata,
    Client, // known, a client metadata document, registered, or entered by the user
    AuthorizationRequest, // what is opened in the browser
    Redirect, // from the browser, with the code
    IdentityAssertion, // enterprise-managed: the identity provider's assertion
    Token,
    Refresh,
    Revoke,
};
const char *stepName(StepKind kind); // "protected resource metadata", untranslated

enum class StepState : std::uint8_t {
    Running, // waits for a response or for the user
    Done,
    Failed,
    PassedOver, // failed, and the flow continues with an alternative
};

// One HTTP exchange of a step, or one that was not sent.
struct Attempt {
    QByteArray method;
    QUrl url;
    wire::HttpHeaders requestHeaders; // secret ones have `secret` set and no value
    Bytes requestBody; // secrets are replaced by their length
    Bytes requestHead; // as it crossed the wire, secrets redacted; empty until the response
    Secret exactRequestHead; // in memory only, for "reveal"
    Secret exactRequestBody; // in memory only, for "reveal"
    int status = 0; // 0: no response
    wire::HttpHeaders headers; // of the response
    Bytes
        head; // of the response as it crossed the wire, after informational ones; secrets redacted
    Bytes body; // secrets are replaced by their length
    Secret exactBody;
    QString verdict; // why the response was rejected, or what it contains
    std::optional<AuthRule> rule; // that rejected the response
    bool rejected = false;
    bool sent = false; // false: refused before, or still held back
    Stamp began, ended;
    rpc::ExchangeId exchange = 0; // in the recording
};

// One step of a flow, with everything that happened in it.
struct Step {
    StepKind kind = StepKind::Challenge;
    StepState state = StepState::Running;
    std::vector<Attempt> attempts;
    std::vector<std::pair<QString, QString>> facts; // name and value, nothing secret
    QString decision; // a sentence: what was decided, or why it failed
    QString basis; // the rule behind the decision: "RFC 9728 section 3.1"
    std::optional<AuthRule> rule; // that refused it, or that was overridden
    QString error; // code from the other server: "invalid_client" (RFC 6749 sections 4.1.2.1, 5.2)
    std::vector<AuthRule> overridden; // by the developer, in this run
    std::vector<QString> remarks; // deviations from a recommendation
    Stamp began, ended;
};

} // namespace sonde::auth
