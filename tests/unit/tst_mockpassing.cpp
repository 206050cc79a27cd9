// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/mockplay.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mock;
using namespace sonde::test;

// A mock that passes on to a server what was not recorded.
class TestMockPassing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesOnWhatHasNoRecordedResponse();
    void abandonsWhatTheClientCancels();
    void passesProgressWithTheTokenOfTheClient();
    void passesNotificationsOnceTheClientIsInitialized();
    void limitsWhatIsPassedOn();
};

namespace {

QByteArray sent(const QByteArray &members)
{
    return rpcLine('>', members);
}

QByteArray received(const QByteArray &members)
{
    return rpcLine('<', members);
}

// With a call of the tool a, and one of the tool b that has no response.
MockScript scriptToPassFrom()
{
    return *scriptOf({sent(R"("id":1,"method":"tools/call","params":{"name":"a"})"),
        received(R"("id":1,"result":{"is":"recorded"})"),
        sent(R"("id":2,"method":"tools/call","params":{"name":"b"})")});
}

const MockOptions kPassing{.otherwise = Otherwise::Error, .passesOn = true};

} // namespace

void TestMockPassing::passesOnWhatHasNoRecordedResponse()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    played.play({sent(R"("id":7,"method":"tools/call","params":{"name":"a"})")});
    const QByteArray recorded = received(R"("id":7,"result":{"is":"recorded"})");
    QCOMPARE(played.lines().last(), recorded);
    for (const QByteArray &request :
        {sent(R"("id":"x","method":"tools/call","params":{"name":"b"})"),
            sent(R"("id":"x","method":"tools/call","params":{"name":"c"})"),
            sent(R"("id":"x","method":"resources/list")")}) {
        played.play({request});
        QCOMPARE(played.lines().last(), QByteArray("passed on: " + request.mid(2)));
        QVERIFY(played.session().isPassing());
        played.session().respondPassed(
            "\"x\"", rpc::response("\"x\"", "{}"), Nanoseconds(2'000'000'000));
        QVERIFY(!played.session().isPassing());
        played.play({"@0"});
        const QByteArray passed = received(R"("id":"x","result":{})");
        QCOMPARE(played.lines().last(), passed);
    }
    // The connection to the server has an opening of its own.
    played.play({sent(R"("id":8,"method":"initialize","params":{})")});
    QVERIFY(played.lines().last().contains("-32601"));
}

void TestMockPassing::abandonsWhatTheClientCancels()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    played.play({sent(R"("id":9,"method":"resources/list")"),
        sent(R"("method":"notifications/cancelled","params":{"requestId":9})")});
    QCOMPARE(played.lines().last(), QByteArray("abandoned: 9"));
    const auto before = played.lines().size();
    played.session().respondPassed("9", rpc::response("9", "{}"), Nanoseconds(2'000'000'000));
    QVERIFY(played.session().takeActions().empty());
    QCOMPARE(played.lines().size(), before);
}

void TestMockPassing::passesProgressWithTheTokenOfTheClient()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    rpc::Message progress;
    QVERIFY(rpc::decodeOne(Bytes::copyOf(R"({"jsonrpc":"2.0","method":"notifications/progress",)"
                                         R"("params":{"progressToken":17,"progress":1.0}})"),
        progress));
    played.play({sent(R"("id":1,"method":"resources/list","params":{"_meta":)"
                      R"({"progressToken":"mine"}})"),
        sent(R"("id":2,"method":"resources/list")")});
    played.session().progressPassed("1", progress);
    played.session().progressPassed("2", progress); // which wants none
    played.session().progressPassed("3", progress); // which there is not
    const auto before = played.lines().size();
    played.play({"@0"});
    const QByteArray passed = received(
        R"("method":"notifications/progress","params":{"progressToken":"mine","progress":1.0})");
    QCOMPARE(played.lines().mid(before), QByteArrayList({"@0", passed}));
}

void TestMockPassing::passesNotificationsOnceTheClientIsInitialized()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    const QByteArray log =
        received(R"("method":"notifications/message","params":{"level":"info","data":1e2})");
    played.session().notifyPassed(Bytes::fromByteArray(log.mid(2)));
    played.play({sent(R"("method":"notifications/initialized")")});
    QVERIFY(!played.lines().contains(log));
    played.session().notifyPassed(Bytes::fromByteArray(log.mid(2)));
    played.play({"@0"});
    QCOMPARE(played.lines().last(), log);
}

void TestMockPassing::limitsWhatIsPassedOn()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    for (std::size_t i = 0; i < MockSession::kMaxPending; ++i)
        played.play(
            {sent("\"id\":" + QByteArray::number(int(i)) + ",\"method\":\"resources/list\"")});
    QVERIFY(played.lines().last().startsWith("passed on: "));
    played.play({sent(R"("id":"more","method":"resources/list")")});
    QVERIFY(played.lines().last().contains("Too many requests are pending."));
}

QTEST_GUILESS_MAIN(TestMockPassing)
#include "tst_mockpassing.moc"
