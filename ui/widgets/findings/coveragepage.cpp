// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/coveragepage.h"

#include "base/formatting.h"
#include "look/access/focuspass.h"
#include "look/controls/colorlabel.h"
#include "look/controls/splitter.h"
#include "look/theme/metrics.h"
#include "models/findings/coveragemodel.h"
#include "models/findings/notseenmodel.h"
#include "widgets/findings/coveragedelegate.h"
#include "widgets/findings/notseenview.h"
#include "widgets/kit/table/plaintable.h"

#include <QHeaderView>
#include <QTreeView>
#include <QVBoxLayout>

#include <chrono>

namespace sonde::widgets {

namespace {

constexpr std::chrono::milliseconds kLate{250};
constexpr int kAreaChars = 13;
constexpr int kRoomChars = 3; // beside the title of a column of counts
constexpr int kCoverageShare = 640; // at first, of the width
constexpr int kNotSeenShare = 400;

int titleChars(const PlainTable &table, int column)
{
    const QFontMetrics metrics = table.fontMetrics();
    const QString title = table.model()->headerData(column, Qt::Horizontal).toString();
    return metrics.horizontalAdvance(title) / metrics.averageCharWidth();
}

QString summaryText(const models::Coverage &coverage)
{
    if (coverage.areas.empty())
        return CoveragePage::tr("No requirement was exercised yet.");
    const auto name = revisionName(coverage.revision);
    const QString text =
        CoveragePage::tr("%1 of %2 checked requirements of %3 exercised, %4 violated")
            .arg(countText(coverage.all.exercised()), countText(coverage.all.checked()),
                QString::fromLatin1(name.data(), qsizetype(name.size())),
                countText(coverage.all.violated));
    // What is accepted is violated, but no longer counted.
    const int accepted = coverage.all.violated - coverage.levels.all();
    return accepted > 0 ? CoveragePage::tr("%1 (%2 accepted)").arg(text, countText(accepted))
                        : text;
}

} // namespace

CoveragePage::CoveragePage(const models::FindingList &list, QWidget *parent)
    : QWidget(parent)
    , m_list(list)
    , m_model(new models::CoverageModel(this))
    , m_summary(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_leftOut(new look::ColorLabel(models::ColorRole::Muted, this))
    , m_table(new PlainTable(m_model, this))
    , m_notSeen(new models::NotSeenModel(this))
    , m_notSeenView(new NotSeenView(m_notSeen, this))
{
    using Model = models::CoverageModel;
    setObjectName(QStringLiteral("coverage"));
    m_table->setAccessibleName(tr("Coverage of the specification by area"));
    m_table->setItemDelegate(new CoverageDelegate(m_table));
    m_table->setAlternatingRowColors(true);
    m_table->setUsualWidth(Model::AreaColumn, kAreaChars);
    for (int column = Model::PassedColumn; column < Model::ColumnCount; ++column)
        m_table->setUsualWidth(column, titleChars(*m_table, column) + kRoomChars);
    auto *splitter = new look::Splitter(Qt::Horizontal, this);
    splitter->addWidget(m_table);
    splitter->addWidget(m_notSeenView);
    splitter->setDefaultSizes({kCoverageShare, kNotSeenShare});
    splitter->setChildrenCollapsible(false);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
        &CoveragePage::showArea);
    connect(m_table, &QAbstractItemView::activated, m_notSeenView, &NotSeenView::enter);
    look::passFocus(*this, *m_table);
    auto *legend = new look::ColorLabel(
        tr("Solid: passed. Red: violated. Empty: a rule would check it, but no message has "
           "exercised it. Hatched: no rule checks it, or no message can show it."),
        models::ColorRole::Muted, this);
    legend->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().gap);
    column->addWidget(m_summary);
    column->addWidget(m_leftOut);
    column->addWidget(splitter, 1);
    column->addWidget(legend);
    m_late.setSingleShot(true);
    m_late.setInterval(kLate);
    connect(&m_late, &QTimer::timeout, this, &CoveragePage::refresh);
    connect(&list, &models::FindingList::progressed, this, [this] {
        if (isVisible() && !m_late.isActive())
            m_late.start();
    });
    refresh();
}

void CoveragePage::setServer(const QString &server)
{
    m_server = server;
    refresh();
}

void CoveragePage::showEvent(QShowEvent *event)
{
    QWidget::showEvent(event);
    refresh();
}

void CoveragePage::showNotSeen()
{
    const QModelIndex index = m_table->currentIndex();
    const QString area = index.isValid() ? m_model->at(index.row()).area : QString();
    m_notSeen->setNotSeen(
        models::notSeenOf(m_list, m_server, area), models::violatedOf(m_list, m_server, area));
}

// The requirements of one area are few enough to be seen at once.
void CoveragePage::showArea()
{
    showNotSeen();
    const QModelIndex index = m_table->currentIndex();
    if (index.isValid() && !m_model->at(index.row()).area.isEmpty())
        m_notSeenView->tree().expandAll();
}

void CoveragePage::refresh()
{
    const models::Coverage coverage = models::coverageOf(m_list, m_server);
    m_model->setCoverage(coverage);
    m_summary->setText(summaryText(coverage));
    m_leftOut->setText(models::otherTransportText(coverage));
    m_leftOut->setVisible(!m_leftOut->text().isEmpty());
    showNotSeen();
}

} // namespace sonde::widgets
