// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/hostdocument.h"
#include "hosts/servers/serversoffile.h"
#include "support/shownserver.h"

#include <QStringEncoder>
#include <QTest>

using namespace sonde;
using namespace sonde::hosts;
using namespace Qt::StringLiterals;

// A configuration file means the same in every format and encoding, and is never a command line.
class TestServersOfFile : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsEveryFormat_data();
    void readsEveryFormat();
    void saysHowItReadABareFile();
    void agreesWithTheReaderOfHosts_data();
    void agreesWithTheReaderOfHosts();
    void readsEveryEncoding_data();
    void readsEveryEncoding();
    void saysWhatHostsRefuse_data();
    void saysWhatHostsRefuse();
    void takesNoFileForACommandLine_data();
    void takesNoFileForACommandLine();
    void showsNoSecret();
    void isBounded();
};

namespace {

Result<config::PastedServers> readServers(const QByteArray &text)
{
    return readServersOfFile({text.constData(), std::size_t(text.size())});
}

QStringList shownServers(const QByteArray &text)
{
    const auto servers = readServers(text);
    if (!servers)
        return {u'!' + servers.error().sentence};
    QStringList list;
    for (const config::Profile &profile : servers->profiles)
        list += sonde::test::shown(profile);
    return list;
}

} // namespace

void TestServersOfFile::readsEveryFormat_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QStringList>("servers");
    const auto row = [](const char *name, const char *text, const QStringList &servers) {
        QTest::newRow(name) << QByteArray(text) << servers;
    };
    row("JSON", R"({"mcpServers":{"a":{"command":"p","args":["q"]}}})", {u"a | p q"_s});
    row("comments", "// mine\n{\"servers\":{\"a\":{\"command\":\"p\",},},}", {u"a | p"_s});
    row("a list", R"({"mcpServers":[{"name":"a","command":"p"},{"name":"b","url":"https://b/"}]})",
        {u"a | p"_s, u"b | auto https://b/"_s});
    row("a bare map", R"({"a":{"command":"p"}})", {u"a | p"_s});
    row("a bare list", R"([{"name":"a","command":"p"}])", {u"a | p"_s});
    row("by project", R"({"mcpServers":{"a":{"command":"p"}},"projects":{"/w":{"mcpServers":
        {"b":{"command":"q"}}},"/x":{}}})",
        {u"a | p"_s, u"b | q"_s});
    row("Cline's transport", R"({"mcpServers":{"a":{"transport":{"type":"stdio","command":"p",
        "args":["q"],"env":{"A":"b"}},"disabled":false}}})",
        {u"a | A=b p q"_s});
    row("Cline's transport with a URL", R"({"mcpServers":{"a":{"transport":{"type":"sse",
        "url":"https://a/","headers":{"X":"y"}}}}})",
        {u"a | sse https://a/ | X=y"_s});
    row("Codex",
        "# mine\nmodel = \"m\"\n[mcp_servers.a]\ncommand = \"p\"\nargs = [\"q\", \"r\"]\n"
        "env = { A = \"b\" }\n[mcp_servers.b]\nurl = \"https://b/\"\n"
        "bearer_token_env_var = \"T\"\nenv_http_headers = { X = \"Y\" }\n",
        {u"a | A=b p q r"_s, u"b | auto https://b/ | Authorization=Bearer ${T}! | X=${Y}"_s});
    row("Mistral Vibe", "[[mcp_servers]]\nname = \"a\"\ncommand = \"p\"\n", {u"a | p"_s});
    row("Continue",
        "name: mine\nmcpServers:\n  - name: a\n    command: p\n    args:\n      - q\n"
        "    env:\n      A: b\n",
        {u"a | A=b p q"_s});
    row("goose",
        "extensions:\n  dev:\n    type: builtin\n  a:\n    cmd: p\n    args: [q]\n"
        "    envs: {A: b}\n  b:\n    type: streamable_http\n    uri: https://b/\n",
        {u"a | A=b p q"_s, u"b | streamable https://b/"_s});
    row("LibreChat", "mcpServers:\n  a:\n    command: p\n", {u"a | p"_s});
    row("one server of several",
        "mcpServers:\n  a:\n    command: p\n  b:\n    command: |\n      p\n", {u"a | p"_s});
    row("OpenHands",
        "[mcp]\nsse_servers = [\"https://a/\"]\n[[mcp.stdio_servers]]\nname = \"b\"\ncommand = "
        "\"p\"\n",
        {u"b | p"_s, u"a | auto https://a/"_s});
    row("opencode", R"({"mcp":{"servers":{"a":{"command":["p","q"]}}}})", {u"a | p q"_s});
    row("a bare map in YAML", "a:\n  command: p\n", {u"a | p"_s});
    row("a bare list in YAML", "- name: a\n  command: p\n", {u"a | p"_s});
    row("behind a tap",
        R"({"mcpServers":{"a":{"command":"/x/sonde-cli","args":["tap","--name","a","--","p","q"]}}})",
        {u"a | p q"_s});
}

void TestServersOfFile::readsEveryFormat()
{
    QFETCH(QByteArray, text);
    QTEST(shownServers(text), "servers");
}

// Where a file has no container, people must know what its names were taken for.
void TestServersOfFile::saysHowItReadABareFile()
{
    const auto shapeOf = [](const char *text) { return readServers(text)->shape; };
    QVERIFY(shapeOf(R"({"a":{"command":"p"}})").contains(u"a map of servers"_s));
    QVERIFY(shapeOf(R"([{"name":"a","command":"p"}])").contains(u"a list of servers"_s));
    QVERIFY(shapeOf("- name: a\n  command: p\n").contains(u"a list of servers"_s));
    QVERIFY(shapeOf(R"({"command":"p"})").contains(u"one server"_s));
    QCOMPARE(shapeOf(R"({"mcpServers":{"a":{"command":"p"}}})"), QString());
    QCOMPARE(shapeOf(R"({"mcp":{"a":{"command":"p"}}})"), QString());
}

// What a host's own file and any other file mean is read once: `hosts` and --config agree.
void TestServersOfFile::agreesWithTheReaderOfHosts_data()
{
    QTest::addColumn<QByteArray>("entry");
    for (const char *entry : {R"("command":"p","args":["q"])", R"("command":"p","args":"q 'r s'")",
             R"("command":["p","q"])", R"("command":{"path":"p","args":["q"]})",
             R"("transport":{"type":"stdio","command":"p","args":["q"]})",
             R"("transport":{"type":"sse","url":"https://a/"})", R"("uri":"https://a/")",
             R"("command":"p","url":"https://a/","type":"http")",
             R"("command":"p","url":"https://a/")", R"("command":"","url":"https://a/")"})
        QTest::newRow(entry) << QByteArray(entry);
}

void TestServersOfFile::agreesWithTheReaderOfHosts()
{
    QFETCH(QByteArray, entry);
    const QByteArray text = "{\"mcpServers\":{\"s\":{" + entry + "}}}";
    const auto servers = readServers(text);
    QVERIFY(servers);
    const HostDocument document =
        HostDocument::parse(*findHost(u"cursor"_s), Bytes::fromByteArray(text));
    const HostEntry &listed = document.entries().at(0);
    const config::Profile &server = servers->profiles.at(0);
    QCOMPARE(listed.url, server.http() ? server.http()->url : QString());
    QCOMPARE(listed.program, server.program);
    QCOMPARE(listed.arguments, server.arguments);
}

void TestServersOfFile::readsEveryEncoding_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("note");
    const QString text = u"{\"mcpServers\":{\"é\":{\"command\":\"p\"}}}"_s;
    QTest::newRow("UTF-8") << text.toUtf8() << QByteArray();
    QTest::newRow("UTF-8 with a mark")
        << QByteArray("\xef\xbb\xbf" + text.toUtf8()) << QByteArray("byte order");
    using Encoding = QStringConverter::Encoding;
    for (const Encoding encoding :
        {Encoding::Utf16LE, Encoding::Utf16BE, Encoding::Utf32LE, Encoding::Utf32BE}) {
        const QByteArray name = QStringConverter::nameForEncoding(encoding);
        QStringEncoder marked(encoding, QStringConverter::Flag::WriteBom);
        const QByteArray bytes = marked(text);
        QTest::newRow(QByteArray(name + " with a mark").constData()) << bytes << name.left(6);
        if (encoding == Encoding::Utf16LE || encoding == Encoding::Utf16BE)
            QTest::newRow(name.constData()) << bytes.mid(2) << name.left(6);
    }
}

void TestServersOfFile::readsEveryEncoding()
{
    QFETCH(QByteArray, text);
    QFETCH(QByteArray, note);
    const auto servers = readServers(text);
    QVERIFY2(servers, qPrintable(servers ? QString() : servers.error().sentence));
    QCOMPARE(servers->profiles.front().name, u"é"_s);
    const QStringList &differences = servers->differences.at(0);
    QCOMPARE(differences.size(), note.isEmpty() ? 0 : 1);
    QVERIFY(differences.join(u' ').contains(QString::fromLatin1(note)));
}

void TestServersOfFile::saysWhatHostsRefuse_data()
{
    QTest::addColumn<QByteArray>("entry");
    QTest::addColumn<QString>("shown");
    QTest::addColumn<QStringList>("says");
    const auto row = [](const char *entry, const char *shown, const QStringList &says) {
        QTest::newRow(entry) << QByteArray(entry) << QString::fromUtf8(shown) << says;
    };
    row(R"("command":"p")", "s | p", {});
    row(R"("command":"p","args":"q 'r s'")", "s | p q 'r s'", {u"must be an array"_s});
    row(R"("command":"p q")", "s | p q", {u"contains arguments"_s});
    row(R"("command":"p ","args":["q"])", "s | 'p ' q", {u"ends with a blank"_s});
    row(R"("command":"/no dir/p","args":[])", "s | '/no dir/p'", {});
    row(R"("command":"p","args":["q",80,true])", "s | p q 80 true",
        {u"item of “args”"_s, u"item of “args”"_s});
    row(R"("command":"p","env":{"A":1,"B":null,"C":"d"})", "s | A=1 C=d p", {u"value of “A”"_s});
    row(R"("url":"https://a/","headers":{"X":1})", "s | auto https://a/ | X=1",
        {u"value of “X”"_s});
    row(R"("command":"p","command":"q")", "s | q", {u"“command” is written twice"_s});
    row(R"("command":"p","url":"https://a/")", "s | p", {u"a command and a URL"_s});
    row(R"("command":"p","disabled":true)", "s | p", {u"is disabled"_s});
    row(R"("command":"p","envFile":"${workspaceFolder}/.env")", "s | p", {u"“envFile”"_s});
}

void TestServersOfFile::saysWhatHostsRefuse()
{
    QFETCH(QByteArray, entry);
    QFETCH(QString, shown);
    QFETCH(QStringList, says);
    const auto servers = readServers("{\"mcpServers\":{\"s\":{" + entry + "}}}");
    QVERIFY(servers);
    QCOMPARE(sonde::test::shown(servers->profiles.at(0)), shown);
    const QStringList &differences = servers->differences.at(0);
    QVERIFY2(differences.size() == says.size(), qPrintable(differences.join(u'\n')));
    for (qsizetype i = 0; i < says.size(); ++i) {
        QVERIFY2(differences[i].contains(says[i]), qPrintable(differences[i]));
        QVERIFY2(differences[i].contains(u"“s”"_s), qPrintable(differences[i]));
    }
}

void TestServersOfFile::takesNoFileForACommandLine_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("empty") << QByteArray() << u"It is empty."_s;
    QTest::newRow("blank") << QByteArray(" \n\t\n") << u"It is empty."_s;
    QTest::newRow("a command line") << QByteArray("echo hello\n") << u"text without servers"_s;
    QTest::newRow("a URL") << QByteArray("https://example.org/mcp\n") << u"without servers"_s;
    QTest::newRow("notes") << QByteArray("echo one\n\n- two\n") << u"It "_s;
    QTest::newRow("XML") << QByteArray("<?xml version=\"1.0\"?>\n<a b=\"c\"/>\n") << u"It "_s;
    QTest::newRow("a script") << QByteArray("#!/bin/sh\nexec npx -y x\n") << u"without servers"_s;
    QTest::newRow("other settings") << QByteArray("a: 1\nb: 2\n") << u"contains no server"_s;
    QTest::newRow("other TOML") << QByteArray("[a]\nb = 1\n") << u"contains no server"_s;
    QTest::newRow("bad TOML") << QByteArray("[mcp_servers.a]\ncommand = p\n") << u"read as TOML"_s;
    QTest::newRow("bad JSON") << QByteArray("{\"mcpServers\":\n {\"a\":{}") << u"line 2"_s;
    QTest::newRow("curly quotes") << QByteArray("{\"mcpServers\": “a”}") << u"typographic"_s;
    QTest::newRow("zeros") << QByteArray("{\"a\":\0}", 7) << u"byte 6"_s;
    QTest::newRow("Latin-1") << QByteArray("{\"a\":\"\xe9\"}") << u"byte 7"_s;
    QTest::newRow("half of UTF-16") << QByteArray("\xff\xfe{", 3) << u"UTF-16"_s;
    QTest::newRow("a text over several lines")
        << QByteArray("mcpServers:\n  a:\n    command: |\n      p\n      q\n") << u"Line 3"_s;
}

void TestServersOfFile::takesNoFileForACommandLine()
{
    QFETCH(QByteArray, text);
    QFETCH(QString, says);
    const auto servers = readServers(text);
    QVERIFY2(!servers, qPrintable(shownServers(text).join(u'\n')));
    QCOMPARE(servers.error().domain, Domain::Usage);
    QVERIFY2(servers.error().sentence.contains(says), qPrintable(servers.error().sentence));
}

void TestServersOfFile::showsNoSecret()
{
    const auto servers = readServers(R"({"mcpServers":{"s":{"command":"p --token hidden1 ","args":
        "--key hidden2","env":{"TOKEN":"hidden3"},"headers":{"X":"hidden4"},"url":"https://a/hidden5"}}})");
    QVERIFY(servers);
    QVERIFY(servers->differences.at(0).size() > 2);
    QVERIFY(!servers->notes.join(u' ').contains(u"hidden"_s));
    QVERIFY(!servers->differences.at(0).join(u' ').contains(u"hidden"_s));
}

void TestServersOfFile::isBounded()
{
    QByteArray numbers = R"({"mcpServers":{"s":{"command":"p","args":[)";
    for (int i = 0; i < 100'000; ++i)
        numbers += "1,";
    const auto servers = readServers(numbers + "2]}}}");
    QVERIFY(servers);
    QVERIFY(servers->differences.at(0).size() <= 20);
    QByteArray aliases = "x: &x 1\n";
    for (int i = 0; i < 50'000; ++i)
        aliases += "k" + QByteArray::number(i) + ": *x\n";
    QVERIFY(!readServers(aliases));
    QVERIFY(!readServers(QByteArray(100'000, '{')));
    QVERIFY(!readServers(QByteArray(100'000, '[')));
}

QTEST_GUILESS_MAIN(TestServersOfFile)
#include "tst_serversoffile.moc"
