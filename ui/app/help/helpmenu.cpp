// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/helpmenu.h"

#include "app/help/helpplace.h"
#include "app/help/problemreport.h"
#include "app/help/tour.h"
#include "app/window/actions.h"
#include "app/workspace/workspace.h"
#include "help/helppages.h"
#include "look/access/menutext.h"
#include "look/painting/iconengine.h"
#include "widgets/kit/frame/helpwindow.h"
#include "widgets/overview/startpage.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QMessageBox>
#include <QStringBuilder>
#include <QTabBar>
#include <QTabWidget>

#include <algorithm>
#include <utility>
#include <vector>

namespace sonde::app {

using widgets::HelpWindow;

namespace {

// One row of a Markdown table.
QString rowOf(const QAction &action)
{
    const QString keys = QKeySequence::listToString(action.shortcuts(), QKeySequence::NativeText);
    QString name = look::withoutMnemonic(action.text()).remove(QStringLiteral("…"));
    return u"| " % name.replace(u'|', QStringLiteral("\\|")) % u" | " % keys % u" |\n";
}

QString tableHead()
{
    return QStringLiteral("| %1 | %2 |\n|---|---|\n")
        .arg(HelpMenu::tr("Action"), HelpMenu::tr("Shortcut"));
}

// Keys that parts of the window handle themselves.
std::vector<std::pair<QString, QString>> otherKeys()
{
    const auto keys = [](std::initializer_list<QKeySequence> list) {
        return QKeySequence::listToString(list, QKeySequence::NativeText);
    };
    return {{HelpMenu::tr("Close this window or review"), keys({Qt::CTRL | Qt::Key_W})},
        {HelpMenu::tr("Cancel the call, close the detail, a list or a window"),
            keys({Qt::Key_Escape})},
        {HelpMenu::tr("Field: omitted, null, empty, value"),
            keys({Qt::ALT | Qt::Key_1, Qt::ALT | Qt::Key_2, Qt::ALT | Qt::Key_3,
                Qt::ALT | Qt::Key_4})},
        {HelpMenu::tr("Move a row of an array or a rule"),
            keys({Qt::ALT | Qt::Key_Up, Qt::ALT | Qt::Key_Down})},
        {HelpMenu::tr("Remove a rule or a server"), keys({Qt::Key_Delete})},
        {HelpMenu::tr("Pages of the server dialog"),
            keys({Qt::CTRL | Qt::Key_PageUp, Qt::CTRL | Qt::Key_PageDown})}};
}

bool isBelow(const QWidget &window, const QWidget &top)
{
    for (const QWidget *above = window.parentWidget(); above; above = above->parentWidget()) {
        if (above == &top)
            return true;
    }
    return false;
}

} // namespace

HelpMenu::HelpMenu(const Actions &actions, Workspace &workspace,
    std::function<QString()> lastWarning, QWidget *window)
    : QObject(window)
    , m_actions(actions)
    , m_workspace(workspace)
    , m_lastWarning(std::move(lastWarning))
    , m_window(window)
{
    QMenu *menu = actions.helpMenu;
    QAction *before = actions.reportProblem;
    const auto insert = [this, menu, before](const QString &text, auto slot) {
        auto *action = new QAction(text, this);
        menu->insertAction(before, action);
        connect(action, &QAction::triggered, this, slot);
        return action;
    };
    for (const help::Topic &topic : help::topics()) {
        QAction *action =
            insert(QString(topic.title).replace(u'&', QStringLiteral("&&")), [this, topic] {
                HelpWindow::open({topic.name, {}}, m_window);
            });
        if (topic.name == QLatin1String("start"))
            action->setObjectName(QStringLiteral("helpContents"));
    }
    menu->insertSeparator(before);
    QAction *tour = insert(tr("&Tour of the window"), [this] { startTour(); });
    tour->setObjectName(QStringLiteral("tour"));
    if (const auto *page = window->findChild<widgets::StartPage *>())
        connect(page, &widgets::StartPage::tourRequested, tour, &QAction::trigger);
    m_here = insert(tr("Help on this &view"), [this] { showHere(); });
    m_here->setObjectName(QStringLiteral("helpHere"));
    m_here->setShortcut(QKeySequence::HelpContents);
    QApplication::instance()->installEventFilter(this);
    connect(qApp, &QApplication::focusChanged, this, [this](const QWidget *, const QWidget *now) {
        if (now && m_clickedTabs && now->window() == m_clickedTabs->window())
            m_clickedTabs = nullptr;
    });
    insert(tr("&Keyboard shortcuts"), [this] {
        showShortcuts();
    })->setObjectName(QStringLiteral("shortcuts"));
    menu->insertSeparator(actions.about);
    connect(actions.reportProblem, &QAction::triggered, this, [this] { reportProblem(); });
    connect(actions.about, &QAction::triggered, this, [this] { showAbout(); });
}

// The shortcut of an action works in the windows that have the action.
bool HelpMenu::eventFilter(QObject *watched, QEvent *event)
{
    if (event->type() == QEvent::Show && watched->isWidgetType()) {
        auto *shown = static_cast<QWidget *>(watched);
        const Qt::WindowType type = shown->windowType();
        if ((type == Qt::Window || type == Qt::Dialog) && isBelow(*shown, *m_window))
            shown->addAction(m_here);
    } else if (event->type() == QEvent::MouseButtonPress && watched->isWidgetType()) {
        notePress(*static_cast<QWidget *>(watched));
    }
    return false;
}

// A click on a tab leaves the focus where it is, in the list of servers, say.
void HelpMenu::notePress(const QWidget &pressed)
{
    const QWidget *focused = QApplication::focusWidget();
    if (qobject_cast<const QTabBar *>(&pressed))
        m_clickedTabs = qobject_cast<QTabWidget *>(pressed.parentWidget());
    else if (focused && (focused == &pressed || focused->isAncestorOf(&pressed)))
        m_clickedTabs = nullptr;
}

const QWidget *HelpMenu::partOfUser() const
{
    const QWidget *active = QApplication::activeWindow();
    if (m_clickedTabs && m_clickedTabs->isVisible() && m_clickedTabs->window() == active)
        return m_clickedTabs->currentWidget();
    const QWidget *focused = QApplication::focusWidget();
    return focused ? focused : active;
}

// The help of a modal dialog belongs to it: the dialog would block a window beside it.
void HelpMenu::showHere()
{
    QWidget *active = QApplication::activeWindow();
    const bool isBlocked = active && active->isModal();
    HelpWindow::open(helpPlaceOf(partOfUser()), isBlocked ? active : m_window);
}

// Without a server, there is nothing to show but the one that comes with Sonde.
void HelpMenu::startTour()
{
    if (m_workspace.current().isEmpty())
        m_actions.startDemo->trigger();
    if (!m_tour)
        m_tour = new Tour(m_window);
    m_tour->start();
}

// The actions of the menus, those of the parts of the window, and keys that have no action.
void HelpMenu::showShortcuts()
{
    const QString title = tr("Keyboard shortcuts");
    QString text = u"# " % title % u"\n\n" % tableHead();
    const auto &all = m_actions.all();
    for (const QAction *action : all) {
        if (!action->shortcut().isEmpty())
            text += rowOf(*action);
    }
    QStringList rows;
    for (const QAction *action : m_window->findChildren<QAction *>()) {
        const bool isListed = std::find(all.begin(), all.end(), action) != all.end();
        if (!isListed && !action->shortcut().isEmpty() && !action->text().isEmpty())
            rows << rowOf(*action);
    }
    for (const auto &[what, keys] : otherKeys())
        rows << u"| " % what % u" | " % keys % u" |\n";
    rows.removeDuplicates();
    text += u"\n## " % tr("In lists, fields and dialogs") % u"\n\n" % tableHead()
        % rows.join(QString());
    HelpWindow::openText(QStringLiteral("shortcuts"), text, m_window);
}

void HelpMenu::reportProblem()
{
    auto *report =
        new ProblemReport(ProblemReport::textOf(m_workspace, m_lastWarning(), *m_window), m_window);
    report->show();
}

void HelpMenu::showAbout()
{
    auto *box = new QMessageBox(m_window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setWindowTitle(tr("About Sonde"));
    box->setIconPixmap(look::applicationIcon().pixmap(48));
    box->setTextFormat(Qt::PlainText);
    box->setText(tr("Sonde %1").arg(QStringLiteral(SONDE_VERSION)));
    box->setInformativeText(tr("Inspector and debugger for Model Context Protocol servers.\n"
                               "Free software under the GNU General Public License, version 3 or "
                               "later."));
    box->setWindowModality(Qt::NonModal);
    box->show();
}

} // namespace sonde::app
