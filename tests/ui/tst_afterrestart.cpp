// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/servercommands.h"
#include "content/text/textdiffview.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "platform/processinfo.h"
#include "session/call/savedcallstore.h"
#include "session/catalog/resourceread.h"
#include "session/catalog/resourcestore.h"
#include "support/watchedservers.h"
#include "widgets/activity/loglevelbox.h"
#include "widgets/activity/logspanel.h"
#include "widgets/changes/changespanel.h"
#include "widgets/changes/reportparts.h"
#include "widgets/changes/restartfacts.h"
#include "widgets/changes/restartlist.h"
#include "widgets/changes/resultchanges.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/kit/table/propertygrid.h"

#include <QAbstractItemModelTester>
#include <QComboBox>
#include <QListView>
#include <QProcess>
#include <QSignalSpy>
#include <QTabBar>
#include <QTcpServer>

using namespace sonde;
using namespace sonde::tests;

// What follows the restart of one of three servers by itself, and what does when it is away.
class TestAfterRestart : public QObject, private WatchedServers {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init() { open(); }
    void cleanup() { close(); }
    void savedCallsRunAfterTheRestartOfTheirServer();
    void whatMayChangeSomethingIsNotRunUnasked();
    void resultsAreComparedWithThoseBefore();
    void thePanelShowsTheResults();
    void subscriptionsAndTheLogLevelAreSetAgain();
    void aRemoteServerIsConnectedWhenItComesBack();

private:
    void offerReadOnly(const char *server);
    void saveForRestarts(const char *server, const QStringList &calls);
    bool restart(const char *server, std::size_t starts);
    const models::Restart &last(const char *server) { return starts(server).back(); }
};

// Its tool changes nothing, which its definition says.
void TestAfterRestart::offerReadOnly(const char *server)
{
    project(server).write(ProjectServer::tools(), ProjectServer::kReadOnlyWeather);
    const std::size_t before = starts(server).size();
    if (!commands().restarts().find(QLatin1String(server))) // is not watched
        m_opened->workspace.restart(QLatin1String(server));
    QVERIFY(waitForStarts(server, before + 1));
}

void TestAfterRestart::saveForRestarts(const char *server, const QStringList &calls)
{
    session::SavedCallStore store(&m_opened->workspace.settings());
    store.setServer(QLatin1String(server));
    for (const QString &call : calls) {
        QVERIFY(store.save(call, QStringLiteral("weather"),
            Bytes::copyOf("{\"city\":\"" + call.toStdString() + "\"}")));
        QVERIFY(store.setAfterRestart(call, true));
    }
}

// Until it has started so often, and its saved calls are compared.
bool TestAfterRestart::restart(const char *server, std::size_t starts)
{
    m_opened->workspace.restart(QLatin1String(server));
    return QTest::qWaitFor(
        [&] { return this->starts(server).size() == starts && last(server).results; }, kPatienceMs);
}

void TestAfterRestart::savedCallsRunAfterTheRestartOfTheirServer()
{
    for (const char *name : {"one", "two"}) {
        offerReadOnly(name);
        session::SavedCallStore store(&m_opened->workspace.settings());
        store.setServer(QLatin1String(name));
        for (const char *call : {"first", "second", "third"})
            QVERIFY(store.save(QLatin1String(call), QStringLiteral("weather"),
                Bytes::copyOf(std::string("{\"city\":\"") + call + "\"}")));
        for (const char *call : {"first", "third"})
            QVERIFY(store.setAfterRestart(QLatin1String(call), true));
    }
    callWeather();
    widgets::ToolsPanel &tools = m_opened->window.tools();
    const Bytes result = tools.currentCall()->response()->message.bytes();
    const QWidget *focus = m_opened->window.focusWidget();
    const QSignalSpy ofOne(client("one"), &mcp::Client::requestNumbered);
    QSignalSpy succeeded(&m_opened->window.serverCommands(), &app::ServerCommands::succeeded);
    const auto callsOf = [this](const QString &server) {
        QStringList cities;
        for (const QString &text : sentBy(server)) {
            if (text.contains(QLatin1String("tools/call")))
                cities << text.section(QLatin1String("\"city\":\""), 1).section(u'"', 0, 0);
        }
        return cities;
    };
    project("two").write(QStringLiteral("src/other.sh"), "1");
    QVERIFY(QTest::qWaitFor([&] { return succeeded.count() == 1; }, kPatienceMs));
    QVERIFY(succeeded.first().first().toString().startsWith(QStringLiteral("two: 2 ")));
    // Each runs twice the first time, to learn what differs from run to run.
    QCOMPARE(callsOf(QStringLiteral("two")), QStringList({"first", "first", "third", "third"}));
    QCOMPARE(m_opened->sentBy(QStringLiteral("two"), rpc::Origin::Restart).size(), 4);
    project("two").write(QStringLiteral("src/other.sh"), "2");
    QVERIFY(QTest::qWaitFor([&] { return succeeded.count() == 2; }, kPatienceMs));
    QCOMPARE(callsOf(QStringLiteral("two")).mid(4), QStringList({"first", "third"}));
    QCOMPARE(ofOne.count(), 0);
    // The open call of the other server is untouched; so is it by those of its own server.
    project("one").write(QStringLiteral("src/other.sh"), "1");
    QVERIFY(QTest::qWaitFor([&] { return succeeded.count() == 3; }, kPatienceMs));
    QCOMPARE(tools.currentCall()->response()->message.bytes(), result);
    QVERIFY(tools.callPane().arguments().toByteArray().contains("Oulu"));
    QCOMPARE(m_opened->window.focusWidget(), focus);
    QCOMPARE(starts("three").size(), std::size_t(1));
}

// Its definition has no readOnlyHint.
void TestAfterRestart::whatMayChangeSomethingIsNotRunUnasked()
{
    using State = changes::CallRun::State;
    saveForRestarts("three", {QStringLiteral("first"), QStringLiteral("second")});
    session::SavedCallStore store(&m_opened->workspace.settings());
    store.setServer(QStringLiteral("three"));
    store.confirm(*store.find(QStringLiteral("second")));
    const auto callsToThree = [this] {
        return sentBy(QStringLiteral("three")).filter(QLatin1String("tools/call"));
    };
    QVERIFY(restart("three", 2));
    QCOMPARE(callsToThree().size(), 1); // once: another run may change something as well
    QVERIFY(callsToThree().front().contains(QLatin1String("second")));
    const changes::CallRuns &runs = *last("three").runs;
    QCOMPARE(runs.size(), std::size_t(2));
    QCOMPARE(runs[0].call, QStringLiteral("first"));
    QCOMPARE(runs[0].state, State::NotRun);
    QVERIFY(runs[0].sentence.contains(QLatin1String("readOnlyHint")));
    QCOMPARE(runs[1].state, State::Returned);
    QVERIFY(!runs[1].isLearned);
    // It is asked once.
    store.confirm(*store.find(QStringLiteral("first")));
    QVERIFY(restart("three", 3));
    QCOMPARE(callsToThree().size(), 3);
    QVERIFY(restart("three", 4));
    QCOMPARE(callsToThree().size(), 5);
    // Other arguments are another call.
    QVERIFY(store.save(QStringLiteral("first"), QStringLiteral("weather"), Bytes::copyOf("{}")));
    QVERIFY(restart("three", 5));
    QCOMPARE(callsToThree().size(), 6);
}

void TestAfterRestart::resultsAreComparedWithThoseBefore()
{
    using Kind = changes::RunChange::Kind;
    offerReadOnly("three");
    saveForRestarts("three", {QStringLiteral("first")});
    project("three").write(QStringLiteral("answer"), "call CALLS: 10:00");
    QVERIFY(restart("three", 3));
    QCOMPARE(last("three").results->front().kind, Kind::First);
    const changes::CallRun &run = last("three").runs->front();
    QVERIFY(run.isLearned);
    QCOMPARE(run.places.size(), std::size_t(1));
    QCOMPARE(run.places.front().pointer, QStringLiteral("/content/0/text"));
    QVERIFY(run.took.count() > 0);
    if (platform::hasProcessInfo()) {
        QVERIFY(last("three").memory > 0);
        QVERIFY(last("three").memoryAfterCalls > 0);
    }
    // The number of the call is another one at the second call after a start, not at the first.
    QVERIFY(restart("three", 4));
    QCOMPARE(last("three").results->front().kind, Kind::Same);
    QCOMPARE(models::consequenceOf(last("three")), QStringLiteral("no changes"));
    // It is a value: it is ignored whatever it is, until its rules are learned again.
    project("three").write(QStringLiteral("answer"), "rain");
    QVERIFY(restart("three", 5));
    QCOMPARE(last("three").results->front().kind, Kind::Same);
    QCOMPARE(last("three").results->front().ignored.size(), std::size_t(1));
    m_opened->workspace.restarts().forgetPlaces(QStringLiteral("three"), QStringLiteral("first"));
    project("three").write(QStringLiteral("answer"), "snow");
    QVERIFY(restart("three", 6));
    QVERIFY(last("three").runs->front().isLearned);
    QVERIFY(last("three").runs->front().places.empty());
    QCOMPARE(last("three").results->front().kind, Kind::Different);
    QCOMPARE(models::consequenceOf(last("three")), QStringLiteral("1 result"));
    QCOMPARE(last("three").results->front().differences.size(), std::size_t(1));
    QVERIFY(restart("three", 7));
    QCOMPARE(last("three").results->front().kind, Kind::Same);
}

void TestAfterRestart::thePanelShowsTheResults()
{
    using Model = models::ResultModel;
    offerReadOnly("three");
    saveForRestarts("three", {QStringLiteral("first"), QStringLiteral("second")});
    project("three").write(QStringLiteral("answer"), "sunny CALLS");
    QVERIFY(restart("three", 3));
    m_opened->workspace.setCurrent(QStringLiteral("three"));
    widgets::ChangesPanel &panel = m_opened->window.changes();
    m_opened->window.showPanel(panel);
    Model &model = panel.results().model();
    new QAbstractItemModelTester(&model, &model);
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.index(1, Model::CallColumn).data().toString(), QStringLiteral("second"));
    QVERIFY(!model.index(0, Model::TimeColumn).data().toString().isEmpty());
    QVERIFY(panel.parts().tabs().isTabVisible(widgets::ReportParts::Results));
    panel.parts().tabs().setCurrentIndex(widgets::ReportParts::Results);
    auto *button = panel.results().findChild<QPushButton *>(QStringLiteral("resultAction"));
    QVERIFY(button->isVisible()); // forgets what was learned
    button->click();
    QVERIFY(!last("three").runs->front().isLearned);
    // Another text, and another tool instead of the one of the second call.
    project("three").write(QStringLiteral("answer"), "rain");
    project("three").write(
        ProjectServer::tools(), ProjectServer::kWeather); // not read-only any more
    QVERIFY(restart("three", 4));
    QCOMPARE(model.change(0).kind, changes::RunChange::Kind::NotRun);
    QVERIFY(panel.results().note().contains(QLatin1String("readOnlyHint")));
    QVERIFY(button->isVisible());
    button->click(); // confirms it
    QVERIFY(restart("three", 5));
    QCOMPARE(model.change(0).kind, changes::RunChange::Kind::Different);
    QCOMPARE(model.change(1).kind, changes::RunChange::Kind::NotRun);
    QCOMPARE(panel.results().table().currentIndex().row(), 0);
    QTRY_VERIFY_WITH_TIMEOUT(panel.results().diff().isReady(), kPatienceMs);
    QVERIFY(panel.results().diff().summary().contains(u"added"));
    QVERIFY(panel.facts().shownResponse().contains(u"was"));
    if (platform::hasProcessInfo())
        QVERIFY(panel.facts().shownMemory().contains(u"was"));
    // Nothing is reset below who reads an older start.
    QListView &view = panel.restarts().view();
    view.setCurrentIndex(view.model()->index(1, 0));
    QCOMPARE(model.change(0).kind, changes::RunChange::Kind::NotRun);
    const QSignalSpy reset(&model, &QAbstractItemModel::dataChanged);
    QVERIFY(restart("three", 6));
    QCOMPARE(view.currentIndex().row(), 2);
    QCOMPARE(reset.count(), 0);
}

void TestAfterRestart::subscriptionsAndTheLogLevelAreSetAgain()
{
    auto *watch =
        &session::ResourceStore::of(client("one"))->read(QStringLiteral("test://a"))->watch();
    watch->start();
    QVERIFY(QTest::qWaitFor(
        [&] { return watch->state() == session::ResourceWatch::State::On; }, kPatienceMs));
    auto *level = m_opened->window.logs().findChild<widgets::LogLevelBox *>();
    auto *box = level->findChild<QComboBox *>();
    QVERIFY(box->isEnabled());
    box->setCurrentIndex(box->findData(QStringLiteral("info")));
    Q_EMIT box->activated(box->currentIndex());
    QVERIFY(QTest::qWaitFor([&] { return level->level() == QStringLiteral("info"); }, kPatienceMs));
    const auto countOf = [this](const char *method) {
        return sentBy(QStringLiteral("one")).filter(QLatin1String(method)).size();
    };
    QCOMPARE(countOf("resources/subscribe"), 1);
    QCOMPARE(countOf("logging/setLevel"), 1);
    // While another server is in sight.
    m_opened->workspace.setCurrent(QStringLiteral("three"));
    project("one").write(QStringLiteral("src/other.sh"), "1");
    QVERIFY(waitForStarts("one", 2));
    QVERIFY(QTest::qWaitFor([&] { return countOf("resources/subscribe") == 2; }, kPatienceMs));
    QVERIFY(QTest::qWaitFor([&] { return countOf("logging/setLevel") == 2; }, kPatienceMs));
    // It was sent; the server has still to accept it.
    QVERIFY(QTest::qWaitFor(
        [&] { return watch->state() == session::ResourceWatch::State::On; }, kPatienceMs));
    QCOMPARE(countOf("resources/subscribe"), 2);
}

void TestAfterRestart::aRemoteServerIsConnectedWhenItComesBack()
{
    quint16 port = 0;
    {
        QTcpServer free;
        QVERIFY(free.listen(QHostAddress::LocalHost));
        port = free.serverPort();
    }
    const QString address = QStringLiteral("127.0.0.1:%1").arg(port);
    config::Profile remote;
    remote.name = QStringLiteral("remote");
    remote.reachByUrl().url = QStringLiteral("http://%1/mcp").arg(address);
    m_opened->connectTo(remote);
    QAction &reconnect = *m_opened->window.actions().reconnect;
    QVERIFY(reconnect.isVisible() && !reconnect.isChecked());
    QVERIFY(QTest::qWaitFor(
        [&] { return client("remote")->state() == mcp::ClientState::Failed; }, kPatienceMs));
    QVERIFY(commands().message().isHidden());
    reconnect.trigger();
    QVERIFY(m_opened->workspace.profiles().find(remote.name)->watch.reconnects);
    QVERIFY(commands().message().isVisible());
    QCOMPARE(commands().message().kind(), look::InlineMessage::Kind::Warning);
    // Attempts that fail leave everything where it is.
    m_opened->workspace.setCurrent(QStringLiteral("one"));
    callWeather();
    const QWidget *focus = m_opened->window.focusWidget();
    QSignalSpy states(client("remote"), &mcp::Client::stateChanged);
    QVERIFY(QTest::qWaitFor(
        [&] {
            return states.count() >= 2 && client("remote")->state() == mcp::ClientState::Failed;
        },
        kPatienceMs));
    m_opened->workspace.setCurrent(remote.name);
    m_opened->window.showPanel(m_opened->window.tools());
    m_opened->workspace.setCurrent(QStringLiteral("one"));
    QCOMPARE(m_opened->window.tabs().currentWidget(), &m_opened->window.tools());
    QCOMPARE(m_opened->window.focusWidget(), focus);
    QCOMPARE(starts("remote").size(), std::size_t(1)); // that it is away is listed once
    QProcess server;
    server.start(app::demoServer(), {QStringLiteral("--http"), address});
    QVERIFY(QTest::qWaitFor(
        [&] { return client("remote")->state() == mcp::ClientState::Ready; }, kLongPatienceMs));
    QVERIFY(QTest::qWaitFor([&] { return commands().message().isHidden(); }, kPatienceMs));
    QCOMPARE(m_opened->workspace.current(), QStringLiteral("one"));
    QCOMPARE(m_opened->window.focusWidget(), focus);
    for (const char *other : {"one", "two", "three"})
        QCOMPARE(starts(other).size(), std::size_t(1));
    server.terminate();
    QVERIFY(server.waitForFinished(kPatienceMs));
}

QTEST_MAIN(TestAfterRestart)

#include "tst_afterrestart.moc"
