// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

class QWidget;

namespace sonde::models {
class TraceModel;
}

namespace sonde::widgets {
class BreakpointsPanel;
}

namespace sonde::app {

class Workspace;

// The panel that shows the breakpoints of the workspace's servers and taps; its filters are
// completed with what the trace has. Both outlive it.
widgets::BreakpointsPanel *makeBreakpointsPanel(
    Workspace &workspace, const models::TraceModel &trace, QWidget *parent);

} // namespace sonde::app
