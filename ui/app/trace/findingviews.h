// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"
#include "findings/engine/specification.h"
#include "widgets/findings/specificationwindow.h"

#include <QObject>
#include <QPointer>

namespace sonde::models {
class ServerModel;
}

namespace sonde::widgets {
class FindingsPanel;
class MessageDetail;
class OverviewPanel;
class TracePanel;
} // namespace sonde::widgets

namespace sonde::app {

class Panels;
class StatusLine;
class TraceCommands;
class Workspace;

// The way from a finding to its message and the value in it, and from the overview to the findings;
// and the counts of findings beside the servers and in the status bar.
class FindingViews : public QObject {
    Q_OBJECT
public:
    struct Parts {
        widgets::TracePanel &trace;
        widgets::MessageDetail &detail;
        widgets::FindingsPanel &findings;
        widgets::OverviewPanel &overview;
        Panels &tabs;
        TraceCommands &commands;
        models::ServerModel &servers;
        StatusLine &status;
    };

    FindingViews(const Parts &parts, Workspace &workspace, QObject *parent); // which they outlive

    void show(const findings::Finding &finding);
    widgets::SpecificationWindow *specification() const { return m_specification; }

private:
    void count(const QString &server);
    void showSpecification(findings::Subject subject, const QString &server);

    Parts m_parts;
    Workspace &m_workspace;
    QPointer<widgets::SpecificationWindow> m_specification; // while it is open
};

} // namespace sonde::app
