// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

namespace sonde::app {

class StatusLine;
class Workspace;

// What was recorded so far, in the status line, and why nothing is written to the session file.
class RecordingWatch : public QObject {
    Q_OBJECT
public:
    // All outlive it.
    RecordingWatch(Workspace &workspace, StatusLine &status, QObject *parent);

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    void look();
    void showCounts();

    Workspace &m_workspace;
    StatusLine &m_status;
    bool m_isReported = false;
};

} // namespace sonde::app
