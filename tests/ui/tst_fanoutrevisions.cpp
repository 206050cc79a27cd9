// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/reviews/reviews.h"
#include "app/workspace/endservers.h"
#include "look/controls/inlinemessage.h"
#include "rpc/lifecycle.h"
#include "support/demohttp.h"
#include "support/openedfanout.h"
#include "support/toolserver.h"
#include "widgets/fanout/fanrevisionbutton.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/servers/ruleform.h"
#include "widgets/servers/rulesedit.h"
#include "widgets/servers/servereditor.h"

#include <QApplication>
#include <QPushButton>
#include <QTemporaryDir>
#include <QToolButton>

#include <memory>

using namespace Qt::StringLiterals;
using namespace sonde;
using models::FanServerModel;
using session::FanOutRun;
using tests::cellOf;
using tests::stateOf;
using widgets::FanOutWindow;

namespace {

const QString kEcho = u"{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}"_s;
const QString kErase = u"{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"},"
                       "\"annotations\":{\"destructiveHint\":true}}"_s;

// Marks its tool destructive, but not in 2024-11-05, which has no annotations.
config::Profile eraser()
{
    config::Profile server = tests::toolServer(u"eraser"_s, kErase);
    server.arguments[1].replace(u"case \"$line\" in\n"_s,
        u"case \"$line\" in\n*2024-11-05*) old=1; set -- '"_s + kEcho
            + u"'; say '\"result\":{\"protocolVersion\":\"2024-11-05\",\"capabilities\":"
              "{\"tools\":{}},\"serverInfo\":{\"name\":\"s\",\"version\":\"1\"}}';;\n"_s);
    return server;
}

} // namespace

// The same call on a server in several revisions, each on a connection of its own.
class TestFanOutRevisions : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_opened.reset(); }
    void callsAServerInSeveralRevisions();
    void saysThatAServerDoesNotSpeakARevision();
    void asksBeforeADestructiveToolInEveryRevision_data();
    void asksBeforeADestructiveToolInEveryRevision();
    void remembersWhatIsDestructiveUntilTheNextList();
    void callsNoRevisionWithoutTheUsualList();
    void tellsItsConnectionsApart();
    void followsTheSettingsOfTheServer();
    void leadsFromAReviewToTheServer();
    void endsItsConnections_data();
    void endsItsConnections();

private:
    void connectTo(const config::Profile &server);
    FanOutWindow *openFromMenu(
        const QString &tool = u"echo"_s, const char *arguments = R"({"note":"hi"})")
    {
        return tests::fanOutFromMenu(*m_opened, tool, arguments);
    }
    void requestInput(FanOutWindow *&window);
    static QAction *revisionOf(
        FanOutWindow &window, const QString &server, const QString &revision);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<tests::Opened> m_opened;
};

void TestFanOutRevisions::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<tests::Opened>(m_folder->path());
    connectTo(tests::demo());
}

void TestFanOutRevisions::connectTo(const config::Profile &server)
{
    m_opened->connectTo(server);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(server.name), mcp::ClientState::Ready, kPatienceMs);
}

// Of the menu for the server; null: the menu does not offer the revision.
QAction *TestFanOutRevisions::revisionOf(
    FanOutWindow &window, const QString &server, const QString &revision)
{
    window.servers().selectRow(tests::rowOf(window, server));
    const QList<QAction *> actions = window.revisions().menu()->actions();
    for (QAction *const action : actions) {
        if (action->text() == revision && action->isEnabled() && action->isVisible())
            return action;
    }
    return nullptr;
}

void TestFanOutRevisions::callsAServerInSeveralRevisions()
{
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    const QString old = u"demo, 2025-06-18"_s;
    const QString oldest = u"demo, 2024-11-05"_s;
    QAction *action = revisionOf(*window, u"demo"_s, u"2024-11-05"_s);
    QVERIFY(action && !action->isChecked());
    window->activateWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), window, kPatienceMs);
    window->revisions().setFocus();
    action->trigger();
    QCOMPARE(stateOf(*window, oldest), u"Connecting…"_s);
    QVERIFY(window->revisions().hasFocus());
    action = revisionOf(*window, oldest, u"2025-06-18"_s); // the menu is for the server of the row
    QVERIFY(action);
    action->trigger();
    for (const QString &row : {old, oldest})
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, row), u"Offers the tool"_s, kPatienceMs);
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    QVERIFY(!window->revisions().isEnabled());
    QTRY_COMPARE_WITH_TIMEOUT(window->run().state(), FanOutRun::State::Finished, kPatienceMs);
    const fanout::FanResults &results = window->run().report().results;
    QCOMPARE(results.size(), std::size_t(3));
    QCOMPARE(results[0].title, u"demo"_s);
    QCOMPARE(results[1].title, old); // the newest first
    QCOMPARE(results[1].revision, u"2025-06-18"_s);
    QCOMPARE(results[2].revision, u"2024-11-05"_s);
    QCOMPARE(results[2].outcome, fanout::FanResult::Outcome::Result);
    for (const QString &name : {u"demo"_s, old, oldest}) // in the trace
        QCOMPARE(m_opened->sentBy(name).filter(u"tools/call"_s).size(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(!cellOf(*window, u"Findings"_s, 3).isEmpty(), kPatienceMs);

    action = revisionOf(*window, old, u"2025-06-18"_s);
    QVERIFY(action && action->isChecked());
    action->trigger();
    QCOMPARE(window->servers().model()->rowCount(), 2);
    QCOMPARE(window->servers().currentIndex().row(), 0); // of the server
    // They go with the usual connection, and come again with it.
    m_opened->workspace.stop(u"demo"_s);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, oldest), u"Not connected"_s, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(u"demo"_s), mcp::ClientState::Stopped, kPatienceMs);
    m_opened->workspace.connectTo(u"demo"_s);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, oldest), u"Offers the tool"_s, kPatienceMs);
}

void TestFanOutRevisions::saysThatAServerDoesNotSpeakARevision()
{
    connectTo(tests::toolServer(u"plain"_s, kEcho));
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    QAction *const action = revisionOf(*window, u"plain"_s, u"2025-06-18"_s);
    QVERIFY(action);
    action->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, u"plain, 2025-06-18"_s),
        u"Offers another revision: 2025-11-25"_s, kPatienceMs);
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(window->run().state(), FanOutRun::State::Finished, kPatienceMs);
    QCOMPARE(window->run().all(), std::size_t(2)); // without it
}

void TestFanOutRevisions::asksBeforeADestructiveToolInEveryRevision_data()
{
    QTest::addColumn<QString>("usual");
    QTest::addColumn<QString>("further");
    QTest::newRow("the usual connection says so") << u"2025-11-25"_s << u"2024-11-05"_s;
    QTest::newRow("the further connection says so") << u"2024-11-05"_s << u"2025-11-25"_s;
}

void TestFanOutRevisions::asksBeforeADestructiveToolInEveryRevision()
{
    QFETCH(QString, usual);
    QFETCH(QString, further);
    config::Profile server = eraser();
    server.revision = usual;
    connectTo(server);
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    QAction *const action = revisionOf(*window, u"eraser"_s, further);
    QVERIFY(action);
    action->trigger();
    const QStringList rows{u"eraser"_s, QString(u"eraser, "_s + further)};
    auto &model = dynamic_cast<FanServerModel &>(*window->servers().model());
    for (const QString &row : rows) {
        QTRY_VERIFY_WITH_TIMEOUT(stateOf(*window, row).contains(u"destructive"_s), kPatienceMs);
        QVERIFY2(!model.chosen().contains(row), qPrintable(row));
    }
    for (const QString &row : rows) {
        const QModelIndex box = model.index(tests::rowOf(*window, row), FanServerModel::NameColumn);
        QVERIFY(model.setData(box, Qt::Checked, Qt::CheckStateRole));
        window->findChild<QPushButton *>(u"startFanOut"_s)->click();
        const QString asked = window->findChild<look::InlineMessage *>()->accessibleName();
        QVERIFY2(asked.startsWith(u"Not called yet."_s), qPrintable(asked));
        QCOMPARE(window->run().state(), FanOutRun::State::NotStarted);
        QVERIFY(model.setData(box, Qt::Unchecked, Qt::CheckStateRole));
    }
    for (const QString &name : {u"demo"_s, rows[0], rows[1]})
        QCOMPARE(m_opened->sentBy(name).filter(u"tools/call"_s).size(), 0);
}

// The usual connection, which does not say so, is there again before the further one.
void TestFanOutRevisions::remembersWhatIsDestructiveUntilTheNextList()
{
    config::Profile server = eraser();
    server.revision = u"2024-11-05"_s;
    connectTo(server);
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    QAction *const action = revisionOf(*window, u"eraser"_s, u"2025-11-25"_s);
    QVERIFY(action);
    action->trigger();
    const auto offers = [window] {
        return stateOf(*window, u"eraser"_s).startsWith(u"Offers the tool"_s);
    };
    QTRY_COMPARE_WITH_TIMEOUT(
        stateOf(*window, u"eraser"_s), u"Offers the tool, and marks it destructive"_s, kPatienceMs);
    m_opened->workspace.stop(u"eraser"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(u"eraser"_s), mcp::ClientState::Stopped, kPatienceMs);
    QVERIFY(!offers());
    m_opened->workspace.connectTo(u"eraser"_s);
    QTRY_VERIFY_WITH_TIMEOUT(offers(), kPatienceMs);
    QCOMPARE(stateOf(*window, u"eraser"_s), u"Offers the tool, and marks it destructive"_s);
    const auto &model = dynamic_cast<const FanServerModel &>(*window->servers().model());
    QVERIFY(!model.chosen().contains(u"eraser"_s));
}

// Without the list of the usual connection, it is not known whether the tool is destructive.
void TestFanOutRevisions::callsNoRevisionWithoutTheUsualList()
{
    config::Profile server = eraser();
    server.arguments[1].replace(u"*tools/list*) say"_s,
        u"*tools/list*) test \"$old\" || say '\"error\":{\"code\":-32603,\"message\":\"broken\"}'; "
        "test \"$old\" && say"_s);
    connectTo(server);
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    QAction *const action = revisionOf(*window, u"eraser"_s, u"2024-11-05"_s);
    QVERIFY(action);
    action->trigger();
    const QString row = u"eraser, 2024-11-05"_s;
    QTRY_COMPARE_WITH_TIMEOUT(
        stateOf(*window, row), u"Its tools could not be loaded"_s, kPatienceMs);
    const auto &model = dynamic_cast<const FanServerModel &>(*window->servers().model());
    QVERIFY(!model.chosen().contains(row));
}

// Opens a window whose call, in 2025-06-18 alone, waits for a response to the server's request.
void TestFanOutRevisions::requestInput(FanOutWindow *&window)
{
    const int before = m_opened->workspace.serverRequests().waitingCount();
    window = openFromMenu(u"confirm_address"_s, "{}");
    QVERIFY(window);
    QAction *const action = revisionOf(*window, u"demo"_s, u"2025-06-18"_s);
    QVERIFY(action);
    action->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(
        stateOf(*window, u"demo, 2025-06-18"_s), u"Offers the tool"_s, kPatienceMs);
    QAbstractItemModel &model = *window->servers().model();
    const QModelIndex usual =
        model.index(tests::rowOf(*window, u"demo"_s), FanServerModel::NameColumn);
    QVERIFY(model.setData(usual, Qt::Unchecked, Qt::CheckStateRole));
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(
        m_opened->workspace.serverRequests().waitingCount(), before + 1, kPatienceMs);
}

// Two windows may call a server in the same revision.
void TestFanOutRevisions::tellsItsConnectionsApart()
{
    FanOutWindow *first = nullptr;
    FanOutWindow *second = nullptr;
    requestInput(first);
    requestInput(second);
    QVERIFY(first && second && first != second);
    const QStringList names{u"demo, 2025-06-18"_s, u"demo, 2025-06-18 (2)"_s};
    const review::ServerRequestQueue &queue = m_opened->workspace.serverRequests();
    for (const QString &name : names) {
        QCOMPARE(m_opened->sentBy(name).filter(u"tools/call"_s).size(), 1);
        QCOMPARE(queue.of(name).size(), std::size_t(1));
    }
    first->close();
    QTRY_COMPARE_WITH_TIMEOUT(queue.waitingCount(), 1, kPatienceMs);
    QVERIFY(queue.of(names[1]).front()->waits());
}

void TestFanOutRevisions::followsTheSettingsOfTheServer()
{
    FanOutWindow *const window = openFromMenu(u"list_roots"_s, "{}");
    QVERIFY(window);
    QAction *const action = revisionOf(*window, u"demo"_s, u"2025-06-18"_s);
    QVERIFY(action);
    action->trigger();
    const QString row = u"demo, 2025-06-18"_s;
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, row), u"Offers the tool"_s, kPatienceMs);
    config::Profile server = *m_opened->workspace.profiles().find(u"demo"_s);
    server.offers.folders = {{m_folder->path(), {}}};
    server.offers.respondToRoots = true;
    QVERIFY(m_opened->workspace.save(server.name, server).ok());
    const review::ServerRequestQueue &queue = m_opened->workspace.serverRequests();
    QVERIFY(queue.standing(row).respondsToRoots);
    const auto announced = [this, &row] {
        return m_opened->sentBy(row).filter(u"notifications/roots/list_changed"_s).size();
    };
    QTRY_COMPARE_WITH_TIMEOUT(announced(), 1, kPatienceMs);
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(window->run().state(), FanOutRun::State::Finished, kPatienceMs);
    QCOMPARE(window->run().report().results[1].outcome, fanout::FanResult::Outcome::Result);
    QCOMPARE(queue.of(row).size(), std::size_t(1));
    QCOMPARE(queue.waitingCount(), 0);
}

void TestFanOutRevisions::leadsFromAReviewToTheServer()
{
    FanOutWindow *window = nullptr;
    requestInput(window);
    const auto requests = m_opened->workspace.serverRequests().of(u"demo, 2025-06-18"_s);
    QCOMPARE(requests.size(), std::size_t(1));
    connectTo(tests::toolServer(u"plain"_s, kEcho));
    QCOMPARE(m_opened->workspace.current(), u"plain"_s);
    widgets::ReviewPanel *const review = m_opened->window.reviews().open(requests[0]->number);
    QVERIFY(review);
    review->findChild<QToolButton *>(u"showCall"_s)->click();
    QCOMPARE(m_opened->workspace.current(), u"demo"_s);
    review->findChild<QPushButton *>(u"alwaysRespond"_s)->click();
    auto *const editor = m_opened->window.findChild<widgets::ServerEditor *>();
    QVERIFY(editor);
    QCOMPARE(editor->rules().form().rule().method, u"elicitation/create"_s);
}

void TestFanOutRevisions::endsItsConnections_data()
{
    QTest::addColumn<QString>("by");
    for (const char *const by : {"switch", "window", "program"})
        QTest::newRow(by) << QString::fromLatin1(by);
}

// In order: a server over HTTP would keep a session for each.
void TestFanOutRevisions::endsItsConnections()
{
    QFETCH(QString, by);
    const test::Demo http;
    config::Profile server = tests::demo(u"url"_s);
    server.program.clear();
    server.reachByUrl();
    server.http()->url = http.url().toString();
    connectTo(server);
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    QAction *action = revisionOf(*window, u"url"_s, u"2025-06-18"_s);
    QVERIFY(action);
    action->trigger();
    const QString row = u"url, 2025-06-18"_s;
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, row), u"Offers the tool"_s, kPatienceMs);
    if (by == u"window"_s) {
        window->close();
    } else if (by == u"program"_s) {
        app::endServers(m_opened->workspace);
    } else {
        action = revisionOf(*window, row, u"2025-06-18"_s);
        QVERIFY(action && action->isChecked());
        action->trigger();
    }
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->noted(row, rpc::lifecycle::kSessionEnded), 1, kPatienceMs);
    m_opened.reset(); // before its server
}

QTEST_MAIN(TestFanOutRevisions)
#include "tst_fanoutrevisions.moc"
