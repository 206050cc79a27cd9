// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/mockplay.h"

#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::mock;
using namespace sonde::test;

// A mock that passes on to a server what was not recorded.
class TestMockPassing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void passesOnWhatHasNoRecordedResponse();
    void abandonsWhatTheClientCancels();
    void tellsApartRequestsWithEqualIds();
    void abandonsWhatLostItsConnection();
    void passesWhatComesWithARequest();
    void holdsWhatComesBeforeTheClientIsInitialized();
    void limitsWhatItHolds();
    void opensTheServerForTheClient();
    void passesServerRequestsAndTheirResponses();
    void passesSubscriptionsOn();
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
    Passage passage = 0;
    for (const QByteArray &request :
        {sent(R"("id":"x","method":"tools/call","params":{"name":"b"})"),
            sent(R"("id":"x","method":"tools/call","params":{"name":"c"})"),
            sent(R"("id":"x","method":"resources/list")")}) {
        played.play({request});
        QCOMPARE(played.lines().last(), QByteArray("passed on: " + request.mid(2)));
        QVERIFY(played.session().isPassing());
        const QByteArray passed =
            received(R"("result":{"v":1.0},"id":"x")"); // as the server wrote it
        played.deliver(++passage, passed);
        QVERIFY(!played.session().isPassing());
        QCOMPARE(played.lines().last(), passed);
    }
    // The connection to the server has an opening of its own.
    played.play({sent(R"("id":8,"method":"initialize","params":{})")});
    QVERIFY2(played.lines().last().contains("-32601"), played.lines().last().constData());
}

void TestMockPassing::abandonsWhatTheClientCancels()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    played.play({sent(R"("id":9,"method":"resources/list")"),
        sent(R"("method":"notifications/cancelled","params":{"requestId":9})")});
    QCOMPARE(played.lines().last(), QByteArray("abandoned: 9"));
    const auto before = played.lines().size();
    played.deliver(1, received(R"("id":9,"result":{})"));
    QCOMPARE(played.lines().size(), before);
}

// Clients of revision 2026-07-28 share what is played over HTTP.
void TestMockPassing::tellsApartRequestsWithEqualIds()
{
    const MockScript script = scriptToPassFrom();
    MockSession session(script, kPassing);
    for (const Carrier carrier : {Carrier(1), Carrier(2)}) {
        for (const rpc::Message &request : MockSession::decode(
                 Bytes::copyOf(R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})")))
            session.receive(request, carrier, Nanoseconds(1));
    }
    session.takeActions();
    rpc::Message response;
    QVERIFY(rpc::decodeOne(Bytes::copyOf(R"({"jsonrpc":"2.0","id":1,"result":{}})"), response));
    for (const Passage passage : {2, 1}) {
        session.deliver(passage, response, Nanoseconds(2));
        const std::vector<Action> actions = session.takeActions();
        QCOMPARE(actions.size(), std::size_t(1));
        QCOMPARE(actions.front().carrier, Carrier(passage));
        QVERIFY(actions.front().isResponse);
    }
}

void TestMockPassing::abandonsWhatLostItsConnection()
{
    const MockScript script = scriptToPassFrom();
    MockSession session(script, kPassing);
    for (const rpc::Message &request :
        MockSession::decode(Bytes::copyOf(R"({"jsonrpc":"2.0","id":1,"method":"resources/list"})")))
        session.receive(request, 5, Nanoseconds(1));
    session.takeActions();
    session.leave(5, Nanoseconds(2));
    const std::vector<Action> actions = session.takeActions();
    QVERIFY(!actions.empty());
    QCOMPARE(actions.front().kind, Action::Kind::Abandon);
    QCOMPARE(actions.front().passage, 1);
    QVERIFY(!session.isPassing());
}

void TestMockPassing::passesWhatComesWithARequest()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    const QByteArray progress = received(
        R"("method":"notifications/progress","params":{"progressToken":"mine","progress":1.0})");
    played.play({sent(R"("id":1,"method":"resources/list","params":{"_meta":)"
                      R"({"progressToken":"mine"}})")});
    played.deliver(1, progress);
    QCOMPARE(played.lines().last(), progress);
}

void TestMockPassing::holdsWhatComesBeforeTheClientIsInitialized()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    const QByteArray log =
        received(R"("method":"notifications/message","params":{"level":"info","data":1e2})");
    const QByteArray changed = received(R"("method":"notifications/tools/list_changed")");
    const QByteArray asked = received(R"("id":"ask-1","method":"roots/list")");
    const QByteArray ping = received(R"("id":"ask-2","method":"ping")");
    played.play({sent(R"("id":1,"method":"resources/list")")}); // a client that does not wait
    played.deliver(0, changed);
    played.deliver(0, asked);
    QVERIFY(!played.lines().contains(changed) && !played.lines().contains(asked));
    played.deliver(0, ping);
    QCOMPARE(played.lines().last(), ping);
    played.deliver(0, log);
    QCOMPARE(played.lines().last(), log);
    played.play({sent(R"("method":"notifications/initialized")")});
    QCOMPARE(played.lines().mid(played.lines().size() - 2), (QByteArrayList{changed, asked}));
    played.deliver(0, changed);
    QCOMPARE(
        played.lines().mid(played.lines().size() - 3), (QByteArrayList{changed, asked, changed}));

    MockPlay modern(script, kPassing);
    modern.deliver(0, changed);
    modern.play({sent(R"("id":1,"method":"tools/list","params":{"_meta":)"
                      R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})")});
    QCOMPARE(modern.lines().count(changed), qsizetype(1));
}

void TestMockPassing::limitsWhatItHolds()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    const auto notes = [&]() -> qsizetype {
        return std::count_if(played.lines().begin(), played.lines().end(),
            [](const QByteArray &line) { return line.contains("too many messages before"); });
    };
    const QByteArray changed = received(R"("method":"notifications/tools/list_changed")");
    for (std::size_t i = 0; i < EarlyRoom::kMaxMessages; ++i)
        played.deliver(0, changed);
    QCOMPARE(notes(), qsizetype(0));
    played.deliver(0, changed);
    played.deliver(0, received(R"("id":"ask-1","method":"roots/list")"));
    QCOMPARE(notes(), qsizetype(1));
    QVERIFY(
        played.lines().last().startsWith("told: {\"jsonrpc\":\"2.0\",\"id\":\"ask-1\",\"error\""));
    played.play({sent(R"("method":"notifications/initialized")")});
    QCOMPARE(played.lines().count(changed), qsizetype(EarlyRoom::kMaxMessages));

    MockPlay large(script, kPassing);
    large.deliver(0,
        received(R"("method":"notifications/resources/updated","params":{"uri":")"
            + QByteArray(int(EarlyRoom::kMaxBytes), 'x') + "\"}"));
    QVERIFY(large.lines().last().contains("too many messages before"));
}

void TestMockPassing::opensTheServerForTheClient()
{
    const MockScript script = *scriptOf({sent(R"("id":1,"method":"initialize","params":{})"),
        received(R"("id":1,"result":{"protocolVersion":"2025-03-26"})")});
    MockPlay legacy(script, kPassing);
    legacy.play({sent(R"("id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
                      R"("capabilities":{"roots":{}}})")});
    QVERIFY2(!legacy.lines().contains("server opened"), legacy.lines().join('\n').constData());
    legacy.play({sent(R"("method":"notifications/initialized")"),
        sent(R"("id":2,"method":"resources/list")")});
    QCOMPARE(legacy.lines().count("server opened"), qsizetype(1));
    QCOMPARE(legacy.session().client().revision, std::string("2025-03-26")); // as it was agreed
    QCOMPARE(legacy.session().client().capabilities, std::string(R"({"roots":{}})"));

    const QByteArray meta =
        R"("params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})";
    MockPlay modern(script, kPassing);
    modern.play({sent(R"("id":1,"method":"server/discover",)" + meta)});
    // It may go on in another revision.
    QVERIFY2(!modern.lines().contains("server opened"), modern.lines().join('\n').constData());
    modern.play({sent(R"("id":2,"method":"tools/list",)" + meta)});
    QVERIFY2(modern.lines().contains("server opened"), modern.lines().join('\n').constData());
    QCOMPARE(modern.session().client().revision, std::string("2026-07-28"));

    MockPlay alone(script);
    alone.play({sent(R"("method":"notifications/initialized")")});
    QVERIFY2(!alone.lines().contains("server opened"), alone.lines().join('\n').constData());
}

void TestMockPassing::passesServerRequestsAndTheirResponses()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    const QByteArray response = sent(R"("id":"ask-1","result":{"roots":[]})");
    played.play({response}); // to nothing: there is no server yet
    QCOMPARE(played.lines().last(), response);
    played.play({sent(R"("method":"notifications/initialized")")});
    const QByteArray asked = received(R"("id":"ask-1","method":"roots/list")");
    played.deliver(0, asked);
    QCOMPARE(played.lines().last(), asked);
    played.play({response});
    QCOMPARE(played.lines().last(), QByteArray("told: " + response.mid(2)));
    const QByteArray changed = sent(R"("method":"notifications/roots/list_changed")");
    played.play({changed});
    QCOMPARE(played.lines().last(), QByteArray("told: " + changed.mid(2)));
}

void TestMockPassing::passesSubscriptionsOn()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    const QByteArray listen = sent(R"("id":4,"method":"subscriptions/listen","params":{"_meta":)"
                                   R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})");
    played.play({listen});
    QCOMPARE(played.lines().last(), QByteArray("passed on: " + listen.mid(2)));
    QVERIFY(!played.session().isPassing()); // it keeps no mock from ending
    const QByteArray changed =
        received(R"("method":"notifications/tools/list_changed","params":)"
                 R"({"_meta":{"io.modelcontextprotocol/subscriptionId":4}})");
    played.deliver(1, changed);
    QCOMPARE(played.lines().last(), changed);
    played.play({sent(R"("method":"notifications/cancelled","params":{"requestId":4})")});
    QCOMPARE(played.lines().last(), QByteArray("abandoned: 4"));
}

void TestMockPassing::limitsWhatIsPassedOn()
{
    const MockScript script = scriptToPassFrom();
    MockPlay played(script, kPassing);
    for (std::size_t i = 0; i < MockSession::kMaxPending; ++i)
        played.play(
            {sent("\"id\":" + QByteArray::number(int(i)) + ",\"method\":\"resources/list\"")});
    QVERIFY2(played.lines().last().startsWith("passed on: "), played.lines().last().constData());
    played.play({sent(R"("id":"more","method":"resources/list")")});
    QVERIFY2(played.lines().last().contains("Too many requests are pending."),
        played.lines().last().constData());
}

QTEST_GUILESS_MAIN(TestMockPassing)
#include "tst_mockpassing.moc"
