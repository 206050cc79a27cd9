// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace sonde::schema {

// A URI reference in its components (RFC 3986 appendix B), each exactly as written: nothing is
// normalised, because identifiers are compared as text.
struct Uri {
    std::string scheme; // without ':'
    std::string authority; // without "//"
    bool hasAuthority = false;
    std::string path;
    std::string query;
    bool hasQuery = false;
    std::string fragment; // still percent-encoded
    bool hasFragment = false;

    static Uri parse(std::string_view text);
    // RFC 3986 section 5.2: resolves `reference` with this URI as its base.
    Uri resolve(const Uri &reference) const;
    std::string withoutFragment() const;
};

std::string percentDecoded(std::string_view text);

} // namespace sonde::schema
