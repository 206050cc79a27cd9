// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/recordingsink.h"
#include "wire/streamable/exchangerecord.h"

#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using namespace Qt::StringLiterals;

class TestExchangeRecord : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void saysMoreEachTime();
    void aLaneIsUsedAgain();
    void placesAreBehindTheHeads();
    void whatIsDroppedWasAborted();
    void secretsAndTheUsersNameStayOut();
    void withoutATapItOnlyCounts();

private:
    HttpRequest request(const QString &url = u"https://example.org/mcp?a=%20b"_s) const
    {
        HttpRequest result;
        result.method = "POST";
        result.url = QUrl(url);
        return result;
    }
    json::Document facts(std::size_t exchange) const
    {
        return json::Document::parse(std::string_view(m_traffic->exchanges.at(exchange).facts));
    }

    std::unique_ptr<RecordingSink> m_traffic;
    TransportContext m_context;
};

namespace {

const Bytes kSentHead = Bytes::copyOf("POST /mcp HTTP/1.1\r\n\r\n");
const Bytes kHead = Bytes::copyOf("HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\r\n");

HttpOutcome outcomeAt(std::int64_t begun)
{
    HttpOutcome outcome;
    outcome.times.begun = begun;
    outcome.times.connected = begun + 100;
    outcome.times.ended = begun + 5000;
    outcome.facts.remoteAddress = u"127.0.0.1:1"_s;
    outcome.facts.tlsVersion = u"TLSv1.3"_s;
    Certificate certificate;
    certificate.subject = u"CN=a"_s;
    certificate.names = QStringList{u"a"_s};
    certificate.fingerprint = QByteArray(32, '\x0f');
    outcome.facts.chain.push_back(certificate);
    return outcome;
}

} // namespace

void TestExchangeRecord::init()
{
    m_traffic = std::make_unique<RecordingSink>();
    m_context = {};
    m_context.traffic = m_traffic.get();
}

void TestExchangeRecord::saysMoreEachTime()
{
    ExchangeLog log(m_context, {});
    ExchangeRecord record(log, request(), "message");
    QCOMPARE(record.id(), 1U);
    QCOMPARE(m_traffic->exchanges[0].target, std::string("/mcp?a=%20b"));
    QCOMPARE(m_traffic->exchanges[0].state, rpc::Exchange::State::Open);
    QVERIFY(!facts(0).root()["answer"]);
    const Stamp begun = m_traffic->exchanges[0].begun;

    record.sentHead(kSentHead, begun);
    record.receivedHead(kHead, begun);
    record.head(*HttpHead::parse(kHead.view()), begun);
    QCOMPARE(m_traffic->exchanges[0].status, 200);
    QCOMPARE(facts(0).path(u"answer.mediaType").toString(), u"a/b"_s);
    QVERIFY(!facts(0).root()["connection"]);

    record.finished(outcomeAt(begun.steady));
    QCOMPARE(m_traffic->exchanges[0].state, rpc::Exchange::State::Done);
    QCOMPARE(m_traffic->exchanges[0].ended.steady, begun.steady + 5000);
    QCOMPARE(facts(0).path(u"times.connected").toInt64().value_or(0), 100);
    QCOMPARE(facts(0).path(u"times.ended").toInt64().value_or(0), 5000);
    QVERIFY(!facts(0).path(u"times.secured").exists());
    QCOMPARE(facts(0).path(u"connection.tls").toString(), u"TLSv1.3"_s);
    QCOMPARE(facts(0).path(u"connection.chain[0].subject").toString(), u"CN=a"_s);
    QCOMPARE(facts(0).path(u"connection.chain[0].fingerprint").toString(), u"0f"_s.repeated(32));
    QVERIFY(m_traffic->inOrder);
}

void TestExchangeRecord::aLaneIsUsedAgain()
{
    ExchangeLog log(m_context, {});
    {
        ExchangeRecord first(log, request(), "message");
        ExchangeRecord second(log, request(), "message");
        QCOMPARE(m_traffic->streams.size(), 5U); // two lanes and the facts
        for (ExchangeRecord *record : {&first, &second}) {
            record->sentHead(kSentHead, {1, 1});
            record->receivedHead(kHead, {1, 1});
            record->body(Bytes::copyOf("{}"), {1, 1});
        }
        first.finished({});
    }
    ExchangeRecord third(log, request(), "message");
    QCOMPARE(m_traffic->streams.size(), 5U);
    third.sentHead(kSentHead, {1, 1});
    QCOMPARE(
        facts(2).path(u"request.offset").toInt64().value_or(0), std::int64_t(kSentHead.size()));
    third.receivedHead(kHead, {1, 1});
    third.body(Bytes::copyOf("{}"), {1, 1});
    const rpc::Place place = third.place(0, 2);
    QCOMPARE(place.offset, 2 * kHead.size() + 2);
    QCOMPARE(m_traffic->recorded[place.stream].substr(place.offset), std::string("{}"));
    QVERIFY(m_traffic->inOrder);
}

void TestExchangeRecord::placesAreBehindTheHeads()
{
    ExchangeLog log(m_context, {});
    ExchangeRecord record(log, request(), "message");
    record.sentHead(kSentHead, {1, 1});
    record.sentBody(Bytes::copyOf("12345"), {2, 2});
    const rpc::Place sent = record.sentPlace(1, 3);
    QCOMPARE(m_traffic->recorded[sent.stream].substr(sent.offset, sent.length), std::string("234"));
    record.receivedHead(Bytes::copyOf("HTTP/1.1 103 Early Hints\r\n\r\n"), {3, 3});
    record.receivedHead(Bytes::copyOf("HTTP/1.1 103 Early Hints\r\n\r\n"), {3, 3});
    record.receivedHead(kHead, {4, 4});
    record.body(Bytes::copyOf("abc"), {5, 5});
    record.trailers(Bytes::copyOf("X: y\r\n"), {6, 6});
    const rpc::Place got = record.place(1, 2, true);
    QCOMPARE(m_traffic->recorded[got.stream].substr(got.offset, got.length), std::string("bc"));
    QVERIFY(got.folded);
    QCOMPARE(got.exchange, 1U);
    record.finished({});
    QCOMPARE(facts(0).path(u"answer.interim").toInt64().value_or(0), 56);
    QCOMPARE(facts(0).path(u"answer.head").toInt64().value_or(0), std::int64_t(kHead.size()));
    QCOMPARE(facts(0).path(u"answer.body").toInt64().value_or(0), 3);
    QCOMPARE(facts(0).path(u"answer.trailers").toInt64().value_or(0), 6);
}

void TestExchangeRecord::whatIsDroppedWasAborted()
{
    ExchangeLog log(m_context, {});
    {
        ExchangeRecord record(log, request(), "message");
        record.sentHead(kSentHead, {1, 1});
    }
    QCOMPARE(m_traffic->exchanges[0].state, rpc::Exchange::State::Aborted);
    QVERIFY(m_traffic->exchanges[0].ended.steady > 0);
    QCOMPARE(facts(0).root()["failure"].toString(), u"aborted"_s);
    {
        ExchangeRecord record(log, request(), "message");
        HttpOutcome outcome;
        outcome.failure = HttpOutcome::Failure::TimedOut;
        outcome.error = Error{.domain = Domain::Timeout, .sentence = u"Too late."_s};
        record.finished(outcome);
    }
    QCOMPARE(m_traffic->exchanges[1].state, rpc::Exchange::State::Failed);
    QCOMPARE(facts(1).root()["failure"].toString(), u"timed-out"_s);
    QCOMPARE(facts(1).root()["error"].toString(), u"Too late."_s);
}

void TestExchangeRecord::secretsAndTheUsersNameStayOut()
{
    HttpHeaders custom;
    custom.add({"X-Key", "hush", true});
    custom.add("X-Plain", "loud");
    ExchangeLog log(m_context, custom);
    ExchangeRecord record(log, request(u"https://hush:hush@example.org"_s), "message");
    QCOMPARE(m_traffic->exchanges[0].target, std::string("/"));
    record.sentHead(
        Bytes::copyOf("GET / HTTP/1.1\r\nx-key: hush\r\nX-Plain: loud\r\n\r\n"), {1, 1});
    record.receivedHead(Bytes::copyOf("HTTP/1.1 200 OK\r\nSet-Cookie: hush\r\n\r\n"), {1, 1});
    record.finished({});
    for (const auto &[stream, bytes] : m_traffic->recorded)
        QVERIFY2(bytes.find("hush") == std::string::npos, bytes.c_str());
    QCOMPARE(facts(0).path(u"custom[0]").toString(), u"X-Key"_s);
    QCOMPARE(facts(0).path(u"custom[1]").toString(), u"X-Plain"_s);
    QCOMPARE(facts(0).path(u"request.head").toInt64().value_or(0),
        std::int64_t(m_traffic->bytesOf(rpc::Channel::Sent).size()));
}

void TestExchangeRecord::withoutATapItOnlyCounts()
{
    m_context.traffic = nullptr;
    ExchangeLog log(m_context, {});
    ExchangeRecord record(log, request(), "message");
    record.sentHead(kSentHead, {1, 1});
    record.sentBody(Bytes::copyOf("12345"), {2, 2});
    record.receivedHead(kHead, {4, 4});
    record.body(Bytes::copyOf("abc"), {5, 5});
    QCOMPARE(record.sentBodySize(), 5U);
    QCOMPARE(record.bodySize(), 3U);
    QCOMPARE(record.id(), 0U);
    record.finished({});
    QVERIFY(m_traffic->recorded.empty());
}

QTEST_GUILESS_MAIN(TestExchangeRecord)
#include "tst_exchangerecord.moc"
