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

struct LinkOptions {
    QThread *thread = nullptr; // the wire thread; nullptr: the current one
    rpc::TrafficSink *traffic = nullptr; // outlives the link; nullptr: nothing is recorded
    QString server{}; // for the traffic
    int connection = 0;
    bool probe = false;
    std::size_t maxMessage = std::size_t(256) << 20;
    bool authorizes = false; // see TransportContext
    AuthorizationPtr authorization{};
    bool batchesAllowed = true; // see Link::setBatchesAllowed()
};

// The half of a link on the wire thread: owns the transport, runs its commands, and delivers its
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

    // Destroys a worker on its own thread, and never inside its own call.
    struct Retire {
        void operator()(LinkWorker *worker) const;
    };

    LinkWorker(MakeTransport makeTransport, LinkOptions options);
    ~LinkWorker() override;

    // One thread for all: events are handed on in place.
    void setDirectReceiver(std::shared_ptr<Receiver> receiver);
    void execute(Command &command);
    void send(const Outgoing &message);

    // Two threads: from the owner's. True when runCommands() must be called on this thread.
    bool post(Command command) { return m_commands.post(std::move(command)); }
    bool postAll(std::vector<Command> &commands) { return m_commands.postAll(commands); }
    void runCommands();
    // All events that wait, in order; delivered() gives their weight back.
    void drainEvents(std::vector<Event> &into) { m_outgoing.drain(into); }
    void delivered(std::size_t weight);
    static std::size_t weightOf(const Event &event);

Q_SIGNALS:
    void eventsWaiting(); // once for all that come until drainEvents()

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

    std::vector<Event> m_events; // of the present call of the transport
    std::shared_ptr<Receiver> m_direct;
    bool m_busy = false; // inside the receiver

    Mailbox<Command> m_commands;
    std::vector<Command> m_running;
    Mailbox<Event> m_outgoing;
    std::atomic<std::size_t> m_undelivered = 0;
    std::atomic<bool> m_paused = false;
};

} // namespace sonde::wire
