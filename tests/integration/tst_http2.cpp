// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httprecord.h"
#include "support/httpscript.h"
#include "support/places.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using Failure = HttpOutcome::Failure;
using namespace Qt::StringLiterals;

namespace {

// The body is a frame of its own: it may be on its way when the server is done already.
bool isLoss(const HttpRecord &record)
{
    return record.failure() == Failure::NoResponse || record.failure() == Failure::Send;
}

} // namespace

// The engine against an HTTP/2 server (Node's).
class TestHttp2 : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void speaksHttp2();
    void reusesAConnection();
    void openStreamsDoNotStarveACall();
    void isSentOnce_data();
    void isSentOnce();
    void aBrokenStreamIsTruncated();
    void aPausedStreamHoldsNobodyBack();

private:
    QUrl url(const QString &path) const { return QUrl(m_base % path); }
    TlsTrust trust() const;
    QList<QByteArray> requests(); // "METHOD PATH SESSION"

    QProcess m_server;
    QString m_base;
    QByteArray m_output;
};

void TestHttp2::initTestCase()
{
    if (QStandardPaths::findExecutable(u"node"_s).isEmpty())
        QSKIP("there is no Node.js here");
}

void TestHttp2::init()
{
    m_output.clear();
    m_server.start(u"node"_s,
        {sonde::test::sourcePath("tests/servers/http2server.mjs"),
            HttpScript::tlsFile(u"localhost.pem"_s), HttpScript::tlsFile(u"localhost.key"_s)});
    QTRY_VERIFY_WITH_TIMEOUT(m_server.canReadLine(), 20'000);
    m_base = u"https://127.0.0.1:"_s % QString::fromLatin1(m_server.readLine().trimmed());
}

void TestHttp2::cleanup()
{
    m_server.closeWriteChannel();
    QTRY_COMPARE(m_server.state(), QProcess::NotRunning);
}

TlsTrust TestHttp2::trust() const
{
    TlsTrust trust;
    trust.caFile = HttpScript::tlsFile(u"ca.pem"_s);
    return trust;
}

QList<QByteArray> TestHttp2::requests()
{
    m_output += m_server.readAllStandardOutput();
    QList<QByteArray> lines = m_output.split('\n');
    lines.removeLast();
    return lines;
}

void TestHttp2::speaksHttp2()
{
    HttpEngine engine(trust(), {}, kConnectPatience);
    HttpHeaders headers;
    headers.add("Mcp-Session-Id", "abc");
    const QByteArray body(500'000, 'b');
    HttpRecord record(engine, postRequest(url(u"/echo"_s), body, headers));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(record.bodyBytes.size(), body.size());
    QCOMPARE(record.sentBodyBytes, body);
    QCOMPARE(record.outcome->facts.httpVersion, u"HTTP/2"_s);
    QVERIFY(record.sentHeadBytes.startsWith("POST /echo HTTP/2\r\n"));
    QVERIFY(record.receivedHeads.startsWith("HTTP/2 103"));
    QCOMPARE(record.status(), 200);
    QCOMPARE(record.heads.size(), 1);
    const QByteArray got = record.heads[0].headers.value("x-got").value_or("");
    QVERIFY(got.contains("\"mcp-session-id\":\"abc\""));
    for (const char *name : {"\"user-agent", "\"accept", "\"expect"})
        QVERIFY2(!got.contains(name), got.constData());
    QVERIFY(record.inOrder);
    QVERIFY(record.outcome->times.requestSent > record.outcome->times.secured);
}

void TestHttp2::reusesAConnection()
{
    HttpEngine engine(trust(), {}, kConnectPatience);
    for (const bool reused : {false, true, true}) {
        HttpRecord record(engine, postRequest(url(u"/echo"_s), "{}"));
        QTRY_VERIFY(record.isFinished());
        QCOMPARE(record.sentence(), QString());
        QCOMPARE(record.outcome->facts.reused, reused);
        QCOMPARE(record.outcome->facts.chain.size(), 1);
    }
}

void TestHttp2::openStreamsDoNotStarveACall()
{
    // More than the server allows on one connection.
    HttpEngine engine(trust(), {}, kConnectPatience);
    std::vector<std::unique_ptr<HttpRecord>> streams;
    for (int i = 0; i < 16; ++i)
        streams.push_back(std::make_unique<HttpRecord>(engine, getRequest(url(u"/hold"_s))));
    for (const auto &stream : streams)
        QTRY_COMPARE_WITH_TIMEOUT(stream->bodyBytes, "data: held\n\n", 10'000);
    HttpRecord call(engine, postRequest(url(u"/echo"_s), "beside"));
    QTRY_COMPARE(call.bodyBytes, "beside");
}

void TestHttp2::isSentOnce_data()
{
    QTest::addColumn<QString>("path");
    QTest::newRow("the connection is destroyed") << u"/destroy"_s;
    QTest::newRow("the stream is reset") << u"/reset"_s;
    QTest::newRow("the stream is refused") << u"/refuse"_s;
}

void TestHttp2::isSentOnce()
{
    QFETCH(QString, path);
    HttpEngine engine(trust(), {}, kConnectPatience);
    for (int i = 0; i < 2; ++i) { // on a fresh connection, and on one that may be reused
        HttpRecord before(engine, postRequest(url(u"/echo"_s), "{}"));
        QTRY_VERIFY(before.isFinished());
        QCOMPARE(before.sentence(), QString());
        HttpRecord record(engine, postRequest(url(path), "{}"));
        QTRY_VERIFY(record.isFinished());
        QVERIFY(isLoss(record));
        QVERIFY(record.outcome->requestSent);
        QTRY_COMPARE(requests().size(), 2 * (i + 1));
    }
    HttpEngine fresh(trust(), {}, kConnectPatience);
    HttpRecord record(fresh, postRequest(url(path), "{}"));
    QTRY_VERIFY(record.isFinished());
    QVERIFY(isLoss(record));
    QTRY_COMPARE(requests().size(), 5);
    HttpRecord after(engine, postRequest(url(u"/echo"_s), "{}")); // nothing more has come
    QTRY_VERIFY(after.isFinished());
    QTRY_COMPARE(requests().size(), 6);
}

void TestHttp2::aBrokenStreamIsTruncated()
{
    HttpEngine engine(trust(), {}, kConnectPatience);
    HttpRecord record(engine, getRequest(url(u"/half"_s)));
    QTRY_VERIFY(record.isFinished());
    QCOMPARE(record.failure(), Failure::Truncated);
    QCOMPARE(record.bodyBytes, "data: half\n\n");
}

void TestHttp2::aPausedStreamHoldsNobodyBack()
{
    constexpr std::uint64_t kAll = std::uint64_t(1024) * 65536;
    HttpEngine engine(trust(), {}, kConnectPatience);
    HttpRecord record;
    record.keepsBody = false;
    record.onBody = [&] { record.exchange->setReading(false); };
    record.start(engine, getRequest(url(u"/flood"_s)));
    QTRY_VERIFY(record.bodySize > 0);
    const std::uint64_t atPause = record.bodySize;
    for (int i = 0; i < 5; ++i) {
        HttpRecord beside(engine, postRequest(url(u"/echo"_s), "beside"));
        QTRY_COMPARE(beside.bodyBytes, "beside");
    }
    QCOMPARE(record.bodySize, atPause);
    record.onBody = {};
    record.exchange->setReading(true);
    QTRY_VERIFY_WITH_TIMEOUT(record.isFinished(), 30'000);
    QCOMPARE(record.sentence(), QString());
    QCOMPARE(record.bodySize, kAll);
}

QTEST_GUILESS_MAIN(TestHttp2)
#include "tst_http2.moc"
