// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/recordingwatch.h"

#include "app/window/statusline.h"
#include "app/workspace/workspace.h"
#include "models/document/tracedocument.h"
#include "models/trace/errorcount.h"
#include "models/trace/tracemodel.h"

namespace sonde::app {

RecordingWatch::RecordingWatch(Workspace &workspace, StatusLine &status, QObject *parent)
    : QObject(parent)
    , m_workspace(workspace)
    , m_status(status)
{
    connect(&workspace, &Workspace::recordingFailed, this, [this](const Error &error) {
        m_status.setRecordingFailed(error.sentence);
        Q_EMIT failed(tr("Nothing is written to a session file: %1").arg(error.sentence));
    });
    connect(&workspace.trace().model(), &models::TraceModel::taken, this, &RecordingWatch::look);
    showCounts();
}

void RecordingWatch::showCounts()
{
    const trace::Recorder &recorder = m_workspace.recorder();
    m_status.setCounts(
        recorder.messageCount(), recorder.byteCount(), m_workspace.trace().errors().count());
}

// The writer's thread reports a full disk by a flag, which is read with every batch.
void RecordingWatch::look()
{
    showCounts();
    const auto failure = m_isReported ? std::nullopt : m_workspace.recorder().failure();
    if (!failure)
        return;
    m_isReported = true;
    m_status.setRecordingFailed(failure->sentence);
    Q_EMIT failed(tr("Sonde no longer writes to the session file: %1").arg(failure->sentence));
}

} // namespace sonde::app
