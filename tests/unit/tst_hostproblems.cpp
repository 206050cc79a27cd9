// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/desktoppath.h"
#include "hosts/found/foundfiles.h"
#include "hosts/found/runninghosts.h"
#include "support/fakeprocesses.h"
#include "support/hostcorpus.h"

#include <QDir>
#include <QRegularExpression>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::hosts;

// What is wrong with the entries of a file although it can be read.
class TestHostProblems : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysThatOnlyAShellFindsAProgram();
    void readsThePathOfTheDesktop();
    void readsThePathOfRunningHosts();
    void findsTypographicQuotes_data();
    void findsTypographicQuotes();
    void namesSecretsInTheClear();
    void saysThatANameOccursTwice();
    void looksForAProgramInTheHomeFolder();
    void saysThatABridgeHasLostItsEntry();
};

namespace {

HostDocument withEntry(const QByteArray &entry)
{
    return parsed("claude-desktop", "{\"mcpServers\": {\n\"x\": " + entry + "}}");
}

bool write(const QString &path, const QByteArray &bytes)
{
    QFile file(path);
    return file.open(QIODevice::WriteOnly) && file.write(bytes) == bytes.size();
}

} // namespace

void TestHostProblems::saysThatOnlyAShellFindsAProgram()
{
    const QTemporaryDir folder;
    for (const char *name : {"shell", "desktop"})
        QVERIFY(QDir(folder.path()).mkdir(QString::fromLatin1(name)));
    const auto makeProgram = [&](const QString &path) {
        QVERIFY(write(folder.filePath(path), "#!/bin/sh\n"));
        QVERIFY(QFile::setPermissions(
            folder.filePath(path), QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner));
    };
    makeProgram(u"shell/only-in-shell"_s);
    makeProgram(u"shell/in-both"_s);
    makeProgram(u"desktop/in-both"_s);
    makeProgram(u"desktop/only-in-desktop"_s);
    const QByteArray before = qgetenv("PATH");
    qputenv("PATH", QByteArray(folder.filePath(u"shell"_s).toLocal8Bit() + ':' + before));
    const auto restore = qScopeGuard([&] { qputenv("PATH", before); });
    const QString desktop = folder.filePath(u"desktop"_s);
    const auto problemOf = [&](const QByteArray &entry, const QString &path) {
        const auto problem = missingProgram(withEntry(entry).entries()[0], path);
        return problem ? problem->sentence : QString();
    };
    const QString lost = problemOf(R"({"command": "only-in-shell"})", desktop);
    QVERIFY2(
        lost.contains(u"not in the PATH of programs that the desktop starts"), qPrintable(lost));
    QVERIFY2(lost.contains(folder.filePath(u"shell/only-in-shell"_s)), qPrintable(lost));
    QCOMPARE(problemOf(R"({"command": "in-both"})", desktop), QString());
    QCOMPARE(problemOf(R"({"command": "only-in-desktop"})", desktop), QString());
    const QString absent = problemOf(R"({"command": "in-neither"})", desktop);
    QVERIFY2(absent.contains(u"was not found in PATH"), qPrintable(absent));
    // Of another host, or where no desktop runs.
    QCOMPARE(problemOf(R"({"command": "only-in-shell"})", {}), QString());
    const QString here = problemOf(R"({"command": "only-in-desktop"})", {});
    QVERIFY2(here.contains(u"was not found in PATH"), qPrintable(here));
    // The PATH of the entry goes before.
    QCOMPARE(problemOf("{\"command\": \"only-in-shell\", \"env\": {\"PATH\": \""
                     + folder.filePath(u"shell"_s).toUtf8() + "\"}}",
                 desktop),
        QString());
    for (const char *host : {"claude-desktop", "lm-studio", "jan"})
        QVERIFY(findHost(QString::fromLatin1(host))->isOfDesktop);
    for (const char *host : {"claude-code", "codex", "vscode", "continue"}) // as a shell has it
        QVERIFY(!findHost(QString::fromLatin1(host))->isOfDesktop);
}

void TestHostProblems::readsThePathOfTheDesktop()
{
    const QTemporaryDir processes;
    const auto addProcess = [&](const QString &pid, const QByteArray &name,
                                const QByteArray &variables) {
        QVERIFY(QDir(processes.path()).mkdir(pid));
        const QByteArray numbers =
            " S 1 1 1 0 -1 0 0 0 0 0 0 0 0 0 20 0 1 0 100 0 0 0 0 0 0 0 0 0 0 "
            "0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0 0\n";
        QVERIFY(write(
            processes.filePath(pid + u"/stat"_s), pid.toLatin1() + " (" + name + ")" + numbers));
        QVERIFY(write(processes.filePath(pid + u"/environ"_s), variables));
    };
    const std::string root = processes.path().toStdString();
    QCOMPARE(desktopPath(root), QString());
    addProcess(u"10"_s, "bash", QByteArray("PATH=/home/ada/.nvm/bin\0", 24));
    QCOMPARE(desktopPath(root), QString());
    addProcess(u"20"_s, "gnome-shell", QByteArray("HOME=/home/ada\0PATH=/usr/bin:/bin\0", 34));
    QCOMPARE(desktopPath(root), u"/usr/bin:/bin"_s);
    QCOMPARE(desktopProxies(root), std::optional(ProxyVariables()));
    QCOMPARE(desktopPath("/no/such/folder"), QString());
    QVERIFY(!desktopProxies("/no/such/folder"));
}

// Of several processes of a host the oldest; of a host that a shell starts none.
void TestHostProblems::readsThePathOfRunningHosts()
{
    const tests::FakeProcesses fake;
    const auto addProcess = [&](int pid, const QByteArray &name, int start,
                                const QByteArray &variables) {
        tests::FakeProcesses::Stat stat;
        stat.name = name;
        stat.start = start;
        QVERIFY(fake.add(pid, stat));
        QVERIFY(fake.write(fake.path(pid, u"environ"_s), variables));
    };
    addProcess(20, "claude-desktop", 300, QByteArray("PATH=/late\0", 11));
    addProcess(30, "claude-desktop", 200,
        QByteArray("KEY=hush\0PATH=/usr/bin:/bin\0https_proxy=http://p:1\0", 51));
    addProcess(40, "claude-desktop", 100, {}); // of another user
    addProcess(50, "codex", 100, QByteArray("PATH=/usr/bin\0", 14));
    const auto running = runningHosts(fake.root());
    QCOMPARE(running.size(), std::size_t(1));
    QCOMPARE(QString(running.front().host->id), u"claude-desktop"_s);
    QCOMPARE(running.front().pid, qint64(30));
    QCOMPARE(running.front().path, u"/usr/bin:/bin"_s);
    QCOMPARE(running.front().proxies, (ProxyVariables{{u"HTTPS_PROXY"_s, u"http://p:1"_s}}));
    QVERIFY(runningHosts("/no/such/folder").empty());
}

void TestHostProblems::findsTypographicQuotes_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<int>("column"); // 0: nothing is wrong
    QTest::newRow("straight") << QByteArray(R"({"command": "npx", "args": ["\"a b\""]})") << 0;
    QTest::newRow("inside") << QByteArray(R"({"command": "npx", "args": ["say “a” to b"]})") << 0;
    QTest::newRow("an argument") << QByteArray(R"({"command": "npx", "args": ["“a b”"]})") << 34;
    QTest::newRow("one") << QByteArray(R"({"command": "npx", "args": ["--dir=“a”"]})") << 34;
    QTest::newRow("the command") << QByteArray(R"({"command": "‘npx’"})") << 18;
    QTest::newRow("the URL") << QByteArray(R"({"url": "“https://h/”"})") << 14;
}

void TestHostProblems::findsTypographicQuotes()
{
    QFETCH(QByteArray, entry);
    QFETCH(int, column);
    const HostDocument document = withEntry(entry);
    QVERIFY(document.isValid());
    int found = 0;
    for (const FileProblem &problem : document.entries()[0].problems) {
        if (!problem.sentence.contains(u"typographic"))
            continue;
        ++found;
        QCOMPARE(problem.line, 2);
        QCOMPARE(problem.column, column);
        QVERIFY(problem.allowsEdit);
    }
    QCOMPARE(found, column > 0 ? 1 : 0);
}

void TestHostProblems::namesSecretsInTheClear()
{
    const HostDocument document = withEntry(R"({"command": "npx",
 "args": ["tide-mcp", "--api-key", "SECRET-1", "--verbose"],
 "env": {"TIDE_TOKEN": "SECRET-2", "OTHER_TOKEN": "${TIDE}", "LANG": "en"},
 "headers": {"Authorization": "Bearer SECRET-3"}})");
    const auto problems = clearSecretProblems(document, document.entries()[0]);
    QStringList all;
    QList<int> lines;
    for (const FileProblem &problem : problems) {
        all += problem.sentence;
        lines += problem.line;
    }
    std::sort(lines.begin(), lines.end());
    QCOMPARE(lines, QList<int>({3, 4, 5}));
    const QString text = all.join(u'\n');
    for (const char *name : {"--api-key", "TIDE_TOKEN", "Authorization"})
        QVERIFY2(text.contains(QLatin1String(name)), qPrintable(text));
    for (const char *hidden : {"SECRET", "OTHER_TOKEN"})
        QVERIFY2(!text.contains(QLatin1String(hidden)), qPrintable(text));
}

void TestHostProblems::saysThatANameOccursTwice()
{
    const HostDocument document = parsed("cursor",
        R"({"mcpServers": {"a": {"command": "sh"}, "b": {"command": "sh"},
 "a": {"command": "ls"}}})");
    int found = 0;
    for (const HostEntry &entry : document.entries()) {
        for (const FileProblem &problem : entry.problems) {
            QCOMPARE(entry.name, u"a"_s);
            QVERIFY2(problem.sentence.contains(u"used twice"), qPrintable(problem.sentence));
            ++found;
        }
    }
    QCOMPARE(found, 2);
}

void TestHostProblems::looksForAProgramInTheHomeFolder()
{
    const QTemporaryDir home;
    const QByteArray before = qgetenv("HOME");
    qputenv("HOME", home.path().toLocal8Bit());
    const auto restore = qScopeGuard([&] { qputenv("HOME", before); });
    const auto problem = [] {
        const auto found =
            missingProgram(withEntry(R"({"command": "~/tide-mcp"})").entries()[0], {});
        return found ? found->sentence : QString();
    };
    QVERIFY2(problem().contains(u"~/tide-mcp does not exist"), qPrintable(problem()));
    const QString file = home.filePath(u"tide-mcp"_s);
    QVERIFY(write(file, "#!/bin/sh\n"));
    QVERIFY2(problem().contains(u"~/tide-mcp is not executable"), qPrintable(problem()));
    QVERIFY(QFile::setPermissions(file, QFile::ReadOwner | QFile::ExeOwner));
    QCOMPARE(problem(), QString());
    // In which folder the host starts it, only the host knows.
    QVERIFY(!missingProgram(withEntry(R"({"command": "bin/tide-mcp"})").entries()[0], {}));
}

// Nothing in the file says any more what the entry was, so it is not guessed.
void TestHostProblems::saysThatABridgeHasLostItsEntry()
{
    const Host &host = *findHost(u"cursor"_s);
    const HostDocument document =
        parsed("cursor", R"({"mcpServers": {"a": {"url": "https://example.org/mcp"}}})");
    const Result<Bytes> with = addTap(host, document, document.entries()[0], tapCommand());
    QVERIFY2(with.ok(), qPrintable(with ? QString() : with.error().sentence));
    QString text = QString::fromUtf8(with->toByteArray());
    static const QRegularExpression kept(u"(\"SONDE_ENTRY\": *\")[^\"]*"_s);
    QVERIFY2(text.contains(kept), qPrintable(text));
    const HostDocument broken = parsed("cursor", text.replace(kept, u"\\1x"_s).toUtf8());
    QVERIFY2(broken.entries()[0].tap, qPrintable(text));
    const Result<Bytes> without = removeTap(host, broken, broken.entries()[0]);
    QVERIFY(!without);
    QVERIFY2(without.error().sentence.contains(u"Take the entry from the copy of the file."),
        qPrintable(without.error().sentence));
}

QTEST_GUILESS_MAIN(TestHostProblems)
#include "tst_hostproblems.moc"
