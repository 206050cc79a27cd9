// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/form/problemlist.h"

#include "look/access/focuspass.h"
#include "look/controls/paneltitle.h"
#include "look/controls/signdelegate.h"
#include "look/theme/metrics.h"

#include <QHeaderView>
#include <QStandardItemModel>
#include <QTreeView>
#include <QVBoxLayout>

namespace sonde::widgets {

namespace {

enum Column { PlaceColumn, SentenceColumn, KeywordColumn, ColumnCount };
constexpr int kMostRows = 4; // seen without scrolling
constexpr int kPlaceWidth = 150;
constexpr int kKeywordWidth = 110;

QStandardItem *cell(const QString &text, models::ColorRole tone, models::Sign sign = {})
{
    auto *item = new QStandardItem(text);
    item->setEditable(false);
    item->setData(int(tone), models::TextColorRole);
    item->setData(int(sign), models::SignRole);
    return item;
}

} // namespace

ProblemList::ProblemList(QWidget *parent)
    : QWidget(parent)
    , m_title(new look::PanelTitle(tr("Schema errors"), this))
    , m_view(new QTreeView(this))
    , m_model(new QStandardItemModel(0, ColumnCount, this))
{
    m_view->setModel(m_model);
    m_view->setItemDelegate(new look::SignDelegate(m_view));
    m_view->setRootIsDecorated(false);
    m_view->setUniformRowHeights(true);
    m_view->setHeaderHidden(true);
    m_view->setAccessibleName(tr("Schema errors"));
    m_view->setAccessibleDescription(tr("Press Enter to go to the value"));
    m_view->setTabKeyNavigation(false);
    QHeaderView *header = m_view->header();
    header->setStretchLastSection(false);
    header->setSectionResizeMode(SentenceColumn, QHeaderView::Stretch);
    header->resizeSection(PlaceColumn, kPlaceWidth);
    header->resizeSection(KeywordColumn, kKeywordWidth);
    connect(m_view, &QTreeView::activated, this,
        [this](const QModelIndex &index) { Q_EMIT activated(index.row()); });
    connect(m_view, &QTreeView::clicked, this,
        [this](const QModelIndex &index) { Q_EMIT activated(index.row()); });
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_title);
    layout->addWidget(m_view);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    look::passFocus(*this, *m_view);
    hide();
}

int ProblemList::count() const
{
    return m_model->rowCount();
}

void ProblemList::showProblems(const std::vector<FormProblem> &problems, const QString &unknown)
{
    const int current = m_view->currentIndex().row();
    m_model->removeRows(0, m_model->rowCount());
    for (const FormProblem &problem : problems) {
        const QString place = problem.pointer.isEmpty() ? tr("the whole value") : problem.pointer;
        m_model->appendRow({cell(place, models::ColorRole::Normal, models::Sign::ProtocolError),
            cell(problem.sentence, models::ColorRole::Normal),
            cell(problem.keyword, models::ColorRole::Muted)});
    }
    if (current >= 0 && current < m_model->rowCount())
        m_view->setCurrentIndex(m_model->index(current, 0));
    m_title->setCount(int(problems.size()), false);
    m_title->setDetail(unknown);
    const int rows = qMin(m_model->rowCount(), kMostRows);
    m_view->setFixedHeight(rows * look::metrics().row + 2 * m_view->frameWidth() + 1);
    m_view->setVisible(rows > 0);
    setVisible(rows > 0 || !unknown.isEmpty());
}

} // namespace sonde::widgets
