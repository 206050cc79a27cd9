// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

using namespace sonde::test;

// Servers of files: of hosts, by --config, and Sonde's own; and the environment that hosts give.
class TstCliServer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init();
    void findsAServerInTheFileOfAHost_data();
    void findsAServerInTheFileOfAHost();
    void findsAServerOfItsOwn();
    void prefersWhatTheCommandLineSays();
    void fillsTheVariablesOfAHost();
    void readsReferencesAsTheHostOfTheFileDoes();
    void takesNoFileForACommandLine_data();
    void takesNoFileForACommandLine();
    void saysWhatAHostWouldRefuse();
    void readsAMapOrAListOfServers_data();
    void readsAMapOrAListOfServers();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void boundsTheFile();
    void startsAServerAsAHostDoes();

private:
    QString write(const QString &name, const QByteArray &text) const;

    std::unique_ptr<QTemporaryDir> m_folder;
};

void TstCliServer::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
}

QString TstCliServer::write(const QString &name, const QByteArray &text) const
{
    QFile file(m_folder->filePath(name));
    if (file.open(QIODevice::WriteOnly))
        file.write(QByteArray(text).replace("DEMO", kDemo.toUtf8()));
    return file.fileName();
}

void TstCliServer::findsAServerInTheFileOfAHost_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("mcpServers") << QByteArray(R"({"mcpServers":{"tide":{"command":"DEMO"}}})");
    QTest::newRow("a project file")
        << QByteArray(R"({"mcpServers":{"tide":{"type":"stdio","command":"DEMO","args":[]}}})");
    QTest::newRow("VS Code") << QByteArray(
        "{ // comment\n\"servers\":{\"tide\":{\"command\":\"DEMO\",},},}");
    QTest::newRow("Zed") << QByteArray(R"({"context_servers":{"tide":{"command":"DEMO"}}})");
    QTest::newRow("opencode") << QByteArray(
        R"({"mcp":{"tide":{"type":"local","command":["DEMO"]}}})");
    QTest::newRow("Cline") << QByteArray(
        R"({"mcpServers":{"tide":{"transport":{"type":"stdio","command":"DEMO"}}}})");
    QTest::newRow("Codex") << QByteArray("[mcp_servers.tide]\ncommand = \"DEMO\"\n");
    QTest::newRow("Continue") << QByteArray("mcpServers:\n  - name: tide\n    command: DEMO\n");
    QTest::newRow("beside another") << QByteArray(
        R"({"mcpServers":{"a":{"url":"http://127.0.0.1:1/"},"tide":{"command":"DEMO"}}})");
}

void TstCliServer::findsAServerInTheFileOfAHost()
{
    QFETCH(QByteArray, text);
    const QString file = write(QStringLiteral("mcp.json"), text);
    const Run run =
        cli(words("tools list --output-format name --server tide --config") + QStringList{file});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("echo\n"), run.out.constData());
}

void TstCliServer::findsAServerOfItsOwn()
{
    QDir(m_folder->path()).mkdir(QStringLiteral("sonde"));
    write(QStringLiteral("sonde/servers.json"),
        R"({"version":1,"servers":[{"name":"mine","program":"DEMO","arguments":["--legacy-only"]}]})");
    QProcess process;
    QProcessEnvironment environment = cleanEnvironment();
    environment.insert(QStringLiteral("XDG_CONFIG_HOME"), m_folder->path());
    process.setProcessEnvironment(environment);
    process.start(kCli, words("info --server mine"));
    const Run run = finishedRun(process);
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("(legacy)"), run.out.constData());
}

void TstCliServer::prefersWhatTheCommandLineSays()
{
    const QByteArray text = R"({"mcpServers":{"tide":{"command":")" + kTestServer.toUtf8()
        + R"(","args":["--print-env","A","--print-env","B","--exit","0"],"env":{"A":"file","B":"file"}}}})";
    const QString file = write(QStringLiteral("mcp.json"), text);
    const Run run = cli(QStringList{QStringLiteral("--config"), file} + words("--env A=line info"));
    COMPARE_CODE(run, 4); // the server ends at once
    QVERIFY2(run.err.contains("A=line"), run.err.constData());
    QVERIFY2(run.err.contains("B=file"), run.err.constData());
}

void TstCliServer::fillsTheVariablesOfAHost()
{
    const QByteArray text = R"({"servers":{"tide":{"command":")" + kTestServer.toUtf8()
        + R"(","args":["--print-env","A","--print-env","B","--exit","0"],)"
          R"("env":{"A":"${workspaceFolderBasename} ${LOGNAMES:-nobody}","B":"${SONDE_NO_SUCH}"}}}})";
    QDir(m_folder->path()).mkpath(QStringLiteral("harbour/.vscode"));
    const QString file = write(QStringLiteral("harbour/.vscode/mcp.json"), text);
    const QStringList line = words("info --server tide --config") + QStringList{file};
    const Run missing = cli(line);
    COMPARE_CODE(missing, 1); // it never goes out as it is
    QVERIFY2(missing.err.contains("“tide” contains ${SONDE_NO_SUCH}, but the environment variable "
                                  "SONDE_NO_SUCH is not set. Set SONDE_NO_SUCH and run"),
        missing.err.constData());
    const Run given = cli(line + words("--env B=given"));
    COMPARE_CODE(given, 4);
    QVERIFY2(given.err.contains("A=harbour nobody"), given.err.constData());
    QVERIFY2(given.err.contains("B=given"), given.err.constData());
    qputenv("SONDE_NO_SUCH", "set now");
    const Run set = cli(line);
    qunsetenv("SONDE_NO_SUCH");
    COMPARE_CODE(set, 4);
    QVERIFY2(set.err.contains("B=set now"), set.err.constData());
}

// Gemini's files have $NAME as well; of other hosts it is text.
void TstCliServer::readsReferencesAsTheHostOfTheFileDoes()
{
    const QByteArray text = R"({"mcpServers":{"tide":{"command":")" + kTestServer.toUtf8()
        + R"(","args":["--print-env","A","--exit","0"],"env":{"A":"$SONDE_TIDE"}}}})";
    qputenv("SONDE_TIDE", "high");
    for (const auto &[folder, says] :
        {std::pair(".gemini/settings.json", "A=high"), std::pair(".mcp.json", "A=$SONDE_TIDE")}) {
        QDir(m_folder->path()).mkpath(QStringLiteral(".gemini"));
        const QString file = write(QLatin1String(folder), text);
        const Run run = cli(words("info --server tide --config") + QStringList{file});
        COMPARE_CODE(run, 4);
        QVERIFY2(run.err.contains(says), run.err.constData());
    }
    qunsetenv("SONDE_TIDE");
}

void TstCliServer::takesNoFileForACommandLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("notes") << QByteArray("DEMO --all\n") << QByteArray("It is a text without");
    QTest::newRow("a URL") << QByteArray("http://127.0.0.1:1/\n") << QByteArray("without servers");
    QTest::newRow("other YAML") << QByteArray("demo: DEMO\n") << QByteArray("contains no server");
    QTest::newRow("nothing") << QByteArray() << QByteArray("It is empty");
    QTest::newRow("a skipped server")
        << QByteArray(R"({"mcpServers":{"demo":{"args":[]},"b":{"command":"DEMO"}}})")
        << QByteArray("“demo” was skipped");
}

void TstCliServer::takesNoFileForACommandLine()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, says);
    const QString file = write(QStringLiteral("notes.txt"), text);
    const Run run = cli(words("info --server demo --config") + QStringList{file});
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains(says), run.err.constData());
}

// Sonde reads what a host would refuse, and says so.
void TstCliServer::saysWhatAHostWouldRefuse()
{
    const QString file = write(QStringLiteral("mcp.json"),
        R"({"mcpServers":{"other":{"command":"x y"},"tide":{"command":"DEMO","args":"--legacy-only"}}})");
    const Run run = cli(words("info --server tide --config") + QStringList{file});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("(legacy)"), run.out.constData());
    QVERIFY2(run.err.contains("Note: Hosts may refuse “tide”: “args” must be an array"),
        run.err.constData());
    QVERIFY2(!run.err.contains("other"), run.err.constData());
}

void TstCliServer::readsAMapOrAListOfServers_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("a map") << QByteArray(R"({"tide":{"command":"DEMO"}})")
                           << QByteArray("mcp.json: It was read as a map of servers by name");
    QTest::newRow("a list") << QByteArray(R"([{"name":"tide","command":"DEMO"}])")
                            << QByteArray("mcp.json: It was read as a list of servers");
    QTest::newRow("a list in YAML") << QByteArray("- name: tide\n  command: DEMO\n")
                                    << QByteArray("mcp.json: It was read as a list of servers");
    QTest::newRow("in a container")
        << QByteArray(R"({"mcpServers":{"tide":{"command":"DEMO"}}})") << QByteArray();
}

void TstCliServer::readsAMapOrAListOfServers()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, says);
    const QString file = write(QStringLiteral("mcp.json"), text);
    const Run run = cli(words("info --server tide --config") + QStringList{file});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.err.contains(says), run.err.constData());
    QCOMPARE(run.err.contains("It was read as"), !says.isEmpty());
}

void TstCliServer::saysWhatIsWrong_data()
{
    QTest::addColumn<QString>("line");
    QTest::addColumn<QByteArray>("says");
    const auto row = [](const char *line, const char *says) {
        QTest::newRow(line) << QString::fromLatin1(line) << QByteArray(says);
    };
    row("info --config FILE --server ti", "There is no server");
    row("info --config FILE --server tides", "Did you mean tide?");
    row("info --config FILE", "Choose one with --server NAME");
    row("info --config /no/such/file --server x", "Cannot read /no/such/file");
    row("info --config FILE --server tide --url http://127.0.0.1:1/", "Remove one of them");
    row("info --config FILE --server tide -- x", "Remove one of them");
    row("info --config FILE --server tide --proxy none", "--proxy is only for --url");
    row("info --config FILE --server web --clean-env", "only for a server that Sonde starts");
}

void TstCliServer::saysWhatIsWrong()
{
    QFETCH(QString, line);
    QFETCH(QByteArray, says);
    const QString file = write(QStringLiteral("mcp.json"),
        R"({"mcpServers":{"tide":{"command":"DEMO"},"web":{"url":"http://127.0.0.1:1/mcp"}}})");
    const Run run = cli(line.replace(QLatin1String("FILE"), file).split(u' '));
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains(says), run.err.constData());
}

void TstCliServer::boundsTheFile()
{
    const QString file =
        write(QStringLiteral("big.json"), R"({"mcpServers":{"tide":{"command":"DEMO"}}})");
    QVERIFY(QFile::resize(file, (qint64(64) << 20) + 1));
    const Run run = cli(words("info --server tide --config") + QStringList{file});
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains("larger than 64 MiB"), run.err.constData());
}

void TstCliServer::startsAServerAsAHostDoes()
{
    const auto said = [](const QStringList &options) {
        QProcess process;
        QProcessEnvironment environment = cleanEnvironment();
        environment.insert(QStringLiteral("SONDE_TEST"), QStringLiteral("here"));
        environment.insert(QStringLiteral("HOME"), QStringLiteral("/home/x"));
        process.setProcessEnvironment(environment);
        process.start(kCli,
            options + words("info --env MINE=1 --") + QStringList{kTestServer}
                + words("--print-env SONDE_TEST --print-env HOME --print-env LC_ALL --print-env "
                        "MINE --print-env PATH --exit 0"));
        return finishedRun(process).err;
    };
    const QByteArray all = said({});
    QVERIFY2(all.contains("SONDE_TEST=here"), all.constData());
    QVERIFY2(all.contains("LC_ALL=C.UTF-8"), all.constData());
    const QByteArray clean = said({QStringLiteral("--clean-env")});
    QVERIFY2(clean.contains("SONDE_TEST is not set"), clean.constData());
    QVERIFY2(clean.contains("LC_ALL is not set"), clean.constData());
    QVERIFY2(clean.contains("HOME=/home/x"), clean.constData());
    QVERIFY2(clean.contains("PATH=/"), clean.constData());
    QVERIFY2(clean.contains("MINE=1"), clean.constData());
}

QTEST_GUILESS_MAIN(TstCliServer)
#include "tst_cliserver.moc"
