// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/features.h"
#include "demo/call/loglevel.h"
#include "demo/call/timers.h"
#include "json/value.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace sonde::demo {

class Call;

// How long a result stays fresh (2026-07-28 server/utilities/caching); older eras do not say it.
struct Freshness {
    Milliseconds ttl{0};
    bool isPublic = true;
};

// A request to the client: sampling, elicitation, roots, ping.
struct RequestToClient {
    std::string method;
    std::string params; // JSON; empty: none
    std::string capability; // that the client must have declared, "elicitation"; empty: none
    std::string
        requirement; // `capability` as a ClientCapabilities object, {"elicitation":{"form":{}}}
};

struct ClientResponse {
    json::Value result; // does not exist when the client refused
    std::string refusal; // the message of the client's error
};

using ResponseHandler = std::function<void(Call &, const ClientResponse &)>;

// The messages of one era. Tools, resources and prompts do not depend on the era.
class ServerDialect {
public:
    virtual ~ServerDialect() = default;

    virtual const Features &features() const = 0;
    // Completes a result object with the members that every result of the era has.
    virtual std::string seal(std::string_view result, std::optional<Freshness> freshness) const = 0;
    virtual bool wantsLog(const Call &call, LogLevel level) const = 0;
    // Whether the client of the call has declared what the request needs.
    virtual bool accepts(const Call &call, const RequestToClient &request) const = 0;
    // Sends a request to the client; `handler` gets the response, now or later, or the call is
    // ended.
    virtual void sendRequest(
        Call &call, const RequestToClient &request, ResponseHandler handler) = 0;
    // The call was answered or cancelled.
    virtual void callEnded(Call &call) = 0;

protected:
    static bool declares(const json::Value &clientCapabilities, const RequestToClient &request);
};

} // namespace sonde::demo
