// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/mailbox.h"
#include "rpc/lineframer.h"
#include "rpc/message.h"
#include "rpc/tap.h"
#include "wire/transport.h"

#include <QObject>

#include <functional>
#include <memory>
#include <span>
#include <variant>
#include <vector>

class QThread;

namespace sonde::wire {

struct Started {
    StartReport report;
};
struct StartFailed {
    StartReport report;
    Error error;
};
struct Received {
    rpc::Message message; // also Kind::Invalid
    Stamp at;
    std::uint64_t offset = 0; // in the received stream, for rpc::Tap::problem
};
struct Diagnostic {
    Bytes line;
    Stamp at;
};
struct Sent {
    std::uint64_t sequence = 0; // of the send() call
    Stamp at;
};
struct Ended {
    ExitReport report;
    Stamp at;
};
using Event = std::variant<Started, StartFailed, Received, Diagnostic, Ended>;

// A connection's wire: the transport on the wire thread, the reports to the tap, the framing and
// reading of messages there, and batches of events to whoever owns the link, on the owner's
// thread. With no wire thread everything happens on the owner's (the command line does so).
class Link : public QObject {
    Q_OBJECT
public:
    using Receiver = std::function<void(std::span<Event>)>;

    struct Options {
        QThread *thread = nullptr; // the wire thread; nullptr: the current one
        rpc::Tap *tap = nullptr; // outlives the link; nullptr: nothing is recorded
        QString server; // for the tap
        int connection = 0;
        bool probe = false;
        std::size_t maxLine = std::size_t(256) << 20;
        bool batchesAllowed = true; // see setBatchesAllowed()
    };

    // `makeTransport` runs on the wire thread.
    Link(std::function<std::unique_ptr<Transport>()> makeTransport, Options options,
        QObject *parent = nullptr);
    ~Link() override; // stops without waiting: a running process is handed to the reaper

    void setReceiver(Receiver receiver);
    void start();
    // One message without its line end, which the link adds. Recorded as it is written.
    void send(const Bytes &message);
    void stop();
    void setBatchesAllowed(bool allowed);
    // Marks the message at that place of the received stream, in the recording.
    void report(std::uint64_t receivedOffset, rpc::Problem problem);
    // A line for the trace about the connection itself.
    void note(const QString &what, const QString &detail);

private:
    class Worker;
    void deliver();

    Receiver m_receiver;
    std::shared_ptr<Worker> m_worker;
    std::vector<Event> m_batch;
};

} // namespace sonde::wire
