// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/catalogue/requirement.h"
#include "findings/rules/base/rule.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace sonde::findings {

// What a person looks at in a message, to ask what the specification says about it.
struct Subject {
    Revision revision = Revision::R20260728;
    On on = On::Request; // Request, Notification, Result or Error
    std::string method; // of the message, or of its request
    std::string member; // the name of the chosen value: "structuredContent"; empty: the message
    std::optional<int> errorCode; // of the chosen error
    // The name of the chosen HTTP header, in any case; the other members say nothing then.
    std::string header{};

    bool operator==(const Subject &) const = default;
};

inline constexpr std::size_t kMaxAbout = 40; // requirements for one subject

// The requirements about it, the closest first: those of its revision, then those that only other
// revisions have. With a member, a code or a header,
// those that name it.
std::vector<const Requirement *> requirementsAbout(const Subject &subject);

// The type of the official schema that the message, or its result, must have: "CallToolResult".
// Empty if there is none.
std::string schemaTypeOf(const Subject &subject);
// That type as in the official schema of the revision; null if it has none.
std::shared_ptr<const json::Document> shapeOf(Revision revision, const std::string &type);

} // namespace sonde::findings
