// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/comparison.h"

#include "changes/changestr.h"
#include "changes/definitionreasons.h"
#include "mcp/message/revision.h"
#include "json/builder.h"
#include "json/document.h"

#include <algorithm>
#include <array>

namespace sonde::changes {

namespace {

// Why something that is gone is missed.
Reason goneReason(ListKind kind, const std::string &key)
{
    const QString name = json::toQString(key);
    const auto sentence = [&] {
        switch (kind) {
        case ListKind::Tools:
            return Text::tr("Tool “%1” was removed").arg(name);
        case ListKind::Resources:
            return Text::tr("Resource “%1” was removed").arg(name);
        case ListKind::Templates:
            return Text::tr("Resource template “%1” was removed").arg(name);
        case ListKind::Prompts:
            break;
        }
        return Text::tr("Prompt “%1” was removed").arg(name);
    };
    return {Severity::Breaks, {}, sentence()};
}

void sortReasons(std::vector<Reason> &reasons)
{
    std::stable_sort(reasons.begin(), reasons.end(),
        [](const Reason &a, const Reason &b) { return a.severity > b.severity; });
}

// Whether two texts are the same JSON value; what differs otherwise.
std::vector<Difference> differencesOf(const Bytes &before, const Bytes &after)
{
    if (before == after)
        return {};
    const auto earlier = json::Document::parse(before);
    const auto later = json::Document::parse(after);
    return differences(earlier.root(), later.root());
}

void addItemChange(PartChanges &part, ListKind kind, const Item &before, const Item &after)
{
    auto found = differencesOf(before.definition, after.definition);
    if (found.empty()) {
        ++part.same;
        return;
    }
    const auto earlier = json::Document::parse(before.definition);
    const auto later = json::Document::parse(after.definition);
    auto reasons = definitionReasons(kind, earlier.root(), later.root());
    sortReasons(reasons);
    part.changes.push_back({ChangeKind::Changed, after.key, before.definition, after.definition,
        std::move(found), std::move(reasons)});
}

PartChanges compareLists(Part name, ListKind kind, const ItemList &before, const ItemList &after)
{
    PartChanges part{name, {}, 0, !before.isComplete || !after.isComplete};
    auto earlier = before.items.begin();
    auto later = after.items.begin();
    while (earlier != before.items.end() || later != after.items.end()) {
        const bool isGone = later == after.items.end()
            || (earlier != before.items.end() && earlier->key < later->key);
        const bool isNew = !isGone && (earlier == before.items.end() || later->key < earlier->key);
        if (isGone) {
            if (after.isComplete)
                part.changes.push_back({ChangeKind::Removed, earlier->key, earlier->definition, {},
                    {}, {goneReason(kind, earlier->key)}});
            ++earlier;
        } else if (isNew) {
            if (before.isComplete)
                part.changes.push_back(
                    {ChangeKind::Added, later->key, {}, later->definition, {}, {}});
            ++later;
        } else {
            addItemChange(part, kind, *earlier++, *later++);
        }
    }
    return part;
}

// A single value, which may be missing.
void addValueChange(PartChanges &part, const char *key, const Bytes &before, const Bytes &after)
{
    if (before.isEmpty() && after.isEmpty())
        return;
    if (before.isEmpty() || after.isEmpty()) {
        const ChangeKind kind = before.isEmpty() ? ChangeKind::Added : ChangeKind::Removed;
        part.changes.push_back({kind, key, before, after, {}, {}});
        return;
    }
    auto found = differencesOf(before, after);
    if (found.empty())
        ++part.same;
    else
        part.changes.push_back({ChangeKind::Changed, key, before, after, std::move(found), {}});
}

PartChanges compareServers(const Snapshot &before, const Snapshot &after)
{
    PartChanges part{Part::Server, {}, 0, false};
    const auto quoted = [](const QString &text) {
        return Bytes::copyOf(json::quoted(text.toStdString()));
    };
    addValueChange(part, "revision", quoted(before.revision), quoted(after.revision));
    // Revisions are dates; a client that negotiates gets along with a newer one.
    if (!part.changes.empty() && after.revision < before.revision)
        part.changes.back().reasons.push_back({Severity::MayBreak, {},
            Text::tr("The revision was %1, is now the older %2")
                .arg(before.revision, after.revision)});
    addValueChange(part, "serverInfo", before.serverInfo, after.serverInfo);
    return part;
}

PartChanges compareCapabilities(const Snapshot &before, const Snapshot &after)
{
    PartChanges part{Part::Capabilities, {}, 0, false};
    const auto known = [](const Bytes &text) {
        return text.isEmpty() ? Bytes::copyOf("{}") : text;
    };
    addValueChange(part, "", known(before.capabilities), known(after.capabilities));
    for (Change &change : part.changes)
        change.reasons = capabilityReasons(change.differences);
    return part;
}

} // namespace

QLatin1String partName(Part part)
{
    constexpr std::array<const char *, kPartCount> kNames{"server", "capabilities", "instructions",
        "tools", "resources", "resourceTemplates", "prompts"};
    return QLatin1String(kNames[static_cast<std::size_t>(part)]);
}

Severity Change::severity() const
{
    Severity worst = Severity::Harmless;
    for (const Reason &reason : reasons)
        worst = std::max(worst, reason.severity);
    return worst;
}

bool Comparison::isSame() const
{
    return std::all_of(
        parts.begin(), parts.end(), [](const PartChanges &part) { return part.changes.empty(); });
}

std::size_t Comparison::count(Severity severity) const
{
    std::size_t found = 0;
    for (const PartChanges &part : parts) {
        for (const Change &change : part.changes)
            found += change.severity() == severity ? 1 : 0;
    }
    return found;
}

Comparison compareSnapshots(const Snapshot &before, const Snapshot &after)
{
    Comparison comparison;
    comparison.parts.push_back(compareServers(before, after));
    comparison.parts.push_back(compareCapabilities(before, after));
    PartChanges instructions{Part::Instructions, {}, 0, false};
    addValueChange(instructions, "", before.instructions, after.instructions);
    comparison.parts.push_back(std::move(instructions));
    constexpr std::array<Part, kListCount> kParts{
        Part::Tools, Part::Resources, Part::Templates, Part::Prompts};
    for (const ListKind kind : kLists)
        comparison.parts.push_back(compareLists(
            kParts[static_cast<std::size_t>(kind)], kind, before.list(kind), after.list(kind)));
    return comparison;
}

} // namespace sonde::changes
