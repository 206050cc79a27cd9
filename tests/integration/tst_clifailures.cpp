// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"

#include <QTemporaryDir>

#include <unistd.h>

using namespace sonde::test;

class TstCliFailures : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void endsWithTheDocumentedCode_data();
    void endsWithTheDocumentedCode();
    void explainsAProgramThatIsNotThere();
    void explainsAServerThatEnds();
    void explainsAServerThatIsSilent();
    void showsWhatCameInPlaceOfAResponse_data();
    void showsWhatCameInPlaceOfAResponse();
    void showsWhatARefusedHandshakeSaid();
    void explainsAProgramThatEchoes();
    void mentionsStrayLinesAfterAGoodStart();
    void explainsAServerThatIsLostInTheMiddle();
    void saysHowAServerEndedInTheLanguageOfItsUser();
    void saysWhenTheResultCannotBeWritten();
    void showsWhatThereIsOfAList_data();
    void showsWhatThereIsOfAList();
    void worksWithoutStandardStreams();
    void saysLessWithQuiet();
    void showsEscapeSequencesOnce();
    void isNotToldThatAMessageOfSeveralLinesIsCutOff();
    void explainsWrongInput_data();
    void explainsWrongInput();
};

void TstCliFailures::endsWithTheDocumentedCode_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<int>("code");
    const auto row = [](const char *name, QStringList arguments, const QString &server,
                         const char *switches, int code) {
        arguments += QStringList{QStringLiteral("--"), server} + words(switches);
        QTest::newRow(name) << arguments << code;
    };
    row("fine", words("tools list"), kDemo, "", 0);
    row("usage", words("tools lisst"), kDemo, "", 1);
    row("record file in no folder", words("tools list --record /no/such/folder/x"), kDemo, "", 1);
    row("no such program", words("tools list"), QStringLiteral("/no/such/program"), "", 4);
    row("not a program", words("tools list"), QStringLiteral("/etc/passwd"), "", 4);
    row("ends at once", words("tools list"), kTestServer, "--exit 3", 4);
    row("ends at once, legacy", words("tools list --era legacy"), kTestServer, "--exit 0", 4);
    row("no answer to the handshake", words("tools list --timeout 200ms"), kTestServer, "--mute",
        4);
    row("ends in the middle", words("tools list --era legacy"), kTestServer, "--exit-after 1", 4);
    row("a revision it does not speak", words("info --revision 2026-07-28"), kDemo, "--legacy-only",
        4);
    row("tool error", words("tools call station_delete station:=1"), kDemo, "", 5);
    row("tool error with --json", words("--json tools call station_delete station:=1"), kDemo, "",
        5);
    row("unknown method", words("request no/such/method"), kDemo, "", 6);
    row("unknown tool", words("tools call no_such_tool"), kDemo, "", 6);
    row("timed out", words("tools call slow_count n:=1 delay_ms:=60000 --timeout 500ms"), kDemo, "",
        7);
}

void TstCliFailures::endsWithTheDocumentedCode()
{
    QFETCH(QStringList, arguments);
    QFETCH(int, code);
    const Run run = cli(arguments);
    COMPARE_CODE(run, code);
    // The reader of stdout gets a result or nothing.
    QCOMPARE(run.out.isEmpty(), code != 0 && code != 5);
    QCOMPARE(run.err.isEmpty(), code == 0);
}

void TstCliFailures::explainsAProgramThatIsNotThere()
{
    const Run run = cli(words("tools list --env PATH=/one/place:/another -- no-such-server"));
    COMPARE_CODE(run, 4);
    for (const char *part :
        {"Cannot connect", "no-such-server", "FAILED Find the program", "/one/place", "/another"})
        QVERIFY2(run.err.contains(part), run.err.constData());
}

void TstCliFailures::explainsAServerThatEnds()
{
    const Run run = withTestServer(words("tools list --era legacy"),
        {QStringLiteral("--stderr"), QStringLiteral("the licence has run out"),
            QStringLiteral("--exit"), QStringLiteral("3")});
    COMPARE_CODE(run, 4);
    for (const char *part :
        {"exit code 3", "! the licence has run out", "FAILED", "Cannot connect"})
        QVERIFY2(run.err.contains(part), run.err.constData());
    QCOMPARE(run.err.count("the licence has run out"), 1);
}

void TstCliFailures::explainsAServerThatIsSilent()
{
    const Run run = withTestServer(
        words("tools list --era legacy --timeout 200ms"), words("--mute --stderr waiting"));
    COMPARE_CODE(run, 4);
    for (const char *part :
        {"Cannot connect", "within 0.2 s", "FAILED Receive the first response", "! waiting"})
        QVERIFY2(run.err.contains(part), run.err.constData());
}

// A server of one line of shell, in the handshake era.
static Run withShell(const char *arguments, const char *script)
{
    return cli(words(arguments)
        + QStringList{QStringLiteral("--"), QStringLiteral("/bin/sh"), QStringLiteral("-c"),
            QString::fromUtf8(script)});
}

void TstCliFailures::showsWhatCameInPlaceOfAResponse_data()
{
    QTest::addColumn<QByteArray>("script");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("log lines") << QByteArray("echo starting; exec sleep 9")
                               << QByteArray("Input: starting\n");
    QTest::newRow("Content-Length")
        << QByteArray("printf 'Content-Length: 9\\r\\n\\r\\n{\"jsonrpc\"'; exec sleep 9")
        << QByteArray("Unfinished line: {\"jsonrpc\"\nLikely cause: The server frames its messages "
                      "with Content-Length");
    QTest::newRow("no line end") << QByteArray("printf '{\"jso'; exec sleep 9")
                                 << QByteArray("A line of 5 bytes on stdout has not ended.");
    QTest::newRow("an endless line")
        << QByteArray("exec cat /dev/zero") << QByteArray("A line of at least ");
    QTest::newRow("without an end") << QByteArray("exec yes") << QByteArray("Last: y\n");
}

void TstCliFailures::showsWhatCameInPlaceOfAResponse()
{
    QFETCH(QByteArray, script);
    QFETCH(QByteArray, says);
    const Run run = withShell("info --era legacy --timeout 700ms", script.constData());
    COMPARE_CODE(run, 4);
    QVERIFY2(run.err.contains("No response to initialize within 0.7 s. "), run.err.constData());
    QVERIFY2(run.err.contains(says), run.err.constData());
    QVERIFY(run.err.size() < 4000);
}

void TstCliFailures::showsWhatARefusedHandshakeSaid()
{
    const char *const server = "read line; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"error\":{\"code\""
                               ":-32601,\"message\":\"no such\",\"data\":{\"a\":1.0}}}'; read line";
    const Run run = withShell("info --era modern", server);
    COMPARE_CODE(run, 4);
    for (const char *part : {"Cannot connect. The server refused server/discover",
             "error -32601: no such", "\"data\":{\"a\":1.0}", "--era auto", "--era legacy"})
        QVERIFY2(run.err.contains(part), run.err.constData());
}

void TstCliFailures::explainsAProgramThatEchoes()
{
    for (const char *era : {"auto", "legacy", "modern"}) {
        const Run run = cli({QStringLiteral("info"), QStringLiteral("--era"),
            QString::fromLatin1(era), QStringLiteral("--"), QStringLiteral("/bin/cat")});
        COMPARE_CODE(run, 4);
        QVERIFY2(
            run.err.contains("echoes its input, so it is not an MCP server"), run.err.constData());
        QVERIFY2(!run.err.contains("does not offer"), run.err.constData());
    }
}

void TstCliFailures::mentionsStrayLinesAfterAGoodStart()
{
    const QStringList switches = words("--garbage hello --garbage again");
    const Run run = withTestServer(words("info --era legacy"), switches);
    COMPARE_CODE(run, 0);
    QCOMPARE(run.err,
        QByteArray("sonde-cli: 2 lines (10 bytes) on stdout could not be used. The first: hello "
                   "(--trace shows all of them)\n"));
    const Run traced = withTestServer(words("--trace info --era legacy"), switches);
    COMPARE_CODE(traced, 0);
    QVERIFY2(!traced.err.contains("could not be used"), traced.err.constData());
}

void TstCliFailures::explainsAServerThatIsLostInTheMiddle()
{
    const Run run =
        withTestServer(words("tools list --era legacy"), words("--stderr goodbye --exit-after 1"));
    COMPARE_CODE(run, 4);
    for (const char *part : {"exit code 3", "! goodbye"})
        QVERIFY2(run.err.contains(part), run.err.constData());
    QVERIFY2(!run.err.contains("Cannot connect"), run.err.constData());
}

// What is recorded stays English, so that every Sonde can read it.
void TstCliFailures::saysHowAServerEndedInTheLanguageOfItsUser()
{
    const QTemporaryDir folder;
    const QString file = folder.filePath(QStringLiteral("lost.sonde"));
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(QStringLiteral("LC_ALL"), QStringLiteral("ja_JP.UTF-8"));
    QProcess process;
    process.setProcessEnvironment(environment);
    process.start(kCli,
        words("tools list --era legacy --record")
            + QStringList{file, QStringLiteral("--"), kTestServer} + words("--exit-after 1"));
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 4);
    QVERIFY2(run.err.contains("終了コード 3"), run.err.constData());
    QVERIFY2(!run.err.contains("exit code"), run.err.constData());
    const Run shown = cli({QStringLiteral("trace"), QStringLiteral("show"), file});
    COMPARE_CODE(shown, 0);
    QVERIFY2(shown.out.contains("process ended  exit code 3"), shown.out.constData());
}

void TstCliFailures::saysWhenTheResultCannotBeWritten()
{
    QProcess process;
    process.setStandardOutputFile(QStringLiteral("/dev/full"));
    process.setProcessEnvironment(cleanEnvironment());
    process.start(kCli, words("tools list --") + QStringList{kDemo});
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains("No space left"), run.err.constData());
}

void TstCliFailures::showsWhatThereIsOfAList_data()
{
    QTest::addColumn<QString>("first"); // what tools/list responds
    QTest::addColumn<QString>("second");
    QTest::addColumn<QByteArray>("prints");
    QTest::addColumn<QByteArray>("says");
    QTest::addColumn<QByteArray>("saysNot");
    const QString tool = QStringLiteral(
        R"("result":{"tools":[{"name":"one","inputSchema":{"type":"object"}}],"nextCursor":"n"})");
    QTest::newRow("no array")
        << R"("result":{"tools":{"a":1}})" << QString() << QByteArray()
        << QByteArray("sonde-cli: Incomplete list: The response has no array \"tools\".\n")
        << QByteArray("has no tools");
    QTest::newRow("nothing")
        << R"("result":{})" << QString() << QByteArray()
        << QByteArray("sonde-cli: Incomplete list: The response has no array \"tools\".\n")
        << QByteArray("has no tools");
    QTest::newRow("an error instead of the second page")
        << tool << R"("error":{"code":-32603,"message":"page two broke"})" << QByteArray("one")
        << QByteArray("sonde-cli: Incomplete list: page 2 could not be loaded.\n"
                      "sonde-cli: The server returned error -32603: page two broke\n")
        << QByteArray("no array");
    QTest::newRow("the same cursor again")
        << tool << tool << QByteArray("one")
        << QByteArray("sonde-cli: Incomplete list: The server sent the cursor \"n\" a "
                      "second time; the list would never end.\n")
        << QByteArray("no array");
}

void TstCliFailures::showsWhatThereIsOfAList()
{
    QFETCH(QString, first);
    QFETCH(QString, second);
    QFETCH(QByteArray, prints);
    QFETCH(QByteArray, says);
    QFETCH(QByteArray, saysNot);
    const QString kResult = QStringLiteral("\"result\":");
    // Responds to what it is told, in that order.
    const QString server = QStringLiteral(
        "read -r line; echo \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":1,$0}\"; read -r line; "
        "read -r line; echo \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":2,$1}\"; "
        "read -r line && echo \"{\\\"jsonrpc\\\":\\\"2.0\\\",\\\"id\\\":3,$2}\"");
    const QString agreed =
        QStringLiteral(R"("result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},)"
                       R"("serverInfo":{"name":"fake","version":"1"}})");
    const Run run = cli(words("--era legacy tools list -- /bin/sh -c")
        + QStringList{server, agreed, first, second});
    COMPARE_CODE(run, 6);
    QVERIFY2(run.out.contains(prints), run.out.constData());
    QCOMPARE(run.out.isEmpty(), prints.isEmpty());
    QVERIFY2(run.err.contains(says), run.err.constData());
    QVERIFY2(!run.err.contains(saysNot), run.err.constData());
    // With --json what came is there as it came, a line for each page.
    const Run json = cli(words("--era legacy tools list --json -- /bin/sh -c")
        + QStringList{server, agreed, first, second});
    COMPARE_CODE(json, 6);
    QByteArray pages;
    for (const QString &response : {first, second}) {
        if (response.startsWith(kResult))
            pages += response.mid(kResult.size()).toUtf8() + '\n';
    }
    QCOMPARE(json.out, pages);
}

void TstCliFailures::worksWithoutStandardStreams()
{
    QProcess process;
    process.setProcessEnvironment(cleanEnvironment());
    process.setChildProcessModifier([] {
        for (const int descriptor : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
            ::close(descriptor);
    });
    process.start(kCli, words("--trace --era legacy info --") + QStringList{kDemo});
    COMPARE_CODE(finishedRun(process), 1);

    process.setChildProcessModifier([] { ::close(STDOUT_FILENO); });
    process.start(kCli, words("info --") + QStringList{kDemo});
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 1);
    QCOMPARE(run.err, "sonde-cli: Standard output is closed, so the result is lost.\n");
}

void TstCliFailures::saysLessWithQuiet()
{
    const char *const server =
        R"(read a; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{},"serverInfo":{"name":"x","version":"1"}}}'; read b; read c; echo '{"jsonrpc":"2.0","id":2,"result":{"resources":[]}}'; exec sleep 9)";
    const Run loud = withShell("resources list --era legacy", server);
    COMPARE_CODE(loud, 0);
    QVERIFY2(loud.err.contains("does not declare the capability resources"), loud.err.constData());
    const Run quiet = withShell("--quiet resources list --era legacy", server);
    COMPARE_CODE(quiet, 0);
    QVERIFY2(quiet.err.isEmpty(), quiet.err.constData());
    const Run failed = withShell("--quiet tools list --timeout 100ms", "exec sleep 9");
    COMPARE_CODE(failed, 4);
    QVERIFY2(failed.err.contains("Cannot connect."), failed.err.constData());
}

// In a server of the shell: every second line is a request (the notification between them is not).
void TstCliFailures::showsEscapeSequencesOnce()
{
    const Run run = withShell("tools list --era legacy",
        R"(read a; echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{"tools":{}},"serverInfo":{"name":"x","version":"1"}}}'; read b; read c; echo '{"jsonrpc":"2.0","id":2,"error":{"code":-32000,"message":"no \u001b[31mred","data":"more \u001b[0m"}}'; exec sleep 9)");
    COMPARE_CODE(run, 6);
    QVERIFY2(run.err.contains("no \xe2\x90\x9b[31mred\n"), run.err.constData());
    QVERIFY2(run.err.contains("\"data\": more \xe2\x90\x9b[0m\n"), run.err.constData());
    QVERIFY2(!run.err.contains("u001b"), run.err.constData());
    QCOMPARE(run.err.count("[31m"), qsizetype(1));
}

void TstCliFailures::isNotToldThatAMessageOfSeveralLinesIsCutOff()
{
    const Run run = withShell("tools list --era legacy",
        R"(read a; printf '{\n  "jsonrpc": "2.0",\n  "id": 1,\n  "result": {}\n}')");
    COMPARE_CODE(run, 4);
    QVERIFY2(run.err.contains("The JSON spans several lines"), run.err.constData());
    QVERIFY2(!run.err.contains("in the middle"), run.err.constData());
}

void TstCliFailures::explainsWrongInput_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QString>("says");
    const QStringList server{QStringLiteral("--"), kDemo};
    const auto row = [&](const char *name, const QStringList &arguments, const QString &says) {
        QTest::newRow(name) << arguments << says;
    };
    row("nothing", {}, QStringLiteral("The command is missing"));
    row("no server", words("tools list"), QStringLiteral("Add --"));
    row("empty program", {QStringLiteral("info"), QStringLiteral("--"), QString()},
        QStringLiteral("after -- is empty"));
    row("unknown option", words("--jsonn info") + server, QStringLiteral("Did you mean --json?"));
    row("value missing", words("info --timeout") + server, QStringLiteral("needs a value"));
    row("no =", words("tools call echo city") + server, QStringLiteral("“city” is neither"));
    row("bad JSON", words("tools call echo a:=[1,]") + server, QStringLiteral("line 1, column 4"));
    row("bad --args", words("tools call echo --args {\"a\"}") + server,
        QStringLiteral("--args is not JSON: line 1"));
    row("no such file", words("tools call echo --args @/no/such") + server,
        QStringLiteral("/no/such"));
    row("bad params", words("request ping {") + server, QStringLiteral("PARAMS_JSON"));
    row("no such folder", words("info --cwd /no/such") + server, QStringLiteral("/no/such"));
    row("a folder that is a file", words("info --cwd /etc/passwd") + server,
        QStringLiteral("--cwd"));
    row("a command that does not exist", words("trac show x"),
        QStringLiteral("Did you mean trace? The commands are tools, resources, prompts, "
                       "complete, request, notify, info, check, snapshot, compare, replay, test, "
                       "load, fan-out, doctor, "
                       "validate, shell, open, close, requests, respond, "
                       "auth, tap, hosts, trace, mock, mcp, skill, rule, help, completion."));
    row("an option that trace has no use for", words("--no-cache trace show x"),
        QStringLiteral("“trace show” has no option “--no-cache”"));
    row("and its value", words("--timeout 2s trace show x"),
        QStringLiteral("“trace show” has no option “--timeout”"));
    row("an option that validate has no use for", words("--no-cache validate x"),
        QStringLiteral("“validate” has no option “--no-cache”"));
    row("trace alone", words("trace"), QStringLiteral("“trace” is not a complete command. Use"));
    row("recording exists", words("info --record /etc/passwd") + server,
        QStringLiteral("already exists"));
}

void TstCliFailures::explainsWrongInput()
{
    QFETCH(QStringList, arguments);
    QFETCH(QString, says);
    const Run run = cli(arguments);
    COMPARE_CODE(run, 1);
    QVERIFY(run.out.isEmpty());
    QVERIFY(run.err.startsWith("sonde-cli: "));
    QCOMPARE(run.err.count('\n'), 2); // one sentence, one line; and where to read
    QVERIFY2(
        run.err.contains("\nSee sonde-cli ") && run.err.endsWith("--help.\n"), run.err.constData());
    QVERIFY2(QString::fromUtf8(run.err).contains(says), run.err.constData());
}

QTEST_GUILESS_MAIN(TstCliFailures)
#include "tst_clifailures.moc"
