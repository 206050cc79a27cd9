// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/mockwire.h"

#include <QTest>

#include <memory>
#include <vector>

using namespace sonde;
using namespace sonde::cli;
using namespace sonde::test;

// A mock over HTTP that passes on to real servers what was not recorded.
class TestMockEndpointPassing : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void sharesAServerInTheModernEra();
    void givesEachSessionAServer();
};

namespace {

const QByteArrayList kRecording{rpcLine('>', R"("id":0,"method":"initialize","params":{})"),
    rpcLine('<', R"("id":0,"result":{"protocolVersion":"2025-11-25"})")};

QByteArray modern(const QByteArray &id, const QByteArray &method)
{
    return message("\"id\":" + id + ",\"method\":\"" + method
        + R"(","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"}})");
}

// What a real server gets, as lines.
class Behind : public RealServer {
public:
    QByteArrayList got;
    void send(mock::Passage passage, const QByteArray &members)
    {
        rpc::Message sent;
        rpc::decodeOne(Bytes::fromByteArray(message(members)), sent);
        deliver(passage, std::move(sent));
    }

private:
    void open(const mock::ClientFacts &client) override
    {
        got += "opened in " + QByteArray::fromStdString(client.revision);
    }
    void passOn(mock::Passage passage, const Bytes & /*request*/) override
    {
        got += "passed " + QByteArray::number(passage);
    }
    void abandon(mock::Passage passage) override
    {
        got += "abandoned " + QByteArray::number(passage);
    }
    void tell(const Bytes &message) override { got += "told " + message.toByteArray(); }
};

// A mock, and the servers that it has asked for.
struct Passing {
    std::vector<std::shared_ptr<Behind>> servers;
    MockWire wire{kRecording, {.otherwise = mock::Otherwise::Error, .passesOn = true}, [this] {
                      servers.push_back(std::make_shared<Behind>());
                      return servers.back();
                  }};
};

} // namespace

// The ids of its clients may be equal.
void TestMockEndpointPassing::sharesAServerInTheModernEra()
{
    Passing at;
    auto one = at.wire.connect();
    auto two = at.wire.connect();
    for (auto *client : {&one, &two})
        client->ask(post(modern("1", "other")));
    QCOMPARE(at.servers.size(), std::size_t(1));
    QCOMPARE(at.servers[0]->got, (QByteArrayList{"opened in 2026-07-28", "passed 1", "passed 2"}));
    at.servers[0]->send(2, R"("id":1,"result":{"to":2})");
    at.wire.pass(0);
    QCOMPARE(two.read().body, message(R"("id":1,"result":{"to":2})"));
    one.leave();
    at.wire.pass(0);
    QCOMPARE(at.servers[0]->got.last(), QByteArray("abandoned 1"));
}

void TestMockEndpointPassing::givesEachSessionAServer()
{
    Passing at;
    for (std::size_t i = 0; i < 2; ++i) {
        const QByteArray opening = message(R"("id":7,"method":"initialize","params":{})");
        const QByteArrayList session{
            "Mcp-Session-Id: " + at.wire.ask(post(opening)).fields["mcp-session-id"]};
        at.wire.ask(post(message(R"("method":"notifications/initialized")"), session));
        auto asking = at.wire.connect();
        asking.ask(post(message(R"("id":2,"method":"other")"), session));
        QCOMPARE(at.servers.size(), i + 1);
        Behind &server = *at.servers[i];
        QCOMPARE(server.got, (QByteArrayList{"opened in 2025-11-25", "passed 1"}));
        // In the stream of the request that led to it.
        const QByteArray asked = message(R"("id":"r","method":"roots/list")");
        server.send(1, R"("id":"r","method":"roots/list")");
        at.wire.pass(0);
        QCOMPARE(asking.read().events(), QByteArrayList{asked});
        const QByteArray roots = message(R"("id":"r","result":{"roots":[]})");
        at.wire.ask(post(roots, session));
        QCOMPARE(server.got.last(), "told " + roots);
    }
}

QTEST_GUILESS_MAIN(TestMockEndpointPassing)
#include "tst_mockendpointpassing.moc"
