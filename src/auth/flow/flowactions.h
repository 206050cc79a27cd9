// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/base/authrule.h"
#include "auth/base/credentials.h"
#include "auth/flow/step.h"
#include "wire/http/httpclient.h"

#include <QUrl>

#include <optional>
#include <variant>
#include <vector>

namespace sonde::auth {

// Error::code of a flow that ended because there is no browser.
inline constexpr int kNeedsPerson = 1;

// Identifies a fetch of one flow; never used twice.
using FetchKey = std::uint32_t;

// What a flow wants done. It waits until its driver has done it and reports the outcome, so a
// driver steps through a flow by holding these actions back.
struct Fetch {
    FetchKey key = 0;
    StepKind step = StepKind::Token;
    wire::HttpRequest request;
    bool publicOnly = true; // the name must not resolve to a private address
};
struct Listen { // for the redirect, on 127.0.0.1; completed by listening()
    int port = 0; // preferred; 0: any
};
struct Browse { // completed by redirected()
    QUrl url;
};
struct ChooseServer { // completed by chosen()
    QStringList issuers;
};
struct AskClient { // completed by clientGiven()
    QString issuer;
};
struct KeepRegistration {
    Registration registration;
};
struct DropRegistration {
    QString issuer;
};
struct KeepTokens {
    Tokens tokens;
};
struct DropTokens {
    QString issuer, resource;
};
struct Finished { // the last action; nothing listens any more
    std::optional<Error> error; // Domain::Authorization, Cancelled
    std::optional<AuthRule> rule; // that failed
};
using FlowAction = std::variant<Fetch, Listen, Browse, ChooseServer, AskClient, KeepRegistration,
    DropRegistration, KeepTokens, DropTokens, Finished>;
// Those about credentials.
using CredentialAction = std::variant<KeepRegistration, DropRegistration, KeepTokens, DropTokens>;
using FlowActions = std::vector<FlowAction>;

// The outcome of a fetch.
struct FetchResponse {
    int status = 0; // 0: no response came, and `error` says why
    wire::HttpHeaders headers;
    Bytes body;
    Bytes sentHead, receivedHead; // as they crossed the wire, secrets redacted
    Secret exactSentHead; // with its secrets
    std::optional<Error> error;
    rpc::ExchangeId exchange = 0;
};

} // namespace sonde::auth
