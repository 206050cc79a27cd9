// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "look/controls/splitter.h"
#include "look/style/sondestyle.h"
#include "models/trace/tracemodel.h"
#include "support/openedwindow.h"
#include "widgets/changes/changespanel.h"
#include "widgets/form/schemaform.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/request/requestpreview.h"
#include "widgets/request/resultpane.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toollist.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAbstractButton>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLineEdit>
#include <QMenu>
#include <QScreen>
#include <QStyle>
#include <QTabBar>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QToolButton>
#include <QTreeView>

using namespace sonde;
using namespace sonde::tests;

namespace {

// The text of a button that is not seen as a whole, or nothing.
QString cutButton(const QWidget &window)
{
    for (const QAbstractButton *one : window.findChildren<QAbstractButton *>()) {
        if (!one->isVisible() || one->inherits("QToolBarExtension") || one->text().isEmpty())
            continue;
        const auto *tool = qobject_cast<const QToolButton *>(one);
        const bool showsText = !tool || tool->toolButtonStyle() != Qt::ToolButtonIconOnly;
        const QRect place(one->mapTo(&window, QPoint()), one->size());
        if (one->visibleRegion().boundingRect() != one->rect() || !window.rect().contains(place)
            || (showsText && one->width() < one->minimumSizeHint().width()))
            return one->text();
    }
    return {};
}

} // namespace

class TstWindowLayout : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        look::installLook(*qApp);
        QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    // On a screen that is smaller than what it would like to have, its frame included.
    void fitsTheScreenAtTheFirstStart()
    {
        Opened opened(m_folder->path());
        const int title = opened.window.style()->pixelMetric(QStyle::PM_TitleBarHeight);
        QVERIFY(title > 0);
        QVERIFY(opened.window.height() + title <= opened.window.screen()->availableSize().height());
        QVERIFY(opened.window.width() <= opened.window.screen()->availableSize().width());
        // And not partly below its edge.
        const QRect screen = opened.window.screen()->availableGeometry();
        QVERIFY(opened.window.frameGeometry().top() >= screen.top());
        // The part inside the frame, which no window manager draws here, with room for its title.
        QVERIFY(opened.window.geometry().top() - title >= screen.top());
        QVERIFY(opened.window.geometry().bottom() <= screen.bottom());
        QVERIFY(opened.window.x() >= screen.left());
    }

    // Where not all tabs have room, none of the room stays empty.
    void showsTheTabsFromTheLeft()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        const QTabBar *tabs = opened.window.tabs().tabBar();
        const std::initializer_list<widgets::Panel *> panels{&opened.window.overview(),
            &opened.window.tools(), &opened.window.changes(), &opened.window.tools()};
        for (const int width : {1280, 1100, 1000}) {
            opened.window.resize(width, 700);
            for (widgets::Panel *panel : panels) {
                opened.window.showPanel(*panel);
                QCoreApplication::processEvents();
                QVERIFY2(tabs->tabRect(0).left() <= 0,
                    qPrintable(QStringLiteral("%1: %2").arg(width).arg(tabs->tabRect(0).left())));
                const QRect front = tabs->tabRect(tabs->currentIndex());
                QVERIFY(front.left() >= 0 && front.right() <= tabs->width());
            }
        }
    }

    void restoresItsLayout()
    {
        {
            Opened opened(m_folder->path());
            opened.window.resize(760, 600);
            opened.window.findChild<QDockWidget *>(QStringLiteral("servers"))->hide();
            opened.window.close();
        }
        Opened again(m_folder->path());
        auto *dock = again.window.findChild<QDockWidget *>(QStringLiteral("servers"));
        QVERIFY(dock->isHidden());
        QCOMPARE(again.window.size(), QSize(760, 600));
        again.window.resize(1100, 700); // where the list of servers has room
        again.window.actions().layoutReset->trigger();
        QVERIFY(!dock->isHidden());
    }

    // Two layouts have no room for the panels of a server.
    void bringsThePanelsBackWhenOneIsRequested()
    {
        Opened opened(m_folder->path());
        auto *requests = opened.window.findChild<QDockWidget *>(QStringLiteral("requests"));
        const app::Actions &actions = opened.window.actions();
        const auto show = [](widgets::Panel &panel) {
            return panel.findChild<QAction *>(
                QStringLiteral("show-") + QLatin1String(panel.tab().name),
                Qt::FindDirectChildrenOnly);
        };
        QAction *tools = show(opened.window.tools());
        QAction *overview = show(opened.window.overview());
        for (QAction *layout : {actions.layoutTraceOnly, actions.layoutAxis}) {
            for (QAction *wanted : {tools, overview, actions.requests}) {
                layout->trigger();
                QVERIFY(opened.window.centralWidget()->isHidden());
                QVERIFY(requests->isHidden());
                wanted->trigger();
                QVERIFY2(!opened.window.centralWidget()->isHidden(), qPrintable(wanted->text()));
            }
        }
    }

    void connectsTheCurrentServerFromTheToolBar()
    {
        Opened opened(m_folder->path());
        QVERIFY(opened.workspace.save({}, demo(QStringLiteral("first"))).ok());
        QVERIFY(opened.workspace.save({}, demo(QStringLiteral("second"))).ok());
        opened.workspace.setCurrent(QStringLiteral("second"));
        auto *button = opened.window.findChild<QToolButton *>(QStringLiteral("connect"));
        QTest::mouseClick(button, Qt::LeftButton, {}, QPoint(10, button->height() / 2));
        QTRY_COMPARE_WITH_TIMEOUT(
            opened.state(QStringLiteral("second")), mcp::ClientState::Ready, kPatienceMs);
        QCOMPARE(opened.state(QStringLiteral("first")), mcp::ClientState::Stopped);
    }

    void leavesTheRoomOfTheLanesToThemWhenAServerAsks()
    {
        Opened opened(m_folder->path());
        opened.window.resize(1600, 900);
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        opened.window.actions().layoutAxis->trigger();
        opened.window.tools().chooseTool(QStringLiteral("confirm_address"));
        opened.window.tools().callPane().send();
        QTRY_COMPARE_WITH_TIMEOUT(opened.workspace.serverRequests().waitingCount(), 1, kPatienceMs);
        auto *requests = opened.window.findChild<QDockWidget *>(QStringLiteral("requests"));
        QVERIFY(requests->isHidden());
        QVERIFY(opened.window.centralWidget()->isHidden());
        opened.window.actions().nextRequest->trigger();
        QVERIFY(!opened.window.centralWidget()->isHidden());
        QVERIFY(opened.window.findChild<widgets::ReviewPanel *>()->isVisible());
    }

    void remembersWhichGroupsOfToolsAreClosed()
    {
        const auto tree = [](Opened &opened) {
            return opened.window.tools().list().findChild<QTreeView *>();
        };
        const auto shown = [&](Opened &opened) {
            QStringList names;
            for (QModelIndex at = tree(opened)->model()->index(0, 0); at.isValid();
                 at = tree(opened)->indexBelow(at))
                names << at.data().toString();
            return names;
        };
        const QString weather = QStringLiteral("get_weather");
        {
            Opened opened(m_folder->path());
            opened.connectTo(demo());
            QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
            opened.window.showPanel(opened.window.tools());
            QVERIFY(shown(opened).contains(QStringLiteral("get_")));
            QVERIFY(shown(opened).contains(weather));
            // With the keyboard, and with the mouse.
            opened.window.tools().chooseTool(weather);
            QTest::keyClick(tree(opened), Qt::Key_Left);
            QTest::keyClick(tree(opened), Qt::Key_Left);
            QVERIFY(!shown(opened).contains(weather));
            const QModelIndex group = tree(opened)->model()->index(1, 0);
            QTest::mouseClick(tree(opened)->viewport(), Qt::LeftButton, {},
                tree(opened)->visualRect(group).center());
            QVERIFY(!tree(opened)->isExpanded(group));
            QCOMPARE(opened.window.tools().callPane().tool(), weather);
        }
        Opened again(m_folder->path());
        again.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(again.window.tools().count() > 0, kPatienceMs);
        again.window.showPanel(again.window.tools());
        QVERIFY(!shown(again).contains(weather));
        // What is looked for is found in a closed group, which closes again afterwards.
        auto *filter = again.window.tools().list().findChild<QLineEdit *>();
        filter->setText(QStringLiteral("getwea"));
        QVERIFY(shown(again).contains(weather));
        filter->clear();
        QVERIFY(!shown(again).contains(weather));
        again.window.tools().chooseTool(weather);
        QVERIFY(shown(again).contains(weather));
    }

    void putsTheResultIntoATabWhereThereIsNoRoomBesideTheForm()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
        opened.window.showPanel(opened.window.tools());
        opened.window.resize(1200, 800);
        QVERIFY(!tools.callPane().hasResult());
        QTRY_VERIFY(tools.resultPane().isVisible());

        opened.window.resize(1099, 800);
        QVERIFY(tools.callPane().hasResult());
        QTRY_VERIFY(!tools.resultPane().isVisible());
        tools.chooseTool(QStringLiteral("echo"));
        opened.window.actions().call->trigger();
        QVERIFY(tools.resultPane().isVisible()); // after a call the result is what matters
        QVERIFY(!tools.callPane().requestPreview().isVisible());
        tools.chooseTool(QStringLiteral("get_weather"));
        QVERIFY(!tools.resultPane().isVisible());
        QVERIFY(tools.callPane().form().isVisible());

        opened.window.resize(1100, 800);
        QTRY_VERIFY(tools.resultPane().isVisible());
        QTRY_VERIFY(tools.resultPane().width() >= 260); // or its pages hide each other
        QVERIFY(tools.callPane().form().isVisible());
        QVERIFY(tools.callPane().requestPreview().isVisible());
        QVERIFY(!tools.callPane().preview().isVisible()); // a line, until it is opened
        tools.callPane().requestPreview().setOpen(true);
        QVERIFY(tools.callPane().preview().isVisible());
    }

    void foldsTheServersIntoTheToolBarWhenNarrow()
    {
        const auto dock = [](Opened &opened) {
            return opened.window.findChild<QDockWidget *>(QStringLiteral("servers"));
        };
        const auto dotShown = [](Opened &opened) {
            const auto *box = opened.window.findChild<QComboBox *>(QStringLiteral("serverChoice"));
            return !box->itemIcon(0).isNull();
        };
        {
            Opened opened(m_folder->path());
            opened.workspace.addForThisRun(demo());
            opened.window.resize(901, 700);
            QVERIFY(!dock(opened)->isHidden());
            QTRY_VERIFY(!dotShown(opened));
            opened.window.resize(899, 700);
            QVERIFY(dock(opened)->isHidden());
            QTRY_VERIFY(dotShown(opened));
            opened.window.close();
        }
        Opened again(m_folder->path());
        QVERIFY(dock(again)->isHidden());
        again.window.resize(1000, 700);
        QVERIFY(!dock(again)->isHidden());
        QTRY_VERIFY(dock(again)->width() > 150);
        // A person who wants to see it in a narrow window does.
        again.window.resize(800, 700);
        dock(again)->toggleViewAction()->trigger();
        again.window.resize(780, 700);
        QVERIFY(!dock(again)->isHidden());
        // And one who has closed it does not get it back with the room.
        dock(again)->toggleViewAction()->trigger();
        again.window.resize(1000, 700);
        QVERIFY(dock(again)->isHidden());
    }

    void opensAMessageBesideTheTrace()
    {
        Opened opened(m_folder->path());
        opened.window.resize(1280, 800);
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        auto *detail = opened.window.findChild<QDockWidget *>(QStringLiteral("detail"));
        const auto *trace = opened.window.findChild<QDockWidget *>(QStringLiteral("trace"));
        QVERIFY(detail->isHidden()); // nothing is empty
        opened.window.trace().showMessage(1);
        QTRY_VERIFY(!detail->isHidden() && detail->x() > trace->x());
        QTRY_VERIFY(detail->width() >= 380 && trace->width() > detail->width());
        QCOMPARE(detail->y(), trace->y());
        const int width = trace->width();
        QTest::keyClick(&opened.window.trace().view(), Qt::Key_Escape);
        QVERIFY(detail->isHidden());
        QTRY_VERIFY(trace->width() > width);
    }

    void showsTenRowsBesideAForm_data()
    {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("rows");
        QTest::newRow("1280 x 800") << QSize(1280, 800) << 10;
        QTest::newRow("1024 x 700") << QSize(1024, 700) << 6;
    }

    void showsTenRowsBesideAForm()
    {
        QFETCH(QSize, size);
        QFETCH(int, rows);
        Opened opened(m_folder->path());
        opened.window.resize(size);
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        opened.window.showPanel(opened.window.tools());
        opened.window.trace().showMessage(1);
        const auto &view = opened.window.trace().view();
        QTRY_VERIFY2(view.viewport()->height() / view.rowHeight(0) >= rows,
            qPrintable(QString::number(view.viewport()->height())));
    }

    void comesBackToALayoutAsItWas_data()
    {
        QTest::addColumn<QSize>("size");
        for (const QSize size : {QSize(1024, 700), QSize(1280, 800), QSize(1680, 1050)})
            QTest::addRow("%d", size.width()) << size;
    }

    void comesBackToALayoutAsItWas()
    {
        QFETCH(QSize, size);
        Opened opened(m_folder->path());
        opened.window.resize(size);
        const app::Actions &actions = opened.window.actions();
        const QList<QAction *> layouts{
            actions.layoutInspect, actions.layoutTraceOnly, actions.layoutAxis};
        const auto picture = [&] {
            QStringList parts;
            for (const QDockWidget *dock : opened.window.findChildren<QDockWidget *>()) {
                const QRect at = dock->geometry();
                parts += dock->objectName()
                    + (dock->isHidden() ? QStringLiteral(" hidden")
                                        : QStringLiteral(" %1,%2 %3x%4")
                                              .arg(at.x())
                                              .arg(at.y())
                                              .arg(at.width())
                                              .arg(at.height()));
            }
            parts += opened.window.centralWidget()->isHidden() ? QStringLiteral("no tabs")
                                                               : QStringLiteral("tabs");
            return parts.join(QStringLiteral("; "));
        };
        const auto settle = [] {
            for (int i = 0; i < 5; ++i)
                QCoreApplication::processEvents();
        };
        for (QAction *one : layouts) {
            for (QAction *other : layouts) {
                if (one == other)
                    continue;
                one->trigger();
                settle();
                const QString before = picture();
                other->trigger();
                settle();
                QVERIFY(picture() != before);
                one->trigger();
                QTRY_COMPARE(picture(), before);
            }
        }
        actions.layoutTraceOnly->trigger();
        settle();
        for (const QDockWidget *dock : opened.window.findChildren<QDockWidget *>())
            QCOMPARE(dock->isHidden(), dock->objectName() != QStringLiteral("trace"));
    }

    void cutsNothingInTheSmallestWindow()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
        opened.window.showPanel(opened.window.tools());
        opened.window.resize(720, 480);
        QCOMPARE(opened.window.size(), QSize(720, 480));
        // Every button is whole, and inside of what is around it, once the layout has settled.
        QTRY_COMPARE(cutButton(opened.window), QString());
        const QToolBar *bar = opened.window.findChild<QToolBar *>();
        for (QAction *action : bar->actions())
            QTRY_VERIFY(!action->isVisible() || !bar->widgetForAction(action)
                || bar->widgetForAction(action)->isVisible());
        QTRY_VERIFY(tools.callPane().form().height() > 2 * tools.fontMetrics().height());
    }

    void restoresTheDefaultByADoubleClickOnAHandle()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        opened.window.showPanel(opened.window.tools());
        opened.window.resize(1400, 1000);
        auto *dock = opened.window.findChild<QDockWidget *>(QStringLiteral("servers"));
        QTRY_COMPARE(dock->width(), 196);
        opened.window.resizeDocks({dock}, {320}, Qt::Horizontal);
        QTRY_COMPARE(dock->width(), 320);
        const QRect place = dock->geometry();
        QTest::mouseDClick(
            &opened.window, Qt::LeftButton, {}, QPoint(place.right() + 4, place.center().y()));
        QTRY_COMPARE(dock->width(), 196);

        auto *trace = opened.window.findChild<QDockWidget *>(QStringLiteral("trace"));
        opened.window.resizeDocks({trace}, {360}, Qt::Vertical);
        QTRY_COMPARE(trace->height(), 360);
        QTest::mouseDClick(&opened.window, Qt::LeftButton, {},
            QPoint(trace->geometry().center().x(), trace->y() - 4));
        QTRY_COMPARE(trace->height(), 450); // 45 %

        auto *columns = opened.window.tools().findChild<look::Splitter *>();
        const QList<int> sizes = columns->sizes();
        columns->setSizes({400, 300, 500});
        QVERIFY(columns->sizes() != sizes);
        QTest::mouseDClick(columns->handle(1), Qt::LeftButton);
        const QList<int> restored = columns->sizes();
        columns->restoreDefault();
        QCOMPARE(restored, columns->sizes());
    }

    void showsHiddenColumnsFromTheMenu()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        opened.window.resize(850, 600);
        const widgets::TraceView &view = opened.window.trace().view();
        QTRY_VERIFY(view.isColumnHidden(models::TraceModel::DeltaColumn));
        QMenu *columns = opened.window.actions().columnsMenu;
        Q_EMIT columns->aboutToShow();
        columns->actions().at(models::TraceModel::DeltaColumn)->trigger();
        QVERIFY(!view.isColumnHidden(models::TraceModel::DeltaColumn));
        opened.window.resize(800, 600);
        QVERIFY(!view.isColumnHidden(models::TraceModel::DeltaColumn));
    }

    // Its submenus have submenus.
    void fillsTheColumnsMenuAnewEachTime()
    {
        Opened opened(m_folder->path());
        QMenu *columns = opened.window.actions().columnsMenu;
        Q_EMIT columns->aboutToShow();
        const auto actions = columns->actions().size();
        const auto submenus = columns->findChildren<QMenu *>().size();
        QVERIFY(submenus > 1);
        for (int i = 0; i < 3; ++i)
            Q_EMIT columns->aboutToShow();
        QCOMPARE(columns->actions().size(), actions);
        QCOMPARE(columns->findChildren<QMenu *>().size(), submenus);
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(TstWindowLayout)
#include "tst_windowlayout.moc"
