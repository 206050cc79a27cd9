// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"

#include <QTimer>
#include <QWidget>

#include <array>

class QButtonGroup;
class QComboBox;
class QHBoxLayout;
class QStackedWidget;
class QToolButton;
class QTreeView;

namespace sonde::look {
class ColorLabel;
class EmptyState;
class Splitter;
} // namespace sonde::look

namespace sonde::models {
class FindingList;
class FindingTree;
} // namespace sonde::models

namespace sonde::widgets {

class CoveragePage;
class FindingCard;
class ListFilter;

// The findings of a session, grouped, with the selected one in full; and which requirements were
// exercised at all.
class FindingsView : public QWidget {
    Q_OBJECT
public:
    // The list outlives it.
    explicit FindingsView(models::FindingList &list, QWidget *parent = nullptr);

    void setServer(const QString &server); // whose findings are shown; empty: of all
    void focusFilter();

    models::FindingTree &model() const { return *m_model; }
    QTreeView &tree() const { return *m_tree; }
    FindingCard &card() const { return *m_card; }
    ListFilter &filter() const { return *m_filter; }
    QComboBox &grouping() const { return *m_grouping; }
    QToolButton &levelButton(findings::Level level) const
    {
        return *m_levels[static_cast<std::size_t>(level)];
    }
    QToolButton &coverageButton() const { return *m_coverageButton; }
    CoveragePage &coverage() const { return *m_coverage; }
    const look::ColorLabel &progress() const { return *m_progress; } // hidden unless it lags
    const look::EmptyState &emptyState() const { return *m_empty; }

Q_SIGNALS:
    void findingRequested(const sonde::findings::Finding &finding); // in the trace

private:
    QHBoxLayout *makeHead();
    QToolButton *makePageButton(const QString &text, int page);
    QToolButton *makeLevelButton(findings::Level level);
    QWidget *makeTree();
    void applyFilter();
    void refresh();
    void showCurrent();
    void activate(const QModelIndex &index);

    models::FindingList &m_list;
    models::FindingTree *m_model;
    QString m_server;
    QButtonGroup *m_pageButtons;
    QToolButton *m_findingsButton;
    QToolButton *m_coverageButton;
    std::array<QToolButton *, 3> m_levels{};
    QTreeView *m_tree;
    ListFilter *m_filter;
    QComboBox *m_grouping;
    look::ColorLabel *m_progress;
    QStackedWidget *m_pages; // findings, coverage
    QStackedWidget *m_places; // of the findings: why there are none, the tree
    look::EmptyState *m_empty;
    FindingCard *m_card;
    CoveragePage *m_coverage;
    QTimer m_late; // until what is new is shown
};

} // namespace sonde::widgets
