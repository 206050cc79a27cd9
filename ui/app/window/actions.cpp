// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"

#include "look/iconengine.h"
#include "look/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>

namespace sonde::app {

Actions::Actions(QMainWindow *window)
    : QObject(window)
{
    QMenu *file = fileMenu = window->menuBar()->addMenu(tr("&File"));
    newServer = add(file, tr("&New server…"), "add", {QKeySequence(Qt::CTRL | Qt::Key_N)});
    addFromClipboard = add(file, tr("Add server from the &clipboard"), "import",
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)});
    file->addSeparator();
    openSession = add(file, tr("&Open session…"), "folder", {QKeySequence(Qt::CTRL | Qt::Key_O)});
    recentMenu = file->addMenu(tr("Open &recent"));
    saveSession = add(file, tr("&Save session as…"), "save", {QKeySequence(Qt::CTRL | Qt::Key_S)});
    file->addSeparator();
    importTrace = add(file, tr("&Import trace…"), "import");
    afterImport = file->addSeparator();
    quit = add(file, tr("&Quit"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_Q)});
    quit->setMenuRole(QAction::QuitRole);

    QMenu *edit = window->menuBar()->addMenu(tr("&Edit"));
    filterHere =
        add(edit, tr("&Filter this panel"), "filter", {QKeySequence(Qt::CTRL | Qt::Key_F)});
    filterTrace =
        add(edit, tr("Filter the &trace"), "filter", {QKeySequence(Qt::CTRL | Qt::Key_L)});
    goToAnything =
        add(edit, tr("&Go to anything…"), "search", {QKeySequence(Qt::CTRL | Qt::Key_K)});

    makeView(window);
    makeServer(window);
    makeCall(window);
    traceMenu = window->menuBar()->addMenu(tr("&Trace"));
    statistics = add(traceMenu, tr("&Statistics…"), "table");
    traceMenu->addSeparator();

    toolsMenu = window->menuBar()->addMenu(tr("T&ools"));
    toolsMenu->setToolTipsVisible(true); // a tool tip says why an action is disabled
    ping = add(toolsMenu, tr("&Ping server"), "trace");

    QMenu *windowMenu = window->menuBar()->addMenu(tr("&Window"));
    nextPanel = add(windowMenu, tr("&Next panel"), nullptr, {QKeySequence(Qt::Key_F6)});
    previousPanel =
        add(windowMenu, tr("&Previous panel"), nullptr, {QKeySequence(Qt::SHIFT | Qt::Key_F6)});

    helpMenu = window->menuBar()->addMenu(tr("&Help"));
    reportProblem = add(helpMenu, tr("Report a &problem…"));
    about = add(helpMenu, tr("&About Sonde"));
    about->setMenuRole(QAction::AboutRole);
}

void Actions::makeView(QMainWindow *window)
{
    viewMenu = window->menuBar()->addMenu(tr("&View"));
    afterPanels = viewMenu->addSeparator();
    requests = add(viewMenu, tr("Server re&quests"), "inbox", {QKeySequence(Qt::CTRL | Qt::Key_8)});
    nextRequest = add(
        viewMenu, tr("Review the &next request"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_E)});
    trace = add(viewMenu, tr("T&race"), "trace", {QKeySequence(Qt::CTRL | Qt::Key_9)});
    timeAxis = add(viewMenu, tr("T&ime axis"), "axis", {QKeySequence(Qt::CTRL | Qt::Key_0)});
    viewMenu->addSeparator();

    QMenu *themes = viewMenu->addMenu(tr("T&heme"));
    theme = new QActionGroup(this);
    using Choice = look::ThemeChoice;
    const auto addTheme = [&](const QString &text, Choice choice) {
        QAction *action = add(themes, text);
        action->setCheckable(true);
        action->setData(int(choice));
        theme->addAction(action);
    };
    addTheme(tr("&System theme"), Choice::System);
    addTheme(tr("&Light theme"), Choice::Light);
    addTheme(tr("&Dark theme"), Choice::Dark);

    QMenu *layouts = viewMenu->addMenu(tr("&Layout"));
    layoutInspect = add(layouts, tr("&Inspect: all panels"));
    layoutTraceOnly = add(layouts, tr("&Trace only"));
    layoutAxis = add(layouts, tr("Time &axis and trace"));
    layoutReset = add(layouts, tr("&Reset layout"));
    columnsMenu = viewMenu->addMenu(tr("Col&umns"));
    QMenu *message = viewMenu->addMenu(tr("&Message"));
    messageBelow = add(message, tr("Message &below the trace"));
    messageRight = add(message, tr("Message to the &right of the trace"));
    messageOwnWindow = add(message, tr("Message in its &own window"));
    comfortable = add(viewMenu, tr("&Comfortable rows"));
    comfortable->setCheckable(true);
    viewMenu->addSeparator();
}

void Actions::makeServer(QMainWindow *window)
{
    serverMenu = window->menuBar()->addMenu(tr("&Server"));
    connectServer = add(serverMenu, tr("&Connect"), "plug");
    connectMenu = serverMenu->addMenu(look::icon("plug"), tr("Connect t&o"));
    startDemo = add(serverMenu, tr("Connect to the de&mo server"));
    restart = add(serverMenu, tr("&Restart"), "restart", {QKeySequence(Qt::Key_F5)});
    stop = add(serverMenu, tr("&Stop"), nullptr, {QKeySequence(Qt::SHIFT | Qt::Key_F5)});
    stop->setIcon(look::icon("stop", models::ColorRole::Error));
    probeAgain = add(serverMenu, tr("&Detect the revision again"), "search");
    authMenu = serverMenu->addMenu(look::icon("key"), tr("&Authorization"));
    serverMenu->addSeparator();
    editServer = add(serverMenu, tr("&Edit server…"), "edit");
    duplicateServer = add(serverMenu, tr("D&uplicate server…"), "copy");
    editRules = add(serverMenu, tr("Response ru&les…"), "inbox");
    removeServer = add(serverMenu, tr("Re&move from list…"), "remove");
}

void Actions::makeCall(QMainWindow *window)
{
    callMenu = window->menuBar()->addMenu(tr("&Call"));
    call = add(callMenu, tr("&Call"), "play",
        {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    callAgain = add(callMenu, tr("Call &again"), nullptr,
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return)});
    cancelCall =
        add(callMenu, tr("Ca&ncel the call"), "cancel", {QKeySequence(Qt::CTRL | Qt::Key_Period)});
    showInTrace = add(callMenu, tr("&Show the result in the trace"), "trace");
    callMenu->addSeparator();
}

QAction *Actions::add(
    QMenu *menu, const QString &text, const char *icon, const QList<QKeySequence> &keys)
{
    auto *action = new QAction(text, this);
    if (icon)
        action->setIcon(look::icon(icon));
    action->setShortcuts(keys);
    menu->addAction(action);
    m_all.push_back(action);
    return action;
}

void Actions::adopt(QMenu *menu, QAction *action, QAction *before)
{
    menu->insertAction(before, action);
    if (!action->menu()) // triggering a submenu does nothing
        m_all.push_back(action);
}

} // namespace sonde::app
