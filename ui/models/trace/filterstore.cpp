// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/filterstore.h"

#include <algorithm>

namespace sonde::models {

namespace {

// The tints in words, so that the file can be read by a person.
constexpr std::pair<ColorRole, const char *> kColorRoles[] = {{ColorRole::Error, "error"},
    {ColorRole::Warn, "warn"}, {ColorRole::Accent, "accent"}, {ColorRole::Auto, "auto"},
    {ColorRole::Ok, "ok"}};

QString nameOf(ColorRole tone)
{
    for (const auto &[each, name] : kColorRoles) {
        if (each == tone)
            return QLatin1String(name);
    }
    return QLatin1String(kColorRoles[1].second);
}

ColorRole toneOf(const QString &name)
{
    for (const auto &[each, text] : kColorRoles) {
        if (name == QLatin1String(text))
            return each;
    }
    return ColorRole::Warn;
}

} // namespace

FilterStore::FilterStore(QSettings *settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
    const auto [history, saved, rules] = m_settings.filters();
    m_history = history.mid(0, kMaxHistory);
    for (qsizetype i = 0; i + 1 < std::min<qsizetype>(saved.size(), 2 * kMaxSaved); i += 2)
        m_saved.push_back({saved[i], saved[i + 1]});
    for (qsizetype i = 0; i + 2 < std::min<qsizetype>(rules.size(), 3 * kMaxRules); i += 3)
        m_rules.push_back({rules[i], rules[i + 1], toneOf(rules[i + 2])});
}

void FilterStore::used(const QString &text)
{
    if (text.trimmed().isEmpty() || m_history.value(0) == text)
        return;
    m_history.removeAll(text);
    m_history.prepend(text);
    m_history = m_history.mid(0, kMaxHistory);
    store();
}

void FilterStore::save(const SavedFilter &filter)
{
    const auto found = std::find_if(m_saved.begin(), m_saved.end(),
        [&](const SavedFilter &each) { return each.name == filter.name; });
    if (found != m_saved.end())
        *found = filter;
    else if (m_saved.size() < kMaxSaved)
        m_saved.push_back(filter);
    store();
}

void FilterStore::remove(const QString &name)
{
    std::erase_if(m_saved, [&](const SavedFilter &each) { return each.name == name; });
    store();
}

void FilterStore::setRules(const std::vector<ColourRule> &rules)
{
    if (rules == m_rules)
        return;
    m_rules = rules;
    m_rules.resize(std::min<std::size_t>(m_rules.size(), kMaxRules));
    store();
    Q_EMIT rulesChanged();
}

void FilterStore::removeRule(const ColourRule &rule)
{
    auto rest = m_rules;
    const auto found = std::find(rest.begin(), rest.end(), rule);
    if (found == rest.end())
        return;
    const int row = static_cast<int>(found - rest.begin());
    rest.erase(found);
    setRules(rest);
    Q_EMIT ruleRemoved(row, rule);
}

bool FilterStore::restoreRule(int row, const ColourRule &rule)
{
    auto rules = m_rules;
    std::erase_if(rules, [&rule](const ColourRule &one) { return one.text == rule.text; });
    if (rules.size() >= kMaxRules)
        return false;
    rules.insert(rules.begin() + std::clamp(row, 0, static_cast<int>(rules.size())), rule);
    setRules(rules);
    return true;
}

void FilterStore::store()
{
    Settings::Filters filters;
    filters.history = m_history;
    for (const SavedFilter &each : m_saved)
        filters.saved << each.name << each.text;
    for (const ColourRule &rule : m_rules)
        filters.rules << rule.name << rule.text << nameOf(rule.tone);
    m_settings.setFilters(filters);
    Q_EMIT changed();
}

} // namespace sonde::models
