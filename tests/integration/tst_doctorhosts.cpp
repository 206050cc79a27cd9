// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/emptyhome.h"
#include "support/hostfault.h"

#include <QDateTime>
#include <QProcess>
#include <QStringEncoder>

#include <memory>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// Servers that work here, and not in a host of this machine: each with the files, the processes and
// the environment that have the fault. The verdict says in which host, why, and what to do.
class TestDoctorHosts : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheCauseInTheHost_data();
    void namesTheCauseInTheHost();
    void saysNothingOfOtherServers();
    void saysNothingOfLongerNames();
    void saysNothingOfASessionInAnotherProject();
    void doesNotGuessWhichOneIsStarted();
    void saysWhereItIsConfigured();
    void aHostIsNoCauseOfAFailureHere();
    void namesTheCauseOfAServerWithAUrl();
    void cleanupTestCase();

private:
    void startBefore(const FaultFolder &folder, const QString &process, const QString &path);

    const EmptyHome m_home; // without a file of a project
    std::unique_ptr<QProcess> m_host; // that runs
    FaultCount m_count{"servers that fail in a host only"};
};

namespace {

const QString kDesktopFile = u"home/.config/Claude/claude_desktop_config.json"_s;

// In the PATH of this process, which the test restores.
void putFirstInPath(const QString &folder)
{
    const QByteArray path = folder.toUtf8() + ':' + qgetenv("PATH");
    qputenv("PATH", path);
}

QByteArray codexEntryOf(const config::Profile &server)
{
    return "[mcp_servers.tide]\ncommand = \"" + server.program.toUtf8() + "\"\n";
}

const std::vector<HostFault> &environmentFaults()
{
    static const std::vector<HostFault> faults{
        {"not in the PATH of the desktop", "not-on-desktop", u"apps started from the desktop"_s,
            [](const FaultFolder &folder, ChosenPaths &machine) {
                folder.write(u"nvm/tide-server"_s, "#!/bin/sh\nexec " + kDemo.toUtf8(), true);
                machine.desktop = u"/usr/bin:/bin"_s;
                putFirstInPath(folder.path(u"nvm"_s));
                return program(u"tide-server"_s);
            }},
        {"another program in the PATH of the desktop", "other-on-desktop", u"usr-bin/tide-server"_s,
            [](const FaultFolder &folder, ChosenPaths &machine) {
                folder.write(u"nvm/tide-server"_s, "#!/bin/sh\nexec " + kDemo.toUtf8(), true);
                folder.write(u"usr-bin/tide-server"_s, "#!/bin/sh\nexit 1\n", true);
                machine.desktop = folder.path(u"usr-bin"_s) + u":/usr/bin:/bin"_s;
                putFirstInPath(folder.path(u"nvm"_s));
                return program(u"tide-server"_s);
            }},
        {"an interpreter that the desktop does not find", "interpreter-not-on-desktop",
            u"needs node-of-nvm"_s,
            [](const FaultFolder &folder, ChosenPaths &machine) {
                folder.write(u"nvm/node-of-nvm"_s, "#!/bin/sh\nexec " + kDemo.toUtf8(), true);
                machine.desktop = u"/usr/bin:/bin"_s;
                putFirstInPath(folder.path(u"nvm"_s));
                return program(folder.write(u"npx"_s, "#!/usr/bin/env node-of-nvm\n", true));
            }},
        {"a key that hosts do not pass", "variable-inherited", u"TIDE_KEY_OF_THIS_SHELL"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                qputenv("TIDE_KEY_OF_THIS_SHELL", "x");
                return node(folder,
                    serving("send(response);",
                        "if (!process.env.TIDE_KEY_OF_THIS_SHELL) process.exit(2);\n"));
            }},
        {"fails without a variable of the shell", "host-start-fails", u"exit code 2"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                qputenv("TIDE_MODE_OF_THIS_SHELL", "x");
                return node(folder,
                    serving("send(response);",
                        "if (!process.env['TIDE_' + 'MODE_OF_THIS_SHELL']) process.exit(2);\n"));
            }},
    };
    return faults;
}

const std::vector<HostFault> &fileFaults()
{
    static const std::vector<HostFault> faults{
        {"in a file that the host does not read", "host-file-wrong", u"Claude Code"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                folder.write(
                    u"home/.claude/settings.json"_s, inServers("mcpServers", entryOf(demo())));
                return demo();
            }},
        {"in the file of an older version", "host-file-wrong", u".cline/data/settings"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                folder.write(
                    u"home/.config/Code/User/globalStorage/saoudrizwan.claude-dev/settings/"
                    "cline_mcp_settings.json"_s,
                    inServers("mcpServers", entryOf(demo())));
                return demo();
            }},
        {"under the key of another host", "host-key-wrong", u"“servers”"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                folder.write(
                    u"home/.config/Code/User/mcp.json"_s, inServers("mcpServers", entryOf(demo())));
                return demo();
            }},
        {"two configurations in one file", "host-file-broken", u"line 2, column"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                folder.write(u"home/.cursor/mcp.json"_s,
                    inServers("mcpServers", entryOf(demo())) + '\n'
                        + inServers("mcpServers", R"("other":{"command":"x"})"));
                return demo();
            }},
        {"quotes of a word processor", "host-file-broken", u"Claude Desktop"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                folder.write(kDesktopFile,
                    "{\u201cmcpServers\u201d:{\"tide\":{\"command\":\"" + kDemo.toUtf8() + "\"}}}");
                return demo();
            }},
        {"hidden by the project's server", "host-entry-hidden", u"project/.mcp.json"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                folder.write(u"home/.claude.json"_s, inServers("mcpServers", entryOf(demo())));
                folder.write(u"project/.mcp.json"_s,
                    inServers("mcpServers", R"("tide":{"command":"node","args":["old.js"]})"));
                return inProject(folder, demo());
            }},
        {"hidden by a local server", "host-entry-hidden", u"Claude Code starts another server"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                const QByteArray project = folder.path(u"project"_s).toUtf8();
                folder.write(u"home/.claude.json"_s,
                    R"({"projects":{")" + project
                        + R"(":{"mcpServers":{"tide":{"command":"old-tide"}}}}})");
                folder.write(u"project/.mcp.json"_s, inServers("mcpServers", entryOf(demo())));
                return inProject(folder, demo());
            }},
        {"hidden by the server of the organization", "host-entry-hidden",
            u"etc/claude-code/managed-mcp.json"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                folder.write(u"home/.claude.json"_s, inServers("mcpServers", entryOf(demo())));
                folder.write(u"root/etc/claude-code/managed-mcp.json"_s,
                    inServers("mcpServers", R"("tide":{"command":"their-tide"})"));
                return demo();
            }},
        {"a comma too much", "host-file-broken", u"line 1, column"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                folder.write(kDesktopFile, inServers("mcpServers", entryOf(demo()) + ','));
                return demo();
            }},
        {"UTF-16, as PowerShell writes it", "host-file-broken", u"UTF-16"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                QStringEncoder encoder(QStringEncoder::Utf16LE, QStringEncoder::Flag::WriteBom);
                const QByteArray text =
                    encoder(QString::fromUtf8(inServers("mcpServers", entryOf(demo()))));
                folder.write(u"home/.cursor/mcp.json"_s, text);
                return demo();
            }},
        {"single backslashes", "host-file-broken", u"line 1, column"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                folder.write(u"home/.cursor/mcp.json"_s,
                    inServers("mcpServers", entryOf(demo(), R"(,"cwd":"C:\My Data")")));
                return demo();
            }},
        {"a path of Windows", "host-path-of-windows", u"C:\\Data"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                config::Profile server = node(folder, serving("send(response);"));
                config::Profile written = server;
                server.arguments << u"C:\\Data"_s;
                written.arguments << u"C:\\\\Data"_s; // as JSON has it
                folder.write(u"home/.cursor/mcp.json"_s, inServers("mcpServers", entryOf(written)));
                return server;
            }},
        {"disabled", "host-entry-disabled", u"Roo Code does not start"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                folder.write(u"home/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/"
                             "settings/mcp_settings.json"_s,
                    inServers("mcpServers", entryOf(demo(), R"(,"disabled":true)")));
                return demo();
            }},
    };
    return faults;
}

const std::vector<HostFault> &offerFaults()
{
    static const std::vector<HostFault> faults{
        {"more tools than the host takes", "host-too-many-tools", u"101 tools"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                const config::Profile server = offering(folder, 101, "tide");
                folder.write(u"home/.config/devin/mcp_config.json"_s,
                    inServers("mcpServers", entryOf(server)));
                return server;
            }},
        {"a name that is too long for the host", "host-tool-refused", u"Claude Code"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                const config::Profile server = offering(folder, 1, QByteArray(64, 'x'));
                folder.write(u"home/.claude.json"_s, inServers("mcpServers", entryOf(server)));
                return server;
            }},
        {"an era that the host does not speak", "host-era-other", u"2026-07-28"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                const config::Profile server = demo({u"--modern-only"_s});
                folder.write(
                    u"home/.qwen/settings.json"_s, inServers("mcpServers", entryOf(server)));
                return server;
            }},
    };
    return faults;
}

} // namespace

void TestDoctorHosts::namesTheCauseInTheHost_data()
{
    QTest::addColumn<HostFault>("fault");
    for (const auto *faults : {&environmentFaults(), &fileFaults(), &offerFaults()}) {
        for (const HostFault &fault : *faults)
            QTest::newRow(fault.name) << fault;
    }
    const auto row = [this](const char *name, const QString &process, const QString &file,
                         const QByteArray &text, const QString &words) {
        QTest::newRow(name) << HostFault{
            "", "host-not-restarted", words, [=, this](const FaultFolder &folder, ChosenPaths &) {
                startBefore(folder, process, folder.write(file, text));
                return demo();
            }};
    };
    row("the host was not restarted", u"claude-desktop"_s, kDesktopFile,
        inServers("mcpServers", entryOf(demo())), u"Claude Desktop may not have read the newest"_s);
    row("a session of Codex that is older", u"codex"_s, u"home/.codex/config.toml"_s,
        codexEntryOf(demo()), u"Codex may not have read the newest"_s);
}

// A real process of that name, which was there before the file.
void TestDoctorHosts::startBefore(
    const FaultFolder &folder, const QString &process, const QString &path)
{
    const QString host = folder.path(process);
    if (!QFile::copy(u"/bin/sleep"_s, host))
        qFatal("no copy of sleep");
    m_host = std::make_unique<QProcess>();
    m_host->start(host, {u"600"_s});
    if (!m_host->waitForStarted())
        qFatal("%s does not start", qPrintable(host));
    QFile file(path);
    if (!file.open(QIODevice::ReadWrite)
        || !file.setFileTime(
            QDateTime::currentDateTime().addSecs(3600), QFileDevice::FileModificationTime))
        qFatal("no other time");
}

void TestDoctorHosts::namesTheCauseInTheHost()
{
    QFETCH(HostFault, fault);
    compareInHost(fault, m_count);
}

void TestDoctorHosts::saysNothingOfOtherServers()
{
    const FaultFolder folder;
    folder.write(u"home/.cursor/mcp.json"_s, "{\"mcpServers\":{\"x\":{\"command\":\"other\"}}} {");
    folder.write(u"home/.config/Code/User/mcp.json"_s,
        R"({"mcpServers":{"tide":{"command":"other","disabled":true}}})");
    folder.write(u"home/.claude.json"_s, inServers("mcpServers", R"("tide":{"command":"other"})"));
    QString report;
    const doctor::Verdict verdict = examine(demo(), kUsual, machineOf(folder), &report);
    QVERIFY2(!verdict.cause && !verdict.inHost && verdict.others.empty(), qPrintable(report));
    QVERIFY2(report.contains(u"passed no-host-file"), qPrintable(report));
}

// Nor of files that cannot be read, and that mention another one with a longer name.
void TestDoctorHosts::saysNothingOfLongerNames()
{
    const FaultFolder folder;
    const QString path = folder.write(u"tide"_s, "#!/bin/sh\nexec " + kDemo.toUtf8(), true);
    folder.write(u"home/.cursor/mcp.json"_s,
        R"({"mcpServers":{"x":{"command":")" + path.toUtf8() + R"(-old"}}} {)");
    QString report;
    doctor::Verdict verdict = examine(program(path), kUsual, machineOf(folder), &report);
    QVERIFY2(!verdict.cause && !verdict.inHost && verdict.others.empty(), qPrintable(report));
    verdict = examine(program({}), kUsual, machineOf(folder), &report);
    QVERIFY2(verdict.cause && !report.contains(u"host-file-broken"_s), qPrintable(report));
}

void TestDoctorHosts::saysNothingOfASessionInAnotherProject()
{
    const FaultFolder folder;
    startBefore(
        folder, u"codex"_s, folder.write(u"project/.codex/config.toml"_s, codexEntryOf(demo())));
    QString report;
    examine(inProject(folder, demo()), kUsual, machineOf(folder), &report);
    QVERIFY2(report.contains(u"Codex"), qPrintable(report));
    QVERIFY2(!report.contains(u"host-not-restarted"), qPrintable(report));
}

// Of two servers with one name, in a host that does not say it.
void TestDoctorHosts::doesNotGuessWhichOneIsStarted()
{
    const FaultFolder folder;
    folder.write(u"home/.cursor/mcp.json"_s, inServers("mcpServers", entryOf(demo())));
    folder.write(
        u"project/.cursor/mcp.json"_s, inServers("mcpServers", R"("tide":{"command":"other"})"));
    QString report;
    examine(inProject(folder, demo()), kUsual, machineOf(folder), &report);
    QVERIFY2(report.contains(u"Cursor"_s), qPrintable(report));
    QVERIFY2(!report.contains(u"host-entry-hidden"_s), qPrintable(report));
}

void TestDoctorHosts::saysWhereItIsConfigured()
{
    const FaultFolder folder;
    const config::Profile server = node(folder, serving("send(response);"));
    // Behind a tap, in the project of another folder, and as it is.
    folder.write(u"home/.cursor/mcp.json"_s,
        R"({"mcpServers":{"tide":{"command":")" + kCli.toUtf8()
            + R"(","args":["tap","--name","tide","--","node",")" + server.arguments.front().toUtf8()
            + R"("]}}})");
    folder.write(u"home/.claude.json"_s,
        R"({"projects":{"/elsewhere":{"mcpServers":{"tide":{"command":"old-tide"}}}},)"
            + inServers("mcpServers", entryOf(server)).mid(1));
    QString report;
    const doctor::Verdict verdict = examine(server, kUsual, machineOf(folder), &report);
    QVERIFY2(!verdict.cause && !verdict.inHost && verdict.others.empty(), qPrintable(report));
    QVERIFY2(report.contains(u"passed host-files: configured in Claude Code, Cursor"_s),
        qPrintable(report));
}

void TestDoctorHosts::aHostIsNoCauseOfAFailureHere()
{
    const FaultFolder folder;
    const config::Profile server = shell(folder, "exit 3");
    folder.write(u"home/.claude/settings.json"_s, inServers("mcpServers", entryOf(server)));
    QString report;
    const doctor::Verdict verdict = examine(server, kUsual, machineOf(folder), &report);
    QCOMPARE(causeOf(verdict), u"ended-at-once"_s);
    QVERIFY(!verdict.inHost);
    QVERIFY2(
        verdict.others.size() == 1 && verdict.others.front().kind == doctor::Kind::HostFileWrong,
        qPrintable(report));
}

void TestDoctorHosts::namesTheCauseOfAServerWithAUrl()
{
    const FaultFolder folder;
    config::Profile server;
    server.reachByUrl().url = u"http://127.0.0.1:1/mcp"_s;
    server.http()->proxy = config::ProxyMode::None;
    folder.write(u"home/.config/Code/User/mcp.json"_s,
        R"({"mcpServers":{"tide":{"url":"http://127.0.0.1:1/mcp"}}})");
    QString report;
    const doctor::Verdict verdict = examine(server, kShort, machineOf(folder), &report);
    QCOMPARE(causeOf(verdict), u"nothing-listens"_s);
    QVERIFY2(report.contains(u"warning host-key-wrong"_s), qPrintable(report));
}

void TestDoctorHosts::cleanupTestCase()
{
    if (m_host) {
        m_host->kill();
        m_host->waitForFinished();
    }
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorHosts)
#include "tst_doctorhosts.moc"
