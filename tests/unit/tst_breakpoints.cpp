// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/breakpointeffects.h"
#include "support/crossinglines.h"

#include <QTest>

#include <algorithm>
#include <string>
#include <variant>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;
using rpc::Channel;
using tap::Breakpoint;
using tap::BreakpointAction;
using tap::BreakpointEffect;
using tap::BreakpointEffects;
using tap::BreakpointEngine;
using tap::HeldDecision;
using Act = BreakpointAction::Kind;
using Way = HeldDecision::Kind;

// Tables of what crosses, and what must become of it.
class TestBreakpoints : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void acts_data();
    void acts();
    void decides_data();
    void decides();
    void refusesDecisionsThatMakeNoSense();
    void holdsNothingWithoutAWindow();
    void letsAllGoInOrderWhenTheWindowGoes();
    void keepsTheOrderBehindAHeldMessage();
    void dropsWhatHasNoReader();
    void letsOthersPassWhereAPersonWantsThat();
    void delaysUntilTheTime();
    void actsOnlyOnTheNthHit();
    void theFirstThatFitsDecides();
    void neverHoldsTheOpening();
    void knowsTheMethodOfAResponse();
    void saysWhatAHeldResponseIsFor();
    void batchesAndStrayLinesPass();
    void boundsWhatWaits();
    void keepsExchangesApart();
    void refusesWhatHttpCannotDo();
    void doesMoreOverHttp();
};

void TestBreakpoints::acts_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("bytes");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, Act act, const char *text, int bytes,
                         const QStringList &expected) {
        QTest::newRow(name) << int(act) << QByteArray(text) << bytes << expected;
    };
    const QString ping = line(kPing);
    row("hold", Act::Hold, "", 0, {u"note message held"_s, u"held 1"_s});
    row("delay", Act::Delay, "", 0, {u"note message delayed"_s});
    row("drop", Act::Drop, "", 0, {u"note message dropped"_s});
    row("duplicate", Act::Duplicate, "", 0, {u"note message duplicated"_s, ping, ping});
    row("respond", Act::Respond, R"({"x":1.0})", 0,
        {u"note message answered"_s,
            u"< {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{\"x\":1.0}}|"_s});
    row("respond with a result", Act::Respond, R"({"result":{}})", 0,
        {u"note message answered"_s, u"< {\"jsonrpc\":\"2.0\",\"id\":7,\"result\":{}}|"_s});
    row("respond with an error", Act::Respond, R"({"error":{"code":-1,"message":"no"}})", 0,
        {u"note message answered"_s,
            u"< {\"jsonrpc\":\"2.0\",\"id\":7,\"error\":{\"code\":-1,\"message\":\"no\"}}|"_s});
    row("respond with no JSON", Act::Respond, "x", 0, {u"note breakpoint failed"_s, ping});
    row("patch", Act::Patch, R"([{"op":"replace","path":"/method","value":"pong"}])", 0,
        {u"note message changed"_s, u"> {\"jsonrpc\":\"2.0\",\"id\":7,\"method\":\"pong\"}|"_s});
    row("a patch that does not fit", Act::Patch, R"([{"op":"remove","path":"/params"}])", 0,
        {u"note breakpoint failed"_s, ping});
    row("a patch with line ends", Act::Patch, "[{\"op\":\"add\",\"path\":\"/p\",\"value\":[\n]}]",
        0, {u"note breakpoint failed"_s, ping});
    row("truncate", Act::Truncate, "", 9, {u"note message broken"_s, u"> {\"jsonrpc|"_s});
    row("truncate nothing", Act::Truncate, "", 1000, {u"note message broken"_s, ping});
    row("split", Act::Split, "", 9,
        {u"note message broken"_s, u"> {\"jsonrpc|\":\"2.0\",\"id\":7,\"method\":\"ping\"}|"_s});
    row("garble", Act::Garble, "", 1,
        {u"note message broken"_s, u"> {\"jsonrpc\":\"2.0\",\"id\xba:7,\"method\":\"ping\"}|"_s});
    row("close", Act::Close, "", 0, {u"note stream closed"_s, u"> close"_s});
    row("a program", Act::Program, "jq .", 0, {u"note message held"_s, u"held 1"_s});
}

void TestBreakpoints::acts()
{
    QFETCH(const int, act);
    QFETCH(const QByteArray, text);
    QFETCH(const int, bytes);
    QFETCH(const QStringList, expected);
    Breakpoint one = breakpoint(Act(act), u"method == \"ping\""_s);
    one.action.text = text.toStdString();
    one.action.bytes = std::uint32_t(bytes);
    one.action.delay = std::chrono::seconds(2);
    BreakpointEngine engine = engineWith({one});
    QVERIFY(engine.isActive(Channel::Sent));
    const QStringList done = take(engine, Channel::Sent, kPing);
    if (Act(act) == Act::Garble) { // one byte, and no other
        QCOMPARE(done.size(), 2);
        QCOMPARE(done.at(1).size(), expected.at(1).size());
        int different = 0;
        for (qsizetype i = 0; i < done.at(1).size(); ++i)
            different += done.at(1).at(i) == line(kPing).at(i) ? 0 : 1;
        QCOMPARE(different, 1);
    } else {
        QCOMPARE(done, expected);
    }
    QCOMPARE(engine.hits(1), std::uint64_t(1));
    // Another message, and the other direction.
    if (Act(act) != Act::Hold && Act(act) != Act::Delay && Act(act) != Act::Program)
        QCOMPARE(take(engine, Channel::Sent, kCall), QStringList(line(kCall)));
    QCOMPARE(
        take(engine, Channel::Received, kPing), QStringList(u"< "_s + QLatin1String(kPing) + u'|'));
    QCOMPARE(engine.hits(1), std::uint64_t(1));
}

void TestBreakpoints::decides_data()
{
    QTest::addColumn<int>("way");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("expected");
    QTest::newRow("as it was") << int(Way::SendAsItWas) << QByteArray()
                               << QStringList{u"gone 1"_s, u"note message released"_s, line(kCall)};
    QTest::newRow("changed") << int(Way::SendChanged) << QByteArray("{ \"a\": 1e400 }")
                             << QStringList{u"gone 1"_s, u"note message changed"_s,
                                    u"> { \"a\": 1e400 }|"_s};
    QTest::newRow("not changed at all")
        << int(Way::SendChanged) << QByteArray(kCall)
        << QStringList{u"gone 1"_s, u"note message released"_s, line(kCall)};
    QTest::newRow("changed to no JSON")
        << int(Way::SendChanged) << QByteArray("hello")
        << QStringList{u"gone 1"_s, u"note message changed"_s, u"> hello|"_s};
    QTest::newRow("drop") << int(Way::Drop) << QByteArray()
                          << QStringList{u"note message dropped"_s, u"gone 1"_s};
    QTest::newRow("delay") << int(Way::Delay) << QByteArray()
                           << QStringList{u"note message delayed"_s, u"gone 1"_s};
    QTest::newRow("respond") << int(Way::Respond) << QByteArray("{ \"id\": 5.0 }")
                             << QStringList{u"note message answered"_s, u"< { \"id\": 5.0 }|"_s,
                                    u"gone 1"_s};
    QTest::newRow("by a program") << int(Way::Program) << QByteArray("{ \"a\": 1e400 }")
                                  << QStringList{u"gone 1"_s, u"note message changed"_s,
                                         u"> { \"a\": 1e400 }|"_s};
    QTest::newRow("by a program that failed")
        << int(Way::ProgramFailed) << QByteArray("It ended with exit code 1.")
        << QStringList{u"gone 1"_s, u"note breakpoint failed"_s, line(kCall)};
}

void TestBreakpoints::decides()
{
    QFETCH(const int, way);
    QFETCH(const QByteArray, text);
    QFETCH(const QStringList, expected);
    for (const bool othersPass : {false, true}) {
        Breakpoint one = breakpoint(Act::Hold);
        one.othersPass = othersPass;
        BreakpointEngine engine = engineWith({one});
        take(engine, Channel::Sent, kCall);
        const HeldDecision decision{Way(way), text.toStdString(), std::chrono::seconds(1)};
        QCOMPARE(decide(engine, 1, decision), expected);
        QCOMPARE(decide(engine, 1, decision), QStringList(u"no: not held"_s)); // decided
        QCOMPARE(engine.isWaiting({Channel::Sent}), Way(way) == Way::Delay);
    }
}

void TestBreakpoints::refusesDecisionsThatMakeNoSense()
{
    BreakpointEngine engine = engineWith({breakpoint(Act::Hold)});
    QCOMPARE(decide(engine, 1, {}), QStringList(u"no: not held"_s));
    QCOMPARE(decide(engine, 0, {}), QStringList(u"no: not held"_s));
    take(engine, Channel::Sent, R"({"jsonrpc":"2.0","method":"notifications/progress"})");
    const QStringList lines{u"no: not one line"_s};
    QCOMPARE(decide(engine, 1, {Way::SendChanged, "two\nlines"}), lines);
    QCOMPARE(decide(engine, 1, {Way::SendChanged, ""}), lines);
    QCOMPARE(decide(engine, 1, {Way::Program, "two\nlines"}), lines);
    QCOMPARE(
        decide(engine, 1, {Way::SendChanged, std::string(BreakpointAction::kMaxText + 1, 'x')}),
        QStringList(u"no: too long"_s));
    QCOMPARE(decide(engine, 1, {Way::Respond, "{}"}), QStringList(u"no: not a request"_s));
    take(engine, Channel::Sent, kCall);
    QCOMPARE(decide(engine, 2, {Way::Respond, ""}), lines);
    QCOMPARE(decide(engine, 2, {Way::Respond, "{\n}"}), lines);
    QVERIFY(engine.isWaiting({Channel::Sent})); // and still waits for one that does
}

void TestBreakpoints::holdsNothingWithoutAWindow()
{
    BreakpointEngine engine;
    engine.setBreakpoints({breakpoint(Act::Hold), breakpoint(Act::Drop)});
    QVERIFY(!engine.isActive(Channel::Sent));
    QCOMPARE(take(engine, Channel::Sent, kCall), QStringList(line(kCall)));
    QCOMPARE(engine.hits(1), std::uint64_t(0));
}

void TestBreakpoints::letsAllGoInOrderWhenTheWindowGoes()
{
    BreakpointEngine engine = engineWith({breakpoint(Act::Hold, u"method == \"tools/call\""_s)});
    take(engine, Channel::Sent, kCall);
    QCOMPARE(take(engine, Channel::Sent, kPing), QStringList());
    take(engine, Channel::Sent, kCall);
    BreakpointEffects effects;
    engine.setAttached(false, effects);
    QCOMPARE(told(effects),
        (QStringList{u"gone 1: ended"_s, u"note message released"_s, line(kCall), line(kPing),
            u"gone 2: ended"_s, u"note message released"_s, line(kCall)}));
    QCOMPARE(effects.at(1).detail, "no window is there · id 5");
    QVERIFY(!engine.isActive(Channel::Sent));
    QCOMPARE(take(engine, Channel::Sent, kCall), QStringList(line(kCall)));
}

void TestBreakpoints::keepsTheOrderBehindAHeldMessage()
{
    BreakpointEngine engine = engineWith({breakpoint(Act::Hold, u"method == \"tools/call\""_s)});
    take(engine, Channel::Sent, kCall);
    take(engine, Channel::Sent, kPing);
    take(engine, Channel::Sent, kCall);
    take(engine, Channel::Sent, kPing);
    // The second is decided first, and what became of it is recorded when it is sent.
    QCOMPARE(decide(engine, 2, {}), QStringList(u"gone 2"_s));
    QCOMPARE(decide(engine, 2, {}), QStringList(u"no: not held"_s));
    QCOMPARE(decide(engine, 1, {Way::Drop}),
        (QStringList{u"note message dropped"_s, u"gone 1"_s, line(kPing),
            u"note message released"_s, line(kCall), line(kPing)}));
    QVERIFY(!engine.isWaiting({Channel::Sent}));
}

// The server closed its stdin, or the host its stdout.
void TestBreakpoints::dropsWhatHasNoReader()
{
    BreakpointEngine engine =
        engineWith({breakpoint(Act::Hold), breakpoint(Act::Hold, {}, Channel::Received)});
    take(engine, Channel::Sent, kCall);
    take(engine, Channel::Received, kPing);
    take(engine, Channel::Sent, kPing);
    decide(engine, 3, {Way::Drop});
    BreakpointEffects effects;
    engine.drop({Channel::Sent}, effects);
    QCOMPARE(told(effects), (QStringList{u"note message dropped"_s, u"gone 1: ended"_s}));
    QCOMPARE(effects.front().detail, "the connection has ended · id 5");
    QVERIFY(!engine.isWaiting({Channel::Sent}));
    QVERIFY(engine.isWaiting({Channel::Received}));
    QCOMPARE(decide(engine, 1, {}), QStringList(u"no: not held"_s));
}

void TestBreakpoints::letsOthersPassWhereAPersonWantsThat()
{
    Breakpoint one = breakpoint(Act::Hold, u"method == \"tools/call\""_s);
    one.othersPass = true;
    BreakpointEngine engine = engineWith({one});
    take(engine, Channel::Sent, kCall);
    QCOMPARE(take(engine, Channel::Sent, kPing), QStringList(line(kPing)));
    QCOMPARE(
        decide(engine, 1, {}), (QStringList{u"gone 1"_s, u"note message released"_s, line(kCall)}));
}

void TestBreakpoints::delaysUntilTheTime()
{
    Breakpoint one = breakpoint(Act::Delay, u"method == \"tools/call\""_s);
    one.action.delay = std::chrono::seconds(2);
    BreakpointEngine engine = engineWith({one});
    QCOMPARE(engine.nextDue(), BreakpointEngine::kNever);
    take(engine, Channel::Sent, kCall, 1000);
    take(engine, Channel::Sent, kPing, 1001);
    QCOMPARE(engine.nextDue(), at(3000).steady);
    BreakpointEffects effects;
    engine.tick(at(2999).steady, effects);
    QCOMPARE(told(effects), QStringList());
    engine.tick(at(3000).steady, effects);
    QCOMPARE(told(effects), (QStringList{u"note message released"_s, line(kCall), line(kPing)}));
    QCOMPARE(engine.nextDue(), BreakpointEngine::kNever);
}

void TestBreakpoints::actsOnlyOnTheNthHit()
{
    Breakpoint one = breakpoint(Act::Drop);
    one.only = 2;
    BreakpointEngine engine = engineWith({one});
    QCOMPARE(take(engine, Channel::Sent, kPing), QStringList(line(kPing)));
    engine.setBreakpoints({one}); // its hits stay
    QCOMPARE(take(engine, Channel::Sent, kPing), QStringList(u"note message dropped"_s));
    QCOMPARE(take(engine, Channel::Sent, kPing), QStringList(line(kPing)));
    QCOMPARE(engine.hits(1), std::uint64_t(3));
    QVERIFY(engine.drainHits());
    QVERIFY(!engine.drainHits());
    one.on = false;
    engine.setBreakpoints({one});
    QVERIFY(engine.drainHits()); // so that a window that has just come learns of them
    QCOMPARE(engine.hits(), (BreakpointEngine::Hits{{1, 3}}));
    QVERIFY(!engine.isActive(Channel::Sent));
    engine.setBreakpoints({});
    QCOMPARE(engine.hits(1), std::uint64_t(0));
}

void TestBreakpoints::theFirstThatFitsDecides()
{
    Breakpoint first = breakpoint(Act::Drop, u"params.name == \"get\""_s);
    Breakpoint second = breakpoint(Act::Duplicate);
    second.number = 2;
    BreakpointEngine engine = engineWith({first, second});
    QCOMPARE(take(engine, Channel::Sent, kCall), QStringList(u"note message dropped"_s));
    QCOMPARE(take(engine, Channel::Sent, kPing).size(), 3);
    QCOMPARE(engine.hits(1), std::uint64_t(1));
    QCOMPARE(engine.hits(2), std::uint64_t(1));
}

void TestBreakpoints::neverHoldsTheOpening()
{
    BreakpointEngine engine =
        engineWith({breakpoint(Act::Hold), breakpoint(Act::Hold, {}, Channel::Received)});
    const std::string response = R"({"jsonrpc":"2.0","id":0,"result":{}})";
    for (const std::string method : {"initialize", "server/discover"}) {
        QCOMPARE(take(engine, Channel::Sent,
                     R"({"jsonrpc":"2.0","id":0,"method":")" + method + R"(","params":{}})")
                     .size(),
            1);
        QCOMPARE(take(engine, Channel::Received, response).size(), 1);
        QVERIFY(!engine.isWaiting({Channel::Sent}) && !engine.isWaiting({Channel::Received}));
    }
    QCOMPARE(engine.hits(1), std::uint64_t(0)); // else "only the first" would hold nothing
}

void TestBreakpoints::knowsTheMethodOfAResponse()
{
    BreakpointEngine engine = engineWith({breakpoint(
        Act::Drop, u"method == \"tools/call\" and kind == response"_s, Channel::Received)});
    take(engine, Channel::Sent, kCall);
    take(engine, Channel::Sent, kPing);
    QCOMPARE(take(engine, Channel::Received, R"({"jsonrpc":"2.0","id":7,"result":{}})").size(), 1);
    QCOMPARE(take(engine, Channel::Received, R"({"jsonrpc":"2.0","id":5,"result":{}})"),
        QStringList(u"note message dropped"_s));
}

void TestBreakpoints::saysWhatAHeldResponseIsFor()
{
    BreakpointEngine engine = engineWith({breakpoint(Act::Hold, {}, Channel::Received)});
    take(engine, Channel::Sent, kCall);
    BreakpointEffects effects;
    const Bytes response = Bytes::copyOf("{\"jsonrpc\":\"2.0\",\"id\":5,\"result\":{}}\n");
    engine.take({Channel::Received, response, at(0), 0}, effects);
    const auto held = std::find_if(effects.begin(), effects.end(),
        [](const BreakpointEffect &one) { return one.kind == BreakpointEffect::Kind::Held; });
    QVERIFY(held != effects.end());
    QCOMPARE(held->asked.method, std::string("tools/call"));
    QCOMPARE(held->asked.target, std::string("get"));
}

void TestBreakpoints::batchesAndStrayLinesPass()
{
    BreakpointEngine engine = engineWith({breakpoint(Act::Drop)});
    for (const char *text : {"", R"([{"jsonrpc":"2.0","id":1,"method":"ping"}])"})
        QCOMPARE(take(engine, Channel::Sent, text), QStringList(line(text)));
    QCOMPARE(engine.hits(1), std::uint64_t(0));
    BreakpointEngine another = engineWith({breakpoint(Act::Drop, u"method == \"ping\""_s)});
    for (const char *text : {"hello", "{", "[]", "{\"id\":1}"})
        QCOMPARE(take(another, Channel::Sent, text), QStringList(line(text)));
}

void TestBreakpoints::boundsWhatWaits()
{
    BreakpointEngine engine = engineWith({breakpoint(Act::Hold)});
    for (std::size_t i = 1; i < BreakpointEngine::kMaxCount; ++i)
        take(engine, Channel::Sent, kPing);
    QVERIFY(!engine.isFull(Channel::Sent));
    take(engine, Channel::Sent, kPing);
    QVERIFY(engine.isFull(Channel::Sent));
    QVERIFY(!engine.isFull(Channel::Received));
    BreakpointEngine another = engineWith({breakpoint(Act::Hold)});
    take(another, Channel::Sent,
        R"({"jsonrpc":"2.0","id":1,"method":")"
            + std::string(BreakpointEngine::kMaxWaiting / 2, 'x') + "\"}");
    QVERIFY(another.isFull(Channel::Sent));
}

namespace {

// Over HTTP, of an exchange and a client.
QStringList takeOverHttp(BreakpointEngine &engine, Channel channel, const std::string &text,
    std::uint64_t exchange, int client = 1)
{
    BreakpointEngine::Line line{channel, Bytes::copyOf(text), at(0), 0};
    line.exchange = exchange;
    line.client = client;
    BreakpointEffects effects;
    engine.take(line, effects);
    QStringList all = told(effects);
    for (const tap::BreakpointEffect &one : effects) {
        if (one.exchange != exchange)
            all += u"exchange %1"_s.arg(one.exchange);
    }
    return all;
}

BreakpointEngine httpEngine(std::vector<tap::Breakpoint> breakpoints)
{
    BreakpointEngine engine(tap::TapTransport::Http);
    BreakpointEffects effects;
    engine.setAttached(true, effects);
    engine.setBreakpoints(std::move(breakpoints));
    return engine;
}

} // namespace

void TestBreakpoints::keepsExchangesApart()
{
    BreakpointEngine engine = httpEngine({breakpoint(Act::Hold, u"method == \"tools/call\""_s)});
    QVERIFY(engine.stops(Channel::Sent) && !engine.stops(Channel::Received));
    QVERIFY(takeOverHttp(engine, Channel::Sent, kCall, 1).contains(u"held 1"_s));
    QVERIFY(takeOverHttp(engine, Channel::Sent, kCall, 2, 2).contains(u"held 2"_s));
    // Other exchanges do not wait behind them.
    QCOMPARE(takeOverHttp(engine, Channel::Sent, kPing, 3).size(), 1);
    QVERIFY(engine.isWaiting({Channel::Sent, 1}) && engine.isWaiting({Channel::Sent, 2}));
    QVERIFY(!engine.isWaiting({Channel::Sent, 3}));
    BreakpointEffects effects;
    engine.decide(2, {tap::HeldDecision::Kind::SendAsItWas}, at(0), effects);
    QVERIFY(!engine.isWaiting({Channel::Sent, 2}) && engine.isWaiting({Channel::Sent, 1}));
    effects.clear();
    engine.drop({Channel::Sent, 1}, effects); // its client has gone
    QCOMPARE(told(effects), (QStringList{u"note message dropped"_s, u"gone 1: ended"_s}));
}

void TestBreakpoints::refusesWhatHttpCannotDo()
{
    using tap::isOffered;
    using tap::TapTransport;
    QVERIFY(!isOffered(TapTransport::Http, Channel::Sent, Act::Split));
    QVERIFY(isOffered(TapTransport::Http, Channel::Received, Act::Split));
    QVERIFY(isOffered(TapTransport::Stdio, Channel::Sent, Act::Split));
    BreakpointEngine engine = httpEngine({breakpoint(Act::Split)});
    QVERIFY(takeOverHttp(engine, Channel::Sent, kCall, 1).contains(u"note breakpoint failed"_s));
    // A body carries one message.
    BreakpointEngine::Line body{Channel::Received, Bytes::copyOf(kPing), at(0), 0};
    body.isAlone = true;
    BreakpointEffects effects;
    httpEngine({breakpoint(Act::Duplicate, {}, Channel::Received)}).take(body, effects);
    QVERIFY(told(effects).contains(u"note breakpoint failed"_s));
}

// Which exchange carries what follows is for the tap to know.
void TestBreakpoints::doesMoreOverHttp()
{
    BreakpointEngine twice = httpEngine({breakpoint(Act::Duplicate)});
    QCOMPARE(takeOverHttp(twice, Channel::Sent, kPing, 1).size(), 3); // a note, and two
    BreakpointEngine splits = httpEngine({breakpoint(Act::Split, {}, Channel::Received)});
    BreakpointEngine::Line line{Channel::Received, Bytes::copyOf(kPing), at(0), 4};
    line.exchange = 1;
    BreakpointEffects effects;
    splits.take(line, effects);
    QCOMPARE(effects.back().kind, tap::BreakpointEffect::Kind::Write);
    QCOMPARE(effects.back().split, 1U);
    QCOMPARE(effects.back().bytes.data(), line.bytes.data()); // as it was
    // The response to a request of the server goes to the server.
    BreakpointEngine engine = httpEngine({breakpoint(Act::Hold, {}, Channel::Received)});
    QVERIFY(takeOverHttp(engine, Channel::Received, kPing, 1).contains(u"held 1"_s));
    effects.clear();
    engine.decide(1, {tap::HeldDecision::Kind::Respond, "{}"}, at(0), effects);
    QVERIFY(std::any_of(effects.begin(), effects.end(), [](const tap::BreakpointEffect &one) {
        return one.kind == tap::BreakpointEffect::Kind::Write && one.channel == Channel::Sent
            && one.exchange == 1;
    }));
    QVERIFY(!engine.isWaiting({Channel::Received, 1}));
    // And a composed message to the host, whose response is kept.
    effects.clear();
    engine.compose(
        {7, Channel::Received, R"({"jsonrpc":"2.0","id":"sonde-1","method":"ping"})"}, effects);
    QVERIFY(told(effects).contains(u"composed 7"_s));
    QVERIFY(engine.isComposing());
    QCOMPARE(
        takeOverHttp(engine, Channel::Sent, R"({"jsonrpc":"2.0","id":"sonde-1","result":{}})", 2),
        QStringList(u"note message not passed on"_s));
    QVERIFY(!engine.isComposing());
    effects.clear();
    engine.compose(
        {8, Channel::Sent, R"({"jsonrpc":"2.0","id":"sonde-2","method":"ping"})"}, effects);
    engine.forgetComposed(Channel::Sent, "\"sonde-2\"");
    QVERIFY(!engine.isComposing());
}

QTEST_APPLESS_MAIN(TestBreakpoints)
#include "tst_breakpoints.moc"
