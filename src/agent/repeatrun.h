// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agenttoolcall.h"
#include "agent/inspected.h"
#include "agent/permissions.h"
#include "agent/recording.h"
#include "replay/recordedresponses.h"
#include "replay/replayrun.h"

#include <QObject>
#include <QPointer>

#include <memory>
#include <optional>
#include <set>

namespace sonde::agent {

// replay: sends a connected server what a recording has of a client, and compares the responses.
// Requests of the server get the recorded responses. A call that is cancelled ends it.
class RepeatRun : public QObject {
    Q_OBJECT
public:
    // All of them outlive it, the server with the calls of its client.
    RepeatRun(const AgentToolCall &tool, Inspected &server, Permissions &permissions,
        Recording &recording);
    ~RepeatRun() override;

    // `name`: of the earlier connection in the recording; empty: the session file is read.
    void start(const QString &name);

private:
    Result<mock::MockScript> scriptOf(const QString &name);
    void choose();
    void confirm();
    void send();
    void finish();
    void abandon();

    const AgentToolCall m_tool;
    const QPointer<Inspected> m_server;
    Permissions &m_permissions;
    Recording &m_recording;
    mock::MockScript m_script;
    std::set<replay::Index> m_chosen;
    std::optional<replay::RecordedResponses> m_responses;
    bool m_isAutomatic = false; // this run responds to the server
    std::unique_ptr<replay::ReplayRun> m_run;
};

} // namespace sonde::agent
