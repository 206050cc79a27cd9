// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/callrun.h"

#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::changes;

// Results of saved calls: what differs from run to run, and what has changed.
class TestCallRun : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void learnsFromTwoRuns_data();
    void learnsFromTwoRuns();
    void ignoresWhatItLearned_data();
    void ignoresWhatItLearned();
    void boundsWhatItLearns();
    void expandsJsonInText_data();
    void expandsJsonInText();
    void comparesStates_data();
    void comparesStates();
    void comparesOnlyTheSameCall();
    void namesKinds();
};

namespace {

CallRun runOf(const QByteArray &result, CallRun::State state = CallRun::State::Returned)
{
    CallRun run;
    run.call = QStringLiteral("call");
    run.tool = QStringLiteral("tool");
    run.state = state;
    run.result = Bytes::fromByteArray(result);
    run.size = run.result.size();
    return run;
}

// "/a time, /b value"
QString textOf(const std::vector<VolatilePlace> &places)
{
    QStringList texts;
    for (const VolatilePlace &place : places)
        texts << place.pointer + QLatin1Char(' ') + kindName(place.kind);
    return texts.join(QStringLiteral(", "));
}

QByteArray textResult(const QByteArray &text)
{
    return R"({"content":[{"type":"text","text":")" + text + R"("}]})";
}

} // namespace

void TestCallRun::learnsFromTwoRuns_data()
{
    QTest::addColumn<QByteArray>("first");
    QTest::addColumn<QByteArray>("second");
    QTest::addColumn<QString>("places");
    const QString text = QStringLiteral("/content/0/text ");
    const auto row = [](const char *name, const QByteArray &a, const QByteArray &b,
                         const QString &places) { QTest::newRow(name) << a << b << places; };
    row("same", R"({"a":1})", R"({"a":1})", {});
    row("RFC 3339", textResult("at 2026-11-25T13:12:11Z ok"),
        textResult("at 2026-11-25T13:12:12.5+01:00 ok"), text + "time");
    row("RFC 1123", textResult("Wed, 25 Nov 2026 13:12:44 GMT"),
        textResult("Thu, 26 Nov 2026 01:02:03 GMT"), text + "time");
    row("time of day", textResult("11:59 PM"), textResult("1:02:03 AM"), text + "time");
    row("duration", textResult("took 4.2 ms"), textResult("took 17 ms"), text + "time");
    row("seconds since 1970", R"({"at":1764076331})", R"({"at":1764076332})",
        QStringLiteral("/at time"));
    row("milliseconds since 1970", R"({"at":1764076331123})", R"({"at":1764076332456})",
        QStringLiteral("/at time"));
    row("UUID", textResult("3f2504e0-4f89-41d3-9a0c-0305e82c3301"),
        textResult("c2f41010-65b3-11d1-a29f-00aa00c14882"), text + "id");
    row("digest and time", textResult("9e107d9d372b 12:00"), textResult("e4d909c290d0 12:01"),
        text + "id");
    row("token", textResult("req_8sK2jd93Lq0aZx"), textResult("req_Q7p1mmXw4T5bRy"), text + "id");
    row("counter", R"({"n":1})", R"({"n":2})", QStringLiteral("/n value"));
    row("words", textResult("red"), textResult("blue"), text + "value");
    row("a member less", R"({"a":1,"b":2})", R"({"a":1})", QStringLiteral("/b value"));
    row("every element", R"({"l":[{"i":1},{"i":2}]})", R"({"l":[{"i":3},{"i":4}]})",
        QStringLiteral("/l/*/i value"));
    row("one element", R"({"l":[{"i":1},{"i":2}]})", R"({"l":[{"i":1},{"i":4}]})",
        QStringLiteral("/l/1/i value"));
    row("JSON in text", textResult(R"({\"a\":1,\"at\":\"10:11:12\"})"),
        textResult(R"({\"a\":1,\"at\":\"10:11:13\"})"), QStringLiteral("/content/0/text/at time"));
}

void TestCallRun::learnsFromTwoRuns()
{
    QFETCH(const QByteArray, first);
    QFETCH(const QByteArray, second);
    QFETCH(const QString, places);
    const CallRun run = learnedFrom(runOf(first), Bytes::fromByteArray(second));
    QVERIFY(run.isLearned);
    QCOMPARE(textOf(run.places), places);
}

void TestCallRun::ignoresWhatItLearned_data()
{
    QTest::addColumn<QByteArray>("second"); // right after the first one
    QTest::addColumn<QByteArray>("later"); // after the next start
    QTest::addColumn<bool>("isSame");
    QTest::addColumn<int>("ignored");
    const auto row = [](const char *name, const QByteArray &second, const QByteArray &later,
                         bool isSame, int ignored) {
        QTest::newRow(name) << second << later << isSame << ignored;
    };
    const QByteArray first = textResult("10:00:00 sunny");
    const QByteArray second = textResult("10:00:01 sunny");
    row("nothing learned", first, second, false, 0);
    row("only the time", second, textResult("11:30:00 sunny"), true, 1);
    row("the same text", second, first, true, 0);
    row("also a word", second, textResult("11:30:00 rain"), false, 0);
    row("another member", second, R"({"content":[{"type":"text","text":"10:00:00 sunny","x":1}]})",
        false, 0);
    row("a value", textResult("rain"), textResult("snow"), true, 1);
}

void TestCallRun::ignoresWhatItLearned()
{
    QFETCH(const QByteArray, second);
    QFETCH(const QByteArray, later);
    QFETCH(const bool, isSame);
    QFETCH(const int, ignored);
    const CallRun before =
        learnedFrom(runOf(textResult("10:00:00 sunny")), Bytes::fromByteArray(second));
    const RunChange change = compareRuns(&before, runOf(later));
    QCOMPARE(change.kind, isSame ? RunChange::Kind::Same : RunChange::Kind::Different);
    QCOMPARE(change.differences.empty(), isSame);
    QCOMPARE(int(change.ignored.size()), ignored);
    // Whichever of the two has learned.
    CallRun after = runOf(later);
    after.places = before.places;
    const CallRun plain = runOf(textResult("10:00:00 sunny"));
    QCOMPARE(compareRuns(&plain, after).kind, change.kind);
}

void TestCallRun::boundsWhatItLearns()
{
    QByteArray first = "{";
    QByteArray second = "{";
    for (int i = 0; i < 400; ++i) {
        first += "\"m" + QByteArray::number(i) + "\":1,";
        second += "\"m" + QByteArray::number(i) + "\":2,";
    }
    first.back() = '}';
    second.back() = '}';
    QCOMPARE(
        learnedFrom(runOf(first), Bytes::fromByteArray(second)).places.size(), kMaxVolatilePlaces);
    // A text that is too long for looking into it is a value.
    const QByteArray padding(100'000, 'x');
    const CallRun large = learnedFrom(runOf(textResult(padding + " 10:00")),
        Bytes::fromByteArray(textResult(padding + " 10:01")));
    QCOMPARE(textOf(large.places), QStringLiteral("/content/0/text value"));
}

void TestCallRun::expandsJsonInText_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("expanded");
    const auto same = [](const char *name, const QByteArray &result) {
        QTest::newRow(name) << result << result;
    };
    same("no JSON", textResult("plain"));
    same("a plain value", textResult("17"));
    same("cut", textResult(R"({\"a\":)"));
    same("no content", R"({"a":"{}"})");
    same("content of another type", R"({"content":7})");
    same("broken", "{");
    same("empty", "");
    QTest::newRow("object") << textResult(R"({\"a\":1.0})")
                            << QByteArray(R"({"content":[{"type":"text","text":{"a":1.0}}]})");
    QTest::newRow("two")
        << QByteArray(
               R"({"content":[{"text":"[1]"},{"text":"b"},{"text":" {} "}],"isError":false})")
        << QByteArray(R"({"content":[{"text":[1]},{"text":"b"},{"text":{}}],"isError":false})");
}

void TestCallRun::expandsJsonInText()
{
    QFETCH(const QByteArray, result);
    QFETCH(const QByteArray, expanded);
    QCOMPARE(expandedResult(Bytes::fromByteArray(result)).toByteArray(), expanded);
}

void TestCallRun::comparesStates_data()
{
    using State = CallRun::State;
    using Kind = RunChange::Kind;
    QTest::addColumn<CallRun::State>("before");
    QTest::addColumn<CallRun::State>("after");
    QTest::addColumn<RunChange::Kind>("kind");
    const auto row = [](const char *name, State before, State after, Kind kind) {
        QTest::newRow(name) << before << after << kind;
    };
    row("both", State::Returned, State::Returned, Kind::Same);
    row("both errors", State::ToolError, State::ToolError, Kind::Same);
    row("fails now", State::Returned, State::Failed, Kind::Worse);
    row("an error now", State::Returned, State::ToolError, Kind::Worse);
    row("returns now", State::Failed, State::Returned, Kind::Different);
    row("an error instead of none", State::Failed, State::ToolError, Kind::Different);
    row("not run now", State::Returned, State::NotRun, Kind::NotRun);
    row("not run before", State::NotRun, State::Returned, Kind::First);
    row("both failed", State::Failed, State::Failed, Kind::Same);
}

void TestCallRun::comparesStates()
{
    QFETCH(const CallRun::State, before);
    QFETCH(const CallRun::State, after);
    QFETCH(const RunChange::Kind, kind);
    const CallRun earlier = runOf("{}", before);
    QCOMPARE(compareRuns(&earlier, runOf("{}", after)).kind, kind);
    QCOMPARE(compareRuns(nullptr, runOf("{}", after)).kind,
        after == CallRun::State::NotRun ? RunChange::Kind::NotRun : RunChange::Kind::First);
}

void TestCallRun::comparesOnlyTheSameCall()
{
    const CallRun run = runOf("{}");
    CallRun other = run;
    other.arguments = Bytes::copyOf("{\"city\":\"Oulu\"}");
    CallRun large = run;
    large.result = {};
    QCOMPARE(compareRuns({run}, CallRuns{run}).front().kind, RunChange::Kind::Same);
    QCOMPARE(compareRuns({run}, CallRuns{other}).front().kind, RunChange::Kind::First);
    QCOMPARE(compareRuns({run}, CallRuns{large}).front().kind, RunChange::Kind::Unknown);
    QVERIFY(compareRuns({run}, CallRuns{}).empty());
}

void TestCallRun::namesKinds()
{
    using Kind = VolatilePlace::Kind;
    for (const Kind kind : {Kind::Time, Kind::Id, Kind::Value})
        QCOMPARE(kindOfName(kindName(kind).data()), std::optional(kind));
    QCOMPARE(kindOfName("hour"), std::optional<Kind>());
}

QTEST_GUILESS_MAIN(TestCallRun)

#include "tst_callrun.moc"
