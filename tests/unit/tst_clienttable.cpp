// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/http/clienttable.h"

#include <QTest>

#include <set>

using namespace sonde;
using namespace Qt::StringLiterals;
using tap::ClientTable;
using Request = ClientTable::Request;

// Clients without a session that give themselves the same name.
class TestClientTable : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void tellsProcessesApart();
    void aProgramPerRequestStaysOneClient();
    void tellsConnectionsOfOneProcessApart();
    void aConnectionOfSeveralSaysNothing();
    void aCancellationGoesToTheClientOfTheRequest();
    void saysWhenNothingTellsThemApart();
    void forgetsTheOldestConnections();
};

namespace {

Request from(int process, std::uint64_t connection, const char *id, const char *host = "Editor 1")
{
    Request request;
    request.target = "/mcp";
    request.ids = {id};
    request.host = host;
    request.connection = connection;
    request.process = process;
    return request;
}

// One request after the other, so that ids say nothing.
int ask(ClientTable &table, const Request &request)
{
    const int client = table.clientOf(request);
    table.finish(client, request.ids);
    return client;
}

} // namespace

void TestClientTable::tellsProcessesApart()
{
    ClientTable table([](int) { return true; });
    const int first = ask(table, from(100, 1, "1"));
    const int second = ask(table, from(200, 2, "1"));
    QVERIFY(first != second);
    // Each on a further connection.
    QCOMPARE(ask(table, from(100, 3, "2")), first);
    QCOMPARE(ask(table, from(200, 4, "2")), second);
    QVERIFY(!table.isGuess());
}

// As a command line client does.
void TestClientTable::aProgramPerRequestStaysOneClient()
{
    std::set<int> running{100};
    ClientTable table([&running](int process) { return running.contains(process); });
    const int first = ask(table, from(100, 1, "1"));
    running = {101};
    QCOMPARE(ask(table, from(101, 2, "1")), first);
    running = {102};
    QCOMPARE(ask(table, from(102, 3, "1")), first);
    QCOMPARE(table.count(), 1);
}

void TestClientTable::tellsConnectionsOfOneProcessApart()
{
    ClientTable table([](int) { return true; });
    const int first = table.clientOf(from(100, 1, "1"));
    const int second = table.clientOf(from(100, 2, "1")); // its id is open
    QVERIFY(first != second);
    table.finish(first, {"1"});
    table.finish(second, {"1"});
    for (const char *id : {"2", "3"}) {
        QCOMPARE(ask(table, from(100, 2, id)), second);
        QCOMPARE(ask(table, from(100, 1, id)), first);
        QVERIFY(!table.isGuess());
    }
}

// Two clients of one program share its connections.
void TestClientTable::aConnectionOfSeveralSaysNothing()
{
    ClientTable table;
    const int editor = ask(table, from(0, 1, "1", "Editor 1"));
    QVERIFY(ask(table, from(0, 1, "1", "Agent 2")) != editor);
    QCOMPARE(ask(table, from(0, 1, "2", "")), editor);
    QVERIFY(table.isGuess());
}

void TestClientTable::aCancellationGoesToTheClientOfTheRequest()
{
    ClientTable table;
    const int first = table.clientOf(from(0, 1, "1"));
    const int second = table.clientOf(from(0, 2, "1"));
    table.finish(first, {"1"});
    Request cancel = from(0, 3, "x");
    cancel.ids.clear();
    cancel.cancels = {"1"};
    QCOMPARE(table.clientOf(cancel), second);
    QVERIFY(!table.isGuess());
}

void TestClientTable::saysWhenNothingTellsThemApart()
{
    ClientTable table;
    const int first = table.clientOf(from(0, 1, "1"));
    const int second = table.clientOf(from(0, 2, "1"));
    table.finish(first, {"1"});
    table.finish(second, {"1"});
    QVERIFY(!table.isGuess());
    QCOMPARE(ask(table, from(0, 3, "2")), first);
    QVERIFY(table.isGuess());
    // Another name is another client, and no guess.
    QVERIFY(ask(table, from(0, 4, "2", "Agent 2")) > second);
    QVERIFY(!table.isGuess());
}

void TestClientTable::forgetsTheOldestConnections()
{
    ClientTable table;
    const int first = table.clientOf(from(0, 1, "1"));
    const int second = table.clientOf(from(0, 2, "1"));
    table.finish(first, {"1"});
    table.finish(second, {"1"});
    QCOMPARE(ask(table, from(0, 2, "2")), second);
    for (std::uint64_t connection = 3; connection < 10'000; ++connection)
        ask(table, from(0, connection, "2"));
    QCOMPARE(ask(table, from(0, 2, "2")), first); // it is a guess again
    QVERIFY(table.isGuess());
}

QTEST_GUILESS_MAIN(TestClientTable)
#include "tst_clienttable.moc"
