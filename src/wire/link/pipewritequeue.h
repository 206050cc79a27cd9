// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"

#include <QObject>

#include <functional>
#include <memory>
#include <vector>

class QSocketNotifier;

namespace sonde::wire {

// The writing end of a pipe with a queue. Immediately writes as much as fits into the pipe.
class PipeWriteQueue : public QObject {
    Q_OBJECT
public:
    using Sink = std::function<void(const Bytes &, Stamp)>;

    explicit PipeWriteQueue(Sink sink, QObject *parent = nullptr);
    ~PipeWriteQueue() override;

    void open(int fd); // takes ownership, and writes the data queued before
    void close(); // immediately
    void closeWhenEmpty();

    // Returns false if more than kMaxQueued bytes wait, because the peer does not read.
    bool push(const Bytes &bytes);
    void cork() { ++m_corked; }
    void uncork();

Q_SIGNALS:
    void broken(); // the peer has closed its end; the queue was dropped

private:
    void flush();
    bool writeSome();
    void recordWritten(std::size_t count, Stamp at);

    Sink m_sink;
    int m_fd = -1;
    bool m_closed = false;
    bool m_closing = false;
    int m_corked = 0;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::vector<Bytes> m_queue;
    std::size_t m_first = 0; // index in m_queue of the first unwritten piece
    std::size_t m_waiting = 0; // bytes
};

} // namespace sonde::wire
