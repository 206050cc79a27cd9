// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"

#include <QObject>

#include <sys/types.h>

namespace sonde::widgets {
class DoingAction;
class ProcessPanel;
} // namespace sonde::widgets

namespace sonde::app {

class Workspace;

// The way from a pending request of the trace to what the process does that has to respond.
class PendingProcess : public QObject {
    Q_OBJECT
public:
    // A child of the action. The workspace outlives both; the panel is there when it is triggered.
    PendingProcess(
        Workspace &workspace, widgets::DoingAction &action, widgets::ProcessPanel &panel);

    // The process that requests of that conversation belong to: of a server that Sonde has started,
    // or that a host has started through a tap. 0: none runs, or it is not on this machine.
    pid_t processOf(const rpc::StreamInfo &conversation) const;

private:
    void show(const QString &server);

    Workspace &m_workspace;
    widgets::ProcessPanel &m_panel;
};

} // namespace sonde::app
