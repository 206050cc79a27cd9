// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/hostdocument.h"
#include "hosts/entries/tapsplice.h"
#include "hosts/found/foundfiles.h"
#include "hosts/table/hostplaces.h"
#include "hosts/table/hosttable.h"
#include "support/hostcorpus.h"
#include "support/places.h"

#include "base/bytes.h"

#include <QDir>
#include <QFile>
#include <QMap>
#include <QRandomGenerator>
#include <QSet>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <string>

using namespace sonde;
using namespace sonde::hosts;
using namespace Qt::StringLiterals;

// The configuration of hosts: what is read, and that a tap changes nothing but what it must.
class TestHostFiles : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everyHostHasItsOwnName();
    void placesFollowTheVariables();
    void readsEveryKindOfEntry();
    void aTapComesAndGoesWithoutATrace_data();
    void aTapComesAndGoesWithoutATrace();
    void allTapsOfAFileGoInAnyOrder_data() { aTapComesAndGoesWithoutATrace_data(); }
    void allTapsOfAFileGoInAnyOrder();
    void noFileBreaksTheWayBack_data() { aTapComesAndGoesWithoutATrace_data(); }
    void noFileBreaksTheWayBack();
    void onlyCommandAndArgumentsChange();
    void anAddedArrayGoesAgain();
    void removesItsOwnPartAfterOtherEdits();
    void refuses_data();
    void refuses();
    void refusesASecondTap();
    void severalTapsGoAsOne();
    void saysWhereAFileIsWrong_data();
    void saysWhereAFileIsWrong();
    void findsProgramsThatDoNotExist();
};

namespace {

const Host &hostOf(const QString &name)
{
    return *findHost(name.section(u'.', 0, 0));
}

bool isStdio(const HostEntry &entry)
{
    return !entry.program.isEmpty();
}

// The entry without its command and arguments, and everything around it.
QByteArray restOf(const HostDocument &document, const HostEntry &entry)
{
    QByteArray text = document.bytes().toByteArray();
    const auto cut = [&](const json::Value &value) {
        if (value.exists())
            text.replace(qsizetype(value.node().begin),
                qsizetype(value.node().end - value.node().begin), QByteArray());
    };
    const bool isArgumentsFirst =
        entry.argumentList.exists() && entry.argumentList.node().begin < entry.command.node().begin;
    cut(isArgumentsFirst ? entry.command : entry.argumentList);
    cut(isArgumentsFirst ? entry.argumentList : entry.command);
    return text;
}

QByteArray whyNot(const Result<Bytes> &result)
{
    return result ? QByteArray() : result.error().sentence.toUtf8();
}

QString firstSentence(const HostDocument &document)
{
    return document.problems().empty() ? QString() : document.problems().front().sentence;
}

} // namespace

void TestHostFiles::everyHostHasItsOwnName()
{
    QSet<QString> ids;
    for (const Host &host : hostTable()) {
        QVERIFY2(!ids.contains(host.id), host.id.data());
        ids.insert(host.id);
        QVERIFY2(!host.places.empty(), host.id.data());
        QVERIFY2(!host.containers.empty(), host.id.data());
        QCOMPARE(findHost(host.id), &host);
    }
    QVERIFY(ids.size() >= 40);
    QVERIFY(!findHost(u"emacs"_s));
}

void TestHostFiles::placesFollowTheVariables()
{
    QMap<QString, QString> variables;
    const Surroundings here{u"/home/ada"_s, u"/home/ada/.config"_s, u"/project"_s,
        [&](const QString &name) { return variables.value(name); }};
    const auto paths = [&](const char *id) {
        QStringList all;
        for (const ConfigFile &file : configFiles(*findHost(QString::fromLatin1(id)), here))
            all += file.path;
        return all;
    };
    QCOMPARE(paths("claude-code"),
        QStringList({u"/home/ada/.claude.json"_s, u"/project/.mcp.json"_s,
            u"/etc/claude-code/managed-mcp.json"_s}));
    QCOMPARE(paths("vscode"),
        QStringList({u"/home/ada/.config/Code/User/mcp.json"_s,
            u"/home/ada/.vscode-server/data/User/mcp.json"_s, u"/project/.vscode/mcp.json"_s}));
    QVERIFY2(paths("gemini").contains(u"/etc/gemini-cli/settings.json"_s),
        qPrintable(paths("gemini").join(u'\n')));
    variables[u"CLAUDE_CONFIG_DIR"_s] = u"/etc/claude"_s;
    variables[u"CLINE_DIR"_s] = u"/c"_s;
    variables[u"COPILOT_HOME"_s] = u"relative"_s;
    QCOMPARE(paths("claude-code").first(), u"/etc/claude/.claude.json"_s);
    QCOMPARE(paths("cline").first(), u"/c/data/settings/cline_mcp_settings.json"_s);
    QCOMPARE(paths("copilot").first(), u"/home/ada/.copilot/mcp-config.json"_s);
    variables[u"CLINE_MCP_SETTINGS_PATH"_s] = u"/c/file.json"_s;
    QCOMPARE(paths("cline").first(), u"/c/file.json"_s);
    // Some are read beside the usual files, and not in their place.
    const QStringList usual = paths("opencode");
    variables[u"OPENCODE_CONFIG"_s] = u"/c/mine.json"_s;
    variables[u"OPENCODE_CONFIG_DIR"_s] = u"/c/open"_s;
    const QStringList all = paths("opencode");
    QCOMPARE(all.size(), usual.size() + 3);
    QCOMPARE(all.mid(0, 3), usual.mid(0, 2) + QStringList(u"/c/mine.json"_s));
    QVERIFY(all.contains(u"/c/open/opencode.json"_s)
        && usual.contains(u"/project/.opencode/opencode.json"_s));
    variables[u"GEMINI_CLI_SYSTEM_SETTINGS_PATH"_s] = u"/c/gemini.json"_s;
    QVERIFY2(
        paths("gemini").contains(u"/c/gemini.json"_s), qPrintable(paths("gemini").join(u'\n')));
    QVERIFY2(!paths("gemini").contains(u"/etc/gemini-cli/settings.json"_s),
        qPrintable(paths("gemini").join(u'\n')));
}

void TestHostFiles::readsEveryKindOfEntry()
{
    const HostDocument code = HostDocument::parse(
        *findHost(u"claude-code"_s), corpusFile(u"claude-code.projects.json"_s));
    QCOMPARE(code.entries().size(), 3U);
    QCOMPARE(code.entries()[0].program, u"tide-mcp"_s);
    QCOMPARE(code.entries()[1].url, u"https://example.org/mcp"_s);
    QCOMPARE(code.entries()[2].project, u"/home/ada/boats"_s);
    QCOMPARE(code.entries()[2].arguments, QStringList({u"TZ=UTC"_s, u"tide-mcp"_s}));

    const HostDocument open =
        HostDocument::parse(*findHost(u"opencode"_s), corpusFile(u"opencode.v1.jsonc"_s));
    QCOMPARE(open.entries().size(), 3U);
    QCOMPARE(open.entries()[0].program, u"npx"_s);
    QCOMPARE(open.entries()[0].arguments, QStringList({u"-y"_s, u"tide-mcp"_s}));
    QVERIFY(open.entries()[1].isDisabled);

    const HostDocument second =
        HostDocument::parse(*findHost(u"opencode"_s), corpusFile(u"opencode.v2.jsonc"_s));
    QCOMPARE(second.entries()[0].name, u"tide"_s);
    const HostDocument zed =
        HostDocument::parse(*findHost(u"zed"_s), corpusFile(u"zed.settings.json"_s));
    QCOMPARE(zed.entries()[1].program, u"old-mcp"_s);
    QCOMPARE(zed.entries()[1].arguments, QStringList(u"--stdio"_s));
}

void TestHostFiles::aTapComesAndGoesWithoutATrace_data()
{
    QTest::addColumn<QString>("name");
    const QDir corpus(sonde::test::sourcePath("tests/data/hosts"));
    for (const QString &name : corpus.entryList(QDir::Files, QDir::Name))
        QTest::newRow(qPrintable(name)) << name;
}

void TestHostFiles::aTapComesAndGoesWithoutATrace()
{
    QFETCH(QString, name);
    const Host &host = hostOf(name);
    const HostDocument before = HostDocument::parse(host, corpusFile(name));
    QVERIFY2(before.isValid(), qPrintable(firstSentence(before)));
    int tapped = 0;
    for (const HostEntry &entry : before.entries()) {
        if (!isStdio(entry))
            continue;
        const Result<Bytes> with = addTap(host, before, entry, tapCommand());
        QVERIFY2(with.ok(), whyNot(with).constData());
        const HostDocument after = HostDocument::parse(host, *with);
        const HostEntry *const same = sameEntry(after, entry);
        QVERIFY(same && same->tap);
        QCOMPARE(same->program, entry.program);
        QCOMPARE(same->arguments, entry.arguments);
        const Result<Bytes> without = removeTap(host, after, *same);
        QVERIFY2(without.ok(), whyNot(without).constData());
        QCOMPARE(without->toByteArray(), before.bytes().toByteArray());
        ++tapped;
    }
    QVERIFY(tapped > 0);
}

void TestHostFiles::allTapsOfAFileGoInAnyOrder()
{
    QFETCH(QString, name);
    const Host &host = hostOf(name);
    const Bytes original = corpusFile(name);
    HostDocument document = HostDocument::parse(host, original);
    const std::size_t count = document.entries().size();
    for (std::size_t i = 0; i < count; ++i) {
        if (!isStdio(document.entries()[i]))
            continue;
        const Result<Bytes> with = addTap(host, document, document.entries()[i], tapCommand());
        QVERIFY2(with.ok(), whyNot(with).constData());
        document = HostDocument::parse(host, *with);
    }
    QCOMPARE(document.entries().size(), count);
    for (std::size_t i = 0; i < count; ++i) { // the first one first
        if (!document.entries()[i].tap)
            continue;
        const Result<Bytes> without = removeTap(host, document, document.entries()[i]);
        QVERIFY2(without.ok(), whyNot(without).constData());
        document = HostDocument::parse(host, *without);
    }
    QCOMPARE(document.bytes().toByteArray(), original.toByteArray());
}

// Whatever is in a file: it cannot be tapped, or it can be untapped to the byte.
void TestHostFiles::noFileBreaksTheWayBack()
{
    QFETCH(QString, name);
    const Host &host = hostOf(name);
    const QByteArray original = corpusFile(name).toByteArray();
    QRandomGenerator random(7);
    const QByteArray pieces = "{}[],:\"\\/*\n -x0\xe2='#&|\t\r";
    int tapped = 0;
    for (int round = 0; round < 400; ++round) {
        QByteArray text = original;
        for (int change = random.bounded(3); change >= 0; --change) {
            const int at = random.bounded(int(text.size()));
            const QByteArray piece = random.bounded(2) == 0
                ? QByteArray(1, pieces[random.bounded(int(pieces.size()))])
                : original.mid(random.bounded(int(original.size())), random.bounded(40));
            text.replace(at, random.bounded(3), piece);
        }
        const HostDocument before = HostDocument::parse(host, Bytes::fromByteArray(text));
        for (const HostEntry &entry : before.entries()) {
            const Result<Bytes> with = addTap(host, before, entry, tapCommand());
            if (!with)
                continue;
            const HostDocument after = HostDocument::parse(host, *with);
            const HostEntry *const same = sameEntry(after, entry);
            QVERIFY2(same && same->tap, text.constData());
            const Result<Bytes> without = removeTap(host, after, *same);
            QVERIFY2(without.ok(), whyNot(without).constData());
            QCOMPARE(without->toByteArray(), text);
            ++tapped;
        }
    }
    QVERIFY(tapped > 0);
}

void TestHostFiles::onlyCommandAndArgumentsChange()
{
    const Host &host = *findHost(u"vscode"_s);
    const HostDocument before = HostDocument::parse(host, corpusFile(u"vscode.comments.json"_s));
    const HostEntry &entry = before.entries()[0];
    const Result<Bytes> with = addTap(host, before, entry, tapCommand());
    QVERIFY(with.ok());
    const HostDocument after = HostDocument::parse(host, *with);
    const HostEntry &tapped = after.entries()[0];
    QCOMPARE(restOf(after, tapped), restOf(before, entry));
    QCOMPARE(tapped.command.toString(), tapCommand().program);
    QStringList words;
    for (const json::Value word : tapped.argumentList)
        words += word.toString();
    QCOMPARE(words,
        QStringList(
            {u"tap"_s, u"--name"_s, tapCommand().name, u"--record"_s, tapCommand().folder, u"--"_s,
                u"/opt/tide/bin/tide-mcp"_s, u"--port-of"_s, u"Brest"_s, u"--url=http://x//y"_s}));
    QVERIFY2(with->toByteArray().contains("// where\n"), with->toByteArray().constData());
}

void TestHostFiles::anAddedArrayGoesAgain()
{
    const QByteArray text = R"({"mcpServers":{"c":{"command":"c-server","env":{}}}})";
    const Host &host = *findHost(u"cursor"_s);
    const HostDocument before = parsed("cursor", text);
    const Result<Bytes> with =
        addTap(host, before, before.entries()[0], {u"/s/sonde-cli"_s, u"c"_s, u"/r"_s});
    QVERIFY(with.ok());
    const QByteArray expected =
        R"({"mcpServers":{"c":{"command":"/s/sonde-cli", "args": ["tap", "--name=c", )"
        R"("--record=/r", "--", "c-server"],"env":{}}}})";
    QCOMPARE(with->toByteArray(), expected);
    const HostDocument after = HostDocument::parse(host, *with);
    QCOMPARE(removeTap(host, after, after.entries()[0])->toByteArray(), text);
}

void TestHostFiles::removesItsOwnPartAfterOtherEdits()
{
    // Written anew by a host that sorts the members, with an argument and a variable more.
    const QByteArray text = R"({
  "mcpServers": {
    "a": { "args": ["tap", "--name", "a", "--record", "/r", "--", "node", "a.js", "--new"],
           "command": "/usr/bin/sonde-cli", "env": {"X": "1"} },
    "c": { "args": [ "tap", "--name=c", "--record=/r", "--", "c-server" ], "command": "sonde-cli" },
    "d": { "command": "sonde-cli", "args": ["tap", "--name=d", "--record=/r", "--", "d", "--more"] }
  }
})";
    const QByteArray expected = R"({
  "mcpServers": {
    "a": { "args": ["a.js", "--new"],
           "command": "node", "env": {"X": "1"} },
    "c": { "args": [  ], "command": "c-server" },
    "d": { "command": "d", "args": ["--more"] }
  }
})";
    const Host &host = *findHost(u"cursor"_s);
    HostDocument document = parsed("cursor", text);
    for (std::size_t i = 0; i < 3; ++i) {
        const Result<Bytes> without = removeTap(host, document, document.entries()[i]);
        QVERIFY2(without.ok(), whyNot(without).constData());
        document = HostDocument::parse(host, *without);
    }
    QCOMPARE(document.bytes().toByteArray(), expected);
}

void TestHostFiles::refuses_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QString>("part");
    QTest::newRow("url and args") << QByteArray(R"({"url": "https://h/mcp", "args": []})")
                                  << u"both a command and a URL"_s;
    QTest::newRow("nothing") << QByteArray("{}") << u"neither a command nor a URL"_s;
    QTest::newRow("only args") << QByteArray(R"({"args": ["x"]})") << u"neither a command"_s;
    QTest::newRow("no object") << QByteArray("[]") << u"must be an object"_s;
    QTest::newRow("command twice")
        << QByteArray(R"({"command": "a", "command": "b"})") << u"“command” is written twice"_s;
    QTest::newRow("args twice") << QByteArray(R"({"command": "a", "args": [], "args": ["x"]})")
                                << u"written twice"_s;
    QTest::newRow("args a string")
        << QByteArray(R"({"command": "a", "args": "x"})") << u"must be an array"_s;
    QTest::newRow("command line") << QByteArray(R"({"command": "npx -y x"})")
                                  << u"contains spaces"_s;
    QTest::newRow("empty command") << QByteArray(R"({"command": []})") << u"neither a command"_s;
}

void TestHostFiles::refuses()
{
    QFETCH(QByteArray, entry);
    QFETCH(QString, part);
    const HostDocument document = parsed("cursor", "{\"mcpServers\": {\"x\": " + entry + "}}");
    QCOMPARE(document.entries().size(), 1U);
    const Result<Bytes> with =
        addTap(*findHost(u"cursor"_s), document, document.entries()[0], tapCommand());
    QVERIFY(!with.ok());
    QVERIFY2(with.error().sentence.contains(part), qPrintable(with.error().sentence));
}

void TestHostFiles::refusesASecondTap()
{
    const Host &host = *findHost(u"cursor"_s);
    const HostDocument document =
        parsed("cursor", R"({"mcpServers": {"x": {"command": "x"}, "x": {"command": "y"}}})");
    QVERIFY2(document.entries()[0].problems.front().sentence.contains(u"used twice"),
        qPrintable(document.entries()[0].problems.front().sentence));
    QVERIFY(!addTap(host, document, document.entries()[0], tapCommand()).ok());

    const HostDocument twice =
        parsed("cursor", R"({"mcpServers": {}, "mcpServers": {"x": {"command": "x"}}})");
    const Result<Bytes> ambiguous = addTap(host, twice, twice.entries()[0], tapCommand());
    QVERIFY(!ambiguous.ok());
    QVERIFY2(ambiguous.error().sentence.contains(u"“mcpServers” is written twice"),
        qPrintable(ambiguous.error().sentence));

    const HostDocument single = parsed("cursor", R"({"mcpServers": {"x": {"command": "x"}}})");
    QVERIFY(!removeTap(host, single, single.entries()[0]).ok());
    const Result<Bytes> with = addTap(host, single, single.entries()[0], tapCommand());
    const HostDocument tapped = HostDocument::parse(host, *with);
    const Result<Bytes> again = addTap(host, tapped, tapped.entries()[0], tapCommand());
    QVERIFY(!again.ok());
    QVERIFY2(
        again.error().sentence.contains(u"already has a tap"), qPrintable(again.error().sentence));
}

// Written by hand, or by two installations of Sonde.
void TestHostFiles::severalTapsGoAsOne()
{
    const HostDocument document = parsed("cursor",
        R"({"mcpServers": {"x": {"command": "/a/sonde-cli", "args": ["tap", "--name", "old", )"
        R"("--record", "/r/", "--", "/b/sonde-cli", "tap", "--name=x", "--record=/r/", "--", )"
        R"("sh"]}}})");
    const HostEntry &entry = document.entries().front();
    QCOMPARE(entry.program, u"sh"_s);
    QVERIFY(entry.tap);
    QCOMPARE(entry.tap->name, u"old"_s);
    const Result<Bytes> without = removeTap(*findHost(u"cursor"_s), document, entry);
    QVERIFY2(without.ok(), whyNot(without).constData());
    QCOMPARE(without->toByteArray(), QByteArray(R"({"mcpServers": {"x": {"command": "sh"}}})"));
}

void TestHostFiles::saysWhereAFileIsWrong_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    QTest::addColumn<int>("line");
    QTest::addColumn<int>("column");
    QTest::newRow("comma") << QByteArray("claude-desktop") << QByteArray("{\"a\": 1,\n}")
                           << QString() << 2 << 1;
    QTest::newRow("comment") << QByteArray("claude-desktop") << QByteArray("{ // x\n}") << QString()
                             << 1 << 3;
    QTest::newRow("smart quotes") << QByteArray("vscode") << QByteArray("{\n  “servers”: {} }")
                                  << u"typographic quote"_s << 2 << 3;
    QTest::newRow("two texts") << QByteArray("cursor") << QByteArray("{}\n{}") << QString() << 2
                               << 1;
    QTest::newRow("bom") << QByteArray("cursor") << QByteArray("\xef\xbb\xbf{}")
                         << u"byte order mark"_s << 1 << 1;
    QTest::newRow("array") << QByteArray("cursor") << QByteArray("[]") << u"JSON object"_s << 1
                           << 1;
    QTest::newRow("servers") << QByteArray("cursor") << QByteArray("{\n\"mcpServers\": []}")
                             << u"object of servers"_s << 2 << 15;
    QTest::newRow("container twice")
        << QByteArray("cursor") << QByteArray("{\"mcpServers\": {},\n \"mcpServers\": {}}")
        << u"written twice"_s << 2 << 2;
    QTest::newRow("too deep") << QByteArray("cursor") << QByteArray(300, '[') << QString() << 1
                              << 201;
    QTest::newRow("empty") << QByteArray("cursor") << QByteArray() << QString() << 1 << 1;
}

void TestHostFiles::saysWhereAFileIsWrong()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    QFETCH(int, line);
    QFETCH(int, column);
    const HostDocument document = parsed(host.constData(), text);
    QCOMPARE(document.problems().size(), 1U);
    const FileProblem &problem = document.problems().front();
    QVERIFY2(!problem.sentence.isEmpty() && problem.sentence.contains(part),
        qPrintable(problem.sentence));
    QCOMPARE(problem.line, line);
    QCOMPARE(problem.column, column);
}

void TestHostFiles::findsProgramsThatDoNotExist()
{
    const QTemporaryDir folder;
    QFile script(folder.filePath(u"tide-mcp"_s));
    QVERIFY(script.open(QIODevice::WriteOnly));
    const auto problemOf = [&](const QByteArray &entry) {
        const HostDocument document = parsed("cursor", "{\"mcpServers\": {\"x\": " + entry + "}}");
        const auto problem = missingProgram(document.entries()[0], {});
        return problem ? problem->sentence : QString();
    };
    QCOMPARE(problemOf("{\"command\": \"sh\"}"), QString());
    QCOMPARE(problemOf("{\"command\": \"/bin/sh\"}"), QString());
    QCOMPARE(problemOf("{\"command\": \"${HOME}/x\"}"), QString());
    QCOMPARE(problemOf("{\"url\": \"http://h/\"}"), QString());
    const QString lost = problemOf("{\"command\": \"tide-mcp-9\"}");
    QVERIFY2(lost.contains(u"not found in PATH"), qPrintable(lost));
    const QString absent = problemOf("{\"command\": \"/no/such/x\"}");
    QVERIFY2(absent.contains(u"does not exist"), qPrintable(absent));
    const QByteArray path = script.fileName().toUtf8();
    const QString plain = problemOf("{\"command\": \"" + path + "\"}");
    QVERIFY2(plain.contains(u"not executable"), qPrintable(plain));
    const HostDocument gone = parsed("cursor",
        "{\"mcpServers\": {\"x\": {\"command\": \"/no/sonde-cli\", \"args\": [\"tap\", "
        "\"--name\", \"x\", \"--\", \"sh\"]}}}");
    QVERIFY2(missingTap(gone.entries()[0])->sentence.contains(u"/no/sonde-cli does not exist"),
        qPrintable(missingTap(gone.entries()[0])->sentence));
    QVERIFY(script.setPermissions(QFile::ReadOwner | QFile::ExeOwner));
    QCOMPARE(problemOf("{\"command\": \"tide-mcp\", \"env\": {\"PATH\": \"" + folder.path().toUtf8()
                 + "\"}}"),
        QString());
}

QTEST_GUILESS_MAIN(TestHostFiles)
#include "tst_hostfiles.moc"
