// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/seenrequest.h"

#include <deque>
#include <set>
#include <string>

namespace sonde::findings {

// A request whose result asked for input (2026-07-28 basic/patterns/mrtr).
struct InputAsked {
    trace::Number request = 0;
    trace::Number result = 0;
    rpc::Id id;
    std::string method;
    std::string subject; // params.name or params.uri
    std::string arguments; // as written; empty: none
    std::string state; // requestState as written; empty: none
    std::set<std::string> keys; // of inputRequests
};

// The newest requests of a connection whose results asked for input.
class InputsAsked {
public:
    static constexpr std::size_t kMaxAsked = 64;

    void add(const SeenRequest &request, const json::Value &result, trace::Number number);
    // The one that a request with `inputResponses` or `requestState` goes on with: the newest with
    // this state, or else the newest of the same kind that asked for one of these keys. Null: none.
    const InputAsked *continuedBy(std::string_view method, const json::Value &params) const;

private:
    std::deque<InputAsked> m_asked;
};

// "name" or "uri" of a request's params, whichever it has.
std::string subjectOf(const json::Value &params);

} // namespace sonde::findings
