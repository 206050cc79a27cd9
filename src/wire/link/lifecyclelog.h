// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"

#include <QString>

#include <optional>

namespace sonde::wire {

// Records lifecycle events of a connection as lines of text, with the clock of its messages.
class LifecycleLog {
public:
    // Nothing is recorded before open(), or if `traffic` is null.
    void open(rpc::TrafficSink *traffic, rpc::StreamId stream);
    bool isOpen() const { return m_open; }
    // `about`: where the message begins that the event is about.
    void record(const QString &what, const QString &detail,
        const std::optional<rpc::Place::About> &about = {});

private:
    rpc::TrafficSink *m_traffic = nullptr;
    rpc::StreamId m_stream = 0;
    std::uint64_t m_offset = 0;
    bool m_open = false;
};

} // namespace sonde::wire
