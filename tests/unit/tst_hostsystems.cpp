// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/foundfiles.h"
#include "support/hostcorpus.h"

#include <QDir>
#include <QTest>

using namespace sonde;
using namespace sonde::hosts;

// The files of hosts on other systems: where they are, and that they are read and tapped as well.
class TestHostSystems : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void knowsTheFolders_data();
    void knowsTheFolders();
    void readsTheFiles_data() { systems(); }
    void readsTheFiles();
    void tapsTheirServers_data() { systems(); }
    void tapsTheirServers();

private:
    static void systems();
};

namespace {

QString nothing(const QString &)
{
    return {};
}

const QString kSamples = sonde::test::sourcePath("tests/data/hostsystems/");

// A machine whose files are the samples.
Surroundings sample(System system)
{
    const QString root = kSamples + (system == System::MacOs ? u"macos"_s : u"windows"_s);
    return Surroundings::of(
        system, root + u"/Users/ada"_s, root + u"/project"_s, [root](const QString &name) {
            return name == u"PROGRAMDATA"_s ? root + u"/ProgramData"_s : QString();
        });
}

std::vector<FoundFile> found(System system)
{
    return findFiles(nullptr, sample(system));
}

// "claude-desktop: tide = /opt/homebrew/bin/npx -y tide-mcp …".
QStringList serversOf(const std::vector<FoundFile> &files)
{
    QStringList all;
    for (const FoundFile &file : files) {
        for (const HostEntry &entry : file.document.entries()) {
            const QString start = entry.url.isEmpty()
                ? (QStringList(entry.program) + entry.arguments).join(u' ')
                : entry.url;
            all += QString(QString(file.host->id) + u": "_s + entry.name + u" = "_s + start);
        }
    }
    return all;
}

} // namespace

void TestHostSystems::systems()
{
    QTest::addColumn<int>("system");
    QTest::addColumn<QStringList>("servers");
    QTest::newRow("macOS")
        << int(System::MacOs)
        << QStringList{
               u"claude-desktop: tide = /opt/homebrew/bin/npx -y tide-mcp /Users/ada/My Charts"_s,
               u"claude-code: shared = shared-mcp"_s,
               u"claude-code: reef = ${CLAUDE_PLUGIN_ROOT}/bin/reef-mcp --stdio"_s,
               u"cursor: far = https://example.org/mcp"_s, u"vscode: boats = uvx boats-mcp"_s,
               u"zed: tide = tide-mcp --stdio"_s, u"air: tide = tide-mcp --stdio"_s,
               u"air: shared = shared-mcp"_s, u"copilot: shared = shared-mcp"_s,
               u"continue: tide = tide-mcp --stdio"_s,
               u"goose: tide = /opt/homebrew/bin/uvx tide-mcp"_s};
    QTest::newRow("Windows")
        << int(System::Windows)
        << QStringList{u"claude-desktop: tide = cmd /c npx -y tide-mcp C:\\Users\\ada\\My Charts"_s,
               u"claude-desktop: packaged = C:\\Program Files\\nodejs\\node.exe C:\\tide\\index.js"_s,
               u"claude-code: shared = shared-mcp"_s, u"cursor: far = https://example.org/mcp"_s,
               u"vscode: boats = uvx.exe boats-mcp"_s, u"vscode: charts = charts-mcp.exe"_s,
               u"zed: tide = tide-mcp.exe"_s, u"air: tide = tide-mcp --stdio"_s,
               u"air: shared = shared-mcp"_s,
               u"visual-studio: tide = C:\\tide\\tide-mcp.exe --stdio"_s,
               u"visual-studio: far = https://example.org/mcp"_s,
               u"visual-studio: charts = charts-mcp.exe"_s, u"copilot: shared = shared-mcp"_s,
               u"gemini: company = C:\\Company\\mcp.exe"_s, u"codex: reef = node reef.js"_s,
               u"goose: tide = uvx.exe tide-mcp"_s};
}

void TestHostSystems::knowsTheFolders_data()
{
    QTest::addColumn<QString>("host");
    QTest::addColumn<QStringList>("macOs");
    QTest::addColumn<QStringList>("windows");
    const auto row = [](const char *host, const QStringList &macOs, const QStringList &windows) {
        QTest::newRow(host) << QString::fromLatin1(host) << macOs << windows;
    };
    const QString support = u"/h/Library/Application Support/"_s;
    row("claude-desktop", {support + u"Claude/claude_desktop_config.json"_s},
        {u"/h/AppData/Roaming/Claude/claude_desktop_config.json"_s,
            u"/h/AppData/Local/Packages/Claude_pzs8sxrjxfjjc/LocalCache/Roaming/Claude/"
            u"claude_desktop_config.json"_s});
    row("vscode", {support + u"Code/User/mcp.json"_s, u"/p/.vscode/mcp.json"_s},
        {u"/h/AppData/Roaming/Code/User/mcp.json"_s, u"/p/.vscode/mcp.json"_s});
    row("zed", {u"/h/.config/zed/settings.json"_s, u"/p/.zed/settings.json"_s},
        {u"/h/AppData/Roaming/Zed/settings.json"_s, u"/p/.zed/settings.json"_s});
    row("goose", {u"/h/.config/goose/config.yaml"_s},
        {u"/h/AppData/Roaming/Block/goose/config/config.yaml"_s});
    row("gemini",
        {u"/h/.gemini/settings.json"_s, u"/p/.gemini/settings.json"_s,
            u"/Library/Application Support/GeminiCli/settings.json"_s,
            u"/Library/Application Support/GeminiCli/system-defaults.json"_s},
        {u"/h/.gemini/settings.json"_s, u"/p/.gemini/settings.json"_s,
            u"C:/ProgramData/gemini-cli/settings.json"_s,
            u"C:/ProgramData/gemini-cli/system-defaults.json"_s});
    row("claude-code",
        {u"/h/.claude.json"_s, u"/p/.mcp.json"_s,
            u"/Library/Application Support/ClaudeCode/managed-mcp.json"_s},
        {u"/h/.claude.json"_s, u"/p/.mcp.json"_s});
    row("copilot", {u"/h/.copilot/mcp-config.json"_s, u"/p/.mcp.json"_s},
        {u"/h/.copilot/mcp-config.json"_s, u"/p/.mcp.json"_s});
    row("amp", {u"/h/.config/amp/settings.json"_s, u"/p/.amp/settings.json"_s},
        {u"/h/AppData/Roaming/amp/settings.json"_s, u"/p/.amp/settings.json"_s});
    row("crush",
        {u"/h/.config/crush/crush.json"_s, u"/p/.crush.json"_s, u"/p/crush.json"_s,
            u"/h/.local/share/crush/crush.json"_s},
        {u"/h/.config/crush/crush.json"_s, u"/p/.crush.json"_s, u"/p/crush.json"_s,
            u"/h/AppData/Local/crush/crush.json"_s});
    row("air", {u"/p/.air/mcp.json"_s, u"/p/.mcp.json"_s},
        {u"/p/.air/mcp.json"_s, u"/p/.mcp.json"_s});
    // Of a solution folder; a program of Windows, where its files have the names of others.
    row("visual-studio", {u"/p/.vs/mcp.json"_s},
        {u"/h/.mcp.json"_s, u"/p/.vs/mcp.json"_s, u"/p/.mcp.json"_s, u"/p/.vscode/mcp.json"_s});
    row("cursor", {u"/h/.cursor/mcp.json"_s, u"/p/.cursor/mcp.json"_s},
        {u"/h/.cursor/mcp.json"_s, u"/p/.cursor/mcp.json"_s});
}

void TestHostSystems::knowsTheFolders()
{
    QFETCH(QString, host);
    QFETCH(QStringList, macOs);
    QFETCH(QStringList, windows);
    for (const auto &[system, expected] :
        {std::pair{System::MacOs, macOs}, std::pair{System::Windows, windows}}) {
        QStringList paths;
        for (const ConfigFile &file :
            configFiles(*findHost(host), Surroundings::of(system, u"/h"_s, u"/p"_s, nothing)))
            paths += file.path;
        QCOMPARE(paths, expected);
    }
    for (const Host &each : hostTable()) {
        for (const System system : {System::Linux, System::MacOs, System::Windows})
            QVERIFY2(
                !configFiles(each, Surroundings::of(system, u"/h"_s, u"/p"_s, nothing)).empty(),
                each.id.data());
    }
}

void TestHostSystems::readsTheFiles()
{
    QFETCH(int, system);
    QFETCH(QStringList, servers);
    const auto files = found(System(system));
    for (const FoundFile &file : files)
        QVERIFY2(!file.error && file.document.isValid(), qPrintable(file.path));
    QCOMPARE(serversOf(files), servers);
}

void TestHostSystems::tapsTheirServers()
{
    QFETCH(int, system);
    int tapped = 0;
    for (const FoundFile &file : found(System(system))) {
        for (const HostEntry &entry : file.document.entries()) {
            if (entry.program.isEmpty())
                continue;
            const Result<Bytes> with = addTap(*file.host, file.document, entry, tapCommand());
            QVERIFY(with.ok());
            const HostDocument after = HostDocument::parse(*file.host, *with);
            const HostEntry *const same = sameEntry(after, entry);
            QVERIFY(same && same->tap);
            QCOMPARE(same->arguments, entry.arguments);
            const Result<Bytes> without = removeTap(*file.host, after, *same);
            QVERIFY(without.ok());
            QCOMPARE(without->toByteArray(), file.document.bytes().toByteArray());
            ++tapped;
        }
    }
    QVERIFY(tapped >= 4);
}

QTEST_GUILESS_MAIN(TestHostSystems)
#include "tst_hostsystems.moc"
