// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/trace/tracecells.h"

#include "base/formatting.h"
#include "models/signs/modeltext.h"
#include "models/trace/lifecycletext.h"
#include "models/trace/rowfindings.h"
#include "models/trace/tracetext.h"
#include "rpc/sentence.h"
#include "trace/record/errorcode.h"
#include "trace/record/summary.h"

#include <QStringBuilder>

#include <algorithm>

namespace sonde::models {

namespace {

constexpr std::uint32_t kMaxLineShown = 512; // bytes of a line of text in a row
constexpr std::uint32_t kMaxLifecycleRead = 16'384; // bytes of an event: a sentence, and its data
constexpr std::uint32_t kMaxEventRead = 64 * 1024; // a longer notification shows no short text
constexpr int kTargetsKept = 4096; // lazily read texts

// A lifecycle record is "what\tdetail"; the event is shown in the method's column.
Bytes lifecycleDetail(const Bytes &bytes)
{
    const auto tab = bytes.view().find('\t');
    return tab == std::string_view::npos ? bytes : bytes.slice(tab + 1, bytes.size());
}

Sign cellSign(const trace::Record &record, int column)
{
    return column == TraceRows::DirectionColumn ? directionSign(record) : Sign::None;
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
    case TraceRows::DirectionColumn:
        return signColorRole(cellSign(record, column));
    case TraceRows::KindColumn:
        return kindColorRole(record);
    case TraceRows::NumberColumn:
    case TraceRows::DeltaColumn:
        return ColorRole::Muted;
    default:
        return ColorRole::Normal;
    }
}

} // namespace

TraceCells::TraceCells(const TraceRows &rows, const Clock &clock)
    : m_rows(rows)
    , m_store(rows.store())
    , m_clock(clock)
    , m_targets(kTargetsKept)
    , m_automatic(rows.store())
{
}

bool TraceCells::isNumeric(int column)
{
    switch (column) {
    case TraceRows::NumberColumn:
    case TraceRows::TimeColumn:
    case TraceRows::DeltaColumn:
    case TraceRows::IdColumn:
    case TraceRows::DurationColumn:
    case TraceRows::SizeColumn:
        return true;
    default:
        return false;
    }
}

Sign TraceCells::sign(int row, int column) const
{
    if (column == TraceRows::StatusColumn)
        return statusSignOf(row);
    if (column == TraceRows::ServerColumn)
        return Sign::Server;
    if (column == TraceRows::FindingsColumn)
        return findingSign(row);
    return column == TraceRows::NumberColumn ? noteSign(m_rows.note(row))
                                             : cellSign(m_rows.record(row), column);
}

ColorRole TraceCells::colorRole(int row, int column) const
{
    if (column == TraceRows::StatusColumn)
        return signColorRole(statusSignOf(row));
    if (column == TraceRows::FindingsColumn)
        return signColorRole(findingSign(row));
    return cellColorRole(m_rows.record(row), column);
}

// What framing and pairing found stands in until the rules have looked at the message.
Sign TraceCells::findingSign(int row) const
{
    const RowFindings *findings = m_rows.findings();
    const Sign sign = findings ? findings->signOf(m_rows.number(row)) : Sign::None;
    return sign == Sign::None && hasFinding(m_rows.record(row)) ? Sign::Finding : sign;
}

QString TraceCells::findingWord(int row) const
{
    const RowFindings *findings = m_rows.findings();
    const QString word = findings ? findings->wordOf(m_rows.number(row)) : QString();
    return word.isEmpty() ? signWord(findingSign(row)) : word;
}

QString TraceCells::findingText(int row) const
{
    const RowFindings *findings = m_rows.findings();
    QString text = findings ? findings->textOf(m_rows.number(row)) : QString();
    const trace::Record &record = m_rows.record(row);
    return text.isEmpty() && hasFinding(record)
        ? Text::tr("1 · %1").arg(problemText(record.problem))
        : text;
}

QString TraceCells::findingCount(int row) const
{
    const RowFindings *findings = m_rows.findings();
    const std::size_t count = findings ? findings->about(m_rows.number(row)).size() : 0;
    return count == 0 && hasFinding(m_rows.record(row)) ? countText(1) : countText(count);
}

QString TraceCells::whyNegative(std::int64_t deltaNs)
{
    return deltaNs < 0
        ? Text::tr(
            "Before the row above: messages are listed in the order in which they were complete, "
            "and their time is that of the first byte sent or the last byte received.")
        : QString();
}

std::int64_t TraceCells::delta(int row) const
{
    return row == 0 ? 0 : m_rows.record(row).steadyNs - m_rows.record(row - 1).steadyNs;
}

QString TraceCells::accessibleDescription(int row, int column) const
{
    if (column == TraceRows::DeltaColumn)
        return whyNegative(delta(row));
    if (column == TraceRows::FindingsColumn)
        return findingWord(row);
    if (column == TraceRows::MethodColumn)
        return originSentence(row);
    return column == TraceRows::NumberColumn ? signWord(noteSign(m_rows.note(row))) : QString();
}

QVariant TraceCells::text(int row, int column) const
{
    const trace::Record &record = m_rows.record(row);
    switch (column) {
    case TraceRows::NumberColumn:
        return countText(m_rows.number(row));
    case TraceRows::TimeColumn:
        return timeText(record.wallNs);
    case TraceRows::DeltaColumn:
        return row == 0 ? QString() : signedDurationText(std::chrono::nanoseconds(delta(row)));
    case TraceRows::DirectionColumn:
        return directionText(record, m_rows.isTapped(record.stream));
    case TraceRows::KindColumn:
        return kindText(record);
    case TraceRows::MethodColumn:
        return methodText(record);
    case TraceRows::TargetColumn:
        return target(row);
    case TraceRows::IdColumn:
        return id(record);
    case TraceRows::StatusColumn:
        return statusTextOf(row);
    case TraceRows::DurationColumn:
        return duration(row);
    case TraceRows::SizeColumn:
        return size(record);
    case TraceRows::FindingsColumn:
        return findingText(row);
    case TraceRows::ServerColumn:
        return m_rows.stream(record.stream).server;
    case TraceRows::NoteColumn:
        return QString::fromStdString(m_rows.note(row).text).section(u'\n', 0, 0);
    default:
        return {};
    }
}

QVariant TraceCells::toolTip(int row, int column) const
{
    const trace::Record &record = m_rows.record(row);
    switch (column) {
    case TraceRows::TimeColumn:
        return dateTimeText(record.wallNs);
    case TraceRows::DeltaColumn:
        return whyNegative(delta(row));
    case TraceRows::TargetColumn:
        return target(row);
    case TraceRows::MethodColumn: {
        const QString origin = originSentence(row);
        return origin.isEmpty() ? methodText(record) : methodText(record) % u'\n' % origin;
    }
    case TraceRows::StatusColumn: {
        const int event = m_rows.rowOf(m_rows.handlingOf(m_rows.number(row)));
        if (event >= 0)
            return QString(lifecycleText(m_store.string(m_rows.record(event).method))
                % QStringLiteral(": ") % target(event));
        const QString why = whyAutomatic(row);
        return why.isEmpty() ? plainStatus(row) : why;
    }
    case TraceRows::DurationColumn: {
        const std::int64_t held = m_rows.heldNs(row);
        return held == 0 || record.kind != rpc::Kind::Request
            ? QString()
            : Text::tr("Not counted: %1 at a breakpoint")
                  .arg(durationText(std::chrono::nanoseconds(held)));
    }
    case TraceRows::IdColumn:
        return m_store.idText(record);
    case TraceRows::NumberColumn:
        return placeText(row);
    case TraceRows::FindingsColumn:
        return m_rows.findings() ? m_rows.findings()->toolTipOf(m_rows.number(row)) : QString();
    case TraceRows::NoteColumn:
        return QString::fromStdString(m_rows.note(row).text);
    default:
        return {};
    }
}

QString TraceCells::methodText(const trace::Record &record) const
{
    const QString method = m_store.string(record.method);
    return record.kind == rpc::Kind::Lifecycle ? lifecycleText(method) : method;
}

QString TraceCells::originTag(int row) const
{
    switch (m_rows.record(row).origin) {
    case rpc::Origin::None:
        break;
    case rpc::Origin::Check:
        return Text::tr("check");
    case rpc::Origin::Edited:
        return Text::tr("edited");
    case rpc::Origin::LoadTest:
        return Text::tr("load test");
    case rpc::Origin::Restart:
        return Text::tr("after restart");
    }
    return {};
}

QString TraceCells::originSentence(int row) const
{
    const trace::Record &record = m_rows.record(row);
    const bool isResponse =
        record.kind == rpc::Kind::Response || record.kind == rpc::Kind::ErrorResponse;
    switch (record.origin) {
    case rpc::Origin::None:
        break;
    case rpc::Origin::Check:
        return isResponse ? Text::tr("Response to what “Check server…” sent")
                          : Text::tr("Sent by “Check server…”");
    case rpc::Origin::Edited:
        return isResponse ? Text::tr("Response to a message that was composed or edited by hand")
                          : Text::tr("Composed or edited by hand");
    case rpc::Origin::LoadTest:
        return isResponse ? Text::tr("Response to a call of a load test")
                          : Text::tr("Sent by a load test");
    case rpc::Origin::Restart:
        return isResponse ? Text::tr("Response to a saved call that ran after a restart")
                          : Text::tr("Saved call that ran by itself after a restart");
    }
    return {};
}

QString TraceCells::placeText(int row) const
{
    const rpc::StreamInfo &info = m_rows.stream(m_rows.record(row).stream);
    const QString where =
        Text::tr("%1, connection %2").arg(info.server, QString::number(info.connection));
    QStringList lines{info.probe ? Text::tr("%1 (probe of the protocol era)").arg(where) : where};
    if (const trace::Note note = m_rows.note(row); !note.isEmpty()) {
        lines << signWord(noteSign(note));
        lines << QString::fromStdString(note.text);
    }
    lines.removeAll(QString());
    return lines.join(u'\n');
}

// Painted again and again while one scrolls, and read from the file: so the last ones are kept.
QString TraceCells::target(int row) const
{
    const trace::Record &record = m_rows.record(row);
    if (record.target != 0)
        return m_store.string(record.target);
    const trace::Number key = m_rows.number(row);
    if (const QString *known = m_targets.object(key))
        return *known;
    QString text = readTarget(record);
    m_targets.insert(key, new QString(text));
    return text;
}

QString TraceCells::readTarget(const trace::Record &record) const
{
    if (record.target != 0)
        return m_store.string(record.target);
    const bool isEvent = record.kind == rpc::Kind::Notification && record.length <= kMaxEventRead;
    const bool isLine = record.kind == rpc::Kind::Stderr || record.kind == rpc::Kind::Lifecycle
        || record.kind == rpc::Kind::Invalid || record.kind == rpc::Kind::Event;
    if (!isEvent && !isLine)
        return {}; // the recorder found no short text for the message
    // The data of a sentence come after it.
    const std::uint32_t most =
        record.kind == rpc::Kind::Lifecycle ? kMaxLifecycleRead : kMaxLineShown;
    const auto bytes = isLine
        ? m_store.read(record.stream, record.offset, std::min(record.length, most))
        : m_store.read(record);
    if (!bytes)
        return bytes.error().sentence;
    if (isLine)
        return record.kind == rpc::Kind::Lifecycle ? eventText(record, *bytes) : lineText(*bytes);
    rpc::Message message;
    if (!rpc::decodeOne(*bytes, message))
        return {};
    const auto text = trace::describeEvent(message);
    return lineText(Bytes::copyOf(text.view()));
}

// Of an event about a message also which one it is: "message 22 · breakpoint 2 · id 4".
QString TraceCells::eventText(const trace::Record &event, const Bytes &line) const
{
    const Bytes shown = Bytes::copyOf(rpc::Sentence::shownLine(line.view()).toStdString());
    QString detail = lineText(lifecycleDetail(shown).slice(0, kMaxLineShown));
    if (event.pair == 0)
        return detail;
    return replacesMessage(m_store.string(event.method))
        ? Text::tr("in place of message %1 · %2").arg(countText(event.pair), detail)
        : Text::tr("message %1 · %2").arg(countText(event.pair), detail);
}

void TraceCells::forgetTexts()
{
    m_targets.clear();
    m_oddErrors.clear();
}

int TraceCells::automaticLine(int row) const
{
    const auto line = m_automatic.lineOf(
        [this](std::size_t at) -> const trace::Record & { return m_rows.record(int(at)); },
        std::size_t(row));
    return line ? int(*line) : -1;
}

// "Automatic" comes first, the outcome after it.
Sign TraceCells::statusSignOf(int row) const
{
    return automaticLine(row) >= 0 ? Sign::Auto : statusSign(m_rows.record(row));
}

// It is meant to stay so: 2026-07-28 basic/utilities/subscriptions.
bool TraceCells::isOpenSubscription(const trace::Record &record) const
{
    return record.state == trace::State::Pending && record.kind == rpc::Kind::Request
        && m_store.string(record.method) == QLatin1String("subscriptions/listen");
}

// A code that the record cannot say is read from the response, and kept like the targets.
QString TraceCells::plainStatus(int row) const
{
    const trace::Record &record = m_rows.record(row);
    const int pair = record.pair == 0 ? -1 : m_rows.rowOf(record.pair);
    const bool hasCode =
        record.state == trace::State::Error || record.state == trace::State::Declined;
    const auto odd = hasCode ? trace::oddErrorOf(record, pair < 0 ? nullptr : &m_rows.record(pair))
                             : std::nullopt;
    if (!odd)
        return isOpenSubscription(record) ? Text::tr("open") : statusText(record);
    const trace::Number response =
        record.kind == rpc::Kind::ErrorResponse ? m_rows.number(row) : record.pair;
    if (const QString *known = m_oddErrors.object(response))
        return *known;
    QString text = oddErrorText(trace::errorCodeText(m_store, record, odd));
    m_oddErrors.insert(response, new QString(text));
    return text;
}

QString TraceCells::statusTextOf(int row) const
{
    const trace::Record &record = m_rows.record(row);
    QString text = plainStatus(row);
    if (const QString handled = handling(row); !handled.isEmpty())
        text = text.isEmpty() ? handled : Text::tr("%1 · %2").arg(handled, text);
    if (automaticLine(row) < 0)
        return text;
    const bool isPlain = record.kind == rpc::Kind::Response || text.isEmpty();
    return isPlain ? signWord(Sign::Auto) : Text::tr("%1 · %2").arg(signWord(Sign::Auto), text);
}

QString TraceCells::handling(int row) const
{
    const trace::Number event = m_rows.handlingOf(m_rows.number(row));
    const int at = m_rows.rowOf(event);
    if (event == 0 || at < 0)
        return {};
    const QString id = m_store.string(m_rows.record(at).method);
    return replacesMessage(id) ? Text::tr("%1 → %2").arg(handlingText(id), countText(event))
                               : handlingText(id);
}

QString TraceCells::whyAutomatic(int row) const
{
    const int line = automaticLine(row);
    if (line < 0)
        return {};
    const auto bytes = m_store.read(m_rows.record(line));
    const QString why = bytes ? lineText(*bytes).section(u' ', 2) : QString();
    return Text::tr("Sent automatically: %1").arg(why);
}

// As it was written: 1 and "1" are two ids.
QString TraceCells::id(const trace::Record &record) const
{
    const auto cut = trace::cutId(record);
    if (cut.size() == sizeof record.idText)
        return m_store.idText(record);
    return QString::fromUtf8(cut.data(), static_cast<qsizetype>(cut.size()));
}

// Of an exchange the response's body, which has no size before its end.
QString TraceCells::size(const trace::Record &record)
{
    if (record.kind != rpc::Kind::Exchange)
        return countText(record.length);
    return trace::endOf(record) == 0 ? QString() : countText(trace::receivedOf(record));
}

QString TraceCells::duration(int row) const
{
    const trace::Record &record = m_rows.record(row);
    const bool isExchange = record.kind == rpc::Kind::Exchange;
    if (record.kind != rpc::Kind::Request && !isExchange)
        return {};
    if (record.state == trace::State::Pending)
        return elapsedText(
            std::chrono::nanoseconds(m_clock.now().steady - record.steadyNs - m_rows.heldNs(row)));
    const std::int64_t ns = m_rows.durationNs(row);
    return ns < 0 ? QString() : durationText(std::chrono::nanoseconds(ns));
}

QString TraceCells::title(int column)
{
    static constexpr const char *kTitles[TraceRows::ColumnCount] = {
        QT_TRANSLATE_NOOP("Models", "#"),
        QT_TRANSLATE_NOOP("Models", "Time"),
        QT_TRANSLATE_NOOP("Models", "Δ"),
        QT_TRANSLATE_NOOP("Models", "Direction"),
        QT_TRANSLATE_NOOP("Models", "Kind"),
        QT_TRANSLATE_NOOP("Models", "Method"),
        QT_TRANSLATE_NOOP("Models", "Target"),
        QT_TRANSLATE_NOOP("Models", "Id"),
        QT_TRANSLATE_NOOP("Models", "Status"),
        QT_TRANSLATE_NOOP("Models", "Duration"),
        QT_TRANSLATE_NOOP("Models", "Size"),
        QT_TRANSLATE_NOOP("Models", "Findings"),
        QT_TRANSLATE_NOOP("Models", "Server"),
        QT_TRANSLATE_NOOP("Models", "Note"),
    };
    return Text::tr(kTitles[column]);
}

} // namespace sonde::models
