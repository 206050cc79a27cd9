// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clihome.h"
#include "support/cursorfile.h"
#include "support/stdiohost.h"

#include <QTest>

#include <memory>
#include <string>
#include <vector>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// `sonde-cli hosts tap` where a file or a name is out of the ordinary.
class TestCliHostTaps : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void findsAServerWithoutAName();
    void tapsAtOnceLoseNothing();
    void saysThatAFileIsUtf16();
    void namesTheHostThatReadsTheFile_data();
    void namesTheHostThatReadsTheFile();
    void untapsAFileOfSeveralHostsOnce();
    void replacesATapThatIsGone();
    void changesOnlyTheEntryOfAFileThatIsWritten();
    void refusesAnEntryThatChangedMeanwhile();
    void addsToAFileThatIsWritten();

private:
    std::unique_ptr<CliHome> m_home;
};

namespace {

constexpr char kOne[] = R"({"starts": 1, "mcpServers": {"a": {"command": "sh"}}})";
constexpr char kOther[] = R"({"starts": 1, "mcpServers": {"a": {"command": "zsh"}}})";

} // namespace

void TestCliHostTaps::init()
{
    m_home = std::make_unique<CliHome>();
    QVERIFY(m_home->isValid());
}

void TestCliHostTaps::findsAServerWithoutAName()
{
    m_home->write(kCursor, R"({"mcpServers": {"a": {"command": "cat"}, "": {"command": "sh"}}})");
    const Run shown = m_home->hosts({u"show"_s, u"cursor"_s, u""_s});
    COMPARE_CODE(shown, 0);
    QVERIFY2(shown.out.contains("sh") && !shown.out.contains("cat"), told(shown).constData());
    COMPARE_CODE(m_home->hosts({u"tap"_s, u"cursor"_s, u""_s, u"--yes"_s}), 0);
    const QByteArray tapped = m_home->read(kCursor);
    QVERIFY2(tapped.contains("\"sh\"") && tapped.contains("\"tap\""), tapped.constData());
    QVERIFY(commandOf(tapped, "a") == QStringList{u"cat"_s});
    const QStringList command = commandOf(tapped, "");
    QVERIFY2(StdioHost(command).play({}).inTime, command.join(u' ').toUtf8().constData());
    COMPARE_CODE(m_home->hosts({u"untap"_s, u"cursor"_s, u""_s, u"--yes"_s}), 0);
    QVERIFY2(!m_home->read(kCursor).contains("tap"), m_home->read(kCursor).constData());
}

// Each either changes what the others have written, or says that it did not.
void TestCliHostTaps::tapsAtOnceLoseNothing()
{
    constexpr int kServers = 6;
    QByteArray text = R"({"mcpServers": {)";
    for (int i = 0; i < kServers; ++i)
        text += QByteArray(i == 0 ? "" : ", ") + "\"s" + QByteArray::number(i)
            + "\": {\"command\": \"sh\"}";
    text += "}}";
    m_home->write(kCursor, text);
    std::vector<std::unique_ptr<QProcess>> taps(kServers);
    const auto start = [&](int i) {
        taps[std::size_t(i)] = std::make_unique<QProcess>();
        m_home->start(*taps[std::size_t(i)], {u"tap"_s, u"cursor"_s, u"s%1"_s.arg(i), u"--yes"_s});
    };
    for (int i = 0; i < kServers; ++i)
        start(i);
    for (int i = 0; i < kServers; ++i) {
        QTRY_VERIFY_WITH_TIMEOUT(
            taps[std::size_t(i)]->state() == QProcess::NotRunning, kPatienceMs);
        if (taps[std::size_t(i)]->exitCode() == 0)
            continue;
        const QByteArray said = taps[std::size_t(i)]->readAllStandardError();
        QVERIFY2(said.contains("run the command again") || said.contains("Run the command again"),
            said.constData());
        start(i--);
    }
    for (int i = 0; i < kServers; ++i) {
        const QStringList command = commandOf(m_home->read(kCursor), 's' + std::to_string(i));
        QVERIFY2(command.contains(u"tap"_s), command.join(u' ').toUtf8().constData());
    }
    QCOMPARE(m_home->backups().size(), 1);
    QCOMPARE(m_home->read(u"home/.local/share/sonde/hosts/"_s + m_home->backups().front()), text);
}

// Hosts cannot read it, and Sonde does not write it.
void TestCliHostTaps::saysThatAFileIsUtf16()
{
    const QString text = u"\ufeff{\"mcpServers\": {\"a\": {\"command\": \"sh\"}}}"_s;
    const QByteArray bytes(reinterpret_cast<const char *>(text.utf16()), text.size() * 2);
    m_home->write(kCursor, bytes);
    const Run listed = m_home->hosts({u"list"_s, u"--json"_s});
    QVERIFY2(listed.out.contains("The file is UTF-16, which hosts cannot read"),
        told(listed).constData());
    const Run tapped = m_home->hosts({u"tap"_s, u"cursor"_s, u"a"_s, u"--yes"_s});
    COMPARE_CODE(tapped, 1);
    QVERIFY2(tapped.err.contains("Save it as UTF-8"), told(tapped).constData());
    QCOMPARE(m_home->read(kCursor), bytes);
}

void TestCliHostTaps::namesTheHostThatReadsTheFile_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("name");
    QTest::newRow("of another host") << kCursor << QByteArray("Restart Cursor,");
    QTest::newRow("of one that reads it only when it starts")
        << u"home/.config/Claude/claude_desktop_config.json"_s
        << QByteArray("Quit Claude Desktop completely, and start it again.");
    QTest::newRow("of one that watches it")
        << u"home/.cline/data/settings/cline_mcp_settings.json"_s
        << QByteArray("Cline notices the change,");
    QTest::newRow("of none that is known")
        << u"home/other.json"_s << QByteArray("Restart the host that reads the file,");
}

void TestCliHostTaps::namesTheHostThatReadsTheFile()
{
    QFETCH(const QString, file);
    QFETCH(const QByteArray, name);
    m_home->write(file, R"({"mcpServers": {"a": {"command": "cat"}}})");
    const Run tapped = m_home->hosts(
        {u"tap"_s, u"claude-code"_s, u"a"_s, u"--file"_s, m_home->path(file), u"--yes"_s});
    COMPARE_CODE(tapped, 0);
    QVERIFY2(tapped.err.contains(name), told(tapped).constData());
    QVERIFY2(tapped.err.contains("MCP Inspector 0.15"), told(tapped).constData());
    QVERIFY2(!told(tapped).contains("Claude Code"), told(tapped).constData());
    const Run untapped = m_home->hosts(
        {u"untap"_s, u"claude-code"_s, u"a"_s, u"--file"_s, m_home->path(file), u"--yes"_s});
    COMPARE_CODE(untapped, 0);
    QVERIFY2(untapped.err.contains(name), told(untapped).constData());
    QVERIFY2(!told(untapped).contains("Claude Code"), told(untapped).constData());
}

// The file of a project that three hosts read, and one that is another host's by a symbolic link.
void TestCliHostTaps::untapsAFileOfSeveralHostsOnce()
{
    const QString shared = u"project/.mcp.json"_s;
    const QByteArray text = R"({"mcpServers": {"a": {"command": "cat"}}})";
    m_home->write(shared, text);
    m_home->write(kCursor, text);
    QVERIFY(QDir().mkpath(m_home->path(u"home/.codeium"_s)));
    QVERIFY(QFile::link(m_home->path(kCursor), m_home->path(u"home/.codeium/mcp_config.json"_s)));
    const Run tapped = m_home->hosts({u"tap"_s, u"claude-code"_s, u"a"_s, u"--yes"_s});
    COMPARE_CODE(tapped, 0);
    QVERIFY2(tapped.err.contains("The file is also read by JetBrains Air, Copilot CLI"),
        told(tapped).constData());
    COMPARE_CODE(m_home->hosts({u"tap"_s, u"cursor"_s, u"a"_s, u"--yes"_s}), 0);
    const Run planned = m_home->hosts({u"untap"_s, u"--all"_s, u"--dry-run"_s});
    QCOMPARE(planned.out.count("+ \"command\": \"cat\""), 2);
    const Run untapped = m_home->hosts({u"untap"_s, u"--all"_s, u"--yes"_s});
    COMPARE_CODE(untapped, 0);
    QCOMPARE(m_home->read(shared), text);
    QCOMPARE(m_home->read(kCursor), text);
}

// An upgrade may move the program, and then the host cannot start the server.
void TestCliHostTaps::replacesATapThatIsGone()
{
    m_home->write(kCursor,
        R"({"mcpServers": {"a": {"command": "/gone/sonde-cli", "args": ["tap", "--name", "a", )"
        R"("--record", "/r/", "--", "cat", "-u"]}}})");
    const Run listed = m_home->hosts({u"list"_s});
    QVERIFY2(
        listed.out.contains("/gone/sonde-cli does not exist any more"), told(listed).constData());
    const Run tapped = m_home->hosts({u"tap"_s, u"cursor"_s, u"a"_s, u"--yes"_s});
    COMPARE_CODE(tapped, 0);
    const QStringList command = commandOf(m_home->read(kCursor), "a");
    QVERIFY2(command.front() != u"/gone/sonde-cli"_s && command.front().endsWith(u"sonde-cli"_s),
        qPrintable(command.front()));
    QCOMPARE(command.mid(command.size() - 3), (QStringList{u"--"_s, u"cat"_s, u"-u"_s}));
    QCOMPARE(command.count(u"tap"_s), 1);
    const Run again = m_home->hosts({u"tap"_s, u"cursor"_s, u"a"_s, u"--yes"_s});
    COMPARE_CODE(again, 1);
    QVERIFY2(again.err.contains("already has a tap"), told(again).constData());
}

// Some hosts write their file all the time, also between the question and its response.
void TestCliHostTaps::changesOnlyTheEntryOfAFileThatIsWritten()
{
    const QByteArray newer =
        QByteArray(kOne).replace(": 1", ": 1300").replace("}}}", "}, \"b\": {}}}");
    m_home->write(kCursor, kOne);
    const Run tapped = m_home->asked(
        {u"tap"_s, u"cursor"_s, u"a"_s}, "y\n", [&] { m_home->write(kCursor, newer); });
    COMPARE_CODE(tapped, 0);
    const QByteArray text = m_home->read(kCursor);
    QVERIFY2(text.contains(": 1300") && text.contains("\"b\": {}"), text.constData());
    QVERIFY2(commandOf(text, "a").contains(u"tap"_s), text.constData());
    // The copy is of the file that was changed, and not of the one that was shown.
    QCOMPARE(m_home->backups().size(), 1);
    QCOMPARE(m_home->read(u"home/.local/share/sonde/hosts/"_s + m_home->backups().front()), newer);
    const QByteArray newest = QByteArray(text).replace(": 1300", ": 7");
    const Run untapped = m_home->asked(
        {u"untap"_s, u"cursor"_s, u"a"_s}, "y\n", [&] { m_home->write(kCursor, newest); });
    COMPARE_CODE(untapped, 0);
    QCOMPARE(m_home->read(kCursor), QByteArray(newer).replace(": 1300", ": 7"));
    QCOMPARE(
        QDir(m_home->path(u"home/.cursor"_s)).entryList(QDir::Files), QStringList(u"mcp.json"_s));
}

// What was shown of the change does not hold any more.
void TestCliHostTaps::refusesAnEntryThatChangedMeanwhile()
{
    m_home->write(kCursor, kOne);
    const Run tapped = m_home->asked(
        {u"tap"_s, u"cursor"_s, u"a"_s}, "y\n", [&] { m_home->write(kCursor, kOther); });
    COMPARE_CODE(tapped, 1);
    QVERIFY2(tapped.err.contains("has changed meanwhile"), told(tapped).constData());
    QCOMPARE(m_home->read(kCursor), QByteArray(kOther));
    QVERIFY(m_home->backups().isEmpty());
    COMPARE_CODE(m_home->hosts({u"tap"_s, u"cursor"_s, u"a"_s, u"--yes"_s}), 0);
    const Run untapped = m_home->asked(
        {u"untap"_s, u"cursor"_s, u"a"_s}, "y\n", [&] { m_home->write(kCursor, kOne); });
    COMPARE_CODE(untapped, 1);
    QVERIFY2(untapped.err.contains("has changed meanwhile"), told(untapped).constData());
    QCOMPARE(m_home->read(kCursor), QByteArray(kOne));
}

void TestCliHostTaps::addsToAFileThatIsWritten()
{
    m_home->write(kCursor, kOther);
    COMPARE_CODE(m_home->hosts({u"import"_s, u"cursor:a"_s}), 0);
    const QByteArray empty = R"({"starts": 1, "mcpServers": {}})";
    const QStringList add{u"add"_s, u"cursor"_s, u"a"_s};
    m_home->write(kCursor, empty);
    const Run refused = m_home->asked(add, "y\n", [&] { m_home->write(kCursor, kOne); });
    COMPARE_CODE(refused, 1);
    QVERIFY2(refused.err.contains("has changed meanwhile"), told(refused).constData());
    QCOMPARE(m_home->read(kCursor), QByteArray(kOne));
    m_home->write(kCursor, empty);
    const Run added = m_home->asked(
        add, "y\n", [&] { m_home->write(kCursor, QByteArray(empty).replace(": 1", ": 1300")); });
    COMPARE_CODE(added, 0);
    const QByteArray text = m_home->read(kCursor);
    QVERIFY2(text.contains(": 1300"), text.constData());
    QCOMPARE(commandOf(text, "a"), QStringList(u"zsh"_s));
}

QTEST_GUILESS_MAIN(TestCliHostTaps)
#include "tst_clihosttaps.moc"
