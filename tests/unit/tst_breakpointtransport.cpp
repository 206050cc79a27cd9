// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/lifecycle.h"
#include "support/breakpointeffects.h"
#include "support/toldlink.h"

#include <QRegularExpression>
#include <QTest>
#include <QThread>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;
using rpc::Channel;
using tap::Breakpoint;
using tap::HeldDecision;
using tap::TapTransport;
using Act = tap::BreakpointAction::Kind;
using Way = tap::HeldDecision::Kind;

// The breakpoints between Sonde's own client and a server: what is done, and what is recorded.
class TestBreakpointTransport : public QObject, private ToldLink {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void passesAllWhileNoBreakpointIsOn();
    void acts_data();
    void acts();
    void decides_data();
    void decides();
    void keepsTheOrderBehindAHeldMessage();
    void theClockStandsStillWhileAPersonDecides();
    void neverHoldsTheOpening();
    void allIsGoneWithTheConnection_data();
    void allIsGoneWithTheConnection();
    void theNextConnectionHasTheBreakpoints();
    void dropsWhatTheClientGivesUp_data();
    void dropsWhatTheClientGivesUp();
    void composesMessages();
    void headersFollowAChangedRequest();
    void holdsForWhatIsSentAfterItWasSet();
};

void TestBreakpointTransport::passesAllWhileNoBreakpointIsOn()
{
    Path path(*m_link);
    QCOMPARE(m_told, QStringList(u"opened"_s));
    Breakpoint off = breakpoint(Act::Hold);
    off.on = false;
    for (const std::vector<Breakpoint> &list :
        {std::vector<Breakpoint>(), std::vector<Breakpoint>{off}}) {
        set(list);
        path.send(kCall);
        path.receive(kResponse);
        QCOMPARE(path.drain(), (QStringList{onWire(kCall), atClient(kResponse)}));
    }
    QCOMPARE(path.apart(), QStringList());
    QCOMPARE(path.came.front().at.steady, at(7).steady);
}

void TestBreakpointTransport::acts_data()
{
    QTest::addColumn<bool>("http");
    QTest::addColumn<bool>("fromServer");
    QTest::addColumn<int>("act");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, bool http, bool fromServer, Act act, const char *text,
                         const QStringList &expected) {
        QTest::newRow(name) << http << fromServer << int(act) << QByteArray(text) << expected;
    };
    const QString apart = onWire(kCall) + u" (apart)"_s;

    for (const bool http : {false, true}) {
        row(http ? "HTTP: hold a call" : "hold a call", http, false, Act::Hold, "",
            {u"note message held"_s, u"clock stops"_s});
        row(http ? "HTTP: drop a call" : "drop a call", http, false, Act::Drop, "",
            {u"note message dropped"_s, u"client, request dropped 5"_s});
        row(http ? "HTTP: a call twice" : "a call twice", http, false, Act::Duplicate, "",
            {u"note message duplicated"_s, apart, apart});
        row(http ? "HTTP: respond to a call" : "respond to a call", http, false, Act::Respond,
            R"({"y":2})",
            {u"note message answered"_s, u"note message composed"_s,
                atClient(R"({"jsonrpc":"2.0","id":5,"result":{"y":2}})")});
        row(http ? "HTTP: patch a call" : "patch a call", http, false, Act::Patch,
            R"([{"op":"replace","path":"/id","value":7}])",
            {u"note message changed"_s,
                u"wire {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"tools/call\",\"params\":{"
                "\"name\":\"get\",\"arguments\":{}}} (apart)"_s});
        row(http ? "HTTP: truncate a call" : "truncate a call", http, false, Act::Truncate, "9",
            {u"note message broken"_s, u"wire {\"jsonrpc (apart)"_s});
        row(http ? "HTTP: delay a call" : "delay a call", http, false, Act::Delay, "",
            {u"note message delayed"_s});
        row(http ? "HTTP: close" : "close", http, false, Act::Close, "",
            {u"note stream closed"_s, u"stop"_s});
        row(http ? "HTTP: hold a response" : "hold a response", http, true, Act::Hold, "",
            {u"note message held"_s, u"clock stops"_s});
        row(http ? "HTTP: drop a response" : "drop a response", http, true, Act::Drop, "",
            {u"note message dropped"_s, u"client, response dropped 5"_s});
        row(http ? "HTTP: a response twice" : "a response twice", http, true, Act::Duplicate, "",
            {u"note message duplicated"_s, atClient(kResponse), atClient(kResponse)});
        row(http ? "HTTP: patch a response" : "patch a response", http, true, Act::Patch,
            R"([{"op":"replace","path":"/id","value":7}])",
            {u"note message changed"_s,
                atClient(R"({"jsonrpc":"2.0","id":7,"result":{"x":1.0}})")});
        row(http ? "HTTP: truncate a response" : "truncate a response", http, true, Act::Truncate,
            "9", {u"note message broken"_s, u"client, no message {\"jsonrpc"_s});
    }
    row("split a call", false, false, Act::Split, "9",
        {u"note message broken"_s,
            u"wire {\"jsonrpc|\":\"2.0\",\"id\":5,\"method\":\"tools/call\",\"params\":{\"name\":"
            "\"get\",\"arguments\":{}}} (apart)"_s});
    row("split a response", false, true, Act::Split, "9",
        {u"note message broken"_s, u"client, no message {\"jsonrpc"_s,
            u"client, no message \":\"2.0\",\"id\":5,\"result\":{\"x\":1.0}}"_s});
}

void TestBreakpointTransport::acts()
{
    QFETCH(const bool, http);
    QFETCH(const bool, fromServer);
    QFETCH(const int, act);
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, expected);
    Path path(*m_link, http ? TapTransport::Http : TapTransport::Stdio);
    Breakpoint one =
        breakpoint(Act(act), u"id == 5"_s, fromServer ? Channel::Received : Channel::Sent);
    one.action.text = text.toStdString();
    one.action.bytes = text.toUInt();
    one.action.delay = std::chrono::hours(1);
    set({one});
    if (fromServer)
        path.receive(kResponse);
    else
        path.send(kCall);
    QCOMPARE(path.drain(), expected);
    // What the wire does not carry as the client sent it, and what it does not carry at all.
    QStringList apart;
    if (!fromServer)
        apart += QString::fromStdString(kCall);
    if (Act(act) == Act::Respond)
        apart += u"{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{\"y\":2}}"_s;
    QCOMPARE(path.apart(), apart);
    QVERIFY(path.traffic.inOrder);
}

void TestBreakpointTransport::decides_data()
{
    QTest::addColumn<bool>("fromServer");
    QTest::addColumn<int>("way");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, bool fromServer, Way way, const char *text,
                         const QStringList &expected) {
        QTest::newRow(name) << fromServer << int(way) << QByteArray(text) << expected;
    };
    const QString goesOn = u"clock goes on"_s;
    row("a call as it was", false, Way::SendAsItWas, "",
        {u"note message released"_s, onWire(kCall) + u" (apart)"_s, goesOn});
    row("a changed call", false, Way::SendChanged, R"({ "id": 1e400 })",
        {u"note message changed"_s, u"wire { \"id\": 1e400 } (apart)"_s, goesOn});
    row("a dropped call", false, Way::Drop, "",
        {u"note message dropped"_s, u"client, request dropped 5"_s, goesOn});
    row("a response in place of the server", false, Way::Respond, kResponse.c_str(),
        {u"note message answered"_s, u"note message composed"_s, goesOn, atClient(kResponse)});
    row("a response as it was", true, Way::SendAsItWas, "",
        {u"note message released"_s, goesOn, atClient(kResponse)});
    row("a changed response", true, Way::SendChanged, R"({"jsonrpc":"2.0","id":5,"result":{}})",
        {u"note message changed"_s, goesOn, atClient(R"({"jsonrpc":"2.0","id":5,"result":{}})")});
    row("a dropped response", true, Way::Drop, "",
        {u"note message dropped"_s, u"client, response dropped 5"_s, goesOn});
}

void TestBreakpointTransport::decides()
{
    QFETCH(const bool, fromServer);
    QFETCH(const int, way);
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, expected);
    Path path(*m_link);
    set({breakpoint(Act::Hold, u"id == 5"_s, fromServer ? Channel::Received : Channel::Sent)});
    if (fromServer)
        path.receive(kResponse);
    else
        path.send(kCall);
    QCOMPARE(m_told.last(), u"held 1 "_s + QString::fromStdString(fromServer ? kResponse : kCall));
    path.drain();
    decide(1, {Way(way), text.toStdString()});
    QCOMPARE(path.drain(), expected);
    QCOMPARE(m_told.last(), u"gone 1"_s);
    decide(1, {Way::Drop});
    QCOMPARE(m_told.last(), u"refused 1"_s);
    // What follows passes.
    path.send(kPing);
    path.receive(kNews);
    QCOMPARE(path.drain(), (QStringList{onWire(kPing), atClient(kNews)}));
    QVERIFY(path.traffic.inOrder);
}

void TestBreakpointTransport::keepsTheOrderBehindAHeldMessage()
{
    Path path(*m_link);
    set({breakpoint(Act::Hold, u"id == 5"_s)});
    path.send(kCall);
    path.send(kPing);
    set({}); // what is held stays, and what follows waits for it
    path.send(kNews);
    path.receive(kNews); // the other direction does not
    QCOMPARE(
        path.drain(), (QStringList{u"note message held"_s, u"clock stops"_s, atClient(kNews)}));
    decide(1, {Way::SendAsItWas});
    QCOMPARE(path.drain(),
        (QStringList{u"note message released"_s, onWire(kCall) + u" (apart)"_s, onWire(kPing),
            onWire(kNews), u"clock goes on"_s}));
    QCOMPARE(path.apart(), QStringList(QString::fromStdString(kCall)));
}

void TestBreakpointTransport::theClockStandsStillWhileAPersonDecides()
{
    Path path(*m_link);
    set({breakpoint(Act::Hold, u"kind == request"_s)});
    path.send(kCall);
    path.send(kPing);
    QCOMPARE(path.drain().count(u"clock stops"_s), 1);
    decide(1, {Way::Drop});
    QVERIFY(!path.drain().contains(u"clock goes on"_s)); // the other one is held
    decide(2, {Way::Delay, {}, std::chrono::hours(1)});
    QVERIFY(path.drain().contains(u"clock goes on"_s)); // a server that is slow
}

void TestBreakpointTransport::neverHoldsTheOpening()
{
    Path path(*m_link);
    set({breakpoint(Act::Hold), breakpoint(Act::Hold, {}, Channel::Received)});
    const std::string request = R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})";
    const std::string response = R"({"jsonrpc":"2.0","id":0,"result":{}})";
    path.send(request);
    path.receive(response);
    QCOMPARE(path.drain(), (QStringList{onWire(request), atClient(response)}));
}

void TestBreakpointTransport::allIsGoneWithTheConnection_data()
{
    QTest::addColumn<bool>("byClient");
    QTest::newRow("the client ends it") << true;
    QTest::newRow("the server ends it") << false;
}

void TestBreakpointTransport::allIsGoneWithTheConnection()
{
    QFETCH(const bool, byClient);
    Path path(*m_link);
    set({breakpoint(Act::Hold, u"id == 5"_s),
        breakpoint(Act::Hold, u"id == 5"_s, Channel::Received)});
    path.send(kCall);
    path.receive(kResponse);
    path.drain();
    m_told.clear();
    QVERIFY(m_link->isOpen());
    if (byClient)
        path.outer->stop();
    else
        path.inner->tell(wire::Ended{});
    QCOMPARE(path.drain(), (QStringList{u"clock goes on"_s, byClient ? u"stop"_s : u"ended"_s}));
    QCOMPARE(m_told, (QStringList{u"gone 1"_s, u"gone 2"_s, u"closed"_s}));
    QVERIFY(!m_link->isOpen());
    decide(1, {Way::SendAsItWas});
    path.send(kPing); // its last words
    QCOMPARE(path.drain(), QStringList(onWire(kPing)));
}

void TestBreakpointTransport::theNextConnectionHasTheBreakpoints()
{
    set({breakpoint(Act::Drop, u"method == \"ping\""_s)}); // before there is one
    for (int connection = 0; connection < 2; ++connection) {
        Path path(*m_link);
        path.send(kPing);
        QCOMPARE(
            path.drain(), (QStringList{u"note message dropped"_s, u"client, request dropped 6"_s}));
        QTRY_VERIFY(m_hits.count(1) > 0);
        QCOMPARE(m_hits.at(1), std::uint64_t(1)); // they begin again
        m_hits.clear();
    }
    QCOMPARE(m_told, (QStringList{u"opened"_s, u"closed"_s, u"opened"_s, u"closed"_s}));
}

void TestBreakpointTransport::dropsWhatTheClientGivesUp_data()
{
    QTest::addColumn<bool>("http");
    QTest::addColumn<bool>("modern");
    QTest::newRow("over stdio") << false << false;
    QTest::newRow("over stdio, stateless") << false << true;
    QTest::newRow("over HTTP") << true << false;
    QTest::newRow("over HTTP, stateless") << true << true;
}

// As the session of the client does it, of each transport and era.
void TestBreakpointTransport::dropsWhatTheClientGivesUp()
{
    QFETCH(const bool, http);
    QFETCH(const bool, modern);
    Path path(*m_link, http ? TapTransport::Http : TapTransport::Stdio);
    if (http)
        path.outer->setProtocol({modern, "", true});
    const auto giveUp = [&](const rpc::Id &id) {
        if (http)
            path.outer->abandon(id);
        if (!http || !modern)
            path.send(
                R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)" + id
                + "}}");
        return path.drain().filter(QRegularExpression(u"^(?!abandon)"_s));
    };
    set({breakpoint(Act::Hold, u"id == 5"_s)});
    path.send(kCall);
    path.send(kPing);
    path.drain();
    const bool tellsServer = !http || !modern;
    const QStringList dropped(tellsServer ? 2 : 1, u"note message dropped"_s);
    QCOMPARE(giveUp("6"), dropped); // it waits behind the other one
    QCOMPARE(giveUp("5"), dropped + QStringList(u"clock goes on"_s));
    QCOMPARE(m_told.last(), u"gone 1"_s);
    QVERIFY(path.inner->sent.empty());
    QVERIFY(path.notes().contains(u"message dropped\tcancelled before it was sent · id 5"_s));
    // What the server has seen, it learns of.
    path.send(kPing);
    path.drain();
    QCOMPARE(giveUp("6").size(), tellsServer ? 1 : 0);
}

void TestBreakpointTransport::composesMessages()
{
    const std::string request = R"({"jsonrpc":"2.0","id":"sonde-1","method":"ping"})";
    const std::string response = R"({"jsonrpc":"2.0","id":"sonde-1","result":{}})";
    Path path(*m_link);
    m_link->say(tap::composedLine({1, Channel::Sent, request}));
    QCOMPARE(
        path.drain(), (QStringList{u"note message composed"_s, onWire(request) + u" (apart)"_s}));
    QCOMPARE(m_told.last(), u"composed 1"_s);
    path.receive(response);
    path.receive(kResponse);
    QCOMPARE(path.drain(), (QStringList{u"note message not passed on"_s, atClient(kResponse)}));
    QCOMPARE(m_told.last(), u"kept "_s + QString::fromStdString(response));

    // In the name of the server.
    m_link->say(tap::composedLine({2, Channel::Received, request}));
    QCOMPARE(path.drain(), (QStringList{u"note message composed"_s, atClient(request)}));
    path.send(response);
    QCOMPARE(path.drain(), QStringList(u"note message not passed on"_s));
    QCOMPARE(path.apart(),
        (QStringList{QString::fromStdString(request), QString::fromStdString(request),
            QString::fromStdString(response)}));

    path.outer->stop();
    m_link->say(tap::composedLine({3, Channel::Sent, request}));
    QCOMPARE(path.drain(), QStringList(u"stop"_s));
}

void TestBreakpointTransport::headersFollowAChangedRequest()
{
    Path path(*m_link, TapTransport::Http);
    path.headers.add("Mcp-Method", "tools/call");
    path.headers.add("Mcp-Name", "get");
    set({breakpoint(Act::Hold)});
    path.send(kCall);
    decide(1,
        {Way::SendChanged,
            R"({"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"put"}})"});
    const wire::Outgoing &sent = path.inner->sent.back();
    QCOMPARE(sent.headers.value("Mcp-Name"), QByteArray("put"));
    QCOMPARE(sent.headers.value("Mcp-Method"), QByteArray("tools/call"));
    QCOMPARE(sent.id, rpc::Id("5"));
}

// The message may come to the wire thread before the event that brings the breakpoint.
void TestBreakpointTransport::holdsForWhatIsSentAfterItWasSet()
{
    QThread wire; // not started: it delivers nothing
    tap::OwnLink link(&wire);
    Path path(link);
    link.say(tap::breakpointsLine({breakpoint(Act::Drop)}));
    path.send(kCall);
    QVERIFY(path.inner->sent.empty());
    QCOMPARE(
        path.drain(), (QStringList{u"note message dropped"_s, u"client, request dropped 5"_s}));
}

QTEST_GUILESS_MAIN(TestBreakpointTransport)
#include "tst_breakpointtransport.moc"
