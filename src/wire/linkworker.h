// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/mailbox.h"
#include "rpc/lineframer.h"
#include "rpc/tap.h"
#include "wire/event.h"
#include "wire/sendlog.h"

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
    rpc::Tap *tap = nullptr; // outlives the link; nullptr: nothing is recorded
    QString server{}; // for the tap
    int connection = 0;
    bool probe = false;
    std::size_t maxLine = std::size_t(256) << 20;
    bool batchesAllowed = true; // see Link::setBatchesAllowed()
};

// The half of a link that lives where the bytes are: reports to the tap first, then frames and
// reads the messages, and hands events on in batches.
class LinkWorker final : public QObject, private TransportSink {
    Q_OBJECT
public:
    using MakeTransport = std::function<std::unique_ptr<Transport>()>;
    using Receiver = std::function<void(std::span<Event>)>;

    struct Start { };
    struct Stop { };
    struct BatchesAllowed {
        bool allowed = false;
    };
    struct Report {
        std::uint64_t offset = 0;
        rpc::Problem problem = rpc::Problem::None;
    };
    struct Note {
        QString what;
        QString detail;
    };
    // Bytes: a message to send.
    using Command = std::variant<Bytes, Start, Stop, BatchesAllowed, Report, Note>;

    // Destroys a worker on its own thread, and never inside its own call.
    struct Retire {
        void operator()(LinkWorker *worker) const;
    };

    LinkWorker(MakeTransport makeTransport, LinkOptions options);
    ~LinkWorker() override;

    // One thread for all: events are handed on in place.
    void setDirectReceiver(std::shared_ptr<Receiver> receiver);
    void execute(Command &command);

    // Two threads: from the owner's. True when runCommands() must be called on this thread.
    bool post(Command command) { return m_commands.post(std::move(command)); }
    bool postAll(std::vector<Command> &commands) { return m_commands.postAll(commands); }
    void runCommands();
    // All events that wait, in order; delivered() gives their weight back.
    void takeEvents(std::vector<Event> &into) { m_outgoing.drain(into); }
    void delivered(std::size_t weight);
    static std::size_t weightOf(const Event &event);

Q_SIGNALS:
    void eventsWaiting(); // once for all that come until takeEvents()

private:
    void started(const StartReport &report) override;
    void failed(const StartReport &report, const Error &error) override;
    void sent(const Bytes &bytes, Stamp at) override;
    void received(const Bytes &bytes, Stamp at) override;
    void diagnostics(const Bytes &bytes, Stamp at) override;
    void ended(const ExitReport &report) override;

    void run(const Bytes &message) { m_sendLog.add(message); }
    void run(Start);
    void run(Stop);
    void run(BatchesAllowed command) { m_options.batchesAllowed = command.allowed; }
    void run(const Report &command);
    void run(const Note &command) { record(command.what, command.detail); }

    void openStreams();
    void record(const QString &what, const QString &detail);
    void onLine(rpc::Frame frame, Stamp at);
    void onDiagnosticLine(const rpc::Frame &frame, Stamp at);
    void tell(rpc::Message message, std::uint64_t offset, Stamp at);
    void handOn();
    void resume();

    MakeTransport m_makeTransport;
    LinkOptions m_options;
    std::unique_ptr<Transport> m_transport;
    SendLog m_sendLog;
    bool m_ended = false;

    rpc::StreamId m_receivedStream = 0;
    rpc::StreamId m_diagnosticsStream = 0;
    rpc::StreamId m_lifecycleStream = 0;
    std::uint64_t m_lifecycleOffset = 0;
    rpc::LineFramer m_lines;
    rpc::LineFramer m_diagnosticLines;

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
