// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/tracemodel.h"

#include "models/signs/sign.h"

#include <QPointer>

#include <algorithm>
#include <chrono>

namespace sonde::models {

namespace {

constexpr std::chrono::milliseconds kBatch{33}; // at most 30 times a second
constexpr std::chrono::milliseconds kRunning{250}; // running times, and the turning quarter
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
    , TraceRows(store)
    , m_bell(new Bell(this), [](Bell *bell) { bell->deleteLater(); })
    , m_cells(*this, clock)
{
    m_batch.setSingleShot(true);
    connect(&m_batch, &QTimer::timeout, this, &TraceModel::drainNow);
    m_running.setInterval(kRunning);
    connect(&m_running, &QTimer::timeout, this, &TraceModel::tick);
    m_reader = store.makeReader([bell = m_bell] { bell->ring(); });
    schedule();
}

TraceModel::~TraceModel() = default;

int TraceModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : count();
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
    m_reader->drainInto(changes);
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
    if (followStreams(changes.fresh))
        Q_EMIT serversChanged();
    // The recorder drops messages that were not drained for very long: rows continue after them.
    if (!isNext(changes.firstNew)) {
        beginResetModel();
        dropAll(changes.firstNew);
        endResetModel();
    }
    for (std::size_t i = 0; i < changes.fresh.size(); ++i) {
        if (changes.fresh[i].state == trace::State::Pending)
            m_pending.push_back(changes.firstNew + trace::Number(i));
    }
    beginInsertRows({}, count(), count() + static_cast<int>(changes.fresh.size()) - 1);
    addRecords(changes.fresh);
    endInsertRows();
    for (const trace::Number message : followHandlings(changes)) {
        if (const int row = rowOf(message); row >= 0)
            Q_EMIT dataChanged(index(row, StatusColumn), index(row, StatusColumn));
    }
}

void TraceModel::change(const trace::Changes &changes)
{
    std::vector<int> rows;
    for (const auto &[number, record] : changes.changed) {
        const int row = rowOf(number);
        if (row < 0)
            continue;
        if (record.state == trace::State::Pending
            && this->record(row).state != trace::State::Pending)
            m_pending.push_back(number);
        setRecord(row, record);
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
    if (const auto done = store().setNote(number, note); !done)
        return done.error().sentence;
    const int row = rowOf(number);
    if (row >= 0) {
        Q_EMIT dataChanged(index(row, 0), index(row, ColumnCount - 1));
        Q_EMIT recordsChanged(row, row);
    }
    Q_EMIT notesChanged();
    return {};
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
    const std::uint64_t seen = number(count()) - 1;
    const std::uint64_t recorded = store().messageCount();
    return recorded > seen ? recorded - seen : 0;
}

void TraceModel::clear()
{
    const trace::Changes unseen = m_reader->take();
    if (!unseen.fresh.empty())
        append(unseen); // for those who look at every message
    change(unseen);
    beginResetModel();
    dropAll(number(count()));
    m_pending.clear();
    forgetTexts();
    endResetModel();
}

} // namespace sonde::models
