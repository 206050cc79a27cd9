// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/actions.h"

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
    QMenu *file = window->menuBar()->addMenu(tr("&File"));
    newServer = add(file, tr("&New server…"), "add", {QKeySequence(Qt::CTRL | Qt::Key_N)});
    addFromClipboard = add(file, tr("Add a server from the &clipboard"), "import",
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)});
    file->addSeparator();
    openSession = add(file, tr("&Open a session…"), "folder", {QKeySequence(Qt::CTRL | Qt::Key_O)});
    saveSession =
        add(file, tr("&Save the session as…"), "save", {QKeySequence(Qt::CTRL | Qt::Key_S)});
    file->addSeparator();
    quit = add(file, tr("&Quit"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_Q)});
    quit->setMenuRole(QAction::QuitRole);

    QMenu *edit = window->menuBar()->addMenu(tr("&Edit"));
    filterHere = add(edit, tr("&Filter here"), "filter", {QKeySequence(Qt::CTRL | Qt::Key_F)});
    filterTrace =
        add(edit, tr("Filter of the &trace"), "filter", {QKeySequence(Qt::CTRL | Qt::Key_L)});
    goToAnything =
        add(edit, tr("&Go to anything…"), "search", {QKeySequence(Qt::CTRL | Qt::Key_K)});

    makeView(window);
    makeServer(window);
    makeCall(window);
    traceMenu = window->menuBar()->addMenu(tr("&Trace"));
    statistics = add(traceMenu, tr("&Statistics…"), "table");
    traceMenu->addSeparator();

    QMenu *toolMenu = window->menuBar()->addMenu(tr("T&ools"));
    reloadTools = add(toolMenu, tr("&Ask for the tools again"), "restart");
    reloadResources = add(toolMenu, tr("Ask for the &resources again"), "restart");
    reloadPrompts = add(toolMenu, tr("Ask for the pr&ompts again"), "restart");
    readUri = add(toolMenu, tr("Read a resource by its &URI…"), "resource");
    toolMenu->setToolTipsVisible(true); // they say why something is not offered
    ping = add(toolMenu, tr("&Ping the server"), "trace");

    QMenu *windowMenu = window->menuBar()->addMenu(tr("&Window"));
    nextPanel = add(windowMenu, tr("&Next panel"), nullptr, {QKeySequence(Qt::Key_F6)});
    previousPanel =
        add(windowMenu, tr("&Previous panel"), nullptr, {QKeySequence(Qt::SHIFT | Qt::Key_F6)});

    QMenu *help = window->menuBar()->addMenu(tr("&Help"));
    about = add(help, tr("&About Sonde"));
    about->setMenuRole(QAction::AboutRole);
}

void Actions::makeView(QMainWindow *window)
{
    viewMenu = window->menuBar()->addMenu(tr("&View"));
    overview = add(viewMenu, tr("&Overview"), "overview", {QKeySequence(Qt::CTRL | Qt::Key_1)});
    tools = add(viewMenu, tr("&Tools"), "tool", {QKeySequence(Qt::CTRL | Qt::Key_2)});
    resources = add(viewMenu, tr("&Resources"), "resource", {QKeySequence(Qt::CTRL | Qt::Key_3)});
    prompts = add(viewMenu, tr("&Prompts"), "prompt", {QKeySequence(Qt::CTRL | Qt::Key_4)});
    tasks = add(viewMenu, tr("Tas&ks"), "task", {QKeySequence(Qt::CTRL | Qt::Key_5)});
    logs = add(viewMenu, tr("Lo&gs"), "log", {QKeySequence(Qt::CTRL | Qt::Key_6)});
    auth = add(viewMenu, tr("A&uth"), "key", {QKeySequence(Qt::CTRL | Qt::Key_7)});
    requests = add(viewMenu, tr("Re&quests"), "inbox", {QKeySequence(Qt::CTRL | Qt::Key_8)});
    nextRequest = add(
        viewMenu, tr("Review the &next request"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_E)});
    raw = add(viewMenu, tr("Ra&w"), "json", {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_R)});
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
    addTheme(tr("Theme of the &system"), Choice::System);
    addTheme(tr("&Light theme"), Choice::Light);
    addTheme(tr("&Dark theme"), Choice::Dark);

    QMenu *layouts = viewMenu->addMenu(tr("&Layout"));
    layoutInspect = add(layouts, tr("&Inspect: everything"));
    layoutTraceOnly = add(layouts, tr("&Trace only"));
    layoutAxis = add(layouts, tr("Time &axis and trace"));
    layoutReset = add(layouts, tr("&Reset the layout"));
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
    restart = add(serverMenu, tr("&Restart"), "restart", {QKeySequence(Qt::Key_F5)});
    stop = add(serverMenu, tr("&Stop"), nullptr, {QKeySequence(Qt::SHIFT | Qt::Key_F5)});
    stop->setIcon(look::icon("stop", models::ColorRole::Error));
    probeAgain = add(serverMenu, tr("&Probe again"), "search");
    authMenu = serverMenu->addMenu(look::icon("key"), tr("&Authorization"));
    serverMenu->addSeparator();
    editServer = add(serverMenu, tr("&Edit server…"), "edit");
    removeServer = add(serverMenu, tr("Re&move from the list"), "remove");
}

void Actions::makeCall(QMainWindow *window)
{
    QMenu *menu = window->menuBar()->addMenu(tr("&Call"));
    call = add(menu, tr("&Call"), "play",
        {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    callAgain = add(
        menu, tr("Call &again"), nullptr, {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return)});
    callMany = add(menu, tr("Call &many times…"), nullptr,
        {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_Return)});
    cancelCall =
        add(menu, tr("Ca&ncel the call"), "cancel", {QKeySequence(Qt::CTRL | Qt::Key_Period)});
    menu->addSeparator();
    runSavedCall = add(menu, tr("&Run the last saved call"), "play", {QKeySequence(Qt::Key_F9)});
    savedCalls = add(menu, tr("Sa&ved calls…"), nullptr, {QKeySequence(Qt::SHIFT | Qt::Key_F9)});
    saveCall =
        add(menu, tr("Save this ca&ll…"), "save", {QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_S)});
    formOrJson = add(menu, tr("&Form or JSON text"), "form", {QKeySequence(Qt::CTRL | Qt::Key_J)});
    nextProblem = add(menu, tr("Ne&xt problem"), "problem", {QKeySequence(Qt::Key_F8)});
    previousProblem =
        add(menu, tr("Pre&vious problem"), nullptr, {QKeySequence(Qt::SHIFT | Qt::Key_F8)});
    menu->addSeparator();
    askForProgress = add(menu, tr("Ask for &progress"));
    askForProgress->setCheckable(true);
    askForProgress->setChecked(true);
    callAsTask = add(menu, tr("Call as a tas&k"), "task");
    askDestructive = add(menu, tr("Confirm &destructive calls on this server"));
    askDestructive->setCheckable(true);
    showInTrace = add(menu, tr("&Show the result in the trace"), "trace");
    showCallLog = add(menu, tr("Lo&g and progress of the call"), "log");
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

void Actions::adopt(QMenu *menu, QAction *action)
{
    menu->addAction(action);
    m_all.push_back(action);
}

} // namespace sonde::app
