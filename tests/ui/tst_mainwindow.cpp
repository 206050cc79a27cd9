// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/actions.h"
#include "app/mainwindow.h"
#include "app/places.h"
#include "content/jsoneditor.h"
#include "content/sondestyle.h"
#include "models/tracemodel.h"
#include "widgets/callpane.h"
#include "widgets/commandpalette.h"
#include "widgets/failurepage.h"
#include "widgets/overviewpanel.h"
#include "widgets/resultpane.h"
#include "widgets/servereditor.h"
#include "widgets/signlabel.h"
#include "widgets/toolcall.h"
#include "widgets/toollist.h"
#include "widgets/toolspanel.h"
#include "widgets/tracepanel.h"
#include "widgets/traceview.h"

#include <QAccessible>
#include <QAction>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolBar>
#include <QTreeView>

#include <csignal>

using namespace sonde;

namespace {

constexpr int kPatienceMs = 20'000;

config::Profile profile(const QString &name, const QString &program, const QStringList &arguments)
{
    config::Profile made;
    made.name = name;
    made.program = program;
    made.arguments = arguments;
    return made;
}

config::Profile demo(const QString &name = QStringLiteral("demo"))
{
    return profile(name, app::demoServer(), {});
}

// A window with settings of its own.
struct Opened {
    explicit Opened(const QString &folder)
        : workspace({folder, {}})
        , window(workspace)
    {
        workspace.load();
        window.show();
    }

    void connectTo(const config::Profile &server)
    {
        const QString name = workspace.addForThisRun(server);
        workspace.setCurrent(name);
        workspace.connectTo(name);
    }

    mcp::ClientState state(const QString &name) const
    {
        const mcp::Client *client = workspace.client(name);
        return client ? client->state() : mcp::ClientState::Stopped;
    }

    app::Workspace workspace;
    app::MainWindow window;
};

QPushButton *button(QWidget *parent, const QString &text)
{
    for (QPushButton *one : parent->findChildren<QPushButton *>()) {
        if (one->text().remove(QLatin1Char('&')) == text)
            return one;
    }
    return nullptr;
}

} // namespace

class TstMainWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        content::installLook(*qApp);
        QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
    }

    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        QVERIFY(m_folder->isValid());
    }

    void connectsCallsAToolAndShowsItInTheTrace()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.toolCount() > 5, kPatienceMs);

        opened.window.actions().tools->trigger();
        QCOMPARE(opened.window.tabs().currentWidget(), &tools);
        tools.chooseTool(QStringLiteral("echo"));
        widgets::CallPane &pane = tools.callPane();
        const QByteArray exact = R"({"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2})";
        pane.editor().setBytes(Bytes::fromByteArray(exact));
        QVERIFY(pane.preview().bytes().toByteArray().contains(exact));

        QTest::mouseClick(button(&pane, QStringLiteral("Call")), Qt::LeftButton);
        QVERIFY(tools.currentCall());
        QTRY_VERIFY_WITH_TIMEOUT(tools.currentCall()->answer(), kPatienceMs);
        QCOMPARE(tools.resultPane().state().sign(), models::Sign::Ok);

        opened.window.actions().showInTrace->trigger();
        const trace::Number answer = opened.window.trace().currentNumber();
        QVERIFY(answer > 0);
        models::TraceModel &model = opened.window.trace().model();
        const trace::Record &record = model.record(model.rowOf(answer));
        QCOMPARE(record.kind, rpc::Kind::Response);
        QVERIFY(record.pair > 0);
        const auto sent = model.recorder().read(model.record(model.rowOf(record.pair)));
        QVERIFY(sent.ok());
        QVERIFY(sent->toByteArray().contains(exact));
    }

    void sendsNoTextThatIsNotJsonAndSaysWhere()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.toolCount() > 0, kPatienceMs);
        tools.chooseTool(QStringLiteral("echo"));
        tools.callPane().editor().setBytes(Bytes::copyOf("{\"a\": }"));
        opened.window.actions().call->trigger();
        QCOMPARE(tools.currentCall()->state(), widgets::ToolCall::State::Idle);
        QVERIFY(tools.callPane().problem().contains(QStringLiteral("line 1")));
        bool said = false;
        for (const auto *label : tools.callPane().findChildren<widgets::SignLabel *>())
            said |=
                label->isVisibleTo(&tools) && label->word().startsWith(QStringLiteral("Not sent"));
        QVERIFY(said);
    }

    void namesTheStepThatFailedAndShowsTheEvidence()
    {
        Opened opened(m_folder->path());
        opened.connectTo(profile(QStringLiteral("broken"), QStringLiteral("sh"),
            {QStringLiteral("-c"), QStringLiteral("echo no luck >&2; exit 3")}));
        QTRY_COMPARE_WITH_TIMEOUT(
            opened.state(QStringLiteral("broken")), mcp::ClientState::Failed, kPatienceMs);
        const auto *page = opened.window.overview().failurePage();
        QTRY_VERIFY(page->isVisible());
        QVERIFY2(page->failure().heading().contains(QStringLiteral("ended before it answered")),
            qPrintable(page->failure().report()));
        QVERIFY(page->failure().stderrLines.contains(QStringLiteral("no luck")));
        QVERIFY(page->failure().report().contains(QStringLiteral("3")));
        QVERIFY(!page->failure().likelyCause());
    }

    void saysWhereItLookedForAProgramThatIsNotThere()
    {
        Opened opened(m_folder->path());
        opened.connectTo(profile(QStringLiteral("absent"), QStringLiteral("no-such-program"), {}));
        QTRY_COMPARE_WITH_TIMEOUT(
            opened.state(QStringLiteral("absent")), mcp::ClientState::Failed, kPatienceMs);
        const auto &failure = opened.window.overview().failurePage()->failure();
        QVERIFY(failure.heading().contains(QStringLiteral("was not found")));
        QVERIFY(failure.report().contains(QStringLiteral("Looked for in")));
    }

    void keepsSeveralServersConnected()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo(QStringLiteral("one")));
        opened.connectTo(demo(QStringLiteral("two")));
        for (const QString &name : {QStringLiteral("one"), QStringLiteral("two")})
            QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Ready, kPatienceMs);
        opened.window.actions().stop->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(
            opened.state(QStringLiteral("two")), mcp::ClientState::Stopped, kPatienceMs);
        QCOMPARE(opened.state(QStringLiteral("one")), mcp::ClientState::Ready);
        opened.workspace.setCurrent(QStringLiteral("one"));
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().toolCount() > 0, kPatienceMs);
    }

    void cancelsACallThatRuns()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.toolCount() > 0, kPatienceMs);
        tools.chooseTool(QStringLiteral("slow_count"));
        opened.window.actions().call->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(tools.currentCall()->progressCount() > 0, kPatienceMs);
        QVERIFY(!opened.window.actions().call->isEnabled());
        opened.window.actions().cancelCall->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(
            tools.currentCall()->state(), widgets::ToolCall::State::Cancelled, kPatienceMs);
        QVERIFY(opened.window.actions().callAgain->isEnabled());
    }

    void showsThePictureOfAResult()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.toolCount() > 0, kPatienceMs);
        tools.chooseTool(QStringLiteral("make_chart"));
        opened.window.actions().call->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(tools.currentCall()->answer(), kPatienceMs);
        const auto pictures = [&] {
            int count = 0;
            for (const QLabel *label : tools.resultPane().findChildren<QLabel *>())
                count += label->pixmap(Qt::ReturnByValue).isNull() ? 0 : 1;
            return count;
        };
        QTRY_VERIFY_WITH_TIMEOUT(pictures() > 0, kPatienceMs);
    }

    void remembersArgumentsAcrossStarts()
    {
        const QByteArray typed = R"({"city":"Oslo","days":1.0})";
        {
            Opened opened(m_folder->path());
            opened.connectTo(demo());
            QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().toolCount() > 0, kPatienceMs);
            opened.window.tools().chooseTool(QStringLiteral("echo"));
            opened.window.tools().callPane().editor().setBytes(Bytes::fromByteArray(typed));
            opened.window.actions().call->trigger();
        }
        Opened again(m_folder->path());
        again.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(again.window.tools().toolCount() > 0, kPatienceMs);
        again.window.tools().chooseTool(QStringLiteral("echo"));
        QCOMPARE(again.window.tools().callPane().editor().bytes().toByteArray(), typed);
    }

    void staysWhereItIsWhenAConnectedServerEnds()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().toolCount() > 0, kPatienceMs);
        opened.window.actions().tools->trigger();
        const qint64 pid = opened.workspace.client(QStringLiteral("demo"))->startReport().pid;
        QVERIFY(pid > 0);
        QCOMPARE(::kill(pid_t(pid), SIGKILL), 0);
        QTRY_COMPARE_WITH_TIMEOUT(
            opened.state(QStringLiteral("demo")), mcp::ClientState::Failed, kPatienceMs);
        QCOMPARE(opened.window.tabs().currentWidget(), &opened.window.tools());
        QVERIFY(!opened.window.actions().call->isEnabled());
        opened.window.actions().restart->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(
            opened.state(QStringLiteral("demo")), mcp::ClientState::Ready, kPatienceMs);
    }

    void takesAPastedCommandLineApartAndSaysWhatDoesNotFit()
    {
        Opened opened(m_folder->path());
        opened.window.openEditor({});
        auto *editor = opened.window.findChild<widgets::ServerEditor *>();
        QVERIFY(editor);
        QPushButton *save = button(editor, QStringLiteral("Save"));
        QVERIFY(!save->isEnabled());
        editor->findChild<QLineEdit *>(QStringLiteral("commandLine"))
            ->setText(QStringLiteral("KEY=1 sh -c 'a b' \"\""));
        QTest::mouseClick(button(editor, QStringLiteral("Take apart")), Qt::LeftButton);
        const config::Profile made = editor->profile();
        QCOMPARE(made.program, QStringLiteral("sh"));
        QCOMPARE(
            made.arguments, (QStringList{QStringLiteral("-c"), QStringLiteral("a b"), QString()}));
        QCOMPARE(made.environment.size(), std::size_t(1));
        QVERIFY(save->isEnabled());
        QTest::mouseClick(save, Qt::LeftButton);
        QVERIFY(opened.workspace.profiles().find(QStringLiteral("sh")));
        QCOMPARE(opened.workspace.current(), QStringLiteral("sh"));
    }

    void restoresItsLayout()
    {
        {
            Opened opened(m_folder->path());
            opened.window.resize(1100, 700);
            opened.window.findChild<QDockWidget *>(QStringLiteral("servers"))->hide();
            opened.window.close();
        }
        Opened again(m_folder->path());
        auto *dock = again.window.findChild<QDockWidget *>(QStringLiteral("servers"));
        QVERIFY(dock->isHidden());
        QCOMPARE(again.window.size(), QSize(1100, 700));
        again.window.actions().layoutReset->trigger();
        QVERIFY(!dock->isHidden());
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
            QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().toolCount() > 0, kPatienceMs);
            opened.window.showTools();
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
        QTRY_VERIFY_WITH_TIMEOUT(again.window.tools().toolCount() > 0, kPatienceMs);
        again.window.showTools();
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
        QTRY_VERIFY_WITH_TIMEOUT(tools.toolCount() > 0, kPatienceMs);
        opened.window.showTools();
        opened.window.resize(1200, 800);
        QVERIFY(!tools.callPane().hasResult());
        QTRY_VERIFY(tools.resultPane().isVisible());

        opened.window.resize(1099, 800);
        QVERIFY(tools.callPane().hasResult());
        QTRY_VERIFY(!tools.resultPane().isVisible());
        tools.chooseTool(QStringLiteral("echo"));
        opened.window.actions().call->trigger();
        QVERIFY(tools.resultPane().isVisible()); // whoever calls wants to see the answer
        QVERIFY(!tools.callPane().preview().isVisible());
        tools.chooseTool(QStringLiteral("get_weather"));
        QVERIFY(!tools.resultPane().isVisible());
        QVERIFY(tools.callPane().editor().isVisible());

        opened.window.resize(1100, 800);
        QTRY_VERIFY(tools.resultPane().isVisible());
        QVERIFY(tools.callPane().editor().isVisible());
        QVERIFY(tools.callPane().preview().isVisible());
    }

    void foldsTheServersIntoTheToolBarWhenNarrow()
    {
        const QString box = QStringLiteral("Current server");
        const auto dock = [](Opened &opened) {
            return opened.window.findChild<QDockWidget *>(QStringLiteral("servers"));
        };
        const auto dotShown = [&](Opened &opened) {
            for (const auto *combo : opened.window.findChildren<QComboBox *>()) {
                if (combo->accessibleName() == box)
                    return !combo->itemIcon(0).isNull();
            }
            return false;
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

    void cutsNothingInTheSmallestWindow()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.toolCount() > 0, kPatienceMs);
        opened.window.showTools();
        opened.window.resize(720, 480);
        QCOMPARE(opened.window.size(), QSize(720, 480));
        QTest::qWait(0);
        // Every button is whole, and inside of what is around it.
        for (const QAbstractButton *one : opened.window.findChildren<QAbstractButton *>()) {
            if (!one->isVisible() || one->inherits("QToolBarExtension") || one->text().isEmpty())
                continue;
            const QRect place(one->mapTo(&opened.window, QPoint()), one->size());
            QVERIFY2(one->visibleRegion().boundingRect() == one->rect()
                    && opened.window.rect().contains(place)
                    && one->width() >= one->minimumSizeHint().width(),
                qPrintable(one->text()));
        }
        const QToolBar *bar = opened.window.findChild<QToolBar *>();
        for (QAction *action : bar->actions())
            QVERIFY(!bar->widgetForAction(action) || bar->widgetForAction(action)->isVisible());
        QVERIFY(tools.callPane().editor().height() > 2 * tools.fontMetrics().height());
    }

    void showsHiddenColumnsFromTheMenu()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().toolCount() > 0, kPatienceMs);
        opened.window.resize(850, 600);
        const widgets::TraceView &view = opened.window.trace().view();
        QTRY_VERIFY(view.isColumnHidden(models::TraceModel::FindingsColumn));
        QMenu *columns = opened.window.actions().columnsMenu;
        Q_EMIT columns->aboutToShow();
        columns->actions().at(models::TraceModel::FindingsColumn)->trigger();
        QVERIFY(!view.isColumnHidden(models::TraceModel::FindingsColumn));
        opened.window.resize(800, 600);
        QVERIFY(!view.isColumnHidden(models::TraceModel::FindingsColumn));
    }

    void keepsServersOfThisRunOutOfTheFile()
    {
        {
            Opened opened(m_folder->path());
            opened.workspace.addForThisRun(demo());
            QVERIFY(opened.workspace.save({}, demo(QStringLiteral("kept"))).ok());
        }
        Opened again(m_folder->path());
        QVERIFY(again.workspace.profiles().find(QStringLiteral("kept")));
        QVERIFY(!again.workspace.profiles().find(QStringLiteral("demo")));
    }

    void findsActionsServersAndToolsInThePalette()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().toolCount() > 0, kPatienceMs);
        opened.window.actions().goToAnything->trigger();
        auto &palette = opened.window.palette();
        auto *field = palette.findChild<QLineEdit *>();
        const int all = palette.shownCount();
        field->setText(QStringLiteral("getwea"));
        QVERIFY(palette.shownCount() >= 1);
        QVERIFY(palette.shownCount() < all);
        QTest::keyClick(field, Qt::Key_Return);
        QCOMPARE(opened.window.tools().callPane().tool(), QStringLiteral("get_weather"));
        QCOMPARE(opened.window.tabs().currentWidget(), &opened.window.tools());
    }

    void namesEveryActionAndEveryWidgetThatTakesTheFocus()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().toolCount() > 0, kPatienceMs);
        for (const QAction *action : opened.window.actions().all())
            QVERIFY(!action->text().isEmpty());
        opened.window.openEditor({});
        QStringList nameless;
        for (const QWidget *widget : opened.window.findChildren<QWidget *>()) {
            const bool inside = widget->objectName().startsWith(QStringLiteral("qt_"))
                || widget->focusProxy() || qobject_cast<const QLineEdit *>(widget)
                || widget->inherits("QComboBoxListView");
            // A message without a next step has a button that is not there for anybody.
            const auto *push = qobject_cast<const QPushButton *>(widget);
            const bool unused = push && push->text().isEmpty() && !push->isVisible();
            if (inside || unused || !(widget->focusPolicy() & Qt::TabFocus) || !widget->isEnabled())
                continue;
            QAccessibleInterface *seen =
                QAccessible::queryAccessibleInterface(const_cast<QWidget *>(widget));
            if (seen && seen->text(QAccessible::Name).isEmpty())
                nameless << QString::fromLatin1(widget->metaObject()->className())
                        % QStringLiteral(" in ")
                        % QString::fromLatin1(widget->parentWidget()->metaObject()->className());
        }
        QVERIFY2(nameless.isEmpty(), qPrintable(nameless.join(QStringLiteral("\n"))));
    }

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

QTEST_MAIN(TstMainWindow)
#include "tst_mainwindow.moc"
