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

// Connects an owner to a message transport. The transport lives on the wire thread, where it
// records and parses; its events arrive in batches on the owner's thread. Without a wire thread
// (the command line has none) everything happens on the owner's thread.
class Link : public QObject {
    Q_OBJECT
public:
    // The receiver may move from the events, send messages, and destroy the link.
    using Receiver = std::function<void(std::span<Event>)>;

    using Options = LinkOptions;

    // `makeTransport` is called on the wire thread.
    Link(LinkWorker::MakeTransport makeTransport, Options options, QObject *parent = nullptr);
    ~Link() override; // stops without waiting: a running process is handed to the reaper

    void setReceiver(Receiver receiver);
    void start();
    // Recorded as it is written.
    void send(Outgoing &&message);
    void stop();
    void setProtocol(const HttpProtocol &protocol);
    // Closes the stream of the response to this request; HTTP only.
    void abandon(const rpc::Id &id);
    void setBatchesAllowed(bool allowed);
    // The result of AuthorizationRequested; can also be called at any time with a new token.
    void setAuthorization(const AuthorizationGiven &given);
    // Sets a problem on the recorded message at that place of the received stream.
    void report(const rpc::Place &place, rpc::Problem problem);
    // Records a line about the connection.
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
    std::vector<Event> m_batch; // events being delivered
    std::size_t m_next = 0; // index of the first undelivered event
    std::vector<LinkWorker::Command> m_outbox; // commands given during a delivery; sent after it
};

} // namespace sonde::wire
