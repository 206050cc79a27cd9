// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::serve {

struct HttpField {
    std::string name; // in lower case
    std::string value; // without the blanks around it
    std::string written{}; // the name of a request's field as it came
};

// One request as RFC 9110 sees it: how it was framed is forgotten.
struct ServedRequest {
    std::string method;
    std::string path; // of the target, without its query
    std::string query; // without the question mark
    int minorVersion = 1; // HTTP/1.0 or HTTP/1.1
    std::vector<HttpField> fields;
    std::string body;
    std::uint64_t connection = 0; // as HttpGate counts them; 0: not of a gate

    // `name` in lower case. The first one's value; null: there is none.
    const std::string *field(std::string_view name) const;
    // The value of field(); empty when there is none.
    std::string_view value(std::string_view name) const;
    // The list in all fields of that name has the element, in any case; ";q=…" is not looked at.
    bool lists(std::string_view name, std::string_view element) const;
    bool wantsKeepAlive() const;
};

std::string lowerCase(std::string_view text);
std::string_view withoutBlanks(std::string_view text);

} // namespace sonde::serve
