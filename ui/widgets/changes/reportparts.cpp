// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/changes/reportparts.h"

#include "look/controls/splitter.h"
#include "look/theme/metrics.h"

#include <QTabBar>
#include <QVBoxLayout>

#include <utility>

namespace sonde::widgets {

namespace {

// In rows of a list, so that a larger font needs more room: for all parts at once.
constexpr int kRoomyHeight = 20;
constexpr int kRoomyWidth = 36;
// For one of them, below its tab and its title.
constexpr int kLeastHeight = 4;
constexpr int kLeastWidth = 14;
const QList<int> kColumnShares{506, 350};
const QList<int> kLeftShares{300, 280};

} // namespace

ReportParts::ReportParts(QWidget *changes, QWidget *results, QWidget *facts, QWidget *parent)
    : QWidget(parent)
    , m_tabs(new QTabBar(this))
    , m_columns(new look::Splitter(Qt::Horizontal, this))
    , m_left(new look::Splitter(Qt::Vertical, this))
    , m_parts{changes, results, facts}
{
    m_tabs->setObjectName(QStringLiteral("reportParts"));
    m_tabs->setAccessibleName(tr("Parts of the report"));
    m_tabs->setExpanding(false);
    m_tabs->setDrawBase(false);
    m_tabs->addTab(tr("Changes"));
    m_tabs->addTab(QString());
    m_tabs->addTab(tr("Timings and start"));
    m_left->addWidget(changes);
    m_left->addWidget(results);
    m_left->setDefaultSizes(kLeftShares);
    m_columns->addWidget(m_left);
    m_columns->addWidget(facts);
    m_columns->setDefaultSizes(kColumnShares);
    for (look::Splitter *each : {m_left, m_columns})
        each->setChildrenCollapsible(false);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(m_tabs);
    layout->addWidget(m_columns, 1);
    connect(m_tabs, &QTabBar::currentChanged, this, &ReportParts::showParts);
    connect(m_tabs, &QTabBar::tabBarClicked, this, [this] { m_returns = false; });
    setResults(0, 0);
    showParts();
}

void ReportParts::setResults(int count, int different)
{
    m_tabs->setTabText(Results,
        different == 0 ? tr("Results of saved calls")
                       : tr("Results of saved calls (%1 different)").arg(different));
    const bool hasResults = count > 0;
    if (hasResults == m_hasResults)
        return;
    m_hasResults = hasResults;
    // They come a moment after their start: whoever reads them goes on reading.
    const bool wereRead = m_tabs->currentIndex() == Results;
    showParts();
    if (!hasResults)
        m_returns = wereRead;
    else if (std::exchange(m_returns, false))
        m_tabs->setCurrentIndex(Results);
}

QSize ReportParts::minimumSizeHint() const
{
    const look::Metrics its = look::metrics();
    return {kLeastWidth * its.row, its.tab + its.unit + its.dockTitle + kLeastHeight * its.row};
}

void ReportParts::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange();
}

void ReportParts::arrange()
{
    const int row = look::metrics().row;
    const bool hasTabs = height() < kRoomyHeight * row || width() < kRoomyWidth * row;
    if (std::exchange(m_hasTabs, hasTabs) == hasTabs)
        return;
    showParts();
}

void ReportParts::showParts()
{
    m_tabs->setVisible(m_hasTabs);
    m_tabs->setTabVisible(Results, m_hasResults);
    const auto isShown = [this](Part part) {
        return (part != Results || m_hasResults) && (!m_hasTabs || m_tabs->currentIndex() == part);
    };
    m_left->setVisible(isShown(Changes) || isShown(Results));
    for (const Part part : {Changes, Results, Facts})
        m_parts[part]->setVisible(isShown(part));
}

} // namespace sonde::widgets
