// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/exitmodel.h"

#include "base/formatting.h"
#include "models/trace/lifecycletext.h"
#include "models/trace/tracetext.h"
#include "rpc/lifecycle.h"
#include "rpc/processstart.h"

#include <algorithm>
#include <chrono>
#include <utility>

namespace sonde::models {

namespace {

constexpr qsizetype kEndedChars = 8; // of a time without its fraction

// A signal that asks a process to end is usual.
Sign signOf(const ProcessRun &run)
{
    if (run.isFailedStart)
        return Sign::ProtocolError;
    if (!run.end)
        return Sign::ToolError;
    if (run.end->exitCode == 0)
        return Sign::Ok;
    const QString &signal = run.end->signal;
    if (signal == u"SIGTERM" || signal == u"SIGINT" || signal == u"SIGHUP")
        return Sign::Cancelled;
    return signal.isEmpty() ? Sign::ToolError : Sign::ProtocolError;
}

QString howText(const ProcessRun &run)
{
    if (run.isFailedStart)
        return lifecycleText(QLatin1String(rpc::lifecycle::kStartFailed)) % QStringLiteral(": ")
            % run.failure.shown();
    return run.end ? run.end->sentence() : run.how;
}

} // namespace

ExitModel::ExitModel(TraceModel &trace, QObject *parent)
    : RowTable(ColumnCount, parent)
    , m_trace(trace)
{
}

void ExitModel::setServer(const QString &name)
{
    if (std::exchange(m_server, name) != name)
        startAnew();
}

void ExitModel::startAnew()
{
    m_seen = 0;
    m_first = m_trace.rowCount() > 0 ? m_trace.number(0) : 0;
    m_running.clear();
    m_connections.clear();
    resetRows({});
}

void ExitModel::update()
{
    const int count = m_trace.rowCount();
    const bool isOther = count < m_seen || (count > 0 && m_trace.number(0) != m_first);
    if (isOther)
        startAnew();
    for (; m_seen < count; ++m_seen)
        read(m_seen);
}

bool ExitModel::isOfServer(rpc::StreamId stream, int &connection)
{
    auto known = m_connections.find(stream);
    if (known == m_connections.end()) {
        const rpc::StreamInfo info = m_trace.store().stream(stream);
        const bool isIts = info.server == m_server && !info.probe;
        known = m_connections.emplace(stream, isIts ? info.connection : -1).first;
    }
    connection = known->second;
    return connection >= 0;
}

void ExitModel::read(int row)
{
    const trace::Record &record = m_trace.record(row);
    const bool isLine = record.kind == rpc::Kind::Stderr;
    int connection = -1;
    if ((!isLine && record.kind != rpc::Kind::Lifecycle) || !isOfServer(record.stream, connection))
        return;
    if (!isLine)
        return readLifecycle(row, connection);
    const auto run = m_running.find(connection);
    if (run == m_running.end())
        return;
    run->second.lines.push_back(m_trace.number(row));
    if (run->second.lines.size() > kMaxLines)
        run->second.lines.pop_front();
}

void ExitModel::readLifecycle(int row, int connection)
{
    const trace::Record &record = m_trace.record(row);
    const QString what = m_trace.store().string(record.method);
    if (what == QLatin1String(rpc::lifecycle::kProcessStarted)) {
        if (m_running.size() >= kMaxRunning)
            m_running.erase(m_running.begin());
        ProcessRun &run = m_running[connection];
        run = {};
        run.startedNs = record.steadyNs;
        run.pid = rpc::ProcessStart::read(detailOf(record)).pid;
        return;
    }
    const bool hasEnded = what == QLatin1String(rpc::lifecycle::kProcessEnded);
    if (!hasEnded && what != QLatin1String(rpc::lifecycle::kStartFailed))
        return;
    ProcessRun run;
    if (const auto running = m_running.find(connection); running != m_running.end()) {
        if (!hasEnded) // the handshake failed, and the process has not ended yet
            return;
        run = std::move(running->second);
        m_running.erase(running);
    }
    run.isFailedStart = !hasEnded;
    run.endedNs = record.steadyNs;
    run.endedWallNs = record.wallNs;
    run.how = detailOf(record);
    if (hasEnded)
        run.end = rpc::EndReport::read(run.how);
    else
        run.failure = rpc::Sentence::read(run.how);
    if (rowCount() >= kMaxRuns)
        removeRowsBetween(rowCount() - 1, rowCount() - 1);
    addRow(0, std::move(run));
}

// A row is "what\tdetail".
QString ExitModel::detailOf(const trace::Record &record) const
{
    const auto bytes =
        m_trace.store().read(record.stream, record.offset, std::min(record.length, kMaxRead));
    if (!bytes)
        return {};
    const QString text = QString::fromUtf8(bytes->data(), qsizetype(bytes->size()));
    return text.section(u'\t', 1).trimmed();
}

QStringList ExitModel::lastLines(int row) const
{
    QStringList lines;
    if (row < 0 || row >= rowCount())
        return lines;
    for (const trace::Number number : this->row(row).lines) {
        const int at = m_trace.rowOf(number);
        if (at < 0)
            continue;
        const trace::Record &record = m_trace.record(at);
        const auto bytes =
            m_trace.store().read(record.stream, record.offset, std::min(record.length, kMaxRead));
        lines << (bytes ? lineText(*bytes) : bytes.error().sentence);
    }
    return lines;
}

QVariant ExitModel::cell(const ProcessRun &row, const QModelIndex &index, int role) const
{
    const bool isHow = index.column() == HowColumn;
    switch (role) {
    case SignRole:
        return static_cast<int>(isHow ? signOf(row) : Sign::None);
    case TextColorRole:
        return static_cast<int>(isHow ? signColorRole(signOf(row)) : ColorRole::Normal);
    case Qt::ToolTipRole:
        return index.column() == EndedColumn ? QVariant(dateTimeText(row.endedWallNs)) : QVariant();
    case Qt::DisplayRole:
        break;
    default:
        return {};
    }
    switch (index.column()) {
    case EndedColumn:
        return timeText(row.endedWallNs).left(kEndedChars);
    case PidColumn:
        return row.pid == 0 ? QString() : QString::number(row.pid);
    case HowColumn:
        return howText(row);
    default:
        return row.startedNs == 0
            ? QString()
            : durationText(std::chrono::nanoseconds(row.endedNs - row.startedNs));
    }
}

QString ExitModel::title(int column) const
{
    switch (column) {
    case EndedColumn:
        return tr("Ended");
    case PidColumn:
        return tr("PID");
    case HowColumn:
        return tr("How");
    default:
        return tr("Ran");
    }
}

bool ExitModel::isNumeric(int column) const
{
    return column != HowColumn;
}

} // namespace sonde::models
