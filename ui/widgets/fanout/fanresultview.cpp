// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/fanout/fanresultview.h"

#include "content/view/contentview.h"
#include "look/controls/colorlabel.h"
#include "look/controls/paneltitle.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "models/fanout/fantablemodel.h"
#include "widgets/kit/frame/splittershape.h"
#include "widgets/kit/table/plaintable.h"

#include <QCheckBox>
#include <QItemSelectionModel>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

using models::FanTableModel;

namespace {

constexpr int kNameChars = 26;
constexpr int kCellChars = 22;
constexpr int kMaxStretched = 3; // columns of servers that share the width
const QList<int> kSharesAbove{260, 200}; // table and response
const QList<int> kSharesBeside{620, 420};

} // namespace

FanResultView::FanResultView(QWidget *parent)
    : QWidget(parent)
    , m_model(new FanTableModel(this))
    , m_title(new look::PanelTitle(tr("Response"), this))
    , m_response(new content::ContentView(this))
{
    m_response->setObjectName(QStringLiteral("fanResponse"));
    auto *both = new look::Splitter(Qt::Horizontal, this);
    both->addWidget(makeTable());
    both->addWidget(look::titled(m_title, m_response));
    both->setChildrenCollapsible(false);
    new SplitterShape(*both, kSharesAbove, kSharesBeside);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(both);
}

QWidget *FanResultView::makeTable()
{
    m_table = new PlainTable(m_model, this);
    m_table->setObjectName(QStringLiteral("fanResults"));
    m_table->setAccessibleName(tr("Responses side by side, with a column for each server"));
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentChanged, this,
        &FanResultView::showCurrent);
    m_only = new QCheckBox(tr("&Only differences"), this);
    m_only->setObjectName(QStringLiteral("fanOnlyDifferences"));
    m_only->setToolTip(tr("Hide the places in which all responses are equal"));
    m_only->setChecked(m_model->onlyDifferences());
    connect(m_only, &QCheckBox::toggled, m_model, &FanTableModel::setOnlyDifferences);
    auto *all = new QWidget(this);
    auto *layout = new QVBoxLayout(all);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(look::metrics().unit);
    layout->addWidget(look::titled(new look::PanelTitle(tr("Side by side"), this), m_table), 1);
    layout->addWidget(m_only, 0, Qt::AlignLeft);
    m_more = new look::ColorLabel(models::ColorRole::Muted, this);
    m_more->setObjectName(QStringLiteral("fanMore"));
    m_more->setText(tr("There are more places than this table shows."));
    m_more->setWordWrap(true);
    m_more->hide();
    layout->addWidget(m_more);
    return all;
}

void FanResultView::setReport(const fanout::FanReport &report)
{
    m_shown = -1;
    m_response->clear();
    m_title->setDetail({});
    m_model->setReport(report);
    m_more->setVisible(report.places.hasMore);
    fitColumns();
    // Where there is a difference, the first response that differs is shown.
    const int row = std::max(0, m_model->nextDifference(-1, false));
    QModelIndex shown = m_model->index(row, FanTableModel::kNameColumn + 1);
    for (int column = m_model->columnCount() - 1; column > FanTableModel::kNameColumn; --column) {
        const QModelIndex cell = m_model->index(row, column);
        if (cell.data(FanTableModel::DiffersRole).toBool())
            shown = cell;
    }
    m_table->setCurrentIndex(shown);
}

// Few columns share the width. Many keep a width that can be read, and the table scrolls.
void FanResultView::fitColumns()
{
    const bool isStretched = m_model->columnCount() - 1 <= kMaxStretched;
    m_table->setUsualWidth(FanTableModel::kNameColumn, kNameChars);
    for (int column = 1; column < m_model->columnCount(); ++column)
        m_table->setUsualWidth(column, isStretched ? 0 : kCellChars);
}

void FanResultView::setFindings(std::size_t result, std::vector<findings::ListedFinding> findings)
{
    m_model->setFindings(result, std::move(findings));
}

void FanResultView::goToNext(bool backwards)
{
    const QModelIndex current = m_table->currentIndex();
    const int next = m_model->nextDifference(current.row(), backwards);
    if (next >= 0)
        m_table->setCurrentIndex(m_model->index(next, std::max(current.column(), 1)));
}

void FanResultView::showCurrent()
{
    const QModelIndex current = m_table->currentIndex();
    const int shown = FanTableModel::resultOf(current.column());
    if (!current.isValid() || shown < 0 || shown == m_shown)
        return; // the column of names belongs to all of them
    m_shown = shown;
    const fanout::FanResult &result = m_model->report().results[std::size_t(shown)];
    const QString sign = QStringLiteral("· ");
    if (result.hasResponse()) {
        m_title->setDetail(QString(sign + result.title));
        m_response->setContent(
            content::contentOfBytes(result.value, QStringLiteral("application/json")));
        return;
    }
    m_title->setDetail(QString(sign + tr("%1: %2").arg(result.title, result.sentence)));
    m_response->clear();
}

} // namespace sonde::widgets
