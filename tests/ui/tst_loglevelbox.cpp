// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/style/sondestyle.h"
#include "support/httpclient.h"
#include "widgets/activity/loglevelbox.h"

#include <QComboBox>

#include <atomic>

using namespace sonde;
using namespace sonde::mcp;
using namespace sonde::test;
using widgets::LogLevelBox;

namespace {

// A server of either era that logs; in the legacy era it has sessions, and its process can be
// replaced by another one, which knows no session of it.
struct LoggingServer {
    explicit LoggingServer(Era era)
        : isModern(era == Era::Modern)
    {
    }

    const bool isModern;
    std::atomic_bool isReplaced = false;
    HttpScript server{[this](HttpPeer &peer) {
        for (;;)
            serve(peer, peer.readRequest());
    }};

    void serve(HttpPeer &peer, const SeenRequest &request) const
    {
        const QByteArray known = isReplaced ? "new" : "old";
        if (request.method() == "GET")
            peer.respond(405, {}, {});
        else if (isModern)
            respond(peer, request,
                methodOf(request) == "server/discover"
                    ? R"({"supportedVersions":["2026-07-28"],"capabilities":{"logging":{}}})"
                    : R"({"content":[]})");
        else if (methodOf(request) == "initialize")
            respond(peer, request,
                R"({"protocolVersion":"2025-11-25","capabilities":{"logging":{}},)"
                R"("serverInfo":{"name":"s","version":"1"}})",
                {{"Mcp-Session-Id", known}});
        else if (request.header("Mcp-Session-Id") != known)
            peer.respond(404, "text/plain", "Session not found");
        else if (request.method() == "DELETE" || idOf(request).isEmpty())
            peer.respond(202, {}, {});
        else
            respond(peer, request, "{}");
    }
    qsizetype levelsSet() const
    {
        return seen(server).filter(QStringLiteral("logging/setLevel")).size();
    }
    ClientConfig config() const
    {
        return configFor(
            server.url(), isModern ? EraPolicy::Mode::Modern : EraPolicy::Mode::Legacy);
    }
};

void choose(LogLevelBox &levels, const QString &level)
{
    QComboBox &box = levels.box();
    QVERIFY(box.isEnabled());
    box.setCurrentIndex(box.findData(level));
    Q_EMIT box.activated(box.currentIndex());
    QTRY_COMPARE_WITH_TIMEOUT(levels.level(), level, kDeadline);
}

bool sendsLevel(const Client &client)
{
    return client.previewRequest(QStringLiteral("tools/list"), {})
        .toByteArray()
        .contains(R"("io.modelcontextprotocol/logLevel":"error")");
}

} // namespace

// The log level that was chosen for a server outlives its connection.
class TestLogLevelBox : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void isSetAgainInARenewedSession();
    void isSentWithEachRequestAfterARestart();
    void isThatOfTheNextClientAsWell_data();
    void isThatOfTheNextClientAsWell();
};

void TestLogLevelBox::isSetAgainInARenewedSession()
{
    LoggingServer logging(Era::Legacy);
    Client client(logging.config());
    LogLevelBox levels;
    levels.setServer(QStringLiteral("s"), &client);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    choose(levels, QStringLiteral("error"));
    QCOMPARE(logging.levelsSet(), 1);
    QSignalSpy renewed(&client, &Client::sessionRenewed);
    QSignalSpy succeeded(&levels, &LogLevelBox::succeeded);
    logging.isReplaced = true;
    client.callTool(QStringLiteral("x"), {}, {}, this, [](const Result<Response> &) {});
    QTRY_COMPARE_WITH_TIMEOUT(renewed.size(), 1, kDeadline);
    QTRY_COMPARE_WITH_TIMEOUT(succeeded.size(), 1, kDeadline);
    QCOMPARE(logging.levelsSet(), 2);
}

void TestLogLevelBox::isSentWithEachRequestAfterARestart()
{
    LoggingServer logging(Era::Modern);
    Client client(logging.config());
    LogLevelBox levels;
    levels.setServer(QStringLiteral("s"), &client);
    client.start();
    QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
    QVERIFY(!sendsLevel(client));
    choose(levels, QStringLiteral("error"));
    QVERIFY(sendsLevel(client));
    QSignalSpy states(&client, &Client::stateChanged);
    client.restart();
    QTRY_VERIFY_WITH_TIMEOUT(!states.isEmpty() && client.state() == ClientState::Ready, kDeadline);
    QVERIFY(sendsLevel(client));
    QCOMPARE(logging.levelsSet(), 0);
}

void TestLogLevelBox::isThatOfTheNextClientAsWell_data()
{
    QTest::addColumn<bool>("isModern");
    QTest::addColumn<bool>("isReady");
    QTest::newRow("legacy, before it is connected") << false << false;
    QTest::newRow("legacy, connected out of sight") << false << true;
    QTest::newRow("modern, before it is connected") << true << false;
    QTest::newRow("modern, connected out of sight") << true << true;
}

// Another client takes the place of one whose settings have changed.
void TestLogLevelBox::isThatOfTheNextClientAsWell()
{
    QFETCH(bool, isModern);
    QFETCH(bool, isReady);
    LoggingServer logging(isModern ? Era::Modern : Era::Legacy);
    LogLevelBox levels;
    {
        Client client(logging.config());
        levels.setServer(QStringLiteral("s"), &client);
        client.start();
        QTRY_COMPARE_WITH_TIMEOUT(client.state(), ClientState::Ready, kDeadline);
        choose(levels, QStringLiteral("error"));
    }
    Client next(logging.config());
    if (!isReady)
        levels.setServer(QStringLiteral("s"), &next);
    next.start();
    QTRY_COMPARE_WITH_TIMEOUT(next.state(), ClientState::Ready, kDeadline);
    if (isReady)
        levels.setServer(QStringLiteral("s"), &next);
    if (isModern)
        QVERIFY(sendsLevel(next));
    else
        QTRY_COMPARE_WITH_TIMEOUT(logging.levelsSet(), 2, kDeadline);
}

QTEST_MAIN(TestLogLevelBox)

#include "tst_loglevelbox.moc"
