// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/trace/traceworkbench.h"

#include "models/document/tracedocument.h"
#include "models/findings/coverage.h"
#include "models/findings/findinglist.h"
#include "widgets/findings/findingsview.h"
#include "widgets/findings/specificationwindow.h"
#include "widgets/trace/annotations.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/foundplace.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/statisticswindow.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

namespace sonde::widgets {

namespace {

void bringToFront(QWidget &window)
{
    window.show();
    window.raise();
    window.activateWindow();
}

} // namespace

TraceWorkbench::TraceWorkbench(models::TraceDocument &document, QWidget *window)
    : QObject(window)
    , m_document(document)
    , m_window(window)
    , m_trace(new TracePanel(document, window))
    , m_detail(new MessageDetail(document.model(), window))
{
    connect(m_trace, &TracePanel::said, this, &TraceWorkbench::said);
    connect(m_trace, &TracePanel::exported, this,
        [this](const QString &path) { Q_EMIT said(tr("Exported to %1").arg(path)); });
    connectDetail();
}

// From the list to the message, and back.
void TraceWorkbench::connectDetail()
{
    connect(m_trace, &TracePanel::messageSelected, m_detail, &MessageDetail::showMessage);
    connect(m_detail, &MessageDetail::messageRequested, m_trace, &TracePanel::showMessage);
    new FoundPlace(*m_trace, *m_detail);
    connect(m_detail, &MessageDetail::noteRequested, &m_trace->messageActions().annotations(),
        &Annotations::edit);
    connect(
        m_detail, &MessageDetail::conditionUsed, &m_trace->filterBar(), &FilterBar::useCondition);
    connect(
        m_detail, &MessageDetail::specificationRequested, this, &TraceWorkbench::showSpecification);
}

void TraceWorkbench::follow(const FindingsView &findings)
{
    connect(&findings, &FindingsView::findingRequested, this, &TraceWorkbench::showFinding);
    connect(&findings, &FindingsView::messageRequested, this, &TraceWorkbench::showNumber);
}

void TraceWorkbench::showNumber(trace::Number number)
{
    Q_EMIT listRequested();
    if (number == 0) {
        Q_EMIT said(tr("The message is no longer in the trace."));
        return;
    }
    m_trace->showMessage(number);
    m_trace->view().setFocus(Qt::OtherFocusReason);
}

void TraceWorkbench::showFinding(const findings::Finding &finding)
{
    const trace::Number number = finding.messages.front();
    const bool isThere = m_document.model().rowOf(number) >= 0;
    showNumber(isThere ? number : 0);
    if (isThere)
        m_detail->showFinding(finding);
}

void TraceWorkbench::setServer(const QString &server)
{
    m_server = server;
    if (m_statistics)
        m_statistics->setServer(server);
}

void TraceWorkbench::showStatistics()
{
    if (!m_statistics) {
        m_statistics = new StatisticsWindow(m_document.model(), m_trace->proxy(), m_window);
        m_statistics->setAttribute(Qt::WA_DeleteOnClose);
        m_statistics->setServer(m_server);
        connect(
            m_statistics, &StatisticsWindow::filterRequested, this, [this](const QString &filter) {
                Q_EMIT listRequested();
                m_trace->filterBar().edit().setText(filter);
            });
    }
    bringToFront(*m_statistics);
}

// In the revision that the server was seen to follow.
void TraceWorkbench::showSpecification(findings::Subject subject, const QString &server)
{
    subject.revision = models::coverageOf(m_document.findings(), server).revision;
    if (!m_specification) {
        m_specification = new SpecificationWindow(m_window);
        m_specification->setAttribute(Qt::WA_DeleteOnClose);
    }
    m_specification->showSubject(subject);
    bringToFront(*m_specification);
}

} // namespace sonde::widgets
