// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/panels.h"
#include "look/style/sondestyle.h"
#include "models/session/servermodel.h"
#include "support/demohttp.h"
#include "support/openedwindow.h"
#include "widgets/form/schemaform.h"
#include "widgets/kit/frame/panel.h"
#include "widgets/kit/table/propertygrid.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/process/processpanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QDockWidget>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>
#include <QTabBar>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

using namespace sonde;
using namespace sonde::tests;

namespace {

// What of a bar is out of sight, and the arrows that scroll it.
QStringList cutTabs(const QTabBar &bar)
{
    QStringList names;
    for (int tab = 0; tab < bar.count(); ++tab) {
        if (bar.isTabVisible(tab) && !bar.rect().contains(bar.tabRect(tab)))
            names << bar.tabText(tab);
    }
    for (const auto *arrow : bar.findChildren<QToolButton *>())
        names += arrow->isVisible() ? QStringList(arrow->objectName()) : QStringList();
    return names;
}

QStringList cutTabs(const QWidget &window)
{
    QStringList names;
    for (const auto *bar : window.findChildren<QTabBar *>())
        names += bar->isVisible() ? cutTabs(*bar) : QStringList();
    return names;
}

} // namespace

class TstNarrowWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        look::installLook(*qApp);
        QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    // At the size of a small laptop, with the servers and their requests beside them.
    void showsTheTabsOfAllPanels()
    {
        Opened opened(m_folder->path());
        opened.window.resize(1440, 900);
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        opened.window.findChild<QDockWidget *>(QStringLiteral("servers"))->show();
        opened.window.actions().requests->trigger();
        app::Panels &tabs = opened.window.tabs();
        QTRY_COMPARE(cutTabs(*tabs.tabBar()), QStringList());
        QVERIFY(!tabs.more().isVisible());
    }

    // With a server and a message beside them, and a request that is as long as it gets.
    void cutsNoTabOnASmallScreen()
    {
        Opened opened(m_folder->path());
        opened.window.resize(1024, 700);
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        widgets::TraceView &list = opened.window.trace().view();
        QTRY_VERIFY(list.model()->rowCount() > 0);
        list.selectFirst();
        QTest::mouseClick(
            list.viewport(), Qt::LeftButton, {}, list.visualRect(list.currentIndex()).center());
        QTRY_VERIFY(opened.window.findChild<QDockWidget *>(QStringLiteral("detail"))->isVisible());
        app::Panels &tabs = opened.window.tabs();
        for (auto *panel : tabs.findChildren<widgets::Panel *>()) {
            if (!tabs.isTabVisible(tabs.indexOf(panel)))
                continue;
            opened.window.showPanel(*panel);
            QTRY_COMPARE(cutTabs(opened.window), QStringList());
        }
        QVERIFY(!tabs.more().isVisible());
    }

    // What has no room is listed, by mouse and by keyboard.
    void listsTheTabsThatAreOutOfSight()
    {
        Opened opened(m_folder->path());
        opened.window.resize(720, 600);
        opened.window.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&opened.window));
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        app::Panels &tabs = opened.window.tabs();
        QTRY_VERIFY(tabs.more().isVisible());
        QVERIFY(!tabs.more().accessibleName().isEmpty());
        QVERIFY(tabs.more().focusPolicy() & Qt::TabFocus);
        Q_EMIT tabs.more().menu()->aboutToShow();
        const QList<QAction *> listed = tabs.more().menu()->actions();
        QStringList names;
        for (const QAction *action : listed)
            names << action->text();
        QVERIFY2(names.contains(QStringLiteral("Changes")), qPrintable(names.join(u' ')));
        QVERIFY2(names.contains(QStringLiteral("Process")), qPrintable(names.join(u' ')));
        for (QAction *action : listed) {
            const QString name = action->text();
            action->trigger();
            QCOMPARE(tabs.tabText(tabs.currentIndex()), name);
            const QRect rect = tabs.tabBar()->tabRect(tabs.currentIndex());
            QVERIFY2(tabs.tabBar()->rect().contains(rect.center()), qPrintable(name));
            const QWidget *focus = opened.window.focusWidget();
            QVERIFY2(tabs.currentWidget()->isAncestorOf(focus), qPrintable(name));
        }
        const int close = tabs.tabBar()->tabRect(tabs.currentIndex()).width();
        opened.window.resize(1920, 1000); // with room, the icons are there again
        QTRY_VERIFY(!tabs.more().isVisible());
        QTRY_VERIFY(tabs.tabBar()->tabRect(tabs.currentIndex()).width() > close);
    }

    void listsNoTabThatTheServerHasNot()
    {
        const test::Demo http;
        config::Profile remote;
        remote.name = QStringLiteral("remote");
        remote.reachByUrl();
        remote.http()->url = http.url().toString();
        Opened opened(m_folder->path());
        opened.window.resize(720, 600);
        opened.connectTo(remote);
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        app::Panels &tabs = opened.window.tabs();
        QTRY_VERIFY(tabs.more().isVisible());
        Q_EMIT tabs.more().menu()->aboutToShow();
        QStringList names;
        for (const QAction *action : tabs.more().menu()->actions())
            names << action->text();
        QVERIFY2(names.contains(QStringLiteral("Changes")), qPrintable(names.join(u' ')));
        QVERIFY2(!names.contains(QStringLiteral("Process")), qPrintable(names.join(u' ')));
    }

    // A narrow window is no wish: with the room, the list and the page come back.
    void forgetsTheNarrowWindow()
    {
        const auto dock = [](Opened &opened) {
            return opened.window.findChild<QDockWidget *>(QStringLiteral("servers"));
        };
        {
            Opened opened(m_folder->path());
            opened.connectTo(demo());
            QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
            opened.window.showPanel(opened.window.tools());
            opened.window.resize(1400, 800);
            QTRY_COMPARE(dock(opened)->width(), 196);
            widgets::CallPane &pane = opened.window.tools().callPane();
            pane.showForm(true);
            opened.window.resize(1000, 700);
            QTRY_VERIFY(pane.hasResult());
            opened.window.resizeDocks({dock(opened)}, {120}, Qt::Horizontal); // as when squeezed
            QTRY_VERIFY(dock(opened)->width() < 196);
            pane.tabs().setCurrentIndex(pane.tabs().count() - 1);
            QVERIFY(!pane.form().isVisible());
            opened.window.resize(1400, 800);
            QTRY_COMPARE(dock(opened)->width(), 196);
            QTRY_VERIFY(pane.form().isVisible());
            opened.window.resize(1000, 700);
            opened.window.resizeDocks({dock(opened)}, {120}, Qt::Horizontal);
            opened.window.close();
        }
        Opened again(m_folder->path());
        again.window.resize(1400, 800);
        QTRY_COMPARE(dock(again)->width(), 196);
    }

    void givesTheRequestsTheirWidthBack()
    {
        const auto dock = [](Opened &opened) {
            return opened.window.findChild<QDockWidget *>(QStringLiteral("requests"));
        };
        {
            Opened opened(m_folder->path());
            opened.window.resize(1600, 900);
            opened.window.actions().requests->trigger();
            QTRY_COMPARE(dock(opened)->width(), 230);
            opened.window.resize(1000, 700);
            opened.window.resizeDocks({dock(opened)}, {140}, Qt::Horizontal); // as when squeezed
            QTRY_VERIFY(dock(opened)->width() < 230);
            opened.window.resize(1600, 900);
            QTRY_COMPARE(dock(opened)->width(), 230);
            opened.window.resizeDocks({dock(opened)}, {140}, Qt::Horizontal);
            opened.window.close();
        }
        Opened again(m_folder->path());
        again.window.resize(1600, 900);
        again.window.actions().requests->trigger();
        QTRY_COMPARE(dock(again)->width(), 230);
    }

    // Rather fewer words: what has no room would be behind an arrow.
    void keepsTheWayToAnythingWhileARequestWaits()
    {
        Opened opened(m_folder->path());
        opened.window.resize(1024, 700);
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        opened.window.tools().chooseTool(QStringLiteral("confirm_address"));
        opened.window.tools().callPane().send();
        QTRY_COMPARE_WITH_TIMEOUT(opened.workspace.serverRequests().waitingCount(), 1, kPatienceMs);
        const auto *waiting =
            opened.window.findChild<QToolButton *>(QStringLiteral("serverRequests"));
        const auto *go = opened.window.findChild<QPushButton *>(QStringLiteral("goTo"));
        QTRY_VERIFY(waiting->isVisible() && go->isVisible());
        QCOMPARE(go->visibleRegion().boundingRect(), go->rect());
    }

    // A panel that needs more height gives it back, whoever has chosen the height of the trace.
    void givesTheTraceItsHeightBack()
    {
        int chosen = 0;
        {
            Opened opened(m_folder->path());
            opened.window.resize(1024, 720);
            opened.connectTo(demo());
            QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
            opened.window.showPanel(opened.window.overview());
            auto *trace = opened.window.findChild<QDockWidget *>(QStringLiteral("trace"));
            QTRY_COMPARE(trace->height(), 324); // 45 %
            opened.window.showPanel(opened.window.process());
            QTRY_VERIFY(trace->height() < 324);
            opened.window.showPanel(opened.window.overview());
            QTRY_COMPARE(trace->height(), 324);

            const QPoint handle(trace->geometry().center().x(), trace->y() - 4);
            opened.window.setCursor(Qt::SplitVCursor);
            QTest::mousePress(&opened.window, Qt::LeftButton, {}, handle);
            QTest::mouseMove(&opened.window, handle + QPoint(0, 30));
            QTRY_VERIFY(trace->height() < 324);
            QTest::mouseRelease(&opened.window, Qt::LeftButton, {}, handle + QPoint(0, 30));
            opened.window.unsetCursor();
            QCoreApplication::processEvents();
            chosen = trace->height();
            opened.window.showPanel(opened.window.process());
            QTRY_VERIFY(trace->height() < chosen);
            opened.window.close(); // as it is now
        }
        Opened again(m_folder->path());
        QTRY_COMPARE(
            again.window.findChild<QDockWidget *>(QStringLiteral("trace"))->height(), chosen);
    }

    // The longest fact is cut, so that no sentence is.
    void wrapsTheFactsOfAServer()
    {
        Opened opened(m_folder->path());
        opened.window.resize(1024, 700);
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        opened.window.showPanel(opened.window.overview());
        const auto *grid = opened.window.overview().findChild<widgets::PropertyGrid *>();
        QTRY_VERIFY(grid && grid->isVisible());
        for (const auto *area : opened.window.overview().findChildren<QScrollArea *>()) {
            if (area->isAncestorOf(grid))
                QTRY_COMPARE(area->horizontalScrollBar()->maximum(), 0);
        }
        const auto *capabilities = opened.window.overview().findChild<QTreeView *>();
        QVERIFY(capabilities->isVisible());
        QCOMPARE(capabilities->horizontalScrollBar()->maximum(), 0);
    }

    // A start that takes long says how long it has taken, whole, whatever the name.
    void countsTheSecondsOfAStart()
    {
        Opened opened(m_folder->path());
        opened.window.resize(1000, 700);
        opened.connectTo(
            profile(QStringLiteral("silent"), QStringLiteral("sleep"), {QStringLiteral("60")}));
        const auto *list = opened.window.findChild<QDockWidget *>(QStringLiteral("servers"))
                               ->findChild<QListView *>();
        const QModelIndex row = list->model()->index(list->model()->rowCount() - 1, 0);
        QCOMPARE(row.data().toString(), QStringLiteral("silent"));
        QTRY_VERIFY_WITH_TIMEOUT(
            row.data(models::ServerModel::DetailRole).toString().contains(u" · starting 0:0"),
            kPatienceMs);
        opened.workspace.stop(QStringLiteral("silent"));
        QTRY_VERIFY_WITH_TIMEOUT(
            row.data(models::ServerModel::DetailRole).toString().endsWith(u"stopped"), kPatienceMs);
    }

    // Names give way, and are whole in the tool tip.
    void scrollsNoServerSideways()
    {
        Opened opened(m_folder->path());
        opened.window.resize(1000, 700);
        const QString name = QStringLiteral("a server with a name that is longer than the list");
        opened.workspace.addForThisRun(demo(name));
        auto *dock = opened.window.findChild<QDockWidget *>(QStringLiteral("servers"));
        opened.window.resizeDocks({dock}, {100}, Qt::Horizontal);
        const auto *list = dock->findChild<QListView *>();
        QTRY_VERIFY(list->isVisible() && list->width() < 130);
        QTRY_VERIFY(!list->horizontalScrollBar()->isVisible());
        const QModelIndex row = list->model()->index(list->model()->rowCount() - 1, 0);
        QCOMPARE(list->visualRect(row).width(), list->viewport()->width());
        QVERIFY(row.data(Qt::ToolTipRole).toString().contains(name));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(TstNarrowWindow)
#include "tst_narrowwindow.moc"
