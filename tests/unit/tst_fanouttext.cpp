// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/fanout/fanouttext.h"
#include "fanout/fancomparison.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::cli;
using namespace sonde::fanout;

// What fan-out makes of the responses that it got.
class TestFanOutText : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comparesWithTheFirstResponse();
    void leavesOutWhatOnlyOneEraHas_data();
    void leavesOutWhatOnlyOneEraHas();
    void isNotEqualWithoutAResponse();
    void shortensManyDifferences();
    void saysWhereMoreMayDiffer();
    void showsNothingHarmfulOfAServer();
    void writesJson();
};

namespace {

using Outcome = FanResult::Outcome;
using Verdict = FanResult::Verdict;

FanResult resultOf(const QString &title, const QByteArray &value)
{
    FanResult result;
    result.title = title;
    result.serverName = u"server"_s;
    result.revision = u"2025-11-25"_s;
    result.outcome = Outcome::Result;
    result.value = Bytes::fromByteArray(value);
    result.took = std::chrono::milliseconds(2);
    return result;
}

FanResult failed(const QString &title)
{
    FanResult result;
    result.title = title;
    result.sentence = u"Cannot start it."_s;
    return result;
}

QString textOf(const FanResults &results)
{
    return fanOutText(results, 10'000, Palette());
}

} // namespace

void TestFanOutText::comparesWithTheFirstResponse()
{
    FanResults results{failed(u"a"_s), resultOf(u"b"_s, R"({"x":1,"_meta":{"y":1}})"),
        resultOf(u"c"_s, R"({"_meta":{"y":2},"x":1.0})"), resultOf(u"d"_s, R"({"x":2})")};
    compareResponses(results);
    QCOMPARE(results[0].verdict, Verdict::NotCompared);
    QCOMPARE(results[1].verdict, Verdict::First);
    QCOMPARE(results[2].verdict, Verdict::Equal);
    QCOMPARE(results[3].verdict, Verdict::Different);
    QCOMPARE(results[3].differences.size(), std::size_t(1));
    QCOMPARE(results[3].differences[0].pointer, u"/result/x"_s);
    const QString text = textOf(results);
    QVERIFY2(text.contains(u"\na: Cannot start it.\n"), qPrintable(text));
    QVERIFY2(text.contains(u"\nd differs from b:\n    /result/x: 1 \u2192 2\n"), qPrintable(text));
    QVERIFY2(!text.contains(u"c differs"), qPrintable(text));
}

void TestFanOutText::leavesOutWhatOnlyOneEraHas_data()
{
    QTest::addColumn<QByteArray>("value");
    QTest::addColumn<QString>("revision");
    QTest::addColumn<Verdict>("verdict");
    const QByteArray modern = R"({"resultType":"complete","ttlMs":0,"cacheScope":"public","x":1})";
    QTest::newRow("the other era") << modern << u"2026-07-28"_s << Verdict::Equal;
    QTest::newRow("the same era") << modern << u"2025-06-18"_s << Verdict::Different;
    QTest::newRow("another type of result")
        << QByteArray(R"({"resultType":"input_required","x":1})") << u"2026-07-28"_s
        << Verdict::Different;
    QTest::newRow("inside the result")
        << QByteArray(R"({"x":1,"y":{"ttlMs":0}})") << u"2026-07-28"_s << Verdict::Different;
}

void TestFanOutText::leavesOutWhatOnlyOneEraHas()
{
    QFETCH(QByteArray, value);
    QFETCH(QString, revision);
    QFETCH(Verdict, verdict);
    FanResults results{resultOf(u"a"_s, R"({"x":1})"), resultOf(u"b"_s, value)};
    results[1].revision = revision;
    compareResponses(results);
    QCOMPARE(results[1].verdict, verdict);
}

void TestFanOutText::isNotEqualWithoutAResponse()
{
    FanResults results{resultOf(u"a"_s, "{}"), resultOf(u"b"_s, "{}")};
    compareResponses(results);
    QVERIFY(areEqual(results));
    results.push_back(failed(u"c"_s));
    QVERIFY(!areEqual(results));
    FanResults none{failed(u"a"_s), failed(u"b"_s)};
    compareResponses(none);
    QVERIFY(!areEqual(none));
}

void TestFanOutText::shortensManyDifferences()
{
    QByteArray many;
    for (int i = 0; i < 25; ++i)
        many += QByteArray(many.isEmpty() ? "" : ",") + "\"m" + QByteArray::number(i) + "\":1";
    FanResults results{resultOf(u"a"_s, "{}"), resultOf(u"b"_s, '{' + many + '}')};
    compareResponses(results);
    const QString text = textOf(results);
    QVERIFY2(text.contains(u"different (25)"), qPrintable(text));
    QCOMPARE(int(text.count(u"    /result/m"_s)), 20);
    QVERIFY2(text.endsWith(u"\u2026 and 5 more\n"), qPrintable(text));
}

void TestFanOutText::saysWhereMoreMayDiffer()
{
    QByteArray many = R"("resultType":"complete")";
    for (int i = 0; i < 1200; ++i)
        many += ",\"m" + QByteArray::number(i) + "\":1";
    FanResults results{resultOf(u"a"_s, "{}"), resultOf(u"b"_s, '{' + many + '}')};
    results[1].revision = u"2026-07-28"_s; // whose era has the first one of them
    compareResponses(results);
    const QString text = textOf(results);
    QVERIFY2(text.contains(u"different (at least "), qPrintable(text));
    QVERIFY2(text.contains(u"\u2026 and at least "), qPrintable(text));
    const std::string json = fanOutJson(results, u"tools/call"_s, Bytes());
    QVERIFY(json.find(R"("differencesIncomplete":true)") != std::string::npos);
}

void TestFanOutText::showsNothingHarmfulOfAServer()
{
    FanResult hostile = resultOf(u"a"_s, "{}");
    hostile.serverName = u"\u001b[31m\n"_s + QString(1000, u'n');
    hostile.revision = u"\u001b[2J"_s;
    hostile.sentence = u"\u001b]0;title\u0007"_s;
    FanResults results{hostile, resultOf(u"b"_s, R"({"\u001b":"\u001b"})")};
    compareResponses(results);
    const QString text = textOf(results);
    QVERIFY(!text.contains(QChar(0x1b)) && !text.contains(QChar(7)));
    QVERIFY(!text.contains(QString(201, u'n')));
}

void TestFanOutText::writesJson()
{
    FanResult error = resultOf(u"b"_s, R"({"code":-32602,"message":"no"})");
    error.outcome = Outcome::Error;
    error.errorCode = -32602;
    FanResults results{resultOf(u"a"_s, R"({"exact":1e400})"), error, failed(u"c"_s)};
    compareResponses(results);
    const std::string text = fanOutJson(results, u"tools/call"_s, Bytes::copyOf("{\"p\":1}"));
    const std::string exact = R"("result":{"exact":1e400})";
    QVERIFY(text.find(exact) != std::string::npos);
    const QByteArray parsed = QByteArray::fromStdString(text).replace("1e400", "1");
    const QJsonObject root = QJsonDocument::fromJson(parsed).object();
    QCOMPARE(root[u"method"_s].toString(), u"tools/call"_s);
    QCOMPARE(root[u"params"_s][u"p"_s].toInt(), 1);
    QCOMPARE(root[u"equal"_s].toBool(true), false);
    const QJsonArray columns = root[u"columns"_s].toArray();
    QCOMPARE(columns.size(), 3);
    QCOMPARE(columns[0][u"tookNs"_s].toInt(), 2'000'000);
    QCOMPARE(columns[1][u"outcome"_s].toString(), u"error"_s);
    QCOMPARE(columns[1][u"errorCode"_s].toInt(), -32602);
    QCOMPARE(columns[1][u"error"_s][u"message"_s].toString(), u"no"_s);
    QCOMPARE(columns[1][u"differences"_s].toArray().size(), 2);
    QCOMPARE(columns[2][u"outcome"_s].toString(), u"notConnected"_s);
    QCOMPARE(columns[2][u"reason"_s].toString(), u"Cannot start it."_s);
    QVERIFY(!columns[2].toObject().contains(u"tookNs"_s));
}

QTEST_GUILESS_MAIN(TestFanOutText)
#include "tst_fanouttext.moc"
