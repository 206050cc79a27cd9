// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/mailbox.h"
#include "wire/link/lifecyclelog.h"
#include "wire/link/messagetransport.h"

#include <QObject>

#include <atomic>
#include <functional>
#include <memory>
#include <span>
#include <variant>
#include <vector>

class QThread;

namespace sonde::wire {

// Puts something between a link and its transport; on the wire thread.
using DecorateTransport = std::function<std::unique_ptr<MessageTransport>(
    std::unique_ptr<MessageTransport>, const TransportContext &)>;

struct LinkOptions {
    QThread *thread = nullptr; // the wire thread; nullptr: the current one
    rpc::TrafficSink *traffic = nullptr; // outlives the link; nullptr: nothing is recorded
    QString server{}; // recorded with each stream
    int connection = 0;
    bool probe = false;
    std::size_t maxMessage = std::size_t(256) << 20;
    bool authorizes = false; // see TransportContext
    AuthorizationPtr authorization{};
    bool batchesAllowed = true; // see Link::setBatchesAllowed()
};

// The part of a link on the wire thread: owns the transport, runs its commands, and delivers its
// events in batches.
class LinkWorker final : public QObject, private MessageSink {
    Q_OBJECT
public:
    using MakeTransport =
        std::function<std::unique_ptr<MessageTransport>(const TransportContext &)>;
    using Receiver = std::function<void(std::span<Event>)>;

    struct Start { };
    struct Stop { };
    struct BatchesAllowed {
        bool allowed = false;
    };
    struct Abandon {
        rpc::Id id;
    };
    struct Report {
        rpc::StreamId stream = 0;
        std::uint64_t offset = 0;
        rpc::Problem problem = rpc::Problem::None;
    };
    struct Note {
        QString what;
        QString detail;
    };
    using Command = std::variant<Outgoing, Start, Stop, BatchesAllowed, HttpProtocol, Abandon,
        Report, Note, AuthorizationGiven>;

    // Deletes a worker on its own thread, and never inside one of its functions.
    struct Retire {
        void operator()(LinkWorker *worker) const;
    };

    LinkWorker(MakeTransport makeTransport, LinkOptions options);
    ~LinkWorker() override;

    // With a single thread: events are delivered directly.
    void setDirectReceiver(std::shared_ptr<Receiver> receiver);
    void execute(Command &command);
    void send(const Outgoing &message);

    // With two threads, called on the owner's. Returns true if runCommands() must be called on the
    // wire thread.
    bool post(Command command) { return m_commands.post(std::move(command)); }
    bool postAll(std::vector<Command> &commands) { return m_commands.postAll(commands); }
    void runCommands();
    // Takes all waiting events, in order; delivered() subtracts their size.
    void drainEvents(std::vector<Event> &into) { m_outgoing.drain(into); }
    void delivered(std::size_t weight);
    static std::size_t weightOf(const Event &event);

Q_SIGNALS:
    void eventsWaiting(); // once for all events until drainEvents()

private:
    std::vector<Event> &events() override { return m_events; }
    void handOn() override;

    void run(const Outgoing &message);
    void run(Start);
    void run(Stop);
    void run(BatchesAllowed command);
    void run(const HttpProtocol &protocol);
    void run(const Abandon &command);
    void run(const Report &command);
    void run(const Note &command);
    void run(const AuthorizationGiven &command);
    void flushUnlessBusy();
    void resume();

    MakeTransport m_makeTransport;
    LinkOptions m_options;
    LifecycleLog m_lifecycle;
    std::unique_ptr<MessageTransport> m_transport;

    std::vector<Event> m_events; // of the current call of the transport
    std::shared_ptr<Receiver> m_direct;
    bool m_busy = false; // inside the receiver

    Mailbox<Command> m_commands;
    std::vector<Command> m_running;
    Mailbox<Event> m_outgoing;
    std::atomic<std::size_t> m_undelivered = 0;
    std::atomic<bool> m_paused = false;
};

} // namespace sonde::wire
