// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/trace/exerciseviews.h"

#include "app/window/panels.h"
#include "widgets/activity/loglevelbox.h"
#include "widgets/activity/logspanel.h"
#include "widgets/auth/authpanel.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/tools/toolspanel.h"

#include <QComboBox>

namespace sonde::app {

using models::ExerciseStep;

ExerciseViews::ExerciseViews(const Parts &parts, QObject *parent)
    : QObject(parent)
    , m_parts(parts)
{
    connect(&m_parts.findings.view(), &widgets::FindingsView::prepareRequested, this,
        &ExerciseViews::prepare);
}

widgets::Panel &ExerciseViews::panelOf(ExerciseStep step) const
{
    switch (step) {
    case ExerciseStep::LogIn:
        return m_parts.auth;
    case ExerciseStep::ListTools:
    case ExerciseStep::CallTool:
    case ExerciseStep::RespondToRequests:
    case ExerciseStep::CancelCall:
    case ExerciseStep::RunTask:
        return m_parts.tools;
    case ExerciseStep::ListResources:
    case ExerciseStep::ReadResource:
    case ExerciseStep::Subscribe:
        return m_parts.resources;
    case ExerciseStep::ListPrompts:
    case ExerciseStep::GetPrompt:
    case ExerciseStep::Complete:
        return m_parts.prompts;
    case ExerciseStep::ReceiveLogs:
        return m_parts.logs;
    case ExerciseStep::CheckServer:
        return m_parts.findings;
    case ExerciseStep::Connect:
    case ExerciseStep::EndConnection:
        break;
    }
    return m_parts.overview;
}

void ExerciseViews::prepare(ExerciseStep step)
{
    if (step == ExerciseStep::CheckServer) {
        if (!m_parts.findings.openCheck())
            Q_EMIT said(tr("Connect to the server first: a check sends to it."));
        return;
    }
    widgets::Panel &panel = panelOf(step);
    m_parts.tabs.show(&panel);
    if (step == ExerciseStep::ReceiveLogs)
        m_parts.logs.levelBox().box().setFocus(Qt::OtherFocusReason);
    else
        panel.setFocus(Qt::OtherFocusReason);
}

} // namespace sonde::app
