// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "hosts/entries/bridgeentry.h"
#include "hosts/entries/entrywriter.h"
#include "hosts/entries/hostdocument.h"
#include "hosts/entries/tapsplice.h"
#include "hosts/servers/hostimport.h"
#include "hosts/table/hosttable.h"
#include "support/places.h"

#include "base/bytes.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::hosts;
using namespace Qt::StringLiterals;

// Entries that become others: a server with a URL gets a bridge and its bytes back, servers of a
// host become servers of Sonde, and those are added to the files of every host.
class TestHostEntries : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aBridgeComesAndGoesWithoutATrace_data() { corpus(); }
    void aBridgeComesAndGoesWithoutATrace();
    void writesTheBridge_data();
    void writesTheBridge();
    void readsWhatItWasAfterTheHostHasWrittenTheFile_data();
    void readsWhatItWasAfterTheHostHasWrittenTheFile();
    void refusesWhatABridgeWouldLose_data();
    void refusesWhatABridgeWouldLose();
    void importsWhatWasBeforeABridge();
    void importsWhatItHasAdded_data();
    void importsWhatItHasAdded();
    void addsToEveryFile_data() { corpus(); }
    void addsToEveryFile();
    void writesAnAddition_data();
    void writesAnAddition();
    void writesNoSecret();
    void refusesAnAddition_data();
    void refusesAnAddition();
    void importsNothingThatItWouldGuess();

private:
    static void corpus()
    {
        QTest::addColumn<QString>("name");
        const QDir folder(sonde::test::sourcePath("tests/data/hosts"));
        for (const QString &name : folder.entryList(QDir::Files, QDir::Name))
            QTest::newRow(qPrintable(name)) << name;
    }
};

namespace {

const TapCommand kTap{u"/s/sonde-cli"_s, u"far"_s, u"/r"_s};

Bytes corpusFile(const QString &name)
{
    QFile file(sonde::test::sourcePath("tests/data/hosts/") + name);
    return file.open(QIODevice::ReadOnly) ? Bytes::fromByteArray(file.readAll()) : Bytes();
}

const Host &hostNamed(const QByteArray &id)
{
    return *findHost(QString::fromLatin1(id));
}

HostDocument parsed(const QByteArray &host, const QByteArray &text)
{
    return HostDocument::parse(hostNamed(host), Bytes::fromByteArray(text));
}

template <typename T>
QByteArray whyNot(const Result<T> &result)
{
    return result ? QByteArray() : result.error().sentence.toUtf8();
}

const HostEntry *entryNamed(const HostDocument &document, const QString &name)
{
    HostEntry wanted;
    wanted.name = name;
    return sameEntry(document, wanted);
}

config::Profile program(const QString &name)
{
    config::Profile server;
    server.name = name;
    server.program = u"/opt/new mcp"_s;
    server.arguments = {u"--port"_s, u"8080"_s, u"a \"b\" # c: d"_s};
    server.environment = {{u"TZ"_s, Secret(u"UTC"_s)}, {u"LEVEL"_s, Secret(u"yes"_s)}};
    return server;
}

config::Profile address(const QString &name)
{
    config::Profile server;
    server.name = name;
    server.reachByUrl().url = u"https://example.org/mcp?x=1#y"_s;
    server.http()->headers = {{u"X-Region"_s, Secret(u"eu"_s), false}};
    return server;
}

Result<ImportedServer> imported(const HostDocument &document, const QString &name)
{
    config::HostVariables variables;
    variables.environment = [](const QString &) { return std::optional<QString>(); };
    const HostEntry *const entry = entryNamed(document, name);
    if (!entry)
        return Error{.domain = Domain::Config, .sentence = u"no such entry"_s};
    return importedServer(document, *entry, variables);
}

bool isSame(const config::Profile &a, const config::Profile &b)
{
    const auto sameHeaders = [&] {
        return std::equal(a.http()->headers.begin(), a.http()->headers.end(),
            b.http()->headers.begin(), b.http()->headers.end(),
            [](const config::CustomHeader &one, const config::CustomHeader &other) {
                return one.name == other.name && one.value.reveal() == other.value.reveal();
            });
    };
    const auto sameVariables = [&] {
        return std::equal(a.environment.begin(), a.environment.end(), b.environment.begin(),
            b.environment.end(), [](const auto &one, const auto &other) {
                return one.first == other.first && one.second.reveal() == other.second.reveal();
            });
    };
    if (a.name != b.name || a.hasProcess() != b.hasProcess())
        return false;
    if (a.http())
        return a.http()->url == b.http()->url && sameHeaders();
    return a.program == b.program && a.arguments == b.arguments && sameVariables();
}

} // namespace

void TestHostEntries::aBridgeComesAndGoesWithoutATrace()
{
    QFETCH(QString, name);
    const Host &host = *findHost(name.section(u'.', 0, 0));
    const HostDocument before = HostDocument::parse(host, corpusFile(name));
    for (const HostEntry &entry : before.entries()) {
        if (entry.url.isEmpty())
            continue;
        const Result<Bytes> with = addTap(host, before, entry, kTap);
        if (!with) { // what it says is in the rows of refusals
            QVERIFY2(with.error().sentence.contains(u"cannot be tapped"), whyNot(with).constData());
            continue;
        }
        const HostDocument after = HostDocument::parse(host, *with);
        const HostEntry *const same = sameEntry(after, entry);
        QVERIFY(same && same->tap && same->tap->isBridge);
        QCOMPARE(same->url, entry.url);
        QVERIFY(same->program.isEmpty());
        const Result<Bytes> without = removeTap(host, after, *same);
        QVERIFY2(without.ok(), whyNot(without).constData());
        QCOMPARE(without->toByteArray(), before.bytes().toByteArray());
    }
}

void TestHostEntries::writesTheBridge_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after"); // ENTRY: what it was
    const QByteArray words =
        R"("tap", "--stdio", "--name", "far", "--record", "/r", "--url", "https://h/mcp")";
    QTest::newRow("json") << QByteArray("vscode")
                          << QByteArray("{\"servers\": {\n\t\"far\": {\n\t\t\"type\": "
                                        "\"http\",\n\t\t\"url\": \"https://h/mcp\"\n\t}\n}}")
                          << QByteArray("{\"servers\": {\n\t\"far\": {\n\t\t\"type\": "
                                        "\"stdio\",\n\t\t\"command\": \"/s/sonde-cli\",\n"
                                        "\t\t\"args\": ["
                                 + words
                                 + "],\n\t\t\"env\": {\"SONDE_ENTRY\": \"ENTRY\"}\n\t}\n}}");
    QTest::newRow("json on a line, with others")
        << QByteArray("cline")
        << QByteArray(R"({"mcpServers":{"far":{"url":"https://h/mcp","disabled":false,)"
                      R"("headers":{"X-Key":"k"},"timeout":9}}})")
        << QByteArray(R"({"mcpServers":{"far":{"command": "/s/sonde-cli", "args": [)" + words
               + R"(, "--header-env", "X-Key=SONDE_HEADER_1"], "env": {"SONDE_ENTRY": "ENTRY", )"
                 R"("SONDE_HEADER_1": "k"}, "disabled":false,"timeout":9}}})");
    QTest::newRow("list of the command")
        << QByteArray("opencode")
        << QByteArray(R"({"mcp":{"far":{"type":"remote","url":"https://h/mcp","enabled":true}}})")
        << QByteArray(R"({"mcp":{"far":{"type": "local", "command": ["/s/sonde-cli", )" + words
               + R"(], "environment": {"SONDE_ENTRY": "ENTRY"},"enabled":true}}})");
    QTest::newRow("toml") << QByteArray("codex")
                          << QByteArray("[mcp_servers.far]\r\nurl = 'https://h/mcp' # far\r\n"
                                        "enabled = true\r\n")
                          << QByteArray("[mcp_servers.far]\r\ncommand = \"/s/sonde-cli\"\r\nargs = "
                                        "["
                                 + words
                                 + "]\r\nenv = {SONDE_ENTRY = \"ENTRY\"} # far\r\n"
                                   "enabled = true\r\n");
    QTest::newRow("yaml") << QByteArray("goose")
                          << QByteArray("extensions:\n  far:\n    enabled: true\n    type: "
                                        "streamable_http\n    uri: https://h/mcp\n")
                          << QByteArray("extensions:\n  far:\n    enabled: true\n    type: "
                                        "\"stdio\"\n    cmd: \"/s/sonde-cli\"\n    args: ["
                                 + words + "]\n    envs: {SONDE_ENTRY: \"ENTRY\"}\n");
}

void TestHostEntries::writesTheBridge()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    const HostDocument document = parsed(host, before);
    QCOMPARE(document.entries().size(), 1U);
    const Result<Bytes> with = addTap(hostNamed(host), document, document.entries()[0], kTap);
    QVERIFY2(with.ok(), whyNot(with).constData());
    QByteArray text = with->toByteArray();
    const qsizetype begin = text.indexOf("SONDE_ENTRY");
    const qsizetype quote = text.indexOf(
        '"', text.indexOf(begin > 0 && text[begin - 1] == '"' ? ": \"" : " \"", begin) + 1);
    const qsizetype end = text.indexOf('"', quote + 1);
    text.replace(quote + 1, end - quote - 1, "ENTRY");
    QCOMPARE(text, after);
}

// Written anew by the host: other order and layout, another member, and without comments.
void TestHostEntries::readsWhatItWasAfterTheHostHasWrittenTheFile_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("expected"); // after the tap is removed
    const QByteArray entry = R"("url": "https://h/mcp", "headers": {"X-Key": "k"}, "type": "http")";
    QTest::newRow("json") << QByteArray("claude-code")
                          << "{\"mcpServers\": {\"far\": {" + entry + "}}}"
                          << "{\"mcpServers\": {\"far\": {\"disabled\": true, " + entry + "}}}";
}

void TestHostEntries::readsWhatItWasAfterTheHostHasWrittenTheFile()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, expected);
    const HostDocument document = parsed(host, before);
    const Result<Bytes> with = addTap(hostNamed(host), document, document.entries()[0], kTap);
    QVERIFY2(with.ok(), whyNot(with).constData());
    QJsonObject root = QJsonDocument::fromJson(with->toByteArray()).object();
    QJsonObject servers = root.value(u"mcpServers"_s).toObject();
    QJsonObject far = servers.value(u"far"_s).toObject();
    far.insert(u"disabled"_s, true);
    servers.insert(u"far"_s, far);
    root.insert(u"mcpServers"_s, servers);
    const HostDocument written = parsed(host, QJsonDocument(root).toJson());
    const Result<Bytes> without = removeTap(hostNamed(host), written, written.entries()[0]);
    QVERIFY2(without.ok(), whyNot(without).constData());
    QCOMPARE(QJsonDocument::fromJson(without->toByteArray()), QJsonDocument::fromJson(expected));
}

void TestHostEntries::refusesWhatABridgeWouldLose_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    const auto json = [](const char *name, const QByteArray &more, const QString &part) {
        QTest::newRow(name) << QByteArray("cursor")
                            << "{\"mcpServers\": {\"x\": {\"url\": \"https://h/\", " + more + "}}}"
                            << part;
    };
    json("helper", R"("headersHelper": "x")", u"only Cursor can read its “headersHelper”"_s);
    json("arguments", R"("args": [])", u"both a command and a URL"_s);
    json("url twice", R"("x": 1}, "x": {"url": "https://h/")", u"used twice"_s);
    QTest::newRow("token") << QByteArray("codex")
                           << QByteArray("[mcp_servers.x]\nurl = \"https://h/\"\n"
                                         "bearer_token_env_var = \"T\"\n")
                           << u"only Codex can read its “bearer_token_env_var”"_s;
    QTest::newRow("table") << QByteArray("codex")
                           << QByteArray("[mcp_servers.x]\nurl = \"https://h/\"\n"
                                         "[mcp_servers.x.http_headers]\nA = \"1\"\n")
                           << u"write its “http_headers” on one line"_s;
    QTest::newRow("list apart") << QByteArray("openhands")
                                << QByteArray("[mcp]\nsse_servers = [\"https://h/\"]\n")
                                << u"cannot be tapped in place"_s;
    QTest::newRow("alias") << QByteArray("hermes")
                           << QByteArray("h: &h {A: b}\nmcp_servers:\n  x:\n    url: https://h/\n"
                                         "    headers: *h\n")
                           << u"is an alias"_s;
}

void TestHostEntries::refusesWhatABridgeWouldLose()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    const HostDocument document = parsed(host, text);
    QVERIFY(!document.entries().empty());
    const Result<Bytes> with = addTap(hostNamed(host), document, document.entries().back(), kTap);
    QVERIFY(!with.ok());
    QVERIFY2(with.error().sentence.contains(part), whyNot(with).constData());
}

void TestHostEntries::importsWhatWasBeforeABridge()
{
    const Host &host = *findHost(u"cursor"_s);
    const HostDocument before = parsed("cursor",
        R"({"mcpServers": {"far": {"url": "https://h/mcp", "headers": {"X-Key": "k"}}}})");
    const Result<Bytes> with = addTap(host, before, before.entries()[0], kTap);
    QVERIFY2(with.ok(), whyNot(with).constData());
    const Result<ImportedServer> server = imported(HostDocument::parse(host, *with), u"far"_s);
    QVERIFY2(server.ok(), whyNot(server).constData());
    QVERIFY(server->profile.http());
    QCOMPARE(server->profile.http()->url, u"https://h/mcp"_s);
    QCOMPARE(server->profile.http()->headers.size(), std::size_t(1));
    QCOMPARE(server->profile.http()->headers[0].value.reveal(), u"k"_s);
}

void TestHostEntries::importsWhatItHasAdded_data()
{
    QTest::addColumn<QByteArray>("host");
    for (const Host &host : hostTable()) {
        if (host.id != QLatin1String("openhands")) // which has a list per transport
            QTest::newRow(host.id.data()) << QByteArray(host.id.data());
    }
}

// Import, export and import again, in the format of every host.
void TestHostEntries::importsWhatItHasAdded()
{
    QFETCH(QByteArray, host);
    for (const config::Profile &server : {program(u"new one"_s), address(u"far-2"_s)}) {
        const Result<AddedEntry> added = planAddition(hostNamed(host), {}, server);
        if (!added && host == "claude-desktop") {
            QVERIFY2(added.error().sentence.contains(u"tap --stdio"), whyNot(added).constData());
            continue;
        }
        QVERIFY2(added.ok(), whyNot(added).constData());
        QCOMPARE(added->notes, QStringList());
        const HostDocument document = HostDocument::parse(hostNamed(host), added->file.content);
        const Result<ImportedServer> back = imported(document, server.name);
        QVERIFY2(back.ok(), whyNot(back).constData());
        QVERIFY2(isSame(back->profile, server), added->file.content.toByteArray().constData());
        const Result<AddedEntry> again = planAddition(hostNamed(host), {}, back->profile);
        QVERIFY2(again.ok(), whyNot(again).constData());
        QCOMPARE(again->file.content.toByteArray(), added->file.content.toByteArray());
    }
}

void TestHostEntries::addsToEveryFile()
{
    QFETCH(QString, name);
    const Host &host = *findHost(name.section(u'.', 0, 0));
    const HostDocument before = HostDocument::parse(host, corpusFile(name));
    const Result<AddedEntry> added = planAddition(host, before, program(u"new one"_s));
    const bool isUnusual = name == u"codex.inline.toml"_s || name == u"openhands.lists.toml"_s;
    QCOMPARE(added.ok(), !isUnusual);
    if (isUnusual)
        return;
    QCOMPARE(added->file.splices.size(), std::size_t(1));
    const Splice &splice = added->file.splices.front();
    QCOMPARE(splice.begin, splice.end); // nothing goes
    const HostDocument after = HostDocument::parse(host, added->file.content);
    const Result<ImportedServer> back = imported(after, u"new one"_s);
    QVERIFY2(back.ok(), whyNot(back).constData());
    QVERIFY2(isSame(back->profile, program(u"new one"_s)),
        added->file.content.toByteArray().constData());
    const HostEntry *const entry = entryNamed(after, u"new one"_s);
    const Result<Bytes> with = addTap(host, after, *entry, kTap);
    QVERIFY2(with.ok(), whyNot(with).constData());
}

void TestHostEntries::writesAnAddition_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    const QByteArray lines = "\"n\": {\n      \"command\": \"n\",\n      \"args\": []\n    }";
    QTest::newRow("new") << QByteArray("cursor") << QByteArray()
                         << "{\n  \"mcpServers\": {\n    " + lines + "\n  }\n}\n";
    QTest::newRow("empty object") << QByteArray("cursor") << QByteArray("{}")
                                  << "{\n  \"mcpServers\": {\n    " + lines + "\n  }\n}";
    QTest::newRow("empty servers")
        << QByteArray("cursor") << QByteArray("{\n  \"mcpServers\": {}\n}\n")
        << "{\n  \"mcpServers\": {\n    " + lines + "\n  }\n}\n";
    QTest::newRow("beside") << QByteArray(
        "cursor") << QByteArray("{\n  \"mcpServers\": {\n    \"a\": {\"command\": \"a\"}\n  }\n}\n")
                            << "{\n  \"mcpServers\": {\n    " + lines
            + ",\n    \"a\": {\"command\": \"a\"}\n  }\n}\n";
    QTest::newRow("one line") << QByteArray("cursor")
                              << QByteArray(R"({"x":1,"mcpServers":{"a":{"command":"a"}}})")
                              << QByteArray(
                                     R"({"x":1,"mcpServers":{"n": {"command": "n", "args": []}, )"
                                     R"("a":{"command":"a"}}})");
    QTest::newRow("toml") << QByteArray("codex") << QByteArray("model = \"x\"")
                          << QByteArray("model = \"x\"\n\n[mcp_servers.n]\ncommand = \"n\"\n"
                                        "args = []\n");
    QTest::newRow("yaml") << QByteArray("hermes")
                          << QByteArray("mcp_servers:\n   # first\n   a: {command: a}\n")
                          << QByteArray("mcp_servers:\n   # first\n   n:\n     command: \"n\"\n"
                                        "     args: []\n   a: {command: a}\n");
    QTest::newRow("yaml list")
        << QByteArray("continue") << QByteArray("mcpServers:\n- name: a\n  command: a\n")
        << QByteArray("mcpServers:\n- name: \"n\"\n  type: \"stdio\"\n  command: \"n\"\n  args: "
                      "[]\n- name: a\n  command: a\n");
    QTest::newRow("yaml without")
        << QByteArray("hermes") << QByteArray("a: 1")
        << QByteArray("a: 1\nmcp_servers:\n  n:\n    command: \"n\"\n    args: []\n");
}

void TestHostEntries::writesAnAddition()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    config::Profile server;
    server.name = u"n"_s;
    server.program = u"n"_s;
    const Result<AddedEntry> added = planAddition(hostNamed(host), parsed(host, before), server);
    QVERIFY2(added.ok(), whyNot(added).constData());
    QCOMPARE(added->file.content.toByteArray(), after);
}

void TestHostEntries::writesNoSecret()
{
    config::Profile server = program(u"n"_s);
    server.environment.emplace_back(u"N_TOKEN"_s, Secret(u"s3cret"_s));
    server.secretVariables = QStringList(u"N_TOKEN"_s);
    config::Profile far = address(u"far 2"_s);
    far.http()->headers.push_back({u"Authorization"_s, Secret(u"Bearer s3cret"_s), true});
    for (const Host &host : hostTable()) {
        if (host.id == QLatin1String("openhands"))
            continue;
        for (const config::Profile &profile : {server, far}) {
            const Result<AddedEntry> added = planAddition(host, {}, profile);
            if (!added)
                continue; // Claude Desktop has no URLs
            QVERIFY2(!added->file.content.toByteArray().contains("s3cret"), host.id.data());
            QVERIFY2(added->notes.size() == 1, host.id.data()); // where it is expected
        }
    }
    const auto text = [](const char *host, const config::Profile &profile) {
        return planAddition(hostNamed(host), {}, profile)->file.content.toByteArray();
    };
    QVERIFY(text("claude-code", server).contains(R"("N_TOKEN": "${N_TOKEN}")"));
    QVERIFY(text("codex", server).contains(R"(env_vars = ["N_TOKEN"])"));
    QVERIFY(text("vscode", far).contains(R"("Authorization": "${env:FAR_2_AUTHORIZATION}")"));
    QVERIFY(!text("junie", server).contains("N_TOKEN"));
}

void TestHostEntries::refusesAnAddition_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("part");
    QTest::newRow("name") << QByteArray("cursor")
                          << QByteArray(R"({"mcpServers": {"new one": {"command": "a"}}})")
                          << u"already has a server “new one”"_s;
    QTest::newRow("broken") << QByteArray("cursor") << QByteArray("{") << QString();
    QTest::newRow("no object") << QByteArray("cursor") << QByteArray("[]") << u"unusual way"_s;
    QTest::newRow("null") << QByteArray("cursor") << QByteArray(R"({"mcpServers": null})")
                          << u"unusual way"_s;
    QTest::newRow("inline") << QByteArray("codex") << QByteArray("mcp_servers = {}\n")
                            << u"unusual way"_s;
    QTest::newRow("flow root") << QByteArray("hermes") << QByteArray("{mcp_servers: {}}\n")
                               << u"unusual way"_s;
}

void TestHostEntries::refusesAnAddition()
{
    QFETCH(QByteArray, host);
    QFETCH(QByteArray, text);
    QFETCH(QString, part);
    const Result<AddedEntry> added =
        planAddition(hostNamed(host), parsed(host, text), program(u"new one"_s));
    QVERIFY(!added.ok());
    QVERIFY2(!added.error().sentence.isEmpty() && added.error().sentence.contains(part),
        whyNot(added).constData());
}

void TestHostEntries::importsNothingThatItWouldGuess()
{
    const HostDocument document = parsed("hermes",
        "x: &x {A: b}\nmcp_servers:\n  c:\n    command: sh\n    env: *x\n  d:\n    command: sh\n"
        "    description: |\n      text\n  e:\n    command: >-\n      sh\n");
    const Result<ImportedServer> alias = imported(document, u"c"_s);
    QVERIFY(!alias.ok());
    QVERIFY2(alias.error().sentence.contains(u"Line 5, column 10: "), whyNot(alias).constData());
    QVERIFY(imported(document, u"d"_s).ok());
    QVERIFY(!imported(document, u"e"_s).ok());
}

QTEST_GUILESS_MAIN(TestHostEntries)
#include "tst_hostentries.moc"
