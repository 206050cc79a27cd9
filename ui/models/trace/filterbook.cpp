// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/filterbook.h"

#include <QSettings>

#include <algorithm>

namespace sonde::models {

namespace {

const auto kHistoryKey = QStringLiteral("filters/history");
const auto kSavedKey = QStringLiteral("filters/saved");
const auto kRulesKey = QStringLiteral("filters/rules");

// The tints in words, so that the file can be read by a person.
constexpr std::pair<Tone, const char *> kTones[] = {{Tone::Error, "error"}, {Tone::Warn, "warn"},
    {Tone::Accent, "accent"}, {Tone::Auto, "auto"}, {Tone::Ok, "ok"}};

QString nameOf(Tone tone)
{
    for (const auto &[each, name] : kTones) {
        if (each == tone)
            return QLatin1String(name);
    }
    return QLatin1String(kTones[1].second);
}

Tone toneOf(const QString &name)
{
    for (const auto &[each, text] : kTones) {
        if (name == QLatin1String(text))
            return each;
    }
    return Tone::Warn;
}

} // namespace

FilterBook::FilterBook(QSettings *settings, QObject *parent)
    : QObject(parent)
    , m_settings(settings)
{
    if (!m_settings)
        return;
    m_history = m_settings->value(kHistoryKey).toStringList().mid(0, kMaxHistory);
    const QStringList saved = m_settings->value(kSavedKey).toStringList();
    for (qsizetype i = 0; i + 1 < std::min<qsizetype>(saved.size(), 2 * kMaxSaved); i += 2)
        m_saved.push_back({saved[i], saved[i + 1]});
    const QStringList rules = m_settings->value(kRulesKey).toStringList();
    for (qsizetype i = 0; i + 2 < std::min<qsizetype>(rules.size(), 3 * kMaxRules); i += 3)
        m_rules.push_back({rules[i], rules[i + 1], toneOf(rules[i + 2])});
}

void FilterBook::used(const QString &text)
{
    if (text.trimmed().isEmpty() || m_history.value(0) == text)
        return;
    m_history.removeAll(text);
    m_history.prepend(text);
    m_history = m_history.mid(0, kMaxHistory);
    store();
}

void FilterBook::save(const SavedFilter &filter)
{
    const auto found = std::find_if(m_saved.begin(), m_saved.end(),
        [&](const SavedFilter &each) { return each.name == filter.name; });
    if (found != m_saved.end())
        *found = filter;
    else if (m_saved.size() < kMaxSaved)
        m_saved.push_back(filter);
    store();
}

void FilterBook::remove(const QString &name)
{
    std::erase_if(m_saved, [&](const SavedFilter &each) { return each.name == name; });
    store();
}

void FilterBook::setRules(const std::vector<ColourRule> &rules)
{
    if (rules == m_rules)
        return;
    m_rules = rules;
    m_rules.resize(std::min<std::size_t>(m_rules.size(), kMaxRules));
    store();
    Q_EMIT rulesChanged();
}

void FilterBook::store()
{
    if (m_settings) {
        QStringList saved;
        for (const SavedFilter &each : m_saved)
            saved << each.name << each.text;
        QStringList rules;
        for (const ColourRule &rule : m_rules)
            rules << rule.name << rule.text << nameOf(rule.tone);
        m_settings->setValue(kHistoryKey, m_history);
        m_settings->setValue(kSavedKey, saved);
        m_settings->setValue(kRulesKey, rules);
    }
    Q_EMIT changed();
}

} // namespace sonde::models
