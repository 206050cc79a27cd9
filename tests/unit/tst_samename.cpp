// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/found/samename.h"

#include <QTest>

using namespace sonde;
using namespace sonde::hosts;
using namespace Qt::StringLiterals;

// Servers with one name in several files and scopes of a host.
class TestSameName : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhichOneIsStarted_data();
    void saysWhichOneIsStarted();
    void theDefaultsOfTheSystemComeLast();
    void aServerOfAnotherProjectDoesNotCount();
    void otherNamesAndHostsDoNotCount();
    void aDisabledServerDoesNotCount();
};

namespace {

const QString kAtlas = u"/src/atlas"_s;

FoundFile fileOf(
    const char *host, Scope scope, const QString &path, const QByteArray &text = "{\"a\":{}}")
{
    FoundFile file;
    file.host = findHost(QString::fromLatin1(host));
    file.scope = scope;
    file.path = path;
    const bool isWhole = text.contains("ervers");
    file.document = HostDocument::parse(
        *file.host, Bytes::fromByteArray(isWhole ? text : "{\"mcpServers\":" + text + "}"));
    return file;
}

QStringList problemsOf(const std::vector<FoundFile> &files, std::size_t file, std::size_t entry = 0)
{
    QStringList sentences;
    for (const FileProblem &problem : sameNameProblems(
             pointersTo(files), {&files[file], &files[file].document.entries()[entry]}, kAtlas))
        sentences += problem.sentence;
    return sentences;
}

} // namespace

void TestSameName::saysWhichOneIsStarted_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<int>("other"); // scope, beside that of the project
    QTest::addColumn<QString>("started"); // empty: it is not known
    QTest::newRow("the project's before the user's")
        << QByteArray("roo") << int(Scope::User) << u"/p.json"_s;
    QTest::newRow("the administrator's before all")
        << QByteArray("gemini") << int(Scope::System) << u"/o.json"_s;
    QTest::newRow("the administrator's defaults after all")
        << QByteArray("gemini") << int(Scope::SystemDefaults) << u"/p.json"_s;
    QTest::newRow("the organization's before all")
        << QByteArray("claude-code") << int(Scope::System) << u"/o.json"_s;
    QTest::newRow("a host that does not say it")
        << QByteArray("junie") << int(Scope::User) << QString();
    QTest::newRow("another one") << QByteArray("cursor") << int(Scope::User) << QString();
    QTest::newRow("two files of one scope")
        << QByteArray("roo") << int(Scope::Project) << QString();
}

void TestSameName::saysWhichOneIsStarted()
{
    QFETCH(const QByteArray, host);
    QFETCH(const int, other);
    QFETCH(const QString, started);
    const std::vector<FoundFile> files{fileOf(host.constData(), Scope::Project, u"/p.json"_s),
        fileOf(host.constData(), Scope(other), u"/o.json"_s)};
    const NamePlace first{&files[0], &files[0].document.entries().front()};
    const auto others = sameNames(pointersTo(files), first, kAtlas);
    QCOMPARE(others.size(), std::size_t(1));
    const NamePlace found = startedOf({first, others.front()});
    QCOMPARE(found.file ? found.file->path : QString(), started);
    for (std::size_t i = 0; i < files.size(); ++i) {
        const QStringList said = problemsOf(files, i);
        QCOMPARE(said.isEmpty(), files[i].path == started);
        QVERIFY(said.isEmpty() || said.front().contains(files[1 - i].path));
    }
}

// An administrator's file goes before all others, but the one of defaults behind them.
void TestSameName::theDefaultsOfTheSystemComeLast()
{
    for (const char *host : {"gemini", "qwen"}) {
        const std::vector<FoundFile> files{fileOf(host, Scope::User, u"/u.json"_s),
            fileOf(host, Scope::SystemDefaults, u"/etc/system-defaults.json"_s)};
        QCOMPARE(problemsOf(files, 0), QStringList());
        const QStringList said = problemsOf(files, 1);
        QCOMPARE(said.size(), 1);
        QVERIFY2(said.front().contains(u"in /u.json instead"_s), qPrintable(said.front()));
    }
}

// Of Claude Code: the servers of projects are in the file of the user.
void TestSameName::aServerOfAnotherProjectDoesNotCount()
{
    const std::vector<FoundFile> files{
        fileOf("claude-code", Scope::User, u"/u.json"_s,
            R"({"mcpServers":{"a":{"command":"u"}},"projects":{)"
            R"("/src/atlas":{"mcpServers":{"a":{"command":"l"}}},)"
            R"("/src/other":{"mcpServers":{"a":{"command":"x"}}}}})"),
        fileOf("claude-code", Scope::Project, u"/src/atlas/.mcp.json"_s)};
    const auto &entries = files[0].document.entries();
    QCOMPARE(entries.size(), std::size_t(3));
    for (std::size_t i = 0; i < entries.size(); ++i) {
        const QStringList said = problemsOf(files, 0, i);
        QCOMPARE(said.size(), entries[i].project.isEmpty() ? 2 : 0);
        QVERIFY(said.isEmpty() || said.join(u' ').contains(kAtlas));
        QVERIFY(!said.join(u' ').contains(u"/src/other"_s));
    }
    // The one of the project hides its file.
    QVERIFY(problemsOf(files, 1).front().contains(kAtlas));
}

void TestSameName::otherNamesAndHostsDoNotCount()
{
    const std::vector<FoundFile> files{fileOf("cursor", Scope::User, u"/u.json"_s),
        fileOf("kiro", Scope::Project, u"/k.json"_s),
        fileOf("cursor", Scope::Project, u"/p.json"_s, "{\"b\":{}}")};
    for (std::size_t i = 0; i < files.size(); ++i)
        QVERIFY(problemsOf(files, i).isEmpty());
}

void TestSameName::aDisabledServerDoesNotCount()
{
    for (const char *host : {"roo", "junie"}) {
        const std::vector<FoundFile> files{fileOf(host, Scope::User, u"/u.json"_s),
            fileOf(host, Scope::Project, u"/p.json"_s, R"({"a":{"command":"x","disabled":true}})")};
        QVERIFY(files[1].document.entries().front().isDisabled);
        QCOMPARE(problemsOf(files, 0), QStringList());
        QCOMPARE(problemsOf(files, 1), QStringList());
    }
}

QTEST_GUILESS_MAIN(TestSameName)
#include "tst_samename.moc"
