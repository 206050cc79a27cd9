// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/recorder/changelog.h"

#include <functional>
#include <memory>
#include <mutex>
#include <vector>

namespace sonde::trace {

// The readers of a recording, and what is new for them.
class LogReaders {
public:
    explicit LogReaders(std::mutex &recording); // outlives it

    std::unique_ptr<Store::Reader> add(std::function<void()> wake); // outlived by this

    // These are called with the recording's mutex held; then tell(), which returns whether wake()
    // has to be called without it.
    void append(Number number, const Record &record) { m_log.append(number, record); }
    void change(Number number, const Record &record) { m_log.change(number, record); }
    bool tell();

    void wake();

private:
    class LogReader;

    std::mutex &m_recording;
    ChangeLog m_log;
    std::vector<LogReader *> m_readers; // changed with both mutexes held
    std::mutex m_waking; // held while readers are woken
};

} // namespace sonde::trace
