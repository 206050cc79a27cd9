// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tracefeed.h"
#include "support/wholeexport.h"
#include "trace/record/statistics.h"
#include "trace/transfer/jsonlinesimport.h"
#include "json/builder.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::trace;
using namespace Qt::StringLiterals;

class TraceExportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void comesBackTheSameFromJsonLines();
    void keepsEveryByteInJsonLines();
    void keepsIdsInJsonLines_data();
    void keepsIdsInJsonLines();
    void givesNotesAway();
    void exportsASelection();
    void saysThatItCannotBeWritten();
    void refusesWhatIsNoTrace_data();
    void refusesWhatIsNoTrace();
    void writesRowsAsCsv();
    void writesAReport();
    void reportsTheServersOfItsMessagesOnly();
    void writesExchangesAsHar();
    void saysThatThereIsNothingForHar();
    void hidesSecretsOfTargets_data();
    void hidesSecretsOfTargets();
    void storesAFileInBatches();
    void countsByMethodAndTarget();

private:
    QString path(const char *name) const { return m_folder->filePath(QLatin1String(name)); }
    void record();
    std::string exported(const QString &file, ExportFormat format,
        const std::vector<Number> &chosen = {}, Redactor *redactor = nullptr);
    static std::vector<Record> recordsOf(const SessionStore &store);

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
};

namespace {

// Bytes that are hard to keep: no UTF-8, NUL, a mark of byte order, carriage returns, a name that
// stands twice, numbers that no double holds.
const std::string_view kLines[] = {
    "{\"jsonrpc\":\"2.0\",\"id\":1.0,\"method\":\"tools/call\",\"params\":{\"name\":\"a, "
    "\\\"b\\\"\","
    "\"arguments\":{\"n\":9007199254740993,\"n\":1e400,\"d\":-0}}}",
    "{ \"jsonrpc\" : \"2.0\", \"method\" : \"x\\u0000\\ud800\" }\r",
    "\xEF\xBB\xBF{\"jsonrpc\":\"2.0\",\"method\":\"y\"}",
    std::string_view("stray \0 \xff\xfe\xc3", 11),
    "{\"jsonrpc\":\"2.0\",\"method\":\"half",
    "",
    "=SUM(A1)",
};

} // namespace

void TraceExportTest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = path("session.sonde");
    record();
}

void TraceExportTest::record()
{
    Recorder recorder;
    QVERIFY(recorder.open(m_file).ok());
    tests::TraceFeed feed(recorder, u"the, demo"_s);
    feed.note("process started\t/usr/bin/demo");
    for (const std::string_view line : kLines) {
        feed.sent(line);
        feed.advance(1'234'567);
    }
    feed.received("{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{\"isError\":true}}");
    feed.diagnostic("-cache `miss`");
    QVERIFY(recorder.flush().ok());
}

std::vector<Record> TraceExportTest::recordsOf(const SessionStore &store)
{
    const auto records = store.reader().records(1, store.messageCount());
    return records ? *records : std::vector<Record>();
}

std::string TraceExportTest::exported(
    const QString &file, ExportFormat format, const std::vector<Number> &chosen, Redactor *redactor)
{
    const auto store = SessionStore::open(file);
    if (!store.ok())
        return store.error().sentence.toStdString();
    ExportSet set = tests::wholeSession(**store).value();
    set.redactor = redactor;
    if (!chosen.empty()) {
        set.chosen = chosen;
        set.whole = nullptr;
    }
    const auto text = tests::exported(set, format);
    return text ? *text : text.error().sentence.toStdString();
}

void TraceExportTest::comesBackTheSameFromJsonLines()
{
    const std::string once = exported(m_file, ExportFormat::JsonLines);
    QVERIFY(once.starts_with("{\"sonde\":\"trace\",\"version\":1,"));
    const QString again = path("again.sonde");
    const auto imported = importJsonLines(once, again);
    QVERIFY2(imported.ok(), qPrintable(imported.ok() ? QString() : imported.error().sentence));
    QCOMPARE(QByteArray::fromStdString(exported(again, ExportFormat::JsonLines)),
        QByteArray::fromStdString(once));
}

void TraceExportTest::keepsEveryByteInJsonLines()
{
    const QString again = path("again.sonde");
    QVERIFY(importJsonLines(exported(m_file, ExportFormat::JsonLines), again).ok());
    const auto before = SessionReader::open(m_file);
    const auto after = SessionReader::open(again);
    QVERIFY(before.ok() && after.ok());
    QCOMPARE((*after)->streams(), (*before)->streams());
    for (const rpc::StreamId stream : (*before)->streams()) {
        const auto length = (*before)->streamLength(stream);
        QVERIFY(length.ok());
        QCOMPARE((*after)->streamLength(stream).value(), *length);
        QCOMPARE((*after)->read(stream, 0, *length)->view(),
            (*before)->read(stream, 0, *length)->view());
        const auto chunks = (*before)->chunks(stream, 0, 1000);
        QCOMPARE((*after)->chunks(stream, 0, 1000)->size(), chunks->size());
    }
    const auto records = (*before)->records(1, 100);
    for (Number number = 1; number <= records->size(); ++number) {
        const auto text = (*before)->read((*records)[number - 1]);
        QCOMPARE((*after)->read((*(*after)->records(number, 1))[0])->view(), text->view());
    }
}

void TraceExportTest::keepsIdsInJsonLines_data()
{
    QTest::addColumn<std::string>("id"); // as JSON Lines name it
    QTest::addColumn<std::string>("message");
    const auto request = [](const std::string &id) {
        return R"({"jsonrpc":"2.0","id":)" + id + R"(,"method":"ping"})";
    };
    const std::string shortId = "12345678";
    const std::string tooLong = '"' + std::string(5000, 'a') + '"';
    QTest::newRow("one that a row holds") << shortId << request(shortId);
    QTest::newRow("one that only the bytes hold") << tooLong << request(tooLong);
    QTest::newRow("one that is not in the bytes") << std::string("123456789") << request("1");
}

void TraceExportTest::keepsIdsInJsonLines()
{
    QFETCH(const std::string, id);
    QFETCH(const std::string, message);
    json::Builder line;
    line.beginObject().member("number", 1).member("stream", 1).member("kind", "request");
    line.member("state", "ok").member("id", std::string_view(id)).rawMember("message", message);
    const std::string lines = "{\"sonde\":\"trace\",\"version\":1}\n"
                              "{\"stream\":1,\"server\":\"s\",\"channel\":\"sent\"}\n"
        + line.endObject().takeString();
    const QString first = path("first.sonde");
    const auto imported = importJsonLines(lines, first);
    QVERIFY2(imported.ok(), qPrintable(imported.ok() ? QString() : imported.error().sentence));
    const auto store = SessionStore::open(first);
    QCOMPARE((*store)->idText((*store)->readRecords().value()[0]), QString::fromStdString(id));
    const std::string once = exported(first, ExportFormat::JsonLines);
    const QString second = path("second.sonde");
    QVERIFY(importJsonLines(once, second).ok());
    QCOMPARE(exported(second, ExportFormat::JsonLines), once);
}

void TraceExportTest::givesNotesAway()
{
    {
        auto store = SessionStore::open(m_file);
        QVERIFY(store.ok());
        QVERIFY((*store)->setNote(2, {true, "slow_\n\nwhy?"}).ok());
        QVERIFY((*store)->setNote(9, {false, "a token=abc"}).ok());
    }
    const std::string lines = exported(m_file, ExportFormat::JsonLines, {2, 9});
    QVERIFY(lines.find("\"marked\":true,\"note\":\"slow_\\n\\nwhy?\"") != std::string::npos);
    const QString again = path("again.sonde");
    QVERIFY(importJsonLines(lines, again).ok());
    const auto notes = (*SessionReader::open(again))->notes();
    QCOMPARE(notes.size(), std::size_t(2));
    QVERIFY((notes[0] == std::pair(Number(1), Note{true, "slow_\n\nwhy?"})));
    QVERIFY((notes[1] == std::pair(Number(2), Note{false, "a token=abc"})));
    const std::string text = exported(m_file, ExportFormat::Markdown, {2});
    QVERIFY(text.find("> **Marked**\n>\n> slow\\_\n>\n> \n>\n> why?\n") != std::string::npos);
    const std::string tooLong = "{\"sonde\":\"trace\",\"version\":1}\n"
                                "{\"stream\":1,\"connection\":1,\"channel\":\"sent\"}\n"
                                "{\"number\":1,\"stream\":1,\"kind\":\"notification\","
                                "\"state\":\"none\",\"text\":\"x\",\"note\":\""
        + std::string(Note::kMaxText + 1, 'x') + "\"}";
    const auto refused = importJsonLines(tooLong, path("refused.sonde"));
    QVERIFY(!refused.ok());
    QVERIFY(refused.error().sentence.contains(QStringLiteral("note is too long")));
}

void TraceExportTest::exportsASelection()
{
    const std::string text = exported(m_file, ExportFormat::JsonLines, {2, 9});
    QVERIFY(text.find("\"bytes\":") == std::string::npos);
    const QString again = path("again.sonde");
    QVERIFY(importJsonLines(text, again).ok());
    const auto store = SessionStore::open(again);
    QVERIFY(store.ok());
    const auto records = recordsOf(**store);
    QCOMPARE(records.size(), std::size_t(2));
    QCOMPARE(records[0].pair, Number(2)); // numbered anew
    QCOMPARE(records[1].pair, Number(1));
    QCOMPARE((*store)->read(records[0])->view(), kLines[0]);
}

void TraceExportTest::saysThatItCannotBeWritten()
{
    const auto store = SessionStore::open(m_file);
    QVERIFY(store.ok());
    const ExportSet set = tests::wholeSession(**store).value();
    for (const ExportFormat format :
        {ExportFormat::JsonLines, ExportFormat::Markdown, ExportFormat::Csv}) {
        const auto done = exportTrace(set, format, [](std::string_view) { return false; });
        QVERIFY2(!done.ok(), qPrintable(formatName(format)));
        QCOMPARE(done.error().domain, Domain::Storage);
        QCOMPARE(done.error().sentence, u"The export could not be written."_s);
    }
}

void TraceExportTest::refusesWhatIsNoTrace_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    const QByteArray head = "{\"sonde\":\"trace\",\"version\":1}\n";
    const QByteArray stream =
        "{\"stream\":1,\"server\":\"s\",\"connection\":1,\"channel\":\"sent\"}\n";
    const QByteArray message =
        "{\"number\":1,\"steady\":1,\"wall\":1,\"stream\":1,\"offset\":0,\"kind\":\"request\","
        "\"state\":\"ok\",\"text\":\"x\"}\n";
    const auto row = [](const char *name, const QByteArray &text, const char *why) {
        QTest::newRow(name) << text << QString::fromLatin1(why);
    };
    row("empty", "", "does not begin");
    row("no json", "hello", "line 1: it is no JSON object");
    row("other json", "{\"log\":{}}", "does not begin");
    row("newer", "{\"sonde\":\"trace\",\"version\":2}", "does not begin");
    row("no stream", head + message, "line 2: its stream is unknown");
    row("stream twice", head + stream + stream, "line 3: a stream");
    row("number twice", head + stream + message + message, "stands twice");
    row("overlap",
        head + stream + message + QByteArray(message).replace("\"number\":1", "\"number\":2"),
        "stand where others do");
    row("kind", head + stream + QByteArray(message).replace("request", "riddle"), "unknown");
    row("no bytes", head + stream + QByteArray(message).replace("\"text\"", "\"test\""),
        "no bytes");
    row("base64", head + stream + QByteArray(message).replace("\"text\":\"x\"", "\"base64\":\"*\""),
        "base64");
    row("offset", head + stream + QByteArray(message).replace("\"offset\":0", "\"offset\":-1"),
        "cannot be");
    row("exchange", head + stream + QByteArray(message).replace("request", "exchange"),
        "another stream");
}

void TraceExportTest::refusesWhatIsNoTrace()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, why);
    const auto done = importJsonLines(text.toStdString(), path("new.sonde"));
    QVERIFY(!done.ok());
    QVERIFY2(done.error().sentence.contains(why), qPrintable(done.error().sentence));
    QVERIFY(!QFile::exists(path("new.sonde")));
}

void TraceExportTest::writesRowsAsCsv()
{
    const auto lines = QString::fromStdString(exported(m_file, ExportFormat::Csv)).split(u"\r\n"_s);
    QVERIFY(lines[0].startsWith(u"number,time,server"_s));
    QVERIFY(lines[2].startsWith(u"2,"_s));
    QVERIFY(lines[2].contains(u",\"the, demo\",sent,request,tools/call,\"a, \"\"b\"\"\",1.0,"_s));
    QVERIFY(lines[2].contains(u",tool-error,"_s));
    QVERIFY(!lines.join(u'\n').contains(u"\n="_s));
}

void TraceExportTest::writesAReport()
{
    const auto text = QString::fromStdString(exported(m_file, ExportFormat::Markdown, {2, 10}));
    QVERIFY(text.contains(u"## 2 sent request tools/call"_s));
    QVERIFY(text.contains(u"9007199254740993"_s));
    QVERIFY(text.contains(u"```json\n{\"jsonrpc\""_s));
    QVERIFY(text.contains(u"```text\n-cache `miss`\n```"_s)); // no message
}

void TraceExportTest::reportsTheServersOfItsMessagesOnly()
{
    const QString file = path("servers.sonde");
    {
        Recorder recorder;
        QVERIFY(recorder.open(file).ok());
        tests::TraceFeed one(recorder, u"one"_s);
        one.sent(R"({"jsonrpc":"2.0","id":1,"method":"server/discover"})");
        one.received(
            R"({"jsonrpc":"2.0","id":1,"result":{"_meta":)"
            R"({"io.modelcontextprotocol/serverInfo":{"name":"first","version":"1.5"}}}})");
        one.sent(R"({"jsonrpc":"2.0","id":2,"method":"server/discover"})");
        one.received(R"({"jsonrpc":"2.0","id":2,"result":{}})");
        tests::TraceFeed two(recorder, u"two"_s);
        two.sent(R"({"jsonrpc":"2.0","id":1,"method":"initialize"})");
        two.received(R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25",)"
                     R"("serverInfo":{"name":"second","version":"2"}}})");
        one.sent("");
        QVERIFY(recorder.flush().ok());
    }
    const auto text = QString::fromStdString(exported(file, ExportFormat::Markdown, {1, 2, 7}));
    QCOMPARE(text.count(u"- server "_s), 1);
    QVERIFY2(text.contains(u"- server one: first 1.5\n"_s), qPrintable(text));
    QVERIFY(!text.contains(u"second"_s));
    for (const QString &language : {u"json"_s, u"text"_s}) // of a message without bytes
        QVERIFY(!text.contains(u"```" + language + u"\n\n```"));
    const auto whole = QString::fromStdString(exported(file, ExportFormat::Markdown));
    QVERIFY(whole.contains(u"- server two: second 2, revision 2025-11-25\n"_s));
}

void TraceExportTest::writesExchangesAsHar()
{
    const QString file = path("http.sonde");
    {
        Recorder recorder;
        QVERIFY(recorder.open(file).ok());
        rpc::StreamInfo info{u"demo"_s, 1, rpc::Channel::Sent, false};
        const auto sent = recorder.openStream(info);
        info.channel = rpc::Channel::Received;
        const auto received = recorder.openStream(info);
        info.channel = rpc::Channel::Http;
        const auto facts = recorder.openStream(info);
        const std::string head =
            "POST /mcp HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer abcdefgh\r\n\r\n";
        const std::string body = "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}";
        const std::string responseHead =
            "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";
        const std::string response = "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}";
        const Stamp now{1'000'000, 1'795'176'302'771'640'000};
        recorder.bytes(sent, 0, now, Bytes::copyOf(head + body));
        recorder.bytes(received, 0, now, Bytes::copyOf(responseHead + response));
        const auto size = [](const std::string &text) { return std::to_string(text.size()); };
        const std::string text =
            "{\"url\":\"http://x/"
            "mcp?a=b\",\"method\":\"POST\",\"request\":{\"stream\":1,\"offset\":0,"
            "\"head\":"
            + size(head) + ",\"body\":" + size(body)
            + "},\"answer\":{\"stream\":2,"
              "\"offset\":0,\"interim\":0,\"head\":"
            + size(responseHead) + ",\"body\":" + size(response)
            + ",\"trailers\":0,\"status\":200,\"version\":\"HTTP/1.1\",\"reason\":\"OK\","
              "\"mediaType\":\"application/json\"},\"times\":{\"connected\":1000000,"
              "\"requestSent\":1500000,\"firstByte\":3500000,\"ended\":4000000}}";
        recorder.bytes(facts, 0, now, Bytes::copyOf(text));
        rpc::Exchange exchange;
        exchange.state = rpc::Exchange::State::Done;
        exchange.method = "POST";
        exchange.target = "/mcp";
        exchange.status = 200;
        exchange.begun = now;
        exchange.ended = {5'000'000, now.wall + 4'000'000};
        exchange.facts = {facts, 0, text.size(), 0, false};
        recorder.openExchange(exchange);
        QVERIFY(recorder.flush().ok());
    }
    auto redactor = Redactor::create();
    QVERIFY(redactor.ok());
    const std::string har = exported(file, ExportFormat::Har, {}, &redactor.value());
    const auto document = json::Document::parse(har);
    QVERIFY2(document.isValid(), har.c_str());
    const auto entry = document.path(u"log.entries[0]");
    QCOMPARE(document.path(u"log.version").text(), std::string("1.2"));
    QCOMPARE(entry["request"]["method"].text(), std::string("POST"));
    QCOMPARE(entry["request"]["headers"].at(1)["value"].text(), std::string(15, '*'));
    QCOMPARE(entry["request"]["queryString"].at(0)["value"].text(), std::string("b"));
    QVERIFY(entry["request"]["postData"]["text"].text().find("ping") != std::string::npos);
    QCOMPARE(entry["response"]["status"].toInt64(), std::optional<std::int64_t>(200));
    QVERIFY(entry["response"]["content"]["text"].text().find("result") != std::string::npos);
    QCOMPARE(entry["timings"]["wait"].toDouble(), std::optional<double>(2.0));
    QCOMPARE(entry["timings"]["ssl"].toDouble(), std::optional<double>(-1.0));
}

void TraceExportTest::saysThatThereIsNothingForHar()
{
    QVERIFY(exported(m_file, ExportFormat::Har).starts_with("The messages have no HTTP exchanges"));
}

void TraceExportTest::hidesSecretsOfTargets_data()
{
    QTest::addColumn<ExportFormat>("format");
    QTest::newRow("jsonl") << ExportFormat::JsonLines;
    QTest::newRow("md") << ExportFormat::Markdown;
    QTest::newRow("csv") << ExportFormat::Csv;
}

// What a row calls its target comes from the message, and is written beside it.
void TraceExportTest::hidesSecretsOfTargets()
{
    QFETCH(ExportFormat, format);
    const QString file = path("targets.sonde");
    {
        Recorder recorder;
        QVERIFY(recorder.open(file).ok());
        tests::TraceFeed feed(recorder);
        feed.sent(R"({"jsonrpc":"2.0","id":1,"method":"resources/read",)"
                  R"("params":{"uri":"https://x/notes?access_token=sup3rX"}})");
        QVERIFY(recorder.flush().ok());
    }
    auto redactor = Redactor::create();
    QVERIFY(redactor.ok());
    const std::string text = exported(file, format, {1}, &redactor.value());
    QVERIFY2(text.find("https://x/notes?") != std::string::npos, text.c_str());
    QVERIFY2(text.find("sup3rX") == std::string::npos, text.c_str());
}

void TraceExportTest::storesAFileInBatches()
{
    const auto store = SessionStore::open(m_file);
    QVERIFY(store.ok());
    std::atomic<int> rings = 0;
    const auto reader = (*store)->makeReader([&rings] { ++rings; });
    QTRY_COMPARE(rings.load(), 1);
    const auto changes = reader->take();
    QCOMPARE(changes.firstNew, Number(1));
    QCOMPARE(changes.fresh.size(), std::size_t((*store)->messageCount()));
    QVERIFY(reader->take().fresh.empty());
    QVERIFY(!(*store)->failure());
}

void TraceExportTest::countsByMethodAndTarget()
{
    Recorder recorder;
    tests::TraceFeed feed(recorder);
    for (int i = 1; i <= 100; ++i) {
        const std::string id = std::to_string(i);
        feed.sent("{\"jsonrpc\":\"2.0\",\"id\":" + id
            + ",\"method\":\"tools/call\",\"params\":{\"name\":\"" + (i % 4 ? "a" : "b") + "\"}}");
        feed.advance(i * 1'000'000);
        feed.received("{\"jsonrpc\":\"2.0\",\"id\":" + id
            + ",\"result\":{\"isError\":" + (i <= 3 ? "true" : "false") + "}}");
    }
    feed.sent("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/initialized\"}");
    const auto records = recorder.take().fresh;
    Statistics statistics(recorder);
    for (const Record &record : records)
        statistics.add(
            record, durationOf(record, record.pair == 0 ? nullptr : &records[record.pair - 1]));
    const auto rows = statistics.rows();
    QCOMPARE(rows.size(), std::size_t(4));
    QCOMPARE(rows[0].method, std::string("tools/call"));
    QCOMPARE(rows[0].count, std::uint64_t(100));
    QCOMPARE(rows[0].errors, std::uint64_t(3));
    QCOMPARE(rows[0].p50Ns, std::int64_t(50'000'000));
    QCOMPARE(rows[0].p95Ns, std::int64_t(95'000'000));
    QCOMPARE(rows[0].p99Ns, std::int64_t(99'000'000));
    QCOMPARE(rows[0].maxNs, std::int64_t(100'000'000));
    QCOMPARE(rows[1].target, std::string("a"));
    QCOMPARE(rows[1].count, std::uint64_t(75));
    QCOMPARE(rows[2].target, std::string("b"));
    QCOMPARE(rows[0].bytes, rows[1].bytes + rows[2].bytes);
    QCOMPARE(rows[3].count, std::uint64_t(1));
    QCOMPARE(rows[3].answered, std::uint64_t(0));
}

QTEST_GUILESS_MAIN(TraceExportTest)
#include "tst_traceexport.moc"
