// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/exchange/sseeventmodel.h"

#include "base/formatting.h"
#include "models/signs/sign.h"
#include "models/trace/tracetext.h"
#include "rpc/sseparser.h"

namespace sonde::models {

namespace {

constexpr std::size_t kMaxDataShown = 512; // bytes of an event
constexpr qsizetype kMaxTextShown = 512; // characters of a type or an id

bool isNumeric(int column)
{
    return column == SseEventModel::NumberColumn || column == SseEventModel::TimeColumn
        || column == SseEventModel::RetryColumn || column == SseEventModel::SizeColumn;
}

QString shortText(std::string_view utf8)
{
    return lineText(Bytes::copyOf(utf8.substr(0, kMaxDataShown))).left(kMaxTextShown);
}

} // namespace

SseEventModel::Events SseEventModel::read(const Bytes &body)
{
    Events events;
    rpc::SseParser parser;
    parser.feed(body, [&events](const rpc::SseEvent &event) {
        if (events.list.size() >= std::size_t(kMaxEvents))
            return;
        Event shown;
        shown.type = shortText(event.type);
        if (event.id)
            shown.id = event.id->empty() ? tr("(empty)") : shortText(*event.id);
        if (event.retry)
            shown.retry = tr("%1 ms").arg(countText(event.retry->count()));
        events.anyRetry = events.anyRetry || event.retry;
        shown.data = event.hasData ? shortText(event.data.view()) : tr("no data");
        shown.offset = event.offset;
        shown.length = event.length;
        shown.size = event.data.size();
        events.list.push_back(std::move(shown));
    });
    events.comments = parser.comments();
    return events;
}

void SseEventModel::setEvents(Events events, const MadeAt &made, std::int64_t begunNs)
{
    beginResetModel();
    m_events = std::move(events);
    m_begunNs = begunNs;
    for (Event &event : m_events.list) {
        const auto found = made.lower_bound(event.offset);
        if (found != made.end() && found->first < event.offset + event.length)
            event.made = found->second;
    }
    endResetModel();
}

void SseEventModel::setBody(const Bytes &body, const MadeAt &made, std::int64_t begunNs)
{
    setEvents(read(body), made, begunNs);
}

void SseEventModel::clear()
{
    setBody({}, {}, 0);
}

int SseEventModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_events.list.size());
}

int SseEventModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString SseEventModel::text(int row, int column) const
{
    const Event &event = m_events.list[std::size_t(row)];
    switch (column) {
    case NumberColumn:
        return countText(std::uint64_t(row) + 1);
    case TimeColumn:
        return event.made.number == 0 ? QString()
                                      : QStringLiteral("+")
                + durationText(std::chrono::nanoseconds(event.made.steadyNs - m_begunNs));
    case TypeColumn:
        return event.type;
    case IdColumn:
        return event.id;
    case RetryColumn:
        return event.retry;
    case SizeColumn:
        return countText(event.size);
    case DataColumn:
        return event.data;
    default:
        return {};
    }
}

QVariant SseEventModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const Event &event = m_events.list[std::size_t(index.row())];
    switch (role) {
    case Qt::DisplayRole:
        return text(index.row(), index.column());
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (isNumeric(index.column()) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case TextColorRole: {
        const bool quiet =
            index.column() == NumberColumn || (index.column() == DataColumn && event.size == 0);
        return static_cast<int>(quiet ? ColorRole::Muted : ColorRole::Normal);
    }
    case MessageRole:
        return event.made.number;
    case OffsetRole:
        return static_cast<qulonglong>(event.offset);
    case LengthRole:
        return static_cast<qulonglong>(event.length);
    default:
        return {};
    }
}

QVariant SseEventModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= ColumnCount)
        return {};
    if (role == Qt::TextAlignmentRole)
        return static_cast<int>(
            (isNumeric(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    if (role != Qt::DisplayRole)
        return {};
    static constexpr const char *kTitles[ColumnCount] = {
        QT_TR_NOOP("#"),
        QT_TR_NOOP("Time"),
        QT_TR_NOOP("Type"),
        QT_TR_NOOP("Id"),
        QT_TR_NOOP("Retry"),
        QT_TR_NOOP("Size"),
        QT_TR_NOOP("Data"),
    };
    return tr(kTitles[section]);
}

} // namespace sonde::models
