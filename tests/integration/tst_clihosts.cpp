// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clihome.h"
#include "support/cursorfile.h"
#include "support/stdiohost.h"

#include "json/document.h"

#include <QDir>
#include <QFile>
#include <QFileInfo>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <initializer_list>
#include <memory>
#include <optional>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// `sonde-cli hosts`, with a home folder and a project of its own.
class TestCliHosts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void listsEveryServer();
    void saysWhatIsWrong();
    void printsOtherFormats();
    void showsDetailsWithoutSecrets();
    void hidesSecretsInCommandLines();
    void aTappedServerIsRecorded();
    void tapsACommandInATransport();
    void aTapOutlivesTheFolderOfRecordings();
    void findsAServerOfAnyName();
    void changesNothingUnlessToldTo();
    void asksOnATerminal();
    void removesEveryTap();
    void saysWhyAFileKeepsItsTaps();
    void followsASymbolicLink();
    void refusesAReadOnlyFile();
    void choosesAmongSeveralFiles();
    void keepsABackupUntilTheLastTapIsGone();
    void saysWhatIsWrongWithTheCommand_data();
    void saysWhatIsWrongWithTheCommand();

private:
    std::unique_ptr<CliHome> m_home;
};

namespace {

QByteArray demoConfig()
{
    return "{\n\t\"mcpServers\": {\n\t\t\"demo\": { \"command\": \"" + kDemo.toUtf8()
        + "\", \"env\": {\"KEY\": \"secret-7\"} },\n"
          "\t\t\"far\": { \"url\": \"https://u:p@example.org/mcp?key=secret-8\", "
          "\"headers\": {\"Authorization\": \"Bearer secret-9\"} }\n\t}\n}\n";
}

QByteArray initialize()
{
    return R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":)"
           R"("2025-06-18","capabilities":{},"clientInfo":{"name":"acme","version":"3"}}})"
           "\n";
}

} // namespace

void TestCliHosts::init()
{
    m_home = std::make_unique<CliHome>();
    QVERIFY(m_home->isValid());
}

void TestCliHosts::listsEveryServer()
{
    const Run none = m_home->hosts({u"list"_s});
    COMPARE_CODE(none, 0);
    QVERIFY2(none.err.contains("No configuration file"), told(none).constData());

    m_home->write(kCursor, demoConfig());
    m_home->write(u"home/.config/Code/User/mcp.json"_s,
        "{ // mine\n \"servers\": {\"sh\": {\"command\": \"sh\"},} }");
    m_home->write(u"project/.mcp.json"_s,
        R"({"mcpServers": {"mine": {"command": "sh", "args": ["-c", "x"]}}})");
    m_home->write(u"home/.codex/config.toml"_s, "[mcp_servers.x]\ncommand = \"x\"\n");
    const Run run = m_home->hosts({u"list"_s});
    COMPARE_CODE(run, 0);
    const QList<QByteArray> lines = run.out.split('\n');
    const auto has = [&](std::initializer_list<const char *> parts) {
        return std::any_of(lines.begin(), lines.end(), [&](const QByteArray &line) {
            return std::all_of(
                parts.begin(), parts.end(), [&](const char *part) { return line.contains(part); });
        });
    };
    QVERIFY2(has({"cursor", "user", "demo", "sonde-demo-server"}), told(run).constData());
    QVERIFY2(has({"cursor", "far", "https://example.org/mcp "}), told(run).constData());
    QVERIFY2(has({"vscode", "user", "sh"}), told(run).constData());
    QVERIFY2(has({"claude-code", "project", "mine", "sh -c x"}), told(run).constData());
    QVERIFY2(has({"codex", "user", "x", "was not found in PATH"}), told(run).constData());
    QVERIFY2(!run.out.contains("secret-"), told(run).constData());
}

void TestCliHosts::saysWhatIsWrong()
{
    m_home->write(
        kCursor, "{\"mcpServers\": {\n  \"a\": {\"command\": \"no-such-mcp\"},\n  \"b\": {}\n}}");
    m_home->write(u"home/.config/Claude/claude_desktop_config.json"_s, "{\"mcpServers\": {},\n}");
    const Run run = m_home->hosts({u"list"_s});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("no-such-mcp was not found in PATH"), told(run).constData());
    QVERIFY2(run.out.contains("Line 3, column 8: The entry has neither"), told(run).constData());
    QVERIFY2(run.out.contains("Line 2, column 1: "), told(run).constData());
}

void TestCliHosts::printsOtherFormats()
{
    m_home->write(kCursor, demoConfig());
    QCOMPARE(
        m_home->hosts({u"list"_s, u"--output-format"_s, u"name"_s}).out, QByteArray("demo\nfar\n"));
    const Run csv = m_home->hosts({u"list"_s, u"--output-format=csv"_s, u"--no-header"_s});
    QVERIFY2(csv.out.startsWith("cursor,user,demo,"), told(csv).constData());
    const Run lines = m_home->hosts({u"list"_s, u"--json"_s});
    const QList<QByteArray> all = lines.out.trimmed().split('\n');
    QCOMPARE(all.size(), 2);
    const json::Document demo = json::Document::parse(all[0].toStdString());
    QCOMPARE(demo.root()["program"].toString(), kDemo);
    QCOMPARE(demo.root()["file"].toString(), m_home->path(kCursor));
    QCOMPARE(demo.root()["tapped"].toBool(), std::optional<bool>(false));
    const json::Document far = json::Document::parse(all[1].toStdString());
    QCOMPARE(far.root()["url"].toString(), u"https://example.org/mcp"_s);
}

void TestCliHosts::showsDetailsWithoutSecrets()
{
    m_home->write(kCursor, demoConfig());
    const Run run = m_home->hosts({u"show"_s, u"cursor"_s});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("Cursor (cursor)"), told(run).constData());
    QVERIFY2(run.out.contains("project/.cursor/mcp.json, project (does not exist)"),
        told(run).constData());
    QVERIFY2(run.out.contains("KEY (hidden, 8 characters)"), told(run).constData());
    QVERIFY2(run.out.contains("Authorization (hidden"), told(run).constData());
    QVERIFY2(!run.out.contains("secret-"), told(run).constData());
    const Run one = m_home->hosts({u"show"_s, u"cursor"_s, u"far"_s});
    QVERIFY2(!one.out.contains("demo"), told(one).constData());
    COMPARE_CODE(m_home->hosts({u"show"_s, u"cursor"_s, u"other"_s}), 1);
}

void TestCliHosts::hidesSecretsInCommandLines()
{
    m_home->write(kCursor,
        "{\n\t\"mcpServers\": {\n\t\t\"db\": { \"command\": \"sh\", \"args\": [\n"
        "\t\t\t\"postgresql://u:leak1@h/db\",\n\t\t\t\"--github-token\",\n\t\t\t\"leak2\",\n"
        "\t\t\t\"--header\",\n\t\t\t\"Authorization: Bearer leak3\",\n"
        "\t\t\t\"--max-tokens\",\n\t\t\t\"100\"\n\t\t] }\n\t}\n}\n");
    const QByteArray before = m_home->read(kCursor);
    for (const QStringList &words : {QStringList{u"list"_s}, {u"list"_s, u"--json"_s},
             {u"list"_s, u"--output-format"_s, u"csv"_s}, {u"show"_s, u"cursor"_s},
             {u"tap"_s, u"cursor"_s, u"db"_s, u"--dry-run"_s},
             {u"tap"_s, u"cursor"_s, u"db"_s, u"--yes"_s},
             {u"untap"_s, u"cursor"_s, u"--dry-run"_s}, {u"untap"_s, u"cursor"_s, u"--yes"_s}}) {
        const Run run = m_home->hosts(words);
        COMPARE_CODE(run, 0);
        QVERIFY2(!told(run).contains("leak"), told(run).constData());
        QVERIFY2(run.out.contains("postgresql://u:*****@h/db"), told(run).constData());
        QVERIFY2(run.out.contains("100"), told(run).constData());
    }
    QCOMPARE(m_home->read(kCursor), before); // asterisks are only shown
    for (const QStringList &words :
        {QStringList{u"list"_s, u"--show-secrets"_s}, {u"list"_s, u"--json"_s, u"--show-secrets"_s},
            {u"show"_s, u"cursor"_s, u"--show-secrets"_s}}) {
        const Run run = m_home->hosts(words);
        COMPARE_CODE(run, 0);
        for (const char *secret : {"leak1", "leak2", "Bearer leak3"})
            QVERIFY2(run.out.contains(secret), told(run).constData());
    }
    COMPARE_CODE(m_home->hosts({u"tap"_s, u"cursor"_s, u"db"_s, u"--show-secrets"_s}), 1);
}

void TestCliHosts::aTappedServerIsRecorded()
{
    m_home->write(kCursor, demoConfig());
    QVERIFY(QFile::setPermissions(m_home->path(kCursor), QFile::ReadOwner | QFile::WriteOwner));
    const QFile::Permissions permissions = QFile::permissions(m_home->path(kCursor));
    const Run tapped = m_home->hosts({u"tap"_s, u"cursor"_s, u"demo"_s, u"--yes"_s});
    COMPARE_CODE(tapped, 0);
    QVERIFY2(
        tapped.out.contains("+ \"args\": [\"tap\", \"--name=demo\""), told(tapped).constData());
    QVERIFY2(tapped.err.contains("cursor-agent mcp enable demo"), told(tapped).constData());
    QVERIFY2(!told(tapped).contains("secret-"), told(tapped).constData());
    QCOMPARE(QFile::permissions(m_home->path(kCursor)), permissions);
    QVERIFY(m_home->hosts({u"list"_s}).out.contains("tapped"));

    // As a host starts it, without the variables of this machine.
    const QStringList command = commandOf(m_home->read(kCursor), "demo");
    QVERIFY(QDir::isAbsolutePath(command.first()));
    const QByteArray home = qgetenv("HOME");
    qputenv("HOME", "/nonexistent");
    const auto restore = qScopeGuard([&] { qputenv("HOME", home); });
    const Transcript seen = StdioHost(command).play({.input = initialize()});
    QVERIFY2(seen.out.contains("\"serverInfo\""), seen.told().constData());
    QCOMPARE(seen.code, 0);
    const QDir sessions(m_home->path(u"home/.local/share/sonde/sessions"_s));
    const QStringList recordings = sessions.entryList({u"demo-*.sonde"_s});
    QCOMPARE(recordings.size(), 1);
    const Run shown = cli({u"trace"_s, u"show"_s, sessions.filePath(recordings.first())});
    QVERIFY2(shown.out.contains("initialize"), told(shown).constData());

    const Run again = m_home->hosts({u"tap"_s, u"cursor"_s, u"demo"_s, u"--yes"_s});
    COMPARE_CODE(again, 1);
    QVERIFY2(again.err.contains("already has a tap"), told(again).constData());
    const Run untapped = m_home->hosts({u"untap"_s, u"cursor"_s, u"demo"_s, u"--yes"_s});
    COMPARE_CODE(untapped, 0);
    QCOMPARE(m_home->read(kCursor), demoConfig());
    const Run none = m_home->hosts({u"untap"_s, u"cursor"_s, u"--yes"_s});
    COMPARE_CODE(none, 1);
    QVERIFY2(none.err.contains("has a tap"), told(none).constData());
}

void TestCliHosts::findsAServerOfAnyName()
{
    m_home->write(
        kCursor, R"({"mcpServers": {"--x": {"command": "sh"}, "--": {"command": "sh"}}})");
    for (const QString &name : {u"--x"_s, u"--"_s}) {
        const Run run = m_home->hosts({u"tap"_s, u"cursor"_s, u"--dry-run"_s, u"--"_s, name});
        COMPARE_CODE(run, 0);
        QVERIFY2(run.out.contains(QString(u'“' + name + u'”').toUtf8()), told(run).constData());
    }
    COMPARE_CODE(m_home->hosts({u"show"_s, u"cursor"_s, u"--"_s, u"--x"_s}), 0);
}

// Cline also reads what is in "transport".
void TestCliHosts::tapsACommandInATransport()
{
    const QString cline = u"home/.cline/data/settings/cline_mcp_settings.json"_s;
    const QByteArray before = R"({"mcpServers": {"a": {"transport": {"type": "stdio", )"
                              R"("command": "sh", "args": ["-c", "x"]}, "disabled": false}}})";
    m_home->write(cline, before);
    const Run listed = m_home->hosts({u"list"_s});
    QVERIFY2(listed.out.contains("sh -c x"), told(listed).constData());
    QVERIFY2(!listed.out.contains("neither"), told(listed).constData());
    COMPARE_CODE(m_home->hosts({u"tap"_s, u"cline"_s, u"a"_s, u"--yes"_s}), 0);
    const json::Document tapped = json::Document::parse(m_home->read(cline).toStdString());
    const json::Value transport = tapped.root()["mcpServers"]["a"]["transport"];
    QVERIFY(transport["command"].toString().endsWith(u"sonde-cli"_s));
    QCOMPARE(transport["args"].first().toString(), u"tap"_s);
    QVERIFY(m_home->hosts({u"list"_s}).out.contains("tapped"));
    COMPARE_CODE(m_home->hosts({u"untap"_s, u"cline"_s, u"--yes"_s}), 0);
    QCOMPARE(m_home->read(cline), before);
}

void TestCliHosts::aTapOutlivesTheFolderOfRecordings()
{
    m_home->write(kCursor, demoConfig());
    COMPARE_CODE(m_home->hosts({u"tap"_s, u"cursor"_s, u"demo"_s, u"--yes"_s}), 0);
    QDir sessions(m_home->path(u"home/.local/share/sonde/sessions"_s));
    QVERIFY(sessions.removeRecursively());
    const QByteArray home = qgetenv("HOME");
    qputenv("HOME", "/nonexistent");
    const auto restore = qScopeGuard([&] { qputenv("HOME", home); });
    const Transcript seen =
        StdioHost(commandOf(m_home->read(kCursor), "demo")).play({.input = initialize()});
    QVERIFY2(seen.out.contains("\"serverInfo\""), seen.told().constData());
    QVERIFY(QFileInfo(sessions.path()).isDir());
    QCOMPARE(sessions.entryList({u"demo-*.sonde"_s}).size(), 1);
}

void TestCliHosts::changesNothingUnlessToldTo()
{
    m_home->write(kCursor, demoConfig());
    const Run dry = m_home->hosts({u"tap"_s, u"cursor"_s, u"demo"_s, u"--dry-run"_s});
    COMPARE_CODE(dry, 0);
    QVERIFY2(dry.out.contains("- \"command\": "), told(dry).constData());
    const Run silent = m_home->hosts({u"tap"_s, u"cursor"_s, u"demo"_s});
    COMPARE_CODE(silent, 1);
    QVERIFY2(silent.err.contains("--yes"), told(silent).constData());
    const Run far = m_home->hosts({u"tap"_s, u"cursor"_s, u"far"_s, u"--dry-run"_s});
    COMPARE_CODE(far, 0);
    QVERIFY2(far.out.contains("- https://example.org/mcp\n+ ")
            && far.out.contains(" tap --stdio --url https://example.org/mcp\n"),
        told(far).constData());
    QVERIFY2(far.err.contains("The URL may contain a secret"), told(far).constData());
    QVERIFY2(!told(far).contains("secret-"), told(far).constData());
    QCOMPARE(m_home->read(kCursor), demoConfig());
    QVERIFY(m_home->backups().isEmpty());
}

void TestCliHosts::asksOnATerminal()
{
    m_home->write(kCursor, demoConfig());
    const QStringList tap{u"tap"_s, u"cursor"_s, u"demo"_s};
    const Run no = m_home->asked(tap, "\n");
    COMPARE_CODE(no, 0);
    QVERIFY2(no.err.contains("[y/N]"), told(no).constData());
    QCOMPARE(m_home->read(kCursor), demoConfig());
    const Run yes = m_home->asked(tap, "y\n");
    COMPARE_CODE(yes, 0);
    QVERIFY(m_home->read(kCursor) != demoConfig());
}

void TestCliHosts::removesEveryTap()
{
    const QByteArray servers =
        R"({"mcpServers":{"a":{"command":"sh","args":["-a"]},"b":{"command":"sh"}}})";
    const QString claude = u"home/.config/Claude/claude_desktop_config.json"_s;
    m_home->write(kCursor, servers);
    m_home->write(claude, servers);
    for (const QString &name : {u"a"_s, u"b"_s}) {
        COMPARE_CODE(m_home->hosts({u"tap"_s, u"cursor"_s, name, u"--yes"_s}), 0);
        COMPARE_CODE(m_home->hosts({u"tap"_s, u"claude-desktop"_s, name, u"--yes"_s}), 0);
    }
    COMPARE_CODE(m_home->hosts({u"untap"_s, u"cursor"_s, u"--yes"_s}), 0);
    QCOMPARE(m_home->read(kCursor), servers);
    QVERIFY(m_home->read(claude) != servers);
    COMPARE_CODE(m_home->hosts({u"untap"_s, u"--all"_s, u"--yes"_s}), 0);
    QCOMPARE(m_home->read(claude), servers);
    COMPARE_CODE(m_home->hosts({u"untap"_s, u"--all"_s}), 0); // nothing is left to do
}

void TestCliHosts::saysWhyAFileKeepsItsTaps()
{
    m_home->write(kCursor, "{\"mcpServers\": {},\n}");
    const Run run = m_home->hosts({u"untap"_s, u"cursor"_s, u"--yes"_s});
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains("mcp.json: Line 2, column 1: "), told(run).constData());
    const Run tap = m_home->hosts({u"tap"_s, u"cursor"_s, u"demo"_s, u"--yes"_s});
    COMPARE_CODE(tap, 1);
    QVERIFY2(tap.err.contains("mcp.json: Line 2, column 1: "), told(tap).constData());
    QVERIFY2(!tap.err.contains("has no server"), told(tap).constData()); // nobody knows
}

void TestCliHosts::followsASymbolicLink()
{
    m_home->write(u"dotfiles/cursor.json"_s, demoConfig());
    QVERIFY(QDir().mkpath(m_home->path(u"home/.cursor"_s)));
    QVERIFY(QFile::link(u"../../dotfiles/cursor.json"_s, m_home->path(kCursor)));
    COMPARE_CODE(m_home->hosts({u"tap"_s, u"cursor"_s, u"demo"_s, u"--yes"_s}), 0);
    QVERIFY(QFileInfo(m_home->path(kCursor)).isSymLink());
    QVERIFY(m_home->read(u"dotfiles/cursor.json"_s) != demoConfig());
    COMPARE_CODE(m_home->hosts({u"untap"_s, u"cursor"_s, u"--yes"_s}), 0);
    QVERIFY(QFileInfo(m_home->path(kCursor)).isSymLink());
    QCOMPARE(m_home->read(u"dotfiles/cursor.json"_s), demoConfig());
}

void TestCliHosts::refusesAReadOnlyFile()
{
    m_home->write(kCursor, demoConfig());
    QVERIFY(QFile::setPermissions(m_home->path(kCursor), QFile::ReadOwner));
    const Run run = m_home->hosts({u"tap"_s, u"cursor"_s, u"demo"_s, u"--yes"_s});
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains("is read-only"), told(run).constData());
    QCOMPARE(m_home->read(kCursor), demoConfig());
}

void TestCliHosts::choosesAmongSeveralFiles()
{
    const QString local = u"project/.cursor/mcp.json"_s;
    m_home->write(kCursor, demoConfig());
    m_home->write(local, demoConfig());
    const Run both = m_home->hosts({u"tap"_s, u"cursor"_s, u"demo"_s, u"--yes"_s});
    COMPARE_CODE(both, 1);
    QVERIFY2(both.err.contains("several servers") && both.err.contains("--file"),
        told(both).constData());
    const Run one = m_home->hosts(
        {u"tap"_s, u"cursor"_s, u"demo"_s, u"--file"_s, u".cursor/mcp.json"_s, u"--yes"_s});
    COMPARE_CODE(one, 0);
    QVERIFY2(one.err.contains("belongs to the project"), told(one).constData());
    QVERIFY(m_home->read(local) != demoConfig());
    QCOMPARE(m_home->read(kCursor), demoConfig());
    // Claude Code approves the servers of projects only.
    m_home->write(u"home/.claude.json"_s, demoConfig());
    const Run own = m_home->hosts({u"tap"_s, u"claude-code"_s, u"demo"_s, u"--dry-run"_s});
    QVERIFY2(!own.err.contains("claude mcp"), told(own).constData());
    m_home->write(u"project/.mcp.json"_s, demoConfig());
    const Run shared = m_home->hosts(
        {u"tap"_s, u"claude-code"_s, u"demo"_s, u"--file=.mcp.json"_s, u"--dry-run"_s});
    QVERIFY2(shared.err.contains("claude mcp reset-project-choices"), told(shared).constData());
}

void TestCliHosts::keepsABackupUntilTheLastTapIsGone()
{
    const QByteArray servers = R"({"mcpServers":{"a":{"command":"sh"},"b":{"command":"sh"}}})";
    m_home->write(kCursor, servers);
    COMPARE_CODE(m_home->hosts({u"tap"_s, u"cursor"_s, u"a"_s, u"--yes"_s}), 0);
    COMPARE_CODE(m_home->hosts({u"tap"_s, u"cursor"_s, u"b"_s, u"--yes"_s}), 0);
    QCOMPARE(m_home->backups().size(), 1);
    const QString backup = u"home/.local/share/sonde/hosts/"_s + m_home->backups().first();
    QCOMPARE(m_home->read(backup), servers);
    const auto others = QFile::ReadGroup | QFile::WriteGroup | QFile::ReadOther | QFile::WriteOther;
    QVERIFY(!(QFile::permissions(m_home->path(backup)) & others));
    COMPARE_CODE(m_home->hosts({u"untap"_s, u"cursor"_s, u"a"_s, u"--yes"_s}), 0);
    QCOMPARE(m_home->backups().size(), 1);
    COMPARE_CODE(m_home->hosts({u"untap"_s, u"cursor"_s, u"b"_s, u"--yes"_s}), 0);
    QVERIFY(m_home->backups().isEmpty());
}

void TestCliHosts::saysWhatIsWrongWithTheCommand_data()
{
    QTest::addColumn<QStringList>("arguments");
    QTest::addColumn<QByteArray>("part");
    QTest::newRow("nothing") << QStringList() << QByteArray("not a complete command");
    QTest::newRow("action") << words("lst") << QByteArray("Did you mean list?");
    QTest::newRow("host") << words("show cursr") << QByteArray("Did you mean cursor?");
    QTest::newRow("no host") << words("show") << QByteArray("needs a host");
    QTest::newRow("no server") << words("tap cursor") << QByteArray("the name of a server");
    QTest::newRow("import") << words("import") << QByteArray("needs a host");
    QTest::newRow("import host") << words("import cursr:x") << QByteArray("Did you mean cursor?");
    QTest::newRow("import name") << words("import cursor:") << QByteArray("is missing");
    QTest::newRow("export") << words("export x") << QByteArray("a server of Sonde and a host");
    QTest::newRow("export unknown") << words("export x cursor") << QByteArray("There are none");
    QTest::newRow("add") << words("add cursor") << QByteArray("a host and the name of a server");
    QTest::newRow("add unknown") << words("add cursor x --yes") << QByteArray("There are none");
    QTest::newRow("untap") << words("untap") << QByteArray("--all");
    QTest::newRow("untap both") << words("untap cursor --all") << QByteArray("--all");
    QTest::newRow("option") << words("list --yes") << QByteArray("has no option “--yes”");
    QTest::newRow("surplus") << words("list cursor")
                             << QByteArray("takes no further argument, but “cursor” was given");
    QTest::newRow("surplus host") << words("import cursor:x y") << QByteArray("but “y” was given");
    QTest::newRow("twice") << words("untap cursor --yes --yes") << QByteArray("given twice");
    QTest::newRow("file") << words("tap cursor x --file none.json") << QByteArray("does not exist");
    QTest::newRow("format") << words("list --output-format xml")
                            << QByteArray("Use --output-format with table, name, json, jsonl, csv");
    QTest::newRow("two formats") << words("list --json --output-format csv")
                                 << QByteArray("--json contradicts --output-format csv");
    QTest::newRow("dash") << words("show -x") << QByteArray("There is no host “-x”");
    QTest::newRow("unknown server")
        << words("tap cursor x --yes") << QByteArray("has no server “x”");
    QTest::newRow("toml") << words("tap codex x --yes") << QByteArray("has no server “x”");
}

void TestCliHosts::saysWhatIsWrongWithTheCommand()
{
    QFETCH(QStringList, arguments);
    QFETCH(QByteArray, part);
    const Run run = m_home->hosts(arguments);
    COMPARE_CODE(run, 1);
    QVERIFY2(run.err.contains(part), told(run).constData());
}

QTEST_GUILESS_MAIN(TestCliHosts)
#include "tst_clihosts.moc"
