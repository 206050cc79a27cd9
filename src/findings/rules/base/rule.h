// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"
#include "findings/context/report.h"

#include <cstdint>
#include <span>
#include <string_view>

namespace sonde::findings {

// What a rule is about.
enum class On : std::uint8_t {
    Message, // every request, notification, result and error
    Request,
    Notification,
    Result, // a response with a result
    Error, // a response with an error
    Invalid, // a line or text that is not a message
    Exchange, // an HTTP exchange that has ended
    Metadata, // an HTTP exchange of the authorization, such as a GET of a server's metadata
    Registration, // one that registers a client
    Authorization, // one that opens the authorization page
    Redirect, // one that brings the response of the authorization page
    Token, // a token request
    Lifecycle, // an event of the connection; `method` is its id
};
inline constexpr std::size_t kOnCount = 13;

// On which transports a rule holds.
enum class Over : std::uint8_t {
    Any,
    StreamableHttp, // neither on stdio nor over HTTP+SSE, the transport of 2024-11-05
};

// A check of one requirement. Which party and which revisions it applies to is in the catalogue.
// A requirement may have several rows.
struct Rule {
    std::string_view id; // of the requirement
    On on = On::Message;
    std::string_view method; // of the message or of its request; empty: every method
    void (*check)(const Context &, Report &) = nullptr;
    // The member of the message that the rule is about: "result/nextCursor". Where it is missing,
    // the rule is not run, and its requirement does not count as checked. With a slash at the end,
    // "result/tools/", at least one item of the member is needed. A star stands for any item or
    // member, and "type=text" for a value whose member is that text: "result/content/*/type=text".
    std::string_view needs{};
    Over over = Over::Any;
    // The rule compares a call with the definition of its tool: where that is listed after the
    // call, the rule is run then.
    bool needsTool = false;
};

} // namespace sonde::findings
