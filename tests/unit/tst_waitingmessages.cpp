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

// Messages that wait behind one that is held.
class TestWaitingMessages : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatBecameOfAMessageWhenItIsSent_data();
    void saysWhatBecameOfAMessageWhenItIsSent();
    void sendsWhatNobodyDecidesInTime_data();
    void sendsWhatNobodyDecidesInTime();
    void forgetsTheTimeOfWhatIsDecided();
    void holdsWithoutALimit_data();
    void holdsWithoutALimit();
    void saysWhichBreakpointDecided_data();
    void saysWhichBreakpointDecided();
    void aCancellationTakesOutWhatWaits();
    void tellsNobodyOfACancelledRequestThatWentNoFurther_data();
    void tellsNobodyOfACancelledRequestThatWentNoFurther();
};

void TestWaitingMessages::saysWhatBecameOfAMessageWhenItIsSent_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<QStringList>("atOnce");
    QTest::addColumn<QStringList>("later");
    const QString patched = u"> {\"jsonrpc\":\"2.0\",\"id\":8,\"method\":\"ping\"}|"_s;
    QTest::newRow("patch") << int(Act::Patch) << QStringList()
                           << QStringList{u"note message changed"_s, patched};
    QTest::newRow("truncate") << int(Act::Truncate) << QStringList()
                              << QStringList{u"note message broken"_s, u"> {\"jsonrpc|"_s};
    QTest::newRow("duplicate") << int(Act::Duplicate) << QStringList()
                               << QStringList{
                                      u"note message duplicated"_s, line(kPing), line(kPing)};
    QTest::newRow("split over HTTP, which fails") << int(
        Act::Split) << QStringList() << QStringList{u"note breakpoint failed"_s, line(kPing)};
    QTest::newRow("drop") << int(Act::Drop) << QStringList(u"note message dropped"_s)
                          << QStringList();
}

// A breakpoint acts on a message behind another one that is held.
void TestWaitingMessages::saysWhatBecameOfAMessageWhenItIsSent()
{
    QFETCH(const int, act);
    QFETCH(const QStringList, atOnce);
    QFETCH(const QStringList, later);
    Breakpoint second = breakpoint(Act(act), u"method == \"ping\""_s);
    second.number = 2;
    second.action.text = R"([{"op":"replace","path":"/id","value":8}])";
    second.action.bytes = 9;
    BreakpointEngine engine(
        Act(act) == Act::Split ? tap::TapTransport::Http : tap::TapTransport::Stdio);
    BreakpointEffects none;
    engine.setBreakpoints({breakpoint(Act::Hold, u"method == \"tools/call\""_s), second});
    engine.setAttached(true, none);
    take(engine, Channel::Sent, kCall);
    QCOMPARE(take(engine, Channel::Sent, kPing), atOnce);
    QCOMPARE(decide(engine, 1, {Way::Drop}),
        (QStringList{u"note message dropped"_s, u"gone 1"_s} + later));
}

void TestWaitingMessages::sendsWhatNobodyDecidesInTime_data()
{
    QTest::addColumn<bool>("othersPass");
    QTest::newRow("others wait") << false;
    QTest::newRow("others pass") << true;
}

// As it was, with the reason in the trace.
void TestWaitingMessages::sendsWhatNobodyDecidesInTime()
{
    QFETCH(const bool, othersPass);
    Breakpoint holds = breakpoint(Act::Hold, u"method == \"tools/call\""_s);
    holds.action.delay = std::chrono::seconds(30);
    holds.othersPass = othersPass;
    BreakpointEngine engine = engineWith({holds});
    QCOMPARE(take(engine, Channel::Sent, kCall, 1000),
        (QStringList{u"note message held"_s, u"held 1"_s}));
    QCOMPARE(engine.nextDue(), at(31'000).steady);
    QCOMPARE(
        take(engine, Channel::Sent, kPing), othersPass ? QStringList(line(kPing)) : QStringList());
    QCOMPARE(tick(engine, 30'999), QStringList());
    BreakpointEffects effects;
    engine.tick(at(31'000).steady, effects);
    const QStringList sent{u"gone 1: time over"_s, u"note message released"_s, line(kCall)};
    QCOMPARE(told(effects), othersPass ? sent : sent + QStringList(line(kPing)));
    QCOMPARE(QByteArray::fromStdString(effects.at(1).detail),
        QByteArray("breakpoint 1 · id 5 · no decision in time"));
    QCOMPARE(decide(engine, 1, {Way::Drop}), QStringList(u"no: not held"_s));
    QCOMPARE(engine.nextDue(), tap::WaitingMessages::kNever);
}

void TestWaitingMessages::forgetsTheTimeOfWhatIsDecided()
{
    Breakpoint holds = breakpoint(Act::Hold);
    holds.action.delay = std::chrono::seconds(30);
    BreakpointEngine engine = engineWith({holds});
    take(engine, Channel::Sent, kCall);
    HeldDecision delay{Way::Delay};
    delay.delay = std::chrono::seconds(90);
    QCOMPARE(decide(engine, 1, delay), (QStringList{u"note message delayed"_s, u"gone 1"_s}));
    QCOMPARE(tick(engine, 30'000), QStringList());
    QCOMPARE(tick(engine, 90'000), (QStringList{u"note message released"_s, line(kCall)}));
}

void TestWaitingMessages::holdsWithoutALimit_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<int>("seconds");
    QTest::newRow("hold") << int(Act::Hold) << 0;
    QTest::newRow("a program, which has a limit of its own") << int(Act::Program) << 30;
}

void TestWaitingMessages::holdsWithoutALimit()
{
    QFETCH(const int, act);
    QFETCH(const int, seconds);
    Breakpoint holds = breakpoint(Act(act));
    holds.action.text = "cat";
    holds.action.delay = std::chrono::seconds(seconds);
    BreakpointEngine engine = engineWith({holds});
    take(engine, Channel::Sent, kCall);
    QCOMPARE(engine.nextDue(), tap::WaitingMessages::kNever);
    QCOMPARE(tick(engine, 7'200'000), QStringList());
    QVERIFY(engine.isWaiting({Channel::Sent}));
}

void TestWaitingMessages::saysWhichBreakpointDecided_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<int>("way"); // negative: a person decides nothing
    QTest::addColumn<int>("decider"); // 0: a person
    QTest::newRow("answered by a breakpoint") << int(Act::Respond) << -1 << 3;
    QTest::newRow("duplicated by a breakpoint") << int(Act::Duplicate) << -1 << 3;
    QTest::newRow("answered by a person") << int(Act::Hold) << int(Way::Respond) << 0;
    QTest::newRow("changed by a person") << int(Act::Hold) << int(Way::SendChanged) << 0;
    QTest::newRow("changed by a program") << int(Act::Program) << int(Way::Program) << 3;
}

// In a number, as the text of the note does.
void TestWaitingMessages::saysWhichBreakpointDecided()
{
    QFETCH(const int, act);
    QFETCH(const int, way);
    QFETCH(const int, decider);
    Breakpoint one = breakpoint(Act(act));
    one.number = 3;
    one.action.text = "{}";
    BreakpointEngine engine = engineWith({one});
    BreakpointEffects effects;
    engine.take({Channel::Sent, Bytes::copyOf(std::string(kCall) + '\n'), at(0), 0}, effects);
    if (way >= 0) {
        effects.clear();
        engine.decide(1, {Way(way), "{}"}, at(0), effects);
    }
    const auto note = std::find_if(effects.begin(), effects.end(),
        [](const BreakpointEffect &effect) { return effect.kind == BreakpointEffect::Kind::Note; });
    QVERIFY(note != effects.end());
    QCOMPARE(int(note->breakpoint), decider);
    const std::string text = tap::deciderText(note->breakpoint);
    QCOMPARE(text, std::string(decider == 0 ? "by you" : "breakpoint 3"));
    QVERIFY(note->detail.starts_with(text + " · "));
}

void TestWaitingMessages::aCancellationTakesOutWhatWaits()
{
    const char *const cancel =
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})";
    BreakpointEngine engine = engineWith({breakpoint(Act::Hold)});
    take(engine, Channel::Sent, kPing);
    take(engine, Channel::Sent, kCall);
    QCOMPARE(take(engine, Channel::Sent, cancel),
        (QStringList{
            u"note message dropped"_s, u"gone 2: cancelled"_s, u"note message dropped"_s}));
    QCOMPARE(decide(engine, 2, {Way::Drop}), QStringList(u"no: not held"_s));
    QVERIFY(engine.isWaiting({Channel::Sent})); // the ping
    QCOMPARE(take(engine, Channel::Sent, cancel), QStringList(line(cancel)));
    // It has waited behind another message, twice.
    Breakpoint twice = breakpoint(Act::Duplicate);
    twice.number = 2;
    engine.setBreakpoints({twice});
    take(engine, Channel::Sent, kCall);
    QCOMPARE(take(engine, Channel::Sent, cancel),
        (QStringList{u"note message dropped"_s, u"note message dropped"_s}));
    QCOMPARE(
        decide(engine, 1, {}), (QStringList{u"gone 1"_s, u"note message released"_s, line(kPing)}));
}

void TestWaitingMessages::tellsNobodyOfACancelledRequestThatWentNoFurther_data()
{
    QTest::addColumn<int>("act");
    QTest::addColumn<int>("way"); // negative: nobody decides
    QTest::addColumn<bool>("isTold");
    QTest::newRow("dropped by a breakpoint") << int(Act::Drop) << -1 << false;
    QTest::newRow("answered by a breakpoint") << int(Act::Respond) << -1 << false;
    QTest::newRow("duplicated") << int(Act::Duplicate) << -1 << true;
    QTest::newRow("dropped by a person") << int(Act::Hold) << int(Way::Drop) << false;
    QTest::newRow("answered by a person") << int(Act::Hold) << int(Way::Respond) << false;
    QTest::newRow("sent by a person") << int(Act::Hold) << int(Way::SendAsItWas) << true;
}

void TestWaitingMessages::tellsNobodyOfACancelledRequestThatWentNoFurther()
{
    QFETCH(const int, act);
    QFETCH(const int, way);
    QFETCH(const bool, isTold);
    Breakpoint one = breakpoint(Act(act), u"method == \"tools/call\""_s);
    one.action.text = "{}";
    BreakpointEngine engine = engineWith({one});
    take(engine, Channel::Sent, kCall);
    if (way >= 0)
        decide(engine, 1, {Way(way), "{}"});
    const char *const cancel =
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}})";
    const QStringList stopped(u"note message dropped"_s);
    QCOMPARE(take(engine, Channel::Sent, cancel), isTold ? QStringList(line(cancel)) : stopped);
    // One of the other side has the same id, and is another request.
    QCOMPARE(take(engine, Channel::Received, cancel).size(), 1);
    QVERIFY(take(engine, Channel::Received, cancel).front().startsWith(u'<'));
}

QTEST_APPLESS_MAIN(TestWaitingMessages)
#include "tst_waitingmessages.moc"
