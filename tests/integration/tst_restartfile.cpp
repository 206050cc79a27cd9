// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/restart/restartfile.h"

#include "models/changes/startrecord.h"
#include "json/document.h"

#include <QFile>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using changes::CallRun;
using models::Restart;
using session::RestartFile;

// The starts of a server as a file.
class TestRestartFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void whatIsSavedIsLoaded();
    void keepsTimesAndFindings();
    void readsStartsWithoutTimes();
    void boundsTimesAndFindings();
    void isOnlyForItsOwner();
    void sharesWhatIsTheSame();
    void keepsTheNewestOnes();
    void keepsTheReferenceHoweverOld();
    void aReferenceThatIsTooLargeIsLeftOut();
    void isBoundedInSize();
    void withoutAFileThereIsNone();
    void hostileFiles_data();
    void hostileFiles();
    void everyBeginningIsRefused();

private:
    static Result<std::deque<Restart>> loaded(const QByteArray &text)
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath(QStringLiteral("s.json"));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly) || file.write(text) != text.size())
            qFatal("cannot write %s", qPrintable(path));
        file.close();
        return RestartFile(path).load();
    }
};

namespace {

std::shared_ptr<const changes::Snapshot> snapshotWith(const QByteArray &tool)
{
    auto snapshot = std::make_shared<changes::Snapshot>();
    snapshot->revision = QStringLiteral("2025-11-25");
    for (changes::ItemList &list : snapshot->lists)
        list.isComplete = true;
    const auto document = json::Document::parse(Bytes::fromByteArray(tool));
    changes::addItem(
        snapshot->list(changes::ListKind::Tools), changes::ListKind::Tools, document.root());
    return snapshot;
}

CallRun sampleRun(const QByteArray &result)
{
    CallRun run;
    run.call = QStringLiteral("Oulu, “3” days");
    run.tool = QStringLiteral("weather");
    run.arguments = Bytes::copyOf("{\"city\": \"\xff\"}"); // not UTF-8
    run.state = CallRun::State::Returned;
    run.result = Bytes::fromByteArray(result);
    run.size = run.result.size();
    run.took = std::chrono::microseconds(4'711);
    run.places = {{QStringLiteral("/content/*/text"), changes::VolatilePlace::Kind::Time}};
    run.isLearned = true;
    return run;
}

Restart startWith(int number, const QByteArray &tool, const QByteArray &result)
{
    Restart start;
    start.number = number;
    start.at = {number, 1'764'000'000'000'000'000 + number};
    start.cause = {QStringLiteral("src/tools.ts"), models::RestartCause::Kind::Files,
        std::chrono::milliseconds(1'900)};
    start.firstResponse = std::chrono::microseconds(412'001);
    start.pid = 4'711;
    start.memory = 61'000'000;
    start.memoryAfterCalls = 64'000'000;
    start.snapshot = snapshotWith(tool);
    start.runs = std::make_shared<const changes::CallRuns>(changes::CallRuns{sampleRun(result)});
    return start;
}

constexpr char kTool[] = R"({"name":"weather","x":1.0})";
constexpr char kOtherTool[] = R"({"name":"weather","x":2})";
constexpr char kResult[] = R"({"content":[{"type":"text","text":"10:00 sunny"}],"n":1e400})";
constexpr char kLater[] = R"({"content":[{"type":"text","text":"11:00 sunny"}],"n":1e400})";
constexpr char kRain[] = R"({"content":[{"type":"text","text":"12:00 rain"}],"n":1e400})";

} // namespace

void TestRestartFile::whatIsSavedIsLoaded()
{
    Restart failed;
    failed.number = 3;
    failed.at.wall = 1'764'000'000'000'000'003;
    failed.outcome = Restart::Outcome::Failed;
    failed.failure = QStringLiteral("Cannot start “s”.");
    Restart ended;
    ended.number = 4;
    ended.at.wall = 1'764'000'000'000'000'004;
    ended.outcome = Restart::Outcome::Ended;
    ended.end.emplace();
    ended.end->exitCode = 3;
    ended.end->leftBehind = 2;
    const std::deque<Restart> starts{startWith(1, kTool, kResult), startWith(2, kTool, kLater),
        failed, ended, startWith(7, kOtherTool, kRain)};
    const QTemporaryDir folder;
    const RestartFile file(RestartFile::pathOf(folder.path(), QStringLiteral("a/b")));
    QVERIFY(file.save(starts).ok());
    const auto read = file.load();
    QVERIFY(read.ok());
    QCOMPARE(read->size(), std::size_t(5));
    const Restart &first = read->front();
    QVERIFY(first.isEarlier);
    QCOMPARE(first.at.wall, starts[0].at.wall);
    QCOMPARE(first.at.steady, std::int64_t(0)); // of another run
    QCOMPARE(first.cause.words, starts[0].cause.words);
    QCOMPARE(first.cause.kind, starts[0].cause.kind);
    QCOMPARE(first.cause.build, starts[0].cause.build);
    QCOMPARE(first.firstResponse, starts[0].firstResponse);
    QCOMPARE(first.memory, starts[0].memory);
    QCOMPARE(first.memoryAfterCalls, starts[0].memoryAfterCalls);
    QCOMPARE(first.pid, starts[0].pid);
    QVERIFY(*first.snapshot == *starts[0].snapshot);
    const CallRun &run = first.runs->front();
    const CallRun expected = sampleRun(kResult);
    QVERIFY(run.isSameCall(expected));
    QCOMPARE(run.result.toByteArray(), QByteArray(kResult)); // byte for byte
    QCOMPARE(run.size, expected.size);
    QCOMPARE(run.took, expected.took);
    QCOMPARE(run.state, expected.state);
    QVERIFY(run.isLearned && run.places == expected.places);
    // Each is compared with the one before, as it was.
    QVERIFY(!first.comparison);
    QCOMPARE(first.results->front().kind, changes::RunChange::Kind::First);
    QVERIFY(read->at(1).comparison->isSame());
    QCOMPARE(read->at(1).results->front().kind, changes::RunChange::Kind::Same);
    QCOMPARE(read->at(2).outcome, Restart::Outcome::Failed);
    QCOMPARE(read->at(2).failure, failed.failure);
    QVERIFY(!read->at(2).snapshot && !read->at(2).runs);
    QVERIFY(!read->at(2).end);
    QVERIFY(read->at(3).end == ended.end);
    QCOMPARE(models::consequenceOf(read->at(3)), ended.end->sentence());
    QCOMPARE(read->at(4).number, 7);
    QCOMPARE(models::consequenceOf(read->at(4)), QStringLiteral("1 tool, 1 result"));
    // And the next run saves the same.
    QCOMPARE(RestartFile::textOf(*read), RestartFile::textOf(starts));
}

void TestRestartFile::keepsTimesAndFindings()
{
    models::StartRecord record;
    record.timings = {{QStringLiteral("tools/list"), std::chrono::nanoseconds(1'204'000)},
        {QStringLiteral("“weather”"), std::chrono::nanoseconds(0)}};
    std::deque<Restart> starts{startWith(1, kTool, kResult), startWith(2, kTool, kResult)};
    starts[0].record = std::make_shared<const models::StartRecord>(record);
    record.hasFindings = true;
    record.findings = {{{"tools.title", QStringLiteral("tools/list"), QStringLiteral("a\"b")},
        findings::Level::Error, QStringLiteral("It has no title.")}};
    record.exchanged = {{QStringLiteral("tools/list"), QString()}};
    starts[1].record = std::make_shared<const models::StartRecord>(record);
    const auto read = loaded(QByteArray::fromStdString(RestartFile::textOf(starts)));
    QVERIFY(read.ok());
    QVERIFY(read->at(0).record && *read->at(0).record == *starts[0].record);
    QVERIFY(!read->at(0).record->hasFindings);
    QVERIFY(read->at(1).record && *read->at(1).record == record);
}

void TestRestartFile::readsStartsWithoutTimes()
{
    const auto read =
        loaded(R"({"version":1,"starts":[{"number":1,"at":5,"firstResponse":7,"memory":9}]})");
    QVERIFY(read.ok());
    QCOMPARE(read->front().firstResponse, std::chrono::nanoseconds(7));
    QVERIFY(!read->front().record);
}

void TestRestartFile::boundsTimesAndFindings()
{
    const auto many = [](const QByteArray &item) -> QByteArray {
        return '[' + QByteArray(item + ',').repeated(2'000) + item + ']';
    };
    const auto read = loaded(R"({"starts":[{"number":1,"at":5,"timings":)" + many("[\"a\",1]")
        + R"(,"findings":)" + many(R"(["r","m","t",1,"s"])") + R"(,"exchanged":)"
        + many(R"(["m","t"])") + R"(},{"number":2,"at":6,"timings":[7,[],["a",-1],["a","b"]],)"
        + R"("findings":[7,["r","m","t",9,"s"],["r","m","t",-1,"s"]],"exchanged":{}}]})");
    QVERIFY(read.ok());
    QCOMPARE(read->at(0).record->timings.size(), models::kMaxTimings);
    QCOMPARE(read->at(0).record->findings.size(), models::StartRecord::kMaxFindings);
    QCOMPARE(read->at(0).record->exchanged.size(), models::StartRecord::kMaxExchanged);
    QVERIFY(read->at(1).record->timings.empty() && read->at(1).record->findings.empty());
}

void TestRestartFile::isOnlyForItsOwner()
{
    const QTemporaryDir folder;
    const QString path = RestartFile::pathOf(folder.path(), QStringLiteral("s"));
    QVERIFY(RestartFile(path).save({startWith(1, kTool, kResult)}).ok());
    const auto others = QFileDevice::ReadGroup | QFileDevice::ReadOther | QFileDevice::WriteGroup
        | QFileDevice::WriteOther;
    QVERIFY(!(QFileInfo(path).permissions() & others));
}

void TestRestartFile::sharesWhatIsTheSame()
{
    const QByteArray large = R"({"content":")" + QByteArray(100'000, 'x') + R"("})";
    std::deque<Restart> starts;
    for (int i = 1; i <= 40; ++i)
        starts.push_back(startWith(i, kTool, large));
    const std::string text = RestartFile::textOf(starts);
    QVERIFY(text.size() < 200'000);
    const auto read = loaded(QByteArray::fromStdString(text));
    QVERIFY(read.ok());
    QCOMPARE(read->size(), std::size_t(40));
    QCOMPARE(read->back().snapshot, read->front().snapshot);
}

void TestRestartFile::keepsTheNewestOnes()
{
    std::deque<Restart> starts;
    for (int i = 1; i <= 80; ++i)
        starts.push_back(startWith(i, kTool, kResult));
    const auto read = loaded(QByteArray::fromStdString(RestartFile::textOf(starts)));
    QVERIFY(read.ok());
    QCOMPARE(read->size(), RestartFile::kMaxStarts);
    QCOMPARE(read->back().number, 80);
}

void TestRestartFile::keepsTheReferenceHoweverOld()
{
    std::deque<Restart> starts;
    for (int i = 1; i <= 80; ++i)
        starts.push_back(startWith(i, i < 10 ? kTool : kOtherTool, kResult));
    starts[4].isReference = true;
    const auto read = loaded(QByteArray::fromStdString(RestartFile::textOf(starts)));
    QVERIFY(read.ok());
    QCOMPARE(read->size(), RestartFile::kMaxStarts);
    QCOMPARE(read->front().number, 5);
    QVERIFY(read->front().isReference);
    QVERIFY(*read->front().snapshot == *starts[4].snapshot);
    // What came right after it is gone: the next one is not compared with it as the one before.
    QCOMPARE(read->at(1).number, 32);
    QVERIFY(!read->at(1).isReference && !read->at(1).comparison);
    QVERIFY(read->at(2).comparison->isSame());
    QCOMPARE(RestartFile::textOf(*read), RestartFile::textOf(starts));
    // Next to it, the next one is.
    std::deque<Restart> few{startWith(1, kTool, kResult), startWith(2, kOtherTool, kResult)};
    few[0].isReference = true;
    const auto both = loaded(QByteArray::fromStdString(RestartFile::textOf(few)));
    QVERIFY(both.ok() && both->at(0).isReference && !both->at(1).comparison->isSame());
}

void TestRestartFile::aReferenceThatIsTooLargeIsLeftOut()
{
    std::deque<Restart> starts{
        startWith(1, kTool, "[\"" + QByteArray(qsizetype(RestartFile::kMaxBytes / 2), 'y') + "\"]"),
        startWith(2, kTool, kResult)};
    starts[0].isReference = true;
    const auto read = loaded(QByteArray::fromStdString(RestartFile::textOf(starts)));
    QVERIFY(read.ok());
    QCOMPARE(read->size(), std::size_t(1));
    QCOMPARE(read->front().number, 2);
    QCOMPARE(read->front().runs->front().result.toByteArray(), QByteArray(kResult));
}

void TestRestartFile::isBoundedInSize()
{
    std::deque<Restart> starts;
    for (int i = 1; i <= 30; ++i)
        starts.push_back(startWith(
            i, kTool, "[" + QByteArray::number(i) + ",\"" + QByteArray(900'000, 'y') + "\"]"));
    const std::string text = RestartFile::textOf(starts);
    QVERIFY(text.size() <= RestartFile::kMaxBytes);
    const auto read = loaded(QByteArray::fromStdString(text));
    QVERIFY(read.ok());
    QVERIFY(!read->empty() && read->size() < starts.size());
    QCOMPARE(read->back().number, 30);
    // A file that is larger is not read.
    const auto larger =
        loaded("{\"starts\":[]," + QByteArray(qsizetype(RestartFile::kMaxBytes), ' ') + "}");
    QVERIFY(!larger.ok());
    QVERIFY(larger.error().sentence.contains(QStringLiteral("8 MiB")));
}

void TestRestartFile::withoutAFileThereIsNone()
{
    const QTemporaryDir folder;
    const auto read = RestartFile(folder.filePath(QStringLiteral("none.json"))).load();
    QVERIFY(read.ok());
    QVERIFY(read->empty());
}

void TestRestartFile::hostileFiles_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<int>("starts"); // -1: an error
    const auto row = [](const char *name, const QByteArray &text, int starts) {
        QTest::newRow(name) << text << starts;
    };
    row("no JSON", "starts", -1);
    row("no object", "[]", -1);
    row("no list", R"({"starts":{}})", -1);
    row("nothing", R"({"starts":[]})", 0);
    row("no starts", R"({"starts":[1,null,"x",[],{}]})", 0);
    row("no time", R"({"starts":[{"number":1}]})", 0);
    row("only what is needed", R"({"starts":[{"number":1,"at":5}]})", 1);
    row("negative", R"({"starts":[{"number":-1,"at":5},{"number":1,"at":-5}]})", 0);
    row("another order", R"({"starts":[{"number":2,"at":5},{"number":1,"at":6}]})", 1);
    row("twice", R"({"starts":[{"number":2,"at":5},{"number":2,"at":6}]})", 1);
    row("no such index",
        R"({"starts":[{"number":2,"at":5,"snapshot":7,"runs":[{"result":9},{"result":-3}]}]})", 1);
    row("an invalid snapshot", R"({"starts":[{"number":2,"at":5,"snapshot":0}],"snapshots":[{}]})",
        1);
    row("states out of range",
        R"({"starts":[{"number":2,"at":5,"outcome":99,"kind":-4,"runs":[{"state":99}]}]})", 1);
    row("other types",
        R"({"starts":[{"number":2,"at":5,"cause":{},"runs":[{"places":[7,["a"],["b","c"]]}]}],"results":7})",
        1);
    row("a reference without a snapshot", R"({"starts":[{"number":2,"at":5,"reference":true}]})",
        1);
    row("a reference of another type", R"({"starts":[{"number":2,"at":5,"reference":{"a":1}}]})",
        1);
    row("large numbers",
        R"({"starts":[{"number":99999999999999999999,"at":5},{"number":1,"at":1e400}]})", 0);
}

void TestRestartFile::hostileFiles()
{
    QFETCH(const QByteArray, text);
    QFETCH(const int, starts);
    const auto read = loaded(text);
    QCOMPARE(read.ok() ? int(read->size()) : -1, starts);
    if (!read.ok() || read->empty())
        return;
    const Restart &start = read->front();
    QVERIFY(start.outcome <= Restart::Outcome::NotBuilt);
    QVERIFY(start.cause.kind <= models::RestartCause::Kind::Reconnect);
    QVERIFY(!start.snapshot && !start.isReference);
    if (start.runs) {
        for (const CallRun &run : *start.runs)
            QVERIFY(run.state <= CallRun::State::NotRun && run.places.empty());
    }
    QVERIFY(!models::consequenceOf(start).contains(QLatin1Char('\0')));
}

void TestRestartFile::everyBeginningIsRefused()
{
    const std::string text =
        RestartFile::textOf({startWith(1, kTool, kResult), startWith(2, kTool, kLater)});
    for (std::size_t length = 0; length + 2 < text.size(); length += 7)
        QVERIFY(!loaded(QByteArray::fromStdString(text.substr(0, length))).ok());
}

QTEST_GUILESS_MAIN(TestRestartFile)

#include "tst_restartfile.moc"
