// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agentserver.h"
#include "cli/mcp/ownservers.h"
#include "cli/output/output.h"
#include "demo/dialogue/dialogue.h"
#include "rpc/lineframer.h"
#include "tap/record/taprecording.h"

#include <QObject>
#include <QSocketNotifier>
#include <QTimer>

namespace sonde::cli {

// The server for coding agents, on standard input and output.
class McpServer : public QObject, private demo::ReplyChannel {
    Q_OBJECT
public:
    // Both outlive it. `file` as for tap::RecordingFile.
    McpServer(agent::Permissions permissions, const QString &file, Output &out, Output &err);
    ~McpServer() override;

    // Begins the session file, in which a window follows what the agent does. Without it the newest
    // bytes are kept in memory.
    Result<void> record();

    void start();
    void interrupt(int signal);

Q_SIGNALS:
    void finished(int exitCode);

private:
    void send(std::string_view message) override;
    void respond(std::string_view response, demo::ReplyKind) override { send(response); }

    void readInput();
    void receive(const rpc::Frame &frame);
    void endInput();
    void sweep();
    void stopServers();
    void end();

    Output &m_out;
    Output &m_err;
    tap::Announcement m_announcement;
    tap::TapRecording m_file;
    agent::Recording m_recording;
    agent::Permissions m_permissions;
    OwnServers m_ownServers{m_recording.sink()};
    const agent::AgentSurroundings m_surroundings = m_ownServers.surroundings();
    agent::Toolbox m_toolbox{m_recording, m_permissions, m_surroundings};
    agent::AgentServer m_server;
    demo::Dialogue m_dialogue{m_server, *this};
    rpc::LineFramer m_lines{demo::kMaxMessage};
    QSocketNotifier m_input;
    QTimer m_lastWork; // for calls that run when the input ends, and for servers that stop
    bool m_sweeps = false; // soon
    bool m_knowsHost = false; // windows know who starts it
    bool m_isEnding = false;
    bool m_isStopping = false;
    bool m_isOver = false;
};

} // namespace sonde::cli
