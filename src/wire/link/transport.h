// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "base/error.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>

namespace sonde::wire {

// The steps of starting a server, in order.
struct StartReport {
    QString url; // of a server that is reached by HTTP; the rest is then empty
    QString program; // as given
    QString resolved; // the file that was executed; empty when none was found
    QStringList searched; // the folders looked at, in order
    QString workingDirectory;
    QStringList arguments;
    QStringList environment; // what the launch adds: names, with redacted values
    qint64 pid = 0;
    qint64 resolveNs = 0; // how long finding the program took
    qint64 spawnNs = 0; // how long starting it took
};

struct ExitReport {
    std::optional<int> exitCode; // one of the two is set once the process has ended
    std::optional<int> signal;
    bool requested = false; // by stop()
    int survivors = 0; // processes of the group that had to be killed
    QString cause; // why Sonde ended the process, unless by stop()
    QString sentence() const; // "exit code 1", "killed by SIGSEGV", …
};

// Receives the events of a transport. Called on the transport's thread, never from inside a call of
// the transport's own functions, except sent(). The transport must not be deleted inside such a
// call.
class TransportSink {
public:
    virtual ~TransportSink() = default;
    virtual void started(const StartReport &report) = 0;
    virtual void failed(const StartReport &report, const Error &error) = 0; // never started
    virtual void sent(const Bytes &bytes, Stamp at) = 0; // at the write call that took them
    virtual void received(const Bytes &bytes, Stamp at) = 0; // at the read call that gave them
    virtual void diagnostics(const Bytes &bytes, Stamp at) = 0; // stderr
    // The server is still being fetched by that program: "npx". Again every second.
    virtual void fetching(const QString &) { }
    virtual void ended(const ExitReport &report) = 0; // after the last bytes of every channel
};

// Moves bytes; framing and parsing are the sink's.
class Transport : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // Before anything else; the sink outlives the transport.
    void setSink(TransportSink *sink) { m_sink = sink; }

    virtual void start() = 0;
    // Queues bytes. Over the limit of the queue the process is ended, and ended() says that it does
    // not read. Bytes queued between cork() and uncork() leave in one write.
    virtual void send(const Bytes &bytes) = 0;
    virtual void cork() { }
    virtual void uncork() { }
    // The stop ladder (2025-11-25 basic/lifecycle#stdio); ended() follows.
    virtual void stop() = 0;
    // Back-pressure: false stops reading.
    virtual void setReading(bool reading) = 0;

protected:
    TransportSink *m_sink = nullptr;
};

} // namespace sonde::wire
