// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/output/output.h"
#include "cli/trace/traceoptions.h"
#include "trace/file/sessionstore.h"
#include "trace/filter/filterrun.h"
#include "trace/record/automaticmark.h"

#include <QObject>
#include <QTimer>

#include <deque>
#include <memory>

namespace sonde::cli {

// Prints the messages that another process records into a session file, as they arrive. A response
// has its duration.
class TraceTail : public QObject {
    Q_OBJECT
public:
    TraceTail(const TraceOptions &options, Output &out, Output &err);

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void look();
    void print(trace::Number number, const trace::Record &record);

    TraceOptions m_options;
    Output &m_out;
    Output &m_err;
    std::unique_ptr<trace::SessionStore> m_store;
    std::unique_ptr<trace::FilterRun> m_run;
    std::unique_ptr<trace::AutomaticMark> m_mark;
    std::deque<trace::Record> m_last; // as many as the mark looks at
    std::uint64_t m_seen = 0;
    QTimer m_timer;
};

// `trace tail`: until a signal comes. Returns the exit code.
int tailTrace(const TraceOptions &options, Output &out, Output &err);

} // namespace sonde::cli
