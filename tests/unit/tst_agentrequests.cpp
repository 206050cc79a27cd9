// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/serverrequests.h"
#include "mcp/client/inputkeeper.h"
#include "json/builder.h"

#include <QTest>

using namespace sonde;
using namespace sonde::agent;

// The requests of a server that wait for an agent, with calls that are paused: which call belongs
// to which request, and what is bounded.
class TestAgentRequests : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void pausesTheCallThatLedToIt();
    void goesOnWhenNothingOfTheCallWaits();
    void pausesACallForWhatWaitsAlready();
    void pausesNoCallThatIsOver();
    void declinesMoreThanCanWait();
    void refusesUnknownRequestsAtOnce();
    void stopsARoundWithMoreThanCanWait();
    void forgetsWhatTheServerWithdrew();
    void leavesInputToAReplay();
};

namespace {

class Call final : public PausableCall {
public:
    explicit Call(std::string name)
        : m_name(std::move(name))
    {
    }

    bool matches(std::string_view method, std::string_view target) const override
    {
        return method == "tools/call" && target == m_name;
    }
    std::chrono::milliseconds patience() const override { return std::chrono::hours(1); }
    bool isOver() const override { return isDone; }
    void pause() override { ++pauses; }
    void goOn(const AgentToolCall &) override { }

    int pauses = 0;
    bool isDone = false;

private:
    const std::string m_name;
};

class Keeper final : public mcp::InputKeeper {
public:
    bool waitsFor(const mcp::InputRound &) const override { return !isStopped; }
    Result<void> goOn(const Bytes &, const mcp::StateEcho &) override { return {}; }
    void stop() override { isStopped = true; }
    void logLifecycle(const QString &, const QString &) const override { }

    bool isStopped = false;
};

mcp::InputRound roundOf(const std::shared_ptr<Keeper> &keeper, std::size_t questions)
{
    json::Builder asked;
    asked.beginObject().key("inputRequests").beginObject();
    for (std::size_t i = 0; i < questions; ++i)
        asked.rawMember("q" + std::to_string(i), R"({"method":"roots/list"})");
    asked.endObject().endObject();
    mcp::InputRound::Properties facts;
    facts.asked = std::make_shared<const json::Document>(json::Document::parse(asked.takeString()));
    return {keeper, std::move(facts)};
}

mcp::ServerRequest request(
    int id, const std::string &target, const std::string &method = "elicitation/create")
{
    const std::string text = R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"method":")"
        + method + R"(","params":{"message":"?"}})";
    rpc::Message message;
    (void)rpc::decodeOne(Bytes::copyOf(text), message);
    mcp::Cause cause;
    if (!target.empty())
        cause.method = "tools/call";
    cause.target = target;
    return {nullptr, std::move(message), std::move(cause)};
}

ServerRequests::Response accepted()
{
    ServerRequests::Response response;
    response.result = Bytes::copyOf(R"({"action":"accept"})");
    return response;
}

} // namespace

void TestAgentRequests::pausesTheCallThatLedToIt()
{
    ServerRequests requests;
    const auto first = std::make_shared<Call>("a");
    const auto second = std::make_shared<Call>("b");
    requests.add(first);
    requests.add(second);
    requests.handleRequest(request(1, "b"));
    QCOMPARE(first->pauses, 0);
    QCOMPARE(second->pauses, 1);
    requests.handleRequest(request(2, {})); // nobody knows: the oldest one
    QCOMPARE(first->pauses, 1);
    requests.respond(1, accepted());
    QCOMPARE(requests.resume(1).get(), static_cast<PausableCall *>(second.get()));
    QVERIFY(!requests.resume(1));
    QVERIFY(requests.waits(2));
}

void TestAgentRequests::goesOnWhenNothingOfTheCallWaits()
{
    ServerRequests requests;
    const auto call = std::make_shared<Call>("a");
    requests.add(call);
    requests.handleRequest(request(1, "a"));
    requests.handleRequest(request(2, "a"));
    QCOMPARE(call->pauses, 1); // its tool ends once
    requests.respond(1, accepted());
    QVERIFY(requests.hasMore(1));
    QVERIFY(!requests.resume(1));
    requests.respond(2, accepted());
    QCOMPARE(requests.resume(2).get(), static_cast<PausableCall *>(call.get()));
}

void TestAgentRequests::pausesACallForWhatWaitsAlready()
{
    ServerRequests requests;
    requests.handleRequest(request(1, {})); // roots, right after the handshake
    const auto call = std::make_shared<Call>("a");
    requests.add(call);
    QCOMPARE(call->pauses, 1);
    json::Builder out;
    out.beginObject();
    requests.addWaiting(out, call.get());
    QVERIFY(
        out.endObject().takeString().find("request 1 (elicitation/create)") != std::string::npos);
}

void TestAgentRequests::pausesNoCallThatIsOver()
{
    ServerRequests requests;
    const auto call = std::make_shared<Call>("a");
    requests.add(call);
    call->isDone = true;
    requests.handleRequest(request(1, "a"));
    QCOMPARE(call->pauses, 0);
    QVERIFY(requests.waits(1));
}

void TestAgentRequests::declinesMoreThanCanWait()
{
    ServerRequests requests;
    const int most = int(ServerRequests::kMaxWaiting);
    for (int i = 1; i <= most + 100; ++i)
        requests.handleRequest(request(i, {}));
    QVERIFY(requests.waits(most));
    QVERIFY(!requests.waits(most + 1));
    QVERIFY(requests.whyOver(most + 1).empty()); // only the newest are remembered
    QVERIFY(requests.whyOver(most + 100).find("declined") != std::string::npos);
}

// JSON-RPC 2.0 section 5.1: with -32601. An agent could say nothing else.
void TestAgentRequests::refusesUnknownRequestsAtOnce()
{
    ServerRequests requests;
    const auto call = std::make_shared<Call>("a");
    requests.add(call);
    requests.handleRequest(request(1, "a", "x.example/do"));
    QCOMPARE(call->pauses, 0);
    QVERIFY(!requests.waits(1));
    requests.handleRequest(request(2, "a", "roots/list"));
    QVERIFY(requests.waits(1));
    QCOMPARE(call->pauses, 1);
}

void TestAgentRequests::stopsARoundWithMoreThanCanWait()
{
    ServerRequests requests;
    const auto allowed = std::make_shared<Keeper>();
    requests.handleInput(roundOf(allowed, 1));
    QVERIFY(!allowed->isStopped);
    QVERIFY(requests.waits(1));
    const auto tooMany = std::make_shared<Keeper>();
    requests.handleInput(roundOf(tooMany, ServerRequests::kMaxWaiting + 1));
    QVERIFY(tooMany->isStopped);
    QVERIFY(!requests.waits(2));
}

void TestAgentRequests::forgetsWhatTheServerWithdrew()
{
    ServerRequests requests;
    const auto call = std::make_shared<Call>("a");
    requests.add(call);
    const mcp::ServerRequest asked = request(7, "a");
    requests.handleRequest(asked);
    requests.withdrawRequest(asked.message().id, QStringLiteral("The server cancelled it"));
    QVERIFY(!requests.waits(1));
    QVERIFY(requests.whyOver(1).find("The server cancelled it") != std::string::npos);
    QVERIFY(requests.resume(1)); // the call goes on
}

// A response that asks for input is one of those that a replay compares.
void TestAgentRequests::leavesInputToAReplay()
{
    ServerRequests requests;
    QVERIFY(requests.takesInput());
    requests.setAutomatic([](const mcp::ServerRequest &) {});
    QVERIFY(!requests.takesInput());
    requests.setAutomatic({});
    QVERIFY(requests.takesInput());
}

QTEST_GUILESS_MAIN(TestAgentRequests)
#include "tst_agentrequests.moc"
