// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/mockplay.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mock;
using namespace sonde::test;

// What of a recording a mock plays.
class TestMockScript : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void refusesARecordingWithoutRequests();
    void takesTheLastServerOrTheNamedOne();
    void startsWithTheFirstConnection();
    void doesWithoutAnInitialization();
    void leavesOutWhatIsNoRequest();
    void limitsItsSize_data();
    void limitsItsSize();
};

namespace {

QByteArray request(const QByteArray &id, const QByteArray &method)
{
    return rpcLine('>', "\"id\":" + id + ",\"method\":\"" + method + '"');
}

QByteArray response(const QByteArray &id, const QByteArray &result = "{}")
{
    return rpcLine('<', "\"id\":" + id + ",\"result\":" + result);
}

const QByteArrayList kLines{
    request("1", "a"), response("1"), request("2", "a"), response("2"), "! end"};

} // namespace

void TestMockScript::refusesARecordingWithoutRequests()
{
    const auto empty = scriptOf(QByteArrayList());
    QVERIFY(!empty.ok());
    QVERIFY2(empty.error().sentence.contains(QStringLiteral("no request of a client")),
        qPrintable(empty.error().sentence));
    QVERIFY(!scriptOf({"! started", "< stray"}).ok());
}

void TestMockScript::takesTheLastServerOrTheNamedOne()
{
    for (const auto &[name, method] : {std::pair("", "b"), {"one", "a"}, {"two", "b"}}) {
        trace::Recorder recorder;
        tests::TraceFeed one(recorder, QStringLiteral("one"), 1);
        tests::TraceFeed two(recorder, QStringLiteral("two"), 2);
        record(two, {request("1", "b"), response("1")});
        record(one, {request("1", "a"), response("1")});
        const auto script = scriptOf(recorder, QString::fromUtf8(name));
        QVERIFY(script.ok());
        QCOMPARE(script->exchanges.size(), std::size_t(1));
        QCOMPARE(script->exchanges.front().method, std::string(method));
    }
    trace::Recorder recorder;
    tests::TraceFeed feed(recorder);
    record(feed, {request("1", "a")});
    const auto none = scriptOf(recorder, QStringLiteral("other"));
    QVERIFY(!none.ok());
    QVERIFY2(
        none.error().sentence.contains(QStringLiteral("other")), qPrintable(none.error().sentence));
}

// A server that was restarted prints its greeting again; the mock starts once.
void TestMockScript::startsWithTheFirstConnection()
{
    trace::Recorder recorder;
    for (int connection : {1, 2}) {
        tests::TraceFeed feed(recorder, QStringLiteral("demo"), connection);
        record(feed, {"! hello", request("1", "initialize"), response("1")});
    }
    const auto script = scriptOf(recorder);
    QVERIFY(script.ok());
    QCOMPARE(script->opening.events.size(), std::size_t(1));
    QCOMPARE(script->exchanges.size(), std::size_t(2));
    QCOMPARE(script->exchanges.front().events.size(), std::size_t(1));
}

void TestMockScript::doesWithoutAnInitialization()
{
    const auto script = scriptOf({request("1", "tools/list"), response("1")});
    QVERIFY(script.ok());
    MockPlay played(*script);
    played.play({request("1", "initialize")});
    QVERIFY2(played.lines().last().contains("-32601"), played.lines().last().constData());
    played.play({request("2", "tools/list")});
    QCOMPARE(played.lines().last(), response("2"));
}

void TestMockScript::leavesOutWhatIsNoRequest()
{
    const auto script = scriptOf({request("1", "a"), response("9"), // unmatched
        rpcLine('>', R"("method":"notifications/progress","params":{})"),
        rpcLine('>', R"("method":"notifications/cancelled","params":{"requestId":1})"),
        rpcLine('>', R"("method":"notifications/cancelled","params":{"requestId":7})"),
        rpcLine('>', R"("id":4,"result":{})"), "> not JSON"});
    QVERIFY(script.ok());
    QCOMPARE(script->exchanges.size(), std::size_t(1));
    QVERIFY(script->exchanges.front().events.empty());
    QVERIFY(!script->exchanges.front().hasResponse);
}

void TestMockScript::limitsItsSize_data()
{
    const auto bytes = std::size_t(kLines.join().size() - 2 * kLines.size()); // without "> "
    QTest::addColumn<ScriptLimits>("limits");
    QTest::addColumn<bool>("fits");
    QTest::newRow("exchanges") << ScriptLimits{.exchanges = 2} << true;
    QTest::newRow("too many exchanges") << ScriptLimits{.exchanges = 1} << false;
    QTest::newRow("events") << ScriptLimits{.events = 3} << true;
    QTest::newRow("too many events") << ScriptLimits{.events = 2} << false;
    QTest::newRow("bytes") << ScriptLimits{.bytes = bytes} << true;
    QTest::newRow("too many bytes") << ScriptLimits{.bytes = bytes - 1} << false;
}

void TestMockScript::limitsItsSize()
{
    QFETCH(ScriptLimits, limits);
    QFETCH(bool, fits);
    const QByteArrayList lines{
        request("1", "a"), response("1"), request("2", "a"), response("2"), "! end"};
    trace::Recorder recorder;
    tests::TraceFeed feed(recorder);
    record(feed, kLines);
    const auto script = scriptOf(recorder, {}, limits);
    QCOMPARE(script.ok(), fits);
    const QString refusal = script.ok() ? QString() : script.error().sentence;
    QVERIFY2(fits || refusal.contains(QStringLiteral("too large")), qPrintable(refusal));
}

QTEST_GUILESS_MAIN(TestMockScript)
#include "tst_mockscript.moc"
