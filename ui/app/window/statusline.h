// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/session/servermodel.h"

#include <QStatusBar>

class QLabel;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::session {
class Observation;
}

namespace sonde::app {

// The status bar: the current server and its process, the session file, and the counts.
class StatusLine : public QStatusBar {
    Q_OBJECT
public:
    explicit StatusLine(QWidget *parent = nullptr);

    void setServer(const QString &name, const mcp::Client *client);
    void setObservation(const QString &name, const session::Observation &observation);
    void setRecording(const QString &path);
    void setRecordingFailed(const QString &sentence);
    // `errors` are error responses and tool errors: see models::ErrorCount.
    void setCounts(std::uint64_t messages, std::uint64_t bytes, std::uint64_t errors);
    // Of the current server: errors and warnings, each behind its flag.
    void setViolated(const models::LevelCounts &violated);
    void setWaiting(int requests); // server requests
    void setHeld(int messages); // at breakpoints of all servers and taps
    // Shows a sentence for five seconds.
    void toast(const QString &sentence);

private:
    void announceState(const QString &name, mcp::ClientState state, const QString &words);

    QString m_announcedServer; // whose state was announced, or would have been
    mcp::ClientState m_announcedState = mcp::ClientState::Stopped;
    int m_waitingCount = 0;
    int m_heldCount = 0;
    QLabel *m_dot;
    look::ColorLabel *m_server;
    look::ColorLabel *m_process;
    look::ColorLabel *m_recording;
    look::ColorLabel *m_file;
    look::ColorLabel *m_waiting;
    look::ColorLabel *m_held;
    look::ColorLabel *m_counts;
    look::ColorLabel *m_errors; // findings
    look::ColorLabel *m_warnings;
};

// The icon of a server in the state of its client, as all lists of servers show it.
QIcon stateIcon(const mcp::Client *client);
// "2025-11-25", "stopped", "start failed", …
QString stateText(const mcp::Client *client);
// "stdio", "HTTP", "HTTP+SSE"; `client` may be nullptr.
QString transportText(const mcp::Client *client, const wire::Endpoint &endpoint);
// A server that was never connected has no client: it is stopped.
models::ServerLive liveOf(const mcp::Client *client);

} // namespace sonde::app
