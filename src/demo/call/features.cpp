// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "demo/call/features.h"

namespace sonde::demo {

std::string_view revisionName(Revision revision)
{
    switch (revision) {
    case Revision::R2024_11_05:
        return "2024-11-05";
    case Revision::R2025_03_26:
        return "2025-03-26";
    case Revision::R2025_06_18:
        return "2025-06-18";
    case Revision::R2025_11_25:
        return "2025-11-25";
    case Revision::R2026_07_28:
        return "2026-07-28";
    }
    return {};
}

std::optional<Revision> revisionNamed(std::string_view name)
{
    for (const Revision revision : kRevisions) {
        if (revisionName(revision) == name)
            return revision;
    }
    return std::nullopt;
}

} // namespace sonde::demo
