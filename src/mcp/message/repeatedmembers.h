// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "json/document.h"

#include <QStringList>

#include <cstddef>
#include <string_view>
#include <vector>

namespace sonde::mcp {

// A member that an object of a message has more than once, or once more in another case: parsers
// differ in what they read there (RFC 8259 section 4).
struct RepeatedMember {
    json::Value value; // the last one of that name; or the one in another case
    json::Value other; // the first one of that name; or the one that the protocol knows
    bool isOtherCase = false;

    // "The member `tools` appears more than once in `result`. …" Free of control characters.
    QString sentence() const;
};

// The repeated members of a message, in the order of its objects, at most kMaxRepeated. In another
// case they count only where one of them is a member of MCP or JSON-RPC, never in objects whose
// members are free, such as arguments, schemas and _meta. `method`: that of the request of a
// response, if it is known. The values refer to the document.
inline constexpr std::size_t kMaxRepeated = 20;
std::vector<RepeatedMember> repeatedMembers(
    const json::Document &message, std::string_view method = {});

// Whether MCP or JSON-RPC has a member of that name.
bool isKnownMember(std::string_view name);

// The sentences about a message, for a note beside it: the first ones, and that there are more. A
// window asks only about messages of at most kMaxNoted bytes, so that it is never kept waiting;
// findings are about all of them.
inline constexpr std::size_t kMaxNoted = std::size_t(4) << 20;
QStringList repeatedMemberNotes(const json::Document &message, std::string_view method = {});

} // namespace sonde::mcp
