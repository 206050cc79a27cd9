// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/linkworker.h"

#include <QThread>

#include <utility>

namespace sonde::wire {

namespace {

// Back-pressure: reading stops while more than this waits for the owner, and resumes below half of
// it. An event counts with its bytes and the cost of its record.
constexpr std::size_t kMaxUndelivered = std::size_t(16) << 20;
constexpr std::size_t kEventCost = 512;

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
    flushUnlessBusy();
}

void LinkWorker::send(const Outgoing &message)
{
    run(message);
    flushUnlessBusy();
}

// Responses sent inside the receiver are collected and written together after it.
void LinkWorker::flushUnlessBusy()
{
    if (!m_busy && m_transport)
        m_transport->flush();
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
        m_transport->flush();
}

void LinkWorker::run(const Outgoing &message)
{
    if (m_transport)
        m_transport->send(message);
}

void LinkWorker::run(Start)
{
    if (m_transport)
        return;
    const TransportContext context{m_options.traffic, m_options.server, m_options.connection,
        m_options.probe, &m_lifecycle, m_options.maxMessage, m_options.authorizes,
        m_options.authorization};
    if (m_options.traffic)
        m_lifecycle.open(m_options.traffic, context.openStream(rpc::Channel::Lifecycle));
    m_transport = m_makeTransport(context);
    m_transport->setSink(this);
    m_transport->setBatchesAllowed(m_options.batchesAllowed);
    m_transport->start();
}

void LinkWorker::run(Stop)
{
    if (m_transport)
        m_transport->stop();
}

void LinkWorker::run(BatchesAllowed command)
{
    m_options.batchesAllowed = command.allowed;
    if (m_transport)
        m_transport->setBatchesAllowed(command.allowed);
}

void LinkWorker::run(const HttpProtocol &protocol)
{
    if (m_transport)
        m_transport->setProtocol(protocol);
}

void LinkWorker::run(const Abandon &command)
{
    if (m_transport)
        m_transport->abandon(command.id);
}

void LinkWorker::run(const Report &command)
{
    if (m_options.traffic && m_transport)
        m_options.traffic->problem(command.stream, command.offset, command.problem);
}

void LinkWorker::run(const Note &command)
{
    m_lifecycle.record(command.what, command.detail);
}

void LinkWorker::run(const AuthorizationGiven &command)
{
    if (m_transport)
        m_transport->setAuthorization(command);
    else if (!command.error)
        m_options.authorization = command.authorization;
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
        // Copied to local variables: the receiver may destroy the link or set another receiver.
        const auto receiver = m_direct;
        std::vector<Event> batch = std::exchange(m_events, {});
        const bool wasBusy = std::exchange(m_busy, true);
        (*receiver)(batch);
        m_busy = wasBusy;
        batch.clear();
        if (m_events.empty())
            m_events.swap(batch); // reuses the capacity
        m_transport->flush();
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
        // The owner may have drained the events just before.
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
