// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/regex.h"
#include "json/value.h"

#include <map>
#include <optional>
#include <string>

namespace sonde::schema {

// The patterns of patternProperties, made once. One that takes too long for a name is not asked
// again and fits nothing; a schema with many of those has no patterns at all.
class NamePatterns {
public:
    bool matches(const json::Value &pattern, const std::string &name);

    static constexpr int kMaxHopeless = 4; // then none is asked any more

private:
    std::map<std::string, std::optional<Regex>, std::less<>> m_known;
    int m_hopeless = 0;
};

} // namespace sonde::schema
