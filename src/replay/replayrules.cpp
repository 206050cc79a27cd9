// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "replay/replayrules.h"

#include "replay/replaytr.h"
#include "json/document.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace sonde::replay {

namespace {

using changes::Difference;
using changes::VolatilePlace;

constexpr std::string_view kAny = "*";
constexpr std::string_view kHead =
    "# Rules of sonde-cli replay: where responses of this server may differ from a recording.\n"
    "# A line is: KIND METHOD [TARGET] PATH. KIND is time (only times in the value may differ), "
    "id\n"
    "# (only ids and times) or value (everything in it). METHOD is * for every method. PATH is a\n"
    "# JSON pointer; * in it is any index of an array. Lines may be added, changed and removed.\n";

// The word up to a blank, which is removed from the line.
std::string_view takeWord(std::string_view &line)
{
    const std::size_t end = std::min(line.find(' '), line.size());
    const std::string_view word = line.substr(0, end);
    line.remove_prefix(std::min(line.find_first_not_of(' ', end), line.size()));
    return word;
}

std::string_view trimmed(std::string_view line)
{
    constexpr std::string_view kBlank = " \t\r";
    const std::size_t begin = std::min(line.find_first_not_of(kBlank), line.size());
    line.remove_prefix(begin);
    return line.substr(0, line.find_last_not_of(kBlank) + 1);
}

Error ruleError(int line, const QString &sentence)
{
    return {.domain = Domain::Usage, .sentence = Text::tr("Line %1: %2").arg(line).arg(sentence)};
}

Result<ReplayRule> readRule(std::string_view line, int number)
{
    ReplayRule rule;
    const std::string_view kind = takeWord(line);
    const auto known = changes::kindOfName(kind);
    if (!known)
        return ruleError(number,
            Text::tr("“%1” is not a kind of rule. Use time, id or value.")
                .arg(json::toQString(kind.substr(0, 80))));
    rule.place.kind = *known;
    if (const std::string_view method = takeWord(line); method != kAny)
        rule.method = method;
    // The target is what stands before the path, blanks included; the path is the rest.
    std::size_t path = line.starts_with('/') ? 0 : line.find(" /");
    if (path == std::string_view::npos)
        return ruleError(number, Text::tr("The path is missing. It begins with /."));
    rule.target = trimmed(line.substr(0, path));
    rule.place.pointer = json::toQString(trimmed(line.substr(path)));
    return rule;
}

// Whether a line can have it: its end must be found again.
bool isWritable(const std::string &target)
{
    return target.find('\n') == std::string::npos && target.find(" /") == std::string::npos
        && !target.starts_with('/') && trimmed(target) == target;
}

bool isWithinTolerance(const Difference &difference, double tolerance)
{
    const auto before = json::Document::parse(difference.before);
    const auto after = json::Document::parse(difference.after);
    const auto was = before.root().toDouble();
    const auto is = after.root().toDouble();
    return was && is && std::abs(*was - *is) <= tolerance;
}

// A rule for a value is one for all that is in it.
bool covers(const VolatilePlace &place, const Difference &difference)
{
    Difference outer = difference;
    if (place.kind == VolatilePlace::Kind::Value)
        outer.pointer = difference.pointer.section(u'/', 0, place.pointer.count(u'/'));
    return changes::explanation(outer, {place}) != nullptr;
}

} // namespace

Result<ReplayRules> ReplayRules::read(std::string_view text)
{
    ReplayRules rules;
    int number = 0;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        const std::string_view line = trimmed(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
        ++number;
        if (line.empty() || line.starts_with('#'))
            continue;
        const Result<ReplayRule> rule = readRule(line, number);
        if (!rule)
            return rule.error();
        if (rules.m_rules.size() >= kMaxRules)
            return ruleError(
                number, Text::tr("The file may have at most %1 rules.").arg(kMaxRules));
        rules.add(*rule);
    }
    return rules;
}

std::string ReplayRules::text() const
{
    std::string text(kHead);
    for (const ReplayRule &rule : m_rules) {
        text += changes::kindName(rule.place.kind).data();
        text += ' ';
        text += rule.method.empty() ? kAny : std::string_view(rule.method);
        if (!rule.target.empty() && isWritable(rule.target))
            text += ' ' + rule.target;
        text += ' ' + rule.place.pointer.toStdString() + '\n';
    }
    return text;
}

void ReplayRules::add(const ReplayRule &rule)
{
    const bool isKnown = std::find(m_rules.begin(), m_rules.end(), rule) != m_rules.end();
    if (!isKnown && m_rules.size() < kMaxRules)
        m_rules.push_back(rule);
}

void ReplayRules::learn(
    const std::string &method, const std::string &target, const std::vector<Difference> &ofTwoRuns)
{
    for (VolatilePlace &place : changes::learnedPlaces(ofTwoRuns))
        add({method, target, std::move(place)});
}

bool ReplayRules::allows(
    std::string_view method, std::string_view target, const Difference &difference) const
{
    if (m_tolerance && isWithinTolerance(difference, *m_tolerance))
        return true;
    return std::any_of(m_rules.begin(), m_rules.end(), [&](const ReplayRule &rule) {
        return (rule.method.empty() || rule.method == method)
            && (rule.target.empty() || rule.target == target) && covers(rule.place, difference);
    });
}

} // namespace sonde::replay
