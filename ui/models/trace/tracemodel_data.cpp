// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/tracemodel.h"

#include "base/formatting.h"
#include "models/signs/sign.h"
#include "models/trace/lifecycletext.h"
#include "models/trace/tracetext.h"
#include "trace/record/errorcode.h"

namespace sonde::models {

namespace {

Sign cellSign(const trace::Record &record, int column)
{
    switch (column) {
    case TraceModel::DirectionColumn:
        return directionSign(record);
    case TraceModel::FindingsColumn:
        return hasFinding(record) ? Sign::Finding : Sign::None;
    default:
        return Sign::None;
    }
}

Sign noteSign(const trace::Note &note)
{
    if (note.marked)
        return Sign::Mark;
    return note.text.empty() ? Sign::None : Sign::Note;
}

ColorRole cellColorRole(const trace::Record &record, int column)
{
    switch (column) {
    case TraceModel::DirectionColumn:
    case TraceModel::FindingsColumn:
        return signColorRole(cellSign(record, column));
    case TraceModel::KindColumn:
        return kindColorRole(record);
    case TraceModel::NumberColumn:
    case TraceModel::DeltaColumn:
        return ColorRole::Muted;
    default:
        return ColorRole::Normal;
    }
}

bool isNumeric(int column)
{
    switch (column) {
    case TraceModel::NumberColumn:
    case TraceModel::TimeColumn:
    case TraceModel::DeltaColumn:
    case TraceModel::IdColumn:
    case TraceModel::DurationColumn:
    case TraceModel::SizeColumn:
        return true;
    default:
        return false;
    }
}

} // namespace

QVariant TraceModel::data(const QModelIndex &index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    const int row = index.row();
    const int column = index.column();
    switch (role) {
    case Qt::DisplayRole:
        return text(row, column);
    case Qt::ToolTipRole:
        return toolTip(row, column);
    case Qt::TextAlignmentRole:
        return static_cast<int>(
            (isNumeric(column) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    case SignRole:
        if (column == StatusColumn)
            return static_cast<int>(statusSignOf(row));
        return static_cast<int>(
            column == NumberColumn ? noteSign(note(row)) : cellSign(record(row), column));
    case TextColorRole:
        return static_cast<int>(column == StatusColumn ? signColorRole(statusSignOf(row))
                                                       : cellColorRole(record(row), column));
    case Qt::AccessibleDescriptionRole:
        return column == NumberColumn ? signWord(noteSign(note(row))) : QString();
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

// An exchange and what it carried.
trace::Number TraceModel::groupOf(int row) const
{
    const trace::Record &record = this->record(row);
    return record.kind == rpc::Kind::Exchange ? number(row) : trace::carrierOf(record);
}

QVariant TraceModel::text(int row, int column) const
{
    const trace::Record &record = this->record(row);
    switch (column) {
    case NumberColumn:
        return countText(number(row));
    case TimeColumn:
        return timeText(record.wallNs);
    case DeltaColumn:
        return row == 0 ? QString()
                        : signedDurationText(std::chrono::nanoseconds(
                            record.steadyNs - this->record(row - 1).steadyNs));
    case DirectionColumn:
        return directionText(record);
    case KindColumn:
        return kindText(record);
    case MethodColumn:
        return record.kind == rpc::Kind::Lifecycle ? lifecycleText(m_store.string(record.method))
                                                   : m_store.string(record.method);
    case TargetColumn:
        return target(row);
    case IdColumn:
        return id(record);
    case StatusColumn:
        return statusTextOf(row);
    case DurationColumn:
        return duration(record);
    case SizeColumn:
        return size(record);
    case FindingsColumn:
        return hasFinding(record) ? tr("1 · %1").arg(problemText(record.problem)) : QString();
    case ServerColumn:
        return stream(record.stream).server;
    case NoteColumn:
        return QString::fromStdString(note(row).text).section(u'\n', 0, 0);
    default:
        return {};
    }
}

QVariant TraceModel::toolTip(int row, int column) const
{
    const trace::Record &record = this->record(row);
    switch (column) {
    case TimeColumn:
        return dateTimeText(record.wallNs);
    case TargetColumn:
        return target(row);
    case MethodColumn:
        return record.kind == rpc::Kind::Lifecycle ? lifecycleText(m_store.string(record.method))
                                                   : m_store.string(record.method);
    case StatusColumn: {
        const QString why = whyAutomatic(row);
        return why.isEmpty() ? plainStatus(row) : why;
    }
    case IdColumn:
        return m_store.idText(record);
    case NumberColumn: {
        const rpc::StreamInfo &info = stream(record.stream);
        const QString where =
            tr("%1, connection %2").arg(info.server, QString::number(info.connection));
        QStringList lines{info.probe ? tr("%1 (probe of the protocol era)").arg(where) : where};
        if (const trace::Note note = this->note(row); !note.isEmpty()) {
            lines << signWord(noteSign(note));
            lines << QString::fromStdString(note.text);
        }
        lines.removeAll(QString());
        return lines.join(u'\n');
    }
    case NoteColumn:
        return QString::fromStdString(note(row).text);
    default:
        return {};
    }
}

// Painted again and again while one scrolls, and read from the file: so the last ones are kept.
QString TraceModel::target(int row) const
{
    const trace::Record &record = this->record(row);
    if (record.target != 0)
        return m_store.string(record.target);
    const trace::Number key = number(row);
    if (const QString *known = m_targets.object(key))
        return *known;
    QString text = readTarget(record);
    m_targets.insert(key, new QString(text));
    return text;
}

int TraceModel::automaticLine(int row) const
{
    const auto line = m_automatic.lineOf(
        [this](std::size_t at) -> const trace::Record & { return m_records[at]; },
        std::size_t(row));
    return line ? int(*line) : -1;
}

// "Automatic" comes first, the outcome after it.
Sign TraceModel::statusSignOf(int row) const
{
    return isAutomatic(row) ? Sign::Auto : statusSign(record(row));
}

// A code that the record cannot say is read from the answer, and kept like the targets.
QString TraceModel::plainStatus(int row) const
{
    const trace::Record &record = this->record(row);
    const int pair = record.pair == 0 ? -1 : rowOf(record.pair);
    const auto odd = record.state == trace::State::Error
        ? trace::oddErrorOf(record, pair < 0 ? nullptr : &this->record(pair))
        : std::nullopt;
    if (!odd)
        return statusText(record);
    const trace::Number answer =
        record.kind == rpc::Kind::ErrorResponse ? number(row) : record.pair;
    if (const QString *known = m_oddErrors.object(answer))
        return *known;
    QString text = oddErrorText(trace::errorCodeText(m_store, record, odd));
    m_oddErrors.insert(answer, new QString(text));
    return text;
}

QString TraceModel::statusTextOf(int row) const
{
    const trace::Record &record = this->record(row);
    QString text = plainStatus(row);
    if (!isAutomatic(row))
        return text;
    const bool isPlain = record.kind == rpc::Kind::Response || text.isEmpty();
    return isPlain ? signWord(Sign::Auto) : tr("%1 · %2").arg(signWord(Sign::Auto), text);
}

QString TraceModel::whyAutomatic(int row) const
{
    const int line = automaticLine(row);
    if (line < 0)
        return {};
    const auto bytes = m_store.read(record(line));
    const QString why = bytes ? lineText(*bytes).section(u' ', 2) : QString();
    return tr("Sent automatically: %1").arg(why);
}

// As it was written: 1 and "1" are two ids.
QString TraceModel::id(const trace::Record &record) const
{
    const auto cut = trace::cutId(record);
    if (cut.size() == sizeof record.idText)
        return m_store.idText(record);
    return QString::fromUtf8(cut.data(), static_cast<qsizetype>(cut.size()));
}

// Of an exchange the answer's body, which has no size before its end.
QString TraceModel::size(const trace::Record &record)
{
    if (record.kind != rpc::Kind::Exchange)
        return countText(record.length);
    return trace::endOf(record) == 0 ? QString() : countText(trace::receivedOf(record));
}

QString TraceModel::duration(const trace::Record &record) const
{
    const bool isExchange = record.kind == rpc::Kind::Exchange;
    if (record.kind != rpc::Kind::Request && !isExchange)
        return {};
    if (record.state == trace::State::Pending)
        return elapsedText(std::chrono::nanoseconds(m_clock.now().steady - record.steadyNs));
    if (isExchange)
        return durationText(std::chrono::nanoseconds(trace::endOf(record) - record.steadyNs));
    const int answer = rowOf(record.pair);
    return answer < 0
        ? QString()
        : durationText(std::chrono::nanoseconds(this->record(answer).steadyNs - record.steadyNs));
}

QVariant TraceModel::headerData(int section, Qt::Orientation orientation, int role) const
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
        QT_TR_NOOP("Δ"),
        QT_TR_NOOP("Direction"),
        QT_TR_NOOP("Kind"),
        QT_TR_NOOP("Method"),
        QT_TR_NOOP("Target"),
        QT_TR_NOOP("Id"),
        QT_TR_NOOP("Status"),
        QT_TR_NOOP("Duration"),
        QT_TR_NOOP("Size"),
        QT_TR_NOOP("Findings"),
        QT_TR_NOOP("Server"),
        QT_TR_NOOP("Note"),
    };
    return tr(kTitles[section]);
}

} // namespace sonde::models
