// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/uriset.h"
#include "rpc/message.h"
#include "trace/record/record.h"
#include "json/value.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace sonde::findings {

// The kinds of notification of a listen request or of its acknowledgement
// (2026-07-28 basic/patterns/subscriptions, `SubscriptionFilter`).
struct ListenFilter {
    static constexpr std::size_t kMaxUris = 10'000;

    std::set<std::string> lists; // "toolsListChanged", …
    UriSet uris; // of resourceSubscriptions
    bool isCut = false; // there are more URIs than are kept

    static ListenFilter of(const json::Value &notifications);
    // Whether it asks for a notification of that method and those params.
    bool has(std::string_view method, const json::Value &params) const;
};

// A subscriptions/listen that has no response yet.
struct Listening {
    trace::Number number = 0; // of the request
    trace::Number carrier = 0; // the exchange of its stream, over HTTP
    ListenFilter filter;
    trace::Number acknowledged = 0; // by that notification
};

// The open ones of a connection, by the id of the request as it is written.
using Listenings = std::map<rpc::Id, Listening, std::less<>>;
inline constexpr std::size_t kMaxListenings = 1000;

} // namespace sonde::findings
