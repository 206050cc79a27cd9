// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/changedfile.h"
#include "support/recordedhttp.h"
#include "support/recordedwire.h"
#include "trace/file/sessionreader.h"
#include "trace/record/iserror.h"
#include "trace/recorder/recentrecords.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

#include <sqlite3.h>

#include <cstring>

using namespace sonde;
using rpc::Kind;
using rpc::Problem;
using test::RecordedHttp;
using trace::Number;
using trace::Record;
using trace::Recorder;
using trace::SessionReader;
using trace::State;
using Ended = rpc::Exchange::State;

namespace {

constexpr const char *kHead = "POST /mcp HTTP/1.1\r\nHost: localhost\r\n\r\n";
constexpr const char *kResponseHead = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n";

std::string ask(int id)
{
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"ping"})";
}
std::string result(int id)
{
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":{}})";
}

// Applies what changed to what was fresh.
std::vector<Record> takeAll(Recorder &recorder)
{
    auto changes = recorder.take();
    for (const auto &[number, record] : changes.changed)
        changes.fresh.at(number - changes.firstNew) = record;
    return changes.fresh;
}

} // namespace

class RecordedExchangesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void makesARowOfAnExchange();
    void saysHowItEnded_data();
    void saysHowItEnded();
    void namesTheExchangeOfAMessage();
    void unfoldsAMessageOfSeveralLines();
    void readsALongIdOutOfAFoldedMessage();
    void pairsAcrossLanes();
    void endsRequestsThatAnExchangeLeavesUnanswered_data();
    void endsRequestsThatAnExchangeLeavesUnanswered();
    void takesTheResponseToARepeatedRequest();
    void endsRequestsWhenTheConnectionEnds();
    void findsAProblemsMessageAmongManyLanes();
    void remembersABoundedNumberOfPlaces();
    void changesNothingAfterTheEnd();
    void leavesAFileThatTellsTheSame();
    void refusesAFileWhoseExchangesCannotBe_data();
    void refusesAFileWhoseExchangesCannotBe();
    void keepsARowOfAnEventWithoutAMessage();

private:
    QTemporaryDir m_dir;
    int m_files = 0;
};

void RecordedExchangesTest::makesARowOfAnExchange()
{
    Recorder recorder;
    RecordedHttp http(recorder);
    const auto number = http.request(0, "POST", "/mcp?a=1", kHead, ask(1), {100, 5000});
    QCOMPARE(number, Number(1));
    Record row = recorder.take().fresh.at(0);
    QCOMPARE(row.kind, Kind::Exchange);
    QCOMPARE(row.channel, rpc::Channel::Http);
    QCOMPARE(row.state, State::Pending);
    QCOMPARE(row.steadyNs, 100);
    QCOMPARE(row.wallNs, 5000);
    QCOMPARE(row.errorCode, 0);
    QCOMPARE(trace::endOf(row), 0);
    QCOMPARE(recorder.string(row.method), QStringLiteral("POST"));
    QCOMPARE(recorder.string(row.target), QStringLiteral("/mcp?a=1"));
    QVERIFY(test::textOf(recorder.read(row)).startsWith("{\"url\""));
    const auto before = row.offset;

    http.respond(0, 200, kResponseHead, {200, 5100});
    http.body(0, result(1), {300, 5200});
    http.end(0, Ended::Done, {400, 5300});
    const auto changes = recorder.take();
    row = changes.changed.at(0).second;
    QCOMPARE(changes.changed.at(0).first, number);
    QCOMPARE(row.state, State::Ok);
    QCOMPARE(row.errorCode, 200);
    QCOMPARE(trace::endOf(row), 400);
    QCOMPARE(trace::receivedOf(row), std::uint32_t(result(1).size()));
    QCOMPARE(trace::carrierOf(row), Number(0));
    QVERIFY(row.offset > before);
    QVERIFY(test::textOf(recorder.read(row)).contains("\"status\":200"));
    QCOMPARE(recorder.idText(row), QString());
}

void RecordedExchangesTest::saysHowItEnded_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("ended");
    QTest::addColumn<int>("state");
    const auto row = [](const char *name, int status, Ended ended, State state) {
        QTest::newRow(name) << status << int(ended) << int(state);
    };
    row("accepted", 202, Ended::Done, State::Ok);
    row("redirect", 307, Ended::Done, State::Ok);
    row("not found", 404, Ended::Done, State::Error);
    row("server error", 503, Ended::Done, State::Error);
    row("refused", 0, Ended::Failed, State::Error);
    row("broken", 200, Ended::Failed, State::Error);
    row("closed by us", 200, Ended::Aborted, State::Cancelled);
}

void RecordedExchangesTest::saysHowItEnded()
{
    QFETCH(int, status);
    QFETCH(int, ended);
    Recorder recorder;
    RecordedHttp http(recorder);
    http.request(0, "GET", "/mcp", kHead, {}, {1, 1});
    if (status > 0)
        http.respond(0, status, kResponseHead, {2, 2});
    http.end(0, static_cast<Ended>(ended), {3, 3});
    const auto rows = takeAll(recorder);
    QCOMPARE(rows.size(), std::size_t(1));
    QTEST(int(rows[0].state), "state");
    QCOMPARE(rows[0].errorCode, status);
}

void RecordedExchangesTest::namesTheExchangeOfAMessage()
{
    Recorder recorder;
    RecordedHttp http(recorder);
    test::RecordedWire wire(recorder, 9);
    const auto one = http.request(0, "POST", "/mcp", kHead, ask(1), {1, 1});
    const auto other = http.request(1, "POST", "/mcp", kHead, ask(2), {2, 2});
    http.respond(0, 200, kResponseHead, {3, 3});
    http.events(0, "data: " + result(1) + "\n\n", {4, 4});
    wire.put(rpc::Channel::Sent, ask(1));
    const auto rows = takeAll(recorder);
    QCOMPARE(rows.size(), std::size_t(6));
    QCOMPARE(trace::carrierOf(rows[0]), Number(0));
    QCOMPARE(trace::carrierOf(rows[1]), one);
    QCOMPARE(trace::carrierOf(rows[3]), other);
    QCOMPARE(trace::carrierOf(rows[4]), one);
    QCOMPARE(trace::carrierOf(rows[5]), Number(0));
}

void RecordedExchangesTest::unfoldsAMessageOfSeveralLines()
{
    Recorder recorder;
    RecordedHttp http(recorder);
    http.request(0, "GET", "/mcp", kHead, {}, {1, 1});
    http.respond(0, 200, kResponseHead, {2, 2});
    http.events(0,
        "data: {\"jsonrpc\":\"2.0\",\r\ndata:\"method\":\r\n: a comment\r\ndata: \"a/b\"}\r\n\r\n",
        {3, 3});
    const auto rows = takeAll(recorder);
    QCOMPARE(rows.at(1).kind, Kind::Notification);
    QVERIFY(rows[1].folded);
    QCOMPARE(test::textOf(recorder.read(rows[1])),
        QByteArray("{\"jsonrpc\":\"2.0\",\n\"method\":\n\"a/b\"}"));
    const auto raw = recorder.read(rows[1].stream, rows[1].offset, rows[1].length);
    QCOMPARE(test::textOf(raw),
        QByteArray("{\"jsonrpc\":\"2.0\",\r\ndata:\"method\":\r\n: a comment\r\ndata: \"a/b\"}"));
}

void RecordedExchangesTest::readsALongIdOutOfAFoldedMessage()
{
    Recorder recorder;
    RecordedHttp http(recorder);
    http.request(0, "GET", "/mcp", kHead, {}, {1, 1});
    http.events(0,
        "data: {\"jsonrpc\":\"2.0\",\"id\":\ndata: \"a-rather-long-id\",\"method\":\"ping\"}\n\n",
        {3, 3});
    const auto rows = takeAll(recorder);
    QCOMPARE(recorder.idText(rows.at(1)), QStringLiteral("\"a-rather-long-id\""));
}

void RecordedExchangesTest::pairsAcrossLanes()
{
    Recorder recorder;
    RecordedHttp http(recorder, 1);
    RecordedHttp stranger(recorder, 2);
    for (int lane = 0; lane < 64; ++lane)
        http.request(lane, "POST", "/mcp", kHead, ask(lane), {1, 1});
    stranger.request(0, "POST", "/mcp", kHead, ask(5), {1, 1});
    // A resumed stream brings the response of another exchange's request.
    http.request(100, "GET", "/mcp", kHead, {}, {2, 2});
    for (int id = 0; id < 64; ++id)
        http.events(100, "data: " + result(id) + "\n\n", {3, 3});
    const auto rows = takeAll(recorder);
    for (std::size_t lane = 0; lane < 64; ++lane) {
        const auto &request = rows.at(2 * lane + 1);
        QCOMPARE(request.state, State::Ok);
        const auto &response = rows.at(request.pair - 1);
        QCOMPARE(response.pair, Number(2 * lane + 2));
        QVERIFY(trace::carrierOf(response) != trace::carrierOf(request));
    }
    QCOMPARE(rows.at(129).state, State::Pending);
}

void RecordedExchangesTest::endsRequestsThatAnExchangeLeavesUnanswered_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("ended");
    QTest::addColumn<int>("state");
    const auto row = [](const char *name, int status, Ended ended, State state) {
        QTest::newRow(name) << status << int(ended) << int(state);
    };
    row("still open", 200, Ended::Open, State::Pending);
    row("an answer may come by another stream", 202, Ended::Done, State::Pending);
    row("a stream that broke may be resumed", 200, Ended::Failed, State::Pending);
    row("unauthorized", 401, Ended::Done, State::NoResponse);
    row("an error cut short", 500, Ended::Failed, State::NoResponse);
    row("not connected", 0, Ended::Failed, State::NoResponse);
    row("closed by us", 200, Ended::Aborted, State::Cancelled);
}

void RecordedExchangesTest::endsRequestsThatAnExchangeLeavesUnanswered()
{
    QFETCH(int, status);
    QFETCH(int, ended);
    Recorder recorder;
    RecordedHttp http(recorder);
    http.request(0, "POST", "/mcp", kHead, ask(1), {1, 1});
    http.request(1, "POST", "/mcp", kHead, ask(2), {1, 1});
    if (status > 0)
        http.respond(0, status, kResponseHead, {2, 2});
    http.end(0, static_cast<Ended>(ended), {3, 3});
    const auto rows = takeAll(recorder);
    QTEST(int(rows.at(1).state), "state");
    QCOMPARE(rows.at(3).state, State::Pending); // of another exchange
}

// After a login, for more scopes, or because an idle connection was closed: the request is recorded
// once, and its response arrives in another exchange.
void RecordedExchangesTest::takesTheResponseToARepeatedRequest()
{
    Recorder recorder;
    RecordedHttp http(recorder);
    http.request(0, "POST", "/mcp", kHead, ask(1), {1, 1});
    http.respond(0, 403, kResponseHead, {2, 2});
    http.end(0, Ended::Done, {3, 3});
    http.request(1, "POST", "/mcp", kHead, {}, {4, 4});
    http.events(1, "data: " + result(1) + "\n\n", {5, 5});
    const auto rows = takeAll(recorder);
    const auto &request = rows.at(1);
    QCOMPARE(request.state, State::Ok);
    QCOMPARE(rows.at(request.pair - 1).state, State::Ok);
    for (const auto &row : rows)
        QVERIFY(!trace::countsAsError(row));
}

void RecordedExchangesTest::endsRequestsWhenTheConnectionEnds()
{
    Recorder recorder;
    RecordedHttp http(recorder);
    http.request(0, "POST", "/mcp", kHead, ask(1), {1, 1});
    http.request(1, "POST", "/mcp", kHead, ask(2), {1, 1});
    http.lifecycle("connection ended: by us", "connection ended", {2, 2});
    const auto rows = takeAll(recorder);
    QCOMPARE(rows.at(1).state, State::NoResponse);
    QCOMPARE(rows.at(3).state, State::NoResponse);
}

void RecordedExchangesTest::findsAProblemsMessageAmongManyLanes()
{
    Recorder recorder;
    RecordedHttp http(recorder);
    for (int lane = 0; lane < 50; ++lane)
        http.request(lane, "POST", "/mcp", kHead, ask(lane), {1, 1});
    const auto rows = takeAll(recorder);
    const auto &message = rows.at(2 * 33 + 1);
    recorder.problem(message.stream, message.offset, Problem::DuplicateId);
    recorder.problem(rows[0].stream, rows[0].offset, Problem::TooLong); // an exchange is no message
    const auto changes = recorder.take();
    QCOMPARE(changes.changed.size(), std::size_t(1));
    QCOMPARE(changes.changed[0].first, Number(2 * 33 + 2));
    QCOMPARE(changes.changed[0].second.problem, Problem::DuplicateId);
}

void RecordedExchangesTest::remembersABoundedNumberOfPlaces()
{
    trace::RecentRecords recent;
    constexpr Number kCount = 5 * trace::RecentRecords::kRecords;
    for (Number number = 1; number <= kCount; ++number) {
        Record record;
        record.stream = static_cast<rpc::StreamId>(number % 5000);
        record.offset = number;
        recent.add(number, record);
    }
    QVERIFY(recent.placeCount() <= 2 * trace::RecentRecords::kRecords);
    const Number near = kCount - 1000;
    QCOMPARE(recent.numberAt(static_cast<rpc::StreamId>(near % 5000), near), near);
    QVERIFY(recent.find(near));
    QVERIFY(!recent.find(1000));
}

void RecordedExchangesTest::changesNothingAfterTheEnd()
{
    Recorder recorder;
    RecordedHttp http(recorder);
    http.request(0, "POST", "/mcp", kHead, {}, {1, 1});
    http.end(0, Ended::Done, {2, 2});
    recorder.take();
    http.end(0, Ended::Failed, {3, 3});
    recorder.updateExchange(77, {});
    const auto changes = recorder.take();
    QVERIFY(changes.changed.empty());
}

void RecordedExchangesTest::leavesAFileThatTellsTheSame()
{
    const auto path = m_dir.filePath(QStringLiteral("session.sonde"));
    std::vector<Record> seen;
    {
        Recorder recorder;
        QVERIFY(recorder.open(path).ok());
        RecordedHttp http(recorder);
        http.request(0, "POST", "/mcp", kHead, ask(1), {1, 1});
        http.request(1, "GET", "/mcp", kHead, {}, {2, 2});
        auto changes = recorder.take();
        QVERIFY(recorder.flush().ok()); // what follows changes rows of the file
        http.respond(0, 200, kResponseHead, {3, 3});
        http.events(0,
            "id: 1\ndata:\n\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"id\":1,\"result\":{}}\n\n",
            {4, 4});
        http.end(0, Ended::Done, {5, 5});
        http.request(0, "POST", "/mcp", kHead, ask(2), {6, 6});
        http.end(0, Ended::Failed, {7, 7});
        http.request(0, "POST", "/mcp", kHead,
            R"({"jsonrpc":"2.0","id":3,"method":"server/discover"})", {8, 8});
        http.respond(0, 200, kResponseHead, {9, 9});
        http.events(0,
            "data: {\"jsonrpc\":\"2.0\",\"id\":3,\"error\":{\"code\":-32601,\"message\":\"\"}}\n\n",
            {10, 10});
        http.request(1, "POST", "/mcp", kHead, ask(4), {11, 11});
        http.lifecycle(
            "request timed out\tNo response within 1 s.\tid 4", "request timed out", {12, 12});
        seen = changes.fresh;
        changes = recorder.take();
        seen.insert(seen.end(), changes.fresh.begin(), changes.fresh.end());
        for (const auto &[number, record] : changes.changed)
            seen.at(number - 1) = record;
    }
    auto opened = SessionReader::open(path);
    QVERIFY2(opened.ok(), opened.ok() ? "" : qPrintable(opened.error().sentence));
    const auto &reader = *opened.value();
    const auto records = reader.records(1, 100);
    QVERIFY2(records.ok(), records.ok() ? "" : qPrintable(records.error().sentence));
    QCOMPARE(records->size(), seen.size());
    const auto timedOut = std::find_if(seen.begin(), seen.end(),
        [](const Record &record) { return record.state == trace::State::TimedOut; });
    QVERIFY(timedOut != seen.end());
    QCOMPARE(timedOut->kind, rpc::Kind::Request);
    for (std::size_t i = 0; i < seen.size(); ++i)
        QVERIFY2(std::memcmp(&(*records)[i], &seen[i], sizeof(Record)) == 0,
            QByteArray::number(qulonglong(i + 1)).constData());
    QCOMPARE(test::textOf(reader.read(seen.at(4))),
        QByteArray("{\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{}}"));
    QVERIFY(test::textOf(reader.read(seen.at(0))).contains("\"status\":200"));
}

void RecordedExchangesTest::refusesAFileWhoseExchangesCannotBe_data()
{
    QTest::addColumn<bool>("good");
    QTest::newRow("UPDATE message SET id = 'x' WHERE kind = 7") << false;
    QTest::newRow("UPDATE message SET pair = 2 WHERE kind = 7") << false;
    QTest::newRow("UPDATE message SET folded = 1 WHERE kind = 7") << false;
    QTest::newRow("UPDATE message SET parent = 1 WHERE number = 3") << false;
    QTest::newRow("UPDATE message SET kind = 7 WHERE number = 2") << false;
    QTest::newRow("UPDATE message SET parent = 3 WHERE number = 2") << false;
    QTest::newRow("DELETE FROM exchange") << false;
    QTest::newRow("UPDATE exchange SET ended = -1") << false;
    QTest::newRow("UPDATE exchange SET received = -1") << false;
    QTest::newRow("UPDATE exchange SET received = 1 << 32") << false;
    QTest::newRow("UPDATE exchange SET ended = 5, received = (1 << 32) - 1") << true;
    QTest::newRow("UPDATE message SET kind = 8, error = 7 WHERE kind = 7") << true;
}

void RecordedExchangesTest::refusesAFileWhoseExchangesCannotBe()
{
    QFETCH(bool, good);
    const auto path = m_dir.filePath(QStringLiteral("damaged%1.sonde").arg(++m_files));
    {
        Recorder recorder;
        QVERIFY(recorder.open(path).ok());
        RecordedHttp http(recorder);
        http.request(0, "POST", "/mcp", kHead, ask(1), {1, 1});
        http.request(1, "POST", "/mcp", kHead, ask(2), {1, 1});
    }
    test::makeVersion5(path);
    test::changeFile(path, QTest::currentDataTag());
    const auto opened = SessionReader::open(path);
    QVERIFY(opened.ok());
    QCOMPARE(opened.value()->records(1, 10).ok(), good);
}

void RecordedExchangesTest::keepsARowOfAnEventWithoutAMessage()
{
    Recorder recorder;
    RecordedHttp http(recorder);
    const auto exchange = http.request(0, "GET", "/sse", kHead, {}, {1, 1});
    http.events(0, "event: endpoint\ndata: /messages?id=1\n\n", {2, 2});
    const auto rows = takeAll(recorder);
    QCOMPARE(rows.at(1).kind, Kind::Event);
    QCOMPARE(recorder.string(rows[1].method), QStringLiteral("endpoint"));
    QCOMPARE(trace::carrierOf(rows[1]), exchange);
    QCOMPARE(rows[1].state, State::None);
}

QTEST_GUILESS_MAIN(RecordedExchangesTest)
#include "tst_recordedexchanges.moc"
