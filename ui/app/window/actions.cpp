// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"

#include "language/language.h"
#include "look/painting/iconengine.h"
#include "look/theme/textsize.h"
#include "look/theme/theme.h"

#include <QAction>
#include <QActionGroup>
#include <QLocale>
#include <QMainWindow>
#include <QMenu>
#include <QMenuBar>
#include <QStringBuilder>

namespace sonde::app {

Actions::Actions(QMainWindow *window)
    : QObject(window)
{
    QMenu *file = fileMenu = window->menuBar()->addMenu(tr("&File"));
    newServer =
        add(file, "newServer", tr("&New server…"), "add", {QKeySequence(Qt::CTRL | Qt::Key_N)});
    addFromClipboard = add(file, "addFromClipboard", tr("Add server from the &clipboard"), "import",
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_N)});
    openBundle = add(file, "openBundle", tr("Open &bundle…"), "folder");
    file->addSeparator();
    openSession = add(
        file, "openSession", tr("&Open session…"), "folder", {QKeySequence(Qt::CTRL | Qt::Key_O)});
    recentMenu = file->addMenu(tr("Open &recent"));
    saveSession = add(
        file, "saveSession", tr("&Save session as…"), "save", {QKeySequence(Qt::CTRL | Qt::Key_S)});
    file->addSeparator();
    importTrace = add(file, "importTrace", tr("&Import trace…"), "import");
    afterImport = file->addSeparator();
    openMockResponses = add(file, "openMockResponses", tr("Open &mock responses…"), "plug");
    file->addSeparator();
    quit = add(file, "quit", tr("&Quit"), nullptr, {QKeySequence(Qt::CTRL | Qt::Key_Q)});
    quit->setMenuRole(QAction::QuitRole);

    QMenu *edit = window->menuBar()->addMenu(tr("&Edit"));
    filterHere = add(edit, "filterHere", tr("&Filter this panel"), "filter",
        {QKeySequence(Qt::CTRL | Qt::Key_F)});
    filterTrace = add(edit, "filterTrace", tr("Filter the &trace"), "filter",
        {QKeySequence(Qt::CTRL | Qt::Key_L)});
    goToAnything = add(edit, "goToAnything", tr("&Go to anything…"), "search",
        {QKeySequence(Qt::CTRL | Qt::Key_K)});
    edit->addSeparator();
    settings = add(
        edit, "settings", tr("&Settings…"), "settings", {QKeySequence(Qt::CTRL | Qt::Key_Comma)});
    settings->setMenuRole(QAction::PreferencesRole);

    makeView(window);
    makeServer(window);
    makeCall(window);
    traceMenu = window->menuBar()->addMenu(tr("&Trace"));
    statistics = add(traceMenu, "statistics", tr("&Statistics…"), "table");
    traceMenu->addSeparator();

    toolsMenu = window->menuBar()->addMenu(tr("T&ools"));
    toolsMenu->setToolTipsVisible(true); // a tool tip says why an action is disabled
    ping = add(toolsMenu, "ping", tr("&Ping server"), "trace");

    QMenu *windowMenu = window->menuBar()->addMenu(tr("&Window"));
    nextPanel =
        add(windowMenu, "nextPanel", tr("&Next panel"), nullptr, {QKeySequence(Qt::Key_F6)});
    previousPanel = add(windowMenu, "previousPanel", tr("&Previous panel"), nullptr,
        {QKeySequence(Qt::SHIFT | Qt::Key_F6)});

    helpMenu = window->menuBar()->addMenu(tr("&Help"));
    reportProblem = add(helpMenu, "reportProblem", tr("Report a &problem…"));
    about = add(helpMenu, "about", tr("&About Sonde"));
    about->setMenuRole(QAction::AboutRole);
}

void Actions::makeView(QMainWindow *window)
{
    viewMenu = window->menuBar()->addMenu(tr("&View"));
    afterPanels = viewMenu->addSeparator();
    requests = add(viewMenu, "requests", tr("Server re&quests"), "inbox",
        {QKeySequence(Qt::CTRL | Qt::Key_8)});
    nextRequest = add(viewMenu, "nextRequest", tr("Re&view the next request"), nullptr,
        {QKeySequence(Qt::CTRL | Qt::Key_E)});
    trace = add(viewMenu, "trace", tr("Trac&e"), "trace", {QKeySequence(Qt::CTRL | Qt::Key_9)});
    timeAxis =
        add(viewMenu, "timeAxis", tr("T&ime axis"), "axis", {QKeySequence(Qt::CTRL | Qt::Key_0)});
    viewMenu->addSeparator();

    makeThemes();
    makeLanguages();
    makeTextSizes();

    QMenu *layouts = viewMenu->addMenu(tr("La&yout"));
    layoutInspect = add(layouts, "layoutInspect", tr("&Inspect: all panels"));
    layoutTraceOnly = add(layouts, "layoutTraceOnly", tr("&Trace only"));
    layoutAxis = add(layouts, "layoutAxis", tr("Time &axis and trace"));
    layoutReset = add(layouts, "layoutReset", tr("&Reset layout"));
    columnsMenu = viewMenu->addMenu(tr("Col&umns"));
    QMenu *message = viewMenu->addMenu(tr("Mess&age"));
    messageBelow = add(message, "messageBelow", tr("Message &below the trace"));
    messageRight = add(message, "messageRight", tr("Message to the &right of the trace"));
    messageOwnWindow = add(message, "messageOwnWindow", tr("Message in its &own window"));
    comfortable = add(viewMenu, "comfortable", tr("Comfortab&le rows"));
    comfortable->setCheckable(true);
    reducedMotion = add(viewMenu, "reducedMotion", tr("Re&duced motion"));
    reducedMotion->setCheckable(true);
    viewMenu->addSeparator();
}

void Actions::makeThemes()
{
    QMenu *themes = viewMenu->addMenu(tr("The&me"));
    theme = new QActionGroup(this);
    using Choice = look::ThemeChoice;
    const auto addTheme = [&](const char *name, const QString &text, Choice choice) {
        addChoice(themes, theme, QLatin1String(name), text, int(choice));
    };
    addTheme("systemTheme", tr("&System theme"), Choice::System);
    addTheme("lightTheme", tr("&Light theme"), Choice::Light);
    addTheme("darkTheme", tr("&Dark theme"), Choice::Dark);
}

// Each language by its own name, for the user who does not read the present one.
void Actions::makeLanguages()
{
    QMenu *languages = viewMenu->addMenu(tr("La&nguage"));
    language = new QActionGroup(this);
    const auto addLanguage = [&](const QString &text, const QString &name) {
        addChoice(languages, language, u"language-" % name, text, name);
    };
    addLanguage(tr("Language of the &desktop"), {});
    addLanguage(QStringLiteral("English"), QStringLiteral("en"));
    for (const QString &name : language::translations())
        addLanguage(QLocale(name).nativeLanguageName(), name);
}

void Actions::makeTextSizes()
{
    QMenu *sizes = viewMenu->addMenu(tr("Te&xt size"));
    textSize = new QActionGroup(this);
    for (const int percent : look::textSizes())
        addChoice(sizes, textSize, u"textSize-" % QString::number(percent), tr("%1 %").arg(percent),
            percent);
}

void Actions::makeServer(QMainWindow *window)
{
    serverMenu = window->menuBar()->addMenu(tr("&Server"));
    connectServer = add(serverMenu, "connectServer", tr("&Connect"), "plug");
    connectMenu = serverMenu->addMenu(look::icon("plug"), tr("Connect t&o"));
    connectAll = add(serverMenu, "connectAll", tr("Connec&t to all"));
    startDemo = add(serverMenu, "startDemo", tr("Connect to the de&mo server"));
    restart = add(serverMenu, "restart", tr("&Restart"), "restart", {QKeySequence(Qt::Key_F5)});
    stop = add(serverMenu, "stop", tr("&Stop"), nullptr, {QKeySequence(Qt::SHIFT | Qt::Key_F5)});
    stop->setIcon(look::icon("stop", models::ColorRole::Error));
    stopAll = add(serverMenu, "stopAll", tr("Sto&p all"));
    restartOnChange = add(serverMenu, "restartOnChange", tr("Restart on chan&ge"), "eye",
        {QKeySequence(Qt::CTRL | Qt::Key_F5)});
    restartOnChange->setCheckable(true);
    reconnect = add(serverMenu, "reconnect", tr("Reconnect &when it comes back"), "plug");
    reconnect->setCheckable(true);
    probeAgain = add(serverMenu, "probeAgain", tr("&Detect the revision again"), "search");
    runDoctor = add(serverMenu, "runDoctor", tr("&Find the cause of a failure…"), "doctor");
    authMenu = serverMenu->addMenu(look::icon("key"), tr("&Authorization"));
    serverMenu->addSeparator();
    editServer = add(serverMenu, "editServer", tr("&Edit server…"), "edit");
    duplicateServer = add(serverMenu, "duplicateServer", tr("D&uplicate server…"), "copy");
    editRules = add(serverMenu, "editRules", tr("Response ru&les…"), "inbox");
    exportServer = add(serverMenu, "exportServer", tr("E&xport to a host…"), "export");
    removeServer = add(serverMenu, "removeServer", tr("Remo&ve from list…"), "remove");
    serverMenu->addSeparator();
    hosts = add(serverMenu, "hosts", tr("&Hosts…"), "tap-on", {QKeySequence(Qt::CTRL | Qt::Key_H)});
    removeTap = add(serverMenu, "removeTap", tr("Remove tap from its host…"), "tap-off",
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_H)});
    removeTap->setIconText(tr("Remove tap…")); // in the tool bar
}

void Actions::makeCall(QMainWindow *window)
{
    callMenu = window->menuBar()->addMenu(tr("&Call"));
    call = add(callMenu, "call", tr("&Call"), "play",
        {QKeySequence(Qt::CTRL | Qt::Key_Return), QKeySequence(Qt::CTRL | Qt::Key_Enter)});
    callAgain = add(callMenu, "callAgain", tr("Call &again"), nullptr,
        {QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Return)});
    cancelCall = add(callMenu, "cancelCall", tr("Ca&ncel the call"), "cancel",
        {QKeySequence(Qt::CTRL | Qt::Key_Period)});
    showInTrace = add(callMenu, "showInTrace", tr("&Show the result in the trace"), "trace");
    callMenu->addSeparator();
}

QAction *Actions::add(QMenu *menu, const char *name, const QString &text, const char *icon,
    const QList<QKeySequence> &keys)
{
    auto *action = new QAction(text, this);
    action->setObjectName(QLatin1String(name));
    if (icon)
        action->setIcon(look::icon(icon));
    action->setShortcuts(keys);
    menu->addAction(action);
    m_all.push_back(action);
    return action;
}

QAction *Actions::addChoice(QMenu *menu, QActionGroup *group, const QString &name,
    const QString &text, const QVariant &value)
{
    QAction *action = add(menu, nullptr, text);
    action->setObjectName(name);
    action->setCheckable(true);
    action->setData(value);
    group->addAction(action);
    return action;
}

void Actions::adopt(QMenu *menu, QAction *action, QAction *before)
{
    menu->insertAction(before, action);
    if (!action->menu()) // triggering a submenu does nothing
        m_all.push_back(action);
}

} // namespace sonde::app
