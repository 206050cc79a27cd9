// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/checker.h"
#include "findings/engine/earlyfindings.h"
#include "support/tracefeed.h"

#include <QTest>

#include <functional>
#include <memory>

using namespace sonde;
using namespace sonde::findings;

// Findings about what comes before two parties agree on a revision.
class EarlyFindingsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsThemInTheAgreedRevision_data();
    void tellsThemInTheAgreedRevision();
    void tellsThemOnceWhileAndAfterRecording_data();
    void tellsThemOnceWhileAndAfterRecording();
    void losesNoneWithoutAgreement_data();
    void losesNoneWithoutAgreement();
    void tellsThemAtThePauseWhenNothingIsAwaited();
    void tellsThemWhenTheHandshakeTakesTooLong();
    void keepsConnectionsApart();
    void keepsAFew();
};

namespace {

using Play = std::function<void(tests::TraceFeed &)>;

constexpr char kBanner[] = "Server ready";

void initialize(tests::TraceFeed &feed)
{
    feed.sent(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{)"
              R"("protocolVersion":"2025-06-18","capabilities":{},)"
              R"("clientInfo":{"name":"c","version":"1"}}})");
}

void agree(tests::TraceFeed &feed, const std::string &revision)
{
    feed.received(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":")" + revision
        + R"(","capabilities":{},"serverInfo":{"name":"s","version":"1"}}})");
}

void probe(tests::TraceFeed &feed)
{
    feed.sent(R"({"jsonrpc":"2.0","id":0,"method":"server/discover","params":{"_meta":{)"
              R"("io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
              R"("io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},)"
              R"("io.modelcontextprotocol/clientCapabilities":{}}}})");
}

void refuseProbe(tests::TraceFeed &feed)
{
    // Of two lines: that breaks a rule of every revision.
    feed.received(R"({"jsonrpc":"2.0","id":0,"error":{"code":-32601,"message":"No\nmethod"}})");
}

void welcomeProbe(tests::TraceFeed &feed)
{
    feed.received(R"({"jsonrpc":"2.0","id":0,"result":{"resultType":"complete","ttlMs":0,)"
                  R"("cacheScope":"public","supportedVersions":["2026-07-28"],)"
                  R"("capabilities":{},"_meta":{"io.modelcontextprotocol/serverInfo":)"
                  R"({"name":"s","version":"1"}}}})");
}

// The findings about the banner and about the refusal of the probe, in their order.
QStringList told(const std::vector<Finding> &findings)
{
    QStringList lines;
    for (const Finding &finding : findings) {
        const std::string_view id = finding.requirement->id;
        if (id == "stdio.stdout-messages-only" || id == "jsonrpc.error-message-short")
            lines << QStringLiteral("#%1 %2")
                         .arg(finding.messages.front())
                         .arg(QString::fromUtf8(revisionName(finding.revision)));
    }
    return lines;
}

// A recording that is checked while it grows.
struct Live {
    // The findings of the records since the last call.
    QStringList next()
    {
        const trace::Changes changes = recorder.take();
        for (std::size_t i = 0; i < changes.fresh.size(); ++i)
            checker.add(trace::Number(changes.firstNew + i), changes.fresh[i]);
        checker.pause();
        return told(checker.take());
    }

    trace::Recorder recorder;
    tests::TraceFeed feed{recorder};
    Checker checker{recorder};
};

QStringList afterwards(const Play &play)
{
    trace::Recorder recorder;
    tests::TraceFeed feed(recorder);
    play(feed);
    Checker checker(recorder);
    checker.addAll(recorder.take().fresh);
    return told(checker.take());
}

} // namespace

void EarlyFindingsTest::tellsThemInTheAgreedRevision_data()
{
    QTest::addColumn<Play>("play");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const Play &play, const QStringList &expected) {
        QTest::newRow(name) << play << expected;
    };
    row("before the request",
        [](auto &feed) {
            feed.received(kBanner);
            initialize(feed);
            agree(feed, "2024-11-05");
        },
        {QStringLiteral("#1 2024-11-05")});
    row("before the result",
        [](auto &feed) {
            initialize(feed);
            feed.received(kBanner);
            agree(feed, "2025-03-26");
        },
        {QStringLiteral("#2 2025-03-26")});
    row("around a probe",
        [](auto &feed) {
            feed.received(kBanner);
            probe(feed);
            refuseProbe(feed);
            feed.received(kBanner);
            initialize(feed);
            agree(feed, "2024-11-05");
        },
        {QStringLiteral("#1 2024-11-05"), QStringLiteral("#3 2024-11-05"),
            QStringLiteral("#4 2024-11-05")});
    row("before the response to a probe",
        [](auto &feed) {
            feed.received(kBanner);
            probe(feed);
            feed.received(kBanner);
            welcomeProbe(feed);
        },
        {QStringLiteral("#1 2026-07-28"), QStringLiteral("#3 2026-07-28")});
}

void EarlyFindingsTest::tellsThemInTheAgreedRevision()
{
    QFETCH(const Play, play);
    QFETCH(const QStringList, expected);
    QCOMPARE(afterwards(play), expected);
}

void EarlyFindingsTest::tellsThemOnceWhileAndAfterRecording_data()
{
    tellsThemInTheAgreedRevision_data();
}

void EarlyFindingsTest::tellsThemOnceWhileAndAfterRecording()
{
    QFETCH(const Play, play);
    QFETCH(const QStringList, expected);
    Live live;
    play(live.feed);
    QCOMPARE(live.next(), expected);
    live.feed.note("process ended\texit code 0");
    QCOMPARE(live.next(), QStringList());
    live.checker.finish();
    QCOMPARE(told(live.checker.take()), QStringList());
}

void EarlyFindingsTest::losesNoneWithoutAgreement_data()
{
    QTest::addColumn<Play>("play");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const Play &play, const char *revision) {
        QTest::newRow(name) << play
                            << QStringList(QStringLiteral("#1 ") + QString::fromUtf8(revision));
    };
    row(
        "silence", [](auto &feed) { feed.received(kBanner); }, "2025-11-25");
    row(
        "no response",
        [](auto &feed) {
            feed.received(kBanner);
            initialize(feed);
        },
        "2025-11-25");
    row(
        "a revision that nobody knows",
        [](auto &feed) {
            feed.received(kBanner);
            initialize(feed);
            agree(feed, "2099-01-01");
        },
        "2025-11-25");
    row(
        "the end of the process",
        [](auto &feed) {
            feed.received(kBanner);
            initialize(feed);
            feed.note("process ended\texit code 1");
        },
        "2025-11-25");
}

void EarlyFindingsTest::losesNoneWithoutAgreement()
{
    QFETCH(const Play, play);
    QFETCH(const QStringList, expected);
    QCOMPARE(afterwards(play), expected);
    Live live;
    play(live.feed);
    live.feed.note("process ended\texit code 1");
    QCOMPARE(live.next(), expected);
}

// A client that needs no handshake, or whose handshake failed, has none to wait for.
void EarlyFindingsTest::tellsThemAtThePauseWhenNothingIsAwaited()
{
    Live live;
    live.feed.note("process started");
    live.feed.received(kBanner);
    QCOMPARE(live.next(), QStringList());
    initialize(live.feed);
    QCOMPARE(live.next(), QStringList());
    live.feed.received(R"({"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}})");
    QCOMPARE(live.next(), QStringList(QStringLiteral("#2 2025-11-25")));
    live.feed.received(kBanner);
    QCOMPARE(live.next(), QStringList(QStringLiteral("#5 2025-06-18")));
    Live other;
    other.feed.received(kBanner);
    other.feed.sent(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    QCOMPARE(other.next(), QStringList(QStringLiteral("#1 2025-11-25")));
    Live begunLater; // the handshake was before
    begunLater.feed.received(kBanner);
    QCOMPARE(begunLater.next(), QStringList(QStringLiteral("#1 2025-11-25")));
}

void EarlyFindingsTest::tellsThemWhenTheHandshakeTakesTooLong()
{
    Live live;
    live.feed.received(kBanner);
    initialize(live.feed);
    QCOMPARE(live.next(), QStringList());
    QVERIFY(live.checker.isWaiting());
    live.checker.stopWaiting();
    QCOMPARE(told(live.checker.take()), QStringList(QStringLiteral("#1 2025-11-25")));
    QVERIFY(!live.checker.isWaiting());
    live.feed.received(kBanner);
    QCOMPARE(live.next(), QStringList(QStringLiteral("#3 2025-06-18")));
    agree(live.feed, "2024-11-05");
    live.feed.received(kBanner);
    QCOMPARE(live.next(), QStringList(QStringLiteral("#5 2024-11-05")));
}

void EarlyFindingsTest::keepsConnectionsApart()
{
    trace::Recorder recorder;
    tests::TraceFeed one(recorder, QStringLiteral("one"));
    tests::TraceFeed two(recorder, QStringLiteral("two"));
    one.received(kBanner);
    two.received(kBanner);
    initialize(two);
    agree(two, "2024-11-05");
    initialize(one);
    agree(one, "2025-06-18");
    Checker checker(recorder);
    checker.addAll(recorder.take().fresh);
    QCOMPARE(told(checker.take()),
        QStringList({QStringLiteral("#2 2024-11-05"), QStringLiteral("#1 2025-06-18")}));
}

void EarlyFindingsTest::keepsAFew()
{
    Live live;
    live.feed.note("process started");
    for (std::size_t i = 0; i < EarlyFindings::kMaxMessages / 2; ++i)
        live.feed.received(kBanner);
    QCOMPARE(live.next(), QStringList());
    for (std::size_t i = 0; i < EarlyFindings::kMaxMessages; ++i)
        live.feed.received(kBanner);
    const QStringList found = live.next();
    QCOMPARE(found.size(), qsizetype(Checker::kMaxOfRule));
    QCOMPARE(live.checker.omitted(), std::uint64_t(EarlyFindings::kMaxMessages / 2));
    QCOMPARE(found.last(), QStringLiteral("#%1 2025-11-25").arg(Checker::kMaxOfRule + 1));
}

QTEST_GUILESS_MAIN(EarlyFindingsTest)
#include "tst_earlyfindings.moc"
