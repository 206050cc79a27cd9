// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/pendingrequests.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;
using namespace std::chrono_literals;

namespace {

Stamp atMs(std::int64_t ms)
{
    return {ms * 1'000'000, 0};
}

Token add(PendingRequests &pending, const char *method, const Timeouts &timeouts, Stamp now)
{
    const Token token = pending.nextToken();
    auto &request = pending.add();
    request.method = method;
    pending.schedule(request, timeouts, now);
    return token;
}

const Timeouts kTimeouts{10s, 25s};

} // namespace

class TestPendingRequests : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void expiresByTheIdleTimeoutAndByTheTotalTimeout();
    void progressRestartsTheIdleTimeoutOnly();
    void timeoutsDoNotRunWhileSuspended();
    void timeoutsOfACallDoNotRunWhileItIsPaused();
    void aPauseAndASuspensionCountOnce_data();
    void aPauseAndASuspensionCountOnce();
    void extendingProlongsBothTimeouts();
    void anOpeningWaitsWhileItsServerIsFetched();
    void aTypedIdIsAnAliasOfTheToken();
    void aTypedIdThatComesNextIsNotUsedTwice();
    void aRequestSentAgainKeepsItsCaller();
    void remembersTheNewestThatWereGivenUp();
    void theOnlyCallIsNeitherOpeningNorSubscription();
    void findsTheIdThatALanguageWritesOtherwise();
};

void TestPendingRequests::expiresByTheIdleTimeoutAndByTheTotalTimeout()
{
    PendingRequests pending;
    QCOMPARE(pending.nextDeadline(), PendingRequests::kNever);
    const Token idle = add(pending, "idle", kTimeouts, atMs(0));
    const Token total = add(pending, "total", {30s, 12s}, atMs(0));
    QCOMPARE(pending.nextDeadline(), atMs(10'000).steady);
    QVERIFY(pending.expired(atMs(9'999)).empty());
    const auto first = pending.expired(atMs(10'000));
    QCOMPARE(first.size(), std::size_t(1));
    QCOMPARE(first[0].token, idle);
    QVERIFY(!first[0].total);
    pending.giveUp(idle, *pending.find(idle));
    QCOMPARE(pending.nextDeadline(), atMs(12'000).steady);
    const auto second = pending.expired(atMs(12'000));
    QCOMPARE(second.size(), std::size_t(1));
    QCOMPARE(second[0].token, total);
    QVERIFY(second[0].total);
    QCOMPARE(pending.judge(idle), rpc::Problem::LateResponse);
}

void TestPendingRequests::progressRestartsTheIdleTimeoutOnly()
{
    PendingRequests pending;
    const Token token = add(pending, "slow", kTimeouts, atMs(0));
    const auto params = json::Document::parse(R"({"progress":3,"total":9,"message":"third"})");
    PendingRequests::recordProgress(*pending.find(token), params.root(), atMs(20'000));
    const auto &request = *pending.find(token);
    QCOMPARE(request.progress.count, 1);
    QCOMPARE(request.progress.done, 3.0);
    QCOMPARE(request.progress.message, QStringLiteral("third"));
    QCOMPARE(request.idleDeadline, atMs(30'000).steady);
    QCOMPARE(request.totalDeadline, atMs(25'000).steady);
}

void TestPendingRequests::timeoutsDoNotRunWhileSuspended()
{
    PendingRequests pending;
    const Token token = add(pending, "tools/call", kTimeouts, atMs(0));
    pending.suspend(atMs(4'000));
    QCOMPARE(pending.nextDeadline(), PendingRequests::kNever);
    QVERIFY(pending.expired(atMs(60'000)).empty());
    pending.resume(atMs(64'000));
    QCOMPARE(pending.find(token)->idleDeadline, atMs(70'000).steady);
    QCOMPARE(pending.nextDeadline(), atMs(70'000).steady);
    QCOMPARE(pending.find(token)->suspendedNs, std::int64_t(60'000'000'000));
}

// A person is asked for what the call needs; another call goes on.
void TestPendingRequests::timeoutsOfACallDoNotRunWhileItIsPaused()
{
    PendingRequests pending;
    const Token call = add(pending, "tools/call", kTimeouts, atMs(0));
    const Token other = add(pending, "ping", kTimeouts, atMs(0));
    pending.pause(call, atMs(4'000));
    pending.pause(call, atMs(5'000)); // a second question
    QCOMPARE(pending.running().front().pausedNs, atMs(4'000).steady);
    const auto expired = pending.expired(atMs(60'000));
    QCOMPARE(expired.size(), std::size_t(1));
    QCOMPARE(expired[0].token, other);
    pending.giveUp(other, *pending.find(other));
    QVERIFY(pending.expired(atMs(60'000)).empty());
    QCOMPARE(pending.nextDeadline(), PendingRequests::kNever);
    pending.unpause(call, atMs(61'000));
    QCOMPARE(pending.nextDeadline(), PendingRequests::kNever);
    pending.unpause(call, atMs(64'000));
    pending.unpause(call, atMs(70'000)); // nothing is paused any more
    QCOMPARE(pending.find(call)->idleDeadline, atMs(70'000).steady);
    QCOMPARE(pending.find(call)->totalDeadline, atMs(85'000).steady);
    QCOMPARE(pending.nextDeadline(), atMs(70'000).steady);
    QCOMPARE(pending.running().front().pausedNs, std::int64_t(0));
    pending.pause(call + 100, atMs(70'000));
    pending.unpause(call + 100, atMs(70'000));
}

void TestPendingRequests::aPauseAndASuspensionCountOnce_data()
{
    QTest::addColumn<int>("pause");
    QTest::addColumn<int>("unpause");
    QTest::addColumn<int>("suspend");
    QTest::addColumn<int>("resume");
    QTest::newRow("the pause inside") << 3 << 4 << 2 << 5;
    QTest::newRow("the suspension inside") << 2 << 5 << 3 << 4;
    QTest::newRow("the pause first") << 2 << 4 << 3 << 5;
    QTest::newRow("the suspension first") << 3 << 5 << 2 << 4;
}

// In each row the clock stands still from 2 s to 5 s.
void TestPendingRequests::aPauseAndASuspensionCountOnce()
{
    QFETCH(int, pause);
    QFETCH(int, unpause);
    QFETCH(int, suspend);
    QFETCH(int, resume);
    PendingRequests pending;
    const Token call = add(pending, "tools/call", kTimeouts, atMs(0));
    for (int second = 1; second <= 5; ++second) {
        const Stamp now = atMs(std::int64_t(second) * 1000);
        if (second == pause)
            pending.pause(call, now);
        if (second == unpause)
            pending.unpause(call, now);
        if (second == suspend)
            pending.suspend(now);
        if (second == resume)
            pending.resume(now);
    }
    QCOMPARE(pending.find(call)->idleDeadline, atMs(13'000).steady);
    QCOMPARE(pending.find(call)->totalDeadline, atMs(28'000).steady);
    QVERIFY(pending.nextDeadline() <= atMs(13'000).steady); // a wake-up may come early, never late
    QVERIFY(pending.expired(atMs(12'999)).empty());
    QCOMPARE(pending.expired(atMs(13'000)).size(), std::size_t(1));
}

void TestPendingRequests::extendingProlongsBothTimeouts()
{
    PendingRequests pending;
    const Token token = add(pending, "tools/call", kTimeouts, atMs(0));
    QVERIFY(pending.extend(token, 60s));
    QCOMPARE(pending.find(token)->idleDeadline, atMs(70'000).steady);
    QCOMPARE(pending.find(token)->totalDeadline, atMs(85'000).steady);
    QVERIFY(!pending.extend(token + 1, 60s));
}

void TestPendingRequests::anOpeningWaitsWhileItsServerIsFetched()
{
    PendingRequests pending;
    const Token opening = add(pending, "initialize", {10s, 10s}, atMs(0));
    pending.find(opening)->opening = true;
    const Token call = add(pending, "tools/call", {12s, 12s}, atMs(0));
    pending.postponeOpening(30s, atMs(9'000));
    QVERIFY(pending.expired(atMs(11'999)).empty());
    const auto first = pending.expired(atMs(12'000)); // of other requests nothing is postponed
    QCOMPARE(first.size(), std::size_t(1));
    QCOMPARE(first[0].token, call);
    pending.giveUp(call, *pending.find(call));
    pending.postponeOpening(30s, atMs(18'500));
    QVERIFY(pending.expired(atMs(28'499)).empty());
    pending.postponeOpening(30s, atMs(28'000)); // until the end of all patience
    QVERIFY(pending.expired(atMs(29'999)).empty());
    pending.postponeOpening(30s, atMs(29'999));
    QCOMPARE(pending.expired(atMs(30'000)).size(), std::size_t(1));
    // One that was to wait for longer anyway does not wait shorter.
    PendingRequests patient;
    const Token other = add(patient, "initialize", {60s, 60s}, atMs(0));
    patient.find(other)->opening = true;
    patient.postponeOpening(30s, atMs(1'000));
    QVERIFY(patient.expired(atMs(59'999)).empty());
    QCOMPARE(patient.expired(atMs(60'000)).size(), std::size_t(1));
}

void TestPendingRequests::aTypedIdIsAnAliasOfTheToken()
{
    PendingRequests pending;
    Token token = 0;
    pending.addTyped("\"mine\"", token);
    pending.addAliases(token, "\"mine\"", "\"p\"");
    QCOMPARE(pending.tokenOf("\"mine\""), token);
    QCOMPARE(pending.progressing("\"p\""), token);
    QCOMPARE(pending.tokenOf("1"), Token(1)); // the token is still the number
    QCOMPARE(PendingRequests::wireId(token, *pending.find(token)), rpc::Id("\"mine\""));
}

void TestPendingRequests::aTypedIdThatComesNextIsNotUsedTwice()
{
    PendingRequests pending;
    Token token = 0;
    pending.addTyped("3", token);
    QCOMPARE(token, Token(3));
    QCOMPARE(pending.nextToken(), Token(4));
}

void TestPendingRequests::aRequestSentAgainKeepsItsCaller()
{
    PendingRequests pending;
    const Token caller = add(pending, "tools/call", kTimeouts, atMs(0));
    auto &request = *pending.find(caller);
    request.resend = std::make_unique<PendingRequests::Resend>();
    request.resend->caller = caller;
    pending.hold(caller, request);
    QCOMPARE(pending.takeHeld(), std::vector<Token>{caller});
    const Token next = pending.renumber(caller);
    QVERIFY(next != caller);
    QVERIFY(!pending.find(caller));
    QCOMPARE(pending.current(caller), next);
    QCOMPARE(PendingRequests::callerOf(next, *pending.find(next)), caller);
    pending.settle(next, *pending.find(next));
    QCOMPARE(pending.current(caller), caller);
    QCOMPARE(pending.size(), std::size_t(0));
}

void TestPendingRequests::remembersTheNewestThatWereGivenUp()
{
    PendingRequests pending;
    for (std::size_t i = 0; i <= PendingRequests::kMaxGivenUp; ++i) {
        const Token token = add(pending, "ping", kTimeouts, atMs(0));
        pending.rememberGivenUp(token, *pending.find(token), i % 2 == 0, atMs(5));
        pending.giveUp(token, *pending.find(token));
    }
    QCOMPARE(pending.givenUp().size(), PendingRequests::kMaxGivenUp);
    QCOMPARE(pending.givenUp().front().token, std::int64_t(2));
    QVERIFY(!pending.answeredLate(1, atMs(9)));
    const GivenUpCall *const late = pending.answeredLate(2, atMs(9));
    QVERIFY(late);
    QCOMPARE(late->answeredNs, atMs(9).steady);
    pending.forgetGivenUp(2);
    QVERIFY(!pending.answeredLate(2, atMs(9)));
}

void TestPendingRequests::theOnlyCallIsNeitherOpeningNorSubscription()
{
    PendingRequests pending;
    pending.add().opening = true;
    pending.setListening(pending.add());
    QCOMPARE(pending.listening(), std::size_t(1));
    QCOMPARE(pending.onlyCall(), Token(0));
    const Token call = add(pending, "tools/call", kTimeouts, atMs(0));
    QCOMPARE(pending.onlyCall(), call);
    QCOMPARE(pending.running().size(), std::size_t(1));
    QCOMPARE(pending.calls(), (std::vector<Token>{2, 3}));
    add(pending, "tools/call", kTimeouts, atMs(0));
    QCOMPARE(pending.onlyCall(), Token(0));
    pending.settle(2, *pending.find(2));
    QCOMPARE(pending.listening(), std::size_t(0));
}

void TestPendingRequests::findsTheIdThatALanguageWritesOtherwise()
{
    PendingRequests pending;
    add(pending, "ping", kTimeouts, atMs(0));
    QCOMPARE(pending.similarId("\"1\""), rpc::Id("1"));
    QCOMPARE(pending.similarId("1.0"), rpc::Id("1"));
    QCOMPARE(pending.similarId("2"), rpc::Id());
}

QTEST_APPLESS_MAIN(TestPendingRequests)
#include "tst_pendingrequests.moc"
