// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/tools/toolactions.h"

#include "mcp/client/client.h"
#include "session/call/toolcall.h"
#include "widgets/kit/frame/panel.h"
#include "widgets/tools/callpane.h"

#include <QAction>

namespace sonde::widgets {

using Menu = Panel::Menu;

ToolActions::ToolActions(Panel *panel, CallPane *callPane)
    : QObject(panel)
    , m_panel(panel)
    , m_callPane(callPane)
{
    makeCallActions();
    makeSavedCallActions();
    makeEditorActions();
    m_reload = panel->addToMenu(
        Menu::Tools, QStringLiteral("reloadTools"), tr("Reload &tools"), "restart");
    connect(m_reload, &QAction::triggered, this, &ToolActions::reloadRequested);
}

void ToolActions::makeCallActions()
{
    m_callMany = m_panel->addToMenu(Menu::Call, QStringLiteral("callMany"), tr("Call &many times…"),
        nullptr, QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Return));
    m_fanOut = m_panel->addToMenu(Menu::Call, QStringLiteral("callOnServers"),
        tr("Call on s&everal servers…"), nullptr, QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_F));
    m_callAsTask =
        m_panel->addToMenu(Menu::Call, QStringLiteral("callAsTask"), tr("Call as a tas&k"), "task");
    m_askForProgress =
        m_panel->addToMenu(Menu::Call, QStringLiteral("requestProgress"), tr("Request &progress"));
    m_askForProgress->setCheckable(true);
    m_askForProgress->setChecked(true);
    m_confirmDestructive = m_panel->addToMenu(Menu::Call, QStringLiteral("confirmDestructive"),
        tr("Confirm &destructive calls on this server"));
    m_confirmDestructive->setCheckable(true);
    m_showLog = m_panel->addToMenu(
        Menu::Call, QStringLiteral("showCallLog"), tr("Lo&g and progress of the call"), "log");
    connect(m_callMany, &QAction::triggered, this, &ToolActions::callManyRequested);
    connect(m_fanOut, &QAction::triggered, this, &ToolActions::fanOutRequested);
    connect(m_callAsTask, &QAction::triggered, this, &ToolActions::callAsTaskRequested);
    connect(m_askForProgress, &QAction::triggered, m_callPane, &CallPane::setWantProgress);
    connect(
        m_confirmDestructive, &QAction::triggered, this, &ToolActions::asksBeforeDestructiveChosen);
    connect(m_showLog, &QAction::triggered, this, &ToolActions::logRequested);
}

void ToolActions::makeSavedCallActions()
{
    m_runSavedCall = m_panel->addToMenu(Menu::Call, QStringLiteral("runSavedCall"),
        tr("&Run the last saved call"), "play", QKeySequence(Qt::Key_F9));
    m_savedCalls = m_panel->addToMenu(Menu::Call, QStringLiteral("savedCalls"), tr("Sa&ved calls…"),
        nullptr, QKeySequence(Qt::SHIFT | Qt::Key_F9));
    m_saveCall = m_panel->addToMenu(Menu::Call, QStringLiteral("saveCall"), tr("Save this ca&ll…"),
        "save", QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_S));
    connect(m_runSavedCall, &QAction::triggered, this, [this] {
        Q_EMIT m_panel->showRequested();
        Q_EMIT lastSavedCallRequested();
    });
    connect(m_savedCalls, &QAction::triggered, this, [this] {
        Q_EMIT m_panel->showRequested();
        Q_EMIT savedCallsRequested(false);
    });
    connect(m_saveCall, &QAction::triggered, this, [this] { Q_EMIT savedCallsRequested(true); });
}

void ToolActions::makeEditorActions()
{
    QAction *formOrJson = m_panel->addToMenu(Menu::Call, QStringLiteral("formOrJson"),
        tr("&Form or JSON text"), "form", QKeySequence(Qt::CTRL | Qt::Key_J));
    QAction *next = m_panel->addToMenu(Menu::Call, QStringLiteral("nextProblem"),
        tr("Ne&xt problem"), "problem", QKeySequence(Qt::Key_F8));
    QAction *previous = m_panel->addToMenu(Menu::Call, QStringLiteral("previousProblem"),
        tr("Previo&us problem"), nullptr, QKeySequence(Qt::SHIFT | Qt::Key_F8));
    m_editorActions = {formOrJson, next, previous};
    connect(formOrJson, &QAction::triggered, this, [this] {
        Q_EMIT m_panel->showRequested();
        m_callPane->switchView();
    });
    connect(next, &QAction::triggered, m_callPane, [pane = m_callPane] { pane->goToProblem(1); });
    connect(
        previous, &QAction::triggered, m_callPane, [pane = m_callPane] { pane->goToProblem(-1); });
}

void ToolActions::update(const Shown &shown)
{
    const mcp::Client *const client = shown.client;
    const bool ready = client && client->state() == mcp::ClientState::Ready;
    const bool stateless = ready && client->negotiated().era == mcp::Era::Modern;
    // What acts on the tool that is selected acts only where it can be seen.
    const bool inFront = m_panel->isVisibleTo(m_panel->window());
    const bool callable = inFront && m_panel->canRunCommand(Panel::Command::Call);
    m_callMany->setEnabled(callable);
    m_fanOut->setEnabled(callable);
    // 2025-11-25 basic/utilities/tasks: in later revisions the server decides; earlier ones have no
    // tasks.
    m_callAsTask->setEnabled(callable && ready && !stateless
        && bool(client->negotiated().serverCapabilities()["tasks"]["requests"]["tools"]["call"]));
    m_confirmDestructive->setEnabled(!shown.server.isEmpty());
    m_confirmDestructive->setChecked(shown.asksBeforeDestructive);
    m_showLog->setEnabled(inFront && m_panel->canRunCommand(Panel::Command::ShowInTrace));
    m_runSavedCall->setEnabled(ready && !(shown.call && shown.call->isPending()));
    m_savedCalls->setEnabled(!shown.server.isEmpty());
    m_saveCall->setEnabled(inFront && shown.call);
    for (QAction *action : m_editorActions)
        action->setEnabled(inFront && shown.call);
    m_reload->setEnabled(ready);
}

} // namespace sonde::widgets
