// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/recordedhttp.h"
#include "support/wholeexport.h"
#include "trace/transfer/traceimport.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::trace;
using namespace Qt::StringLiterals;

namespace {

// Empty when it failed.
std::string exportedAs(ExportFormat format, const SessionStore &store)
{
    auto text = tests::exportedWhole(store, format);
    return text ? std::move(text).value() : std::string();
}

} // namespace

class TraceImportTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void readsHar();
    void readsTheHarThatItExports();
    void keepsHeadersOfHarInTheirLines();
    void readsASnoopSession();
    void readsAnInspectorHistory();
    void readsAnInspectorNetworkLog();
    void takesNothingOfALoginForAMessage();
    void readsADesktopLog();
    void givesBackNamesThatAreNoText();
    void readsTimesToTheLastDigit_data();
    void readsTimesToTheLastDigit();
    void refusesWhatItDoesNotKnow_data();
    void refusesWhatItDoesNotKnow();
    void leavesNoFileWhenItIsStopped();
    void sharesStreamsAmongTooManyServers();

private:
    bool import(std::string_view text);
    QString method(Number number) const { return m_store->string(at(number).method); }
    const Record &at(Number number) const { return m_records[number - 1U]; }
    std::string text(Number number) const { return std::string(m_store->read(at(number))->view()); }

    std::unique_ptr<QTemporaryDir> m_folder;
    QString m_file;
    std::unique_ptr<SessionStore> m_store;
    RecordSnapshot m_records;
};

void TraceImportTest::init()
{
    m_store.reset();
    m_folder = std::make_unique<QTemporaryDir>();
    m_file = m_folder->filePath(u"a.sonde"_s);
}

bool TraceImportTest::import(std::string_view text)
{
    const auto done = importTrace(text, m_file);
    if (!done) {
        qWarning() << done.error().sentence;
        return false;
    }
    m_store = std::move(SessionStore::open(m_file)).value();
    m_records = m_store->readRecords().value();
    return true;
}

void TraceImportTest::readsHar()
{
    QVERIFY(import(
        "{\"log\":{\"version\":\"1.2\",\"entries\":[{\"startedDateTime\":"
        "\"2026-11-20T12:00:01.5+01:00\",\"time\":40,\"request\":{\"method\":\"POST\",\"url\":"
        "\"https://example.org/mcp?x=1#f\",\"httpVersion\":\"HTTP/2\",\"headers\":[{\"name\":"
        "\":path\",\"value\":\"/mcp\"},{\"name\":\"X\",\"value\":\"1\"}],\"postData\":{\"text\":"
        "\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"method\\\":\\\"ping\\\"}\"}},\"response\":"
        "{"
        "\"status\":200,\"statusText\":\"OK\",\"httpVersion\":\"HTTP/2\",\"headers\":[],"
        "\"content\":{\"mimeType\":\"text/event-stream; charset=utf-8\",\"encoding\":\"base64\","
        "\"text\":\""
        + QByteArray("id: 1\ndata: {\"jsonrpc\":\"2.0\",\ndata: \"id\":1,\"result\":{}}\n\n")
              .toBase64()
              .toStdString()
        + "\"}},\"timings\":{\"send\":1,\"wait\":20,\"receive\":19}}]}}"));
    QCOMPARE(m_records.size(), std::size_t(3));
    QCOMPARE(at(1).kind, rpc::Kind::Exchange);
    QCOMPARE(at(1).errorCode, 200);
    QCOMPARE(at(1).wallNs, std::int64_t(1'795'172'401'500'000'000));
    QCOMPARE(endOf(at(1)) - at(1).steadyNs, std::int64_t(40'000'000));
    QCOMPARE(m_store->string(at(1).target), u"/mcp?x=1"_s);
    QCOMPARE(method(2), u"ping"_s);
    QCOMPARE(at(2).pair, Number(3));
    QCOMPARE(at(3).state, State::Ok);
    QCOMPARE(text(3), std::string("{\"jsonrpc\":\"2.0\",\n\"id\":1,\"result\":{}}"));
    QCOMPARE(carrierOf(at(3)), Number(1));
    const auto sent = m_store->read(at(2).stream, 0, 33);
    QCOMPARE(sent->view(), std::string_view("POST /mcp?x=1 HTTP/2\r\nX: 1\r\n\r\n{\"j"));
}

void TraceImportTest::readsTheHarThatItExports()
{
    const QString first = m_folder->filePath(u"first.sonde"_s);
    {
        Recorder recorder;
        QVERIFY(recorder.open(first).ok());
        test::RecordedHttp http(recorder);
        const Stamp begun{1'000'000'000, 1'795'176'302'771'000'000};
        const Stamp ended{1'040'000'000, 1'795'176'302'811'000'000};
        http.request(0, "POST", "/mcp", "POST /mcp HTTP/1.1\r\nAccept: a/b\r\n\r\n",
            "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/list\"}", begun);
        http.respond(0, 200, "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n", ended);
        http.body(0, "{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"tools\":[]}}", ended);
        http.end(0, rpc::Exchange::State::Done, ended);
        QVERIFY(recorder.flush().ok());
    }
    const auto store = SessionStore::open(first);
    const RecordSnapshot records = (*store)->readRecords().value();
    const std::string har = exportedAs(ExportFormat::Har, **store);
    QVERIFY(!har.empty());
    QVERIFY(import(har));
    QCOMPARE(m_records.size(), records.size());
    for (Number number = 1; number <= records.size(); ++number) {
        const Record &before = records[number - 1U];
        QCOMPARE(at(number).kind, before.kind);
        QCOMPARE(at(number).state, before.state);
        QCOMPARE(at(number).pair, before.pair);
        QCOMPARE(method(number), store.value()->string(before.method));
        if (before.kind != rpc::Kind::Exchange)
            QCOMPARE(text(number), std::string(store.value()->read(before)->view()));
    }
    QCOMPARE(at(1).wallNs, records[0].wallNs);
}

void TraceImportTest::keepsHeadersOfHarInTheirLines()
{
    QVERIFY(import("{\"log\":{\"entries\":[{\"startedDateTime\":\"2026-11-20T12:00:01Z\","
                   "\"request\":{\"method\":\"GET\\r\\nX: 1\",\"url\":\"http://a/\",\"headers\":[{"
                   "\"name\":\"A\\r\\nB\",\"value\":\"c\\r\\n\\r\\nd\"}]}}]}}"));
    QCOMPARE(m_records.size(), std::size_t(1));
    QCOMPARE(at(1).state, State::Error);
    bool found = false;
    for (const rpc::StreamId id : m_store->reader().streams()) {
        if (m_store->stream(id).channel != rpc::Channel::Sent)
            continue;
        found = true;
        const auto all = m_store->read(id, 0, m_store->length(id));
        QCOMPARE(all->view(), std::string_view("GET  X: 1 / HTTP/1.1\r\nA  B: c    d\r\n\r\n"));
    }
    QVERIFY(found);
}

void TraceImportTest::readsASnoopSession()
{
    const std::string head = "{\"session_id\":\"s\",\"server_label\":\"demo\",\"ts\":"
                             "\"2026-11-20T12:00:0";
    QVERIFY(import(head + "1Z\",\"direction\":\"meta\",\"raw\":{\"command\":[\"node\"]}}\n" + head
        + "2.000000001Z\",\"direction\":\"c2s\",\"raw\":{\"jsonrpc\":\"2.0\", \"id\":1.0,"
          "\"method\":\"ping\"}}\r\n\n"
        + head + "2.5Z\",\"direction\":\"stderr\",\"text\":\"caf\\u00e9\"}\n" + head
        + "3Z\",\"direction\":\"s2c\",\"raw\":{\"jsonrpc\":\"2.0\",\"id\":1.0,\"result\":{}}}\n"
        + head + "4Z\",\"direction\":\"s2c\",\"text\":\"oops\"}"));
    QCOMPARE(m_records.size(), std::size_t(5));
    QCOMPARE(at(1).kind, rpc::Kind::Lifecycle);
    QCOMPARE(text(2), std::string("{\"jsonrpc\":\"2.0\", \"id\":1.0,\"method\":\"ping\"}"));
    QCOMPARE(at(2).wallNs % 1'000'000'000, std::int64_t(1));
    QCOMPARE(at(2).pair, Number(4));
    QCOMPARE(text(3), std::string("caf\xc3\xa9"));
    QCOMPARE(at(5).kind, rpc::Kind::Invalid);
    QCOMPARE(m_store->stream(at(5).stream).server, u"demo"_s);
}

void TraceImportTest::readsAnInspectorHistory()
{
    QVERIFY(import("[{\"id\":\"a\",\"timestamp\":\"2026-11-20T12:00:01.000Z\",\"direction\":"
                   "\"request\",\"origin\":\"client\",\"message\":{\"jsonrpc\":\"2.0\",\n\"id\":1,"
                   "\"method\":\"tools/list\"},\"response\":{\"jsonrpc\":\"2.0\",\"id\":1,"
                   "\"result\":{}},\"duration\":1500.5},"
                   "{\"timestamp\":\"2026-11-20T12:00:02Z\",\"direction\":\"notification\","
                   "\"message\":{\"jsonrpc\":\"2.0\",\"method\":\"notifications/message\"}},"
                   "{\"timestamp\":\"2026-11-20T12:00:03Z\",\"direction\":\"request\","
                   "\"message\":{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}}]"));
    QCOMPARE(m_records.size(), std::size_t(4));
    QCOMPARE(at(1).pair, Number(3)); // in the order of their times
    QCOMPARE(at(1).channel, rpc::Channel::Sent);
    QCOMPARE(at(2).channel, rpc::Channel::Received);
    QCOMPARE(at(3).wallNs - at(1).wallNs, std::int64_t(1'500'500'000));
    QCOMPARE(at(4).channel, rpc::Channel::Received);
}

void TraceImportTest::readsAnInspectorNetworkLog()
{
    const std::string entry = "{\"id\":\"a\",\"timestamp\":\"2026-11-20T12:00:01.000Z\",\"method\":"
                              "\"POST\",\"url\":\"http://127.0.0.1:8931/mcp?x=1\","
                              "\"requestHeaders\":{\"content-type\":\"application/json\"},"
                              "\"requestBody\":\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,"
                              "\\\"method\\\":\\\"ping\\\"}\",";
    QVERIFY(import("[" + entry
        + "\"responseStatus\":200,\"responseStatusText\":\"OK\",\"responseHeaders\":"
          "{\"Content-Type\":\"application/json; charset=utf-8\"},\"responseBody\":"
          "\"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,\\\"result\\\":{}}\",\"duration\":12,"
          "\"category\":\"transport\"},"
        + entry + "\"error\":\"fetch failed\",\"category\":\"transport\"}]"));
    QVector<QString> methods;
    std::size_t responses = 0;
    for (const Record &record : m_records) {
        if (record.kind == rpc::Kind::Request)
            methods << m_store->string(record.method);
        responses += record.kind == rpc::Kind::Response ? 1 : 0;
    }
    QCOMPARE(methods, (QVector<QString>{u"ping"_s, u"ping"_s}));
    QCOMPARE(responses, std::size_t(1));
    QCOMPARE(m_store->stream(at(1).stream).server, u"127.0.0.1"_s);
    init();
    QVERIFY(!import("[{\"timestamp\":\"2026-11-20T12:00:01.000Z\",\"url\":\"no url\"}]"));
}

void TraceImportTest::takesNothingOfALoginForAMessage()
{
    const auto entry = [](const std::string &type, const std::string &body,
                           const std::string &response) {
        return "{\"id\":\"a\",\"timestamp\":\"2026-11-20T12:00:01.000Z\",\"method\":\"POST\","
               "\"url\":\"http://127.0.0.1:8931/x\",\"requestHeaders\":{\"content-type\":\""
            + type + "\"},\"requestBody\":\"" + body
            + "\",\"responseStatus\":200,\"responseHeaders\":{\"Content-Type\":"
              "\"application/json\"},\"responseBody\":\""
            + response + "\"}";
    };
    QVERIFY(import("["
        + entry("application/x-www-form-urlencoded", "grant_type=refresh_token",
            "{\\\"access_token\\\":\\\"a\\\"}")
        + ","
        + entry("application/json", "{\\\"redirect_uris\\\":[]}", "{\\\"client_id\\\":\\\"a\\\"}")
        + "]"));
    QCOMPARE(m_records.size(), std::size_t(2));
    for (const Record &record : m_records)
        QCOMPARE(record.kind, rpc::Kind::Exchange);
}

void TraceImportTest::readsADesktopLog()
{
    QVERIFY(import(
        "2025-06-27T07:58:07.000Z [info] [demo] Initializing server...\n"
        "2025-06-27T07:58:07.774Z [info] [demo] Message from client: {\"method\":\"initialize\","
        "\"jsonrpc\":\"2.0\",\"id\":0}\n"
        "Listening [on] stdin\n"
        "2025-06-27T07:58:08.068Z [demo] [info] Message from server: {\"jsonrpc\":\"2.0\",\"id\":0,"
        "\"result\":{\"x\":\" { metadata: no }\"}} { metadata: undefined }\n"
        "2025-06-27T07:58:09.068Z [demo] [error] Server disconnected. { metadata: { a: 1 } }\n"));
    QCOMPARE(m_records.size(), std::size_t(5));
    QCOMPARE(method(1), u"info"_s);
    QCOMPARE(method(2), u"initialize"_s);
    QCOMPARE(at(2).pair, Number(4));
    QCOMPARE(at(3).kind, rpc::Kind::Stderr);
    QCOMPARE(text(3), std::string("Listening [on] stdin"));
    QCOMPARE(text(4),
        std::string("{\"jsonrpc\":\"2.0\",\"id\":0,\"result\":{\"x\":\" { metadata: no }\"}}"));
    QCOMPARE(method(5), u"error"_s);
    QCOMPARE(m_store->stream(at(5).stream).server, u"demo"_s);
}

// A name is cut, and its broken bytes become longer by being replaced.
void TraceImportTest::givesBackNamesThatAreNoText()
{
    QVERIFY(import("2025-06-27T07:58:07.774Z [demo] [" + std::string(190, 'x') + "\xff\xff\xff\xff"
        + std::string(20, 'y') + "] started\n"));
    QCOMPARE(m_records.size(), std::size_t(1));
    const QString kept = method(1);
    const std::string lines = exportedAs(ExportFormat::JsonLines, *m_store);
    init();
    QVERIFY(import(lines));
    QCOMPARE(method(1), kept);
    QCOMPARE(exportedAs(ExportFormat::JsonLines, *m_store), lines);
}

void TraceImportTest::readsTimesToTheLastDigit_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<qint64>("ns");
    const auto row = [](const char *text, qint64 ns) {
        QTest::newRow(text) << QByteArray(text) << ns;
    };
    row("1970-01-01T00:00:00Z", 0);
    row("1970-01-01T00:00:00.123456789Z", 123'456'789);
    row("1970-01-01T00:00:00.1234567891Z", 123'456'789);
    row("1970-01-01T01:00:01.5+01:00", 1'500'000'000);
    row("1970-01-01", -1);
    row("", -1);
    row("1970-13-01T00:00:00Z", -1);
    row("9999-12-31T23:59:59Z", -1);
    row("1970-01-01T00:00:00.", -1);
}

void TraceImportTest::readsTimesToTheLastDigit()
{
    QFETCH(QByteArray, text);
    QFETCH(qint64, ns);
    // Where there is none, the importers refuse it.
    const QByteArray line =
        "{\"session_id\":\"s\",\"ts\":\"" + text + "\",\"direction\":\"stderr\",\"text\":\"x\"}";
    const bool good = import({line.data(), std::size_t(line.size())});
    if (ns < 0)
        QVERIFY(!good);
    else
        QCOMPARE(qint64(at(1).wallNs), ns);
}

void TraceImportTest::refusesWhatItDoesNotKnow_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("why");
    const auto row = [](const char *name, const QByteArray &text, const char *why) {
        QTest::newRow(name) << text << QString::fromLatin1(why);
    };
    row("nothing", "", "none of the formats");
    row("words", "hello", "none of the formats");
    row("binary", QByteArray("\0\x01\xff", 3), "none of the formats");
    row("other JSON", "{\"a\":1}", "none of the formats");
    row("empty list", "[]", "none of the formats");
    row("half JSON", "{\"log\":{", "no JSON");
    row("deep JSON", QByteArray(5000, '['), "no JSON");
    row("empty HAR", "{\"log\":{\"entries\":[]}}", "no message");
    row("HAR without times", "{\"log\":{\"entries\":[{}]}}", "entry 1: its startedDateTime");
    row("HAR without a URL",
        "{\"log\":{\"entries\":[{\"startedDateTime\":\"2026-11-20T12:00:01Z\"}]}}",
        "entry 1: its request");
    row("HAR with a status that cannot be",
        "{\"log\":{\"entries\":[{\"startedDateTime\":\"2026-11-20T12:00:01Z\",\"request\":{"
        "\"method\":\"GET\",\"url\":\"http://a/\"},\"response\":{\"status\":99999999999}}]}}",
        "its status");
    row("direction", "{\"session_id\":\"s\",\"ts\":\"2026-11-20T12:00:01Z\",\"direction\":\"up\"}",
        "line 1: its direction");
    row("second line",
        "{\"session_id\":\"s\",\"ts\":\"2026-11-20T12:00:01Z\",\"direction\":\"c2s\",\"raw\":1}\n{",
        "line 2");
    row("history without times", "[{\"message\":{}}]", "entry 1");
    row("JSON Lines that are wrong", "{\"sonde\":\"trace\",\"version\":1}\nx", "line 2");
}

void TraceImportTest::refusesWhatItDoesNotKnow()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, why);
    const auto done = importTrace({text.data(), std::size_t(text.size())}, m_file);
    QVERIFY(!done.ok());
    QVERIFY2(done.error().sentence.contains(why), qPrintable(done.error().sentence));
    QVERIFY(!QFile::exists(m_file));
}

void TraceImportTest::leavesNoFileWhenItIsStopped()
{
    std::stop_source stop;
    stop.request_stop();
    for (const char *text : {"{\"sonde\":\"trace\",\"version\":1}\n",
             "{\"session_id\":\"s\",\"ts\":\"2026-11-20T12:00:01Z\",\"direction\":\"c2s\"}\n"}) {
        QVERIFY(!importTrace(text, m_file, stop.get_token()).ok());
        QVERIFY(!QFile::exists(m_file));
    }
}

void TraceImportTest::sharesStreamsAmongTooManyServers()
{
    std::string text;
    for (int i = 0; i < 2000; ++i) {
        text += "{\"session_id\":\"s" + std::to_string(i)
            + "\",\"ts\":\"2026-11-20T12:00:01Z\",\"direction\":\"stderr\",\"text\":\"x\"}\n";
    }
    QVERIFY(import(text));
    QCOMPARE(m_records.size(), std::size_t(2000));
    QCOMPARE(m_store->reader().streams().size(), std::size_t(1000));
}

QTEST_GUILESS_MAIN(TraceImportTest)
#include "tst_traceimport.moc"
