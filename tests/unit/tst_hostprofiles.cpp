// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/remotebridge.h"
#include "hosts/found/foundfiles.h"
#include "hosts/found/samename.h"
#include "support/hostvariables.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::hosts;
using namespace Qt::StringLiterals;

// Places of which a host has several files, and entries behind mcp-remote.
class TestHostProfiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { QDir(m_folder.filePath(u"root"_s)).removeRecursively(); }
    void findsTheServersOfEachProfile();
    void findsNothingWithoutProfiles();
    void profilesDoNotHideEachOther();
    void findsTheServersOfEachAgent();
    void findsTheServersOfPluginsAndExtensions();
    void findsTheFilesOfTheSystemBelowItsRoot();
    void findsTheDefaultsOfGeminiWhereItDoes_data();
    void findsTheDefaultsOfGeminiWhereItDoes();
    void aNewServerGoesToNoPlugin();
    void saysWhichOtherHostsReadAFile();
    void boundsTheFilesOfOnePlace();
    void testsKnowEachVariableOfHosts();
    void saysWhatATapOfMcpRemoteSees_data();
    void saysWhatATapOfMcpRemoteSees();

private:
    void write(const QString &path, const QByteArray &text) const;
    Surroundings here() const
    {
        auto chosen = Surroundings::of(System::Linux, m_folder.path(),
            m_folder.filePath(u"project"_s), [](const QString &) { return QString(); });
        chosen.root = m_folder.filePath(u"root"_s); // whatever this machine has in /etc
        return chosen;
    }
    std::vector<FoundFile> found(const char *host) const
    {
        return findFiles(findHost(QString::fromLatin1(host)), here());
    }

    QTemporaryDir m_folder;
};

namespace {

constexpr auto kServers = R"({"servers":{"weather":{"command":"sh"}}, })";

} // namespace

void TestHostProfiles::write(const QString &path, const QByteArray &text) const
{
    QDir().mkpath(QFileInfo(m_folder.filePath(path)).path());
    QFile file(m_folder.filePath(path));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write(text) == text.size());
}

void TestHostProfiles::findsNothingWithoutProfiles()
{
    const QTemporaryDir empty;
    const auto files = configFiles(*findHost(u"vscode"_s),
        Surroundings::of(
            System::Linux, empty.path(), empty.path(), [](const QString &) { return QString(); }));
    for (const ConfigFile &file : files)
        QVERIFY2(!file.path.contains(u'*') && !file.path.contains(u"/profiles/"_s),
            qPrintable(file.path));
}

void TestHostProfiles::findsTheServersOfEachProfile()
{
    const QString user = u".config/Code/User/"_s;
    write(user + u"mcp.json"_s, kServers);
    write(user + u"profiles/3f1c2a/mcp.json"_s, kServers);
    write(user + u"profiles/a0/mcp.json"_s, kServers);
    write(user + u"profiles/none/settings.json"_s, "{}");
    QStringList paths;
    for (const FoundFile &file : found("vscode")) {
        QCOMPARE(file.document.entries().size(), std::size_t(1));
        paths += QDir(m_folder.path()).relativeFilePath(file.path);
    }
    QCOMPARE(paths,
        (QStringList{user + u"mcp.json"_s, user + u"profiles/3f1c2a/mcp.json"_s,
            user + u"profiles/a0/mcp.json"_s}));
    QVERIFY(hostOfFile(m_folder.filePath(paths.last()), here()));
    // A new server goes where it went before.
    QCOMPARE(fileForAddition(*findHost(u"vscode"_s), here()).path,
        m_folder.filePath(user + u"mcp.json"_s));
}

void TestHostProfiles::profilesDoNotHideEachOther()
{
    findsTheServersOfEachProfile();
    const auto files = found("vscode");
    for (const FoundFile &file : files)
        QVERIFY(
            sameNames(pointersTo(files), {&file, &file.document.entries().front()}, {}).empty());
}

void TestHostProfiles::findsTheServersOfEachAgent()
{
    write(u".aws/amazonq/cli-agents/build.json"_s, R"({"mcpServers":{"a":{"command":"sh"}}})");
    write(u".aws/amazonq/cli-agents/notes.txt"_s, "no agent");
    const auto agents = found("amazon-q");
    QCOMPARE(agents.size(), std::size_t(1));
    QCOMPARE(agents.front().document.entries().front().name, u"a"_s);
    write(u"project/.continue/mcpServers/tide.yaml"_s,
        "name: tide\nmcpServers:\n  - name: tide\n    command: tide-mcp\n");
    const auto blocks = found("continue");
    QCOMPARE(blocks.size(), std::size_t(1));
    QCOMPARE(blocks.front().document.entries().front().program, u"tide-mcp"_s);
}

// A plugin may write its servers without a container, and its file is not written as the host's
// own.
void TestHostProfiles::findsTheServersOfPluginsAndExtensions()
{
    const auto namesOf = [this](const char *host) {
        QStringList names;
        for (const FoundFile &file : found(host)) {
            for (const HostEntry &entry : file.document.entries())
                names += entry.name + u' ' + entry.program;
        }
        return names;
    };
    write(u".codex/config.toml"_s,
        "[plugins.\"reef@curated\".mcp_servers.reef]\nenabled_tools = [\"now\"]\n");
    write(u".codex/plugins/cache/curated/reef/1.2.0/.mcp.json"_s,
        R"({"mcpServers":{"reef":{"command":"reef-mcp"}}})");
    QCOMPARE(namesOf("codex"), QStringList(u"reef reef-mcp"_s));
    write(u".claude/plugins/cache/harbour/tide/0.1/.mcp.json"_s,
        R"({"tide":{"command":"tide-mcp"},"bare":{"command":"bare-mcp"}})");
    write(u".claude/plugins/cache/harbour/.mcp.json"_s, R"({"no":{"command":"plugin"}})");
    QCOMPARE(namesOf("claude-code"), (QStringList{u"tide tide-mcp"_s, u"bare bare-mcp"_s}));
    write(u".gemini/extensions/harbour/gemini-extension.json"_s,
        R"({"name":"harbour","mcpServers":{"tide":{"command":"tide-mcp"}}})");
    QCOMPARE(namesOf("gemini"), QStringList(u"tide tide-mcp"_s));
    write(u"project/.continue/mcpServers/from-claude.json"_s,
        R"({"mcpServers":{"json":{"command":"json-mcp"}}})");
    QVERIFY2(namesOf("continue").contains(u"json json-mcp"_s),
        qPrintable(namesOf("continue").join(u'\n')));
}

void TestHostProfiles::findsTheFilesOfTheSystemBelowItsRoot()
{
    const QByteArray text = R"({"mcpServers":{"tide":{"command":"tide-mcp"}}})";
    write(u"root/etc/claude-code/managed-mcp.json"_s, text);
    write(u"root/etc/gemini-cli/settings.json"_s, text);
    for (const char *host : {"claude-code", "gemini"}) {
        const auto files = found(host);
        QVERIFY(std::any_of(files.begin(), files.end(), [this](const FoundFile &file) {
            return file.scope == Scope::System
                && file.path.startsWith(m_folder.filePath(u"root/etc/"_s));
        }));
    }
    for (const Host &host : hostTable()) {
        for (const ConfigFile &file : configFiles(host, here()))
            QVERIFY2(file.path.startsWith(m_folder.path()), qPrintable(file.path));
    }
}

// Beside the settings of the system, or where a variable says so; the names of the files mean
// nothing.
void TestHostProfiles::findsTheDefaultsOfGeminiWhereItDoes_data()
{
    QTest::addColumn<QString>("settings"); // of the variables
    QTest::addColumn<QString>("defaults");
    QTest::addColumn<QString>("file"); // with a server of the same name as the project's
    QTest::addColumn<bool>("isStarted");
    const QString none;
    QTest::newRow("settings") << none << none << u"root/etc/gemini-cli/settings.json"_s << true;
    QTest::newRow("defaults") << none << none << u"root/etc/gemini-cli/system-defaults.json"_s
                              << false;
    QTest::newRow("settings elsewhere")
        << u"company/system-defaults.json"_s << none << u"company/system-defaults.json"_s << true;
    QTest::newRow("defaults beside settings elsewhere")
        << u"company/ours.json"_s << none << u"company/system-defaults.json"_s << false;
    QTest::newRow("defaults elsewhere")
        << none << u"company/first.json"_s << u"company/first.json"_s << false;
    QTest::newRow("both elsewhere")
        << u"company/last.json"_s << u"other/first.json"_s << u"other/first.json"_s << false;
}

void TestHostProfiles::findsTheDefaultsOfGeminiWhereItDoes()
{
    QFETCH(const QString, settings);
    QFETCH(const QString, defaults);
    QFETCH(const QString, file);
    QFETCH(const bool, isStarted);
    const QByteArray text = R"({"mcpServers":{"tide":{"command":"tide-mcp"}}})";
    const QTemporaryDir folder;
    for (const QString &name : {file, u"project/.gemini/settings.json"_s}) {
        QDir().mkpath(QFileInfo(folder.filePath(name)).path());
        QFile opened(folder.filePath(name));
        QVERIFY(opened.open(QIODevice::WriteOnly) && opened.write(text) == text.size());
    }
    auto there = Surroundings::of(
        System::Linux, folder.path(), folder.filePath(u"project"_s), [&](const QString &name) {
            const QString path = name == u"GEMINI_CLI_SYSTEM_SETTINGS_PATH"_s ? settings
                : name == u"GEMINI_CLI_SYSTEM_DEFAULTS_PATH"_s                ? defaults
                                                                              : QString();
            return path.isEmpty() ? path : folder.filePath(path);
        });
    there.root = folder.filePath(u"root"_s);
    const auto files = findFiles(findHost(u"gemini"_s), there);
    QCOMPARE(files.size(), std::size_t(2));
    std::vector<NamePlace> places;
    places.reserve(files.size());
    for (const FoundFile &each : files)
        places.push_back({&each, &each.document.entries().front()});
    const NamePlace started = startedOf(places);
    QVERIFY(started.file);
    QCOMPARE(
        started.file->path, folder.filePath(isStarted ? file : u"project/.gemini/settings.json"_s));
}

void TestHostProfiles::aNewServerGoesToNoPlugin()
{
    findsTheServersOfPluginsAndExtensions();
    for (const char *host : {"claude-code", "codex", "continue"}) {
        const FoundFile file = fileForAddition(*findHost(QString::fromLatin1(host)), here());
        QCOMPARE(file.host, findHost(QString::fromLatin1(host)));
        QVERIFY2(!file.path.contains(u"plugins"_s), qPrintable(file.path));
    }
    // Nor to an extension, or to what the host writes by itself.
    write(u".local/share/crush/crush.json"_s, R"({"mcp":{}})");
    QCOMPARE(fileForAddition(*findHost(u"gemini"_s), here()).path,
        m_folder.filePath(u".gemini/settings.json"_s));
    const QString crush = fileForAddition(*findHost(u"crush"_s), here()).path;
    QVERIFY2(crush.endsWith(u".config/crush/crush.json"), qPrintable(crush));
}

void TestHostProfiles::saysWhichOtherHostsReadAFile()
{
    const auto readers = [this](const char *host, const QString &path) {
        QStringList names;
        for (const Host *const other :
            otherReaders(*findHost(QString::fromLatin1(host)), m_folder.filePath(path), here()))
            names += other->id;
        return names;
    };
    QCOMPARE(readers("claude-code", u"project/.mcp.json"_s), (QStringList{u"air"_s, u"copilot"_s}));
    QCOMPARE(readers("air", u"project/.mcp.json"_s), (QStringList{u"claude-code"_s, u"copilot"_s}));
    QCOMPARE(readers("cursor", u".cursor/mcp.json"_s), QStringList());
    // Visual Studio takes what has another name.
    const auto windows = Surroundings::of(
        System::Windows, u"/h"_s, u"/p"_s, [](const QString &) { return QString(); });
    const auto others = otherReaders(*findHost(u"claude-code"_s), u"/p/.mcp.json"_s, windows);
    QCOMPARE(others.size(), std::size_t(2));
}

// Else a test finds the files of the person who runs it.
void TestHostProfiles::testsKnowEachVariableOfHosts()
{
    QStringList known{u"GEMINI_CLI_SYSTEM_SETTINGS_PATH"_s};
    for (const char *name : test::kHostVariables)
        known << QString::fromLatin1(name);
    for (const auto *hosts : {&hostTable(), &otherForms()}) {
        for (const Host &host : *hosts) {
            for (const HostPlace &place : host.places) {
                for (const MovedBy &moved : place.movedBy)
                    QVERIFY2(known.contains(moved.variable), moved.variable.data());
            }
        }
    }
}

void TestHostProfiles::boundsTheFilesOfOnePlace()
{
    for (int i = 0; i < 120; ++i)
        write(u".config/Code - Insiders/User/profiles/p%1/mcp.json"_s.arg(i), kServers);
    QCOMPARE(found("vscode-insiders").size(), std::size_t(100));
    for (int i = 0; i < 120; ++i)
        write(u".gemini/extensions/e%1/gemini-extension.json"_s.arg(i), "{}");
    QCOMPARE(found("gemini").size(), std::size_t(100));
}

void TestHostProfiles::saysWhatATapOfMcpRemoteSees_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<bool>("isBridge");
    const QString url = u"https://tide.example/mcp?key=secret-7"_s;
    const auto row = [](const char *name, const QStringList &words, bool isBridge) {
        QTest::newRow(name) << words << isBridge;
    };
    row("npx", {u"npx"_s, u"-y"_s, u"mcp-remote"_s, url}, true);
    row("a version", {u"npx"_s, u"mcp-remote@latest"_s, url, u"--debug"_s}, true);
    row("cmd", {u"cmd"_s, u"/c"_s, u"npx"_s, u"mcp-remote"_s, url}, true);
    row("a file", {u"node"_s, u"C:\\n\\mcp-remote\\dist\\proxy.js"_s, url}, true);
    row("a program", {u"/usr/bin/mcp-remote"_s, url}, true);
    row("without a URL", {u"npx"_s, u"mcp-remote"_s, u"--help"_s}, false);
    row("another package", {u"npx"_s, u"my-mcp-remote"_s, url}, false);
    row("the URL before it", {u"x"_s, url, u"mcp-remote"_s}, false);
}

void TestHostProfiles::saysWhatATapOfMcpRemoteSees()
{
    QFETCH(const QStringList, words);
    QFETCH(const bool, isBridge);
    HostEntry entry;
    entry.program = words.front();
    entry.arguments = words.mid(1);
    const QString text = remoteBridgeText(entry);
    QCOMPARE(!text.isEmpty(), isBridge);
    QVERIFY2(!isBridge || text.contains(u"tide.example"_s), qPrintable(text));
    QVERIFY2(!text.contains(u"secret-7"_s), qPrintable(text));
}

QTEST_GUILESS_MAIN(TestHostProfiles)
#include "tst_hostprofiles.moc"
