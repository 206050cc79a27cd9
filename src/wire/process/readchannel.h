// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"

#include <QObject>

#include <functional>
#include <memory>

class QSocketNotifier;

namespace sonde::wire {

// The reading end of a pipe. Reads fill large shared blocks, so that a small read needs no
// allocation and its bytes can be passed on without copying.
class ReadChannel : public QObject {
    Q_OBJECT
public:
    using Sink = std::function<void(const Bytes &, Stamp)>;

    ReadChannel(int fd, std::size_t blockSize, Sink sink, QObject *parent = nullptr);
    ~ReadChannel() override;

    bool atEnd() const { return m_fd < 0; }
    void setReading(bool reading);
    // Reads what the pipe contains, up to its end.
    void drain();

Q_SIGNALS:
    void ended(); // all writers have closed the pipe

private:
    void onReadable();
    std::size_t readOnce(); // number of bytes; 0: nothing available, or the end
    void close();

    int m_fd;
    std::size_t m_blockSize;
    Sink m_sink;
    std::unique_ptr<QSocketNotifier> m_notifier;
    std::shared_ptr<char[]> m_block;
    std::size_t m_used = 0;
    bool m_emptied = false; // the last read emptied the pipe
};

} // namespace sonde::wire
