// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/settings/settings.h"
#include "models/signs/sign.h"
#include "trace/filter/filter.h"

#include <QObject>
#include <QStringList>

#include <vector>

class QSettings;

namespace sonde::models {

// A filter that a person has given a name.
struct SavedFilter {
    QString name;
    QString text;
    bool operator==(const SavedFilter &) const = default;
};

// Rows that a filter fits get a tint and the rule's name beside their status.
struct ColourRule {
    QString name;
    QString text; // of the filter
    ColorRole tone = ColorRole::Warn; // Error, Warn, Accent, Auto or Ok: those have tints
    bool operator==(const ColourRule &) const = default;
};

// The filters that a person has used, named, and made rules of; kept in the settings.
class FilterStore : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxHistory = 30;
    static constexpr int kMaxSaved = 200;
    static constexpr int kMaxRules = 30;

    // Without settings nothing is kept beyond this run. They outlive the store.
    explicit FilterStore(QSettings *settings, QObject *parent = nullptr);

    const QStringList &history() const { return m_history; } // the newest first
    void used(const QString &text);

    const std::vector<SavedFilter> &saved() const { return m_saved; }
    void save(const SavedFilter &filter); // in place of one of that name
    void remove(const QString &name);

    const std::vector<ColourRule> &rules() const { return m_rules; }
    void setRules(const std::vector<ColourRule> &rules);
    void removeRule(const ColourRule &rule);
    // In place of one of that text. False: there are as many as there can be.
    bool restoreRule(int row, const ColourRule &rule);

    // The trace shows only the server that is selected in the window.
    bool followsServer() const { return m_settings.followsServer(); }
    void setFollowsServer(bool follows) { m_settings.setFollowsServer(follows); }

Q_SIGNALS:
    void changed();
    void rulesChanged();
    void ruleRemoved(int row, const sonde::models::ColourRule &rule); // by removeRule()

private:
    void store();

    Settings m_settings;
    QStringList m_history;
    std::vector<SavedFilter> m_saved;
    std::vector<ColourRule> m_rules;
};

} // namespace sonde::models
