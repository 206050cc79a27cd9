// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/recordedhttp.h"
#include "support/tracefeed.h"
#include "trace/record/causeof.h"

#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::trace;

class CauseOfTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void findsTheRequestOfAResponse();
    void findsTheRequestOfProgress();
    void findsWhatWasCancelled();
    void findsTheMakerOfATask();
    void findsTheRoundBefore();
    void findsWhatOpenedTheExchange();
    void findsTheOnlyRunningCall();
    void isNotSureAmongSeveral();
    void looksInTheSameConnectionOnly();
    void survivesNumbersThatAreNotThere();

private:
    Number cause(Number number);

    std::unique_ptr<Recorder> m_recorder;
    std::unique_ptr<tests::TraceFeed> m_feed;
    RecordList m_list;
};

void CauseOfTest::init()
{
    m_feed.reset();
    m_recorder = std::make_unique<Recorder>();
    m_feed = std::make_unique<tests::TraceFeed>(*m_recorder);
    m_list.clear();
}

Number CauseOfTest::cause(Number number)
{
    const Changes changes = m_recorder->take();
    m_list.append(changes.fresh);
    for (const auto &[changed, record] : changes.changed)
        m_list.set(changed - std::size_t(1), record);
    return causeOf(number, m_list.snapshot(), 1, *m_recorder);
}

void CauseOfTest::findsTheRequestOfAResponse()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}");
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"b\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    QCOMPARE(cause(3), Number(1));
    QCOMPARE(cause(1), Number(0));
}

void CauseOfTest::findsTheRequestOfProgress()
{
    for (const char *token : {"\"a\"", "7", "\"7\""}) {
        m_feed->sent(std::string("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
                                 "\"params\":{\"name\":\"x\",\"_meta\":{\"progressToken\":")
            + token + "}}}");
    }
    m_feed->received("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                     "\"params\":{\"progressToken\":7,\"progress\":1}}");
    QCOMPARE(cause(4), Number(2));
}

void CauseOfTest::findsWhatWasCancelled()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}");
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":\"1\",\"method\":\"b\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"c\"}");
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\","
                 "\"params\":{\"requestId\":1}}");
    QCOMPARE(cause(4), Number(1));
}

void CauseOfTest::findsTheMakerOfATask()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"task\":{\"taskId\":\"t-1\"}}}");
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\"}");
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":3,\"method\":\"tasks/get\","
                 "\"params\":{\"taskId\":\"t-1\"}}");
    m_feed->received(
        "{\"jsonrpc\":\"2.0\",\"id\":9,\"method\":\"sampling/createMessage\",\"params\":{"
        "\"_meta\":{\"io.modelcontextprotocol/related-task\":{\"taskId\":\"t-1\"}}}}");
    QCOMPARE(cause(4), Number(1));
    QCOMPARE(cause(5), Number(1));
}

void CauseOfTest::findsTheRoundBefore()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"requestState\":\"s\\u0031\"}}");
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\","
                 "\"params\":{\"requestState\":\"s1\"}}");
    QCOMPARE(cause(3), Number(1));
}

void CauseOfTest::findsWhatOpenedTheExchange()
{
    test::RecordedHttp http(*m_recorder);
    const Stamp at{1, 1};
    http.request(0, "POST", "/mcp", "POST /mcp HTTP/1.1\r\n\r\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\"}", at);
    http.request(1, "POST", "/mcp", "POST /mcp HTTP/1.1\r\n\r\n",
        "{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/call\"}", at);
    http.respond(0, 200, "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n", at);
    http.events(0, "data: {\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}\n\n", at);
    QCOMPARE(cause(5), Number(2)); // 1 and 3 are the exchanges
}

void CauseOfTest::findsTheOnlyRunningCall()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"b\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":{}}");
    QCOMPARE(cause(4), Number(3));
}

void CauseOfTest::isNotSureAmongSeveral()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}");
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"b\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    QCOMPARE(cause(3), Number(0));
}

void CauseOfTest::looksInTheSameConnectionOnly()
{
    tests::TraceFeed other(*m_recorder, QStringLiteral("other"));
    other.sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    other.received("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"roots/list\"}");
    QCOMPARE(cause(2), Number(0));
    QCOMPARE(cause(3), Number(1));
}

void CauseOfTest::survivesNumbersThatAreNotThere()
{
    QCOMPARE(cause(0), Number(0));
    QCOMPARE(cause(17), Number(0));
    m_feed->received("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":[]}");
    m_feed->received("no JSON");
    QCOMPARE(cause(1), Number(0));
    QCOMPARE(cause(2), Number(0));
    QCOMPARE(cause(3), Number(0));
}

QTEST_APPLESS_MAIN(CauseOfTest)
#include "tst_causeof.moc"
