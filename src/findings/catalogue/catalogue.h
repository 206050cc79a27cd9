// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "findings/catalogue/requirement.h"

#include <string_view>
#include <unordered_map>
#include <vector>

namespace sonde::findings {

// All requirements that Sonde knows, in the order of their ids.
class Catalogue {
public:
    static constexpr std::size_t kMaxBytes = std::size_t(4) << 20;
    static constexpr std::size_t kMaxEntries = 10'000;

    // The catalogue in resources/requirements, which is read when it is first needed. Thread-safe.
    static const Catalogue &instance();
    // Reads arrays of entries. The error says which entry is wrong, and how.
    static Result<Catalogue> read(const std::vector<Bytes> &texts);

    Catalogue(Catalogue &&) = default;
    Catalogue &operator=(Catalogue &&) = default;

    const std::vector<Requirement> &all() const { return m_all; }
    // Null if there is none with that id.
    const Requirement *find(std::string_view id) const;

private:
    Catalogue() = default;
    std::vector<Requirement> m_all;
    std::unordered_map<std::string_view, const Requirement *> m_byId;
};

} // namespace sonde::findings
