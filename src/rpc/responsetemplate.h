// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"

#include <string>
#include <string_view>

namespace sonde::rpc {

// The text of a response with what it takes over from its request. A string of it may contain
// places of the request in braces: {{id}}, {{method}}, {{params.arguments.city}}, or a JSON pointer
// (RFC 6901), {{/params/arguments/city}}. A string that is one place becomes the value as it is
// written in the request; elsewhere in a string, or in a name, the value is text: a string without
// its quotes, and of everything else the JSON.
struct FilledResponse {
    static constexpr std::size_t kMaxText = std::size_t(16) << 20;

    std::string text;
    std::string problem; // why there is none, in English, for the recording; empty: there is one
};
FilledResponse filledResponse(const Message &request, std::string_view text);

// The first place in braces that no request has: one that begins with another member; empty: none.
std::string unknownPlaceholder(std::string_view text);

} // namespace sonde::rpc
