// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "wire/link/linkworker.h"

#include <QObject>

#include <functional>
#include <memory>
#include <span>
#include <vector>

namespace sonde::wire {

// A connection's wire: the transport on the wire thread, which reports to the traffic and reads the
// messages there, and batches of events to whoever owns the link, on the owner's thread. With no
// wire thread everything happens on the owner's (the command line does so).
class Link : public QObject {
    Q_OBJECT
public:
    // The events are the receiver's to move from. It may send, and may destroy the link.
    using Receiver = std::function<void(std::span<Event>)>;

    using Options = LinkOptions;

    // `makeTransport` runs on the wire thread.
    Link(LinkWorker::MakeTransport makeTransport, Options options, QObject *parent = nullptr);
    ~Link() override; // stops without waiting: a running process is handed to the reaper

    void setReceiver(Receiver receiver);
    void start();
    // Recorded as it is written.
    void send(Outgoing &&message);
    void stop();
    void setProtocol(const HttpProtocol &protocol);
    // Closes the stream that would answer this request. Only HTTP has one.
    void abandon(const rpc::Id &id);
    void setBatchesAllowed(bool allowed);
    // The answer to AuthorizationRequested; also unasked, when there is another token.
    void setAuthorization(const AuthorizationGiven &given);
    // Marks the message at that place of the received stream, in the recording.
    void report(const rpc::Place &place, rpc::Problem problem);
    // A line for the trace about the connection itself.
    void logLifecycle(const QString &what, const QString &detail);

private:
    void post(LinkWorker::Command command);
    void postOutbox();
    void deliver();
    bool deliverSlice();

    std::shared_ptr<Receiver> m_receiver; // shared, because it may destroy the link
    std::unique_ptr<LinkWorker, LinkWorker::Retire> m_worker;
    bool m_threaded = false;
    bool m_delivering = false;
    std::vector<Event> m_batch; // what is being delivered
    std::size_t m_next = 0; // the first of m_batch that was not delivered
    std::vector<LinkWorker::Command> m_outbox; // given inside a delivery; leaves after it
};

} // namespace sonde::wire
