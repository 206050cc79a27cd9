// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/accept/hostreport.h"

#include "accept/hostlist.h"
#include "base/formatting.h"
#include "cli/accept/hostjson.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/table.h"
#include "cli/output/terminaltext.h"

#include <algorithm>

namespace sonde::cli {

namespace {

using accept::Fact;
using accept::HostView;
using accept::Issue;
using accept::Level;
using accept::ToolView;

constexpr int kMaxPlaces = 3; // on a line

// An issue, and the tools that have it.
struct Group {
    const Fact *fact = nullptr;
    Level level = Level::NotKnown;
    std::vector<std::pair<QString, Issue>> places; // by name of the tool; empty: of all together
};

void addTo(std::vector<Group> &groups, const QString &tool, const Issue &issue)
{
    auto found = std::find_if(groups.begin(), groups.end(), [&issue](const Group &group) {
        return group.fact == issue.fact && group.level == issue.level;
    });
    if (found == groups.end())
        found = groups.insert(groups.end(), Group{issue.fact, issue.level, {}});
    found->places.emplace_back(tool, issue);
}

// The worst first; of equal ones what always happens before what depends on the model.
std::vector<Group> groupsOf(const HostView &view)
{
    std::vector<Group> groups;
    for (const Issue &issue : view.issues)
        addTo(groups, {}, issue);
    for (const ToolView &tool : view.tools) {
        for (const Issue &issue : tool.issues)
            addTo(groups, tool.name, issue);
    }
    std::stable_sort(groups.begin(), groups.end(), [](const Group &a, const Group &b) {
        const bool aIsAlways = !a.fact || a.fact->condition.isEmpty();
        const bool bIsAlways = !b.fact || b.fact->condition.isEmpty();
        return a.level != b.level ? a.level > b.level : aIsAlways && !bIsAlways;
    });
    return groups;
}

Ink inkOf(Level level)
{
    return accept::isLost(level)   ? Ink::Bad
        : level == Level::Changed  ? Ink::Warning
        : level == Level::Accepted ? Ink::Good
                                   : Ink::Muted;
}

QString placesText(const Issue &issue)
{
    QStringList places;
    for (const QString &place : issue.places.mid(0, kMaxPlaces))
        places << harmlessLine(place);
    const int more = issue.count - static_cast<int>(places.size());
    const QString text = places.join(u' ');
    return more > 0 ? Text::tr("%1 and %2 more").arg(text, countText(more)) : text;
}

QString sourceText(const Fact &fact)
{
    return QStringLiteral("%1 (%2)").arg(fact.source, fact.date);
}

QStringList linesOf(const Group &group, const Palette &palette)
{
    QStringList lines;
    const QString level = palette.ink(inkOf(group.level), accept::levelText(group.level));
    QString head = group.fact ? group.fact->means : Text::tr("No source says what happens.");
    if (group.fact && !group.fact->condition.isEmpty())
        head = Text::tr("%1 Only %2.").arg(head, group.fact->condition);
    lines << QStringLiteral("  %1: %2").arg(level, head);
    if (group.fact)
        lines << QStringLiteral("      ") + palette.ink(Ink::Muted, sourceText(*group.fact));
    for (const auto &[tool, issue] : group.places) {
        QString line = harmlessLine(issue.what);
        if (!tool.isEmpty())
            line = QStringLiteral("%1: %2").arg(harmlessLine(tool), line);
        const QString places = placesText(issue);
        lines << QStringLiteral("      ") + line + (places.isEmpty() ? places : u' ' + places);
    }
    return lines;
}

QString headOf(const HostView &view, const Palette &palette)
{
    const QString name = view.host->version.isEmpty()
        ? view.host->name
        : QStringLiteral("%1 (%2)").arg(view.host->name, view.host->version);
    const int all = static_cast<int>(view.tools.size());
    QStringList parts{Text::tr("%1 of %2 tools reach the model")
                          .arg(countText(all - view.lost()), countText(all))};
    if (const int changed = view.count(Level::Changed); changed > 0)
        parts << Text::tr("%1 changed").arg(countText(changed));
    if (!view.host->knowsSchemas())
        parts << Text::tr("which schemas it takes is not known");
    parts << Text::tr("about %1 tokens").arg(countText(view.tokens));
    return palette.ink(Ink::Strong, name) + QStringLiteral(": ") + listText(parts);
}

QString toolsOf(const HostView &view, const Output &out)
{
    Table table({{Text::tr("Tool"), 0, true}, {Text::tr("Name for the model"), 0, true},
        {Text::tr("Verdict")}, {Text::tr("Tokens")}});
    for (const ToolView &tool : view.tools)
        table.addRow({harmlessLine(tool.name),
            tool.seen.isEmpty() ? Text::tr("not known") : harmlessLine(tool.seen),
            accept::levelText(tool.verdict), countText(tool.tokens)});
    return table.text(out.width(), true, out.palette());
}

QString textOf(const HostView &view, const Output &out)
{
    QStringList lines{headOf(view, out.palette())};
    if (!view.tools.empty())
        lines << toolsOf(view, out);
    for (const Group &group : groupsOf(view))
        lines << linesOf(group, out.palette());
    for (const Fact &fact : view.host->facts) {
        if (fact.level || fact.about == accept::About::Name)
            continue; // where it matters, it was said above
        lines << QStringLiteral("  %1: %2").arg(accept::aboutText(fact.about), fact.means);
        lines << QStringLiteral("      ") + out.palette().ink(Ink::Muted, sourceText(fact));
    }
    return lines.join(u'\n') + QStringLiteral("\n\n");
}

} // namespace

accept::JudgedOffer offerOf(const changes::Snapshot &snapshot, const QString &name)
{
    accept::JudgedOffer offer;
    offer.server = name.isEmpty() ? snapshot.serverName() : name;
    const changes::ItemList &tools = snapshot.list(changes::ListKind::Tools);
    offer.isComplete = tools.isComplete;
    for (const changes::Item &tool : tools.items)
        offer.tools.push_back(tool.definition);
    return offer;
}

int reportHosts(
    const CheckOptions &options, const accept::JudgedOffer &offer, Output &out, Output &err)
{
    std::vector<HostView> views;
    for (const QString &id : options.hosts) {
        if (const accept::JudgingHost *host = accept::HostList::instance().find(id))
            views.push_back(accept::viewOf(*host, offer));
    }
    if (options.form.format == QLatin1String("json")) {
        out.write(hostsJson(offer, views));
    } else {
        QString text;
        for (const HostView &view : views)
            text += textOf(view, out);
        out.write(text);
        err.note(Text::tr("The name of the server is “%1” here; most hosts take the one of their "
                          "configuration. Tokens are estimated: one for 4 bytes of name, "
                          "description and schema. What is not listed is not known.")
                     .arg(harmlessLine(offer.server)));
    }
    if (!offer.isComplete)
        err.note(Text::tr("The list of tools is not complete, so there may be more tools."));
    const bool isRefused = std::any_of(
        views.begin(), views.end(), [](const HostView &view) { return view.isRefused(); });
    return isRefused && options.levels.failing ? kInvalidResult : kFine;
}

} // namespace sonde::cli
