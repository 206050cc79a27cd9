// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httphost.h"
#include "support/recordedcontent.h"
#include "support/tapfolder.h"
#include "support/tapprogram.h"

#include "trace/file/sessionreader.h"
#include "json/document.h"

#include <csignal>
#include <memory>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// A window beside `sonde-cli tap --url`: it finds the tap and copies what crosses it, exchanges of
// HTTP included, and the conversation does not notice.
class TestTapHttpWatch : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void followsAConversation();
    void namesTheHost_data();
    void namesTheHost();
    void copiesExchangesAsTheyAre();
    void tellsClientsApart();
    void tellsClientsApartByTheNameInTheirRequests();
    void comesAndGoes();
    void endsWhatATapThatWasKilledLeftOpen();
    void followsABridge();

private:
    std::unique_ptr<TapFolder> m_taps;
};

namespace {

// The bytes of each exchange as its properties name them: request, then response.
QByteArrayList exchangesOf(const QString &path)
{
    QByteArrayList all;
    const auto reader = trace::SessionReader::open(path);
    const auto records = reader ? (*reader)->records(1, (*reader)->messageCount())
                                : Result<std::vector<trace::Record>>(reader.error());
    if (!records)
        return {records.error().sentence.toUtf8()};
    for (const trace::Record &record : *records) {
        if (record.kind != rpc::Kind::Exchange)
            continue;
        const auto text = (*reader)->read(record);
        const auto facts = json::Document::parse(text ? *text : Bytes());
        for (const auto side : {"request", "answer"}) {
            const json::Value range = facts.root()[side];
            const auto size =
                range["head"].toInt64().value_or(0) + range["body"].toInt64().value_or(0);
            const auto bytes = (*reader)->read(rpc::StreamId(range["stream"].toInt64().value_or(0)),
                std::uint64_t(range["offset"].toInt64().value_or(0)), std::uint64_t(size));
            all += bytes ? bytes->toByteArray() : bytes.error().sentence.toUtf8();
        }
    }
    return all;
}

// Of the requests in a recording: by connection, who has sent them.
QMap<int, QByteArrayList> sendersIn(const QString &path)
{
    QMap<int, QByteArrayList> all;
    const auto reader = trace::SessionReader::open(path);
    const auto records = reader ? (*reader)->records(1, (*reader)->messageCount())
                                : Result<std::vector<trace::Record>>(reader.error());
    if (!records)
        return {{-1, {records.error().sentence.toUtf8()}}};
    for (const trace::Record &record : *records) {
        if (record.kind != rpc::Kind::Request)
            continue;
        const auto text = (*reader)->read(record);
        const auto request = json::Document::parse(text ? *text : Bytes());
        all[(*reader)->stream(record.stream).connection] += QByteArray::fromStdString(
            request.root()["params"]["_meta"]["io.modelcontextprotocol/clientInfo"]["name"].text());
    }
    return all;
}

// 2026-07-28: every request says who sends it.
QByteArray namedPing(int id, const QByteArray &name)
{
    return R"({"jsonrpc":"2.0","id":)" + QByteArray::number(id)
        + R"(,"method":"ping","params":{"_meta":{"io.modelcontextprotocol/clientInfo":{"name":")"
        + name + R"(","version":"1"}}}})";
}

QByteArray initialize(const QByteArray &clientInfo)
{
    return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":)"
           R"("2025-11-25","capabilities":{})"
        + clientInfo + "}}";
}

} // namespace

void TestTapHttpWatch::init()
{
    m_taps = std::make_unique<TapFolder>();
    QVERIFY(m_taps->isValid());
}

void TestTapHttpWatch::followsAConversation()
{
    HttpScript server(respondToPings);
    const TapFollower window(m_taps->path());
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    QVERIFY2(holds([&] { return window.link != nullptr; }), window.told().constData());
    const tap::TapIntroduction who = window.link->introduction();
    QCOMPARE(who.name, u"127.0.0.1:%1"_s.arg(server.port()));
    QCOMPARE(who.url, server.url(u"/mcp"_s).toString());
    QCOMPARE(who.address, tap.url().toString());
    QCOMPARE(who.session, tap.recording());
    HttpHost host(tap.url());
    for (int i = 1; i <= 3; ++i) { // each is there before the next one is sent
        host.received.clear();
        host.write(post(ping(i)));
        QTRY_COMPARE(host.body(), pong(QByteArray::number(i)));
        QVERIFY2(holds([&] { return window.taken("ping") == i; }), window.told().constData());
    }
    QCOMPARE(window.finished, 0);
    COMPARE_CODE(tap.end(), 128 + SIGTERM);
    QVERIFY2(holds([&] { return window.finished == 1; }), window.told().constData());
    QCOMPARE(window.failures, QStringList());
}

void TestTapHttpWatch::namesTheHost_data()
{
    QTest::addColumn<QByteArray>("fields");
    QTest::addColumn<QByteArray>("info");
    QTest::addColumn<QString>("name");
    QTest::newRow("by itself") << QByteArray("User-Agent: node\r\n")
                               << QByteArray(R"(,"clientInfo":{"name":"Acme","version":"2"})")
                               << u"Acme"_s;
    QTest::newRow("by its program")
        << QByteArray("User-Agent: curl/7.88.1\r\n") << QByteArray() << u"curl"_s;
    QTest::newRow("not at all") << QByteArray() << QByteArray() << QString();
}

void TestTapHttpWatch::namesTheHost()
{
    QFETCH(const QByteArray, fields);
    QFETCH(const QByteArray, info);
    QFETCH(const QString, name);
    HttpScript server(respondToPings);
    const TapFollower window(m_taps->path());
    const TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    const HttpHost host(tap.url(), post(initialize(info), fields));
    QVERIFY2(holds([&] { return window.link && window.link->progress().host.has_value(); }),
        window.told().constData());
    QCOMPARE(*window.link->progress().host, name);
}

void TestTapHttpWatch::copiesExchangesAsTheyAre()
{
    const QString copy = m_taps->data().filePath(u"copy.sonde"_s);
    QStringList original;
    QByteArrayList exchanges;
    {
        HttpScript server([](HttpPeer &peer) {
            peer.readRequest();
            peer.respond(200, "application/json", pong("1"));
            peer.readRequest();
            peer.openStream();
            peer.event(ping(7));
            peer.event("{\"a\":1}", "7", "note");
            peer.event(pong("2"));
            peer.endStream();
            peer.readRequest();
            peer.respond(404, "text/plain", "gone");
            peer.readRequest();
            peer.reset();
        });
        TapFollower window(m_taps->path(), copy);
        TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
        QVERIFY2(holds([&] { return window.link != nullptr; }), window.told().constData());
        HttpHost host(tap.url());
        for (int i = 1; i <= 4; ++i) {
            host.received.clear();
            host.write(post(ping(i)));
            QTRY_VERIFY(host.received.endsWith("\r\n0\r\n\r\n") || host.body().endsWith('}')
                || host.body().endsWith("gone") || host.received.startsWith("HTTP/1.1 502"));
        }
        const Run run = tap.end();
        COMPARE_CODE(run, 128 + SIGTERM);
        QVERIFY2(holds([&] { return window.finished == 1; }), window.told().constData());
        QCOMPARE(window.failures, QStringList());
        QVERIFY(window.recorder.flush().ok());
        original = contentOf(tap.recording());
        exchanges = exchangesOf(tap.recording());
    }
    QVERIFY2(original.size() > 15, qPrintable(original.join(u'\n')));
    QCOMPARE(contentOf(copy), original);
    QCOMPARE(exchangesOf(copy), exchanges);
    QCOMPARE(exchanges.size(), 8);
    QVERIFY(exchanges.at(0).startsWith("POST /mcp HTTP/1.1\r\n"));
    QVERIFY(exchanges.at(1).endsWith(pong("1")));
}

// Two sessions with the same ids: each is a connection in the copy, too.
void TestTapHttpWatch::tellsClientsApart()
{
    const QString copy = m_taps->data().filePath(u"copy.sonde"_s);
    {
        HttpScript server([](HttpPeer &peer) {
            for (;;) { // the tap's connections are its own: several clients share one
                const SeenRequest request = peer.readRequest();
                const QByteArray session = request.header("X-Who");
                respondTo(peer, request,
                    session.isEmpty() ? HttpPeer::Headers()
                                      : HttpPeer::Headers{{"Mcp-Session-Id", session}});
            }
        });
        TapFollower window(m_taps->path(), copy);
        TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
        HttpHost first(tap.url(), post(initialize({}), "X-Who: a\r\n"));
        QTRY_COMPARE(first.body(), pong("0"));
        HttpHost second(tap.url(), post(initialize({}), "X-Who: b\r\n"));
        QTRY_COMPARE(second.body(), pong("0"));
        for (int i = 1; i <= 3; ++i) {
            first.write(post(ping(i), "Mcp-Session-Id: a\r\n"));
            second.write(post(ping(i), "Mcp-Session-Id: b\r\n"));
            QTRY_VERIFY(first.received.endsWith(pong(QByteArray::number(i))));
            QTRY_VERIFY(second.received.endsWith(pong(QByteArray::number(i))));
        }
        QVERIFY2(holds([&] { return window.taken("ping") == 6; }), window.told().constData());
        tap.end();
        QVERIFY2(holds([&] { return window.finished == 1; }), window.told().constData());
        QVERIFY(window.recorder.flush().ok());
    }
    const Run pairs = cli({u"trace"_s, u"filter"_s, copy,
        u"method == \"ping\" and kind == request and status == ok"_s, u"--count"_s});
    QCOMPARE(pairs.out.trimmed(), QByteArray("6"));
    QCOMPARE(
        contentOf(copy).filter(QString::fromLatin1(QByteArray("connected\thttp").toHex())).size(),
        4);
}

// None of their requests are open at the same time, and neither client has a session.
void TestTapHttpWatch::tellsClientsApartByTheNameInTheirRequests()
{
    HttpScript server(respondToPings);
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    for (int id = 1; id <= 3; ++id) {
        for (const char *name : {"Editor", "Agent"}) {
            const HttpHost host(tap.url(), post(namedPing(id, name)));
            QTRY_COMPARE(host.body(), pong(QByteArray::number(id)));
        }
    }
    COMPARE_CODE(tap.end(), 128 + SIGTERM);
    const QMap<int, QByteArrayList> senders = sendersIn(tap.recording());
    QCOMPARE(senders.value(1), QByteArrayList(3, "Editor"));
    QCOMPARE(senders.value(2), QByteArrayList(3, "Agent"));
    QCOMPARE(senders.size(), 2);
}

void TestTapHttpWatch::comesAndGoes()
{
    HttpScript server(respondToPings);
    TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
    HttpHost host(tap.url());
    for (int i = 1; i <= 3; ++i) {
        const TapFollower window(m_taps->path());
        host.write(post(ping(i)));
        QTRY_VERIFY(host.received.endsWith(pong(QByteArray::number(i))));
        QVERIFY2(holds([&] { return window.taken("ping") == i; }), window.told().constData());
    }
    host.write(post(ping(4))); // nobody looks
    QTRY_VERIFY(host.received.endsWith(pong("4")));
    COMPARE_CODE(tap.end(), 128 + SIGTERM);
    QCOMPARE(QDir(m_taps->path()).entryList(QDir::System | QDir::Files), QStringList());
}

void TestTapHttpWatch::endsWhatATapThatWasKilledLeftOpen()
{
    const QString copy = m_taps->data().filePath(u"copy.sonde"_s);
    {
        HttpScript server(streamAPing);
        TapFollower window(m_taps->path(), copy);
        TapProgram tap(server.url(u"/mcp"_s), {}, m_taps->environment());
        HttpHost host(tap.url(), post(ping(1)));
        QTRY_VERIFY(host.received.contains("data: "));
        QVERIFY2(holds([&] { return window.taken("ping") == 2; }), window.told().constData());
        tap.kill();
        QVERIFY2(holds([&] { return window.finished == 1; }), window.told().constData());
        QCOMPARE(window.failures, QStringList());
        QVERIFY(window.recorder.flush().ok());
    }
    const auto reader = trace::SessionReader::open(copy);
    QVERIFY(reader.ok());
    const auto records = (*reader)->records(1, (*reader)->messageCount());
    QVERIFY(records.ok());
    int exchanges = 0;
    for (const trace::Record &record : *records) {
        if (record.kind != rpc::Kind::Exchange)
            continue;
        ++exchanges;
        QCOMPARE(record.state, trace::State::Cancelled);
    }
    QCOMPARE(exchanges, 1);
    QVERIFY(contentOf(copy).join(u'\n').contains(
        QString::fromLatin1(QByteArray("connection ended").toHex())));
}

// `tap --stdio`: a host starts it, so that it is told apart by processes.
void TestTapHttpWatch::followsABridge()
{
    HttpScript server(respondToPings);
    const TapFollower window(m_taps->path());
    QProcess host;
    host.setProcessEnvironment(m_taps->environment());
    host.start(kCli,
        {u"tap"_s, u"--stdio"_s, u"--url"_s, server.url(u"/mcp"_s).toString(), u"--no-keychain"_s,
            u"--record"_s, m_taps->data().path()});
    host.write(initialize(R"(,"clientInfo":{"name":"Acme","version":"2"})") + '\n');
    QVERIFY(holds([&] { return window.host == u"Acme"_s; }));
    const tap::TapIntroduction who = window.link->introduction();
    QCOMPARE(who.url, server.url(u"/mcp"_s).toString());
    QCOMPARE(who.address, QString());
    QCOMPARE(who.host, QCoreApplication::applicationPid());
    QVERIFY(who.breakpoints);
    host.write(ping(1) + '\n');
    QVERIFY2(holds([&] { return window.taken("ping") == 1; }), window.told().constData());
    host.closeWriteChannel();
    QVERIFY(holds([&] { return host.state() == QProcess::NotRunning; }));
    QCOMPARE(host.exitCode(), 0);
    QVERIFY2(holds([&] { return window.finished == 1; }), window.told().constData());
    QCOMPARE(window.failures, QStringList());
}

QTEST_GUILESS_MAIN(TestTapHttpWatch)
#include "tst_taphttpwatch.moc"
