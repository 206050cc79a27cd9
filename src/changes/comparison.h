// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/difference.h"
#include "changes/schemafit.h"
#include "changes/snapshot.h"

#include <vector>

namespace sonde::changes {

// What snapshots are compared by, in the order of a report.
enum class Part : std::uint8_t {
    Server, // revision and serverInfo
    Capabilities,
    Instructions,
    Tools,
    Resources,
    Templates,
    Prompts,
};
inline constexpr std::size_t kPartCount = 7;
// "server", "capabilities", …, "resourceTemplates": a name for files, never translated.
QLatin1String partName(Part part);

// An item that was added, removed or changed.
struct Change {
    ChangeKind kind = ChangeKind::Changed;
    std::string key; // see Item::key; of the server "revision" or "serverInfo", otherwise empty
    Bytes before; // JSON text; empty if it was added
    Bytes after; // empty if it was removed
    std::vector<Difference> differences; // of a changed one
    std::vector<Reason> reasons; // why it is not harmless, the worst ones first

    Severity severity() const;
};

struct PartChanges {
    Part part = Part::Server;
    std::vector<Change> changes; // ordered by key
    std::size_t same = 0; // items that are in both
    // One of the lists is incomplete: what only the other one has is not reported.
    bool isIncomplete = false;
};

struct Comparison {
    std::vector<PartChanges> parts; // all of them, in their order

    bool isSame() const; // nothing changed
    std::size_t count(Severity severity) const; // of changes
    const PartChanges &part(Part part) const { return parts[static_cast<std::size_t>(part)]; }
};

// What changed from one snapshot to the other. Items with equal keys are compared in their order.
Comparison compareSnapshots(const Snapshot &before, const Snapshot &after);

} // namespace sonde::changes
