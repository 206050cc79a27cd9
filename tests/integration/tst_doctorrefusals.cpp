// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/host/cursorapproval.h"
#include "support/emptyhome.h"
#include "support/hostfault.h"

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// Servers that are in the file of a host, and that the host does not start or offer, because of
// what it keeps elsewhere or what the entry says: each with the files of the host.
class TestDoctorRefusals : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheCauseInTheHost_data();
    void namesTheCauseInTheHost();
    void saysNothingOfAHostThatStartsIt_data();
    void saysNothingOfAHostThatStartsIt();
    void namesAnApprovalAsCursorDoes();
    void cleanupTestCase();

private:
    const EmptyHome m_home;
    FaultCount m_count{"servers that a host refuses"};
};

namespace {

using Prepare = std::function<config::Profile(const FaultFolder &, ChosenPaths &)>;

// The demo server, in a project, and the files of a host. In their text, PROJECT is the folder of
// the project and ENTRY the entry.
struct File {
    QString name;
    QByteArray text;
};

Prepare withFiles(std::vector<File> files)
{
    return [files = std::move(files)](const FaultFolder &folder, ChosenPaths &) {
        config::Profile server = inProject(folder, demo());
        for (const File &file : files) {
            QByteArray text = file.text;
            text.replace("ENTRY", entryOf(demo()));
            text.replace("PROJECT", folder.path(u"project"_s).toUtf8());
            folder.write(file.name, text);
        }
        return server;
    };
}

const QByteArray kServers = R"({"mcpServers":{ENTRY}})";

// The name that Cursor's agent gave its approval of an earlier version of the entry.
Prepare approvedInCursor(bool isCurrent)
{
    return [isCurrent](const FaultFolder &folder, ChosenPaths &) {
        config::Profile server = inProject(folder, demo());
        const QByteArray text = inServers("mcpServers", entryOf(demo()));
        folder.write(u"home/.cursor/mcp.json"_s, text);
        const auto document =
            hosts::HostDocument::parse(*hosts::findHost(u"cursor"_s), Bytes::fromByteArray(text));
        const QString project = folder.path(u"project"_s);
        const QString name = isCurrent
            ? doctor::cursorApprovalName(document.entries().front(), project)
            : u"tide-0123456789abcdef"_s;
        const QString file = doctor::cursorApprovalFile(u"home"_s, project);
        folder.write(file, "[\"other-0123456789abcdef\",\"" + name.toUtf8() + "\"]");
        return server;
    };
}

std::vector<HostFault> approvalFaults()
{
    return {
        {"Cursor: the entry changed", "host-not-approved", u"Cursor does not start “tide”"_s,
            approvedInCursor(false)},
        {"Claude Code: the project's server was not approved", "host-not-approved",
            u"Claude Code does not start “tide”"_s,
            withFiles({{u"project/.mcp.json"_s, kServers},
                {u"home/.claude.json"_s,
                    R"({"projects":{"PROJECT":{"enabledMcpjsonServers":["other"]}}})"}})},
        {"Claude Code: the project's server was declined", "host-entry-disabled",
            u"“tide” is disabled in"_s,
            withFiles({{u"project/.mcp.json"_s, kServers},
                {u"project/.claude/settings.local.json"_s,
                    R"({"disabledMcpjsonServers":["tide"]})"}})},
        {"Claude Code: disabled in a folder", "host-entry-disabled", u".claude.json"_s,
            withFiles({{u"home/.claude.json"_s,
                R"({"mcpServers":{ENTRY},"projects":{"PROJECT":{"disabledMcpServers":["tide"]}}})"}})},
        {"Codex: the project is not trusted", "host-folder-untrusted", u".codex/config.toml"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                folder.write(u"home/.codex/config.toml"_s, "model = \"x\"\n");
                folder.write(u"project/.codex/config.toml"_s,
                    "[mcp_servers.tide]\ncommand = \"" + kDemo.toUtf8() + "\"\n");
                return inProject(folder, demo());
            }},
        {"Gemini CLI: the folder is not trusted", "host-folder-untrusted", u"trustedFolders.json"_s,
            withFiles({{u"project/.gemini/settings.json"_s, kServers},
                {u"home/.gemini/settings.json"_s,
                    R"({"security":{"folderTrust":{"enabled":true}}})"}})},
        {"Gemini CLI: the folder is refused", "host-folder-untrusted", u"trustedFolders.json"_s,
            withFiles({{u"home/.gemini/settings.json"_s, kServers},
                {u"home/.gemini/trustedFolders.json"_s,
                    R"({"/":"TRUST_FOLDER","PROJECT":"DO_NOT_TRUST"})"}})},
        {"Gemini CLI: switched off", "host-entry-disabled", u"mcp-server-enablement.json"_s,
            withFiles({{u"home/.gemini/settings.json"_s, kServers},
                {u"home/.gemini/mcp-server-enablement.json"_s, R"({"tide":{"enabled":false}})"}})},
        {"Gemini CLI: not among the allowed servers", "host-entry-disabled",
            u".gemini/settings.json"_s,
            withFiles({{u"home/.gemini/settings.json"_s,
                R"({"mcp":{"allowed":["other"]},"mcpServers":{ENTRY}})"}})},
        {"Qwen Code: excluded", "host-entry-disabled", u".qwen/settings.json"_s,
            withFiles({{u"home/.qwen/settings.json"_s,
                R"({"mcp":{"excluded":["tide"]},"mcpServers":{ENTRY}})"}})},
    };
}

// An entry of the demo server with more members.
Prepare withMembers(const QString &file, const QByteArray &members)
{
    return [=](const FaultFolder &folder, ChosenPaths &) {
        folder.write(file, inServers("mcpServers", entryOf(demo(), members)));
        return demo();
    };
}

std::vector<HostFault> entryFaults()
{
    const QString desktop = u"home/.config/Claude/claude_desktop_config.json"_s;
    return {
        {"Claude Desktop replaces no variable", "host-variable-literal",
            u"Claude Desktop does not replace “${TIDE_KEY}” in the variable KEY"_s,
            withMembers(desktop, R"(,"env":{"KEY":"${TIDE_KEY}"})")},
        {"the syntax of another host", "host-variable-literal", u"Cursor does not replace"_s,
            withMembers(u"home/.cursor/mcp.json"_s, R"(,"env":{"KEY":"${TIDE_KEY}"})")},
        {"$NAME in Claude Code", "host-variable-literal", u"“$TIDE_KEY”"_s,
            withMembers(u"home/.claude.json"_s, R"(,"env":{"KEY":"$TIDE_KEY"})")},
        {"a variable that is not set", "host-variable-unset", u"“${TIDE_KEY}”"_s,
            withMembers(u"home/.claude.json"_s, R"(,"env":{"KEY":"${TIDE_KEY}"})")},
        {"a byte order mark", "host-file-marked", u"Claude Desktop reads no server"_s,
            [desktop](const FaultFolder &folder, ChosenPaths &) {
                folder.write(desktop, "\xef\xbb\xbf" + inServers("mcpServers", entryOf(demo())));
                return demo();
            }},
        {"a start that takes longer than the host waits", "host-timeout-short",
            u"waits only 0.2 s"_s,
            [](const FaultFolder &folder, ChosenPaths &) {
                const config::Profile server = node(folder,
                    serving(
                        "send(response);", "await new Promise(done => setTimeout(done, 500));\n"));
                folder.write(u"home/.config/opencode/opencode.json"_s,
                    R"({"mcp":{"tide":{"type":"local","command":["node",")"
                        + server.arguments.front().toUtf8() + R"("],"timeout":200}}})");
                return server;
            }},
        {"a list that leaves out every tool", "host-tools-filtered", u"Gemini CLI takes no tool"_s,
            withMembers(u"home/.gemini/settings.json"_s, R"(,"includeTools":["get_tides"])")},
        {"a list with a tool that is not offered", "host-tool-unknown", u"“get_tides”"_s,
            withMembers(u"home/.qwen/settings.json"_s, R"(,"includeTools":["echo","get_tides"])")},
    };
}

} // namespace

void TestDoctorRefusals::namesTheCauseInTheHost_data()
{
    QTest::addColumn<HostFault>("fault");
    for (const auto &faults : {approvalFaults(), entryFaults()}) {
        for (const HostFault &fault : faults)
            QTest::newRow(fault.name) << fault;
    }
}

void TestDoctorRefusals::namesTheCauseInTheHost()
{
    QFETCH(HostFault, fault);
    compareInHost(fault, m_count);
}

void TestDoctorRefusals::saysNothingOfAHostThatStartsIt_data()
{
    QTest::addColumn<Prepare>("prepare");
    const auto row = [](const char *name, const Prepare &prepare) {
        QTest::newRow(name) << prepare;
    };
    const QString claude = u"home/.claude.json"_s;
    const QString gemini = u"home/.gemini/settings.json"_s;
    row("approved in Cursor", approvedInCursor(true));
    row("approved in Claude Code",
        withFiles({{u"project/.mcp.json"_s, kServers},
            {claude, R"({"projects":{"PROJECT":{"enabledMcpjsonServers":["tide"]}}})"}}));
    row("every server of projects is approved",
        withFiles({{u"project/.mcp.json"_s, kServers}, {claude, R"({"projects":{"PROJECT":{}}})"},
            {u"home/.claude/settings.json"_s, R"({"enableAllProjectMcpServers":true})"}}));
    row("Claude Code was never started there",
        withFiles({{u"project/.mcp.json"_s, kServers}, {claude, R"({"projects":{}})"}}));
    row("a trusted folder of Codex", [](const FaultFolder &folder, ChosenPaths &) {
        folder.write(u"home/.codex/config.toml"_s,
            "[projects.\"" + folder.path(u"project"_s).toUtf8()
                + "\"]\ntrust_level = \"trusted\"\n");
        folder.write(u"project/.codex/config.toml"_s,
            "[mcp_servers.tide]\ncommand = \"" + kDemo.toUtf8() + "\"\n");
        return inProject(folder, demo());
    });
    row("a folder below a trusted one",
        withFiles({{u"project/.gemini/settings.json"_s, kServers},
            {gemini, R"({"security":{"folderTrust":{"enabled":true}}})"},
            {u"home/.gemini/trustedFolders.json"_s, R"({"PROJECT/x":"TRUST_PARENT"})"}}));
    row("trust is switched off",
        withFiles(
            {{gemini, R"({"security":{"folderTrust":{"enabled":false}},"mcpServers":{ENTRY}})"},
                {u"home/.gemini/trustedFolders.json"_s, R"({"PROJECT":"DO_NOT_TRUST"})"}}));
    row("the syntax of the host",
        withMembers(u"home/.cursor/mcp.json"_s, R"(,"env":{"KEY":"${env:TIDE_KEY}"})"));
    row("a default value",
        withMembers(claude, R"(,"env":{"KEY":"${TIDE_KEY:-none}","PRICE":"5 $ or ${TIDE:-6}"})"));
    row("code", [](const FaultFolder &folder, ChosenPaths &) {
        config::Profile server = node(folder, serving("send(response);"));
        const QString file = server.arguments.front();
        server.arguments = QStringList{u"-e"_s, u"import(`${process.argv[1]}`)"_s, file};
        folder.write(u"home/.config/Claude/claude_desktop_config.json"_s,
            inServers("mcpServers", entryOf(server)));
        return server;
    });
    row("a list of tools that are there", withMembers(gemini, ",\"includeTools\":[\"echo(x)\"]"));
    row("an empty list of Crush, which chooses nothing",
        [](const FaultFolder &folder, ChosenPaths &) {
            folder.write(u"home/.config/crush/crush.json"_s,
                inServers("mcp", entryOf(demo(), R"(,"type":"stdio","enabled_tools":[])")));
            return demo();
        });
    row("lists that are not of this host",
        withMembers(claude, R"(,"includeTools":["get_tides"],"timeout":1)"));
}

// Claude Code starts the demo server, although it leaves one of its tools out.
void TestDoctorRefusals::saysNothingOfAHostThatStartsIt()
{
    QFETCH(Prepare, prepare);
    const FaultFolder folder;
    const auto machine = machineOf(folder);
    QString report;
    const doctor::Verdict verdict = examine(prepare(folder, *machine), kUsual, machine, &report);
    QVERIFY2(!verdict.cause, qPrintable(report));
    QVERIFY2(!verdict.inHost || verdict.inHost->kind == doctor::Kind::HostToolRefused,
        qPrintable(report));
    QVERIFY2(verdict.inHost || report.contains(u"passed host-files: configured in "_s),
        qPrintable(report));
}

// Compact JSON in the order of the file, with the folder before the entry.
void TestDoctorRefusals::namesAnApprovalAsCursorDoes()
{
    const auto document = hosts::HostDocument::parse(*hosts::findHost(u"cursor"_s),
        Bytes::copyOf(R"({ "mcpServers": { "tide": { "command": "node",
            "args": [ "a b", "\u00e9/\/" ], "env": { "N": "1" } } } })"));
    QCOMPARE(document.entries().size(), std::size_t(1));
    QCOMPARE(doctor::cursorApprovalName(document.entries().front(), u"/home/ana/tide"_s),
        u"tide-69f075bc1a1863c4"_s);
    QCOMPARE(doctor::cursorApprovalFile(u"/home/x"_s, u"/home/ana/my.tide_2"_s),
        u"/home/x/.cursor/projects/home-ana-my-tide-2/mcp-approvals.json"_s);
}

void TestDoctorRefusals::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorRefusals)
#include "tst_doctorrefusals.moc"
