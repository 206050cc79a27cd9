// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/breakpointsource.h"

#include "app/workspace/workspace.h"
#include "models/trace/filterwords.h"
#include "models/trace/tracemodel.h"
#include "widgets/tap/breakpointspanel.h"

namespace sonde::app {

widgets::BreakpointsPanel *makeBreakpointsPanel(
    Workspace &workspace, const models::TraceModel &trace, QWidget *parent)
{
    return new widgets::BreakpointsPanel(
        {[&workspace](const QString &name) { return workspace.breakpoints(name); },
            [&trace] { return models::filterWords(trace); }},
        parent);
}

} // namespace sonde::app
