// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/logmodel.h"

#include "base/formatting.h"
#include "models/trace/tracetext.h"
#include "trace/record/summary.h"

#include <algorithm>

namespace sonde::models {

namespace {

constexpr int kMaxEntries = 1000; // read ahead of what a screen shows
constexpr int kMaxNoted = 200; // rows of a batch that are read for names
constexpr int kMaxLevelText = 40; // characters of an unknown level
constexpr std::size_t kMaxLine = 1000; // bytes of the data in a row

constexpr int kWarning = 3;
constexpr int kError = 4;

QString lineOf(std::string_view utf8)
{
    return lineText(Bytes::copyOf(utf8.substr(0, kMaxLine)));
}

} // namespace

Sign logSign(int level)
{
    if (level >= kError)
        return Sign::ProtocolError;
    return level == kWarning ? Sign::ToolError : Sign::None;
}

ColorRole logColorRole(int level)
{
    if (level == 0)
        return ColorRole::Muted;
    return level < kWarning ? ColorRole::Normal : signColorRole(logSign(level));
}

LogModel::LogModel(TraceModel &trace, QObject *parent)
    : QAbstractTableModel(parent)
    , m_rows(trace)
    , m_entries(kMaxEntries)
{
    m_rows.setFilter(traceFilterOf(m_filter));
    connect(&m_rows, &QAbstractItemModel::rowsAboutToBeInserted, this,
        [this](const QModelIndex &, int first, int last) { beginInsertRows({}, first, last); });
    connect(&m_rows, &QAbstractItemModel::rowsInserted, this,
        [this](const QModelIndex &, int first, int last) {
            endInsertRows();
            collectLoggers(first, last);
        });
    connect(&m_rows, &QAbstractItemModel::rowsAboutToBeRemoved, this,
        [this](const QModelIndex &, int first, int last) { beginRemoveRows({}, first, last); });
    connect(&m_rows, &QAbstractItemModel::rowsRemoved, this, [this] { endRemoveRows(); });
    connect(&m_rows, &QAbstractItemModel::modelAboutToBeReset, this, [this] { beginResetModel(); });
    connect(&m_rows, &QAbstractItemModel::modelReset, this, [this] { endResetModel(); });
    connect(&m_rows, &TraceFilterProxy::completed, this, &LogModel::completed);
    if (m_rows.rowCount() > 0)
        collectLoggers(0, m_rows.rowCount() - 1);
}

void LogModel::setFilter(const LogFilter &filter)
{
    if (filter == m_filter)
        return;
    if (filter.server != m_filter.server && !m_loggers.isEmpty()) {
        m_loggers.clear();
        Q_EMIT loggersChanged();
    }
    m_filter = filter;
    m_rows.setFilter(traceFilterOf(filter));
}

int LogModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : m_rows.rowCount();
}

int LogModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

LogModel::Entry LogModel::read(const trace::Record &record) const
{
    Entry entry;
    if (record.length > kMaxRead) {
        entry.data = tr("%1 bytes, too long for a row").arg(countText(record.length));
        return entry;
    }
    const auto bytes = trace().store().read(record);
    if (!bytes) {
        entry.data = bytes.error().sentence;
        return entry;
    }
    if (record.kind == rpc::Kind::Stderr) {
        entry.data = lineOf(bytes->view());
        return entry;
    }
    rpc::Message message;
    if (!rpc::decodeOne(*bytes, message))
        return entry;
    if (message.method == "notifications/progress") {
        entry.isProgress = true;
        entry.levelText = tr("progress");
        entry.data = lineOf(trace::describeEvent(message).view());
        return entry;
    }
    const json::Value params = message.params();
    entry.levelText = lineOf(params["level"].text()).left(kMaxLevelText);
    entry.level = static_cast<int>(logLevels().indexOf(entry.levelText));
    entry.logger = lineOf(params["logger"].text()).left(kMaxLoggerName);
    const json::Value data = params["data"];
    entry.data = lineOf(data.isString() ? data.text() : std::string(data.raw()));
    return entry;
}

const LogModel::Entry &LogModel::entry(int row) const
{
    const trace::Number number = this->number(row);
    if (const Entry *known = m_entries.object(number))
        return *known;
    auto *fresh = new Entry(read(record(row)));
    m_entries.insert(number, fresh);
    return *fresh;
}

// Of a flood only the newest rows are asked: it says the same names over and over.
void LogModel::collectLoggers(int first, int last)
{
    const auto before = m_loggers.size();
    for (int row = std::max(first, last - kMaxNoted + 1); row <= last; ++row) {
        if (isLine(row))
            continue;
        const QString &logger = entry(row).logger;
        if (m_loggers.size() < kMaxLoggers && !logger.isEmpty() && logger.size() < kMaxLoggerName
            && !m_loggers.contains(logger))
            m_loggers += logger;
    }
    if (m_loggers.size() != before)
        Q_EMIT loggersChanged();
}

QVariant LogModel::text(int row, int column) const
{
    switch (column) {
    case TimeColumn:
        return timeText(record(row).wallNs);
    case SourceColumn:
        return isLine(row) ? tr("stderr") : tr("message", "a message of the protocol");
    case LevelColumn:
        return entry(row).levelText;
    case LoggerColumn:
        return entry(row).logger;
    case DataColumn:
        return entry(row).data;
    default:
        return {};
    }
}

QVariant LogModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, index.column());
    case Qt::ToolTipRole:
        return index.column() == TimeColumn ? QVariant(dateTimeText(record(row).wallNs))
                                            : QVariant();
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (index.column() == TimeColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case NumberRole:
        return number(row);
    case SignRole:
        if (index.column() == SourceColumn && isLine(row))
            return static_cast<int>(Sign::Stderr);
        return static_cast<int>(
            index.column() == LevelColumn ? logSign(entry(row).level) : Sign::None);
    case TextColorRole:
        return textColor(row, index.column());
    default:
        return {};
    }
}

QVariant LogModel::textColor(int row, int column) const
{
    if (column == TimeColumn || column == SourceColumn || entry(row).isProgress)
        return static_cast<int>(ColorRole::Muted);
    return static_cast<int>(
        column == LevelColumn ? logColorRole(entry(row).level) : ColorRole::Normal);
}

QVariant LogModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (section == TimeColumn ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    switch (section) {
    case TimeColumn:
        return tr("Time");
    case SourceColumn:
        return tr("Source");
    case LevelColumn:
        return tr("Level");
    case LoggerColumn:
        return tr("Logger");
    case DataColumn:
        return tr("Data");
    default:
        return {};
    }
}

} // namespace sonde::models
