// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"

#include <QDir>
#include <QFile>

using namespace Qt::StringLiterals;
using namespace sonde::test;

// What a client says byte by byte to `sonde-cli mock` with a server behind it, and what it gets.
class TestCliMockClient : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void passesTheErrorOfTheClientAsItIs();
    void holdsServerRequestsUntilTheClientIsInitialized();
    void passesNotificationsOnceTheServerIsOpen();
    void keepsTheOrderUntilTheServerIsOpen();
    void saysOnceThatThereIsNoRoom();
    void takesTheTimeoutsOfASavedServer();
    void endsWithoutAReader();
    void passesProgressOnlyToARequestThatWantsIt();

private:
    QString place(const QString &name) const { return m_folder.filePath(name); }
    // The mock of a recording that has only the opening and the list of tools.
    QStringList mockBefore(const QStringList &server) const
    {
        return QStringList{u"mock"_s, place(u"list.sonde"_s)} + server;
    }

    QTemporaryDir m_folder;
};

namespace {

const QStringList kAsking{u"--"_s, u"sh"_s, sonde::test::sourcePath("tests/data/asking-server.sh")};

class Client {
public:
    explicit Client(
        const QStringList &mock, const QProcessEnvironment &environment = cleanEnvironment())
    {
        m_process.setProcessEnvironment(environment);
        m_process.start(kCli, mock);
    }

    void send(const QByteArray &members)
    {
        m_process.write("{\"jsonrpc\":\"2.0\"," + members + "}\n");
    }
    void initialize()
    {
        send(R"("id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25",)"
             R"("capabilities":{"elicitation":{},"roots":{}},)"
             R"("clientInfo":{"name":"c","version":"1"}})");
    }
    void sayInitialized() { send(R"("method":"notifications/initialized")"); }
    void call(const QByteArray &tool, int id, const QByteArray &meta = "{}")
    {
        send("\"id\":" + QByteArray::number(id) + R"(,"method":"tools/call","params":{"name":")"
            + tool + R"(","arguments":{},"_meta":)" + meta + '}');
    }
    // Everything until a line with these bytes; without it, everything that came.
    QByteArray until(const QByteArray &part)
    {
        QByteArray read;
        while (m_process.canReadLine() || m_process.waitForReadyRead(kDeadline)) {
            while (m_process.canReadLine()) {
                const QByteArray line = m_process.readLine();
                read += line;
                if (line.contains(part))
                    return read;
            }
        }
        return read;
    }
    Run end()
    {
        m_process.closeWriteChannel();
        return finishedRun(m_process);
    }

private:
    QProcess m_process;
};

} // namespace

void TestCliMockClient::initTestCase()
{
    QVERIFY(m_folder.isValid());
    COMPARE_CODE(withDemo({u"--record"_s, place(u"list.sonde"_s), u"--era"_s, u"legacy"_s,
                     u"tools"_s, u"list"_s}),
        0);
}

void TestCliMockClient::passesTheErrorOfTheClientAsItIs()
{
    const QString passed = place(u"refused.sonde"_s);
    Client client(mockBefore(QStringList{u"--record"_s, passed} + kAsking));
    client.initialize();
    client.sayInitialized();
    client.call("ask", 1);
    QVERIFY(client.until("elicitation/create").contains("\"id\":\"server-"));
    const QString error =
        u"{\"code\":-32042, \"data\":{\"why\":1e400,\"why\":1.0},\"message\":\"no\"}"_s;
    for (const char *id : {"server-1", "server-2"}) // one of them is of the roots
        client.send("\"id\":\"" + QByteArray(id) + "\",\"error\":" + error.toUtf8());
    QVERIFY(client.until("asked").contains("\"id\":1"));
    COMPARE_CODE(client.end(), 0);
    const QString filter = u"text contains \"%1\""_s.arg(QString(error).replace(u'"', u"\\\""_s));
    const Run sent = cli({u"trace"_s, u"filter"_s, passed, filter, u"--count"_s});
    QCOMPARE(sent.out.trimmed(), QByteArray("2"));
}

void TestCliMockClient::holdsServerRequestsUntilTheClientIsInitialized()
{
    Client client(mockBefore(kAsking));
    client.initialize();
    client.send(R"("id":1,"method":"resources/list")"); // it does not wait
    QVERIFY(!client.until("\"resources\":[]").contains("roots/list"));
    client.sayInitialized();
    QVERIFY(client.until("roots/list").contains("\"id\":\"server-1\""));
    COMPARE_CODE(client.end(), 0);
}

void TestCliMockClient::passesNotificationsOnceTheServerIsOpen()
{
    const QString passed = place(u"notified.sonde"_s);
    Client client(mockBefore(QStringList{u"--record"_s, passed} + kAsking));
    client.initialize();
    client.sayInitialized();
    client.send(R"("method":"notifications/roots/list_changed")"); // the server only starts now
    client.call("plain", 1);
    QVERIFY(client.until("plain").contains("\"id\":1"));
    COMPARE_CODE(client.end(), 0);
    const Run sent = cli({u"trace"_s, u"filter"_s, passed,
        u"method == \"notifications/roots/list_changed\""_s, u"--count"_s});
    QCOMPARE(sent.out.trimmed(), QByteArray("1"));
}

void TestCliMockClient::keepsTheOrderUntilTheServerIsOpen()
{
    const QString passed = place(u"ordered.sonde"_s);
    Client client(mockBefore(QStringList{u"--record"_s, passed} + kAsking));
    client.initialize();
    client.sayInitialized();
    client.call("plain", 1);
    client.send(R"("method":"notifications/roots/list_changed")");
    client.send(R"("id":2,"method":"resources/list")");
    QVERIFY(client.until("\"resources\":[]").contains("\"id\":2"));
    COMPARE_CODE(client.end(), 0);
    const Run sent = cli({u"trace"_s, u"filter"_s, passed,
        u"dir == sent and (method == \"tools/call\" or method == "
        u"\"notifications/roots/list_changed\")"_s});
    COMPARE_CODE(sent, 0);
    const auto called = sent.out.indexOf("tools/call");
    QVERIFY2(called >= 0, told(sent).constData());
    QVERIFY2(sent.out.indexOf("notifications/roots/list_changed") > called, told(sent).constData());
}

// For a server that never opens.
void TestCliMockClient::saysOnceThatThereIsNoRoom()
{
    Client client(mockBefore({u"--"_s, u"sh"_s, u"-c"_s, u"cat >/dev/null"_s}));
    client.initialize();
    client.sayInitialized();
    for (int i = 0; i < 150; ++i)
        client.send(R"("method":"notifications/roots/list_changed")");
    const Run run = client.end();
    QVERIFY2(run.err.count("too many notifications") == 1, told(run).constData());
}

// A call of a tool that the server knows nothing of, and never responds to.
void TestCliMockClient::takesTheTimeoutsOfASavedServer()
{
    QVERIFY(QDir(m_folder.path()).mkpath(u"config/sonde"_s));
    QFile file(place(u"config/sonde/servers.json"_s));
    QVERIFY(file.open(QIODevice::WriteOnly));
    file.write(R"({"version":1,"servers":[{"name":"mine","program":"sh","arguments":[")"
        + kAsking.last().toUtf8() + R"("],"idleTimeoutMs":200,"totalTimeoutMs":200}]})");
    file.close();
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(u"XDG_CONFIG_HOME"_s, place(u"config"_s));
    Client client(mockBefore({u"--server"_s, u"mine"_s}), environment);
    client.initialize();
    client.sayInitialized();
    client.call("silent", 1);
    QByteArray printed = client.until("roots/list");
    QVERIFY2(printed.contains("server-1"), printed.constData());
    client.send(R"("id":"server-1","result":{"roots":[]})"); // until then no time counts
    if (!printed.contains("\"id\":1,")) // a slow computer may take as long for the opening
        printed += client.until("\"id\":1,");
    QVERIFY2(printed.contains("No response to tools/call"), printed.constData());
    COMPARE_CODE(client.end(), 0);
}

// A host that ends while a request is passed on leaves no mock behind, and no server.
void TestCliMockClient::endsWithoutAReader()
{
    QProcess host;
    host.setProcessEnvironment(cleanEnvironment());
    host.start(u"sh"_s,
        QStringList{u"-c"_s, uR"({ "$0" "$@"; echo "ended $?" >&2; } | head -n 1)"_s, kCli}
            + mockBefore(kAsking));
    host.write(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{}})"
               "\n"
               R"({"jsonrpc":"2.0","method":"notifications/initialized"})"
               "\n"
               R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"silent"}})"
               "\n");
    host.closeWriteChannel();
    const Run run = finishedRun(host);
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("\"id\":0"), told(run).constData());
    QVERIFY2(run.err.contains("ended 0"), told(run).constData());
}

void TestCliMockClient::passesProgressOnlyToARequestThatWantsIt()
{
    Client client(mockBefore(kAsking));
    client.initialize();
    client.sayInitialized();
    client.call("report", 1);
    const QByteArray quiet = client.until("reported");
    QVERIFY2(quiet.contains("\"id\":1,"), quiet.constData());
    QVERIFY2(!quiet.contains("notifications/progress"), quiet.constData());
    client.call("report", 2, R"({"progressToken":"mine"})");
    const QByteArray told = client.until("reported");
    QVERIFY2(told.contains(R"({"progressToken":"mine","progress":1.0})"), told.constData());
    COMPARE_CODE(client.end(), 0);
}

QTEST_GUILESS_MAIN(TestCliMockClient)
#include "tst_climockclient.moc"
