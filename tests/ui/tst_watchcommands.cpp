// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/toolbar.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "session/catalog/toolstore.h"
#include "support/watchedservers.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/changes/changespanel.h"
#include "widgets/form/schemaform.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/servers/servereditor.h"

#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QToolButton>
#include <QTreeView>

#include <sys/stat.h>

using namespace sonde;
using namespace sonde::tests;

// Restart on change in a window with three servers, two of which are watched.
class TestWatchCommands : public QObject, private WatchedServers {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init() { open(); }
    void cleanup() { close(); }
    void onlyTheServerOfTheChangedFileRestarts();
    void nothingMovesWhenTheCurrentServerRestarts();
    void theFocusStaysWhenTheSchemaChanges();
    void theListStaysWhereItIs();
    void aBuildThatFailsKeepsTheResults();
    void aRestartThatFailsKeepsTheResults();
    void aStartByTheUserStaysTheirs();
    void aStoppedServerIsNotStarted();
    void theSwitchIsThatOfTheCurrentServer();
    void whatIsWatchedIsShownWhole();
    void asksForPathsWhenNoneIsKnown();
    void keepsTheSettingsOfTheSwitch();
};

void TestWatchCommands::onlyTheServerOfTheChangedFileRestarts()
{
    const mcp::Client *shown = m_opened->workspace.currentClient();
    callWeather();
    const QWidget *focus = m_opened->window.focusWidget();
    const QSignalSpy ofOne(client("one"), &mcp::Client::stateChanged);
    const QSignalSpy ofThree(client("three"), &mcp::Client::stateChanged);
    const QSignalSpy chosen(&m_opened->workspace, &app::Workspace::currentChanged);
    project("three").write(ProjectServer::tools(), ProjectServer::kAlerts); // is not watched
    project("two").write(ProjectServer::tools(), ProjectServer::kAlerts);
    QVERIFY(waitForStarts("two", 2));
    QCOMPARE(starts("two").back().cause.words, ProjectServer::tools());
    QVERIFY(starts("two").back().cause.isAutomatic());
    QCOMPARE(models::consequenceOf(starts("two").back()), QStringLiteral("1 breaking, 2 tools"));
    QCOMPARE(ofOne.count(), 0);
    QCOMPARE(ofThree.count(), 0);
    QCOMPARE(chosen.count(), 0);
    QCOMPARE(m_opened->workspace.currentClient(), shown);
    QCOMPARE(m_opened->window.tabs().currentWidget(), &m_opened->window.tools());
    QCOMPARE(m_opened->window.focusWidget(), focus);
    QVERIFY(commands().message().isHidden());
}

void TestWatchCommands::nothingMovesWhenTheCurrentServerRestarts()
{
    callWeather();
    widgets::ToolsPanel &tools = m_opened->window.tools();
    const QWidget *focus = m_opened->window.focusWidget();
    const QByteArray arguments = tools.callPane().arguments().toByteArray();
    QVERIFY(arguments.contains("Oulu"));
    const Bytes result = tools.currentCall()->response()->message.bytes();
    project("one").write(
        ProjectServer::tools(), QByteArray(ProjectServer::kAlerts) + ',' + ProjectServer::kWeather);
    QVERIFY(waitForStarts("one", 2));
    QVERIFY(QTest::qWaitFor([&] { return tools.count() == 2; }, kPatienceMs));
    QCOMPARE(m_opened->window.tabs().currentWidget(), &tools);
    QCOMPARE(m_opened->window.focusWidget(), focus);
    QCOMPARE(tools.callPane().tool(), QStringLiteral("weather"));
    QCOMPARE(tools.callPane().arguments().toByteArray(), arguments);
    QVERIFY(tools.currentCall() && tools.currentCall()->response());
    QCOMPARE(tools.currentCall()->response()->message.bytes(), result);
    // The report says why.
    m_opened->window.showPanel(m_opened->window.changes());
    QVERIFY(m_opened->window.changes().report().contains(
        QStringLiteral("because src/tools.json changed")));
    QCOMPARE(starts("two").size(), std::size_t(1));
}

// The form is made anew for it.
void TestWatchCommands::theFocusStaysWhenTheSchemaChanges()
{
    callWeather();
    widgets::ToolsPanel &tools = m_opened->window.tools();
    QVERIFY(tools.callPane().isAncestorOf(m_opened->window.focusWidget()));
    project("one").write(ProjectServer::tools(),
        R"({"name":"weather","inputSchema":{"type":"object","properties":{"city":{"type":"string"},"days":{"type":"integer"}},"required":["days"]}})");
    QVERIFY(waitForStarts("one", 2));
    const auto *store = session::ToolStore::of(client("one"));
    QVERIFY(QTest::qWaitFor(
        [&] { return store->state() == session::ListStore::State::Known; }, kPatienceMs));
    const widgets::SchemaForm &form = tools.callPane().form();
    QVERIFY(QTest::qWaitFor(
        [&] { return form.isChecked() && !form.problems().empty(); }, kPatienceMs)); // no days
    QVERIFY(tools.callPane().arguments().toByteArray().contains("Oulu"));
    QVERIFY(tools.callPane().isAncestorOf(m_opened->window.focusWidget()));
    QCOMPARE(m_opened->window.tabs().currentWidget(), &tools);
}

void TestWatchCommands::theListStaysWhereItIs()
{
    const auto tools = [](int count) {
        QByteArrayList all;
        for (int i = 0; i < count; ++i)
            all << QByteArray(R"({"name":"t%1","inputSchema":{"type":"object"}})")
                       .replace("%1", QByteArray::number(100 + i));
        return all.join(',');
    };
    project("one").write(ProjectServer::tools(), tools(80));
    QVERIFY(waitForStarts("one", 2));
    widgets::ToolsPanel &panel = m_opened->window.tools();
    m_opened->window.showPanel(panel);
    QVERIFY(QTest::qWaitFor([&] { return panel.count() == 80; }, kPatienceMs));
    panel.chooseTool(QStringLiteral("t140"));
    const QTreeView &view = panel.list().view();
    QScrollBar &bar = *view.verticalScrollBar();
    QVERIFY(bar.maximum() > 0);
    bar.setValue(bar.maximum() / 2);
    const int value = bar.value();
    project("one").write(ProjectServer::tools(), tools(90));
    QVERIFY(waitForStarts("one", 3));
    QVERIFY(QTest::qWaitFor([&] { return panel.count() == 90; }, kPatienceMs));
    QCOMPARE(panel.callPane().tool(), QStringLiteral("t140"));
    QCoreApplication::processEvents();
    QCOMPARE(bar.value(), value);
}

void TestWatchCommands::aBuildThatFailsKeepsTheResults()
{
    add(QStringLiteral("built"), true,
        {QStringLiteral("sh"), QStringLiteral("-c"),
            QStringLiteral("echo 'tools.ts(7,3): error TS2304'; test -f fixed")});
    m_opened->workspace.setCurrent(QStringLiteral("built"));
    callWeather();
    widgets::ToolsPanel &tools = m_opened->window.tools();
    const QWidget *focus = m_opened->window.focusWidget();
    const QSignalSpy states(client("built"), &mcp::Client::stateChanged);
    project("built").write(QStringLiteral("src/tools.ts"), "oops");
    QVERIFY(QTest::qWaitFor([&] { return commands().message().isVisible(); }, kPatienceMs));
    const QString sentence = commands().message().sentence();
    QVERIFY2(sentence.contains(QStringLiteral("src/tools.ts"))
            && sentence.contains(QStringLiteral("error TS2304"))
            && sentence.contains(QStringLiteral("exit code 1")),
        qPrintable(sentence));
    QCOMPARE(states.count(), 0);
    QCOMPARE(m_opened->window.tabs().currentWidget(), &tools);
    QCOMPARE(m_opened->window.focusWidget(), focus);
    QVERIFY(tools.currentCall()->response());
    // It is in the list of starts, and the others are not touched.
    QCOMPARE(starts("built").size(), std::size_t(2));
    QCOMPARE(starts("built").back().outcome, models::Restart::Outcome::NotBuilt);
    for (const char *other : {"one", "two", "three"})
        QCOMPARE(starts(other).size(), std::size_t(1));
    commands().message().findChild<QPushButton *>()->click();
    QCOMPARE(m_opened->window.tabs().currentWidget(), &m_opened->window.changes());
    // The next build succeeds.
    project("built").write(QStringLiteral("fixed"), "1");
    QVERIFY(waitForStarts("built", 3));
    QCOMPARE(starts("built").back().outcome, models::Restart::Outcome::Started);
    QVERIFY(starts("built").back().cause.build.count() > 0);
    QVERIFY(commands().message().isHidden());
}

void TestWatchCommands::aRestartThatFailsKeepsTheResults()
{
    callWeather();
    widgets::ToolsPanel &tools = m_opened->window.tools();
    const QWidget *focus = m_opened->window.focusWidget();
    project("one").remove(ProjectServer::tools());
    QVERIFY(QTest::qWaitFor([&] { return commands().message().isVisible(); }, kPatienceMs));
    QVERIFY(commands().message().sentence().contains(ProjectServer::tools()));
    QCOMPARE(client("one")->state(), mcp::ClientState::Failed);
    QCOMPARE(m_opened->window.tabs().currentWidget(), &tools);
    QCOMPARE(m_opened->window.focusWidget(), focus);
    QCOMPARE(tools.count(), 1);
    QVERIFY(tools.currentCall() && tools.currentCall()->response());
    QVERIFY(tools.callPane().arguments().toByteArray().contains("Oulu"));
    // Another server does not hide it, and its button leads back.
    m_opened->workspace.setCurrent(QStringLiteral("two"));
    QVERIFY(commands().message().isVisible());
    commands().message().findChild<QPushButton *>()->click();
    QCOMPARE(m_opened->workspace.current(), QStringLiteral("one"));
    QCOMPARE(m_opened->window.tabs().currentWidget(), &m_opened->window.overview());
    // The next save starts it.
    project("one").write(ProjectServer::tools(), ProjectServer::kWeather);
    QVERIFY(waitForStarts("one", 3));
    QCOMPARE(client("one")->state(), mcp::ClientState::Ready);
    QVERIFY(commands().message().isHidden());
    // When the user restarts a server that does not start, the overview explains it.
    m_opened->window.showPanel(tools);
    m_opened->workspace.stop(QStringLiteral("one"));
    QVERIFY(QTest::qWaitFor(
        [&] { return client("one")->state() == mcp::ClientState::Stopped; }, kPatienceMs));
    project("one").remove(ProjectServer::tools());
    m_opened->workspace.connectTo(QStringLiteral("one"));
    QVERIFY(QTest::qWaitFor(
        [&] { return client("one")->state() == mcp::ClientState::Failed; }, kPatienceMs));
    QCOMPARE(m_opened->window.tabs().currentWidget(), &m_opened->window.overview());
}

// Files that change while it starts restart it, and its failure is still the one that was asked
// for.
void TestWatchCommands::aStartByTheUserStaysTheirs()
{
    callWeather();
    m_opened->workspace.stop(QStringLiteral("one"));
    QVERIFY(QTest::qWaitFor(
        [&] { return !commands().restarts().find(QStringLiteral("one")); }, kPatienceMs));
    const QString door = QStringLiteral("door");
    QCOMPARE(mkfifo(qPrintable(project("one").path(door)), 0600), 0);
    m_opened->workspace.connectTo(QStringLiteral("one"));
    QVERIFY(QTest::qWaitFor(
        [&] {
            const auto *watched = commands().restarts().find(QStringLiteral("one"));
            return watched && watched->state() == session::RestartOnChange::State::Watching;
        },
        kPatienceMs));
    QCOMPARE(client("one")->state(), mcp::ClientState::Starting);
    project("one").remove(door);
    project("one").remove(ProjectServer::tools());
    QVERIFY(QTest::qWaitFor(
        [&] { return client("one")->state() == mcp::ClientState::Failed; }, kPatienceMs));
    QCOMPARE(m_opened->window.tabs().currentWidget(), &m_opened->window.overview());
}

void TestWatchCommands::aStoppedServerIsNotStarted()
{
    m_opened->workspace.stop(QStringLiteral("one"));
    QVERIFY(QTest::qWaitFor(
        [&] { return !commands().restarts().find(QStringLiteral("one")); }, kPatienceMs));
    project("one").write(ProjectServer::tools(), ProjectServer::kAlerts);
    project("two").write(ProjectServer::tools(), ProjectServer::kAlerts);
    QVERIFY(waitForStarts("two", 2));
    QCOMPARE(client("one")->state(), mcp::ClientState::Stopped);
}

void TestWatchCommands::theSwitchIsThatOfTheCurrentServer()
{
    QToolButton *button = nullptr;
    for (auto *each : m_opened->window.findChildren<QToolButton *>()) {
        if (each->defaultAction() == &action() && each->accessibleName().size() > 0)
            button = each;
    }
    QVERIFY(button && button->isVisible() && button->focusPolicy() == Qt::TabFocus);
    QVERIFY(action().isCheckable() && action().isChecked());
    QVERIFY(action().toolTip().contains(project("one").folder()));
    m_opened->workspace.setCurrent(QStringLiteral("three"));
    QVERIFY(!action().isChecked() && !button->isChecked());
    action().trigger();
    QVERIFY(action().isChecked());
    QVERIFY(QTest::qWaitFor(
        [&] {
            const auto *restarts = commands().restarts().find(QStringLiteral("three"));
            return restarts && restarts->state() == session::RestartOnChange::State::Watching;
        },
        kPatienceMs));
    project("three").write(ProjectServer::tools(), ProjectServer::kAlerts);
    QVERIFY(waitForStarts("three", 2));
    action().trigger();
    QVERIFY(!action().isChecked());
    QVERIFY(QTest::qWaitFor(
        [&] { return !commands().restarts().find(QStringLiteral("three")); }, kPatienceMs));
    // Nothing of the tool bar is behind an arrow, whatever the width.
    const auto *bar = m_opened->window.findChild<app::ToolBar *>();
    for (const int width : {1280, 1130, 1110, 1024, 990, 980, 900, 720}) {
        m_opened->window.resize(width, 700);
        for (QAction *each : bar->actions())
            QTRY_VERIFY2_WITH_TIMEOUT(!each->isVisible() || !bar->widgetForAction(each)
                    || bar->widgetForAction(each)->isVisible(),
                qPrintable(QString::number(width)), 5000);
    }
    // A server with a URL has no files.
    config::Profile remote;
    remote.name = QStringLiteral("remote");
    remote.reachByUrl().url = QStringLiteral("http://127.0.0.1:9/mcp");
    m_opened->workspace.setCurrent(m_opened->workspace.addForThisRun(remote));
    QVERIFY(!action().isVisible());
    QTRY_VERIFY_WITH_TIMEOUT(!button->isVisible(), kPatienceMs);
    m_opened->workspace.setCurrent(QStringLiteral("two"));
    QVERIFY(action().isVisible() && action().isChecked());
}

void TestWatchCommands::whatIsWatchedIsShownWhole()
{
    const auto *bar = m_opened->window.findChild<app::ToolBar *>();
    const auto *era = bar->findChild<QLabel *>(QStringLiteral("era"));
    const auto *watched = bar->findChild<QLabel *>(QStringLiteral("watched"));
    QVERIFY(era && watched);
    QVERIFY(QTest::qWaitFor(
        [&] { return watched->text().contains(QStringLiteral("watching one, ")); }, kPatienceMs));
    QTRY_VERIFY_WITH_TIMEOUT(watched->width() >= watched->sizeHint().width(), kPatienceMs);
    QVERIFY(!era->isVisible());
    m_opened->workspace.setCurrent(QStringLiteral("three")); // is not watched
    QVERIFY(era->isVisible());
    QVERIFY(watched->text().contains(QStringLiteral("first response")));
}

void TestWatchCommands::asksForPathsWhenNoneIsKnown()
{
    m_opened->workspace.setCurrent(m_opened->workspace.addForThisRun(
        profile(QStringLiteral("package"), QStringLiteral("npx"), {QStringLiteral("server")})));
    QVERIFY(!action().isChecked());
    action().trigger();
    QVERIFY(!action().isChecked());
    auto *editor = m_opened->window.findChild<widgets::ServerEditor *>();
    QVERIFY(editor && editor->isVisible());
    QCOMPARE(editor->pages().current(), int(widgets::ServerEditor::WatchPage));
}

// The connection goes on, with the client as it is.
void TestWatchCommands::keepsTheSettingsOfTheSwitch()
{
    const mcp::Client *before = client("one");
    const QSignalSpy states(before, &mcp::Client::stateChanged);
    action().trigger();
    QVERIFY(!m_opened->workspace.profiles().find(QStringLiteral("one"))->watch.isOn);
    action().trigger();
    const config::WatchSettings &kept =
        m_opened->workspace.profiles().find(QStringLiteral("one"))->watch;
    QVERIFY(kept.isOn);
    QCOMPARE(kept.quiet, std::chrono::milliseconds(100));
    QCOMPARE(client("one"), before);
    QCOMPARE(states.count(), 0);
    // Paths that are entered in the editor do not cost the results at the next restart.
    config::Profile edited = *m_opened->workspace.profiles().find(QStringLiteral("one"));
    edited.watch.paths = QStringList{QStringLiteral("lib/*.py"), QStringLiteral("src")};
    QVERIFY(m_opened->workspace.save(QStringLiteral("one"), edited));
    // There is no folder lib.
    QVERIFY(QTest::qWaitFor(
        [&] {
            const auto *restarts = commands().restarts().find(QStringLiteral("one"));
            return commands().message().isVisible() && restarts
                && restarts->state() == session::RestartOnChange::State::Watching;
        },
        kPatienceMs));
    QCOMPARE(commands().message().kind(), look::InlineMessage::Kind::Warning);
    project("one").write(ProjectServer::tools(), ProjectServer::kAlerts);
    QVERIFY(waitForStarts("one", 2));
    QCOMPARE(client("one"), before);
}

QTEST_MAIN(TestWatchCommands)

#include "tst_watchcommands.moc"
