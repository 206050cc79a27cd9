// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/statisticswindow.h"

#include "base/formatting.h"
#include "look/firstsize.h"
#include "look/iconengine.h"
#include "look/metrics.h"
#include "models/exchange/propertymodel.h"
#include "models/trace/errorcount.h"
#include "models/trace/tracetext.h"
#include "trace/filter/filterrun.h"
#include "trace/filter/filtertoken.h"
#include "widgets/kit/plaintable.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>

namespace sonde::widgets {

namespace {

enum Column { Method, Target, Count, Errors, Median, P95, P99, Longest, Size };
constexpr QSize kFirstSize(940, 480);

QString quoted(const std::string &name)
{
    return trace::quotedForFilter(QString::fromStdString(name));
}

QStringList cells(const trace::StatisticsRow &row)
{
    const auto time = [&row](std::int64_t ns) {
        return row.answered == 0 ? QString() : durationText(std::chrono::nanoseconds(ns));
    };
    const QString target = QString::fromStdString(row.target);
    return {target.isEmpty() ? QString::fromStdString(row.method) : QString(), target,
        countText(row.count), row.errors == 0 ? QString() : countText(row.errors), time(row.p50Ns),
        time(row.p95Ns), time(row.p99Ns), time(row.maxNs), countText(row.bytes)};
}

} // namespace

StatisticsWindow::StatisticsWindow(
    const models::TraceModel &model, const models::TraceFilterProxy &shown, QWidget *parent)
    : SecondaryWindow(parent)
    , m_model(model)
    , m_shown(shown)
    , m_facts(new models::PropertyModel(
          {tr("Method"), tr("Target"), tr("Count"), tr("Errors"), tr("Median"), tr("95 %"),
              tr("99 %"), tr("Maximum"), tr("Bytes")},
          this))
    , m_job(this, BackgroundJob::Ending::Join)
{
    setWindowTitle(tr("Statistics of the trace"));
    for (int column = Count; column <= Size; ++column)
        m_facts->setNumeric(column);
    m_table = new PlainTable(m_facts, this);
    m_table->setAccessibleName(tr("Messages by method and target"));
    m_table->setUsualWidth(Method, 28);
    for (int column = Count; column <= Size; ++column)
        m_table->setUsualWidth(column, 14);
    m_summary = new QLabel(this);
    m_summary->setObjectName(QStringLiteral("statisticsSummary"));
    m_summary->setTextFormat(Qt::PlainText);
    auto *again = new QPushButton(look::icon("restart"), tr("Count again"), this);
    auto *row = new QHBoxLayout;
    row->addWidget(m_summary, 1);
    row->addWidget(again);
    auto *column = new QVBoxLayout(this);
    const int margin = look::metrics().margin;
    column->setContentsMargins(margin, margin, margin, margin);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    look::setFirstSize(this, kFirstSize);
    connect(again, &QPushButton::clicked, this, &StatisticsWindow::countAnew);
    connect(m_table, &QAbstractItemView::activated, this, &StatisticsWindow::activated);
    connect(&shown, &QAbstractItemModel::modelReset, this, &StatisticsWindow::countAnew);
    connect(&shown, &models::TraceFilterProxy::completed, this, &StatisticsWindow::countAnew);
    countAnew();
}

void StatisticsWindow::countAnew()
{
    ++m_run;
    m_job.stop();
    m_next = 0;
    m_counted = false;
    m_counting = std::make_shared<trace::Statistics>(m_model.store());
    m_summary->setText(tr("Counting…"));
    countOn();
}

void StatisticsWindow::countOn()
{
    const int end = std::min(m_shown.rowCount(), m_next + kBatch);
    for (; m_next < end; ++m_next) {
        const trace::Record &record = m_shown.record(m_next);
        const int pair = record.pair == 0 ? -1 : m_model.rowOf(record.pair);
        m_counting->add(
            record, trace::durationOf(record, pair < 0 ? nullptr : &m_model.record(pair)));
    }
    if (m_next < m_shown.rowCount()) {
        const auto next = [this, run = m_run] {
            if (run == m_run)
                countOn();
        };
        QMetaObject::invokeMethod(this, next, Qt::QueuedConnection);
        return;
    }
    // Percentiles sort every duration.
    m_job.start<std::vector<trace::StatisticsRow>>(
        [counted = m_counting](const std::stop_token &stop) { return counted->rows(stop); },
        [this](std::vector<trace::StatisticsRow> rows) { showRows(std::move(rows)); });
}

void StatisticsWindow::showRows(std::vector<trace::StatisticsRow> rows)
{
    m_rows = std::move(rows);
    std::vector<QStringList> texts;
    texts.reserve(m_rows.size());
    for (const trace::StatisticsRow &row : m_rows)
        texts.push_back(cells(row));
    m_facts->setRows(std::move(texts));
    const QString messages = countText(m_next);
    const QString errors = models::ErrorCount::text(m_counting->errorCount());
    m_summary->setText(m_next == m_model.rowCount()
            ? (m_next == 1 ? tr("The only message of the trace · %1").arg(errors)
                           : tr("All %1 messages of the trace · %2").arg(messages, errors))
            : m_next == 1
            ? tr("1 message that matches the trace's filter · %1").arg(errors)
            : tr("%1 messages that match the trace's filter · %2").arg(messages, errors));
    m_counted = true;
    Q_EMIT counted();
}

void StatisticsWindow::activated(const QModelIndex &index)
{
    const trace::StatisticsRow &row = m_rows[std::size_t(index.row())];
    QString filter = QStringLiteral("method == ") % quoted(row.method);
    if (!row.target.empty())
        filter = filter % QStringLiteral(" and target == ") % quoted(row.target);
    Q_EMIT filterRequested(filter);
}

} // namespace sonde::widgets
