// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/program/mainwindow.h"
#include "app/servers/servercommands.h"
#include "app/window/actions.h"
#include "app/window/commandpalette.h"
#include "app/window/panels.h"
#include "app/window/statusline.h"
#include "app/workspace/places.h"
#include "content/json/jsoneditor.h"
#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/session/servermodel.h"
#include "models/trace/tracemodel.h"
#include "session/call/toolcall.h"
#include "support/buttons.h"
#include "support/openedwindow.h"
#include "widgets/kit/label/signlabel.h"
#include "widgets/overview/failurepage.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/request/resultpane.h"
#include "widgets/servers/servereditor.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/destructiveguard.h"
#include "widgets/tools/loadtestdialog.h"
#include "widgets/tools/toollist.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAccessible>
#include <QAction>
#include <QCheckBox>
#include <QDockWidget>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>
#include <QTreeView>

#include <csignal>

using namespace sonde;
using namespace sonde::tests;

class TstMainWindow : public QObject {
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

    void connectsCallsAToolAndShowsItInTheTrace()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 5, kPatienceMs);

        opened.window.showPanel(opened.window.tools());
        QCOMPARE(opened.window.tabs().currentWidget(), &tools);
        tools.chooseTool(QStringLiteral("echo"));
        widgets::CallPane &pane = tools.callPane();
        const QByteArray exact = R"({"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2})";
        pane.editor().setBytes(Bytes::fromByteArray(exact));
        QVERIFY(pane.preview().bytes().toByteArray().contains(exact));

        tests::press(button(pane, QStringLiteral("callTool")));
        QVERIFY(tools.currentCall());
        QTRY_VERIFY_WITH_TIMEOUT(tools.currentCall()->response(), kPatienceMs);
        QCOMPARE(tools.resultPane().state().sign(), models::Sign::Ok);

        opened.window.actions().showInTrace->trigger();
        const trace::Number response = opened.window.trace().currentNumber();
        QVERIFY(response > 0);
        models::TraceModel &model = opened.window.trace().document().model();
        const trace::Record &record = model.record(model.rowOf(response));
        QCOMPARE(record.kind, rpc::Kind::Response);
        QVERIFY(record.pair > 0);
        const auto sent = model.store().read(model.record(model.rowOf(record.pair)));
        QVERIFY(sent.ok());
        QVERIFY(sent->toByteArray().contains(exact));
    }

    void sendsNoTextThatIsNotJsonAndSaysWhere()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
        opened.window.showPanel(tools);
        tools.chooseTool(QStringLiteral("echo"));
        tools.callPane().editor().setBytes(Bytes::copyOf("{\"a\": }"));
        opened.window.actions().call->trigger();
        QCOMPARE(tools.currentCall()->state(), session::ToolCall::State::Idle);
        QVERIFY(tools.callPane().problem().contains(QStringLiteral("line 1")));
        bool said = false;
        for (const auto *message : tools.callPane().findChildren<look::InlineMessage *>())
            said |= message->isVisibleTo(&tools)
                && message->sentence().contains(QStringLiteral("line 1"));
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
        QVERIFY2(page->failure().heading().contains(QStringLiteral("ended before it responded")),
            qPrintable(page->failure().report()));
        QCOMPARE(page->failure().stderrLines.back().text, QStringLiteral("no luck"));
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
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
    }

    void cancelsACallThatRuns()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
        opened.window.showPanel(tools);
        tools.chooseTool(QStringLiteral("slow_count"));
        opened.window.actions().call->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(tools.currentCall()->progressCount() > 0, kPatienceMs);
        QVERIFY(!opened.window.actions().call->isEnabled());
        opened.window.actions().cancelCall->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(
            tools.currentCall()->state(), session::ToolCall::State::Cancelled, kPatienceMs);
        QVERIFY(opened.window.actions().callAgain->isEnabled());
    }

    void showsThePictureOfAResult()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
        opened.window.showPanel(tools);
        tools.chooseTool(QStringLiteral("make_chart"));
        opened.window.actions().call->trigger();
        QTRY_VERIFY_WITH_TIMEOUT(tools.currentCall()->response(), kPatienceMs);
        const auto picture = [&] {
            const content::ContentView *view = tools.resultPane().contents().view(1);
            return view && view->isReady() && view->view() == content::View::Image;
        };
        QTRY_VERIFY_WITH_TIMEOUT(picture(), kPatienceMs);
    }

    void remembersArgumentsAcrossStarts()
    {
        const QByteArray typed = R"({"city":"Oslo","days":1.0})";
        {
            Opened opened(m_folder->path());
            opened.connectTo(demo());
            QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
            opened.window.showPanel(opened.window.tools());
            opened.window.tools().chooseTool(QStringLiteral("echo"));
            opened.window.tools().callPane().editor().setBytes(Bytes::fromByteArray(typed));
            opened.window.actions().call->trigger();
        }
        Opened again(m_folder->path());
        again.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(again.window.tools().count() > 0, kPatienceMs);
        again.window.tools().chooseTool(QStringLiteral("echo"));
        QCOMPARE(again.window.tools().callPane().editor().bytes().toByteArray(), typed);
    }

    void staysWhereItIsWhenAConnectedServerEnds()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        opened.window.showPanel(opened.window.tools());
        const qint64 pid = opened.workspace.client(QStringLiteral("demo"))->startReport().pid;
        QVERIFY(pid > 0);
        QCOMPARE(::kill(pid_t(pid), SIGKILL), 0);
        QTRY_COMPARE_WITH_TIMEOUT(
            opened.state(QStringLiteral("demo")), mcp::ClientState::Failed, kPatienceMs);
        QCOMPARE(opened.window.tabs().currentWidget(), &opened.window.tools());
        // Every place says how it ended, and none that it did not start.
        const QString text = app::stateText(opened.workspace.client(QStringLiteral("demo")));
        QVERIFY2(text.contains(QStringLiteral("SIGKILL")), qPrintable(text));
        const auto *list = opened.window.findChild<models::ServerModel *>();
        const QString detail = list->index(0).data(models::ServerModel::DetailRole).toString();
        QVERIFY2(detail.contains(text), qPrintable(detail));
        const session::Failure &failure = opened.window.overview().failurePage()->failure();
        QVERIFY2(
            failure.heading().contains(QStringLiteral("SIGKILL")), qPrintable(failure.heading()));
        QVERIFY(!opened.window.actions().call->isEnabled());
        opened.window.actions().restart->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(
            opened.state(QStringLiteral("demo")), mcp::ClientState::Ready, kPatienceMs);
    }

    void takesAPastedCommandLineApartAndSaysWhatDoesNotFit()
    {
        Opened opened(m_folder->path());
        opened.window.serverCommands().openEditor({});
        auto *editor = opened.window.findChild<widgets::ServerEditor *>();
        QVERIFY(editor);
        QPushButton *save = editor->findChild<QPushButton *>(QStringLiteral("save"));
        QVERIFY(!save->isEnabled());
        editor->findChild<QLineEdit *>(QStringLiteral("paste"))
            ->setText(QStringLiteral("KEY=1 sh -c 'a b' \"\""));
        tests::press(editor->findChild<QPushButton *>(QStringLiteral("parse")));
        const config::Profile made = editor->profile();
        QCOMPARE(made.program, QStringLiteral("sh"));
        QCOMPARE(
            made.arguments, (QStringList{QStringLiteral("-c"), QStringLiteral("a b"), QString()}));
        QCOMPARE(made.environment.size(), std::size_t(1));
        QVERIFY(save->isEnabled());
        tests::press(save);
        QVERIFY(opened.workspace.profiles().find(QStringLiteral("sh")));
        QCOMPARE(opened.workspace.current(), QStringLiteral("sh"));
    }

    void countsToolErrorsAsErrors()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
        const auto counts = [&] {
            return opened.window.findChild<QLabel *>(QStringLiteral("recordedCounts"))->toolTip();
        };
        QVERIFY2(counts().contains(QStringLiteral(": 0 errors")), qPrintable(counts()));
        opened.window.showPanel(tools);
        tools.chooseTool(QStringLiteral("fail"));
        opened.window.actions().call->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(
            tools.currentCall()->state(), session::ToolCall::State::ToolError, kPatienceMs);
        QTRY_VERIFY2(counts().contains(QStringLiteral(": 1 error")), qPrintable(counts()));
    }

    void offersAPingOnlyWhereThereIsOne()
    {
        Opened opened(m_folder->path());
        const QAction *ping = opened.window.actions().ping;
        for (const auto era : {config::EraMode::Legacy, config::EraMode::Modern}) {
            config::Profile server = demo();
            server.era = era;
            opened.connectTo(server);
            const QString name = opened.workspace.current();
            QTRY_COMPARE_WITH_TIMEOUT(opened.state(name), mcp::ClientState::Ready, kPatienceMs);
            QCOMPARE(ping->isEnabled(), era == config::EraMode::Legacy);
            QCOMPARE(ping->toolTip().contains(QStringLiteral("has no ping")),
                era == config::EraMode::Modern);
        }
    }

    void asksBeforeADestructiveCall()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        opened.window.showPanel(opened.window.tools());
        opened.window.tools().chooseTool(QStringLiteral("station_delete"));
        auto &pane = opened.window.tools().callPane();
        auto *guard = pane.findChild<widgets::DestructiveGuard *>();
        const session::ToolCall &call = *opened.window.tools().currentCall();
        const auto press = [&] {
            QTest::keyClick(&opened.window, Qt::Key_Return, Qt::ControlModifier);
        };
        pane.editor().setBytes(Bytes::copyOf(R"({"station":1.0})"));
        press();
        QVERIFY(guard->isVisible() && guard->isHolding());
        press(); // asking twice is not confirming
        QCOMPARE(call.state(), session::ToolCall::State::Idle);
        pane.editor().setBytes(Bytes::copyOf(R"({"station":2.0})")); // it is another call now
        QVERIFY(!guard->isVisible());
        press();
        auto *anyway = messageButton(*guard, QStringLiteral("destructiveMessage"));
        QTest::keyClick(anyway, Qt::Key_Escape);
        QVERIFY(!guard->isVisible());
        press();
        anyway->click();
        QVERIFY(!guard->isVisible());
        QTRY_COMPARE_WITH_TIMEOUT(call.state(), session::ToolCall::State::ToolError, kPatienceMs);
        QCOMPARE(call.arguments(), Bytes::copyOf(R"({"station":2.0})"));

        pane.sendAgain();
        QVERIFY(guard->isVisible());
        guard->findChild<QCheckBox *>()->setChecked(true);
        anyway->click();
        QTRY_COMPARE_WITH_TIMEOUT(call.state(), session::ToolCall::State::ToolError, kPatienceMs);
        press();
        QVERIFY(!guard->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(!call.isPending(), kPatienceMs);
        opened.window.tools().setAsksBeforeDestructive(true);
        press();
        QVERIFY(guard->isVisible());
        opened.window.tools().chooseTool(QStringLiteral("echo"));
        QVERIFY(!guard->isVisible());
    }

    void opensTheLoadTestOfTheChosenTool()
    {
        Opened opened(m_folder->path());
        opened.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        opened.window.showPanel(opened.window.tools());
        opened.window.tools().chooseTool(QStringLiteral("station_delete"));
        auto &pane = opened.window.tools().callPane();
        pane.editor().setBytes(Bytes::copyOf("{"));
        QTest::keyClick(&opened.window, Qt::Key_Return, Qt::ControlModifier | Qt::AltModifier);
        QVERIFY(!opened.window.findChild<widgets::LoadTestDialog *>());
        pane.editor().setBytes(Bytes::copyOf("{\n\"station\": 1.0\n}"));
        QTest::keyClick(&opened.window, Qt::Key_Return, Qt::ControlModifier | Qt::AltModifier);
        auto *dialog = opened.window.findChild<widgets::LoadTestDialog *>();
        QVERIFY(dialog);
        QVERIFY(!dialog->isModal());
        QCOMPARE(dialog->test().tool(), QStringLiteral("station_delete"));
        QVERIFY(dialog->test().arguments().view().find("1.0") != std::string_view::npos);
        QCOMPARE(button(*dialog, QStringLiteral("startOrCancel"))->text(),
            QStringLiteral("Start anyway"));
    }

    void groupsToolsAsChosenAndRemembersIt()
    {
        const auto groups = [](app::MainWindow &window) {
            auto *view = window.tools().list().findChild<QTreeView *>();
            QStringList names;
            for (int row = 0; row < view->model()->rowCount(); ++row) {
                if (view->model()->hasChildren(view->model()->index(row, 0)))
                    names += view->model()->index(row, 0).data().toString();
            }
            return names;
        };
        const auto choose = [](app::MainWindow &window, const QString &which) {
            window.tools().list().findChild<QAction *>(which)->trigger();
        };
        {
            Opened opened(m_folder->path());
            opened.connectTo(demo());
            QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
            opened.window.tools().chooseTool(QStringLiteral("echo"));
            choose(opened.window, QStringLiteral("groupByEffect"));
            QVERIFY(groups(opened.window).contains(QStringLiteral("destructive")));
            QCOMPARE(opened.window.tools().callPane().tool(), QStringLiteral("echo"));
        }
        Opened again(m_folder->path());
        again.connectTo(demo());
        QTRY_VERIFY_WITH_TIMEOUT(again.window.tools().count() > 0, kPatienceMs);
        QVERIFY(groups(again.window).contains(QStringLiteral("destructive")));
        choose(again.window, QStringLiteral("noGrouping"));
        QVERIFY(groups(again.window).isEmpty());
    }

    void asksForToolsPageByPageWhenRequested()
    {
        Opened opened(m_folder->path());
        opened.connectTo(profile(QStringLiteral("paged"), app::demoServer(),
            {QStringLiteral("--page-size"), QStringLiteral("5")}));
        widgets::ToolsPanel &tools = opened.window.tools();
        QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 5, kPatienceMs);
        const auto names = [&tools] {
            QStringList found;
            for (int row = 0; row < tools.list().model().rowCount(); ++row)
                found += tools.list().model().key(row);
            return found;
        };
        const QStringList all = names();
        opened.window.showPanel(opened.window.tools());
        auto *next = button(tools, QStringLiteral("nextPage"));
        QVERIFY(next && !next->isVisible());
        tools.list().findChild<QAction *>(QStringLiteral("pageByPage"))->trigger();
        QTRY_COMPARE_WITH_TIMEOUT(tools.count(), 5, kPatienceMs);
        QVERIFY(next->isVisible());
        tools.chooseTool(all[2]);
        next->click();
        QTRY_COMPARE_WITH_TIMEOUT(tools.count(), 10, kPatienceMs);
        QCOMPARE(names(), all.first(10));
        QCOMPARE(tools.callPane().tool(), all[2]);
        for (qsizetype known = 10; known < all.size(); known += 5) {
            next->click();
            QTRY_VERIFY_WITH_TIMEOUT(tools.count() > known, kPatienceMs);
        }
        QCOMPARE(names(), all);
        QVERIFY(!next->isVisible());
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
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
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
        QTRY_VERIFY_WITH_TIMEOUT(opened.window.tools().count() > 0, kPatienceMs);
        for (const QAction *action : opened.window.actions().all())
            QVERIFY(!action->text().isEmpty());
        opened.window.serverCommands().openEditor({});
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
