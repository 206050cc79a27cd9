// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"

#include <QObject>

namespace sonde::widgets {
class FindingsPanel;
class MessageDetail;
class OverviewPanel;
class TracePanel;
} // namespace sonde::widgets

namespace sonde::app {

class Panels;
class TraceCommands;

// The way from a finding to its message and the value in it, and from the overview to the findings.
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
    };

    FindingViews(const Parts &parts, QObject *parent); // which they outlive

    void show(const findings::Finding &finding);

private:
    Parts m_parts;
};

} // namespace sonde::app
