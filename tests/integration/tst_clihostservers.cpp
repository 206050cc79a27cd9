// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clihome.h"
#include "support/demohttp.h"

#include "json/document.h"

#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// `sonde-cli hosts` with files of every dialect, with servers that have a URL, and between the
// servers of hosts and those of Sonde.
class TestCliHostServers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void bridgesAServerWithAUrl();
    void tapsEveryDialect_data();
    void tapsEveryDialect();
    void marksServersWithUnsetVariables();
    void importsServers();
    void saysWhichSecretsAreNotKept();
    void exportsServers();
    void addsServersToFiles();
    void createsAFileForItsOwner();
    void changesNoFileThatItCannotRead();

private:
    Run hosts(const QStringList &arguments) const { return m_home->hosts(arguments); }
    void importTide() const; // as a server of Sonde

    std::unique_ptr<CliHome> m_home;
};

namespace {

const QString kServers = u"home/.config/sonde/servers.json"_s;
const QString kGoose = u"home/.config/goose/config.yaml"_s;

} // namespace

void TestCliHostServers::init()
{
    m_home = std::make_unique<CliHome>();
    QVERIFY(m_home->isValid());
}

void TestCliHostServers::importTide() const
{
    m_home->write(u"home/.codex/config.toml"_s,
        "[mcp_servers.tide]\ncommand = \"sh\"\nargs = [\"-c\", \"cat\"]\n");
    const Run imported = hosts({u"import"_s, u"codex:tide"_s});
    COMPARE_CODE(imported, 0);
}

// The host starts a program from now on, which is the client of the URL; then all is as before.
void TestCliHostServers::bridgesAServerWithAUrl()
{
    const Demo demo;
    const QByteArray before = "{\n  \"servers\": {\n    \"far\": {\n      \"url\": \""
        + demo.url().toString().toUtf8()
        + "\", // mine\n      \"headers\": {\"X-Team\": \"secret-4\"}\n    }\n  }\n}\n";
    const QString vscode = u"home/.config/Code/User/mcp.json"_s;
    m_home->write(vscode, before);
    const Run tapped = hosts({u"tap"_s, u"vscode"_s, u"far"_s, u"--yes"_s});
    COMPARE_CODE(tapped, 0);
    QVERIFY2(!told(tapped).contains("secret-"), told(tapped).constData());
    QVERIFY2(tapped.err.contains("Sonde becomes the client of the URL"), told(tapped).constData());
    const json::Document file = json::Document::parse(m_home->read(vscode).toStdString());
    const json::Value entry = file.root()["servers"]["far"];
    QVERIFY(!entry["url"].exists());
    QStringList arguments;
    for (const json::Value argument : entry["args"])
        arguments += argument.toString();
    QVERIFY2(!arguments.join(u' ').contains(u"secret-"), qPrintable(arguments.join(u' ')));

    QProcess process; // as the host starts it
    QProcessEnvironment variables = cleanEnvironment();
    for (const json::Value variable : entry["env"])
        variables.insert(json::toQString(variable.key()), variable.toString());
    process.setProcessEnvironment(variables);
    process.start(entry["command"].toString(), arguments);
    process.write(R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":)"
                  R"("2025-06-18","capabilities":{},"clientInfo":{"name":"acme","version":"3"}}})"
                  "\n");
    process.closeWriteChannel();
    const Run seen = finishedRun(process);
    COMPARE_CODE(seen, 0);
    QVERIFY2(seen.out.contains("\"serverInfo\""), told(seen).constData());
    const QDir sessions(m_home->path(u"home/.local/share/sonde/sessions"_s));
    const QStringList recordings = sessions.entryList({u"far-*.sonde"_s});
    QCOMPARE(recordings.size(), 1);
    const Run trace = cli({u"trace"_s, u"show"_s, sessions.filePath(recordings.first()), u"1"_s});
    QVERIFY2(!trace.out.contains("secret-"), told(trace).constData());

    const Run untapped = hosts({u"untap"_s, u"vscode"_s, u"far"_s, u"--yes"_s});
    COMPARE_CODE(untapped, 0);
    QCOMPARE(m_home->read(vscode), before);
}

void TestCliHostServers::tapsEveryDialect_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("toml") << u"codex"_s << u"home/.codex/config.toml"_s
                          << QByteArray("# mine\n[mcp_servers.x]\ncommand = 'sh' # shell\n"
                                        "args = [\n  '-c', # runs\n  'cat',\n]\n");
    QTest::newRow("yaml") << u"goose"_s << kGoose
                          << QByteArray("extensions:\r\n  x:\r\n    cmd: sh\r\n    args:\r\n"
                                        "    - -c # runs\r\n    - cat\r\n");
    QTest::newRow("json") << u"zed"_s << u"home/.config/zed/settings.json"_s
                          << QByteArray("{\"context_servers\": {\"x\": {\"command\": \"sh\", // s\n"
                                        "\"args\": [\"-c\", \"cat\",],}}}");
}

void TestCliHostServers::tapsEveryDialect()
{
    QFETCH(QString, host);
    QFETCH(QString, file);
    QFETCH(QByteArray, text);
    const QString real = u"dotfiles/"_s + QFileInfo(file).fileName();
    m_home->write(real, text);
    QVERIFY(QDir().mkpath(QFileInfo(m_home->path(file)).absolutePath()));
    QVERIFY(QFile::link(m_home->path(real), m_home->path(file)));
    const Run tapped = hosts({u"tap"_s, host, u"x"_s, u"--yes"_s});
    COMPARE_CODE(tapped, 0);
    QVERIFY(m_home->read(real) != text);
    const Run list = hosts({u"list"_s});
    QVERIFY2(list.out.contains("tapped"), told(list).constData());
    const Run untapped = hosts({u"untap"_s, host, u"--yes"_s});
    COMPARE_CODE(untapped, 0);
    QCOMPARE(m_home->read(real), text);
    QVERIFY(QFileInfo(m_home->path(file)).isSymLink());
    QVERIFY(QFile::setPermissions(m_home->path(real), QFile::ReadOwner));
    const Run refused = hosts({u"tap"_s, host, u"x"_s, u"--yes"_s});
    COMPARE_CODE(refused, 1);
    QVERIFY2(refused.err.contains("is read-only"), told(refused).constData());
    QCOMPARE(m_home->read(real), text);
}

// `--config` does not start such a server, with the same sentence.
void TestCliHostServers::marksServersWithUnsetVariables()
{
    const QString cursor = u"home/.cursor/mcp.json"_s;
    m_home->write(cursor,
        R"({"mcpServers": {
  "tide": {"command": "sh", "args": ["${TIDE_ARGUMENT}", "${TIDE_OTHER:-default}"],
           "env": {"HOME_OF": "${userHome}", "KEY": "${env:TIDE_KEY}"}},
  "far": {"url": "https://example.org/${TIDE_PLACE}/mcp"},
  "fine": {"command": "sh", "args": ["${HOME}"]}}})");
    const QByteArray argument =
        "“tide” contains ${TIDE_ARGUMENT}, but the environment variable TIDE_ARGUMENT is not set.";
    const Run list = hosts({u"list"_s, u"--json"_s});
    COMPARE_CODE(list, 0);
    QVERIFY2(list.out.contains(argument), told(list).constData());
    for (const char *sentence : {"TIDE_KEY is not set.", "TIDE_PLACE is not set."})
        QVERIFY2(list.out.contains(sentence), told(list).constData());
    QCOMPARE(list.out.count("is not set"), 3);
    const Run show = hosts({u"show"_s, u"cursor"_s, u"tide"_s});
    COMPARE_CODE(show, 0);
    QVERIFY2(show.out.contains(argument), told(show).constData());
    const Run started =
        cli({u"info"_s, u"--config"_s, m_home->path(cursor), u"--server"_s, u"tide"_s});
    QVERIFY2(started.code != 0 && started.err.contains(argument), told(started).constData());
}

void TestCliHostServers::importsServers()
{
    m_home->write(u"home/.codex/config.toml"_s,
        "[mcp_servers.tide]\ncommand = \"sh\"\nargs = [\"-c\", \"cat\"]\n"
        "[mcp_servers.tide.env]\nTZ = \"UTC\"\n[mcp_servers.far]\nurl = \"https://h/mcp\"\n");
    m_home->write(kGoose, "extensions:\n  tide: {cmd: cat, args: []}\n");
    const Run dry = hosts({u"import"_s, u"codex"_s, u"--dry-run"_s});
    COMPARE_CODE(dry, 0);
    QVERIFY2(dry.out.contains("“tide” from ") && dry.out.contains("“far”"), told(dry).constData());
    QVERIFY(m_home->read(kServers).isEmpty());
    const Run all = hosts({u"import"_s, u"codex"_s});
    COMPARE_CODE(all, 0);
    const Run other = hosts({u"import"_s, u"goose:tide"_s});
    COMPARE_CODE(other, 0);
    QVERIFY2(other.out.contains("“tide 2” from "), told(other).constData());
    const QByteArray saved = m_home->read(kServers);
    QVERIFY2(saved.contains("https://h/mcp") && saved.contains("\"cat\""), saved.constData());
    const Run none = hosts({u"import"_s, u"goose:lake"_s});
    COMPARE_CODE(none, 1);
    QVERIFY2(none.err.contains("has no server “lake”"), told(none).constData());
    QCOMPARE(m_home->read(kServers), saved);
}

// There is no keychain here: the server is imported, and what is missing is said.
void TestCliHostServers::saysWhichSecretsAreNotKept()
{
    m_home->write(u"home/.cursor/mcp.json"_s,
        R"({"mcpServers": {"demo": {"command": "sh", "env": {"API_KEY": "secret-7"}}}})");
    const Run run = hosts({u"import"_s, u"cursor:demo"_s});
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains("“demo” was imported without the value of API_KEY"),
        told(run).constData());
    const QByteArray saved = m_home->read(kServers);
    QVERIFY2(saved.contains("\"demo\"") && !saved.contains("secret-"), saved.constData());
    const Run exported = hosts({u"export"_s, u"demo"_s, u"claude-code"_s});
    COMPARE_CODE(exported, 0);
    QVERIFY2(exported.out.contains("${API_KEY}"), told(exported).constData());
    QVERIFY2(exported.err.contains("Set API_KEY in the environment of Claude Code"),
        told(exported).constData());
}

void TestCliHostServers::exportsServers()
{
    importTide();
    const Run exported = hosts({u"export"_s, u"tide"_s, u"claude-code"_s});
    COMPARE_CODE(exported, 0);
    QCOMPARE(exported.out,
        QByteArray("{\n  \"mcpServers\": {\n    \"tide\": {\n      \"command\": \"sh\",\n"
                   "      \"args\": [\"-c\", \"cat\"]\n    }\n  }\n}\n"));
    const Run unknown = hosts({u"export"_s, u"tid"_s, u"cursor"_s});
    COMPARE_CODE(unknown, 1);
    QVERIFY2(unknown.err.contains("Did you mean tide?"), told(unknown).constData());
}

void TestCliHostServers::addsServersToFiles()
{
    importTide();
    const QByteArray before = "# mine\nGOOSE_MODEL: x\nextensions:\n  a:\n    cmd: a\n";
    m_home->write(kGoose, before);
    const Run silent = hosts({u"add"_s, u"goose"_s, u"tide"_s});
    COMPARE_CODE(silent, 1);
    QVERIFY2(silent.err.contains("--yes"), told(silent).constData());
    QCOMPARE(m_home->read(kGoose), before);
    const Run added = hosts({u"add"_s, u"goose"_s, u"tide"_s, u"--yes"_s});
    COMPARE_CODE(added, 0);
    QVERIFY2(added.out.contains("+   cmd: \"sh\"") || added.out.contains("cmd: \"sh\""),
        told(added).constData());
    const QByteArray after = m_home->read(kGoose);
    QVERIFY2(after.startsWith("# mine\nGOOSE_MODEL: x\nextensions:\n  tide:\n"), after.constData());
    QVERIFY2(after.endsWith("  a:\n    cmd: a\n"), after.constData());
    QCOMPARE(m_home->backups().size(), 1);
    const Run again = hosts({u"add"_s, u"goose"_s, u"tide"_s, u"--yes"_s});
    COMPARE_CODE(again, 1);
    QVERIFY2(again.err.contains("already has a server “tide”"), told(again).constData());
    QCOMPARE(m_home->read(kGoose), after);
}

void TestCliHostServers::createsAFileForItsOwner()
{
    importTide();
    const QString kimi = u"home/.kimi-code/mcp.json"_s;
    const Run dry = hosts({u"add"_s, u"kimi"_s, u"tide"_s, u"--dry-run"_s});
    COMPARE_CODE(dry, 0);
    QVERIFY(m_home->read(kimi).isEmpty());
    const Run added = hosts({u"add"_s, u"kimi"_s, u"tide"_s, u"--yes"_s});
    COMPARE_CODE(added, 0);
    const json::Document file = json::Document::parse(m_home->read(kimi).toStdString());
    QCOMPARE(file.root()["mcpServers"]["tide"]["command"].toString(), u"sh"_s);
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(m_home->path(kimi)) & others));
}

void TestCliHostServers::changesNoFileThatItCannotRead()
{
    importTide();
    const QByteArray broken = "extensions:\n\ta: b\n";
    m_home->write(kGoose, broken);
    for (const QStringList &command : {QStringList{u"add"_s, u"goose"_s, u"tide"_s, u"--yes"_s},
             QStringList{u"tap"_s, u"goose"_s, u"a"_s, u"--yes"_s},
             QStringList{u"import"_s, u"goose"_s}}) {
        const Run run = hosts(command);
        COMPARE_CODE(run, 1);
        QVERIFY2(run.err.contains("indented by a tab"), told(run).constData());
        QCOMPARE(m_home->read(kGoose), broken);
    }
}

QTEST_GUILESS_MAIN(TestCliHostServers)
#include "tst_clihostservers.moc"
