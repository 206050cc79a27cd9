// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/message.h"
#include "trace/recorder.h"
#include "trace/sessionreader.h"

#include <QFile>
#include <QFileInfo>
#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <atomic>
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

namespace {

// Records whole lines on the streams of one connection, as a wire does.
class Wire {
public:
    explicit Wire(Recorder &recorder, int connection = 1)
        : m_recorder(recorder)
    {
        for (int channel = 0; channel < 4; ++channel) {
            m_streams[channel] = recorder.openStream(
                {QStringLiteral("demo"), connection, static_cast<Channel>(channel), false});
        }
    }
    rpc::StreamId stream(Channel channel) const { return m_streams[static_cast<int>(channel)]; }

    // Gives the offset of the message.
    std::uint64_t put(Channel channel, std::string_view line)
    {
        return put(channel, line, SystemClock::instance().now());
    }
    std::uint64_t put(Channel channel, std::string_view line, Stamp at)
    {
        const auto offset = m_offsets[static_cast<int>(channel)];
        const Bytes bytes = Bytes::copyOf(std::string(line) + '\n');
        append(channel, bytes, at);
        for (auto &message : rpc::decode(bytes.slice(0, line.size()), true)) {
            if (channel == Channel::Lifecycle)
                message.kind = Kind::Lifecycle;
            if (channel == Channel::Stderr)
                message.kind = Kind::Stderr;
            const auto inside = message.bytes().data() - bytes.data();
            m_recorder.message(
                stream(channel), offset + static_cast<std::uint64_t>(inside), at, message);
        }
        return offset;
    }
    void append(Channel channel, const Bytes &bytes, Stamp at = {1, 1})
    {
        auto &offset = m_offsets[static_cast<int>(channel)];
        m_recorder.bytes(stream(channel), offset, at, bytes);
        offset += bytes.size();
    }

private:
    Recorder &m_recorder;
    rpc::StreamId m_streams[4] = {};
    std::uint64_t m_offsets[4] = {};
};

QByteArray text(const Result<Bytes> &bytes)
{
    return bytes ? bytes->toByteArray() : QByteArray("error: ") + bytes.error().sentence.toUtf8();
}

// What the crash test's child does until it is killed: 100,000 messages a second, and every now and
// then the time and number of the newest on stdout.
int flood(const QString &path)
{
    Recorder recorder;
    if (!recorder.open(path))
        return 1;
    Wire wire(recorder);
    QFile out;
    if (!out.open(stdout, QIODevice::WriteOnly | QIODevice::Unbuffered))
        return 1;
    const auto start = SystemClock::instance().now();
    for (std::int64_t count = 0;; ++count) {
        auto now = SystemClock::instance().now();
        while (now.steady - start.steady < count * 10'000)
            now = SystemClock::instance().now();
        wire.put(Channel::Received,
            R"({"jsonrpc":"2.0","method":"notifications/tick","params":{"name":"n"}})", now);
        if (count % 1000 == 0)
            out.write(QByteArray::number(qint64(now.wall)) + '\n');
    }
}

} // namespace

class RecorderTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void givesBackTheExactBytes_data();
    void givesBackTheExactBytes();
    void readsAMessageOverAThousandChunks();
    void readsWhatIsPartlyInTheFile();
    void summarizesMessages_data();
    void summarizesMessages();
    void pairsAcrossBatches();
    void reportsALaterProblem();
    void marksPendingRequestsWhenTheProcessEnds();
    void knowsTheWholeOfALongId();
    void wakesTheListenerOncePerTake();
    void createsAPrivateFile();
    void refusesAFileThatExists();
    void refusesAFolderThatDoesNotExist();
    void refusesToOpenAfterTheBeginning();
    void keepsTheNewestBytesWithoutAFile();
    void blocksAProducerInsteadOfLosingBytes();
    void goesOnInMemoryWhenTheFileFails();
    void takesCallsFromManyThreads();
    void leavesAFileThatTellsTheSame();
    void losesAtMostTheLastMomentWhenKilled();

private:
    QString newPath() { return m_dir.filePath(QStringLiteral("session%1.sonde").arg(++m_files)); }
    QTemporaryDir m_dir;
    int m_files = 0;
};

void RecorderTest::givesBackTheExactBytes_data()
{
    QTest::addColumn<bool>("file");
    QTest::newRow("from memory") << false;
    QTest::newRow("from the file") << true;
}

void RecorderTest::givesBackTheExactBytes()
{
    QFETCH(bool, file);
    Recorder recorder;
    if (file)
        QVERIFY(recorder.open(newPath()).ok());
    Wire wire(recorder);
    const std::string_view exact =
        R"({"jsonrpc":"2.0","id":1,"result":{"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2}})";
    const std::string_view invalid("\xff\xfe stray \0 output \xc3", 18);
    const auto first = wire.put(Channel::Received, exact);
    const auto second = wire.put(Channel::Received, invalid);
    const auto third = wire.put(Channel::Stderr, invalid);
    QVERIFY(recorder.flush().ok());

    const auto received = wire.stream(Channel::Received);
    QCOMPARE(text(recorder.read(received, first, exact.size())),
        QByteArray(exact.data(), qsizetype(exact.size())));
    QCOMPARE(text(recorder.read(received, second, 18)), QByteArray(invalid.data(), 18));
    QCOMPARE(text(recorder.read(wire.stream(Channel::Stderr), third, 18)),
        QByteArray(invalid.data(), 18));
    const auto changes = recorder.take();
    QCOMPARE(changes.fresh.size(), std::size_t(3));
    QCOMPARE(
        text(recorder.read(changes.fresh[0])), QByteArray(exact.data(), qsizetype(exact.size())));
    QCOMPARE(changes.fresh[1].kind, Kind::Invalid);
    QCOMPARE(changes.fresh[2].kind, Kind::Stderr);
    QVERIFY(!recorder.read(received, first, 10'000).ok());
    QVERIFY(!recorder.read(999, 0, 1).ok());
    QCOMPARE(text(recorder.read(received, first, 0)), QByteArray());
    QCOMPARE(recorder.byteCount(), std::uint64_t(exact.size() + 1 + 19 + 19));
}

void RecorderTest::readsAMessageOverAThousandChunks()
{
    const auto path = newPath();
    QByteArray whole;
    rpc::StreamId stream = 0;
    {
        Recorder recorder;
        QVERIFY(recorder.open(path).ok());
        Wire wire(recorder);
        stream = wire.stream(Channel::Received);
        for (int i = 0; i < 1500; ++i) {
            const QByteArray piece = QByteArray::number(i * 7919).repeated(i % 13 + 1);
            wire.append(Channel::Received, Bytes::fromByteArray(piece));
            whole += piece;
            if (i == 700)
                QVERIFY(recorder.flush().ok());
        }
        const auto size = static_cast<std::uint64_t>(whole.size());
        QCOMPARE(text(recorder.read(stream, 0, size)), whole);
        QCOMPARE(text(recorder.read(stream, 3, size - 5)), whole.mid(3, whole.size() - 5));
        QVERIFY(recorder.flush().ok());
        QCOMPARE(text(recorder.read(stream, 1, size - 1)), whole.mid(1));
    }
    auto reader = SessionReader::open(path);
    QVERIFY2(reader.ok(), reader.ok() ? "" : qPrintable(reader.error().sentence));
    const auto length = reader.value()->streamLength(stream);
    QCOMPARE(*length, static_cast<std::uint64_t>(whole.size()));
    QCOMPARE(text(reader.value()->read(stream, 0, *length)), whole);
}

void RecorderTest::readsWhatIsPartlyInTheFile()
{
    Recorder recorder;
    QVERIFY(recorder.open(newPath()).ok());
    Wire wire(recorder);
    wire.append(Channel::Sent, Bytes::copyOf("in the file, "));
    QVERIFY(recorder.flush().ok());
    wire.append(Channel::Sent, Bytes::copyOf("in memory"));
    QCOMPARE(text(recorder.read(wire.stream(Channel::Sent), 3, 15)), QByteArray("the file, in me"));
}

void RecorderTest::summarizesMessages_data()
{
    QTest::addColumn<QByteArray>("request");
    QTest::addColumn<QByteArray>("answer");
    QTest::addColumn<QString>("target");
    QTest::addColumn<QString>("answerTarget");
    const auto row = [](const char *name, const char *method, const char *params,
                         const char *result, const char *target, const char *answerTarget) {
        QByteArray request(R"({"jsonrpc":"2.0","id":7,"method":")");
        request.append(method).append(R"(","params":)").append(params).append('}');
        QByteArray answer(R"({"jsonrpc":"2.0","id":7,"result":)");
        answer.append(result).append('}');
        QTest::newRow(name) << request << answer << QString::fromUtf8(target)
                            << QString::fromUtf8(answerTarget);
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
    row("progress", "notifications/progress", R"({"progress":1,"total":3})", "{}", "1 of 3",
        "1 of 3");
    row("log", "notifications/message", R"({"level":"info","data":{"a":1}})", "{}",
        "info: {\"a\":1}", "info: {\"a\":1}");
    const QByteArray longName(1000, 'n');
    const QByteArray params = R"({"name":")" + longName + "\"}";
    const QByteArray cut = longName.left(200);
    row("long", "tools/call", params.constData(), "{}", cut.constData(), cut.constData());
}

void RecorderTest::summarizesMessages()
{
    QFETCH(QByteArray, request);
    QFETCH(QByteArray, answer);
    Recorder recorder;
    Wire wire(recorder);
    wire.put(Channel::Sent, request.toStdString());
    wire.put(Channel::Received, answer.toStdString());
    const auto changes = recorder.take();
    QCOMPARE(changes.fresh.size(), std::size_t(2));
    QTEST(recorder.string(changes.fresh[0].target), "target");
    QTEST(recorder.string(changes.fresh[1].target), "answerTarget");
    QCOMPARE(changes.fresh[1].method, changes.fresh[0].method);
    QCOMPARE(changes.fresh[0].state, State::Ok);
    QCOMPARE(changes.fresh[0].pair, Number(2));
    QCOMPARE(changes.fresh[1].pair, Number(1));
}

void RecorderTest::pairsAcrossBatches()
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

void RecorderTest::reportsALaterProblem()
{
    Recorder recorder;
    Wire wire(recorder);
    wire.put(Channel::Received, R"({"jsonrpc":"2.0","id":1,"method":"roots/list"})");
    const auto at = wire.put(Channel::Received, R"({"jsonrpc":"2.0","id":5,"result":{}})");
    recorder.take();
    recorder.problem(wire.stream(Channel::Received), at, Problem::LateAnswer);
    recorder.problem(wire.stream(Channel::Received), 0, Problem::UnexpectedRequest);
    recorder.problem(wire.stream(Channel::Received), at + 1, Problem::TooLong); // names nothing
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","id":1,"result":{}})");
    const auto changes = recorder.take();
    QCOMPARE(changes.changed.size(), std::size_t(2));
    QCOMPARE(changes.changed[0].first, Number(2));
    QCOMPARE(changes.changed[0].second.problem, Problem::LateAnswer);
    QCOMPARE(changes.changed[0].second.state, State::Late);
    QCOMPARE(changes.changed[1].second.problem, Problem::UnexpectedRequest);
    QCOMPARE(changes.changed[1].second.state, State::Ok);
}

void RecorderTest::marksPendingRequestsWhenTheProcessEnds()
{
    Recorder recorder;
    Wire one(recorder, 1);
    Wire other(recorder, 2);
    one.put(Channel::Sent, R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    other.put(Channel::Sent, R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    one.put(Channel::Lifecycle, "process ended: exit code 1");
    const auto changes = recorder.take();
    QCOMPARE(changes.fresh[0].state, State::NoAnswer);
    QCOMPARE(changes.fresh[1].state, State::Pending);
    QCOMPARE(changes.fresh[2].kind, Kind::Lifecycle);
}

void RecorderTest::knowsTheWholeOfALongId()
{
    Recorder recorder;
    Wire wire(recorder);
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","id":"a-rather-long-id","method":"ping"})");
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","id":42,"method":"ping"})");
    const auto changes = recorder.take();
    QCOMPARE(recorder.idText(changes.fresh[0]), QStringLiteral("\"a-rather-long-id\""));
    QCOMPARE(recorder.idText(changes.fresh[1]), QStringLiteral("42"));
}

void RecorderTest::wakesTheListenerOncePerTake()
{
    Recorder recorder;
    Wire wire(recorder);
    int woken = 0;
    recorder.setListener([&] { ++woken; });
    for (int i = 0; i < 10; ++i)
        wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"a"})");
    QCOMPARE(woken, 1);
    QCOMPARE(recorder.take().fresh.size(), std::size_t(10));
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"a"})");
    QCOMPARE(woken, 2);
    recorder.setListener({});
    const auto changes = recorder.take();
    QCOMPARE(changes.firstNew, Number(11));
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"a"})");
    QCOMPARE(woken, 2);
}

void RecorderTest::createsAPrivateFile()
{
    const auto path = newPath();
    Recorder recorder;
    QVERIFY(recorder.open(path).ok());
    QCOMPARE(recorder.path(), path);
    Wire wire(recorder);
    wire.put(Channel::Sent, "{}");
    QVERIFY(recorder.flush().ok());
    for (const auto *suffix : {"", "-wal"}) {
        const auto permissions = QFile::permissions(path + QLatin1String(suffix));
        QVERIFY(permissions.testFlag(QFile::ReadOwner));
        QVERIFY(!(permissions & (QFile::ReadGroup | QFile::ReadOther | QFile::WriteGroup)));
    }
}

void RecorderTest::refusesAFileThatExists()
{
    const auto path = newPath();
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write("precious");
    file.close();
    Recorder recorder;
    const auto opened = recorder.open(path);
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().sentence.contains(path));
    QCOMPARE(opened.error().domain, Domain::Storage);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), QByteArray("precious"));
}

void RecorderTest::refusesAFolderThatDoesNotExist()
{
    Recorder recorder;
    const auto opened = recorder.open(m_dir.filePath(QStringLiteral("nowhere/a.sonde")));
    QVERIFY(!opened.ok());
    QVERIFY(opened.error().sentence.startsWith(QStringLiteral("Cannot create the session file")));
    Wire wire(recorder);
    wire.put(Channel::Sent, "{}"); // and recording goes on in memory
    QCOMPARE(recorder.messageCount(), std::uint64_t(1));
}

void RecorderTest::refusesToOpenAfterTheBeginning()
{
    Recorder recorder;
    Wire wire(recorder);
    wire.put(Channel::Sent, "{}");
    QVERIFY(!recorder.open(newPath()).ok());
}

void RecorderTest::keepsTheNewestBytesWithoutAFile()
{
    Recorder recorder(100'000);
    Wire wire(recorder);
    const std::string piece(1000, 'x');
    for (int i = 0; i < 1000; ++i)
        wire.append(i % 2 ? Channel::Sent : Channel::Received, Bytes::copyOf(piece), {i, i});
    const auto stream = wire.stream(Channel::Received);
    QVERIFY(!recorder.read(stream, 0, 10).ok());
    QVERIFY(recorder.read(stream, 0, 10).error().sentence.contains(QStringLiteral("not kept")));
    QVERIFY(recorder.read(stream, 470'000, 30'000).ok());
    QVERIFY(recorder.read(wire.stream(Channel::Sent), 470'000, 30'000).ok());
    QCOMPARE(recorder.byteCount(), std::uint64_t(1'000'000));
}

void RecorderTest::blocksAProducerInsteadOfLosingBytes()
{
    const auto path = newPath();
    constexpr int kMessages = 20'000;
    {
        Recorder recorder(20'000); // the writer must free room many times
        QVERIFY(recorder.open(path).ok());
        Wire wire(recorder);
        for (int i = 0; i < kMessages; ++i)
            wire.put(Channel::Received,
                R"({"jsonrpc":"2.0","method":"n","params":)" + std::to_string(i) + "}");
    }
    auto reader = SessionReader::open(path);
    QVERIFY(reader.ok());
    QCOMPARE(reader.value()->messageCount(), std::uint64_t(kMessages));
    const auto last = reader.value()->records(kMessages, 1);
    QVERIFY(last.ok());
    const auto &record = last->front();
    QCOMPARE(text(reader.value()->read(record.stream, record.offset, record.length)),
        QByteArray(R"({"jsonrpc":"2.0","method":"n","params":19999})"));
}

void RecorderTest::goesOnInMemoryWhenTheFileFails()
{
    const auto path = newPath();
    Recorder recorder;
    QVERIFY(recorder.open(path).ok());
    Wire wire(recorder);
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"early"})");
    QVERIFY(recorder.flush().ok());
    QVERIFY(!recorder.failure());

    // Another hand takes a table away: the next batch cannot be written.
    QProcess sqlite;
    sqlite.start(QStringLiteral("sqlite3"), {path, QStringLiteral("DROP TABLE message")});
    if (!sqlite.waitForFinished() || sqlite.exitCode() != 0)
        QSKIP("the sqlite3 program is not installed");
    const auto late = wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"late"})");
    QVERIFY(!recorder.flush().ok());
    QVERIFY(recorder.failure());
    QVERIFY(!recorder.failure()->sentence.isEmpty());
    QCOMPARE(text(recorder.read(wire.stream(Channel::Sent), late, 33)),
        QByteArray(R"({"jsonrpc":"2.0","method":"late"})"));
    wire.put(Channel::Sent, R"({"jsonrpc":"2.0","method":"later"})");
    QCOMPARE(recorder.take().fresh.size(), std::size_t(3));
    QCOMPARE(text(recorder.read(wire.stream(Channel::Sent), 0, 10)), QByteArray(R"({"jsonrpc")"));
}

void RecorderTest::takesCallsFromManyThreads()
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

void RecorderTest::leavesAFileThatTellsTheSame()
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

void RecorderTest::losesAtMostTheLastMomentWhenKilled()
{
    const auto path = newPath();
    QProcess child;
    child.start(QCoreApplication::applicationFilePath(), {QStringLiteral("--flood"), path});
    QVERIFY(child.waitForStarted());
    QByteArray printed;
    qint64 first = 0;
    qint64 last = 0;
    QDeadlineTimer deadline(20'000);
    while (!deadline.hasExpired() && last - first < 1'500'000'000) {
        child.waitForReadyRead(100);
        printed += child.readAllStandardOutput();
        const auto lines = printed.left(printed.lastIndexOf('\n')).split('\n');
        first = lines.first().toLongLong();
        last = lines.last().toLongLong();
    }
    child.kill();
    QVERIFY(child.waitForFinished());
    printed += child.readAllStandardOutput();
    last = printed.left(printed.lastIndexOf('\n')).split('\n').last().toLongLong();

    auto opened = SessionReader::open(path);
    QVERIFY2(opened.ok(), opened.ok() ? "" : qPrintable(opened.error().sentence));
    const auto &reader = *opened.value();
    const auto count = reader.messageCount();
    QVERIFY(count > 1000);
    const auto records = reader.records(static_cast<Number>(count), 1);
    QVERIFY(records.ok());
    const auto &record = records->front();
    QVERIFY(reader.read(record.stream, record.offset, record.length).ok());
    const auto missed = (last - record.wallNs) / 1'000'000;
    qInfo("%llu messages in the file, the last %lld ms missed",
        static_cast<unsigned long long>(count), static_cast<long long>(missed));
    QVERIFY2(missed <= 250, qPrintable(QString::number(missed)));
}

int main(int argc, char *argv[])
{
    QCoreApplication app(argc, argv);
    if (app.arguments().value(1) == QStringLiteral("--flood"))
        return flood(app.arguments().value(2));
    RecorderTest test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_recorder.moc"
