// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/statisticswindow.h"

#include "base/formatting.h"
#include "base/pluralnumber.h"
#include "look/painting/iconengine.h"
#include "look/theme/firstsize.h"
#include "look/theme/metrics.h"
#include "models/exchange/propertymodel.h"
#include "models/trace/errorcount.h"
#include "models/trace/tracetext.h"
#include "trace/filter/filterrun.h"
#include "trace/filter/filtertoken.h"
#include "widgets/kit/table/plaintable.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

namespace sonde::widgets {

namespace {

enum Column { Method, Target, Count, Errors, Median, P95, P99, Longest, Size, Server };
enum Servers { Current, All };
constexpr QSize kFirstSize(940, 480);

QString quoted(const std::string &name)
{
    return trace::quotedForFilter(QString::fromStdString(name));
}

QStringList cells(const QString &server, const trace::StatisticsRow &row)
{
    const auto time = [&row](std::int64_t ns) {
        return row.answered == 0 ? QString() : durationText(std::chrono::nanoseconds(ns));
    };
    const QString target = QString::fromStdString(row.target);
    return {target.isEmpty() ? QString::fromStdString(row.method) : QString(), target,
        countText(row.count), row.errors == 0 ? QString() : countText(row.errors), time(row.p50Ns),
        time(row.p95Ns), time(row.p99Ns), time(row.maxNs), countText(row.bytes), server};
}

} // namespace

StatisticsWindow::StatisticsWindow(
    const models::TraceModel &model, const models::TraceFilterProxy &shown, QWidget *parent)
    : SecondaryWindow(parent)
    , m_model(model)
    , m_shown(shown)
    , m_facts(new models::PropertyModel(
          {tr("Method"), tr("Target"), tr("Count"), tr("Errors"), tr("Median"), tr("95 %"),
              tr("99 %"), tr("Maximum"), tr("Bytes"), tr("Server")},
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
    m_table->setUsualWidth(Server, 20);
    m_table->horizontalHeader()->moveSection(Server, 0);
    m_servers = new QComboBox(this);
    m_servers->addItems({QString(), tr("All servers")});
    m_servers->setAccessibleName(tr("Servers counted"));
    m_servers->setToolTip(tr("Count the messages of the current server, or of each server"));
    m_servers->hide();
    m_summary = new QLabel(this);
    m_summary->setObjectName(QStringLiteral("statisticsSummary"));
    m_summary->setTextFormat(Qt::PlainText);
    auto *again = new QPushButton(look::icon("restart"), tr("Count again"), this);
    auto *row = new QHBoxLayout;
    row->addWidget(m_servers);
    row->addWidget(m_summary, 1);
    row->addWidget(again);
    auto *column = new QVBoxLayout(this);
    const int margin = look::metrics().margin;
    column->setContentsMargins(margin, margin, margin, margin);
    column->addLayout(row);
    column->addWidget(m_table, 1);
    look::setFirstSize(this, kFirstSize);
    connect(m_servers, &QComboBox::currentIndexChanged, this, &StatisticsWindow::countAnew);
    connect(again, &QPushButton::clicked, this, &StatisticsWindow::countAnew);
    connect(m_table, &QAbstractItemView::activated, this, &StatisticsWindow::activated);
    connect(&shown, &QAbstractItemModel::modelReset, this, &StatisticsWindow::countAnew);
    connect(&shown, &models::TraceFilterProxy::completed, this, &StatisticsWindow::countAnew);
    countAnew();
}

void StatisticsWindow::setServer(const QString &server)
{
    if (server == m_server)
        return;
    m_server = server;
    m_servers->setItemText(Current, server);
    m_servers->setVisible(!server.isEmpty());
    countAnew();
}

bool StatisticsWindow::isOfOne() const
{
    return !m_server.isEmpty() && m_servers->currentIndex() == Current;
}

void StatisticsWindow::countAnew()
{
    ++m_run;
    m_job.stop();
    m_next = 0;
    m_counted = false;
    m_hasOthers = false;
    m_counting = std::make_shared<Counting>();
    m_summary->setText(tr("Counting…"));
    countOn();
}

trace::Statistics *StatisticsWindow::countingOf(rpc::StreamId stream)
{
    const auto known = m_counting->streams.find(stream);
    if (known != m_counting->streams.end())
        return known->second;
    const QString &server = m_model.stream(stream).server;
    auto &counts = m_counting->servers;
    m_hasOthers |= !counts.empty() && !counts.contains(server);
    // Also of a server that is not counted there is an entry, without rows.
    trace::Statistics &its = counts.try_emplace(server, m_model.store()).first->second;
    trace::Statistics *const counted = isOfOne() && server != m_server ? nullptr : &its;
    m_counting->streams.emplace(stream, counted);
    return counted;
}

void StatisticsWindow::countOn()
{
    const int end = std::min(m_shown.rowCount(), m_next + kBatch);
    for (; m_next < end; ++m_next) {
        const trace::Record &record = m_shown.record(m_next);
        trace::Statistics *const counting = countingOf(record.stream);
        if (!counting)
            continue;
        ++m_counting->messages;
        counting->add(record, m_model.durationNs(m_model.rowOf(m_shown.number(m_next))));
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
    m_job.start<std::vector<Row>>(
        [counted = m_counting](const std::stop_token &stop) {
            std::vector<Row> rows;
            for (const auto &[server, counting] : counted->servers) {
                for (trace::StatisticsRow &row : counting.rows(stop))
                    rows.push_back({server, std::move(row)});
            }
            return rows;
        },
        [this](std::vector<Row> rows) { showRows(std::move(rows)); });
}

void StatisticsWindow::showRows(std::vector<Row> rows)
{
    m_rows = std::move(rows);
    std::vector<QStringList> texts;
    texts.reserve(m_rows.size());
    for (const Row &row : m_rows)
        texts.push_back(cells(row.server, row.counted));
    m_facts->setRows(std::move(texts));
    m_table->setColumnHidden(Server, isOfOne() || !m_hasOthers);
    showSummary();
    m_counted = true;
    Q_EMIT counted();
}

void StatisticsWindow::showSummary()
{
    std::uint64_t wrong = 0;
    for (const auto &[server, counting] : m_counting->servers)
        wrong += counting.errorCount();
    const QString errors = models::ErrorCount::text(wrong);
    const int count = m_counting->messages;
    const bool isWhole = m_next == m_model.rowCount();
    if (isOfOne())
        m_summary->setText(isWhole
                ? tr("Messages of the server: %1 · %2").arg(countText(count), errors)
                : tr("Messages of the server that match the trace's filter: %1 · %2")
                      .arg(countText(count), errors));
    else if (isWhole)
        m_summary->setText(count == 1
                ? tr("The only message of the trace · %1").arg(errors)
                : tr("All %1 messages of the trace · %2", nullptr, pluralNumber(count))
                      .arg(countText(count), errors));
    else
        m_summary->setText(count == 1
                ? tr("1 message that matches the trace's filter · %1").arg(errors)
                : tr("%1 messages that match the trace's filter · %2", nullptr, pluralNumber(count))
                      .arg(countText(count), errors));
}

void StatisticsWindow::activated(const QModelIndex &index)
{
    const auto &[server, row] = m_rows[std::size_t(index.row())];
    QString filter = QStringLiteral("method == ") % quoted(row.method);
    if (!row.target.empty())
        filter = filter % QStringLiteral(" and target == ") % quoted(row.target);
    if (m_hasOthers)
        filter = filter % QStringLiteral(" and server == ") % trace::quotedForFilter(server);
    Q_EMIT filterRequested(filter);
}

} // namespace sonde::widgets
