// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <chrono>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sonde::check {

// What a walk may send besides the lists, which it always loads.
enum class WalkPart : std::uint8_t {
    Basics, // ping, the log level
    Items, // reads of resources, prompts without required arguments, completions
    Refusals, // unknown names and missing parameters, which the server must refuse
    Subscriptions, // to one resource or to changes of the lists; tasks
    Ids, // odd ids, one of them twice; several requests at once; a cancelled one
    Malformed, // texts that are no messages
};

// A tool that a check may call.
struct CheckedCall {
    QString tool;
    std::string arguments; // a JSON object
};

struct WalkPlan {
    std::set<WalkPart> parts{WalkPart::Basics, WalkPart::Items, WalkPart::Refusals,
        WalkPart::Subscriptions, WalkPart::Ids, WalkPart::Malformed};
    std::vector<CheckedCall> calls;
    bool callReadOnly = false; // also tools that say that they only read
    std::optional<std::chrono::milliseconds> timeout; // of each request
    std::string logLevel = "info"; // that is set
    std::set<std::string> watched; // URIs of resources whose subscriptions are left alone
};

} // namespace sonde::check
