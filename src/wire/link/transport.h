// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "base/error.h"
#include "rpc/endreport.h"
#include "rpc/sentence.h"

#include <QObject>
#include <QString>
#include <QStringList>

#include <optional>

namespace sonde::wire {

// The steps of starting a server, in order.
struct StartReport {
    QString url; // of a server reached over HTTP; the other members are then empty
    QString program; // as given
    QString resolved; // the file executed; empty if none was found
    QStringList searched; // the folders searched, in order
    QString workingDirectory;
    QStringList arguments;
    QStringList environment; // variables that the launch adds, with redacted values
    qint64 pid = 0;
    qint64 resolveNs = 0; // duration of finding the program
    qint64 spawnNs = 0; // duration of starting it
    rpc::Sentence failure; // why it was not started, for the recording
};

struct ExitReport {
    std::optional<int> exitCode; // one of the two is set once the process has ended
    std::optional<int> signal;
    bool requested = false; // by stop()
    int survivors = 0; // processes of the group that had to be killed
    QString stillRunning; // processes outside of the group, as in rpc::EndReport
    // Why Sonde ended the process, other than by stop(), or why the stream of a connection ended.
    rpc::EndReport::Cause cause = rpc::EndReport::Cause::None;
    rpc::StreamBreak streamBreak; // of the cause StreamBroken
    static ExitReport byStop(); // of a connection without a process
    rpc::EndReport end() const; // for those who show or record it
};

// Receives the events of a transport. Called on the transport's thread, never from inside a
// function of the transport, except sent(). Must not delete the transport.
class TransportSink {
public:
    virtual ~TransportSink() = default;
    virtual void started(const StartReport &report) = 0;
    virtual void failed(const StartReport &report, const Error &error) = 0; // it was not started
    virtual void sent(const Bytes &bytes, Stamp at) = 0; // when the write call accepted them
    virtual void received(const Bytes &bytes, Stamp at) = 0; // when the read call returned them
    virtual void diagnostics(const Bytes &bytes, Stamp at) = 0; // stderr
    // A program, such as "npx", is still downloading the server. Called every second.
    virtual void fetching(const QString &) { }
    virtual void ended(const ExitReport &report) = 0; // after the last bytes of every channel
};

// Transfers bytes; the sink splits and parses them.
class Transport : public QObject {
    Q_OBJECT
public:
    using QObject::QObject;

    // Call it first; the sink outlives the transport.
    void setSink(TransportSink *sink) { m_sink = sink; }

    virtual void start() = 0;
    // Queues bytes. If the queue exceeds its limit, the process is ended, and ended() reports that
    // the server does not read. Bytes queued between cork() and uncork() are sent in one write.
    virtual void send(const Bytes &bytes) = 0;
    virtual void cork() { }
    virtual void uncork() { }
    // Starts the stop ladder (2025-11-25 basic/lifecycle#stdio); ended() follows.
    virtual void stop() = 0;
    // Back-pressure: false stops reading.
    virtual void setReading(bool reading) = 0;

protected:
    TransportSink *m_sink = nullptr;
};

} // namespace sonde::wire
