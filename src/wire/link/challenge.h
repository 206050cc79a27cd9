// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/http/httpmessage.h"

#include <QByteArray>

#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace sonde::wire {

// One challenge of WWW-Authenticate (RFC 9110 section 11.6.1): `Bearer realm="x", scope="a b"`.
struct Challenge {
    QByteArray scheme; // as written; compares case-insensitively
    QByteArray token68; // for schemes that use it
    std::vector<std::pair<QByteArray, QByteArray>> parameters; // in order, unquoted

    bool isScheme(std::string_view name) const;
    // The name compares case-insensitively.
    std::optional<QByteArray> parameter(std::string_view name) const;
};

// All challenges of all WWW-Authenticate fields, in order: several fields, several schemes in one
// field, quoted strings with commas and escapes. Accepts unquoted values that should be quoted, and
// a missing comma between parameters. Challenges that cannot be parsed, or are too many, are
// skipped and appended to `unread`, if given.
std::vector<Challenge> parseChallenges(const HttpHeaders &headers, QByteArray *unread = nullptr);

} // namespace sonde::wire
