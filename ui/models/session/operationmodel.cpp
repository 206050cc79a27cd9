// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/session/operationmodel.h"

#include "base/formatting.h"
#include "models/trace/tracetext.h"

#include <QLocale>

#include <algorithm>

namespace sonde::models {

namespace {

constexpr double kNsPerSecond = 1e9;
constexpr std::int64_t kSecond = 1'000'000'000;

// Whole seconds: what changes ten times a second cannot be read.
QString leftText(std::int64_t ns)
{
    const std::int64_t seconds = std::max<std::int64_t>(0, ns) / kSecond;
    return QStringLiteral("%1:%2").arg(seconds / 60).arg(seconds % 60, 2, 10, QLatin1Char('0'));
}

QString numberText(double number)
{
    return QString::number(number, 'g', 6);
}

} // namespace

Sign taskSign(mcp::TaskStatus status)
{
    switch (status) {
    case mcp::TaskStatus::Completed:
        return Sign::Ok;
    case mcp::TaskStatus::Failed:
        return Sign::ProtocolError;
    case mcp::TaskStatus::Cancelled:
        return Sign::Cancelled;
    case mcp::TaskStatus::InputRequired:
        return Sign::Late; // somebody is waited for
    case mcp::TaskStatus::Working:
    case mcp::TaskStatus::Unknown:
        break;
    }
    return Sign::Pending;
}

OperationModel::OperationModel(QObject *parent, const Clock &clock)
    : RowTable(ColumnCount, parent)
    , m_clock(clock)
{
}

void OperationModel::setClient(mcp::Client *client)
{
    if (client == m_client)
        return;
    m_client = client;
    resetRows(operations());
}

Operation OperationModel::ofCall(const mcp::RunningCall &call, std::int64_t now) const
{
    Operation row;
    row.isChanging = true;
    row.key = call.token;
    row.name = call.target.isEmpty() ? call.method : call.target;
    const mcp::CallProgress &progress = call.progress;
    if (progress.count > 0) {
        QStringList parts;
        parts += progress.total
            ? tr("%1 of %2").arg(numberText(progress.done), numberText(*progress.total))
            : numberText(progress.done);
        if (!progress.message.isEmpty())
            parts += progress.message;
        if (const double seconds = double(now - call.sentNs) / kNsPerSecond; seconds >= 1)
            parts += tr("%1 per second").arg(QString::number(progress.done / seconds, 'g', 3));
        row.progress = parts.join(QStringLiteral(" · "));
        if (progress.total && *progress.total > 0)
            row.fraction = std::clamp(progress.done / *progress.total, 0.0, 1.0);
    }
    row.elapsed = elapsedText(std::chrono::nanoseconds(now - call.sentNs));
    const std::int64_t clock = call.pausedNs > 0 ? call.pausedNs : now;
    const QString idle = leftText(call.idleDeadline - clock);
    const QString total = leftText(call.totalDeadline - clock);
    row.limit = call.isAtBreakpoint
        ? tr("paused at a breakpoint · idle %1 · total %2 left").arg(idle, total)
        : call.pausedNs > 0
        ? tr("paused for a server request · idle %1 · total %2 left").arg(idle, total)
        : tr("idle %1 · total %2 left").arg(idle, total);
    return row;
}

Operation OperationModel::ofGivenUp(const mcp::GivenUpCall &call) const
{
    Operation row;
    row.isOver = true;
    row.isChanging = call.answeredNs == 0;
    row.key = call.token;
    row.name = call.target.isEmpty() ? call.method : call.target;
    row.sign = call.timedOut ? Sign::NoResponse : Sign::Cancelled;
    if (call.timedOut)
        row.state = tr("timed out");
    row.elapsed = elapsedText(std::chrono::nanoseconds(call.givenUpNs - call.sentNs));
    row.fraction = 1;
    if (call.answeredNs == 0) {
        row.progress = tr("no response since");
        return row;
    }
    row.progress =
        tr("a response arrived %1 later")
            .arg(durationText(std::chrono::nanoseconds(call.answeredNs - call.givenUpNs)));
    row.state = tr("%1, late response").arg(row.state.isEmpty() ? signWord(row.sign) : row.state);
    row.sign = Sign::Late;
    row.answeredNs = call.answeredNs;
    return row;
}

Operation OperationModel::ofTask(const mcp::TaskStore::Entry &entry, std::int64_t now) const
{
    const mcp::TaskMachine &task = entry.machine;
    Operation row;
    row.isTask = true;
    row.isChanging = !task.isFinished() || task.expires() != mcp::TaskMachine::kNever;
    row.key = qint64(entry.number);
    row.name = entry.target.isEmpty() ? entry.method : entry.target;
    row.sign = taskSign(task.facts().status);
    row.state = tr("task: %1").arg(task.facts().statusText);
    row.progress = task.trouble().isEmpty() ? task.facts().message : task.trouble();
    const std::int64_t end =
        task.isFinished() && !task.history().empty() ? task.history().back().at : now;
    row.elapsed = elapsedText(std::chrono::nanoseconds(end - task.begunNs()));
    if (task.expires() != mcp::TaskMachine::kNever)
        row.limit = now < task.expires() ? tr("kept %1 more").arg(leftText(task.expires() - now))
                                         : tr("may have expired");
    if (task.isFinished()) {
        row.fraction = 1;
        if (task.facts().status == mcp::TaskStatus::Working
            || task.facts().status == mcp::TaskStatus::InputRequired) {
            row.sign = Sign::NoResponse;
            row.state = tr("task: gone");
        }
    } else if (!task.isConnected()) {
        row.next = tr("waiting for the connection");
    } else if (task.isCancelling()) {
        row.next = tr("cancelling");
    } else if (task.nextPoll() != mcp::TaskMachine::kNever) {
        row.next = tr("next poll in %1").arg(leftText(task.nextPoll() - now + kSecond - 1));
    } else {
        row.next = tr("polling");
    }
    return row;
}

bool OperationModel::isChanging() const
{
    for (int row = 0; row < rowCount(); ++row) {
        if (operation(row).isChanging)
            return true;
    }
    return false;
}

std::vector<Operation> OperationModel::operations() const
{
    std::vector<Operation> rows;
    if (!m_client)
        return rows;
    const std::int64_t now = m_clock.now().steady;
    // The row of a task stands for the requests that the task sends by itself.
    const QLatin1String ofTasks("tasks/");
    for (const mcp::RunningCall &call : m_client->running()) {
        if (!call.method.startsWith(ofTasks))
            rows.push_back(ofCall(call, now));
    }
    for (const mcp::GivenUpCall &call : m_client->givenUp()) {
        if (!call.method.startsWith(ofTasks))
            rows.push_back(ofGivenUp(call));
    }
    std::sort(rows.begin(), rows.end(),
        [](const Operation &a, const Operation &b) { return a.key > b.key; });
    const auto &tasks = mcp::TaskStore::of(m_client)->tasks();
    for (auto entry = tasks.rbegin(); entry != tasks.rend(); ++entry)
        rows.push_back(ofTask(**entry, now));
    return rows;
}

// Rows keep their places: what is gone leaves, what is new comes in where it belongs.
void OperationModel::refresh()
{
    const std::vector<Operation> fresh = operations();
    const auto isSame = [](const Operation &a, const Operation &b) {
        return a.isTask == b.isTask && a.key == b.key;
    };
    for (int row = rowCount() - 1; row >= 0; --row) {
        const bool stays = std::any_of(fresh.begin(), fresh.end(),
            [&](const Operation &each) { return isSame(each, operation(row)); });
        if (!stays)
            removeRowsBetween(row, row);
    }
    for (std::size_t i = 0; i < fresh.size(); ++i) {
        const auto row = int(i);
        if (row >= rowCount() || !isSame(operation(row), fresh[i]))
            addRow(row, fresh[i]);
        else if (operation(row) != fresh[i])
            setRow(row, fresh[i]);
    }
}

QString OperationModel::text(const Operation &operation, int column)
{
    switch (column) {
    case StateColumn:
        return operation.state.isEmpty() ? signWord(operation.sign) : operation.state;
    case OperationColumn:
        return operation.name;
    case ProgressColumn:
        return operation.progress;
    case ElapsedColumn:
        return operation.elapsed;
    case LimitColumn:
        return operation.limit;
    case NextColumn:
        return operation.next;
    default:
        return {};
    }
}

QVariant OperationModel::cell(const Operation &operation, const QModelIndex &index, int role) const
{
    const bool isState = index.column() == StateColumn;
    switch (role) {
    case Qt::DisplayRole:
        return text(operation, index.column());
    case SignRole:
        return static_cast<int>(isState ? operation.sign : Sign::None);
    case TextColorRole:
        return static_cast<int>(isState ? signColorRole(operation.sign) : ColorRole::Normal);
    default:
        return {};
    }
}

QString OperationModel::title(int column) const
{
    switch (column) {
    case StateColumn:
        return tr("State");
    case OperationColumn:
        return tr("Operation");
    case ProgressColumn:
        return tr("Progress");
    case ElapsedColumn:
        return tr("Elapsed");
    case LimitColumn:
        return tr("Time left");
    case NextColumn:
        return tr("Next");
    default:
        return {};
    }
}

} // namespace sonde::models
