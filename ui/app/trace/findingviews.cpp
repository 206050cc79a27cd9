// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/findingviews.h"

#include "app/trace/tracecommands.h"
#include "app/window/panels.h"
#include "models/trace/findinglist.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"

namespace sonde::app {

FindingViews::FindingViews(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
{
    m_parts.overview.setFindings(m_parts.trace.findings());
    connect(&m_parts.overview, &widgets::OverviewPanel::findingsRequested, this,
        [this] { m_parts.tabs.show(&m_parts.findings); });
    connect(&m_parts.findings.view(), &widgets::FindingsView::findingRequested, this,
        &FindingViews::show);
}

void FindingViews::show(const findings::Finding &finding)
{
    const bool isThere = m_parts.trace.model().rowOf(finding.messages.front()) >= 0;
    m_parts.commands.showNumber(isThere ? finding.messages.front() : 0);
    if (isThere)
        m_parts.detail.showFinding(finding);
}

} // namespace sonde::app
