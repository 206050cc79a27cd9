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
        SseEventRow shown;
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
    for (SseEventRow &event : events.list) {
        const auto found = made.lower_bound(event.offset);
        if (found != made.end() && found->first < event.offset + event.length)
            event.made = found->second;
    }
    m_comments = events.comments;
    m_anyRetry = events.anyRetry;
    m_begunNs = begunNs;
    resetRows(std::move(events.list));
}

void SseEventModel::setBody(const Bytes &body, const MadeAt &made, std::int64_t begunNs)
{
    setEvents(read(body), made, begunNs);
}

void SseEventModel::clear()
{
    setBody({}, {}, 0);
}

QString SseEventModel::text(const SseEventRow &event, int row, int column) const
{
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

QVariant SseEventModel::cell(const SseEventRow &event, const QModelIndex &index, int role) const
{
    switch (role) {
    case Qt::DisplayRole:
        return text(event, index.row(), index.column());
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

bool SseEventModel::isNumeric(int column) const
{
    return column == NumberColumn || column == TimeColumn || column == RetryColumn
        || column == SizeColumn;
}

QString SseEventModel::title(int column) const
{
    static constexpr const char *kTitles[ColumnCount] = {
        QT_TR_NOOP("#"),
        QT_TR_NOOP("Time"),
        QT_TR_NOOP("Type"),
        QT_TR_NOOP("Id"),
        QT_TR_NOOP("Retry"),
        QT_TR_NOOP("Size"),
        QT_TR_NOOP("Data"),
    };
    return tr(kTitles[column]);
}

} // namespace sonde::models
