// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/tracemodel.h"

#include "models/signs/sign.h"
#include "models/trace/tracetext.h"
#include "trace/record/summary.h"

#include <QPointer>

#include <algorithm>
#include <chrono>

namespace sonde::models {

namespace {

constexpr std::chrono::milliseconds kBatch{33}; // at most 30 times a second
constexpr std::chrono::milliseconds kRunning{250}; // running times, and the turning quarter
constexpr std::uint32_t kMaxLineShown = 512; // bytes of a line of text in a row
constexpr std::uint32_t kMaxEventRead = 64 * 1024; // a longer notification shows no short text
constexpr int kTargetsKept = 4096; // lazily read texts
constexpr int kMaxLookAhead = 100'000; // rows behind an exchange that may be the first it carried
constexpr std::size_t kMaxRanges = 64; // of one batch's changes that get a signal each

// A lifecycle record is "what\tdetail"; the event is shown in the method's column.
Bytes lifecycleDetail(const Bytes &bytes)
{
    const auto tab = bytes.view().find('\t');
    return tab == std::string_view::npos ? bytes : bytes.slice(tab + 1, bytes.size());
}

// What the session found out later about a request concerns these cells.
constexpr int kFirstChanging = TraceModel::MethodColumn;
constexpr int kLastChanging = TraceModel::FindingsColumn;

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
    , m_clock(clock)
    , m_bell(new Bell(this), [](Bell *bell) { bell->deleteLater(); })
    , m_targets(kTargetsKept)
    , m_automatic(store)
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
    }
    if (m_servers.size() != before)
        Q_EMIT serversChanged();
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
    recordStreams(unseen.fresh);
    beginResetModel();
    m_first += trace::Number(m_records.size() + unseen.fresh.size());
    m_records.clear();
    m_pending.clear();
    m_targets.clear();
    endResetModel();
}

QString TraceModel::readTarget(const trace::Record &record) const
{
    if (record.target != 0)
        return m_store.string(record.target);
    const bool isEvent = record.kind == rpc::Kind::Notification && record.length <= kMaxEventRead;
    const bool isLine = record.kind == rpc::Kind::Stderr || record.kind == rpc::Kind::Lifecycle
        || record.kind == rpc::Kind::Invalid || record.kind == rpc::Kind::Event;
    if (!isEvent && !isLine)
        return {}; // the recorder found no short text for the message
    const auto bytes = isLine
        ? m_store.read(record.stream, record.offset, std::min(record.length, kMaxLineShown))
        : m_store.read(record);
    if (!bytes)
        return bytes.error().sentence;
    if (isLine)
        return lineText(record.kind == rpc::Kind::Lifecycle ? lifecycleDetail(*bytes) : *bytes);
    rpc::Message message;
    if (!rpc::decodeOne(*bytes, message))
        return {};
    const auto text = trace::describeEvent(message);
    return lineText(Bytes::copyOf(text.view()));
}

} // namespace sonde::models
