// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/tracemodel.h"

#include "models/signs/sign.h"
#include "models/trace/findinglist.h"
#include "models/trace/lifecycletext.h"
#include "rpc/lifecycle.h"

#include <algorithm>
#include <chrono>

namespace sonde::models {

namespace {

constexpr std::chrono::milliseconds kBatch{33}; // at most 30 times a second
constexpr std::chrono::milliseconds kRunning{250}; // running times, and the turning quarter
constexpr int kMaxLookAhead = 100'000; // rows behind an exchange that may be the first it carried
constexpr std::size_t kMaxRanges = 64; // of one batch's changes that get a signal each

// What the session found out later about a request concerns these cells.
constexpr int kFirstChanging = TraceModel::MethodColumn;
constexpr int kLastChanging = TraceModel::FindingsColumn;

int alignment(int column)
{
    return static_cast<int>(
        (TraceCells::isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
}

} // namespace

// Rings in the model's thread whenever the recorder calls from another. Both sides hold it, so
// neither the model nor the recorder can die under the other's hands.
class TraceModel::Bell : public QObject {
public:
    explicit Bell(TraceModel *model)
        : m_model(model)
    {
    }
    void ring()
    {
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (m_model)
                    m_model->schedule();
            },
            Qt::QueuedConnection);
    }

private:
    QPointer<TraceModel> m_model;
};

TraceModel::TraceModel(trace::Store &store, QObject *parent, const Clock &clock)
    : QAbstractTableModel(parent)
    , m_store(store)
    , m_bell(new Bell(this), [](Bell *bell) { bell->deleteLater(); })
    , m_cells(*this, clock)
{
    m_batch.setSingleShot(true);
    connect(&m_batch, &QTimer::timeout, this, &TraceModel::drainNow);
    m_running.setInterval(kRunning);
    connect(&m_running, &QTimer::timeout, this, &TraceModel::tick);
    m_store.setListener([bell = m_bell] { bell->ring(); });
    schedule();
}

TraceModel::~TraceModel()
{
    m_store.setListener({});
}

int TraceModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_records.size());
}

int TraceModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QVariant TraceModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return m_cells.text(row, column);
    case Qt::ToolTipRole:
        return m_cells.toolTip(row, column);
    case Qt::TextAlignmentRole:
        return alignment(column);
    case TagRole:
        return column == MethodColumn ? m_cells.originTag(row) : QString();
    case ShortTextRole:
        return column == FindingsColumn ? m_cells.findingCount(row) : QVariant();
    case SignRole:
        return static_cast<int>(m_cells.sign(row, column));
    case SignColorRole:
        return column == ServerColumn ? int(m_marks->of(stream(record(row).stream).server))
                                      : QVariant();
    case TextColorRole:
        return static_cast<int>(m_cells.colorRole(row, column));
    case Qt::AccessibleDescriptionRole:
        return m_cells.accessibleDescription(row, column);
    case RecordRole:
        return QVariant::fromValue(record(row));
    case NumberRole:
        return number(row);
    case PairRole:
        return record(row).pair;
    case ServerRole:
        return stream(record(row).stream).server;
    case CarrierRole:
        return trace::carrierOf(record(row));
    case DepthRole:
        return column == DirectionColumn && trace::carrierOf(record(row)) != 0 ? 1 : 0;
    case GroupRole:
        return groupOf(row);
    default:
        return {};
    }
}

QVariant TraceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return alignment(section);
    return role == Qt::DisplayRole ? TraceCells::title(section) : QVariant();
}

// An exchange and what it carried.
trace::Number TraceModel::groupOf(int row) const
{
    const trace::Record &record = this->record(row);
    return record.kind == rpc::Kind::Exchange ? number(row) : trace::carrierOf(record);
}

void TraceModel::schedule()
{
    if (m_paused || m_batch.isActive())
        return;
    const qint64 since = m_lastTake.isValid() ? m_lastTake.elapsed() : kBatch.count();
    m_batch.start(static_cast<int>(std::max<qint64>(0, kBatch.count() - since)));
}

void TraceModel::drainNow()
{
    if (m_paused)
        return;
    m_batch.stop();
    m_lastTake.start();
    // In a local variable, because a receiver of the signals may drain again.
    trace::Changes changes = std::move(m_spareChanges);
    m_store.drainInto(changes);
    if (!changes.fresh.empty())
        append(changes);
    change(changes);
    m_spareChanges = std::move(changes);
    if (!m_pending.empty() && !m_running.isActive())
        m_running.start();
    Q_EMIT taken();
}

trace::Changes TraceModel::shown() const
{
    trace::Changes changes;
    changes.firstNew = m_first;
    changes.fresh.reserve(m_records.size());
    for (std::size_t i = 0; i < m_records.size(); ++i)
        changes.fresh.push_back(m_records[i]);
    return changes;
}

void TraceModel::resume(const trace::Changes &shown)
{
    if (!shown.fresh.empty())
        append(shown);
    if (!m_pending.empty() && !m_running.isActive())
        m_running.start();
    Q_EMIT taken();
}

void TraceModel::append(const trace::Changes &changes)
{
    recordStreams(changes.fresh);
    // The recorder drops messages that were not drained for very long: rows continue after them.
    if (m_first + m_records.size() != changes.firstNew) {
        beginResetModel();
        m_records.clear();
        m_first = changes.firstNew;
        endResetModel();
    }
    for (std::size_t i = 0; i < changes.fresh.size(); ++i) {
        if (changes.fresh[i].state == trace::State::Pending)
            m_pending.push_back(changes.firstNew + trace::Number(i));
    }
    const auto row = static_cast<int>(m_records.size());
    beginInsertRows({}, row, row + static_cast<int>(changes.fresh.size()) - 1);
    m_records.append(changes.fresh);
    endInsertRows();
    recordHandlings(changes);
}

void TraceModel::recordHandlings(const trace::Changes &changes)
{
    for (std::size_t i = 0; i < changes.fresh.size(); ++i) {
        const trace::Record &event = changes.fresh[i];
        if (event.kind != rpc::Kind::Lifecycle || event.pair == 0
            || handlingText(m_store.string(event.method)).isEmpty())
            continue;
        m_handlings[event.pair] = changes.firstNew + trace::Number(i);
        if (const int row = rowOf(event.pair); row >= 0)
            Q_EMIT dataChanged(index(row, StatusColumn), index(row, StatusColumn));
    }
}

std::pair<trace::Number, trace::Number> TraceModel::changeOf(int row) const
{
    const bool isEvent = record(row).kind == rpc::Kind::Lifecycle;
    const trace::Number message = isEvent ? record(row).pair : number(row);
    const trace::Number event = isEvent ? number(row) : handlingOf(message);
    const int eventRow = rowOf(event);
    if (rowOf(message) < 0 || eventRow < 0
        || !replacesMessage(m_store.string(record(eventRow).method)))
        return {0, 0};
    return {message, event};
}

void TraceModel::change(const trace::Changes &changes)
{
    std::vector<int> rows;
    for (const auto &[number, record] : changes.changed) {
        const int row = rowOf(number);
        if (row < 0)
            continue;
        if (record.state == trace::State::Pending
            && m_records[std::size_t(row)].state != trace::State::Pending)
            m_pending.push_back(number);
        m_records.set(std::size_t(row), record);
        rows.push_back(row);
    }
    std::sort(rows.begin(), rows.end());
    std::vector<std::pair<int, int>> ranges;
    for (const int row : rows) {
        if (!ranges.empty() && (row <= ranges.back().second + 1 || ranges.size() >= kMaxRanges))
            ranges.back().second = row;
        else
            ranges.emplace_back(row, row);
    }
    for (const auto &[from, to] : ranges) {
        Q_EMIT dataChanged(index(from, kFirstChanging), index(to, kLastChanging));
        Q_EMIT recordsChanged(from, to);
    }
}

void TraceModel::setFindings(const FindingList *findings)
{
    m_findings = findings;
}

const FindingList *TraceModel::findings() const
{
    return static_cast<const FindingList *>(m_findings.data());
}

// One batch has few of them.
void TraceModel::reportFindings(std::vector<trace::Number> numbers)
{
    std::sort(numbers.begin(), numbers.end());
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
    std::erase_if(numbers, [this](trace::Number number) { return rowOf(number) < 0; });
    for (std::size_t i = 0; i < numbers.size();) {
        const int from = rowOf(numbers[i]);
        int to = from;
        for (++i; i < numbers.size() && rowOf(numbers[i]) == to + 1; ++i)
            ++to;
        Q_EMIT dataChanged(index(from, FindingsColumn), index(to, FindingsColumn));
        Q_EMIT recordsChanged(from, to);
    }
}

QString TraceModel::setNote(trace::Number number, const trace::Note &note)
{
    if (const auto done = m_store.setNote(number, note); !done)
        return done.error().sentence;
    const int row = rowOf(number);
    if (row >= 0) {
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        Q_EMIT recordsChanged(row, row);
    }
    Q_EMIT notesChanged();
    return {};
}

void TraceModel::recordStreams(const std::vector<trace::Record> &fresh)
{
    const auto before = m_servers.size();
    rpc::StreamId last = 0;
    bool first = true;
    for (const trace::Record &record : fresh) {
        if (!first && record.stream == last)
            continue;
        first = false;
        last = record.stream;
        const QString &server = stream(record.stream).server;
        if (!m_servers.contains(server))
            m_servers += server;
        if (record.kind == rpc::Kind::Lifecycle
            && m_store.string(record.method) == QLatin1String(rpc::lifecycle::kTapStarted))
            m_tapped.insert({server, stream(record.stream).connection});
    }
    if (m_servers.size() != before)
        Q_EMIT serversChanged();
}

bool TraceModel::isTapped(rpc::StreamId id) const
{
    if (m_tapped.isEmpty())
        return false;
    const rpc::StreamInfo &info = stream(id);
    return m_tapped.contains({info.server, info.connection});
}

// Four times a second the running times of what is pending, in one change.
void TraceModel::tick()
{
    std::erase_if(m_pending, [this](trace::Number number) {
        const int row = rowOf(number);
        return row < 0 || record(row).state != trace::State::Pending;
    });
    if (m_pending.empty()) {
        m_running.stop();
        return;
    }
    const auto [from, to] = std::minmax_element(m_pending.begin(), m_pending.end());
    Q_EMIT dataChanged(index(rowOf(*from), StatusColumn), index(rowOf(*to), DurationColumn));
}

int TraceModel::rowOf(trace::Number number) const
{
    if (number < m_first || number - m_first >= m_records.size())
        return -1;
    return static_cast<int>(number - m_first);
}

trace::Number TraceModel::firstCarried(trace::Number exchange) const
{
    const int row = rowOf(exchange);
    const int end = row < 0 ? -1 : std::min(rowCount(), row + kMaxLookAhead);
    for (int i = row + 1; i < end; ++i) {
        if (trace::carrierOf(record(i)) == exchange)
            return number(i);
    }
    return 0;
}

const rpc::StreamInfo &TraceModel::stream(rpc::StreamId id) const
{
    if (m_streams.size() <= id)
        m_streams.resize(std::size_t(id) + 1);
    if (!m_streams[id])
        m_streams[id] = m_store.stream(id);
    return *m_streams[id];
}

QStringList TraceModel::servers() const
{
    return m_servers;
}

void TraceModel::setPaused(bool paused)
{
    if (m_paused == paused)
        return;
    m_paused = paused;
    m_batch.stop();
    Q_EMIT pausedChanged(paused);
    if (!paused)
        schedule();
}

std::uint64_t TraceModel::waiting() const
{
    const std::uint64_t seen = m_first - 1 + m_records.size();
    const std::uint64_t recorded = m_store.messageCount();
    return recorded > seen ? recorded - seen : 0;
}

void TraceModel::clear()
{
    const trace::Changes unseen = m_store.take();
    if (!unseen.fresh.empty())
        append(unseen); // for those who look at every message
    change(unseen);
    beginResetModel();
    m_first += trace::Number(m_records.size());
    m_records.clear();
    m_pending.clear();
    m_cells.forgetTargets();
    endResetModel();
}

} // namespace sonde::models
