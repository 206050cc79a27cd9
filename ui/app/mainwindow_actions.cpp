// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// What triggers what, and what can be triggered now.

#include "app/actions.h"
#include "app/mainwindow.h"
#include "app/panels.h"
#include "app/reviews.h"
#include "app/sessions.h"
#include "look/metrics.h"
#include "session/toolcall.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/kit/panel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/copyasmenu.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracecolumns.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QActionGroup>
#include <QDockWidget>
#include <QMenu>
#include <QSettings>

namespace sonde::app {

void MainWindow::connectActions()
{
    const Actions &a = *m_actions;
    const auto on = [this](QAction *action, auto slot) {
        connect(action, &QAction::triggered, this, slot);
    };
    on(a.newServer, [this] { openEditor({}); });
    on(a.addFromClipboard, [this] { addFromClipboard(); });
    on(a.quit, [this] { close(); });
    on(a.openSession, [this] { m_sessions->askOpen(); });
    on(a.saveSession, [this] { m_sessions->askSave(); });
    connect(m_sessions, &Sessions::said, this, &MainWindow::say);
    connect(m_sessions, &Sessions::warned, this, &MainWindow::warn);
    on(a.filterHere, [this] {
        if (widgets::Panel *panel = m_tabs->inFront())
            panel->focusFilter();
    });
    on(a.filterTrace, [this] {
        m_traceDock->show();
        m_trace->focusFilter();
    });
    on(a.goToAnything, [this] { openPalette(); });
    on(a.requests, [this] { showRequests(); });
    on(a.nextRequest, [this] { m_reviews->openNext(); });
    on(a.trace, [this] {
        m_traceDock->show();
        m_trace->view().setFocus(Qt::ShortcutFocusReason);
    });
    on(a.timeAxis, [this] {
        m_axisDock->show();
        m_axisDock->raise();
        m_axisDock->widget()->setFocus(Qt::ShortcutFocusReason);
    });
    connect(a.theme, &QActionGroup::triggered, this, &MainWindow::chooseTheme);
    on(a.comfortable, [this](bool comfortable) {
        look::setDensity(comfortable ? look::Density::Comfortable : look::Density::Compact);
        m_workspace.settings().setValue(QStringLiteral("view/comfortable"), comfortable);
    });
    on(a.layoutInspect, [this] {
        for (QDockWidget *dock : {m_serversDock, m_traceDock, m_detailDock})
            dock->show();
        centralWidget()->show();
    });
    on(a.layoutTraceOnly, [this] {
        for (QDockWidget *dock : {m_serversDock, m_requestsDock})
            dock->hide();
        m_traceDock->show();
        m_detailDock->show();
        centralWidget()->hide();
    });
    on(a.layoutAxis, [this] {
        for (QDockWidget *dock : {m_serversDock, m_requestsDock, m_detailDock})
            dock->hide();
        centralWidget()->hide();
        m_axisDock->show();
        m_traceDock->show();
        resizeDocks({m_axisDock, m_traceDock}, {3, 2}, Qt::Vertical);
    });
    on(a.layoutReset, [this] {
        resetLayout();
        foldAnew();
    });
    on(a.messageBelow, [this] { placeMessage(Qt::Vertical); });
    on(a.messageRight, [this] { placeMessage(Qt::Horizontal); });
    on(a.messageOwnWindow, [this] {
        m_detailDock->show();
        m_detailDock->setFloating(true);
    });
    on(a.connectServer, [this] { m_workspace.connectTo(m_workspace.current()); });
    on(a.restart, [this] { m_workspace.restart(m_workspace.current()); });
    on(a.stop, [this] { m_workspace.stop(m_workspace.current()); });
    on(a.probeAgain, [this] { m_workspace.probeAgain(m_workspace.current()); });
    on(a.editServer, [this] { openEditor(m_workspace.current()); });
    on(a.removeServer, [this] { removeServer(m_workspace.current()); });
    on(a.askDestructive, [this](bool asks) { m_tools->setAsksBeforeDestructive(asks); });
    on(a.callMany, [this] { m_tools->callMany(); });
    on(a.runSavedCall, [this] {
        m_actions->tools->trigger();
        m_tools->runLastSavedCall();
    });
    on(a.savedCalls, [this] {
        m_actions->tools->trigger();
        m_tools->openSavedCalls(false);
    });
    on(a.saveCall, [this] { m_tools->openSavedCalls(true); });
    on(a.formOrJson, [this] {
        showTools();
        m_tools->callPane().switchView();
    });
    on(a.nextProblem, [this] { m_tools->callPane().goToProblem(1); });
    on(a.previousProblem, [this] { m_tools->callPane().goToProblem(-1); });
    on(a.call, [this] {
        if (auto *catalog = catalogInFront())
            catalog->send();
        else
            m_tools->callPane().call();
    });
    on(a.callAgain, [this] {
        if (auto *catalog = catalogInFront())
            catalog->sendAgain();
        else
            m_tools->callPane().callAgain();
    });
    on(a.cancelCall, [this] {
        if (auto *catalog = catalogInFront())
            catalog->cancel();
        else
            m_tools->callPane().cancel();
    });
    on(a.askForProgress, [this](bool want) { m_tools->callPane().setWantProgress(want); });
    on(a.showInTrace, [this] {
        if (auto *catalog = catalogInFront())
            catalog->showInTrace();
        else
            showCallInTrace();
    });
    on(a.callAsTask, [this] { m_tools->callAsTask(); });
    on(a.showCallLog, [this] { showCallLog(); });
    on(a.reloadTools, [this] { m_tools->reload(); });
    on(a.reloadResources, [this] { m_resources->reload(); });
    on(a.reloadPrompts, [this] { m_prompts->reload(); });
    on(a.readUri, [this] {
        m_tabs->setCurrentWidget(m_resources);
        m_resources->askForUri();
    });
    on(a.ping, [this] { pingServer(); });
    on(a.nextPanel, [this] { movePanelFocus(1); });
    on(a.previousPanel, [this] { movePanelFocus(-1); });
    on(a.about, [this] { showAbout(); });
    for (QAction *action : {m_trace->followAction(), m_trace->pauseAction(), m_trace->clearAction(),
             m_trace->pairAction(), m_trace->exchangeAction(), m_trace->causeAction(),
             m_trace->copyAction(), m_trace->copyAs().menuAction(), m_trace->compareAction(),
             m_trace->referenceAction(), m_trace->markAction(), m_trace->noteAction(),
             m_trace->exportAction(), m_trace->searchAction(), m_detail->rawAction(),
             m_detail->bytesAction()})
        m_actions->adopt(a.traceMenu, action);
    on(a.statistics, [this] { showStatistics(); });
    connect(a.columnsMenu, &QMenu::aboutToShow, this, [this] {
        const auto below = m_actions->columnsMenu->findChildren<QMenu *>();
        m_actions->columnsMenu->clear();
        qDeleteAll(below); // which clear() leaves
        m_trace->view().columns().addActions(m_actions->columnsMenu);
    });
    connect(a.connectMenu, &QMenu::aboutToShow, this, &MainWindow::fillConnectMenu);
}

widgets::CatalogPanel *MainWindow::catalogInFront() const
{
    return qobject_cast<widgets::CatalogPanel *>(m_tabs->currentWidget());
}

void MainWindow::enableActions()
{
    const mcp::Client *client = m_workspace.currentClient();
    const auto state = client ? client->state() : mcp::ClientState::Stopped;
    const bool any = !m_workspace.current().isEmpty();
    const bool idle = state == mcp::ClientState::Stopped || state == mcp::ClientState::Failed;
    const bool ready = state == mcp::ClientState::Ready;
    const widgets::ToolCall *call = m_tools->currentCall();
    const bool pending = call && call->isPending();
    m_actions->connectServer->setEnabled(any && idle);
    m_actions->restart->setEnabled(any && client);
    m_actions->stop->setEnabled(any && !idle);
    m_actions->probeAgain->setEnabled(any);
    m_actions->editServer->setEnabled(any);
    m_actions->removeServer->setEnabled(any);
    for (QAction *action : {m_actions->reloadTools, m_actions->reloadResources,
             m_actions->reloadPrompts, m_actions->readUri})
        action->setEnabled(ready);
    // 2026-07-28 has no ping: every request stands for itself.
    const bool stateless = ready && client->negotiated().era == mcp::Era::Modern;
    m_actions->ping->setEnabled(ready && !stateless);
    m_actions->ping->setToolTip(
        stateless ? tr("Revision %1 has no ping.").arg(client->negotiated().revision) : QString());
    m_actions->call->setEnabled(call && m_tools->callPane().canCall());
    m_actions->askDestructive->setEnabled(any);
    m_actions->askDestructive->setChecked(m_tools->asksBeforeDestructive());
    m_actions->callMany->setEnabled(call && m_tools->callPane().canCall());
    // 2025-11-25 basic/utilities/tasks: elsewhere the server decides, or there are none.
    m_actions->callAsTask->setEnabled(call && m_tools->callPane().canCall() && ready && !stateless
        && bool(client->negotiated().serverCapabilities()["tasks"]["requests"]["tools"]["call"]));
    const bool called = call && call->state() != widgets::ToolCall::State::Idle;
    m_actions->callAgain->setEnabled(called && m_tools->callPane().canCall());
    m_actions->cancelCall->setEnabled(pending);
    m_actions->runSavedCall->setEnabled(ready && !pending);
    m_actions->savedCalls->setEnabled(any);
    m_actions->saveCall->setEnabled(call);
    for (QAction *action :
        {m_actions->formOrJson, m_actions->nextProblem, m_actions->previousProblem})
        action->setEnabled(call);
    m_actions->showInTrace->setEnabled(called);
    m_actions->showCallLog->setEnabled(called);
    // In front of another tab, the same actions are about what is in it.
    if (const auto *catalog = catalogInFront()) {
        m_actions->call->setEnabled(catalog->canSend());
        m_actions->callAgain->setEnabled(catalog->canSendAgain());
        m_actions->cancelCall->setEnabled(catalog->isPending());
        m_actions->showInTrace->setEnabled(catalog->canShowInTrace());
    }
}

} // namespace sonde::app
