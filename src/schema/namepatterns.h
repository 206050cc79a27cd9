// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/regex.h"
#include "json/value.h"

#include <map>
#include <optional>
#include <string>

namespace sonde::schema {

// The compiled patterns of patternProperties. A pattern that takes too long for one name is dropped
// and matches nothing; a schema with more than kMaxHopeless of them has no patterns at all.
class NamePatterns {
public:
    bool matches(const json::Value &pattern, const std::string &name);

    static constexpr int kMaxHopeless = 4; // with more, no pattern is matched any more

private:
    std::map<std::string, std::optional<Regex>, std::less<>> m_known;
    int m_hopeless = 0;
};

} // namespace sonde::schema
