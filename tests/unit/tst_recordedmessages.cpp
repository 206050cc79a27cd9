// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/recordedwire.h"
#include "trace/file/sessionreader.h"
#include "trace/record/summary.h"

#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
#include <cstring>
#include <thread>

using namespace sonde;
using rpc::Channel;
using rpc::Kind;
using rpc::Problem;
using trace::Number;
using trace::Record;
using trace::Recorder;
using trace::SessionReader;
using trace::State;
using Wire = test::RecordedWire;

class RecordedMessagesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void keepsNoChangesForNobody()
    {
        Recorder recorder;
        recorder.keepNoChanges();
        test::RecordedWire wire(recorder);
        wire.put(rpc::Channel::Sent, R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
        QVERIFY(recorder.take().fresh.empty());
        QCOMPARE(recorder.messageCount(), std::uint64_t(1));
    }

    void summarizesMessages_data();
    void summarizesMessages();
    void keepsNoStringForAnEventButDescribesIt();
    void pairsAcrossBatches();
    void reportsALaterProblem();
    void marksPendingRequestsWhenTheProcessEnds();
    void knowsTheWholeOfALongId();
    void wakesTheListenerOncePerTake();
    void takesCallsFromManyThreads();
    void leavesAFileThatTellsTheSame();

private:
    QString newPath() { return m_dir.filePath(QStringLiteral("session%1.sonde").arg(++m_files)); }
    QTemporaryDir m_dir;
    int m_files = 0;
};

void RecordedMessagesTest::summarizesMessages_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("response");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("responseTarget");
    const auto row = [](const char *name, const char *method, const char *params,
                         const char *result, const char *target, const char *responseTarget) {
        QByteArray request(R"({"jsonrpc":"2.0","id":7,"method":")");
        request.append(method).append(R"(","params":)").append(params).append('}');
        QByteArray response(R"({"jsonrpc":"2.0","id":7,"result":)");
        response.append(result).append('}');
        QTest::newRow(name) << request << response << QString::fromUtf8(target)
                            << QString::fromUtf8(responseTarget);
    };
    row("tool", "tools/call", R"({"name":"echo"})", R"({"tools":[1]})", "echo", "echo");
    row("escaped name", "tools/call", R"({"name":"e\u0063ho \"x\""})", "{}", "echo \"x\"",
        "echo \"x\"");
    row("resource", "resources/read", R"({"uri":"file:///a"})", "{}", "file:///a", "file:///a");
    row("tools", "tools/list", "{}", R"({"tools":[{},{},{}]})", "", "3 tools");
    row("one prompt", "prompts/list", "{}", R"({"prompts":[{}]})", "", "1 prompt");
    row("templates", "resources/templates/list", "{}", R"({"resourceTemplates":[]})", "",
        "0 templates");
    row("initialize", "initialize", R"({"protocolVersion":"2025-11-25"})",
        R"({"protocolVersion":"2025-06-18"})", "2025-11-25", "2025-06-18");
    row("discover", "server/discover", "{}", R"({"supportedVersions":["2026-07-28","2025-11-25"]})",
        "", "2026-07-28, 2025-11-25");
    row("sampling", "sampling/createMessage",
        R"({"messages":[{"content":{"type":"text","text":"Hello?"}}]})", "{}", "Hello?", "Hello?");
    row("elicitation", "elicitation/create", R"({"message":"Who?"})", "{}", "Who?", "Who?");
    row("input required", "tools/call", R"({"name":"trip"})",
        R"({"resultType":"input_required","inputRequests":{"a":{},"b":{}}})", "trip",
        "input_required · 2 requests");
    row("only a state", "tools/call", R"({"name":"trip"})",
        R"({"resultType":"input_required","requestState":"s"})", "trip",
        "input_required · 0 requests");
    row("task", "tools/call", R"({"name":"map"})", R"({"resultType":"task","taskId":"map-7"})",
        "map", "task map-7");
    row("task of 2025-11-25", "tools/call", R"({"name":"map"})",
        R"({"task":{"taskId":"map-7","status":"working"}})", "map", "task map-7");
    row("how a task is", "tasks/get", R"({"taskId":"map-7"})",
        R"({"resultType":"task","taskId":"map-7"})", "map-7", "map-7");
    const QByteArray longName(1000, 'n');
    const QByteArray params = R"({"name":")" + longName + "\"}";
    const QByteArray cut = longName.left(200);
    row("long", "tools/call", params.constData(), "{}", cut.constData(), cut.constData());
}

void RecordedMessagesTest::summarizesMessages()
{
    QFETCH(QByteArray, request);
    QFETCH(QByteArray, response);
    Recorder recorder;
    Wire wire(recorder);
    wire.put(Channel::Sent, request.toStdString());
    wire.put(Channel::Received, response.toStdString());
    const auto changes = recorder.take();
    QCOMPARE(changes.fresh.size(), std::size_t(2));
    QTEST(recorder.string(changes.fresh[0].target), "target");
    QTEST(recorder.string(changes.fresh[1].target), "responseTarget");
    QCOMPARE(changes.fresh[1].method, changes.fresh[0].method);
    QCOMPARE(changes.fresh[0].state, State::Ok);
    QCOMPARE(changes.fresh[0].pair, Number(2));
    QCOMPARE(changes.fresh[1].pair, Number(1));
}

// A flood of log messages, each another text, must not fill the table of strings.
void RecordedMessagesTest::keepsNoStringForAnEventButDescribesIt()
{
    Recorder recorder;
    Wire wire(recorder);
    const std::pair<const char *, const char *> events[] = {
        {R"({"jsonrpc":"2.0","method":"notifications/progress","params":{"progress":1,"total":3}})",
            "1 of 3"},
        {R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":"info","data":{"a":1}}})",
            R"(info: {"a":1})"},
    };
    for (const auto &[line, text] : events) {
        wire.put(Channel::Received, line);
        QCOMPARE(recorder.take().fresh.at(0).target, 0u);
        const auto message = rpc::decode(Bytes::copyOf(line), false).at(0);
        QCOMPARE(std::string(sonde::trace::describeEvent(message).view()), std::string(text));
    }
}

void RecordedMessagesTest::pairsAcrossBatches()
{
    const auto path = newPath();
    {
        Recorder recorder;
        QVERIFY(recorder.open(path).ok());
        Wire wire(recorder);
        wire.put(Channel::Sent, R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
        wire.put(Channel::Sent, R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
        QCOMPARE(recorder.take().fresh.size(), std::size_t(2));
        QVERIFY(recorder.flush().ok());
        wire.put(Channel::Received,
            R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no"}})");
        const auto changes = recorder.take();
        QCOMPARE(changes.firstNew, Number(3));
        QCOMPARE(changes.changed.size(), std::size_t(1));
        QCOMPARE(changes.changed[0].first, Number(1));
        QCOMPARE(changes.changed[0].second.state, State::Error);
        QCOMPARE(changes.changed[0].second.errorCode, -32601);
    }
    auto reader = SessionReader::open(path);
    QVERIFY(reader.ok());
    const auto records = reader.value()->records(1, 100);
    QVERIFY(records.ok());
    QCOMPARE(records->size(), std::size_t(3));
    QCOMPARE((*records)[0].state, State::Error);
    QCOMPARE((*records)[0].pair, Number(3));
    QCOMPARE((*records)[1].state, State::Pending);
    QCOMPARE((*records)[2].errorCode, -32601);
}

void RecordedMessagesTest::reportsALaterProblem()
{
    Recorder recorder;
    Wire wire(recorder);
    wire.put(Channel::Received, R"({"jsonrpc":"2.0","id":1,"method":"roots/list"})");
    const auto at = wire.put(Channel::Received, R"({"jsonrpc":"2.0","id":5,"result":{}})");
    recorder.take();
    recorder.problem(wire.stream(Channel::Received), at, Problem::LateResponse);
    recorder.problem(wire.stream(Channel::Received), 0, Problem::UnexpectedRequest);
    recorder.problem(wire.stream(Channel::Received), at + 1, Problem::TooLong); // names nothing
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","id":1,"result":{}})");
    const auto changes = recorder.take();
    QCOMPARE(changes.changed.size(), std::size_t(2));
    QCOMPARE(changes.changed[0].first, Number(2));
    QCOMPARE(changes.changed[0].second.problem, Problem::LateResponse);
    QCOMPARE(changes.changed[0].second.state, State::Late);
    QCOMPARE(changes.changed[1].second.problem, Problem::UnexpectedRequest);
    QCOMPARE(changes.changed[1].second.state, State::Ok);
}

void RecordedMessagesTest::marksPendingRequestsWhenTheProcessEnds()
{
    Recorder recorder;
    Wire one(recorder, 1);
    Wire other(recorder, 2);
    one.put(Channel::Sent, R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    other.put(Channel::Sent, R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    one.put(Channel::Lifecycle, "process ended: exit code 1");
    const auto changes = recorder.take();
    QCOMPARE(changes.fresh[0].state, State::NoResponse);
    QCOMPARE(changes.fresh[1].state, State::Pending);
    QCOMPARE(changes.fresh[2].kind, Kind::Lifecycle);
}

void RecordedMessagesTest::knowsTheWholeOfALongId()
{
    Recorder recorder;
    Wire wire(recorder);
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","id":"a-rather-long-id","method":"ping"})");
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","id":42,"method":"ping"})");
    const auto changes = recorder.take();
    QCOMPARE(recorder.idText(changes.fresh[0]), QStringLiteral("\"a-rather-long-id\""));
    QCOMPARE(recorder.idText(changes.fresh[1]), QStringLiteral("42"));
}

void RecordedMessagesTest::wakesTheListenerOncePerTake()
{
    Recorder recorder;
    Wire wire(recorder);
    int woken = 0;
    auto reader = recorder.makeReader([&] { ++woken; });
    for (int i = 0; i < 10; ++i)
        wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"a"})");
    QCOMPARE(woken, 1);
    QCOMPARE(reader->take().fresh.size(), std::size_t(10));
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"a"})");
    QCOMPARE(woken, 2);
    const auto changes = reader->take();
    QCOMPARE(changes.firstNew, Number(11));
    reader.reset();
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"a"})");
    QCOMPARE(woken, 2);
}

void RecordedMessagesTest::takesCallsFromManyThreads()
{
    const auto path = newPath();
    constexpr int kThreads = 4;
    constexpr int kMessages = 5'000;
    Recorder recorder(1'000'000);
    QVERIFY(recorder.open(path).ok());
    std::atomic<int> running = kThreads;
    std::vector<std::thread> threads;
    for (int i = 0; i < kThreads; ++i) {
        threads.emplace_back([&, i] {
            Wire wire(recorder, i);
            for (int n = 0; n < kMessages; ++n) {
                const auto id = std::to_string(n);
                wire.put(Channel::Sent, R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})");
                wire.put(Channel::Received, R"({"jsonrpc":"2.0","id":)" + id + R"(,"result":{}})");
            }
            --running;
        });
    }
    std::vector<Record> seen;
    const auto takeAll = [&] {
        const auto changes = recorder.take();
        seen.insert(seen.end(), changes.fresh.begin(), changes.fresh.end());
        for (const auto &[number, record] : changes.changed)
            seen[number - 1] = record;
        if (!changes.fresh.empty()) {
            const auto bytes = recorder.read(changes.fresh.back());
            QVERIFY(bytes.ok());
            QVERIFY(bytes->view().starts_with("{\"jsonrpc"));
        }
    };
    while (running > 0)
        takeAll();
    for (auto &thread : threads)
        thread.join();
    takeAll();
    QCOMPARE(seen.size(), std::size_t(kThreads * kMessages * 2));
    for (const auto &record : seen) {
        QCOMPARE(record.state, State::Ok);
        QCOMPARE(seen[record.pair - 1].pair, Number(&record - seen.data() + 1));
    }
}

void RecordedMessagesTest::leavesAFileThatTellsTheSame()
{
    const auto path = newPath();
    std::vector<Record> seen;
    QStringList strings;
    {
        Recorder recorder;
        QVERIFY(recorder.open(path).ok());
        Wire wire(recorder);
        wire.put(Channel::Lifecycle, "process started");
        wire.put(
            Channel::Sent, R"({"jsonrpc":"2.0","id":"a-rather-long-id","method":"tools/list"})");
        wire.put(Channel::Received, R"({"jsonrpc":"2.0","id":"a-rather-long-id","result":{}})");
        wire.put(Channel::Received, R"([{"jsonrpc":"2.0","method":"a"},{"jsonrpc":"2.0","id":9}])");
        wire.put(Channel::Received, "hello");
        wire.put(Channel::Stderr, "warning");
        wire.put(Channel::Lifecycle, "process ended: exit code 0");
        seen = recorder.take().fresh;
        for (const auto &record : seen)
            strings << recorder.string(record.method) << recorder.string(record.target);
    }
    QVERIFY(!QFileInfo::exists(path + QStringLiteral("-wal")));
    auto opened = SessionReader::open(path);
    QVERIFY2(opened.ok(), opened.ok() ? "" : qPrintable(opened.error().sentence));
    const auto &reader = *opened.value();
    QCOMPARE(reader.messageCount(), std::uint64_t(8));
    QCOMPARE(reader.streams().size(), std::size_t(4));
    QCOMPARE(reader.stream(reader.streams().front()).server, QStringLiteral("demo"));
    const auto records = reader.records(1, 8);
    QVERIFY(records.ok());
    QStringList fromFile;
    for (const auto &record : *records)
        fromFile << reader.string(record.method) << reader.string(record.target);
    QCOMPARE(fromFile, strings);
    QCOMPARE(records->size(), seen.size());
    for (std::size_t i = 0; i < seen.size(); ++i)
        QVERIFY(std::memcmp(&(*records)[i], &seen[i], sizeof(Record)) == 0);
}

QTEST_GUILESS_MAIN(RecordedMessagesTest)
#include "tst_recordedmessages.moc"
