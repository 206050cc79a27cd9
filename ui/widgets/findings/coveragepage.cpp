// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/findings/coveragepage.h"

#include "base/formatting.h"
#include "look/colorlabel.h"
#include "look/metrics.h"
#include "models/findings/coveragemodel.h"
#include "widgets/findings/coveragedelegate.h"
#include "widgets/kit/plaintable.h"

#include <QHeaderView>
#include <QVBoxLayout>

#include <chrono>

namespace sonde::widgets {

namespace {

constexpr std::chrono::milliseconds kLate{250};
constexpr int kAreaChars = 16;
constexpr int kCountChars = 18; // of the longest title

} // namespace

CoveragePage::CoveragePage(const models::FindingList &list, QWidget *parent)
    : QWidget(parent)
    , m_list(list)
    , m_model(new models::CoverageModel(this))
    , m_summary(new look::ColorLabel(models::ColorRole::Normal, this))
    , m_table(new PlainTable(m_model, this))
{
    using Model = models::CoverageModel;
    setObjectName(QStringLiteral("coverage"));
    m_table->setAccessibleName(tr("Coverage of the specification by area"));
    m_table->setItemDelegate(new CoverageDelegate(m_table));
    m_table->setAlternatingRowColors(true);
    m_table->setUsualWidth(Model::AreaColumn, kAreaChars);
    for (int column = Model::PassedColumn; column < Model::ColumnCount; ++column)
        m_table->setUsualWidth(column, kCountChars);
    auto *legend = new look::ColorLabel(
        tr("Solid: passed. Red: violated. Empty: a rule would check it, but no message has "
           "exercised it. Hatched: no rule checks it, or no message can show it."),
        models::ColorRole::Muted, this);
    legend->setWordWrap(true);
    auto *column = new QVBoxLayout(this);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(look::metrics().gap);
    column->addWidget(m_summary);
    column->addWidget(m_table, 1);
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

void CoveragePage::refresh()
{
    const models::Coverage coverage = models::coverageOf(m_list, m_server);
    m_model->setCoverage(coverage);
    const auto name = revisionName(coverage.revision);
    m_summary->setText(coverage.areas.empty()
            ? tr("No requirement was exercised yet.")
            : tr("%1 of %2 checked requirements of %3 exercised, %4 violated")
                  .arg(countText(coverage.all.exercised()), countText(coverage.all.checked()),
                      QString::fromLatin1(name.data(), qsizetype(name.size())),
                      countText(coverage.all.violated)));
}

} // namespace sonde::widgets
