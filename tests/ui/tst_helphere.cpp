// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/help/helpplace.h"
#include "app/window/panels.h"
#include "help/helppages.h"
#include "look/style/sondestyle.h"
#include "support/openedwindow.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/kit/frame/helpwindow.h"
#include "widgets/kit/frame/panel.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"

#include <QApplication>
#include <QDockWidget>
#include <QListView>
#include <QRegularExpression>
#include <QSet>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;
using widgets::HelpWindow;

// F1 describes the part of the window that the user went to last.
class TestHelpHere : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup() { m_opened.reset(); }
    void describesThePanelWhoseTabWasClicked();
    void describesTheListAgainOnceItIsClicked();
    void describesWhereTheFocusGoesAfterTheClick();
    void everyPartHasItsPage();
    void everyPageIsLedTo();

private:
    app::Panels &tabs() { return m_opened->window.tabs(); }
    QListView &servers();
    void click(const widgets::Panel &panel);
    HelpWindow::Place help();

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

// The focus is in the list of servers.
void TestHelpHere::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<Opened>(m_folder->path());
    m_opened->window.resize(1920, 1000); // with room for all tabs
    m_opened->window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_opened->window));
    m_opened->workspace.addForThisRun(demo());
    QTRY_VERIFY_WITH_TIMEOUT(
        servers().isVisible() && servers().model()->rowCount() > 0, kPatienceMs);
    servers().setFocus();
    QTRY_VERIFY_WITH_TIMEOUT(servers().hasFocus(), kPatienceMs);
}

QListView &TestHelpHere::servers()
{
    return *m_opened->window.findChild<widgets::ServersPanel *>()->findChild<QListView *>();
}

void TestHelpHere::click(const widgets::Panel &panel)
{
    QTabBar *bar = tabs().tabBar();
    const int tab = tabs().indexOf(&panel);
    QTest::mouseClick(bar, Qt::LeftButton, {}, bar->tabRect(tab).center());
}

// Closes the help again, which returns the focus.
HelpWindow::Place TestHelpHere::help()
{
    QTest::keyClick(m_opened->window.focusWidget(), Qt::Key_F1);
    auto *window = m_opened->window.findChild<HelpWindow *>();
    if (!window)
        return {};
    const HelpWindow::Place place = window->place();
    window->close();
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    m_opened->window.activateWindow();
    return QTest::qWaitForWindowActive(&m_opened->window) ? place : HelpWindow::Place{};
}

void TestHelpHere::describesThePanelWhoseTabWasClicked()
{
    int clicked = 0;
    for (const widgets::Panel *panel : tabs().findChildren<widgets::Panel *>()) {
        if (!tabs().isTabVisible(tabs().indexOf(panel)))
            continue;
        click(*panel);
        QCOMPARE(tabs().inFront(), panel);
        QVERIFY2(servers().hasFocus(), panel->tab().name); // or this proves nothing
        QVERIFY2(help() == app::helpPlaceOf(panel), panel->tab().name);
        QVERIFY2(help() == app::helpPlaceOf(panel), panel->tab().name); // and again
        ++clicked;
    }
    QVERIFY(clicked >= 10);
}

void TestHelpHere::describesTheListAgainOnceItIsClicked()
{
    click(*m_opened->window.findChild<widgets::FindingsPanel *>());
    QTest::mouseClick(servers().viewport(), Qt::LeftButton, {}, {10, 10});
    QCOMPARE(help(), app::helpPlaceOf(&servers()));
}

void TestHelpHere::describesWhereTheFocusGoesAfterTheClick()
{
    click(*m_opened->window.findChild<widgets::FindingsPanel *>());
    m_opened->window.trace().setFocus(Qt::TabFocusReason);
    QCOMPARE(help(), app::helpPlaceOf(&m_opened->window.trace()));
}

// The first page is for who is nowhere in particular.
void TestHelpHere::everyPartHasItsPage()
{
    const auto pageOf = [](const QWidget *part) { return app::helpPlaceOf(part).page; };
    const auto panels = tabs().findChildren<widgets::Panel *>();
    QVERIFY(panels.size() >= 12);
    for (const widgets::Panel *panel : panels)
        QVERIFY2(pageOf(panel) != QStringLiteral("start"), panel->tab().name);
    for (const QDockWidget *dock : m_opened->window.findChildren<QDockWidget *>()) {
        for (const QWidget *focused : dock->findChildren<QAbstractItemView *>())
            QVERIFY2(pageOf(focused) != QStringLiteral("start"), qPrintable(dock->objectName()));
    }
    QCOMPARE(
        pageOf(m_opened->window.findChild<widgets::MessageDetail *>()), QStringLiteral("trace"));
}

// By F1, or by a link of another page.
void TestHelpHere::everyPageIsLedTo()
{
    static const QRegularExpression link(QStringLiteral("\\]\\(([a-z-]+)\\.md"));
    QSet<QString> reached{app::helpPlaceOf(nullptr).page};
    for (const HelpWindow::Place &place : app::helpPlaces())
        reached += place.page;
    for (const help::Topic &topic : help::topics()) {
        auto links = link.globalMatch(*help::originalPage(topic.name));
        while (links.hasNext()) {
            if (const QString page = links.next().captured(1); page != topic.name)
                reached += page;
        }
    }
    for (const help::Topic &topic : help::topics())
        QVERIFY2(reached.contains(topic.name), qPrintable(topic.name));
}

QTEST_MAIN(TestHelpHere)
#include "tst_helphere.moc"
