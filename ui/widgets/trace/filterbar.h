// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/trace/cellcondition.h"
#include "models/trace/filterstore.h"
#include "models/trace/tracefilterproxy.h"

#include <QWidget>

#include <utility>
#include <vector>

class QComboBox;
class QHBoxLayout;
class QMenu;
class QTimer;
class QToolButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class FilterEdit;
class OnlyServerButton;

// A condition, or the name of a filter, in a menu.
QString menuText(QString condition);

// What narrows a trace down: conditions, a server, kinds; with the filters that were used and
// saved, and the rules made of them. A sentence below says what is wrong with the conditions.
class FilterBar : public QWidget {
    Q_OBJECT
public:
    // The model outlives the bar.
    explicit FilterBar(const models::TraceModel &trace, QWidget *parent = nullptr);

    // The last that made sense.
    const models::TraceFilter &filter() const { return m_filter; }
    FilterEdit &edit() const { return *m_edit; }
    // Saved filters and rules; the store outlives the bar.
    void setStore(models::FilterStore *store);
    void setServer(const QString &server); // empty: all
    void setSelectedServer(const QString &server); // of the window; empty: it has none
    void clear();
    // Puts a condition into the filter, or makes a colour rule of it.
    void useCondition(const QString &condition, models::ConditionUse use, models::ColorRole tone);
    // The colours of rules, and their names.
    static std::vector<std::pair<models::ColorRole, QString>> tones();
    // At the right end.
    void addWidget(QWidget *widget);

Q_SIGNALS:
    void filterChanged();
    void left(); // to the list
    void firstRequested(); // match, in the list
    void helpRequested();

private:
    QToolButton *makeMenuButton(const QString &text, const QString &tip, QMenu *menu);
    void makeKinds(QMenu *menu);
    void fillFilters();
    void fillRules(QMenu *menu);
    void addRule(const QString &condition, models::ColorRole tone);
    void askName();
    void apply();
    void showProblem();
    void updateServers();

    const models::TraceModel &m_trace;
    models::FilterStore *m_store;
    models::TraceFilter m_filter;
    FilterEdit *m_edit;
    QComboBox *m_servers;
    OnlyServerButton *m_only;
    QMenu *m_filters;
    QList<QAction *> m_kinds;
    QHBoxLayout *m_row;
    look::ColorLabel *m_problem;
    QTimer *m_problemSoon;
};

} // namespace sonde::widgets
