// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/tap/patience.h"

#include <QTest>

using namespace sonde;
using rpc::Channel;
using session::Patience;

// What a conversation shows of how long its sides wait, as tables of messages.
class TestPatience : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void learns_data();
    void learns();
    void knowsWhoWaits();
    void tellsClientsApart();
    void isBounded();
};

namespace {

Stamp second(std::int64_t seconds)
{
    return {seconds * 1'000'000'000, seconds * 1'000'000'000};
}

rpc::Message decoded(const std::string &text)
{
    rpc::Message message;
    rpc::decodeOne(Bytes::copyOf(text), message);
    return message;
}

rpc::Message request(int id)
{
    return decoded(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":"x"})");
}

rpc::Message response(int id)
{
    return decoded(R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":{}})");
}

rpc::Message cancel(int id)
{
    return decoded(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)"
        + std::to_string(id) + "}}");
}

} // namespace

// Each character is a request of a second of its own: "c60" is cancelled after 60 s, "a70" is
// answered after 70 s.
void TestPatience::learns_data()
{
    QTest::addColumn<QStringList>("requests");
    QTest::addColumn<int>("seconds"); // 0: nothing is known
    QTest::addColumn<int>("seen");
    const auto row = [](const char *requests, int seconds, int seen) {
        QTest::newRow(requests) << QString::fromLatin1(requests).split(u' ', Qt::SkipEmptyParts)
                                << seconds << seen;
    };
    row("", 0, 0);
    row("a5", 0, 0);
    row("c60", 60, 1);
    row("c60 c61 c300", 60, 2);
    row("c1", 0, 0); // nobody has so short a timeout
    row("c10 a20 c60", 60, 1); // a person had cancelled the first
    row("c10 a20", 0, 0);
    row("a59 c60 c60 c60", 60, 3);
}

void TestPatience::learns()
{
    QFETCH(const QStringList, requests);
    QFETCH(const int, seconds);
    Patience patience;
    int id = 0;
    for (const QString &one : requests) {
        const std::int64_t begun = 1000 * ++id;
        const std::int64_t ended = begun + one.mid(1).toInt();
        patience.take(Channel::Sent, second(begun), request(id));
        if (one.startsWith(u'c'))
            patience.take(Channel::Sent, second(ended), cancel(id));
        else
            patience.take(Channel::Received, second(ended), response(id));
    }
    const auto limit = patience.limitOf(Channel::Sent, request(99));
    QCOMPARE(limit.has_value(), seconds > 0);
    if (limit) {
        QCOMPARE(limit->time, std::chrono::nanoseconds(std::chrono::seconds(seconds)));
        QTEST(limit->seen, "seen");
    }
    QVERIFY(!patience.limitOf(Channel::Received, request(99))); // the server has shown nothing
}

void TestPatience::knowsWhoWaits()
{
    Patience patience;
    patience.take(Channel::Sent, second(0), request(1));
    patience.take(Channel::Sent, second(30), cancel(1));
    patience.take(Channel::Received, second(0), cancel(1)); // of no request of the server
    patience.take(Channel::Sent, second(100), request(2));
    // The response to a request of the host, which waits since it sent it.
    const auto limit = patience.limitOf(Channel::Received, response(2));
    QVERIFY(limit.has_value());
    QCOMPARE(limit->begunNs, second(100).wall);
    QVERIFY(!patience.limitOf(Channel::Sent, response(2)));
    QVERIFY(!patience.limitOf(Channel::Sent, cancel(2)));
    // A person who composes a request waits longer than the host.
    patience.take(
        Channel::Sent, second(200), decoded(R"({"jsonrpc":"2.0","id":"sonde-1","method":"x"})"));
    patience.take(
        Channel::Received, second(300), decoded(R"({"jsonrpc":"2.0","id":"sonde-1","result":{}})"));
    QVERIFY(patience.limitOf(Channel::Sent, request(99)).has_value());
    QCOMPARE(patience.limitOf(Channel::Received, response(7))->begunNs, 0);
}

// Of one tap over HTTP, where they number their requests alike.
void TestPatience::tellsClientsApart()
{
    Patience patience;
    patience.take(Channel::Sent, second(0), request(1), 1);
    patience.take(Channel::Sent, second(10), request(1), 2);
    patience.take(Channel::Sent, second(40), cancel(1), 2);
    patience.take(Channel::Sent, second(60), cancel(1), 1);
    QCOMPARE(patience.limitOf(Channel::Sent, request(2), 1)->time, std::chrono::seconds(60));
    QCOMPARE(patience.limitOf(Channel::Sent, request(2), 2)->time, std::chrono::seconds(30));
    QVERIFY(!patience.limitOf(Channel::Sent, request(2), 3));
    // The wait of the request with that id of the same client.
    patience.take(Channel::Sent, second(100), request(2), 1);
    patience.take(Channel::Sent, second(200), request(2), 2);
    QCOMPARE(patience.limitOf(Channel::Received, response(2), 1)->begunNs, second(100).wall);
    QCOMPARE(patience.limitOf(Channel::Received, response(2), 2)->begunNs, second(200).wall);
    // A server is one for all of them.
    patience.take(Channel::Received, second(300), request(7), 1);
    patience.take(Channel::Received, second(320), cancel(7), 1);
    QCOMPARE(patience.limitOf(Channel::Received, request(8), 2)->time, std::chrono::seconds(20));
}

void TestPatience::isBounded()
{
    Patience patience;
    for (int id = 1; id <= int(Patience::kMaxRequests) + 1; ++id)
        patience.take(Channel::Sent, second(id), request(id));
    patience.take(Channel::Sent, second(100'000), cancel(1)); // has made room
    QVERIFY(!patience.limitOf(Channel::Sent, request(0)));
    patience.take(Channel::Sent, second(100'000), cancel(2));
    QVERIFY(patience.limitOf(Channel::Sent, request(0)).has_value());
}

QTEST_APPLESS_MAIN(TestPatience)
#include "tst_patience.moc"
