// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/traceprinter.h"

#include "cli/output.h"
#include "cli/terminaltext.h"

#include <QDateTime>

#include <algorithm>

namespace sonde::cli {

namespace {

constexpr QStringView kNote = u"\u00b7";

QStringView arrow(rpc::Channel channel)
{
    switch (channel) {
    case rpc::Channel::Sent:
        return u"\u2192";
    case rpc::Channel::Received:
        return u"\u2190";
    case rpc::Channel::Stderr:
        return u"!";
    case rpc::Channel::Lifecycle:
    case rpc::Channel::Http:
        break;
    }
    return kNote;
}

// Microseconds: a local server answers within one millisecond.
QString clockText(std::int64_t wallNs)
{
    constexpr std::int64_t kNsPerMs = 1'000'000;
    const QDateTime time = QDateTime::fromMSecsSinceEpoch(wallNs / kNsPerMs);
    return time.toString(u"HH:mm:ss.zzz")
        + QStringLiteral("%1").arg(wallNs % kNsPerMs / 1000, 3, 10, QChar(u'0'));
}

// What happened has its details on lines of their own, or behind a tab.
std::string onOneLine(std::string_view text)
{
    std::string line;
    for (const char c : text) {
        if (c == '\n' || c == '\t')
            line += " \u00b7 ";
        else
            line += c;
    }
    return line;
}

} // namespace

TracePrinter::TracePrinter(Output &out, rpc::Tap *next)
    : m_out(out)
    , m_next(next)
    , m_forTerminal(out.isTerminal())
{
}

TracePrinter::~TracePrinter()
{
    for (Stream &stream : m_streams) {
        if (const auto rest = stream.framer.finish())
            print(stream, arrow(stream.info.channel), stream.last, rest->text.view());
    }
}

rpc::StreamId TracePrinter::openStream(const rpc::StreamInfo &info)
{
    const auto id =
        m_next ? m_next->openStream(info) : static_cast<rpc::StreamId>(m_streams.size() + 1);
    m_streams.push_back({id, info, rpc::LineFramer(), {}});
    return id;
}

void TracePrinter::bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes)
{
    if (m_next)
        m_next->bytes(stream, offset, at, bytes);
    Stream *known = find(stream);
    if (!known || known->info.channel >= rpc::Channel::Lifecycle) // its texts are no lines
        return;
    known->last = at;
    known->framer.feed(bytes, [&](const rpc::Frame &frame) {
        print(*known, arrow(known->info.channel), at, frame.text.view());
    });
}

rpc::ExchangeId TracePrinter::openExchange(const rpc::Exchange &exchange)
{
    return m_next ? m_next->openExchange(exchange) : 0;
}

void TracePrinter::updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange)
{
    if (m_next)
        m_next->updateExchange(id, exchange);
}

void TracePrinter::message(const rpc::Place &place, Stamp at, const rpc::Message &message)
{
    if (m_next)
        m_next->message(place, at, message);
    const Stream *known = find(place.stream);
    if (!known)
        return;
    if (message.kind == rpc::Kind::Lifecycle)
        print(*known, kNote, at, onOneLine(message.bytes().view()));
    else if (message.problem != rpc::Problem::None)
        print(*known, kNote, at,
            std::string(rpc::problemName(message.problem)) + ": " + message.reason.toStdString());
}

void TracePrinter::problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem)
{
    if (m_next)
        m_next->problem(stream, offset, problem);
    const Stream *known = find(stream);
    if (!known || problem == rpc::Problem::None)
        return;
    print(*known, kNote, SystemClock::instance().now(), rpc::problemName(problem));
}

TracePrinter::Stream *TracePrinter::find(rpc::StreamId id)
{
    const auto found = std::find_if(
        m_streams.begin(), m_streams.end(), [id](const Stream &stream) { return stream.id == id; });
    return found == m_streams.end() ? nullptr : &*found;
}

void TracePrinter::print(const Stream &stream, QStringView mark, Stamp at, std::string_view line)
{
    const QString head =
        clockText(at.wall) + (stream.info.probe ? QStringView(u" probe ") : u" ") + mark + u' ';
    const QByteArray utf8 = head.toUtf8();
    std::string text(utf8.constData(), static_cast<std::size_t>(utf8.size()));
    if (m_forTerminal)
        text += harmless(QString::fromUtf8(line.data(), static_cast<qsizetype>(line.size())))
                    .toStdString();
    else
        text += line;
    text += '\n';
    m_out.write(text);
}

} // namespace sonde::cli
