// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "rpc/trafficsink.h"

#include <QString>

class QThread;

namespace sonde::session {

// Records what is built before a server is restarted beside the server's traffic: why, what was
// run, each line of its output, and how it ended. Recording happens on the wire thread, as all
// traffic does.
class BuildLog {
public:
    // Lines of one build, and bytes of a line, that are recorded.
    static constexpr int kMaxLines = 10'000;
    static constexpr std::size_t kMaxLine = 16'384;

    // `traffic` outlives the thread; without traffic nothing is recorded. Without a thread it is
    // recorded on that of the caller.
    BuildLog(QString server, rpc::TrafficSink *traffic, QThread *wire);
    ~BuildLog();
    BuildLog(const BuildLog &) = delete;
    BuildLog &operator=(const BuildLog &) = delete;

    // `what` is an id of rpc/lifecycle.h.
    void event(const char *what, const QString &detail);
    void line(const Bytes &text, Stamp at); // of the output, without its end

private:
    class Writer;
    Writer *m_writer = nullptr; // lives on the wire thread
};

} // namespace sonde::session
