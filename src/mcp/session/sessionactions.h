// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mcp/message/cause.h"
#include "mcp/message/response.h"
#include "mcp/session/opening.h"
#include "mcp/session/pendingrequests.h"
#include "rpc/trafficsink.h"
#include "wire/link/messagetransport.h"

#include <QString>

#include <utility>
#include <variant>
#include <vector>

// What a Session wants done. It does no I/O itself.
namespace sonde::mcp {

using Send = wire::Outgoing;
struct Abandon { // close the stream of that request
    rpc::Id id;
};
struct SetHttpProtocol { // how HTTP is to carry the messages that follow
    wire::HttpProtocol protocol;
};
struct Complete {
    Complete(Token caller, Result<Response> result)
        : token(caller)
        , outcome(std::move(result))
    {
    }
    explicit Complete(Token caller) // with an empty response, to be filled by the caller
        : token(caller)
        , outcome(std::in_place)
    {
    }
    Token token = 0;
    Result<Response> outcome;
};
struct LateResponse { // to a request that was given up
    GivenUpCall call;
};
struct Renumbered { // a request that is sent again, under another id
    Token caller = 0; // its first id
    Token number = 0;
};
struct Progress {
    Token token = 0;
    rpc::Message message;
};
struct Notify {
    rpc::Message message;
};
struct RequestReceived { // from the server; Session::reply() or refuse() responds
    rpc::Message message;
    Cause cause{};
};
struct Withdrawn { // a received request needs no response any more: cancelled by the server, or the
                   // connection ended
    rpc::Id id;
    QString why; // a sentence
};
struct SubscriptionNotification { // a notification of a subscription; Notify has it as well
    Token token = 0;
    rpc::Message message;
};
struct ReportProblem { // with the message at that place of the recording
    rpc::Place place;
    rpc::Problem problem = rpc::Problem::None;
};
struct LogLifecycle { // a line of the trace about the connection
    QString what; // an id of rpc/lifecycle.h
    QString detail;
};
struct Opened { }; // negotiated; Session::opening() has the response
struct Renewed { }; // negotiated again, because the server had forgotten the HTTP session
struct OpenFailed { // could not be negotiated
    Error error;
    Evidence evidence{};
};
using Action = std::variant<Send, Abandon, SetHttpProtocol, Complete, LateResponse, Renumbered,
    Progress, Notify, RequestReceived, Withdrawn, SubscriptionNotification, ReportProblem,
    LogLifecycle, Opened, Renewed, OpenFailed>;
using Actions = std::vector<Action>;

} // namespace sonde::mcp
