// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/linemessagetransport.h"

#include "base/secretplaces.h"
#include "rpc/lifecycle.h"
#include "rpc/processstart.h"
#include "wire/http/wiretr.h"
#include "wire/link/lifecyclelog.h"

#include <span>
#include <utility>

namespace sonde::wire {

namespace {

constexpr std::size_t kMaxDiagnosticLine = std::size_t(1) << 20;

QString startDetail(const StartReport &report)
{
    const rpc::ProcessStart start{report.program, report.pid,
        withoutSecrets(QStringList(report.resolved) << report.arguments), report.workingDirectory,
        report.environment};
    return start.recordedText();
}

} // namespace

LineMessageTransport::LineMessageTransport(
    std::unique_ptr<Transport> transport, const TransportContext &context)
    : m_context(context)
    , m_transport(std::move(transport))
    , m_lines(context.maxMessage)
    , m_diagnosticLines(kMaxDiagnosticLine)
{
}

LineMessageTransport::~LineMessageTransport()
{
    recordRest();
}

// Whoever gives up a server does not wait for its end: what had begun by then has a row as well.
void LineMessageTransport::recordRest()
{
    if (m_isOver || !m_context.traffic)
        return;
    const auto rest = m_lines.finish();
    if (!rest)
        return;
    m_context.traffic->message({m_receivedStream, rest->offset, rest->text.size()},
        SystemClock::instance().now(),
        rpc::plainRecord(rpc::Kind::Invalid, rest->text, rpc::Problem::Unfinished,
            Text::tr("The line had no line end when the server was given up.")));
}

void LineMessageTransport::start()
{
    if (m_context.traffic) {
        m_sendLog.open(m_context.traffic, m_context.openStream(rpc::Channel::Sent));
        m_receivedStream = m_context.openStream(rpc::Channel::Received);
        m_diagnosticsStream = m_context.openStream(rpc::Channel::Stderr);
    }
    m_transport->setSink(this);
    m_transport->start();
}

void LineMessageTransport::stop()
{
    flush();
    m_transport->stop();
}

void LineMessageTransport::started(const StartReport &report)
{
    m_context.lifecycle->record(
        QLatin1String(rpc::lifecycle::kProcessStarted), startDetail(report));
    m_sink->events().emplace_back(Started{report});
    m_sink->handOn();
}

void LineMessageTransport::failed(const StartReport &report, const Error &error)
{
    const rpc::Sentence why = report.failure.isEmpty() ? error.sentence : report.failure;
    m_context.lifecycle->record(QLatin1String(rpc::lifecycle::kStartFailed), why.recordedText());
    m_sink->events().emplace_back(StartFailed{report, error});
    m_sink->handOn();
}

void LineMessageTransport::received(const Bytes &bytes, Stamp at)
{
    if (m_context.traffic)
        m_context.traffic->bytes(m_receivedStream, m_lines.offset(), at, bytes);
    const std::size_t first = m_sink->events().size();
    m_lines.feed(bytes, [this, at](rpc::Frame frame) { onLine(std::move(frame), at); });
    recordFrom(first);
    reportUnended(at);
    m_sink->handOn();
}

// Records all messages of one read in one batch, after decoding: the recorder is not locked during
// decoding.
void LineMessageTransport::recordFrom(std::size_t first)
{
    if (!m_context.traffic)
        return;
    const std::span<Event> fresh = std::span(m_sink->events()).subspan(first);
    m_context.traffic->beginBatch();
    for (Event &event : fresh) {
        if (auto *received = std::get_if<Received>(&event))
            received->requestedNs =
                m_context.traffic->message(received->place, received->at, received->message);
    }
    m_context.traffic->endBatch();
}

// Not for every read of a long message, because the reports would be too costly.
void LineMessageTransport::reportUnended(Stamp at)
{
    const std::uint64_t size = m_lines.unendedSize();
    if (size < Unended::kExact ? size <= m_reportedUnended : size < 2 * m_reportedUnended)
        return;
    const Bytes beginning = m_lines.unendedBeginning().slice(0, Unended::kMaxBeginning);
    m_sink->events().emplace_back(Unended{std::string(beginning.view()), size, at});
    m_reportedUnended = size;
}

void LineMessageTransport::onLine(rpc::Frame frame, Stamp at)
{
    m_reportedUnended = 0;
    if (frame.tooLong || frame.unfinished) {
        const QString reason = frame.tooLong
            ? Text::tr("The line is longer than %1 bytes; only its beginning was kept.")
                  .arg(m_context.maxMessage)
            : Text::tr("The output ended with this line, which has no line end.");
        report(rpc::plainRecord(rpc::Kind::Invalid, std::move(frame.text),
                   frame.tooLong ? rpc::Problem::TooLong : rpc::Problem::Unfinished, reason),
            frame.offset, at);
        return;
    }
    // Appended in place: under load, moving messages would dominate the time.
    std::vector<Event> &events = m_sink->events();
    auto &event = std::get<Received>(events.emplace_back(std::in_place_type<Received>));
    if (rpc::decodeOne(std::move(frame.text), event.message, {}, &m_nodes)) {
        event.at = at;
        event.place = {m_receivedStream, frame.offset, event.message.bytes().size()};
        if (m_context.traffic)
            event.sentUpTo = m_sendLog.sentUpTo();
        return;
    }
    const Bytes batch = event.message.bytes();
    events.pop_back();
    for (rpc::Message &member : rpc::decode(batch, m_batchesAllowed)) {
        const auto inside = member.bytes().data() - batch.data();
        report(std::move(member), frame.offset + static_cast<std::uint64_t>(inside), at);
    }
}

void LineMessageTransport::report(rpc::Message message, std::uint64_t offset, Stamp at)
{
    const rpc::Place place{m_receivedStream, offset, message.bytes().size()};
    Received event{std::move(message), at, place};
    if (m_context.traffic)
        event.sentUpTo = m_sendLog.sentUpTo();
    m_sink->events().emplace_back(std::move(event));
}

void LineMessageTransport::diagnostics(const Bytes &bytes, Stamp at)
{
    if (m_context.traffic)
        m_context.traffic->bytes(m_diagnosticsStream, m_diagnosticLines.offset(), at, bytes);
    m_diagnosticLines.feed(
        bytes, [this, at](const rpc::Frame &frame) { onDiagnosticLine(frame, at); });
    m_sink->handOn();
}

void LineMessageTransport::onDiagnosticLine(const rpc::Frame &frame, Stamp at)
{
    if (m_context.traffic) {
        const auto problem = frame.tooLong ? rpc::Problem::TooLong : rpc::Problem::None;
        m_context.traffic->message({m_diagnosticsStream, frame.offset, frame.text.size()}, at,
            rpc::plainRecord(rpc::Kind::Stderr, frame.text, problem));
    }
    m_sink->events().emplace_back(Diagnostic{frame.text, at});
}

void LineMessageTransport::fetching(const QString &program)
{
    m_sink->events().emplace_back(Fetching{program});
    m_sink->handOn();
}

void LineMessageTransport::ended(const ExitReport &report)
{
    const Stamp at = SystemClock::instance().now();
    m_isOver = true;
    // An unfinished line is normal at the end of stderr.
    if (auto rest = m_diagnosticLines.finish())
        onDiagnosticLine(*rest, at);
    const std::size_t first = m_sink->events().size();
    if (auto rest = m_lines.finish())
        onLine(std::move(*rest), at);
    recordFrom(first);
    m_sendLog.finish();
    m_context.lifecycle->record(
        QLatin1String(rpc::lifecycle::kProcessEnded), report.end().recordedText());
    m_sink->events().emplace_back(Ended{report, at});
    m_sink->handOn();
}

} // namespace sonde::wire
