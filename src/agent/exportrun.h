// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agenttoolcall.h"
#include "agent/connections.h"
#include "agent/permissions.h"
#include "agent/recording.h"
#include "base/backgroundjob.h"
#include "base/result.h"

#include <QObject>

#include <cstdint>

namespace sonde::agent {

// export: has the path allowed by the person, and writes what matches a filter into a new file.
class ExportRun : public QObject {
    Q_OBJECT
public:
    // All of them outlive it.
    ExportRun(const AgentToolCall &tool, Recording &recording, const Connections &connections,
        Permissions &permissions);

    void start();

private:
    void write();
    void finish(const Result<void> &done, std::int64_t records);

    const AgentToolCall m_tool;
    Recording &m_recording;
    const Connections &m_connections;
    Permissions &m_permissions;
    QString m_path; // without symbolic links in its folder
    // Other calls are served meanwhile. It reads the recording, which may end after this.
    BackgroundJob m_writing{this, BackgroundJob::Ending::Join};
};

} // namespace sonde::agent
