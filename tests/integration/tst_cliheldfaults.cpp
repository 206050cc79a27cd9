// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/heldrig.h"

#include <QScopeGuard>

#include <algorithm>
#include <array>
#include <vector>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// What servers do that an open one has to live with.
class TestCliHeldFaults : public QObject, private HeldRig {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { end(); }
    void blamesNoCommandForTheStart();
    void parksACallWhileTheServerDoesNothingElse();
    void leadsThroughSeveralRequestsOfACall_data();
    void leadsThroughSeveralRequestsOfACall();
    void cancelsACallThatWaits_data();
    void cancelsACallThatWaits();
    void saysThatTheConnectionIsLost();
    void opensANameOnce();
    void opensANameAgainAtOnce();
    void passesLongCommandLinesOn();
    void leavesAnIdOutThatItCannotRead();
    void saysThatTooManyCommandsUseIt();
    void refusesANameThatIsNotOpenAlike_data();
    void refusesANameThatIsNotOpenAlike();

private:
    // What comes there, until a line has ended.
    static QByteArray lineFrom(int socket);
    Run call(const QString &tool) const { return on({u"tools"_s, u"call"_s, tool}); }
};

void TestCliHeldFaults::init()
{
    QVERIFY(begin());
    const Run opened = openWith({u"--era"_s, u"legacy"_s, u"--"_s, u"sh"_s,
        sonde::test::sourcePath("tests/data/asking-server.sh")});
    COMPARE_CODE(opened, 0);
}

// It lists the roots, which nobody has declared.
void TestCliHeldFaults::blamesNoCommandForTheStart()
{
    const Run called = call(u"plain"_s);
    COMPARE_CODE(called, 0);
    QCOMPARE(called.out, QByteArray("plain\n"));
    QCOMPARE(on({u"requests"_s}).out, QByteArray());
}

void TestCliHeldFaults::parksACallWhileTheServerDoesNothingElse()
{
    COMPARE_CODE(call(u"ask"_s), 10);
    const Run responded = on({u"respond"_s, u"1"_s, u"--decline"_s});
    COMPARE_CODE(responded, 0);
    QCOMPARE(responded.out, QByteArray("asked\n"));
}

void TestCliHeldFaults::leadsThroughSeveralRequestsOfACall_data()
{
    QTest::addColumn<QString>("first");
    QTest::addColumn<QString>("second");
    QTest::newRow("in their order") << u"1"_s << u"2"_s;
    QTest::newRow("the other way round") << u"2"_s << u"1"_s;
}

void TestCliHeldFaults::leadsThroughSeveralRequestsOfACall()
{
    QFETCH(QString, first);
    QFETCH(QString, second);
    COMPARE_CODE(call(u"twice"_s), 10);
    const Run one = on({u"respond"_s, first, u"--decline"_s});
    COMPARE_CODE(one, 10);
    QVERIFY2(one.err.contains(QByteArray("respond " + second.toUtf8())), told(one).constData());
    const Run two = on({u"respond"_s, second, u"--decline"_s});
    COMPARE_CODE(two, 0);
    QCOMPARE(two.out, QByteArray("twice\n"));
}

void TestCliHeldFaults::cancelsACallThatWaits_data()
{
    QTest::addColumn<QString>("tool");
    QTest::addColumn<int>("requests");
    QTest::newRow("for one request") << u"ask"_s << 1;
    QTest::newRow("for two requests") << u"twice"_s << 2;
}

// It reads nothing else before its requests have responses: these get one, too.
void TestCliHeldFaults::cancelsACallThatWaits()
{
    QFETCH(QString, tool);
    QFETCH(int, requests);
    COMPARE_CODE(call(tool), 10);
    QTRY_COMPARE(on({u"requests"_s, u"--json"_s}).out.count('\n'), qsizetype(requests));
    const Run cancelled = on({u"respond"_s, u"1"_s, u"--cancel-call"_s});
    COMPARE_CODE(cancelled, 0);
    QCOMPARE(on({u"requests"_s}).out, QByteArray());
    const Run again = on({u"respond"_s, u"1"_s, u"--cancel-call"_s});
    COMPARE_CODE(again, 10);
    QVERIFY2(again.err.contains("not waiting any more"), told(again).constData());
    QCOMPARE(call(u"plain"_s).out, QByteArray("plain\n"));
    COMPARE_CODE(run({u"close"_s, u"demo"_s}), 0);
    QCOMPARE(count(u"method == \"notifications/cancelled\""_s), 1);
}

void TestCliHeldFaults::saysThatTheConnectionIsLost()
{
    const Run called = call(u"die"_s);
    COMPARE_CODE(called, 4);
    QVERIFY2(!called.err.contains("The server returned"), told(called).constData());
}

void TestCliHeldFaults::opensANameOnce()
{
    const QStringList line{u"open"_s, u"--as"_s, u"brief"_s, u"--"_s, kDemo};
    const auto one = begun(line);
    const auto other = begun(line);
    const Run first = finishedRun(*one);
    const Run second = finishedRun(*other);
    QCOMPARE(first.code + second.code, 1);
    QVERIFY2(QByteArray(first.err + second.err).contains("open already"), told(second).constData());
}

// The keeper that ends frees the name before close goes on, and removes no socket of the next one.
void TestCliHeldFaults::opensANameAgainAtOnce()
{
    const QStringList line{u"open"_s, u"--as"_s, u"brief"_s, u"--"_s, kDemo};
    for (int round = 0; round < 5; ++round) {
        COMPARE_CODE(run(line), 0);
        COMPARE_CODE(run({u"--on"_s, u"brief"_s, u"info"_s}), 0);
        COMPARE_CODE(run({u"close"_s, u"brief"_s}), 0);
    }
}

void TestCliHeldFaults::passesLongCommandLinesOn()
{
    const QString note(100'000, u'x');
    COMPARE_CODE(run({u"open"_s, u"--as"_s, u"brief"_s, u"--env"_s, u"NOTE="_s + note, u"--"_s,
                     u"sh"_s, u"-c"_s, u"test ${#NOTE} = 100000 && exec \"$0\""_s, kDemo}),
        0);
}

QByteArray TestCliHeldFaults::lineFrom(int socket)
{
    QByteArray line;
    std::array<char, 4096> buffer;
    while (!line.contains('\n')) {
        const ssize_t count = ::read(socket, buffer.data(), buffer.size());
        if (count <= 0)
            break;
        line.append(buffer.data(), qsizetype(count));
    }
    return line;
}

// 2025-11-25 basic: an error response to what has no readable id has none.
void TestCliHeldFaults::leavesAnIdOutThatItCannotRead()
{
    const int socket = connectedTo(file(u"held/demo.sock"_s));
    const auto closed = qScopeGuard([&] { ::close(socket); });
    for (const QByteArray &line : {QByteArray("no message\n"), QByteArray("[1,2]\n")}) {
        QCOMPARE(qsizetype(::write(socket, line.data(), std::size_t(line.size()))), line.size());
        const QByteArray said = lineFrom(socket);
        QVERIFY2(said.contains("\"error\""), said.constData());
        QVERIFY2(!said.contains("\"id\""), said.constData());
    }
}

// It can still be closed, and listed.
void TestCliHeldFaults::saysThatTooManyCommandsUseIt()
{
    const QByteArray opening(
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":)"
        R"("2025-11-25","capabilities":{},"clientInfo":{"name":"a","version":"1"}}})"
        "\n");
    std::vector<int> commands;
    const auto closed =
        qScopeGuard([&] { std::for_each(commands.begin(), commands.end(), ::close); });
    for (int i = 0; i < 250; ++i) {
        commands.push_back(connectedTo(file(u"held/demo.sock"_s)));
        const int socket = commands.back();
        QCOMPARE(qsizetype(::write(socket, opening.data(), std::size_t(opening.size()))),
            opening.size());
        QVERIFY(lineFrom(socket).contains("\"result\""));
    }
    const Run refused = call(u"plain"_s);
    COMPARE_CODE(refused, 4);
    QVERIFY2(refused.err.contains("As many commands use the open server demo"),
        told(refused).constData());
    QVERIFY2(refused.err.contains("(250)"), told(refused).constData());
    COMPARE_CODE(run({u"open"_s, u"--list"_s}), 0);

    for (int i = 0; i < 60; ++i) // further ones than it keeps, too
        commands.push_back(connectedTo(file(u"held/demo.sock"_s)));
    const QByteArray said = lineFrom(commands.back());
    QVERIFY2(said.contains("As many commands use"), said.constData());
    while (commands.size() > 249) {
        ::close(commands.back());
        commands.pop_back();
    }
    QTRY_COMPARE(call(u"plain"_s).out, QByteArray("plain\n"));
    COMPARE_CODE(run({u"close"_s, u"demo"_s}), 0);
}

void TestCliHeldFaults::refusesANameThatIsNotOpenAlike_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::newRow("a command") << words("--on other tools list");
    QTest::newRow("requests") << words("--on other requests");
    QTest::newRow("respond") << words("--on other respond 1 --decline");
    QTest::newRow("close") << words("close other");
}

void TestCliHeldFaults::refusesANameThatIsNotOpenAlike()
{
    QFETCH(QStringList, arguments);
    const Run refused = run(arguments);
    COMPARE_CODE(refused, 1);
    QVERIFY2(refused.err.contains("The open servers are demo."), told(refused).constData());
}

QTEST_GUILESS_MAIN(TestCliHeldFaults)
#include "tst_cliheldfaults.moc"
