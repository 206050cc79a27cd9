// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/findingviews.h"

#include "app/trace/tracecommands.h"
#include "app/window/panels.h"
#include "app/window/statusline.h"
#include "app/workspace/workspace.h"
#include "models/document/tracedocument.h"
#include "models/findings/coverage.h"
#include "models/findings/findinglist.h"
#include "models/session/servermodel.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"

namespace sonde::app {

FindingViews::FindingViews(const Parts &parts, Workspace &workspace, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
    , m_workspace(workspace)
{
    connect(&workspace.trace().findings(), &models::FindingList::violatedChanged, this,
        &FindingViews::count);
    connect(&workspace, &Workspace::currentChanged, this, [this] { count(m_workspace.current()); });
    m_parts.overview.setFindings(workspace.trace().findings());
    connect(&m_parts.overview, &widgets::OverviewPanel::findingsRequested, this,
        [this] { m_parts.tabs.show(&m_parts.findings); });
    connect(&m_parts.detail, &widgets::MessageDetail::specificationRequested, this,
        &FindingViews::showSpecification);
    connect(&m_parts.findings.view(), &widgets::FindingsView::findingRequested, this,
        &FindingViews::show);
    connect(&m_parts.findings.view(), &widgets::FindingsView::messageRequested, this,
        [this](trace::Number number) { m_parts.commands.showNumber(number); });
}

void FindingViews::count(const QString &server)
{
    const models::LevelCounts violated = m_workspace.trace().findings().violated(server);
    m_parts.servers.setViolated(server, violated);
    if (server == m_workspace.current())
        m_parts.status.setViolated(server.isEmpty() ? models::LevelCounts() : violated);
}

// In the revision that the server was seen to follow.
void FindingViews::showSpecification(findings::Subject subject, const QString &server)
{
    subject.revision = models::coverageOf(m_workspace.trace().findings(), server).revision;
    if (!m_specification) {
        m_specification = new widgets::SpecificationWindow(m_parts.trace.window());
        m_specification->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_specification->showSubject(subject);
    m_specification->show();
    m_specification->raise();
    m_specification->activateWindow();
}

void FindingViews::show(const findings::Finding &finding)
{
    const bool isThere = m_workspace.trace().model().rowOf(finding.messages.front()) >= 0;
    m_parts.commands.showNumber(isThere ? finding.messages.front() : 0);
    if (isThere)
        m_parts.detail.showFinding(finding);
}

} // namespace sonde::app
