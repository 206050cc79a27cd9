// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "serve/httpconnection.h"

#include <QTest>

using namespace sonde::serve;

namespace {

QByteArray describe(const ServedRequest &request)
{
    std::string text = request.method + ' ' + request.path + '?' + request.query + " 1."
        + std::to_string(request.minorVersion);
    for (const HttpField &field : request.fields)
        text += '\n' + field.name + '=' + field.value;
    return QByteArray::fromStdString(text + "\n\n" + request.body);
}

struct Read {
    QByteArray request; // empty: it was refused, or is not complete
    int status = 0;
    qsizetype taken = 0;
};

// Everything up to `split` at once, then byte by byte.
Read read(const QByteArray &bytes, qsizetype split)
{
    HttpParser parser;
    const std::string_view all(bytes.constData(), std::size_t(bytes.size()));
    std::size_t taken = parser.feed(all.substr(0, std::size_t(split)));
    for (std::size_t at = std::size_t(split); at < all.size(); ++at)
        taken += parser.feed(all.substr(at, 1));
    Read result{{}, parser.problemStatus(), qsizetype(taken)};
    if (parser.isComplete())
        result.request = describe(parser.take());
    return result;
}

const QByteArray kGet = "GET / HTTP/1.1\r\nHost: a\r\n\r\n";

} // namespace

class TestHttpConnection : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsTheSameHoweverItIsSplit_data();
    void readsTheSameHoweverItIsSplit();
    void refusesWhatCanBeReadInTwoWays_data();
    void refusesWhatCanBeReadInTwoWays();
    void limitsEverything_data();
    void limitsEverything();
    void respondsToOneRequestAfterTheOther();
    void saysThatTheBodyMayCome();
    void closesWhenTheClientWantsIt();
    void streamsWithoutChunksToTheOldVersion();
    void writesInTwo();
    void refusesWhatTakesTooLong();
    void tellsWhoRespondsThatTheClientLeft();
    void respondsToAClientThatSendsNoMore();
    void closesWhenHalfARequestIsTheLast();
    void givesUpOnAClientThatDoesNotRead();
};

void TestHttpConnection::readsTheSameHoweverItIsSplit_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<QByteArray>("request");
    QTest::newRow("the least") << kGet << QByteArray("GET /? 1.1\nhost=a\n\n");
    QTest::newRow("a body") << QByteArray("POST /mcp?a=b HTTP/1.1\r\nHost: a\r\nX-Odd: \t b c \r\n"
                                          "Content-Length: 5\r\n\r\nab\r\nc")
                            << QByteArray("POST /mcp?a=b 1.1\nhost=a\nx-odd=b c\ncontent-length=5"
                                          "\n\nab\r\nc");
    QTest::newRow("chunks") << QByteArray(
        "POST /mcp HTTP/1.1\r\nHost: a\r\n"
        "Transfer-Encoding: chunked\r\n\r\n"
        "3;x=y\r\nabc\r\n0A\r\n0123456789\r\n0\r\nTrailer: t\r\n\r\n")
                            << QByteArray("POST /mcp? 1.1\nhost=a\ntransfer-encoding=chunked"
                                          "\n\nabc0123456789");
    QTest::newRow("the absolute form")
        << QByteArray("GET http://a:1/b/c HTTP/1.1\r\nHost: a\r\n\r\n")
        << QByteArray("GET /b/c? 1.1\nhost=a\n\n");
    QTest::newRow("an empty line first")
        << QByteArray("\r\n" + kGet) << QByteArray("GET /? 1.1\nhost=a\n\n");
    QTest::newRow("HTTP/1.0") << QByteArray("GET / HTTP/1.0\r\n\r\n")
                              << QByteArray("GET /? 1.0\n\n");
    QTest::newRow("more behind it")
        << QByteArray(kGet + "GET ") << QByteArray("GET /? 1.1\nhost=a\n\n");
}

void TestHttpConnection::readsTheSameHoweverItIsSplit()
{
    QFETCH(QByteArray, bytes);
    QFETCH(QByteArray, request);
    const qsizetype taken = read(bytes, bytes.size()).taken;
    QVERIFY(taken == bytes.size() || bytes.mid(taken) == "GET ");
    for (qsizetype split = 0; split <= bytes.size(); ++split) {
        const Read result = read(bytes, split);
        QCOMPARE(result.request, request);
        QCOMPARE(result.taken, taken);
    }
}

void TestHttpConnection::refusesWhatCanBeReadInTwoWays_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    const auto row = [](const char *name, const QByteArray &fields, int status) {
        QTest::newRow(name) << "POST / HTTP/1.1\r\n" + fields + "\r\n" << status;
    };
    row("a bare line feed", "Host: a\n", 400);
    row("a blank before the colon", "Host : a\r\n", 400);
    row("a line that continues", "Host: a\r\nX: b\r\n c\r\n", 400);
    row("a carriage return in a value", "Host: a\rb\r\n", 400);
    row("a zero in a value", QByteArray("Host: a\0b\r\n", 11), 400);
    row("no host", "X: y\r\n", 400);
    row("two hosts", "Host: a\r\nHost: a\r\n", 400);
    row("two lengths", "Host: a\r\nContent-Length: 1\r\nContent-Length: 1\r\n", 400);
    row("a length and chunks", "Host: a\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n",
        400);
    row("a negative length", "Host: a\r\nContent-Length: -1\r\n", 400);
    row("a signed length", "Host: a\r\nContent-Length: +1\r\n", 400);
    row("a length in two numbers", "Host: a\r\nContent-Length: 1, 1\r\n", 400);
    row("an unknown encoding", "Host: a\r\nTransfer-Encoding: gzip, chunked\r\n", 501);
    row("an unknown expectation", "Host: a\r\nExpect: more\r\n", 417);
    const QByteArray chunked = "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n";
    QTest::newRow("a chunk without a size") << chunked + "\r\n" << 400;
    QTest::newRow("a chunk with a sign") << chunked + "+1\r\na\r\n" << 400;
    QTest::newRow("a chunk in base 16 with 0x") << chunked + "0x1\r\na\r\n" << 400;
    QTest::newRow("a chunk that is longer than it said") << chunked + "1\r\nab\r\n" << 400;
    QTest::newRow("two blanks") << QByteArray("GET  / HTTP/1.1\r\n") << 400;
    QTest::newRow("a target that is no path") << QByteArray("GET mcp HTTP/1.1\r\n") << 400;
    QTest::newRow("another version") << QByteArray("GET / HTTP/2.0\r\n") << 505;
    QTest::newRow("another protocol") << QByteArray("{\"jsonrpc\":\"2.0\"}\r\n") << 400;
}

void TestHttpConnection::refusesWhatCanBeReadInTwoWays()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    for (const qsizetype split : {qsizetype(0), bytes.size() / 2, bytes.size()}) {
        const Read result = read(bytes, split);
        QCOMPARE(result.status, status);
        QVERIFY(result.request.isEmpty());
    }
}

void TestHttpConnection::limitsEverything_data()
{
    QTest::addColumn<QByteArray>("bytes");
    QTest::addColumn<int>("status");
    const QByteArray begin = "POST / HTTP/1.1\r\nHost: a\r\n";
    QTest::newRow("a target without end") << "GET /" + QByteArray(qsizetype(kMaxHead), 'x') << 431;
    QTest::newRow("a field without end")
        << begin + "X: " + QByteArray(qsizetype(kMaxHead), 'x') << 431;
    QTest::newRow("fields without end") << begin + QByteArray("X: y\r\n").repeated(101) << 431;
    QTest::newRow("a body") << begin + "Content-Length: 16777217\r\n\r\n" << 413;
    QTest::newRow("a length beyond every number")
        << begin + "Content-Length: 99999999999999999999999\r\n\r\n"
        << 400;
    const QByteArray chunked = begin + "Transfer-Encoding: chunked\r\n\r\n";
    QTest::newRow("a chunk") << chunked + "1000001\r\n" << 413;
    QTest::newRow("several chunks") << chunked + "1\r\na\r\n1000000\r\n" << 413;
    QTest::newRow("a chunk's size") << chunked + QByteArray(qsizetype(kMaxHead) + 1, '0') << 431;
    QTest::newRow("a trailer") << chunked + "0\r\nX: " + QByteArray(qsizetype(kMaxHead), 'x')
                               << 431;
}

void TestHttpConnection::limitsEverything()
{
    QFETCH(QByteArray, bytes);
    QFETCH(int, status);
    QCOMPARE(read(bytes, bytes.size()).status, status);
}

void TestHttpConnection::respondsToOneRequestAfterTheOther()
{
    QList<ReplyPointer> replies;
    HttpConnection connection(
        [&](const ServedRequest &, const ReplyPointer &reply) { replies << reply; },
        Milliseconds(0));
    connection.receive(kGet.repeated(2).toStdString(), Milliseconds(0));
    QCOMPARE(replies.size(), 1);
    replies[0]->respond(200, "text/plain", "first");
    connection.tick(Milliseconds(0));
    QCOMPARE(replies.size(), 2);
    replies[1]->respond(202);
    connection.tick(Milliseconds(0));
    const auto output = QByteArray::fromStdString(connection.takeOutput());
    QVERIFY(output.indexOf("first") < output.indexOf("202"));
    QVERIFY(!connection.isOver());
}

void TestHttpConnection::saysThatTheBodyMayCome()
{
    QByteArray body;
    HttpConnection connection(
        [&](const ServedRequest &request, const ReplyPointer &reply) {
            body = QByteArray::fromStdString(request.body);
            reply->respond(202);
        },
        Milliseconds(0));
    connection.receive(
        "POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n",
        Milliseconds(0));
    QCOMPARE(connection.takeOutput(), std::string("HTTP/1.1 100 Continue\r\n\r\n"));
    connection.receive("o", Milliseconds(0));
    connection.receive("k", Milliseconds(0));
    QCOMPARE(body, "ok");
    QCOMPARE(
        connection.takeOutput(), std::string("HTTP/1.1 202 Accepted\r\nContent-Length: 0\r\n\r\n"));
}

void TestHttpConnection::closesWhenTheClientWantsIt()
{
    HttpConnection connection(
        [](const ServedRequest &, const ReplyPointer &reply) { reply->respond(202); },
        Milliseconds(0));
    connection.receive(
        "GET / HTTP/1.1\r\nHost: a\r\nConnection: x, Close\r\n\r\n", Milliseconds(0));
    QVERIFY(connection.isOver());
    QVERIFY(connection.takeOutput().find("Connection: close") != std::string::npos);
}

void TestHttpConnection::streamsWithoutChunksToTheOldVersion()
{
    HttpConnection connection(
        [](const ServedRequest &, const ReplyPointer &reply) {
            reply->begin(200, "text/event-stream");
            reply->write("data: x\n\n");
            reply->end();
        },
        Milliseconds(0));
    connection.receive("GET / HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", Milliseconds(0));
    QVERIFY(connection.isOver());
    QCOMPARE(connection.takeOutput(),
        std::string("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n"
                    "Connection: close\r\n\r\ndata: x\n\n"));
}

// Each piece is taken, and so written, by itself.
void TestHttpConnection::writesInTwo()
{
    ReplyPointer reply;
    int woken = 0;
    HttpConnection connection(
        [&](const ServedRequest &, const ReplyPointer &given) { reply = given; }, Milliseconds(0));
    connection.setWake([&woken] { ++woken; });
    connection.receive({kGet.constData(), std::size_t(kGet.size())}, Milliseconds(0));
    reply->begin(200, "text/plain");
    QVERIFY(!connection.takeOutput().empty());
    reply->writeInTwo("abcdef", 2);
    reply->end();
    connection.tick(Milliseconds(0));
    woken = 0;
    QCOMPARE(connection.takeOutput(), std::string("2\r\nab\r\n"));
    QVERIFY(woken > 0); // for the rest
    connection.tick(Milliseconds(0));
    QCOMPARE(connection.takeOutput(), std::string("4\r\ncdef\r\n0\r\n\r\n"));
    QVERIFY(connection.isIdle());
    QVERIFY(!connection.isOver());
}

void TestHttpConnection::refusesWhatTakesTooLong()
{
    const auto ignore = [](const ServedRequest &, const ReplyPointer &) {};
    HttpConnection slow(ignore, Milliseconds(0));
    slow.receive("GET / HT", Milliseconds(10));
    slow.receive("TP/1.1\r\n", Milliseconds(20'000)); // a byte now and then is no progress
    QVERIFY(slow.deadline() < Milliseconds(31'000));
    slow.tick(slow.deadline());
    QVERIFY(slow.isOver());
    QVERIFY(slow.takeOutput().starts_with("HTTP/1.1 408 "));

    HttpConnection silent(ignore, Milliseconds(0));
    silent.tick(silent.deadline());
    QVERIFY(silent.isOver());
    QCOMPARE(silent.takeOutput(), std::string());

    HttpConnection answering(ignore, Milliseconds(0));
    answering.receive(kGet.toStdString(), Milliseconds(0));
    answering.tick(Milliseconds(1'000'000));
    QVERIFY(!answering.isOver());
}

void TestHttpConnection::tellsWhoRespondsThatTheClientLeft()
{
    ReplyPointer reply;
    const auto keep = [&](const ServedRequest &, const ReplyPointer &given) { reply = given; };
    HttpConnection connection(keep, Milliseconds(0));
    connection.receive(kGet.toStdString(), Milliseconds(0));
    QVERIFY(reply->isOpen());
    connection.leave();
    QVERIFY(reply->isGone());
    QVERIFY(connection.isOver());
}

void TestHttpConnection::respondsToAClientThatSendsNoMore()
{
    std::vector<ReplyPointer> replies;
    const auto keep = [&](const ServedRequest &, const ReplyPointer &given) {
        replies.push_back(given);
    };
    HttpConnection connection(keep, Milliseconds(0));
    connection.receive(kGet.toStdString() + kGet.toStdString(), Milliseconds(0));
    connection.endInput();
    QCOMPARE(replies.size(), std::size_t(1));
    QVERIFY(replies[0]->isOpen());
    QVERIFY(!connection.isOver());
    replies[0]->respond(202);
    connection.tick(Milliseconds(0));
    QVERIFY(connection.takeOutput().starts_with("HTTP/1.1 202 "));
    QCOMPARE(replies.size(), std::size_t(2));
    QVERIFY(!connection.isOver());
    replies[1]->respond(202);
    connection.tick(Milliseconds(0));
    QVERIFY(connection.takeOutput().starts_with("HTTP/1.1 202 "));
    QVERIFY(connection.isOver());
}

void TestHttpConnection::closesWhenHalfARequestIsTheLast()
{
    ReplyPointer reply;
    const auto keep = [&](const ServedRequest &, const ReplyPointer &given) { reply = given; };
    HttpConnection alone(keep, Milliseconds(0));
    alone.receive("GET / HT", Milliseconds(0));
    alone.endInput();
    QVERIFY(alone.isOver());
    HttpConnection second(keep, Milliseconds(0));
    second.receive(kGet.toStdString() + "GET / HT", Milliseconds(0));
    second.endInput();
    QVERIFY(!second.isOver());
    reply->respond(202);
    second.tick(Milliseconds(0));
    QVERIFY(second.isOver());
}

void TestHttpConnection::givesUpOnAClientThatDoesNotRead()
{
    ReplyPointer reply;
    const auto keep = [&](const ServedRequest &, const ReplyPointer &given) { reply = given; };
    HttpConnection connection(keep, Milliseconds(0));
    connection.receive(kGet.toStdString(), Milliseconds(0));
    reply->begin(200, "text/event-stream");
    const std::string piece(1 << 20, 'x');
    for (int i = 0; i < 40; ++i)
        reply->write(piece);
    QVERIFY(reply->isGone());
    QVERIFY(reply->waiting() <= kMaxWaitingOutput + piece.size() + 100);
    connection.tick(Milliseconds(0));
    QVERIFY(connection.isOver());
}

QTEST_GUILESS_MAIN(TestHttpConnection)
#include "tst_httpconnection.moc"
