// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/agentserver.h"
#include "demo/dialogue/dialogue.h"
#include "demo/dialogue/outbox.h"
#include "support/patience.h"
#include "json/singleline.h"

#include <QDir>
#include <QFileInfo>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <set>

using namespace sonde;
using namespace sonde::agent;

// The tools for coding agents without a server to inspect: their definitions, what is allowed, and
// the messages of a client.
class TestAgentTools : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void everySchemaCanBeUsed();
    void everyToolIsDescribed();
    void definitionsAreSmall();
    void comparesCommandsWithPatterns_data();
    void comparesCommandsWithPatterns();
    void followsLinksInAllowedFiles();
    void writesACommandAsALineOfAShell();
    void cutsTextsBetweenCharacters();
    void speaksEveryRevision_data();
    void speaksEveryRevision();
    void takesOneLineOfJson();
    void servesOtherCallsWhileItExports();
};

namespace {

// A server of agents with a client that sends lines.
class Talk {
public:
    std::string send(const std::string &line)
    {
        m_dialogue.receive(Bytes::copyOf(line), m_outbox);
        m_dialogue.sweep();
        return m_outbox.takeOutput();
    }
    std::string takeOutput() { return m_outbox.takeOutput(); }
    Permissions &permissions() { return m_permissions; }

private:
    trace::Recorder m_recorder;
    Recording m_recording{m_recorder, m_recorder};
    Permissions m_permissions;
    const AgentSurroundings m_surroundings{
        [](const QString &) -> Result<config::Profile> {
            return Error{.domain = Domain::Usage, .sentence = QStringLiteral("Nothing is saved.")};
        },
        [](const config::Profile &, QObject *, const AgentSurroundings::Filled &) {},
        [](const config::Profile &) { return nullptr; }};
    Toolbox m_toolbox{m_recording, m_permissions, m_surroundings};
    AgentServer m_server{m_toolbox, QByteArrayLiteral("a secret of the test")};
    demo::Outbox m_outbox;
    demo::Dialogue m_dialogue{m_server, m_outbox};
};

std::string initialize(const std::string &revision, const std::string &capabilities = "{}")
{
    return R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":")"
        + revision + R"(","capabilities":)" + capabilities
        + R"(,"clientInfo":{"name":"t","version":"1"}}})";
}

std::string call(const std::string &tool, const std::string &arguments)
{
    return R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":")" + tool
        + R"(","arguments":)" + arguments + "}}";
}

bool has(const std::string &text, std::string_view part)
{
    return text.find(part) != std::string::npos;
}

} // namespace

void TestAgentTools::everySchemaCanBeUsed()
{
    for (const AgentTool &tool : tools()) {
        for (const std::string &text : {tool.inputSchema, tool.outputSchema}) {
            const auto schema = std::make_shared<const json::Document>(json::Document::parse(text));
            QVERIFY2(schema->isValid(), tool.name.data());
            QVERIFY2(schema->root()["type"].equals("object"), tool.name.data());
            const auto validator = schema::Validator::make(schema);
            QVERIFY2(
                validator.ok(), qPrintable(validator ? QString() : validator.error().sentence));
        }
    }
}

void TestAgentTools::everyToolIsDescribed()
{
    QCOMPARE(tools().size(), std::size_t(15));
    std::set<ToolId> ids;
    for (const AgentTool &tool : tools()) {
        QVERIFY2(ids.insert(tool.id).second, tool.name.data());
        QVERIFY2(tool.description.size() > 40, tool.name.data());
        QVERIFY2(!tool.title.empty(), tool.name.data());
        QCOMPARE(findTool(tool.name), &tool);
        const auto schema = json::Document::parse(tool.inputSchema);
        for (const json::Value property : schema.root()["properties"])
            QVERIFY2(property["description"].isString(), tool.name.data());
        for (const json::Value required : schema.root()["required"])
            QVERIFY2(schema.root()["properties"][required.text()], tool.name.data());
    }
}

// A model reads all of them in every conversation: four bytes are about a token.
void TestAgentTools::definitionsAreSmall()
{
    std::size_t bytes = 0;
    for (const AgentTool &tool : tools())
        bytes += definitionOf(tool, demo::featuresOf(demo::Revision::R2025_11_25)).size();
    QVERIFY2(bytes / 4 < 6000, qPrintable(QString::number(bytes)));
}

void TestAgentTools::comparesCommandsWithPatterns_data()
{
    QTest::addColumn<QByteArray>("pattern");
    QTest::addColumn<QByteArray>("line");
    QTest::addColumn<bool>("allowed");
    const auto row = [](const char *pattern, const char *line, bool allowed) {
        QTest::addRow("%s | %s", pattern, line)
            << QByteArray(pattern) << QByteArray(line) << allowed;
    };
    row("node *", "node server.js", true);
    row("node *", "node", false);
    row("node *", "nodejs server.js", false);
    row("node server.js", "node server.js", true);
    row("node server.js", "node server.js --eval x", false);
    row("node *.js", "node a.js b", false);
    row("node *.js", "node a.mjs b.js", true);
    row("node *", "NODE_OPTIONS=x node server.js", false);
    row("node *", "cd /tmp && node server.js", false);
    row("*", "rm -rf /", true);
    row("*a*b", "xxaxxab", true);
    row("*a*b", "xxaxxa", false);
    row("", "", true);
    row("", "node", false);
}

void TestAgentTools::comparesCommandsWithPatterns()
{
    QFETCH(QByteArray, pattern);
    QFETCH(QByteArray, line);
    QFETCH(bool, allowed);
    Permissions permissions;
    permissions.allowCommand(pattern.toStdString());
    QCOMPARE(permissions.allows(line.toStdString()), allowed);
    Permissions none;
    QVERIFY(!none.allows(line.toStdString()));
    none.grant(line.toStdString());
    QVERIFY(none.allows(line.toStdString()));
}

// Paths are compared without links, and the person may name the folder by one.
void TestAgentTools::followsLinksInAllowedFiles()
{
    const QTemporaryDir folder;
    QVERIFY(QDir(folder.path()).mkdir(QStringLiteral("real")));
    QVERIFY(QFile::link(QStringLiteral("real"), folder.filePath(QStringLiteral("link"))));
    const auto path = [&folder](const char *name) {
        return folder.filePath(QLatin1String(name)).toStdString();
    };
    const std::string file =
        QFileInfo(folder.filePath(QStringLiteral("real"))).canonicalFilePath().toStdString()
        + "/a.md";
    for (const char *pattern : {"link/*", "link/a.md", "real/*.md"}) {
        Permissions permissions;
        permissions.allowFile(path(pattern));
        QVERIFY2(permissions.allowsFile(file), pattern);
    }
    Permissions permissions;
    permissions.allowFile(path("missing/*"));
    permissions.allowFile("*.har");
    QVERIFY(!permissions.allowsFile(file));
    QVERIFY(permissions.allowsFile("/a.har"));
}

void TestAgentTools::writesACommandAsALineOfAShell()
{
    config::Profile server;
    server.program = QStringLiteral("node");
    server.arguments = {QStringLiteral("a b.js"), QStringLiteral("; rm x")};
    QCOMPARE(Permissions::lineOf(server), std::string("node 'a b.js' '; rm x'"));
    server.environment.emplace_back(QStringLiteral("A"), Secret(QStringLiteral("1 2")));
    server.workingDirectory = QStringLiteral("/srv/x y");
    QCOMPARE(Permissions::lineOf(server),
        std::string("cd '/srv/x y' && A='1 2' node 'a b.js' '; rm x'"));
}

void TestAgentTools::cutsTextsBetweenCharacters()
{
    QCOMPARE(beginningOf("abc", 3), std::string_view("abc"));
    QCOMPARE(beginningOf("a\u00e9b", 2), std::string_view("a"));
    QCOMPARE(beginningOf("a\u00e9b", 3), std::string_view("a\u00e9"));
    QCOMPARE(beginningOf("\u00e9", 1), std::string_view());
    QCOMPARE(json::singleLine("{\n\"a\":\r1}"), std::string("{\"a\":1}"));
}

void TestAgentTools::speaksEveryRevision_data()
{
    QTest::addColumn<QByteArray>("revision");
    for (const char *revision : {"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"})
        QTest::newRow(revision) << QByteArray(revision);
}

void TestAgentTools::speaksEveryRevision()
{
    QFETCH(QByteArray, revision);
    const bool isStructured = revision >= "2025-06-18";
    Talk talk;
    const std::string opened = talk.send(initialize(revision.toStdString()));
    QVERIFY(has(opened, R"("protocolVersion":")" + revision.toStdString()));
    QVERIFY(has(opened, R"("capabilities":{"tools":{}})"));
    const std::string listed = talk.send(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    QCOMPARE(has(listed, "outputSchema"), isStructured);
    QVERIFY(has(listed, R"("name":"disconnect")"));

    const std::string found = talk.send(call("trace", "{}"));
    QCOMPARE(has(found, R"("structuredContent":{"records":[],"matched":0})"), isStructured);
    QVERIFY(has(found, R"({"type":"text","text":"{\"records\":[],\"matched\":0}"})"));
    // Arguments that do not match: for the model, or as an error.
    const std::string wrong = talk.send(call("message", R"({"record":"x"})"));
    QCOMPARE(has(wrong, "-32602"), revision != "2025-11-25");
    QVERIFY(has(wrong, "/record"));
    QVERIFY(has(talk.send(call("nothing", "{}")), "-32602"));
    QVERIFY(has(talk.send(call("connect", R"({"server":"x"})")), "Nothing is saved."));
    // No elicitation before 2025-06-18, and none was declared.
    QVERIFY(has(talk.send(call("connect", R"({"command":"x"})")), "--allow-command"));
    // What is not offered is unknown.
    for (const char *method : {"resources/list", "resources/subscribe", "logging/setLevel"})
        QVERIFY(
            has(talk.send(R"({"jsonrpc":"2.0","id":2,"method":")" + std::string(method) + "\"}"),
                "-32601"));
}

void TestAgentTools::takesOneLineOfJson()
{
    Talk talk;
    (void)talk.send(initialize("2025-11-25", R"({"elicitation":{}})"));
    const std::string asked = talk.send(call("connect", R"({"command":"x","args":["a\nb"]})"));
    QVERIFY(has(asked, R"("method":"elicitation/create")"));
    QCOMPARE(int(std::count(asked.begin(), asked.end(), '\n')), 1);
    const std::string declined =
        talk.send(R"({"jsonrpc":"2.0","id":"s-1","result":{"action":"decline"}})");
    QVERIFY(has(declined, "did not allow"));
}

// A recording may have gigabytes.
void TestAgentTools::servesOtherCallsWhileItExports()
{
    const QTemporaryDir folder;
    const std::string file =
        QFileInfo(folder.path()).canonicalFilePath().toStdString() + "/all.jsonl";
    Talk talk;
    talk.permissions().allowFile(file);
    (void)talk.send(initialize("2025-11-25"));
    const std::string begun = talk.send(call("export", "{\"path\":\"" + file + "\"}"));
    QCOMPARE(begun, std::string());
    const std::string found =
        talk.send(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"trace"}})");
    QVERIFY2(has(found, "\"matched\":0"), found.c_str());
    std::string exported;
    QTRY_VERIFY_WITH_TIMEOUT(!(exported += talk.takeOutput()).empty(), kPatienceMs);
    QVERIFY2(has(exported, "\"id\":1"), exported.c_str());
    QVERIFY2(has(exported, "\"records\":0"), exported.c_str());
    QVERIFY(QFile::exists(QString::fromStdString(file)));
}

QTEST_GUILESS_MAIN(TestAgentTools)
#include "tst_agenttools.moc"
