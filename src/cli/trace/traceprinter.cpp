// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/traceprinter.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "rpc/sentence.h"
#include "json/document.h"

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

Ink markInk(QStringView mark)
{
    if (mark == arrow(rpc::Channel::Sent))
        return Ink::Sent;
    if (mark == arrow(rpc::Channel::Received))
        return Ink::Received;
    return mark == arrow(rpc::Channel::Stderr) ? Ink::Warning : Ink::Muted;
}

// What happened has its details on lines of their own, or behind a tab.
std::string onOneLine(std::string_view text)
{
    std::string line;
    for (const char c : text) {
        if (c == '\n' || c == '\t')
            line += " \u00b7 ";
        else if (c != '\r')
            line += c;
    }
    return line;
}

// An event without the line ends that end it.
std::string_view withoutLastLines(std::string_view event)
{
    return event.substr(0, event.find_last_not_of("\r\n") + 1);
}

// A message over HTTP may stand on several lines. Between JSON's tokens a blank is as good.
std::string joined(std::string_view text)
{
    std::string line(text);
    std::replace_if(
        line.begin(), line.end(), [](char c) { return c == '\n' || c == '\r'; }, ' ');
    return line;
}

// Of the problems that the session reports; the others have a sentence of their own.
QString meaning(rpc::Problem problem)
{
    switch (problem) {
    case rpc::Problem::UnknownId:
        return Text::tr("No pending request has this id.");
    case rpc::Problem::DuplicateId:
        return Text::tr("This id already has its response, or another request with it is pending.");
    case rpc::Problem::LateResponse:
        return Text::tr("The response arrived after its request timed out or was cancelled.");
    case rpc::Problem::RepeatedCursor:
        return Text::tr("The list repeats a cursor and would never end.");
    case rpc::Problem::UnexpectedRequest:
        return Text::tr("In this revision, servers do not send requests.");
    default:
        return {};
    }
}

} // namespace

TracePrinter::TracePrinter(Output &out, rpc::TrafficSink *next)
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
    m_streams.push_back({id, info, rpc::LineFramer(), {}, -1, {}});
    return id;
}

void TracePrinter::bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes)
{
    if (m_next)
        m_next->bytes(stream, offset, at, bytes);
    Stream *known = find(stream);
    if (!known)
        return;
    if (known->info.channel == rpc::Channel::Http)
        known->facts = bytes;
    // Their texts are no lines, and neither are heads and bodies.
    if (known->info.channel >= rpc::Channel::Lifecycle || isHttp(known->info))
        return;
    known->last = at;
    known->framer.feed(bytes, [&](const rpc::Frame &frame) {
        print(*known, arrow(known->info.channel), at, frame.text.view());
    });
}

rpc::ExchangeId TracePrinter::openExchange(const rpc::Exchange &exchange)
{
    const auto id = m_next ? m_next->openExchange(exchange) : ++m_exchanges;
    const Stream *facts = find(exchange.facts.stream);
    if (!facts)
        return id;
    if (!isHttp(facts->info))
        m_http.emplace_back(facts->info.server, facts->info.connection);
    std::string request(exchange.method);
    request.append(" ").append(exchange.target);
    print(*facts, arrow(rpc::Channel::Sent), exchange.begun, request);
    m_open[id] = {std::move(request), exchange.begun};
    return id;
}

void TracePrinter::updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange)
{
    if (m_next)
        m_next->updateExchange(id, exchange);
    const Stream *facts = find(exchange.facts.stream);
    const auto known = m_open.find(id);
    if (!facts || known == m_open.end() || exchange.state == rpc::Exchange::State::Open)
        return;
    printEnd(*facts, exchange, known->second);
    m_open.erase(known);
}

// "200 application/json 1.2 ms"; where several are open, also which of them it was.
void TracePrinter::printEnd(
    const Stream &stream, const rpc::Exchange &exchange, const Exchange &known)
{
    const auto facts = json::Document::parse(stream.facts);
    const std::int64_t spentNs = exchange.ended.steady - known.begun.steady;
    const std::string spent =
        durationText(std::chrono::nanoseconds(std::max<std::int64_t>(0, spentNs))).toStdString();
    std::string line;
    switch (exchange.state) {
    case rpc::Exchange::State::Failed:
        line = known.request + " failed after " + spent + ": " + facts.root()["error"].text();
        break;
    case rpc::Exchange::State::Aborted:
        line = known.request + " closed by Sonde after " + spent;
        break;
    case rpc::Exchange::State::Open:
    case rpc::Exchange::State::Done:
        line = std::to_string(exchange.status);
        if (const std::string type = facts.root()["answer"]["mediaType"].text(); !type.empty())
            line += ' ' + type;
        line += ' ' + spent;
        if (m_open.size() > 1)
            line += " \u00b7 " + known.request;
        break;
    }
    const bool answered = exchange.state == rpc::Exchange::State::Done;
    print(stream, answered ? arrow(rpc::Channel::Received) : kNote, exchange.ended, joined(line));
}

void TracePrinter::printMessage(const Stream &stream, Stamp at, const rpc::Message &message)
{
    if (message.kind == rpc::Kind::Event)
        print(stream, kNote, at, onOneLine(withoutLastLines(message.bytes().view())));
    else
        print(stream, arrow(stream.info.channel), at, joined(message.bytes().view()));
}

bool TracePrinter::isHttp(const rpc::StreamInfo &info) const
{
    return std::find(m_http.begin(), m_http.end(), Connection(info.server, info.connection))
        != m_http.end();
}

std::int64_t TracePrinter::message(const rpc::Place &place, Stamp at, const rpc::Message &message)
{
    const std::int64_t requestedNs = m_next ? m_next->message(place, at, message) : 0;
    if (Stream *known = find(place.stream))
        printRecord(*known, at, message);
    return requestedNs;
}

void TracePrinter::printRecord(Stream &stream, Stamp at, const rpc::Message &message)
{
    if (stream.info.channel <= rpc::Channel::Received && isHttp(stream.info))
        printMessage(stream, at, message);
    if (message.kind == rpc::Kind::Lifecycle)
        print(stream, kNote, at,
            onOneLine(rpc::Sentence::shownLine(message.bytes().view()).toStdString()));
    else if (message.problem == rpc::Problem::UnexpectedBatch
        && std::exchange(stream.batch, at.steady) == at.steady)
        return; // the members of a batch come at one moment, and it is said of the first
    else if (message.problem != rpc::Problem::None)
        print(stream, kNote, at,
            std::string(rpc::problemName(message.problem)) + ": " + message.reason.toStdString());
}

void TracePrinter::problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem)
{
    if (m_next)
        m_next->problem(stream, offset, problem);
    const Stream *known = find(stream);
    if (!known || problem == rpc::Problem::None)
        return;
    std::string text(rpc::problemName(problem));
    if (const QString sentence = meaning(problem); !sentence.isEmpty())
        text += ": " + sentence.toStdString();
    print(*known, kNote, SystemClock::instance().now(), text);
}

TracePrinter::Stream *TracePrinter::find(rpc::StreamId id)
{
    const auto found = std::find_if(
        m_streams.begin(), m_streams.end(), [id](const Stream &stream) { return stream.id == id; });
    return found == m_streams.end() ? nullptr : &*found;
}

void TracePrinter::print(const Stream &stream, QStringView mark, Stamp at, std::string_view line)
{
    const QString head = timeText(at.wall) + (stream.info.probe ? QStringView(u" probe ") : u" ")
        + m_out.palette().ink(markInk(mark), mark.toString()) + u' ';
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
