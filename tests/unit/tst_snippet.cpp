// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tracefeed.h"
#include "trace/transfer/redactor.h"
#include "trace/transfer/shellword.h"
#include "trace/transfer/snippet.h"
#include "trace/transfer/snippeterror.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::trace;
using namespace Qt::StringLiterals;

class SnippetTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void quotesForAShell_data();
    void quotesForAShell();
    void writesACallForTheCommandLine();
    void writesAnyRequestForTheCommandLine();
    void leavesOutOfACallWhatSondeWritesItself_data();
    void leavesOutOfACallWhatSondeWritesItself();
    void redactsTheMessageOfACommand();
    void leavesHostileTextToTheShellAsItIs();
    void writesCurlWithoutSecrets();
    void givesCurlNothingToReadFromFiles();
    void refusesWhatCannotBeWritten();
    void writesTypeScript();
    void writesPython();

private:
    void send(std::string_view line);
    std::string made(SnippetKind kind, const QStringList &server = {});
    // What the words of the command line are for a shell.
    static QList<QByteArray> words(const std::string &line);
    Record exchange(std::string_view url, std::string_view head, std::string_view body);

    std::unique_ptr<Recorder> m_recorder;
    std::unique_ptr<tests::TraceFeed> m_feed;
    Record m_record;
};

void SnippetTest::init()
{
    m_recorder = std::make_unique<Recorder>();
    m_feed = std::make_unique<tests::TraceFeed>(*m_recorder);
}

void SnippetTest::send(std::string_view line)
{
    m_feed->sent(line);
    m_record = m_recorder->take().fresh.back();
}

std::string SnippetTest::made(SnippetKind kind, const QStringList &server)
{
    SnippetSource source;
    source.store = m_recorder.get();
    source.message = m_record;
    source.server = server;
    const auto text = snippet(kind, source);
    return text ? *text : "refused: " + text.error().sentence.toStdString();
}

QList<QByteArray> SnippetTest::words(const std::string &line)
{
    QProcess shell;
    shell.start(u"sh"_s,
        {u"-c"_s,
            u"set -- "_s + QString::fromStdString(line)
                + u"\nfor word in \"$@\"; do printf '%s\\0' \"$word\"; done"_s});
    if (!shell.waitForFinished())
        return {};
    QList<QByteArray> found = shell.readAllStandardOutput().split('\0');
    found.removeLast();
    return found;
}

void SnippetTest::quotesForAShell_data()
{
    QTest::addColumn<QByteArray>("text");
    for (const char *text :
        {"", "plain", "with blanks", "it's", "''", "'; touch /tmp/hit; '", "$(id)", "`id`",
            "$HOME ${HOME}", "\\", "a\\", "\"", "!history", "*", "~", "~root", "# no comment",
            "a\nb", "a\r\nb", "\t", "-n", "--", "a=b", "%s%n", "{a,b}", "[a-z]", "<in >out",
            "a|b&c;d", "\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", "\x01\x1b[31m\x7f", "\xff\xfe"})
        QTest::newRow(QByteArray(text).toPercentEncoding().constData()) << QByteArray(text);
}

// A shell gives back the very bytes.
void SnippetTest::quotesForAShell()
{
    QFETCH(QByteArray, text);
    const QByteArray line = "printf %s "
        + QByteArray::fromStdString(shellWord({text.data(), std::size_t(text.size())}));
    QProcess shell;
    shell.start(u"sh"_s, QStringList());
    QVERIFY(shell.waitForStarted());
    shell.write(line); // over its input: an argument of QProcess would have to be valid UTF-8
    shell.closeWriteChannel();
    QVERIFY(shell.waitForFinished());
    QCOMPARE(shell.readAllStandardOutput(), text);
    QCOMPARE(shell.readAllStandardError(), QByteArray());
}

void SnippetTest::writesACallForTheCommandLine()
{
    send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"echo\","
         "\"arguments\":{\"n\":9007199254740993,\"x\":1.0}}}");
    QCOMPARE(made(SnippetKind::Command),
        std::string("sonde-cli tools call echo --args "
                    "'{\"n\":9007199254740993,\"x\":1.0}' -- PROGRAM"));
    QCOMPARE(made(SnippetKind::Command, {u"--"_s, u"my server"_s, u"-v"_s}),
        std::string("sonde-cli tools call echo --args "
                    "'{\"n\":9007199254740993,\"x\":1.0}' -- 'my server' -v"));
}

void SnippetTest::writesAnyRequestForTheCommandLine()
{
    send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    QCOMPARE(made(SnippetKind::Command), std::string("sonde-cli request ping -- PROGRAM"));
    send("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/x\",\"params\":{ \"a\" : -0 }}");
    QCOMPARE(made(SnippetKind::Command),
        std::string("sonde-cli notify notifications/x '{ \"a\" : -0 }' -- PROGRAM"));
    // Its name would be taken for an option.
    send(
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"--url\"}}");
    QCOMPARE(made(SnippetKind::Command),
        std::string("sonde-cli request tools/call '{\"name\":\"--url\"}' -- PROGRAM"));
}

void SnippetTest::leavesOutOfACallWhatSondeWritesItself_data()
{
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<bool>("isCall");
    const auto row = [](const char *name, const char *params, bool isCall) {
        QTest::newRow(name) << QByteArray(params) << isCall;
    };
    row("a progress token", R"({"name":"t","_meta":{"progressToken":2}})", true);
    row("what each request of the modern era has",
        R"({"name":"t","_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",)"
        R"("io.modelcontextprotocol/clientInfo":{},)"
        R"("io.modelcontextprotocol/clientCapabilities":{}}})",
        true);
    row("an argument of that name", R"({"name":"t","arguments":{"_meta":{"x":1}}})", true);
    row("another member of _meta", R"({"name":"t","_meta":{"x":1}})", false);
    row("another member", R"({"name":"t","task":{}})", false);
    row("a name twice", R"({"name":"t","name":"u"})", false);
    row("a name that is no string", R"({"name":1})", false);
}

void SnippetTest::leavesOutOfACallWhatSondeWritesItself()
{
    QFETCH(const QByteArray, params);
    QFETCH(const bool, isCall);
    send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":)" + params.toStdString() + '}');
    const std::string line = made(SnippetKind::Command);
    const std::string begin = isCall ? "sonde-cli tools call t" : "sonde-cli request tools/call '{";
    QVERIFY2(line.starts_with(begin), line.c_str());
}

void SnippetTest::redactsTheMessageOfACommand()
{
    send(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"log_in",)"
         R"("arguments":{"user":"ada","password":"sup3rX"}}})");
    auto redactor = Redactor::create();
    QVERIFY(redactor.ok());
    SnippetSource source;
    source.store = m_recorder.get();
    source.message = m_record;
    source.redactor = &redactor.value();
    const auto text = snippet(SnippetKind::Command, source);
    QVERIFY(text.ok());
    QCOMPARE(*text,
        std::string("sonde-cli tools call log_in --args "
                    "'{\"user\":\"ada\",\"password\":\"******\"}' -- PROGRAM"));
}

void SnippetTest::leavesHostileTextToTheShellAsItIs()
{
    send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":"
         "\"a'; touch hit #$(id)`id`\",\"arguments\":{\"x\":\"'$HOME\\n!!\"}}}");
    const auto found = words(made(SnippetKind::Command, {u"--"_s, u"it's; $(id)"_s}));
    QCOMPARE(found,
        QList<QByteArray>({"sonde-cli", "tools", "call", "a'; touch hit #$(id)`id`", "--args",
            "{\"x\":\"'$HOME\\n!!\"}", "--", "it's; $(id)"}));
}

Record SnippetTest::exchange(std::string_view url, std::string_view head, std::string_view body)
{
    rpc::StreamInfo info;
    info.server = u"demo"_s;
    info.connection = 9;
    info.channel = rpc::Channel::Sent;
    const auto sent = m_recorder->openStream(info);
    info.channel = rpc::Channel::Http;
    const auto facts = m_recorder->openStream(info);
    const Stamp at{1, 1};
    m_recorder->bytes(sent, 0, at, Bytes::copyOf(std::string(head) + std::string(body)));
    const std::string text = "{\"url\":\"" + std::string(url)
        + "\",\"method\":\"POST\",\"request\":{\"stream\":" + std::to_string(sent)
        + ",\"offset\":0,\"head\":" + std::to_string(head.size())
        + ",\"body\":" + std::to_string(body.size()) + "}}";
    m_recorder->bytes(facts, 0, at, Bytes::copyOf(text));
    Record record;
    record.kind = rpc::Kind::Exchange;
    record.stream = facts;
    record.length = std::uint32_t(text.size());
    return record;
}

void SnippetTest::writesCurlWithoutSecrets()
{
    m_record = exchange("https://me:pw@example.org/mcp?access_token=abc&x=a%20b",
        "POST /mcp HTTP/1.1\r\nHost: example.org\r\nAuthorization: (hidden, 20 characters)\r\n"
        "Content-Length: 99\r\nCookie: a=b\r\nX-Empty:\r\nMcp-Session-Id: it's\r\n"
        "X-Mine: Bearer abcdefghijkl\r\n\r\n",
        "{\"password\":\"hunter2\",\"q\":\"it's\"}");
    const auto found = words(made(SnippetKind::Curl));
    QCOMPARE(found,
        QList<QByteArray>({"curl", "-sS", "-N", "--globoff", "-X", "POST", "--url",
            "https://%3Csecret%3E@example.org/mcp?access_token=%3Csecret%3E&x=a%20b", "-H",
            "Authorization: <secret>", "-H", "Cookie: <secret>", "-H", "X-Empty;", "-H",
            "Mcp-Session-Id: it's", "-H", "X-Mine: <secret>", "--data-raw",
            "{\"password\":\"*******\",\"q\":\"it's\"}"}));
}

void SnippetTest::givesCurlNothingToReadFromFiles()
{
    m_record = exchange("http://127.0.0.1:1/{a,b}",
        "POST / HTTP/1.1\r\n@/etc/passwd: x\r\n-o: y\r\nX: 1\r\n\r\n", "@/etc/passwd");
    const auto found = words(made(SnippetKind::Curl));
    QVERIFY(!found.contains("@/etc/passwd: x"));
    QCOMPARE(found[found.size() - 2], QByteArray("--data-raw")); // which takes @ as it is
    QCOMPARE(found[found.indexOf("-H") + 1], QByteArray("-o: y"));
    m_record = exchange("file:///etc/passwd", "GET / HTTP/1.1\r\n\r\n", {});
    QVERIFY(made(SnippetKind::Curl).starts_with("refused: "));
}

void SnippetTest::refusesWhatCannotBeWritten()
{
    send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    QVERIFY(made(SnippetKind::Curl).starts_with("refused: The message was not sent over HTTP"));
    send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"-x\"}");
    QVERIFY(made(SnippetKind::Command).starts_with("refused: "));
    send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"a\\u0000b\"}");
    QVERIFY(made(SnippetKind::Command).starts_with("refused: "));
    send("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{}}");
    QVERIFY(made(SnippetKind::Python).starts_with("refused: "));
    send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":[\""
        + std::string(kMaxSnippetWord, 'x') + "\"]}");
    QVERIFY(made(SnippetKind::Command).starts_with("refused: The message is too long"));
    QVERIFY(!made(SnippetKind::Json).starts_with("refused: "));
}

void SnippetTest::writesTypeScript()
{
    send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"a\"}}");
    QVERIFY(made(SnippetKind::TypeScript)
                .ends_with("const result = await client.callTool({\"name\":\"a\"});\n"));
    send("{\"jsonrpc\":\"2.0\",\"method\":\"n/\\\"x\",\"params\":{\"__pro\\u0074o__\":{}}}");
    QVERIFY(made(SnippetKind::TypeScript)
                .ends_with("await client.notification({ method: \"n/\\\"x\", params: "
                           "JSON.parse(\"{\\\"__pro\\\\u0074o__\\\":{}}\") });\n"));
}

void SnippetTest::writesPython()
{
    send("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\",\"params\":{\"name\":\"it's\","
         "\"arguments\":{\"t\":true,\"s\":\"\\ud83d\\ude00\\n\\\"\"}}}");
    const std::string text = made(SnippetKind::Python);
    QVERIFY(text.ends_with("result = await session.call_tool(json.loads(\"\\\"it's\\\"\"), "
                           "json.loads(\"{\\\"t\\\":true,\\\"s\\\":\\\"\\\\ud83d\\\\ude00\\\\n"
                           "\\\\\\\"\\\"}\"))\n"));
    const QString python = QStandardPaths::findExecutable(u"python3"_s);
    if (python.isEmpty())
        QSKIP("there is no python3 that could read it");
    QProcess reader;
    reader.start(python,
        {u"-c"_s,
            u"import asyncio\nclass S:\n  async def call_tool(self, n, a): return (n, a)\n"
            u"session = S()\nasync def main():\n  "_s
                + QString::fromStdString(text).replace(u'\n', u"\n  "_s)
                + u"\n  print(ascii(result))\nasyncio.run(main())"_s});
    QVERIFY(reader.waitForFinished());
    QCOMPARE(reader.readAllStandardOutput(),
        QByteArray("(\"it's\", {'t': True, 's': '\\U0001f600\\n\"'})\n"));
}

QTEST_GUILESS_MAIN(SnippetTest)
#include "tst_snippet.moc"
