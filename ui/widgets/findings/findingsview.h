// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "models/findings/exercisestep.h"
#include "widgets/findings/findingplaces.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <array>

class QAction;
class QButtonGroup;
class QCheckBox;
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

namespace sonde::mcp {
class Client;
}

namespace sonde::models {
class FindingList;
class FindingTree;
} // namespace sonde::models

namespace sonde::widgets {

class AcceptRow;
class Acceptance;
class CoveragePage;
class FindingCard;
class HostPage;
class ListFilter;
template <typename Page>
class Later;

// The findings of a session, grouped, with the selected one in full; and which requirements were
// exercised at all.
class FindingsView : public QWidget {
    Q_OBJECT
public:
    // The list outlives it.
    explicit FindingsView(models::FindingList &list, QWidget *parent = nullptr);

    void setServer(const QString &server); // whose findings are shown; empty: of all
    void setClient(mcp::Client *client); // of that server; null: it has none
    void focusFilter();
    // A button at the head, before the search; and, while it is enabled, where no findings are.
    void setCheckAction(QAction *action);

    models::FindingTree &model() const { return *m_model; }
    QTreeView &tree() const { return *m_tree; }
    FindingCard &card() const { return *m_card; }
    ListFilter &filter() const { return *m_filter; }
    QComboBox &grouping() const { return *m_grouping; }
    QToolButton &levelButton(findings::Level level) const
    {
        return *m_levels[static_cast<std::size_t>(level)];
    }
    QCheckBox &newOnly() const { return *m_newOnly; }
    QToolButton &coverageButton() const { return *m_coverageButton; }
    CoveragePage &coverage() const;
    QToolButton &hostsButton() const { return *m_hostsButton; }
    HostPage &hosts() const;
    const look::ColorLabel &summary() const { return *m_summary; }
    const look::ColorLabel &progress() const { return *m_progress; } // hidden unless it lags
    Acceptance &acceptance() const { return *m_acceptance; }
    AcceptRow &acceptRow() const { return *m_acceptRow; }
    const look::EmptyState &emptyState() const { return *m_empty; }

Q_SIGNALS:
    void findingRequested(const sonde::findings::Finding &finding); // in the trace
    void messageRequested(sonde::trace::Number number); // another one of a finding, in the trace
    void prepareRequested(sonde::models::ExerciseStep step); // for what was not seen yet
    void succeeded(const QString &sentence);
    void failed(const QString &sentence);

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;
    void showEvent(QShowEvent *event) override;

private:
    Later<CoveragePage> *makeCoverage();
    QWidget *makeHead();
    QToolButton *makePageButton(const QString &text, int page);
    QToolButton *makeLevelButton(findings::Level level);
    QWidget *makeTree();
    QLayout *makeFoot();
    QWidget *makeSide();
    void connectAcceptance();
    void applyFilter();
    void refresh();
    bool isFiltered() const; // there are findings, and none is listed
    void showEmpty();
    void showCurrent();
    void chooseFirst();
    void restorePlaces();
    void activate(const QModelIndex &index);
    void step(int by);
    void showAll();
    void showRule(const QString &rule);

    models::FindingList &m_list;
    models::FindingTree *m_model;
    QString m_server;
    QPointer<mcp::Client> m_client;
    QHBoxLayout *m_searchRow = nullptr; // of the head
    QButtonGroup *m_pageButtons;
    QToolButton *m_findingsButton;
    QToolButton *m_coverageButton;
    QToolButton *m_hostsButton;
    std::array<QToolButton *, 3> m_levels{};
    QTreeView *m_tree;
    FindingPlaces m_kept; // of the tree
    ListFilter *m_filter;
    QComboBox *m_grouping;
    QCheckBox *m_newOnly;
    look::ColorLabel *m_summary; // what was exercised at all
    look::ColorLabel *m_progress;
    QStackedWidget *m_pages; // findings, coverage, hosts
    QStackedWidget *m_places; // of the findings: why there are none, the tree
    look::EmptyState *m_empty;
    QPointer<QAction> m_check; // what may find some
    FindingCard *m_card;
    AcceptRow *m_acceptRow;
    Acceptance *m_acceptance;
    Later<CoveragePage> *m_coverage;
    Later<HostPage> *m_hosts;
    QTimer m_late; // until what is new is shown
    QTimer m_paused; // while the trace is
};

} // namespace sonde::widgets
