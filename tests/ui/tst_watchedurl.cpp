// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/servers/watchcommands.h"
#include "app/window/actions.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "support/openedwindow.h"
#include "support/projectserver.h"

#include <QAction>
#include <QProcess>
#include <QTcpServer>
#include <QTcpSocket>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

// A server with a URL, which something else starts, and the files of its project, which are
// watched.
class TestWatchedUrl : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void init();
    void cleanup();
    void isConnectedAgainWhenAFileChanges();
    void staysConnectedWhenItsBuildFails();
    void isTriedUntilItIsBackAfterAChange();
    void withoutPathsNothingIsWatched();

private:
    void startServer();
    void stopServer();
    void watchRemote(const QStringList &build = {});
    mcp::Client *client() { return m_opened->workspace.client(QStringLiteral("remote")); }
    const std::deque<models::Restart> &starts()
    {
        return m_opened->workspace.restarts().restarts(QStringLiteral("remote"));
    }
    bool waitForStarts(std::size_t count)
    {
        return QTest::qWaitFor([&] { return starts().size() == count; }, kPatienceMs);
    }
    app::WatchCommands &commands() { return *m_opened->window.findChild<app::WatchCommands *>(); }
    QAction &action() { return *m_opened->window.actions().restartOnChange; }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<ProjectServer> m_project; // only its files: nothing of it is started
    QString m_address;
    std::unique_ptr<QProcess> m_server;
    config::Profile m_remote;
    std::unique_ptr<Opened> m_opened;
};

void TestWatchedUrl::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_project = std::make_unique<ProjectServer>(m_folder->filePath(QStringLiteral("project")));
    QTcpServer free;
    QVERIFY(free.listen(QHostAddress::LocalHost));
    m_address = QStringLiteral("127.0.0.1:%1").arg(free.serverPort());
    free.close();
    m_remote = {};
    m_remote.name = QStringLiteral("remote");
    m_remote.reachByUrl().url = QStringLiteral("http://%1/mcp").arg(m_address);
    m_opened = std::make_unique<Opened>(m_folder->path());
    startServer();
}

void TestWatchedUrl::cleanup()
{
    m_opened.reset();
    if (m_server)
        stopServer();
}

// Returns when it accepts connections.
void TestWatchedUrl::startServer()
{
    m_server = std::make_unique<QProcess>();
    m_server->start(app::demoServer(), {QStringLiteral("--http"), m_address});
    const auto accepts = [this] {
        QTcpSocket socket;
        socket.connectToHost(m_address.section(u':', 0, 0), m_address.section(u':', 1).toUShort());
        return socket.waitForConnected(kPatienceMs);
    };
    QVERIFY(QTest::qWaitFor(accepts, kPatienceMs));
}

void TestWatchedUrl::stopServer()
{
    m_server->terminate();
    QVERIFY(m_server->waitForFinished(kPatienceMs));
    m_server.reset();
}

// And connects to it.
void TestWatchedUrl::watchRemote(const QStringList &build)
{
    m_remote.watch.isOn = true;
    m_remote.watch.paths = QStringList{QStringLiteral("src")};
    m_remote.watch.quiet = std::chrono::milliseconds(100);
    m_remote.watch.build = build;
    m_remote.watch.buildFolder = m_project->folder();
    m_opened->connectTo(m_remote);
    QVERIFY(waitForStarts(1));
    QVERIFY(QTest::qWaitFor(
        [&] {
            const auto *restarts = commands().restarts().find(m_remote.name);
            return restarts && restarts->state() == session::RestartOnChange::State::Watching;
        },
        kPatienceMs));
}

void TestWatchedUrl::isConnectedAgainWhenAFileChanges()
{
    watchRemote();
    QVERIFY(action().isVisible() && action().isChecked());
    QVERIFY(action().toolTip().contains(QStringLiteral("src")));
    m_project->write(QStringLiteral("src/server.ts"), "1");
    QVERIFY(waitForStarts(2));
    QCOMPARE(starts().back().outcome, models::Restart::Outcome::Started);
    QCOMPARE(starts().back().cause.words, QStringLiteral("src/server.ts"));
    QVERIFY(starts().back().cause.isAutomatic());
    QCOMPARE(client()->state(), mcp::ClientState::Ready);
    QVERIFY(commands().message().isHidden());
    // The switch of the tool bar ends it.
    action().trigger();
    QVERIFY(!m_opened->workspace.profiles().find(m_remote.name)->watch.isOn);
    QVERIFY(
        QTest::qWaitFor([&] { return !commands().restarts().find(m_remote.name); }, kPatienceMs));
}

void TestWatchedUrl::staysConnectedWhenItsBuildFails()
{
    watchRemote({QStringLiteral("sh"), QStringLiteral("-c"),
        QStringLiteral("echo building; test ! -f src/broken")});
    m_project->write(QStringLiteral("src/broken"), "1");
    QVERIFY(waitForStarts(2));
    QCOMPARE(starts().back().outcome, models::Restart::Outcome::NotBuilt);
    QCOMPARE(client()->state(), mcp::ClientState::Ready);
    QVERIFY(commands().message().isVisible());
    m_project->remove(QStringLiteral("src/broken"));
    QVERIFY(waitForStarts(3));
    QCOMPARE(starts().back().outcome, models::Restart::Outcome::Started);
    QVERIFY(starts().back().cause.build.count() > 0);
    QVERIFY(commands().message().isHidden());
}

// Whoever else watches the project is still restarting the server then.
void TestWatchedUrl::isTriedUntilItIsBackAfterAChange()
{
    watchRemote();
    QVERIFY(!m_remote.watch.reconnects);
    stopServer();
    m_project->write(QStringLiteral("src/server.ts"), "1");
    QVERIFY(QTest::qWaitFor(
        [&] {
            return client()->state() == mcp::ClientState::Failed
                && commands().message().isVisible();
        },
        kPatienceMs));
    QCOMPARE(commands().message().kind(), look::InlineMessage::Kind::Warning);
    startServer();
    QVERIFY(QTest::qWaitFor(
        [&] { return client()->state() == mcp::ClientState::Ready; }, kLongPatienceMs));
    QVERIFY(QTest::qWaitFor([&] { return commands().message().isHidden(); }, kPatienceMs));
}

void TestWatchedUrl::withoutPathsNothingIsWatched()
{
    // A command that was entered before the URL names files of its own.
    m_remote.program = QStringLiteral("sh");
    m_remote.arguments = m_project->arguments();
    m_remote.watch.isOn = true;
    m_opened->connectTo(m_remote);
    QVERIFY(waitForStarts(1));
    QVERIFY(!action().isVisible());
    QVERIFY(!commands().restarts().find(m_remote.name));
}

QTEST_MAIN(TestWatchedUrl)

#include "tst_watchedurl.moc"
