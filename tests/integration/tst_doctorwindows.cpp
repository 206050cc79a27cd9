// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/serverinhosts.h"
#include "doctor/host/windowsfiles.h"
#include "support/emptyhome.h"
#include "support/hostfault.h"

#include <algorithm>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// Servers that work in WSL, and not in a host on Windows, whose files WSL shows.
class TestDoctorWindows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheCauseInTheHost_data();
    void namesTheCauseInTheHost();
    void saysNothingOutsideOfWsl();
    void judgesNoTimeThatWasMeasuredHere();
    void looksAtFewUsers();
    void takesAFileOfTheSystemOnce();
    void judgesAFileOfTheHomeOnce();
    void cleanupTestCase();

private:
    const EmptyHome m_home; // without a file of a project
    FaultCount m_count{"servers that fail in a host on Windows only"};
};

namespace {

// A program of that name, which is the demo server.
config::Profile named(const FaultFolder &folder, const QString &name, const QStringList &arguments)
{
    return program(folder.write(name, "#!/bin/sh\nexec " + kDemo.toUtf8(), true), arguments);
}

void beInWsl(ChosenPaths &machine)
{
    machine.variables[u"WSL_DISTRO_NAME"_s] = u"Ubuntu"_s;
}

const std::vector<HostFault> &windowsFaults()
{
    static const QString roaming = u"root/mnt/c/Users/ada/AppData/Roaming/"_s;
    static const std::vector<HostFault> faults{
        {"npx without cmd", "host-needs-cmd", u"Claude Code"_s,
            [](const FaultFolder &folder, ChosenPaths &machine) {
                beInWsl(machine);
                const config::Profile server = named(folder, u"npx"_s, {u"tide"_s});
                folder.write(u"root/mnt/c/Users/ada/.claude.json"_s,
                    inServers("mcpServers", R"("tide":{"command":"npx","args":["tide"]})"));
                return server;
            }},
        {"an argument with a blank", "host-splits-argument", u"Claude Desktop"_s,
            [](const FaultFolder &folder, ChosenPaths &machine) {
                beInWsl(machine);
                const config::Profile server = named(folder, u"npx"_s, {u"two words"_s});
                folder.write(QString(roaming + u"Claude/claude_desktop_config.json"),
                    inServers("mcpServers", R"("tide":{"command":"npx","args":["two words"]})"));
                return server;
            }},
        {"a path of WSL", "host-path-of-wsl", u"/mnt/c/tide/data"_s,
            [](const FaultFolder &folder, ChosenPaths &machine) {
                beInWsl(machine);
                config::Profile server = node(folder, serving("send(response);"));
                server.arguments << u"/mnt/c/tide/data"_s;
                folder.write(u"root/mnt/d/Users/ada/.cursor/mcp.json"_s,
                    inServers("mcpServers", entryOf(server)));
                return server;
            }},
        {"variables for wsl", "host-variables-of-wsl", u"TIDE_KEY"_s,
            [](const FaultFolder &folder, ChosenPaths &machine) {
                beInWsl(machine);
                const config::Profile server = named(folder, u"wsl"_s, {u"tide"_s});
                folder.write(QString(roaming + u"Code/User/mcp.json"),
                    inServers("servers",
                        R"("tide":{"command":"wsl","args":["tide"],"env":{"TIDE_KEY":"x"}})"));
                return server;
            }},
    };
    return faults;
}

} // namespace

void TestDoctorWindows::namesTheCauseInTheHost_data()
{
    QTest::addColumn<HostFault>("fault");
    for (const HostFault &fault : windowsFaults())
        QTest::newRow(fault.name) << fault;
}

void TestDoctorWindows::namesTheCauseInTheHost()
{
    QFETCH(HostFault, fault);
    compareInHost(fault, m_count);
}

// Such as on the disk of another system of this machine.
void TestDoctorWindows::saysNothingOutsideOfWsl()
{
    const FaultFolder folder;
    folder.write(u"root/mnt/c/Users/ada/.cursor/mcp.json"_s,
        inServers("mcpServers", entryOf(demo(), R"(,"disabled":true)")));
    QString report;
    const doctor::Verdict verdict = examine(demo(), kUsual, machineOf(folder), &report);
    QVERIFY2(!verdict.cause && !verdict.inHost && verdict.others.empty(), qPrintable(report));
    QVERIFY2(report.contains(u"passed no-host-file"_s), qPrintable(report));
}

void TestDoctorWindows::judgesNoTimeThatWasMeasuredHere()
{
    const FaultFolder folder;
    const config::Profile server = node(
        folder, serving("send(response);", "await new Promise(done => setTimeout(done, 500));\n"));
    folder.write(u"root/mnt/c/Users/ada/.codex/config.toml"_s,
        "[mcp_servers.tide]\ncommand = \"node\"\nargs = [\"" + server.arguments.front().toUtf8()
            + "\"]\nstartup_timeout_sec = 0.2\n");
    const auto machine = machineOf(folder);
    beInWsl(*machine);
    QString report;
    examine(server, kUsual, machine, &report);
    QVERIFY2(report.contains(u"Codex"_s), qPrintable(report));
    QVERIFY2(!report.contains(u"host-timeout-short"_s), qPrintable(report));
}

void TestDoctorWindows::looksAtFewUsers()
{
    const FaultFolder folder;
    for (int user = 0; user < 2 * doctor::kMaxWindowsUsers; ++user)
        folder.write(u"root/mnt/c/Users/%1/.claude.json"_s.arg(user), "{}");
    QCOMPARE(int(doctor::filesOfWindows(folder.path(u"root"_s)).size()), doctor::kMaxWindowsUsers);
}

void TestDoctorWindows::takesAFileOfTheSystemOnce()
{
    const FaultFolder folder;
    for (const QString &user : {u"ada"_s, u"bo"_s, u"Default"_s, u"Public"_s})
        folder.write(u"root/mnt/c/Users/%1/.claude.json"_s.arg(user), "{}");
    const QString path = folder.write(u"root/mnt/c/ProgramData/gemini-cli/settings.json"_s, "{}");
    const auto files = doctor::filesOfWindows(folder.path(u"root"_s));
    QCOMPARE(int(files.size()), 3); // one of each user
    QCOMPARE(int(std::count_if(files.begin(), files.end(),
                 [&path](const hosts::FoundFile &file) { return file.path == path; })),
        1);
}

void TestDoctorWindows::judgesAFileOfTheHomeOnce()
{
    const FaultFolder folder;
    const QString home = u"root/mnt/c/Users/ada"_s;
    folder.write(
        home + u"/.cursor/mcp.json"_s, inServers("mcpServers", R"("tide":{"command":"npx"})"));
    const auto machine = machineOf(folder);
    beInWsl(*machine);
    const config::Profile server = named(folder, u"npx"_s, {});
    QVERIFY(doctor::ServerInHosts(server, *machine).places().empty());
    QCOMPARE(doctor::ServerInHosts(server, *machine).placesOfWindows().size(), std::size_t(1));
    machine->chosenHome = folder.path(home);
    QCOMPARE(doctor::ServerInHosts(server, *machine).places().size(), std::size_t(1));
    QVERIFY(doctor::ServerInHosts(server, *machine).placesOfWindows().empty());
}

void TestDoctorWindows::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorWindows)
#include "tst_doctorwindows.moc"
