// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "config/debugger.h"

#include "config/profile.h"
#include "config/profilejson.h"
#include "setup/clientconfig.h"
#include "json/document.h"

#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::config;
using namespace Qt::StringLiterals;

// The command that starts a server in a debugger.
class TestDebugger : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void wrapsTheCommand_data();
    void wrapsTheCommand();
    void proposesWhatFits_data();
    void proposesWhatFits();
    void theProfileKeepsIt();
    void refusesOtherSettings_data();
    void refusesOtherSettings();
    void aServerInADebuggerHasTime();
    void aDebuggerThatDoesNotFitCannotBeSaved();
};

void TestDebugger::wrapsTheCommand_data()
{
    QTest::addColumn<Debugger>("debugger");
    QTest::addColumn<int>("port");
    QTest::addColumn<QStringList>("command");
    QTest::addColumn<QStringList>("launch"); // empty: it does not fit
    const auto row = [](const char *name, Debugger debugger, int port, const QStringList &command,
                         const QStringList &launch) {
        QTest::newRow(name) << debugger << port << command << launch;
    };
    row("node", Debugger::Node, 0, {u"node"_s, u"a b.js"_s, u"--x"_s},
        {u"node"_s, u"--inspect-brk=127.0.0.1:9229"_s, u"a b.js"_s, u"--x"_s});
    row("node with options", Debugger::Node, 4711, {u"/opt/node"_s, u"--no-warnings"_s, u"s.js"_s},
        {u"/opt/node"_s, u"--inspect-brk=127.0.0.1:4711"_s, u"--no-warnings"_s, u"s.js"_s});
    row("npx", Debugger::Node, 0, {u"npx"_s, u"-y"_s, u"server"_s}, {});
    row("python", Debugger::Python, 0, {u"python3.12"_s, u"s.py"_s, u"-v"_s},
        {u"python3.12"_s, u"-m"_s, u"debugpy"_s, u"--listen"_s, u"127.0.0.1:5678"_s,
            u"--wait-for-client"_s, u"s.py"_s, u"-v"_s});
    row("python, a module", Debugger::Python, 1, {u"python"_s, u"-u"_s, u"-m"_s, u"server"_s},
        {u"python"_s, u"-u"_s, u"-m"_s, u"debugpy"_s, u"--listen"_s, u"127.0.0.1:1"_s,
            u"--wait-for-client"_s, u"-m"_s, u"server"_s});
    row("python, an option with a value", Debugger::Python, 1,
        {u"python"_s, u"-X"_s, u"dev"_s, u"s.py"_s},
        {u"python"_s, u"-X"_s, u"dev"_s, u"-m"_s, u"debugpy"_s, u"--listen"_s, u"127.0.0.1:1"_s,
            u"--wait-for-client"_s, u"s.py"_s});
    row("python, only an option", Debugger::Python, 1, {u"python"_s, u"-X"_s},
        {u"python"_s, u"-X"_s, u"-m"_s, u"debugpy"_s, u"--listen"_s, u"127.0.0.1:1"_s,
            u"--wait-for-client"_s});
    row("uv", Debugger::Python, 0, {u"uv"_s, u"run"_s, u"s.py"_s}, {});
    row("gdbserver", Debugger::Gdbserver, 0, {u"./server"_s, u"--a"_s},
        {u"gdbserver"_s, u"--once"_s, u"127.0.0.1:2345"_s, u"./server"_s, u"--a"_s});
    row("none", Debugger::None, 9, {u"node"_s, u"s.js"_s}, {u"node"_s, u"s.js"_s});
}

void TestDebugger::wrapsTheCommand()
{
    QFETCH(const Debugger, debugger);
    QFETCH(const int, port);
    QFETCH(const QStringList, command);
    QFETCH(const QStringList, launch);
    const DebugLaunch made = debugLaunch({debugger, port}, command.first(), command.mid(1));
    const bool fits = !launch.isEmpty();
    QCOMPARE(QStringList{made.program} + made.arguments, fits ? launch : command);
    QCOMPARE(made.problem.isEmpty(), fits);
    QCOMPARE(made.address.isEmpty(), !fits || debugger == Debugger::None);
    if (!made.address.isEmpty()) {
        QVERIFY(made.address.startsWith(u"127.0.0.1:"_s)); // never open to others
        QVERIFY(made.arguments.join(u' ').contains(made.address));
        QVERIFY(!made.attaching.isEmpty());
    } else if (!fits) {
        QVERIFY(made.problem.contains(command.first()));
    }
}

void TestDebugger::proposesWhatFits_data()
{
    QTest::addColumn<QString>("program");
    QTest::addColumn<Debugger>("debugger");
    QTest::newRow("node") << u"node"_s << Debugger::Node;
    QTest::newRow("a path to node") << u"/usr/bin/nodejs"_s << Debugger::Node;
    QTest::newRow("python") << u"/venv/bin/python3"_s << Debugger::Python;
    QTest::newRow("pypy") << u"pypy3"_s << Debugger::Python;
    QTest::newRow("an executable") << u"./build/server"_s << Debugger::Gdbserver;
    QTest::newRow("a script") << u"./server.sh"_s << Debugger::None;
    QTest::newRow("npx") << u"npx"_s << Debugger::None;
    QTest::newRow("docker") << u"docker"_s << Debugger::None;
    QTest::newRow("nothing") << QString() << Debugger::None;
    QTest::newRow("the folder of node") << u"/node/"_s << Debugger::Gdbserver;
}

void TestDebugger::proposesWhatFits()
{
    QFETCH(const QString, program);
    QTEST(proposedDebugger(program), "debugger");
}

void TestDebugger::theProfileKeepsIt()
{
    Profile profile;
    profile.name = u"s"_s;
    profile.program = u"node"_s;
    QVERIFY(!Bytes::copyOf(profileToJson(profile)).toByteArray().contains("debugger"));
    profile.debug = {Debugger::Node, 9230};
    const auto document = json::Document::parse(profileToJson(profile));
    const auto read = profileFromJson(document.root());
    QVERIFY(read.ok());
    QCOMPARE(read->debug, profile.debug);
    QVERIFY(read->unknown.empty());
    for (const Debugger each :
        {Debugger::None, Debugger::Node, Debugger::Python, Debugger::Gdbserver})
        QCOMPARE(debuggerFromName(debuggerName(each)), std::optional(each));
}

void TestDebugger::refusesOtherSettings_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("no object") << QByteArray("7");
    QTest::newRow("another kind") << QByteArray(R"({"kind":"lldb"})");
    QTest::newRow("port 0") << QByteArray(R"({"kind":"node","port":0})");
    QTest::newRow("a large port") << QByteArray(R"({"kind":"node","port":65536})");
    QTest::newRow("a port as text") << QByteArray(R"({"kind":"node","port":"9229"})");
}

void TestDebugger::refusesOtherSettings()
{
    QFETCH(const QByteArray, json);
    const auto document = json::Document::parse(
        Bytes::fromByteArray(R"({"name":"s","program":"node","debugger":)" + json + "}"));
    const auto read = profileFromJson(document.root());
    QVERIFY(!read.ok());
    QVERIFY(read.error().sentence.contains(u"debugger"_s));
}

void TestDebugger::aServerInADebuggerHasTime()
{
    Profile profile;
    profile.program = u"node"_s;
    profile.arguments = QStringList{u"s.js"_s};
    QCOMPARE(setup::clientConfig(profile).timeouts.handshake, kDefaultHandshakeTimeout);
    profile.debug.debugger = Debugger::Node;
    const mcp::ClientConfig config = setup::clientConfig(profile);
    QCOMPARE(config.endpoint.launch()->arguments.first(), u"--inspect-brk=127.0.0.1:9229"_s);
    QCOMPARE(config.timeouts.handshake, kMaxTimeout);
    QCOMPARE(config.timeouts.idle, kMaxTimeout);
    QCOMPARE(config.timeouts.total, kMaxTimeout);
    // What is not started in it keeps its own timeouts.
    profile.program = u"npx"_s;
    QCOMPARE(setup::clientConfig(profile).timeouts.handshake, kDefaultHandshakeTimeout);
}

void TestDebugger::aDebuggerThatDoesNotFitCannotBeSaved()
{
    Profile profile;
    profile.name = u"s"_s;
    profile.program = u"npx"_s;
    profile.debug.debugger = Debugger::Node;
    const auto problems = validate(profile, {});
    QVERIFY(!canBeSaved(problems));
    QVERIFY(std::any_of(problems.begin(), problems.end(), [](const FieldProblem &problem) {
        return problem.field == ProfileField::Debugger && problem.sentence.contains(u"npx"_s);
    }));
}

QTEST_GUILESS_MAIN(TestDebugger)

#include "tst_debugger.moc"
