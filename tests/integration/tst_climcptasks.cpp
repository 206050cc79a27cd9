// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/codingagent.h"

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::test;

// Servers with a fault each, as they come to somebody who writes one: the tools of sonde-cli mcp
// alone say what is wrong, in few calls and few bytes.
class TestCliMcpTasks : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheFault_data();
    void findsTheFault();
    void cleanupTestCase();

private:
    int m_tasks = 0;
    int m_calls = 0;
    int m_bytes = 0;
};

namespace {

// The most that a task may take: what connect and call say is enough for nearly all of them.
constexpr int kMaxCalls = 3;
constexpr int kMaxBytes = 6000;

struct Step {
    const char *tool;
    const char *arguments; // beside the connection
};

const Step kCall{"call", R"("name":"echo","arguments":{"note":"x"},"timeoutMs":300)"};
const Step kFindings{"findings", R"("level":"warning")"};

} // namespace

Q_DECLARE_METATYPE(std::vector<Step>)

void TestCliMcpTasks::findsTheFault_data()
{
    QTest::addColumn<QStringList>("switches");
    QTest::addColumn<std::vector<Step>>("steps");
    QTest::addColumn<QStringList>("told"); // each of them is in a result

    const auto respond = [](const char *method, const char *text) {
        return QStringList{u"--answer"_s, QString::fromLatin1(method), QString::fromUtf8(text)};
    };
    QTest::newRow("a program that is not there")
        << QStringList{u"no-such-program"_s} << std::vector<Step>{}
        << QStringList{u"no-such-program"_s, u"find-program"_s};
    QTest::newRow("a module that is missing") << QStringList{u"--stderr"_s,
        u"Error: Cannot find module 'left-pad'"_s, u"--exit"_s,
        u"1"_s} << std::vector<Step>{} << QStringList{u"left-pad"_s, u"exit code 1"_s};
    QTest::newRow("a log on stdout")
        << QStringList{u"--garbage"_s, u"Listening on port 3000"_s} << std::vector{kFindings}
        << QStringList{u"stdio.stdout-messages-only"_s, u"Listening on port 3000"_s, u"stderr"_s};
    QTest::newRow("a revision that does not exist") << respond("initialize",
        R"({"jsonrpc":"2.0","id":%ID,"result":{"protocolVersion":"1.0","capabilities":{},"serverInfo":{"name":"x","version":"1"}}})")
                                                    << std::vector<Step>{} << QStringList{u"1.0"_s};
    QTest::newRow("a schema that is none") << respond("tools/list",
        R"({"jsonrpc":"2.0","id":%ID,"result":{"tools":[{"name":"echo","inputSchema":{"type":"object","properties":{"note":{"type":"text"}}}}]}})")
                                           << std::vector{Step{"list", R"("what":"tools")"},
                                                  kFindings}
                                           << QStringList{u"practice.schema-usable"_s,
                                                  u"/properties/note/type"_s};
    QTest::newRow("a crash on an argument")
        << QStringList{u"--exit-at"_s, u"tools/call"_s, u"--stderr"_s, u"ready"_s}
        << std::vector{kCall} << QStringList{u"exit code 4"_s};
    QTest::newRow("a response without content")
        << respond("tools/call", R"({"jsonrpc":"2.0","id":%ID,"result":{"text":"hello"}})")
        << std::vector{kCall} << QStringList{u"content"_s, u"\"level\":\"error\""_s};
    QTest::newRow("a tool that takes too long") << QStringList{u"--mute-at"_s, u"tools/call"_s}
                                                << std::vector{kCall} << QStringList{u"0.3 s"_s};
    QTest::newRow("a response with another id")
        << respond("tools/call", R"({"jsonrpc":"2.0","id":"%ID","result":{"content":[]}})")
        << std::vector{kCall} << QStringList{u"must have exactly the id of its request"_s};
    QTest::newRow("a number that JSON does not have")
        << respond("tools/call", R"({"jsonrpc":"2.0","id":%ID,"result":{"content":[],"mean":NaN}})")
        << std::vector{kCall, kFindings} << QStringList{u"column"_s, u"NaN"_s};
    QTest::newRow("a result that is an error as well") << respond("tools/call",
        R"({"jsonrpc":"2.0","id":%ID,"result":{"content":[]},"error":{"code":1,"message":"x"}})")
                                                       << std::vector{kCall}
                                                       << QStringList{u"result"_s,
                                                              u"\"level\":\"error\""_s};
}

void TestCliMcpTasks::findsTheFault()
{
    QFETCH(QStringList, switches);
    QFETCH(std::vector<Step>, steps);
    QFETCH(QStringList, told);
    CodingAgent agent(kAllowAll + QStringList{u"--allow-destructive"_s});
    const bool isProgram = !switches.front().startsWith(u'-');
    const QString server = agent.connectTo(
        isProgram ? switches : QStringList{kTestServer} + switches, R"("revision":"2025-06-18")");
    QVERIFY(!server.isEmpty());
    QByteArray results = agent.text();
    for (const Step &step : steps) {
        (void)agent.call(step.tool, with(server, step.arguments));
        results += agent.text();
    }
    const QByteArray seen = QByteArray(results).replace("\\\"", "\"");
    for (const QString &part : told)
        QVERIFY2(seen.contains(part.toUtf8()), QByteArray(part.toUtf8() + "\n" + seen).constData());
    const int calls = 1 + int(steps.size());
    const int bytes = int(results.size());
    QVERIFY2(calls <= kMaxCalls && bytes <= kMaxBytes, seen.constData());
    qInfo("%d calls, %d bytes", calls, bytes);
    ++m_tasks;
    m_calls += calls;
    m_bytes += bytes;
}

void TestCliMcpTasks::cleanupTestCase()
{
    qInfo("%d tasks, %d calls, %d bytes", m_tasks, m_calls, m_bytes);
}

QTEST_GUILESS_MAIN(TestCliMcpTasks)
#include "tst_climcptasks.moc"
