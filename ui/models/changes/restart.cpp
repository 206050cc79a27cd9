// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/restart.h"

#include "base/formatting.h"
#include "models/signs/modeltext.h"

#include <QStringList>

#include <algorithm>

namespace sonde::models {

using changes::Part;

namespace {

QString offeredText(const changes::Snapshot &snapshot)
{
    constexpr std::array<Part, changes::kListCount> kParts{
        Part::Tools, Part::Resources, Part::Templates, Part::Prompts};
    QStringList counts;
    for (const changes::ListKind kind : changes::kLists) {
        const auto count = snapshot.list(kind).items.size();
        if (count > 0)
            counts << partCount(kParts[static_cast<std::size_t>(kind)], static_cast<int>(count));
    }
    return counts.isEmpty() ? Text::tr("offers nothing") : listText(counts);
}

QStringList changedParts(const changes::Comparison &comparison)
{
    QStringList counts;
    if (const auto breaking = comparison.count(changes::Severity::Breaks); breaking > 0)
        counts << Text::tr("%1 breaking").arg(breaking);
    for (const changes::PartChanges &part : comparison.parts) {
        if (!part.changes.empty())
            counts << partCount(part.part, static_cast<int>(part.changes.size()));
    }
    return counts;
}

} // namespace

int differentCount(const std::vector<changes::RunChange> &results)
{
    using Kind = changes::RunChange::Kind;
    return static_cast<int>(
        std::count_if(results.begin(), results.end(), [](const changes::RunChange &change) {
            return change.kind == Kind::Different || change.kind == Kind::Worse;
        }));
}

QString partWord(Part part)
{
    switch (part) {
    case Part::Server:
        return Text::tr("Server");
    case Part::Capabilities:
        return Text::tr("Capabilities");
    case Part::Instructions:
        return Text::tr("Instructions");
    case Part::Tools:
        return Text::tr("Tool");
    case Part::Resources:
        return Text::tr("Resource");
    case Part::Templates:
        return Text::tr("Template");
    case Part::Prompts:
        break;
    }
    return Text::tr("Prompt");
}

QString partCount(Part part, int count)
{
    switch (part) {
    case Part::Server:
        return Text::tr("server");
    case Part::Capabilities:
        return Text::tr("capabilities");
    case Part::Instructions:
        return Text::tr("instructions");
    case Part::Tools:
        return count == 1 ? Text::tr("1 tool") : Text::tr("%n tools", nullptr, count);
    case Part::Resources:
        return count == 1 ? Text::tr("1 resource") : Text::tr("%n resources", nullptr, count);
    case Part::Templates:
        return count == 1 ? Text::tr("1 template") : Text::tr("%n templates", nullptr, count);
    case Part::Prompts:
        break;
    }
    return count == 1 ? Text::tr("1 prompt") : Text::tr("%n prompts", nullptr, count);
}

QString consequenceOf(const Restart &restart)
{
    if (restart.outcome != Restart::Outcome::Started)
        return restart.end ? restart.end->sentence() : restart.failure;
    if (restart.comparison) {
        QStringList parts = changedParts(*restart.comparison);
        if (const int count = restart.results ? differentCount(*restart.results) : 0; count > 0)
            parts << (count == 1 ? Text::tr("1 result") : Text::tr("%n results", nullptr, count));
        return parts.isEmpty() ? Text::tr("no changes") : listText(parts);
    }
    return restart.snapshot ? offeredText(*restart.snapshot) : QString();
}

} // namespace sonde::models
