// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/demodialogue.h"
#include "support/places.h"

#include <QProcess>

using namespace sonde;
using namespace sonde::demo;
using namespace sonde::test;

namespace {

Result<ServerArguments> parse(const QByteArrayList &switches)
{
    std::vector<std::string_view> arguments;
    for (const QByteArray &each : switches)
        arguments.emplace_back(each.constData(), std::size_t(each.size()));
    return ServerArguments::parse(arguments);
}

QByteArray shortConversation()
{
    return QByteArrayLiteral(
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})"
        "\r\n"
        R"({"jsonrpc":"2.0","id":2,"method":"ping"})"
        "\n\n"
        R"({"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"echo","arguments":{"é":-0}}})"
        "\n");
}

} // namespace

class TestDemoServer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void followsItsSwitches_data();
    void followsItsSwitches();
    void refusesWrongSwitches_data();
    void refusesWrongSwitches();
    void doesNotCareHowTheInputIsSplit();
    void limitsTheSizeOfAMessage();
    void limitsTheDepthOfAMessage();
    void refusesWhatIsNotUtf8();
    void limitsTheCallsAtTheSameTime();
    void respondsToAPipedConversation();
};

void TestDemoServer::followsItsSwitches_data()
{
    QTest::addColumn<QByteArrayList>("switches");
    QTest::addColumn<Talk>("talk");
    const auto add = [](const char *name, const QByteArrayList &switches, const Talk &talk) {
        QTest::newRow(name) << switches << talk;
    };
    const Talk newest = hello(QStringLiteral("2025-11-25"));

    add("--page-size", {"--page-size", "20"},
        newest
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})", R"(~ "tools":)",
                R"(- nextCursor)"}));
    add("--page-size cuts a list into pages", {"--page-size=3"},
        newest
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"prompts/list"})",
                R"(~ "nextCursor":"cHJvbXB0czoz")",
                R"(> {"jsonrpc":"2.0","id":2,"method":"prompts/list","params":{"cursor":"cHJvbXB0czoz"}})",
                R"(~ review_station)", R"(- nextCursor)", R"(- greet)",
                R"(> {"jsonrpc":"2.0","id":3,"method":"tools/list","params":{"cursor":"cHJvbXB0czoz"}})",
                R"(~ "error":{"code":-32602)"}));
    add("--empty-cursor", {"--empty-cursor", "--page-size", "2"},
        newest
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"prompts/list"})", R"(~ "nextCursor":"")",
                R"(> {"jsonrpc":"2.0","id":2,"method":"prompts/list","params":{"cursor":""}})",
                R"(~ describe_chart)", R"(- nextCursor)"}));
    add("--fixtures", {"--fixtures"},
        newest
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})", R"(~ test_simple_text)",
                R"(+ get_weather)", R"(- test_input_required_result)"}));
    add("without --fixtures", {},
        newest
            + say({R"(> {"jsonrpc":"2.0","id":1,"method":"tools/list"})", R"(~ get_weather)",
                R"(- test_simple_text)"}));
    add("--modern-only refuses initialize with its versions", {"--modern-only"},
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})",
            R"(~ "id":1,"error":{"code":-32022)",
            R"(+ {"supported":["2026-07-28"],"requested":"2025-11-25"})",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/list"})",
            R"(~ "id":2,"error":{"code":-32602)", "> x",
            R"(~ {"jsonrpc":"2.0","error":{"code":-32700)"}));
    add("--legacy-only knows no discovery", {"--legacy-only"},
        say({R"(> {"jsonrpc":"2.0","id":1,"method":"server/discover","params":{$M}}})",
            R"(~ "id":1,"error":{"code":-32601)",
            R"(> {"jsonrpc":"2.0","id":2,"method":"tools/list","params":{$M}}})",
            R"(~ "id":2,"error":{"code":-32600)"})
            + newest);
    add("--revisions", {"--revisions", "2024-11-05,2025-03-26"},
        say({R"(> {"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"t","version":"1"}}})",
            R"(~ "protocolVersion":"2025-03-26")"}));
}

void TestDemoServer::followsItsSwitches()
{
    QFETCH(QByteArrayList, switches);
    QFETCH(Talk, talk);
    const auto line = parse(switches);
    QVERIFY2(line.ok(), line.ok() ? "" : qPrintable(line.error().sentence));
    QCOMPARE(Connection(line->options).play(talk), QString());
}

void TestDemoServer::refusesWrongSwitches_data()
{
    QTest::addColumn<QByteArrayList>("switches");
    QTest::addColumn<QString>("sentence");
    const auto add = [](const QByteArrayList &switches, const char *sentence) {
        QTest::newRow(switches.join(' ').constData()) << switches << QString::fromUtf8(sentence);
    };
    add({"--what"}, "not a known option");
    add({"word"}, "not a known option");
    add({"--page-size"}, "needs a value");
    add({"--page-size", "0"}, "from 1 to 1000");
    add({"--page-size", "3x"}, "from 1 to 1000");
    add({"--revisions", "2025-11-25,"}, "\"\" is not a revision");
    add({"--revisions", "2025"}, "The revisions are 2024-11-05");
    add({"--legacy-only", "--modern-only"}, "exclude each other");
    add({"--legacy-only", "--revisions", "2026-07-28"}, "exclude every revision");
    add({"--help=yes"}, "takes no value");
}

void TestDemoServer::refusesWrongSwitches()
{
    QFETCH(QByteArrayList, switches);
    QFETCH(QString, sentence);
    const auto line = parse(switches);
    QVERIFY(!line.ok());
    QVERIFY2(line.error().sentence.contains(sentence), qPrintable(line.error().sentence));
}

void TestDemoServer::doesNotCareHowTheInputIsSplit()
{
    const QByteArray input = shortConversation();
    DemoServer whole(ServerOptions(), {});
    whole.receive(Bytes::fromByteArray(input), Milliseconds(0));
    const std::string expected = whole.takeOutput();
    for (qsizetype at = 0; at <= input.size(); ++at) {
        DemoServer server(ServerOptions(), {});
        server.receive(Bytes::fromByteArray(input.left(at)), Milliseconds(0));
        server.receive(Bytes::fromByteArray(input.mid(at)), Milliseconds(0));
        QCOMPARE(server.takeOutput(), expected);
    }
}

void TestDemoServer::limitsTheSizeOfAMessage()
{
    DemoServer server(ServerOptions(), {});
    const Bytes megabyte = Bytes::fromByteArray(QByteArray(1 << 20, 'x'));
    for (std::size_t sent = 0; sent <= kMaxMessage; sent += megabyte.size())
        server.receive(megabyte, Milliseconds(0));
    server.receive(
        Bytes::copyOf("\n{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}\n"), Milliseconds(0));
    const QString output = QString::fromStdString(server.takeOutput());
    QVERIFY2(output.contains(QStringLiteral("-32600")), qPrintable(output));
    QVERIFY2(output.endsWith(QStringLiteral("\"id\":1,\"result\":{}}\n")), qPrintable(output));
}

void TestDemoServer::limitsTheDepthOfAMessage()
{
    DemoServer server(ServerOptions(), {});
    const QByteArray deep(qsizetype(kMaxDepth), '[');
    server.receive(
        Bytes::fromByteArray("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\",\"params\":{\"x\":"
            + deep + QByteArray(deep).replace('[', ']') + "}}\n"),
        Milliseconds(0));
    const QString output = QString::fromStdString(server.takeOutput());
    QVERIFY2(output.contains(QStringLiteral("\"jsonrpc\":\"2.0\",\"error\":{\"code\":-32700")),
        qPrintable(output));
    QVERIFY2(output.contains(QStringLiteral("at most 1000 nested arrays and objects")),
        qPrintable(output));
}

void TestDemoServer::refusesWhatIsNotUtf8()
{
    DemoServer server(ServerOptions(), {});
    server.receive(
        Bytes::copyOf("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"\xff\"}\n"), Milliseconds(0));
    const QString output = QString::fromStdString(server.takeOutput());
    QVERIFY2(output.contains(QStringLiteral("-32700")), qPrintable(output));
}

void TestDemoServer::limitsTheCallsAtTheSameTime()
{
    Connection conversation{ServerOptions()};
    Talk talk = hello(QStringLiteral("2025-11-25"));
    for (std::size_t i = 0; i < kMaxCalls; ++i)
        talk << QStringLiteral(R"(> {"jsonrpc":"2.0","id":"c%1","method":"tools/call",)"
                               R"("params":{"name":"slow_count"}})")
                    .arg(i);
    talk << QStringLiteral(R"(> {"jsonrpc":"2.0","id":1,"method":"ping"})")
         << QStringLiteral(R"(~ "id":1,"error":{"code":-32603)");
    QCOMPARE(conversation.play(talk), QString());
}

void TestDemoServer::respondsToAPipedConversation()
{
    QProcess process;
    process.start(sonde::test::programPath("sonde-demo-server"), {});
    QVERIFY(process.waitForStarted());
    process.write(shortConversation()
        + QByteArrayLiteral(R"({"jsonrpc":"2.0","id":4,"method":"tools/call","params":)"
                            R"({"name":"get_weather","arguments":{"city":"Oulu"}}})"));
    process.closeWriteChannel();
    QVERIFY(process.waitForFinished());
    QCOMPARE(process.exitCode(), 0);
    const QByteArrayList lines = process.readAllStandardOutput().trimmed().split('\n');
    QCOMPARE(lines.size(), 4);
    QCOMPARE(lines.at(1), QByteArray(R"({"jsonrpc":"2.0","id":2,"result":{}})"));
    QVERIFY(lines.at(2).contains(R"("structuredContent":{"é":-0})"));
    QVERIFY(lines.at(3).contains(R"("id":4,"result")"));
    QCOMPARE(process.readAllStandardError(), QByteArray("[weather] cache miss for \"Oulu\"\n"));
}

QTEST_GUILESS_MAIN(TestDemoServer)
#include "tst_demoserver.moc"
