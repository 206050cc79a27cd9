// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/linkworker.h"

#include <QThread>

#include <utility>

namespace sonde::wire {

namespace {

// Back-pressure: reading stops while more than this waits at the owner, and goes on below half of
// it. An event counts with its bytes and what its record costs.
constexpr std::size_t kMaxUndelivered = std::size_t(16) << 20;
constexpr std::size_t kEventCost = 512;

constexpr std::size_t kMaxDiagnosticLine = std::size_t(1) << 20;

QString startDetail(const StartReport &report)
{
    QStringList lines{report.program % QStringLiteral(" · pid ") % QString::number(report.pid)};
    lines << (QStringList(report.resolved) << report.arguments).join(u'\n');
    if (!report.workingDirectory.isEmpty())
        lines << QStringLiteral("in ") % report.workingDirectory;
    return (lines << report.environment).join(u'\n');
}

} // namespace

void LinkWorker::Retire::operator()(LinkWorker *worker) const
{
    worker->disconnect();
    worker->m_direct = nullptr;
    const bool elsewhere = worker->thread() != QThread::currentThread();
    if (elsewhere ? worker->thread()->isRunning() : worker->m_busy)
        worker->deleteLater();
    else
        delete worker;
}

LinkWorker::LinkWorker(MakeTransport makeTransport, LinkOptions options)
    : m_makeTransport(std::move(makeTransport))
    , m_options(std::move(options))
    , m_lines(m_options.maxLine)
    , m_diagnosticLines(kMaxDiagnosticLine)
{
}

LinkWorker::~LinkWorker() = default;

void LinkWorker::setDirectReceiver(std::shared_ptr<Receiver> receiver)
{
    m_direct = std::move(receiver);
}

void LinkWorker::execute(Command &command)
{
    std::visit([this](auto &what) { run(what); }, command);
    // Inside the receiver the answers gather, and leave in one write after it.
    if (!m_busy && m_transport)
        m_sendLog.flush(*m_transport);
}

void LinkWorker::runCommands()
{
    m_commands.drain(m_running);
    const bool wasBusy = std::exchange(m_busy, true);
    for (Command &command : m_running)
        execute(command);
    m_busy = wasBusy;
    m_running.clear();
    if (m_transport)
        m_sendLog.flush(*m_transport);
}

void LinkWorker::openStreams()
{
    if (!m_options.tap)
        return;
    const auto open = [this](rpc::Channel channel) {
        return m_options.tap->openStream(
            {m_options.server, m_options.connection, channel, m_options.probe});
    };
    m_sendLog.open(m_options.tap, open(rpc::Channel::Sent));
    m_receivedStream = open(rpc::Channel::Received);
    m_diagnosticsStream = open(rpc::Channel::Stderr);
    m_lifecycleStream = open(rpc::Channel::Lifecycle);
}

void LinkWorker::run(Start)
{
    if (m_transport)
        return;
    openStreams();
    m_transport = m_makeTransport();
    m_transport->setSink(this);
    m_transport->start();
}

void LinkWorker::run(Stop)
{
    if (!m_transport)
        return;
    m_sendLog.flush(*m_transport);
    m_transport->stop();
}

void LinkWorker::run(const Report &command)
{
    if (m_options.tap && m_transport)
        m_options.tap->problem(m_receivedStream, command.offset, command.problem);
}

void LinkWorker::record(const QString &what, const QString &detail)
{
    if (!m_options.tap || !m_transport)
        return;
    const Bytes text = Bytes::fromByteArray((what % u'\t' % detail).toUtf8());
    const Stamp at = SystemClock::instance().now();
    rpc::Message message = rpc::plainRecord(rpc::Kind::Lifecycle, text);
    message.method = what.toStdString();
    m_options.tap->bytes(m_lifecycleStream, m_lifecycleOffset, at, text);
    m_options.tap->message(m_lifecycleStream, m_lifecycleOffset, at, message);
    m_lifecycleOffset += text.size();
}

void LinkWorker::started(const StartReport &report)
{
    record(QStringLiteral("process started"), startDetail(report));
    m_events.emplace_back(Started{report});
    handOn();
}

void LinkWorker::failed(const StartReport &report, const Error &error)
{
    record(QStringLiteral("start failed"), error.sentence);
    m_events.emplace_back(StartFailed{report, error});
    handOn();
}

void LinkWorker::sent(const Bytes &bytes, Stamp at)
{
    m_sendLog.taken(bytes, at);
}

void LinkWorker::received(const Bytes &bytes, Stamp at)
{
    if (m_options.tap)
        m_options.tap->bytes(m_receivedStream, m_lines.offset(), at, bytes);
    m_lines.feed(bytes, [this, at](rpc::Frame frame) { onLine(std::move(frame), at); });
    handOn();
}

void LinkWorker::onLine(rpc::Frame frame, Stamp at)
{
    if (frame.tooLong || frame.unfinished) {
        const QString reason = frame.tooLong
            ? QStringLiteral("The line is longer than %1 bytes; only its beginning was kept.")
                  .arg(m_options.maxLine)
            : QStringLiteral("The output ended in the middle of a line.");
        tell(rpc::plainRecord(rpc::Kind::Invalid, std::move(frame.text),
                 frame.tooLong ? rpc::Problem::TooLong : rpc::Problem::Unfinished, reason),
            frame.offset, at);
        return;
    }
    // Read in place: a flood spends its time with moving messages otherwise.
    auto &event = std::get<Received>(m_events.emplace_back(std::in_place_type<Received>));
    if (rpc::decodeOne(frame.text, event.message)) {
        event.at = at;
        event.offset = frame.offset;
        if (m_options.tap)
            m_options.tap->message(m_receivedStream, frame.offset, at, event.message);
        return;
    }
    m_events.pop_back();
    for (rpc::Message &member : rpc::decode(frame.text, m_options.batchesAllowed)) {
        const auto inside = member.bytes().data() - frame.text.data();
        tell(std::move(member), frame.offset + static_cast<std::uint64_t>(inside), at);
    }
}

void LinkWorker::tell(rpc::Message message, std::uint64_t offset, Stamp at)
{
    if (m_options.tap)
        m_options.tap->message(m_receivedStream, offset, at, message);
    m_events.emplace_back(Received{std::move(message), at, offset});
}

void LinkWorker::diagnostics(const Bytes &bytes, Stamp at)
{
    if (m_options.tap)
        m_options.tap->bytes(m_diagnosticsStream, m_diagnosticLines.offset(), at, bytes);
    m_diagnosticLines.feed(
        bytes, [this, at](const rpc::Frame &frame) { onDiagnosticLine(frame, at); });
    handOn();
}

void LinkWorker::onDiagnosticLine(const rpc::Frame &frame, Stamp at)
{
    if (m_options.tap) {
        const auto problem = frame.tooLong ? rpc::Problem::TooLong : rpc::Problem::None;
        m_options.tap->message(m_diagnosticsStream, frame.offset, at,
            rpc::plainRecord(rpc::Kind::Stderr, frame.text, problem));
    }
    m_events.emplace_back(Diagnostic{frame.text, at});
}

void LinkWorker::ended(const ExitReport &report)
{
    const Stamp at = SystemClock::instance().now();
    // Inside a line there is nothing unusual about the end of stderr.
    if (auto rest = m_diagnosticLines.finish())
        onDiagnosticLine(*rest, at);
    if (auto rest = m_lines.finish())
        onLine(std::move(*rest), at);
    m_sendLog.finish();
    record(QStringLiteral("process ended"), report.sentence());
    m_events.emplace_back(Ended{report, at});
    handOn();
}

std::size_t LinkWorker::weightOf(const Event &event)
{
    if (const auto *received = std::get_if<Received>(&event))
        return kEventCost + received->message.bytes().size();
    if (const auto *diagnostic = std::get_if<Diagnostic>(&event))
        return kEventCost + diagnostic->line.size();
    return kEventCost;
}

void LinkWorker::handOn()
{
    if (m_events.empty())
        return;
    if (m_direct) {
        // Both on the side: the receiver may destroy the link or set another receiver.
        const auto receiver = m_direct;
        std::vector<Event> batch = std::exchange(m_events, {});
        const bool wasBusy = std::exchange(m_busy, true);
        (*receiver)(batch);
        m_busy = wasBusy;
        batch.clear();
        if (m_events.empty())
            m_events.swap(batch); // its capacity
        m_sendLog.flush(*m_transport);
        return;
    }
    std::size_t weight = 0;
    for (const Event &event : m_events)
        weight += weightOf(event);
    const std::size_t waiting = m_undelivered.fetch_add(weight) + weight;
    if (m_outgoing.postAll(m_events))
        Q_EMIT eventsWaiting();
    if (waiting > kMaxUndelivered && !m_paused.exchange(true)) {
        m_transport->setReading(false);
        // The owner may have looked just before.
        if (m_undelivered < kMaxUndelivered / 2)
            resume();
    }
}

void LinkWorker::delivered(std::size_t weight)
{
    const std::size_t waiting = m_undelivered.fetch_sub(weight) - weight;
    if (waiting < kMaxUndelivered / 2 && m_paused)
        QMetaObject::invokeMethod(this, &LinkWorker::resume, Qt::QueuedConnection);
}

void LinkWorker::resume()
{
    if (m_paused.exchange(false))
        m_transport->setReading(true);
}

} // namespace sonde::wire
