// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/message/clientdefaults.h"
#include "mcp/message/detectedrevision.h"
#include "mcp/message/revision.h"
#include "rpc/trafficsink.h"
#include "wire/endpoint/endpoint.h"
#include "wire/endpoint/endpointtimeouts.h"
#include "wire/link/authorizer.h"
#include "wire/link/linkworker.h"

#include <QString>

#include <cstdint>
#include <optional>
#include <string>

class QThread;

namespace sonde::mcp {

class ServerRequestHandler;

enum class ClientState : std::uint8_t {
    Stopped,
    Starting, // until the server has answered the first request; probing included
    Ready,
    Stopping,
    Failed, // failure() and steps() say what and where
};

struct ClientConfig {
    QString name; // of the profile
    wire::Endpoint endpoint;
    wire::EndpointTimeouts timeouts;
    EraPolicy era;
    // What an earlier probe detected. With Mode::Auto it is used in place of a probe; when the
    // server does not match it any more, the server is probed again.
    std::optional<DetectedRevision> known;
    // In the modern era: opens one subscription to all list changes that the server offers.
    bool listenForChanges = false;
    // The capabilities that the client declares, a JSON object as text.
    std::string capabilities = kNoCapabilities;
    // The least level at which the server may log ("debug" … "emergency"), sent with each request
    // where the revision has it there (2026-07-28); empty: requests do not opt in to logging.
    QString logLevel;
    // Responds to what the server requests; outlives the client, on its thread. nullptr: every
    // server request is refused, and a response that asks for input goes to the caller as it is.
    ServerRequestHandler *serverRequests = nullptr;
    // Obtains the authorization that a server demands (Endpoint::canBeAuthorized); outlives the
    // client, on its thread. Without an authorizer a 401 or 403 is a failure.
    wire::Authorizer *authorizer = nullptr;
    // Stands between each connection and its transport, but not for those that only detect the
    // era. Empty: nothing does.
    wire::DecorateTransport decorate;
    rpc::TrafficSink *traffic = nullptr; // outlives the client
    rpc::Origin origin = rpc::Origin::None; // of all that has no other one
    QThread *wireThread = nullptr; // nullptr: everything on the caller's thread
};

} // namespace sonde::mcp
