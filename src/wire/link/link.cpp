// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/link/link.h"

#include <QElapsedTimer>
#include <QPointer>

#include <algorithm>
#include <chrono>

namespace sonde::wire {

namespace {

// Limits the time of one delivery on the owner's event loop, up to one slice more.
constexpr std::chrono::milliseconds kMaxDelivery{8};
constexpr std::size_t kSlice = 256;

} // namespace

Link::Link(LinkWorker::MakeTransport makeTransport, Options options, QObject *parent)
    : QObject(parent)
    , m_threaded(options.thread && options.thread != thread())
{
    QThread *const wireThread = options.thread;
    m_worker.reset(new LinkWorker(std::move(makeTransport), std::move(options)));
    if (m_threaded) {
        m_worker->moveToThread(wireThread);
        connect(
            m_worker.get(), &LinkWorker::eventsWaiting, this, &Link::deliver, Qt::QueuedConnection);
    }
    setReceiver({});
}

Link::~Link() = default;

void Link::setReceiver(Receiver receiver)
{
    if (!receiver)
        receiver = [](std::span<Event>) {};
    m_receiver = std::make_shared<Receiver>(std::move(receiver));
    if (!m_threaded)
        m_worker->setDirectReceiver(m_receiver);
}

void Link::start()
{
    post(LinkWorker::Start{});
}

void Link::send(Outgoing &&message)
{
    if (!m_threaded)
        m_worker->send(message);
    else if (m_delivering)
        m_outbox.emplace_back(std::move(message));
    else
        post(std::move(message));
}

void Link::stop()
{
    post(LinkWorker::Stop{});
}

void Link::setProtocol(const HttpProtocol &protocol)
{
    post(protocol);
}

void Link::abandon(const rpc::Id &id)
{
    post(LinkWorker::Abandon{id});
}

void Link::setBatchesAllowed(bool allowed)
{
    post(LinkWorker::BatchesAllowed{allowed});
}

void Link::setAuthorization(const AuthorizationGiven &given)
{
    post(given);
}

void Link::report(const rpc::Place &place, rpc::Problem problem)
{
    post(LinkWorker::Report{place.stream, place.offset, problem});
}

void Link::logLifecycle(const QString &what, const QString &detail)
{
    post(LinkWorker::Note{what, detail});
}

void Link::post(LinkWorker::Command command)
{
    if (!m_threaded) {
        m_worker->execute(command);
    } else if (m_delivering) {
        m_outbox.push_back(std::move(command));
    } else if (m_worker->post(std::move(command))) {
        QMetaObject::invokeMethod(m_worker.get(), &LinkWorker::runCommands, Qt::QueuedConnection);
    }
}

void Link::postOutbox()
{
    if (m_worker->postAll(m_outbox))
        QMetaObject::invokeMethod(m_worker.get(), &LinkWorker::runCommands, Qt::QueuedConnection);
}

void Link::deliver()
{
    if (m_delivering)
        return; // called from a nested event loop inside the receiver; new events wait
    QElapsedTimer elapsed;
    elapsed.start();
    for (;;) {
        if (m_next == m_batch.size()) {
            m_worker->drainEvents(m_batch);
            m_next = 0;
        }
        if (m_batch.empty() || !deliverSlice())
            return;
        if (elapsed.hasExpired(kMaxDelivery.count()))
            break;
    }
    // Queued after other events of this event loop.
    QMetaObject::invokeMethod(this, &Link::deliver, Qt::QueuedConnection);
}

// Returns false if the receiver has destroyed the link.
bool Link::deliverSlice()
{
    const std::size_t count = std::min(kSlice, m_batch.size() - m_next);
    const std::span<Event> slice(m_batch.data() + m_next, count);
    std::size_t weight = 0;
    for (const Event &event : slice)
        weight += LinkWorker::weightOf(event);

    const QPointer<Link> self(this);
    const auto receiver = m_receiver;
    // Moved to a local variable, because the receiver may destroy the link and m_batch.
    std::vector<Event> batch = std::move(m_batch);
    m_delivering = true;
    (*receiver)(slice);
    if (!self)
        return false;
    m_delivering = false;
    m_batch = std::move(batch);
    m_next += count;
    m_worker->delivered(weight);
    if (!m_outbox.empty())
        postOutbox();
    return true;
}

} // namespace sonde::wire
