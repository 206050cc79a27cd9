// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/hostdocument.h"
#include "hosts/entries/tapsplice.h"
#include "hosts/table/hosttable.h"
#include "support/hostcorpus.h"

#include "base/bytes.h"

#include <QFile>
#include <QTest>

#include <string_view>

using namespace sonde;
using namespace sonde::hosts;
using namespace Qt::StringLiterals;

// Files of hosts that are not JSON: what is read of them, that a tap changes only its own lines,
// and that nothing is guessed. tst_hostfiles has the way back of every file.
class TestHostDialects : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsOtherDialects();
    void changesOnlyLinesOfTheTap_data();
    void changesOnlyLinesOfTheTap();
    void refusesWhatItWouldGuess_data();
    void refusesWhatItWouldGuess();
    void survivesHostileText_data();
    void survivesHostileText();
};

namespace {

QByteArray whyNot(const Result<Bytes> &result)
{
    return result ? QByteArray() : result.error().sentence.toUtf8();
}

QString firstSentence(const HostDocument &document)
{
    return document.problems().empty() ? QString() : document.problems().front().sentence;
}

} // namespace

void TestHostDialects::readsOtherDialects()
{
    const HostDocument codex =
        HostDocument::parse(*findHost(u"codex"_s), corpusFile(u"codex.config.toml"_s));
    QCOMPARE(codex.entries().size(), 4U);
    QCOMPARE(codex.entries()[0].program, u"npx"_s);
    QCOMPARE(
        codex.entries()[0].arguments, QStringList({u"-y"_s, u"tide-mcp"_s, u"C:\\no escapes"_s}));
    QCOMPARE(codex.entries()[0].value["env"]["TIDE_KEY"].toString(), u"kéy"_s);
    QVERIFY(codex.entries()[2].isDisabled);
    QCOMPARE(codex.entries()[3].url, u"https://example.org/mcp"_s);
    QCOMPARE(codex.rawMember(codex.entries()[3].value["url"]),
        std::string_view("url = \"https://example.org/mcp\""));

    const HostDocument vibe =
        HostDocument::parse(*findHost(u"vibe"_s), corpusFile(u"vibe.list.toml"_s));
    QCOMPARE(vibe.entries().size(), 3U);
    QCOMPARE(vibe.entries()[1].name, u"alone"_s);
    QCOMPARE(vibe.entries()[1].value["env"]["A"].toString(), u"1"_s);

    const HostDocument hands =
        HostDocument::parse(*findHost(u"openhands"_s), corpusFile(u"openhands.lists.toml"_s));
    QCOMPARE(hands.entries().size(), 4U);
    QCOMPARE(hands.entries()[0].name, u"tide"_s);
    QCOMPARE(hands.entries()[2].name, u"https://example.org/sse"_s);

    const HostDocument goose =
        HostDocument::parse(*findHost(u"goose"_s), corpusFile(u"goose.config.yaml"_s));
    QCOMPARE(goose.entries().size(), 4U); // without what is part of goose
    QCOMPARE(goose.entries()[0].arguments, QStringList({u"-y"_s, u"tide-mcp"_s, u"--port=8080"_s}));
    QCOMPARE(goose.entries()[1].program, u"alone's-mcp"_s);
    QCOMPARE(goose.entries()[3].url, u"https://example.org/mcp"_s);

    const HostDocument assistant =
        HostDocument::parse(*findHost(u"continue"_s), corpusFile(u"continue.config.yaml"_s));
    QCOMPARE(assistant.entries().size(), 4U);
    QCOMPARE(assistant.entries()[2].name, u"flow"_s);
    QCOMPARE(assistant.entries()[2].arguments[1], u"git+https://example.org/x#frag"_s);
    for (const HostDocument &document : {codex, vibe, hands, goose, assistant})
        QVERIFY2(document.problems().empty(), qPrintable(firstSentence(document)));
}

void TestHostDialects::changesOnlyLinesOfTheTap_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::newRow("toml") << QByteArray("codex")
                          << QByteArray("[mcp_servers.c]\n  command = 'c' # c\n  cwd = \"/\"\n")
                          << QByteArray("[mcp_servers.c]\n  command = \"/s/sonde-cli\" # c\n"
                                        "  args = [\"tap\", \"--name=c\", \"--record=/r\", \"--\", "
                                        "'c']\n  cwd = \"/\"\n");
    QTest::newRow("toml array") << QByteArray("codex")
                                << QByteArray("[mcp_servers.c]\r\nargs = [\r\n  \"x\", # x\r\n]\r\n"
                                              "command = \"c\"\r\n")
                                << QByteArray(
                                       "[mcp_servers.c]\r\nargs = [\r\n  \"tap\", \"--name\", "
                                       "\"c\", \"--record\", \"/r\", \"--\", \"c\", \"x\", # x\r\n"
                                       "]\r\ncommand = \"/s/sonde-cli\"\r\n");
    QTest::newRow("yaml") << QByteArray("hermes")
                          << QByteArray("mcp_servers:\n  c:\n    command: c   # c\n")
                          << QByteArray("mcp_servers:\n  c:\n    command: \"/s/sonde-cli\"   # c\n"
                                        "    args: [\"tap\", \"--name=c\", \"--record=/r\", "
                                        "\"--\", c]\n");
    QTest::newRow("yaml list")
        << QByteArray("goose")
        << QByteArray("extensions:\n  c:\n    cmd: c\n    args:\n    - x # x\n    - y\n")
        << QByteArray("extensions:\n  c:\n    cmd: \"/s/sonde-cli\"\n    args:\n    - \"tap\"\n"
                      "    - \"--name\"\n    - \"c\"\n    - \"--record\"\n    - \"/r\"\n"
                      "    - \"--\"\n    - c\n    - x # x\n    - y\n");
    QTest::newRow("yaml, first in a list")
        << QByteArray("continue") << QByteArray("mcpServers:\n- command: c\n  name: c\n")
        << QByteArray("mcpServers:\n- command: \"/s/sonde-cli\"\n  args: [\"tap\", \"--name=c\", "
                      "\"--record=/r\", \"--\", c]\n  name: c\n");
}

void TestHostDialects::changesOnlyLinesOfTheTap()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const Host &known = *findHost(QString::fromLatin1(host));
    const HostDocument document = parsed(host.constData(), before);
    QCOMPARE(document.entries().size(), 1U);
    const Result<Bytes> with =
        addTap(known, document, document.entries()[0], {u"/s/sonde-cli"_s, u"c"_s, u"/r"_s});
    QVERIFY2(with.ok(), whyNot(with).constData());
    QCOMPARE(with->toByteArray(), after);
    const HostDocument tapped = HostDocument::parse(known, *with);
    const Result<Bytes> without = removeTap(known, tapped, tapped.entries()[0]);
    QVERIFY2(without.ok(), whyNot(without).constData());
    QCOMPARE(without->toByteArray(), before);
}

// What is outside of the part of the language that is edited: the line, and why.
void TestHostDialects::refusesWhatItWouldGuess_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    const auto yaml = [](const char *name, const QByteArray &entry, const QString &part) {
        QTest::newRow(name) << QByteArray("hermes")
                            << QByteArray("x: &x [a]\nmcp_servers:\n  c:\n" + entry) << part;
    };
    yaml("anchor", "    command: &c sh\n", u"Line 4, column 17: The value has an anchor"_s);
    yaml("anchor of the entry", "    &c\n    command: sh\n", u"has an anchor"_s);
    yaml("alias", "    command: sh\n    args: *x\n", u"must be an array"_s);
    yaml("alias in a list", "    command: sh\n    args: [a, *x]\n", u"Line 5, column 15: "_s);
    yaml("tag", "    command: !str sh\n", u"has a tag"_s);
    yaml("merge", "    <<: *x\n    command: sh\n", u"takes members from another place"_s);
    yaml("block text", "    command: sh\n    args:\n    - |\n      x\n",
        u"Line 6, column 7: The text is written over several lines"_s);
    yaml("folded", "    command: sh\n      -c\n", u"over several lines"_s);
    yaml("quoted lines", "    command: \"sh\n      -c\"\n", u"over several lines"_s);
    yaml("twice", "    command: sh\n    command: sh\n", u"“command” is written twice"_s);
    QTest::newRow("entry twice") << QByteArray("hermes")
                                 << QByteArray("mcp_servers:\n  c: {command: a}\n"
                                               "  c: {command: b}\n")
                                 << u"used twice"_s;
    QTest::newRow("toml lines") << QByteArray("codex")
                                << QByteArray("[mcp_servers.c]\ncommand = \"\"\"\nsh\"\"\"\n")
                                << u"Line 2, column 11: The text is written over several lines"_s;
    QTest::newRow("table twice") << QByteArray("codex")
                                 << QByteArray("[mcp_servers.c]\ncommand = \"a\"\n"
                                               "[mcp_servers.c]\ncommand = \"b\"\n")
                                 << u"used twice"_s;
    QTest::newRow("key twice") << QByteArray("codex")
                               << QByteArray("[mcp_servers.c]\ncommand = \"a\"\ncommand = \"b\"\n")
                               << u"“command” is written twice"_s;
}

void TestHostDialects::refusesWhatItWouldGuess()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    const HostDocument document = parsed(host.constData(), text);
    QVERIFY2(!document.entries().empty(), qPrintable(firstSentence(document)));
    const Result<Bytes> with = addTap(
        *findHost(QString::fromLatin1(host)), document, document.entries().front(), tapCommand());
    QVERIFY(!with.ok());
    QVERIFY2(with.error().sentence.contains(part), qPrintable(with.error().sentence));
}

void TestHostDialects::survivesHostileText_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("text");
    for (const char *host : {"codex", "hermes"}) {
        const auto row = [host](const char *name, const QByteArray &text) {
            QTest::addRow("%s, %s", host, name) << QByteArray(host) << text;
        };
        row("brackets", QByteArray("x = ") + QByteArray(100'000, '['));
        row("braces", QByteArray("x: ") + QByteArray("{a: ").repeated(100'000));
        row("header", QByteArray(100'000, '['));
        row("dots", "a" + QByteArray(".a").repeated(100'000) + " = 1");
        row("dashes", QByteArray("- ").repeated(100'000));
        row("quote", "x: \"" + QByteArray(100'000, 'y'));
        row("toml quote", "x = \"\"\"" + QByteArray(100'000, '"') + "\\");
        row("nul", QByteArray("a\0b: c\n", 7));
        row("not UTF-8", "a = \"\xff\"\n");
        row("backslash", "x: \"\\");
        row("tab", "a:\n\tb: c\n");
        row("many", QByteArray("- a\n").repeated(300'000));
        row("many values", "x = [" + QByteArray("1,").repeated(300'000) + "]");
        row("deeper", [] {
            QByteArray lines;
            for (int i = 0; i < 400; ++i)
                lines += QByteArray(i, ' ') + "a:\n";
            return lines;
        }());
        row("documents", "---\na: 1\n---\nb: 1\n");
        row("directive", "%YAML 1.2\n---\n");
        row("colons", QByteArray(": ").repeated(100'000));
        row("bom only", "\xef\xbb\xbf");
    }
}

// Each gives entries or a problem with a place, and ends.
void TestHostDialects::survivesHostileText()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, text);
    const HostDocument document = parsed(host.constData(), text);
    QVERIFY(document.entries().empty());
    QCOMPARE(document.problems().size(), 1U);
    QVERIFY(document.problems().front().line > 0);
}

QTEST_GUILESS_MAIN(TestHostDialects)
#include "tst_hostdialects.moc"
