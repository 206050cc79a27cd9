// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/verboseprinter.h"

#include "base/formatting.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "rpc/sentence.h"

#include <algorithm>

namespace sonde::cli {

namespace {

constexpr std::size_t kMostWaiting = 10'000; // requests whose response is awaited
constexpr std::size_t kMostText = 400; // bytes of what a line tells
constexpr int kTextCells = 160;
constexpr int kTimeCells = 14;
constexpr QStringView kSent = u"\u2192";
constexpr QStringView kReceived = u"\u2190";
constexpr QStringView kHappened = u"\u00b7";

QStringView kindName(rpc::Kind kind)
{
    switch (kind) {
    case rpc::Kind::Request:
        return u"request ";
    case rpc::Kind::Response:
        return u"response ";
    case rpc::Kind::ErrorResponse:
        return u"error response ";
    case rpc::Kind::Notification:
        return u"notification ";
    default:
        return u"no message ";
    }
}

QString duration(std::int64_t ns)
{
    return durationText(std::chrono::nanoseconds(std::max<std::int64_t>(0, ns)));
}

QString sizeText(std::uint64_t bytes)
{
    return bytes == 1 ? QStringLiteral("1 byte")
                      : QString::number(bytes) + QStringLiteral(" bytes");
}

} // namespace

VerbosePrinter::VerbosePrinter(Output &out, rpc::TrafficSink *next)
    : m_out(out)
    , m_next(next)
{
    if (auto redactor = trace::Redactor::create())
        m_redactor.emplace(std::move(redactor).value());
}

rpc::StreamId VerbosePrinter::openStream(const rpc::StreamInfo &info)
{
    const auto id =
        m_next ? m_next->openStream(info) : static_cast<rpc::StreamId>(m_streams.size() + 1);
    m_streams[id] = info;
    return id;
}

void VerbosePrinter::bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes)
{
    if (m_next)
        m_next->bytes(stream, offset, at, bytes);
}

void VerbosePrinter::beginBatch()
{
    if (m_next)
        m_next->beginBatch();
}

void VerbosePrinter::endBatch()
{
    if (m_next)
        m_next->endBatch();
}

std::int64_t VerbosePrinter::message(const rpc::Place &place, Stamp at, const rpc::Message &message)
{
    const std::int64_t requestedNs = m_next ? m_next->message(place, at, message) : 0;
    const auto known = m_streams.find(place.stream);
    if (known == m_streams.end())
        return requestedNs;
    const rpc::StreamInfo &info = known->second;
    if (message.kind == rpc::Kind::Lifecycle)
        print(at, kHappened, safe(rpc::Sentence::shownLine(message.bytes().view()).toStdString()));
    else if (message.kind < rpc::Kind::Lifecycle)
        print(at, info.channel == rpc::Channel::Sent ? kSent : kReceived,
            described(info, at, message));
    return requestedNs;
}

QString VerbosePrinter::described(
    const rpc::StreamInfo &info, Stamp at, const rpc::Message &message)
{
    const bool sent = info.channel == rpc::Channel::Sent;
    const bool isResponse =
        message.kind == rpc::Kind::Response || message.kind == rpc::Kind::ErrorResponse;
    QStringList parts;
    QString method = safe(message.method.view());
    if (message.kind == rpc::Kind::Request && m_asked.size() < kMostWaiting)
        m_asked[{info.connection, sent, message.id}] = {method, at};
    QString took;
    if (const auto asked =
            isResponse ? m_asked.find({info.connection, !sent, message.id}) : m_asked.end();
        asked != m_asked.end()) {
        method = asked->second.method;
        took = duration(at.steady - asked->second.at.steady);
        m_asked.erase(asked);
    }
    parts += QString(kindName(message.kind) + method).trimmed();
    if (!message.id.empty())
        parts += QStringLiteral("id ") + safe(message.id);
    if (message.kind == rpc::Kind::ErrorResponse)
        parts += QStringLiteral("code ") + rpc::shownErrorCode(message.errorCodeText());
    if (!took.isEmpty())
        parts += took;
    parts += sizeText(message.bytes().size());
    if (message.problem != rpc::Problem::None)
        parts += safe(rpc::problemName(message.problem));
    return parts.join(QStringLiteral("  "));
}

rpc::ExchangeId VerbosePrinter::openExchange(const rpc::Exchange &exchange)
{
    const auto id = m_next ? m_next->openExchange(exchange) : ++m_exchanges;
    const QString request = safe(std::string(exchange.method) + ' ' + std::string(exchange.target));
    print(exchange.begun, kSent, request);
    if (m_begun.size() < kMostWaiting)
        m_begun[id] = {request, exchange.begun};
    return id;
}

void VerbosePrinter::updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange)
{
    if (m_next)
        m_next->updateExchange(id, exchange);
    const auto known = m_begun.find(id);
    if (known == m_begun.end() || exchange.state == rpc::Exchange::State::Open)
        return;
    const QString took = duration(exchange.ended.steady - known->second.at.steady);
    const QString &request = known->second.request;
    const QString gap = QStringLiteral("  ");
    if (exchange.state == rpc::Exchange::State::Done)
        print(exchange.ended, kReceived,
            QString(QString::number(exchange.status) + gap + request + gap + took + gap
                + sizeText(exchange.received)));
    else
        print(exchange.ended, kHappened,
            QString(request
                + (exchange.state == rpc::Exchange::State::Failed
                        ? QStringLiteral(" failed after ")
                        : QStringLiteral(" closed by Sonde after "))
                + took));
    m_begun.erase(known);
}

void VerbosePrinter::problem(rpc::StreamId stream, std::uint64_t offset, rpc::Problem problem)
{
    if (m_next)
        m_next->problem(stream, offset, problem);
    if (problem != rpc::Problem::None)
        print(SystemClock::instance().now(), kHappened, safe(rpc::problemName(problem)));
}

// In one line that a terminal cannot be fooled with.
QString VerbosePrinter::safe(std::string_view text)
{
    std::string known(text.substr(0, kMostText));
    if (m_redactor)
        m_redactor->redact(known);
    const QString line =
        harmlessLine(QString::fromUtf8(known.data(), static_cast<qsizetype>(known.size())));
    const QStringList lines = wrapped(line, kTextCells, 1);
    return lines.isEmpty() ? QString() : lines.first();
}

void VerbosePrinter::print(Stamp at, QStringView mark, const QString &text)
{
    if (!m_first)
        m_first = at.steady;
    const QString since = u'+' + duration(at.steady - *m_first);
    m_out.write(QString(
        since.rightJustified(kTimeCells) + QStringLiteral("  ") + mark + u' ' + text + u'\n'));
}

} // namespace sonde::cli
