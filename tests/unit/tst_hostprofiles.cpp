// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/remotebridge.h"
#include "hosts/found/foundfiles.h"
#include "hosts/found/samename.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::hosts;
using namespace Qt::StringLiterals;

// Places of which a host has several files, and entries behind mcp-remote.
class TestHostProfiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheServersOfEachProfile();
    void findsNothingWithoutProfiles();
    void profilesDoNotHideEachOther();
    void findsTheServersOfEachAgent();
    void boundsTheFilesOfOnePlace();
    void saysWhatATapOfMcpRemoteSees_data();
    void saysWhatATapOfMcpRemoteSees();

private:
    void write(const QString &path, const QByteArray &text) const;
    Surroundings here() const
    {
        return Surroundings::of(System::Linux, m_folder.path(), m_folder.filePath(u"project"_s),
            [](const QString &) { return QString(); });
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
        QVERIFY(!file.path.contains(u'*') && !file.path.contains(u"/profiles/"_s));
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

void TestHostProfiles::boundsTheFilesOfOnePlace()
{
    for (int i = 0; i < 120; ++i)
        write(u".config/Code - Insiders/User/profiles/p%1/mcp.json"_s.arg(i), kServers);
    QCOMPARE(found("vscode-insiders").size(), std::size_t(100));
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
    QVERIFY(!isBridge || text.contains(u"tide.example"_s));
    QVERIFY(!text.contains(u"secret-7"_s));
}

QTEST_GUILESS_MAIN(TestHostProfiles)
#include "tst_hostprofiles.moc"
