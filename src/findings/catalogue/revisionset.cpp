// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/catalogue/revisionset.h"

#include <algorithm>

namespace sonde::findings {

namespace {

constexpr std::array<std::string_view, kRevisions.size()> kNames{
    "2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"};

} // namespace

std::string_view revisionName(Revision revision)
{
    return kNames[static_cast<std::size_t>(revision)];
}

std::optional<Revision> revisionFromName(std::string_view name)
{
    const auto *found = std::find(kNames.begin(), kNames.end(), name);
    if (found == kNames.end())
        return {};
    return kRevisions[static_cast<std::size_t>(found - kNames.begin())];
}

bool isInventedRevision(std::string_view name)
{
    const bool isNumber = !name.empty() && name.front() >= '0' && name.front() <= '9';
    return isNumber && !revisionFromName(name) && (name < "2024-10" || name > "2090");
}

} // namespace sonde::findings
