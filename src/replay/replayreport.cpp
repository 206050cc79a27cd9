// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "replay/replayreport.h"

#include "mcp/message/methods.h"
#include "json/document.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

namespace sonde::replay {

namespace {

using changes::ChangeKind;
using changes::Difference;

// Each connection has its own: what is in _meta, cursors, states and ids of tasks. A cursor that is
// there only once still counts: the list ends at another page.
bool isOwnOfConnection(const Difference &difference)
{
    const QStringList tokens = difference.pointer.split(u'/');
    if (tokens.value(1) != u"result")
        return false;
    static const std::set<QString> values{
        QStringLiteral("nextCursor"), QStringLiteral("requestState"), QStringLiteral("taskId")};
    const bool isTask = tokens.value(2) == u"task" && tokens.value(3) == u"taskId";
    const bool isValue = tokens.size() == 3 && values.contains(tokens[2]);
    return tokens.value(2) == u"_meta"
        || (difference.kind == ChangeKind::Changed && (isTask || isValue));
}

std::vector<Difference> differencesOf(const Bytes &before, const Bytes &now)
{
    const auto earlier = json::Document::parse(before);
    const auto later = json::Document::parse(now);
    std::vector<Difference> all = changes::differences(earlier.root(), later.root());
    std::erase_if(all, isOwnOfConnection);
    return all;
}

void compare(const Bytes &before, const Bytes &now, const ReplayRules &rules, ReportRow &row)
{
    for (Difference &difference : differencesOf(before, now)) {
        if (rules.allows(row.method, row.target, difference))
            ++row.allowed;
        else if (row.differences.size() < ReportRow::kMaxShown)
            row.differences.push_back(std::move(difference));
        else
            ++row.left;
    }
    if (!row.differences.empty())
        row.verdict = Verdict::Different;
}

void compare(
    const ReplayOutcome &before, const ReplayOutcome &now, const ReplayRules &rules, ReportRow &row)
{
    using Kind = ReplayOutcome::Kind;
    row.before = before.took;
    row.now = now.took;
    row.sentence = now.sentence;
    if (now.kind == Kind::NotSent) {
        row.verdict = Verdict::NotSent;
    } else if (now.kind == Kind::Missing) {
        row.verdict = Verdict::Missing;
    } else if (before.kind != Kind::Done && now.kind != Kind::Done) {
        compare(comparedText(before), comparedText(now), rules, row);
        const bool isError = now.kind == Kind::Error && before.kind == Kind::Result;
        if (isError && row.verdict == Verdict::Different)
            row.verdict = Verdict::Failed;
    }
}

const std::vector<Bytes> &notificationsOf(const Notifications &all, const std::string &method)
{
    static const std::vector<Bytes> none;
    const auto found = all.find(method);
    return found == all.end() ? none : found->second;
}

std::set<std::string> methodsOf(const Notifications &a, const Notifications &b)
{
    std::set<std::string> methods;
    for (const Notifications *each : {&a, &b})
        std::transform(each->begin(), each->end(), std::inserter(methods, methods.end()),
            [](const auto &entry) { return entry.first; });
    return methods;
}

} // namespace

std::string_view verdictName(Verdict verdict)
{
    constexpr std::array<std::string_view, kVerdicts> kNames{
        "same", "different", "missing", "failed", "notSent"};
    return kNames.at(std::size_t(verdict));
}

std::size_t ReplayReport::count(Verdict verdict) const
{
    const auto is = [verdict](const ReportRow &row) { return row.verdict == verdict; };
    return std::size_t(std::count_if(requests.begin(), requests.end(), is)
        + std::count_if(notifications.begin(), notifications.end(), is));
}

bool ReplayReport::isSame() const
{
    return count(Verdict::Same) == requests.size() + notifications.size();
}

std::string targetOf(const mock::ScriptedExchange &exchange)
{
    return mcp::targetOf(exchange.method, exchange.params().raw());
}

ReplayReport compareOutcomes(const mock::MockScript &script, const Outcomes &recorded,
    const Outcomes &live, const ReplayRules &rules, bool withNotifications)
{
    ReplayReport report;
    for (const auto &[index, before] : recorded.requests) {
        const mock::ScriptedExchange &exchange = script.exchanges[index];
        const auto now = live.requests.find(index);
        if (!exchange.isRequest && (now == live.requests.end() || now->second.sentence.isEmpty()))
            continue; // a notification that was sent has nothing to compare
        ReportRow row;
        row.number = exchange.number;
        row.method = exchange.method;
        row.target = targetOf(exchange);
        compare(before, now == live.requests.end() ? ReplayOutcome() : now->second, rules, row);
        report.requests.push_back(std::move(row));
    }
    if (!withNotifications)
        return report;
    for (const std::string &method : methodsOf(recorded.notifications, live.notifications)) {
        ReportRow row;
        row.method = method;
        compare(comparedText(notificationsOf(recorded.notifications, method)),
            comparedText(notificationsOf(live.notifications, method)), rules, row);
        report.notifications.push_back(std::move(row));
    }
    return report;
}

void learnRules(const mock::MockScript &script, const Outcomes &first, const Outcomes &second,
    bool withNotifications, ReplayRules &rules)
{
    std::map<std::pair<std::string, std::string>, std::vector<Difference>> found;
    const auto add = [&](const std::string &method, const std::string &target, const Bytes &before,
                         const Bytes &now) {
        std::vector<Difference> differences = differencesOf(before, now);
        auto &all = found[{method, target}];
        std::move(differences.begin(), differences.end(), std::back_inserter(all));
    };
    for (const auto &[index, before] : first.requests) {
        const auto now = second.requests.find(index);
        const mock::ScriptedExchange &exchange = script.exchanges[index];
        if (now != second.requests.end() && now->second.kind == before.kind)
            add(exchange.method, targetOf(exchange), comparedText(before),
                comparedText(now->second));
    }
    for (const std::string &method : methodsOf(first.notifications, second.notifications)) {
        if (withNotifications)
            add(method, {}, comparedText(notificationsOf(first.notifications, method)),
                comparedText(notificationsOf(second.notifications, method)));
    }
    for (const auto &[place, differences] : found)
        rules.learn(place.first, place.second, differences);
}

} // namespace sonde::replay
