// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/pastedservers.h"

#include <QTest>

using namespace sonde;
using namespace sonde::config;
using sonde::paste::readPastedServers;
using sonde::test::serversOf;

class TestPastedServer : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesWhatPeopleCopy_data();
    void takesWhatPeopleCopy();
    void saysWhatItCannotTake_data();
    void saysWhatItCannotTake();
    void saysWhatIsDifferentHere_data();
    void saysWhatIsDifferentHere();
    void replacesReferencesOfHosts_data();
    void replacesReferencesOfHosts();
    void givesNamesThatCanBeSaved();
    void boundsWhatItReads();
};

void TestPastedServer::takesWhatPeopleCopy_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("servers");
    const auto row = [](const char *text, std::initializer_list<const char *> servers) {
        QStringList list;
        for (const char *server : servers)
            list += QString::fromUtf8(server);
        QTest::newRow(text) << QString::fromUtf8(text) << list;
    };

    // URLs
    row("https://mcp.example.org/mcp", {"mcp.example.org | auto https://mcp.example.org/mcp"});
    row("  HTTP://localhost:3000/sse?x=1\n",
        {"localhost:3000 | auto HTTP://localhost:3000/sse?x=1"});
    row("<https://a.example/>", {"a.example | auto https://a.example/"});
    row("localhost:8080/mcp", {"localhost:8080 | auto http://localhost:8080/mcp"});
    row("127.0.0.1:8080", {"127.0.0.1:8080 | auto http://127.0.0.1:8080"});

    // Command lines
    row("npx -y @modelcontextprotocol/server-everything@1.0 stdio",
        {"server-everything | npx -y @modelcontextprotocol/server-everything@1.0 stdio"});
    row("$ FOO=bar BAZ='a b' uvx --from x mcp-server-git --repository \"/a b\"",
        {"mcp-server-git | FOO=bar BAZ=a b uvx --from x mcp-server-git --repository '/a b'"});
    row("```sh\n/opt/x/server \\\n  --stdio\n```", {"server | /opt/x/server --stdio"});
    row("docker run -i --rm -e TOKEN mcp/fetch:latest",
        {"fetch | docker run -i --rm -e TOKEN mcp/fetch:latest"});
    row("node build/index.js", {"index.js | node build/index.js"});
    row("node /home/me/weather/dist/index.js stdio",
        {"weather | node /home/me/weather/dist/index.js stdio"});
    row("python3 notes/src/main.py", {"notes | python3 notes/src/main.py"});
    row("node ../index.js", {"index.js | node ../index.js"});
    row("/opt/weather/bin/server", {"server | /opt/weather/bin/server"});
    row("python3 -m", {"python3 | python3 -m"});
    row("https-server", {"https-server | https-server"});

    // Programs that add or show one
    row("claude mcp add --transport http notion https://mcp.notion.com/mcp",
        {"notion | auto https://mcp.notion.com/mcp"});
    row("claude mcp add -t sse api https://api.example/sse -H \"X-API-Key: a b\" "
        "--header=\"X-Region:eu\"",
        {"api | sse https://api.example/sse | X-API-Key=a b! | X-Region=eu"});
    row("claude mcp add airtable --env AIRTABLE_API_KEY=k -- npx -y airtable-mcp-server",
        {"airtable | AIRTABLE_API_KEY=k npx -y airtable-mcp-server"});
    row("claude mcp add -s user -e A=1 B=2 -e C=3=4 demo server --flag -e x",
        {"demo | A=1 B=2 C=3=4 server --flag -e x"});
    row("/usr/bin/claude mcp add-json -s user w '{\"type\":\"stdio\",\"command\":\"x\","
        "\"args\":[\"y\"]}'",
        {"w | x y"});
    row("codex mcp add docs --url https://docs.example/mcp",
        {"docs | auto https://docs.example/mcp"});
    row("codex mcp add x --env A=b -- node s.js -- --url", {"x | A=b node s.js -- --url"});
    row("code --add-mcp '{\"name\":\"p\",\"command\":\"npx\",\"args\":[\"q\"]}'", {"p | npx q"});
    row("npx @modelcontextprotocol/inspector node build/index.js --method x",
        {"index.js | node build/index.js --method x"});
    row("CLIENT_PORT=1 A=b npx -y @modelcontextprotocol/inspector@0.9.0 -e K=v -- server -e x",
        {"server | A=b K=v server -e x"});
    row("npx @modelcontextprotocol/inspector --cli node s.js --method tools/call --tool-arg a=b c",
        {"s.js | node s.js c"});
    row("mcp-inspector --cli https://a.example/mcp --transport http --method tools/list "
        "--header 'Authorization: Bearer x:y'",
        {"a.example | auto https://a.example/mcp | Authorization=Bearer x:y!"});
    row("npx @modelcontextprotocol/inspector --transport streamable-http --server-url "
        "https://a.example/",
        {"a.example | streamable https://a.example/"});
    row("curl -X POST https://a.example/mcp -H 'Content-Type: application/json' "
        "-H 'authorization: Bearer x' -d '{\"url\":\"https://no\"}'",
        {"a.example | auto https://a.example/mcp | authorization=Bearer x!"});

    // JSON
    row(R"({"mcpServers":{"files":{"command":"npx","args":["-y","x",1,true],"env":{"A":"b","N":2,
        "O":null},"cwd":"/w"},"remote":{"type":"http","url":"https://a/mcp","headers":
        {"Authorization":"Bearer t","X-A":"1"}}}})",
        {"files | A=b N=2 npx -y x 1 true | /w",
            "remote | auto https://a/mcp | Authorization=Bearer t! | X-A=1"});
    row(R"({"inputs":[],"servers":{"a":{"type":"stdio","command":"p"},
        "b":{"type":"sse","url":"http://localhost:1/sse"}}})",
        {"a | p", "b | sse http://localhost:1/sse"});
    row(R"({"editor.fontSize":12,"mcp":{"inputs":[],"servers":{"a":{"command":"p"}}}})", {"a | p"});
    row(R"({"mcp":{"a":{"type":"local","command":["p","q"],"environment":{"X":"y"}},
        "b":{"type":"remote","url":"https://b/"}}})",
        {"a | X=y p q", "b | auto https://b/"});
    row(R"({"context_servers":{"z":{"command":{"path":"p","args":["q"],"env":{"A":"b"}}}}})",
        {"z | A=b p q"});
    row(R"({"a":{"command":"p"},"b":{"serverUrl":"https://b/"},"c":{"httpUrl":"https://c/"}})",
        {"a | p", "b | auto https://b/", "c | auto https://c/"});
    row(R"({"command":"p","args":["q"]})", {"p | p q"});
    row(R"({"command":"npx -y 'a b'"})", {"a b | npx -y 'a b'"});
    row(R"({"command":"/my programs/x","args":[]})", {"x | '/my programs/x'"});
    row(R"({"command":"p","args":"q 'r s'"})", {"p | p q 'r s'"});
    row(R"({"mcpServers":{"a":{"transport":{"type":"stdio","command":"p","args":["q"]}}}})",
        {"a | p q"});
    row(R"({"mcpServers":[{"name":"a","command":"p"}]})", {"a | p"});
    row(R"({"name":"n","url":"https://a/","transport":"streamable-http"})",
        {"n | streamable https://a/"});
    row(R"([{"name":"n","command":"p"},{"url":"https://a/"}])", {"n | p", "a | auto https://a/"});
    row(R"({"url":"https://a/","command":"p","type":"sse"})", {"a | sse https://a/"});
    row(R"({"url":"https://a/","command":"p","type":"stdio"})", {"p | p"});
    row(R"({"url":"https://a/","headers":[{"name":"X","value":"y"}]})",
        {"a | auto https://a/ | X=y"});
    row("{ // the servers\n \"mcpServers\": { /* two, */ \"a\": {\"command\": \"//p,]\",}, }, }",
        {"a | '//p,]'"});
    row("// mine\n{\"a\":{\"command\":\"p\"}} // end", {"a | p"});
    row("\"a\": {\n \"command\": \"p\"\n},\n", {"a | p"});
    row("\"mcpServers\": {\"a\": {\"command\": \"p\"}}", {"a | p"});
    row("```json\n{\"a\":{\"command\":\"p\"}}\n```", {"a | p"});
    row(R"({"mcpServers":{"a":{"command":"p"},"b":{"disabled":true},"c":7}})", {"a | p"});
    row(R"([{"command":"p"},{"command":"p"},{"name":"p","command":"q"}])",
        {"p | p", "p 2 | p", "p 3 | q"});

    // TOML and YAML
    row("[mcp_servers.a]\ncommand = \"p\"\nargs = [\"q\"]", {"a | p q"});
    row("# mine\n[[mcp_servers]]\nname = \"a\"\ncommand = \"p\"", {"a | p"});
    row("mcpServers:\n  a:\n    command: p", {"a | p"});
    row("- name: a\n  command: p\n- url: https://b/", {"a | p", "b | auto https://b/"});
    row("extensions:\n  a:\n    cmd: p\n    args: [q]", {"a | p q"});
    row("\n    mcpServers:\n      a:\n        command: p\n      b:\n        command: q\n",
        {"a | p", "b | q"});
    row("   ```yaml\n   mcpServers:\n     a:\n       command: p\n   ```", {"a | p"});
}

void TestPastedServer::takesWhatPeopleCopy()
{
    QFETCH(QString, text);
    QFETCH(QStringList, servers);
    QCOMPARE(serversOf(text), servers);
}

void TestPastedServer::saysWhatItCannotTake_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *text, const char *says) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(says);
    };
    row("", "nothing");
    row(" \n\t", "nothing");
    row("```\n```", "nothing");
    row("ws://a/mcp", "https://");
    row("file:///etc/passwd", "https://");
    row("A=b", "no program");
    row("npx 'x", "never closed");
    row("{", "line 1, column 2");
    row("{\"mcpServers\":\n {\"a\": }}", "line 2");
    row("{}", "no server");
    row("[]", "no server");
    row("{\"mcpServers\":{}}", "no server");
    row("{\"a\":{\"args\":[]},\"b\":1}", "no server");
    row("[mcp_servers.a]\ncommand = p", "read as TOML. Line 2");
    row("# mine\n[[mcp_servers]]\nname = \"a\"", "no server");
    row("mcpServers:\n  a:\n   - command: p\n  b", "read as YAML. Line 4");
    row("- name: a", "no server");
    row("claude mcp add", "neither");
    row("claude mcp add name", "neither");
    row("claude mcp add -t http name", "neither");
    row("npx @modelcontextprotocol/inspector", "neither");
    row("npx @modelcontextprotocol/inspector --config mcp.json --server a", "file");
    row("curl -d https://a/", "no URL");
}

void TestPastedServer::saysWhatItCannotTake()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto pasted = readPastedServers(text);
    QVERIFY(!pasted);
    QCOMPARE(pasted.error().domain, Domain::Usage);
    QVERIFY2(pasted.error().sentence.contains(says), qPrintable(pasted.error().sentence));
    QVERIFY(pasted.error().sentence.endsWith(u'.'));
}

void TestPastedServer::saysWhatIsDifferentHere_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *text, const char *says) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(says);
    };
    row("npx x | tee log", "runs no shell");
    row(R"({"a":{"command":"p","env":{"K":"${input:key}"}}})", "${…}");
    row(R"({"a":{"url":"https://a/","headers":{"K":"Bearer ${T}"}}})", "${…}");
    row(R"({"a":{"command":"p"},"other":{"x":1}})", "“other” was skipped");
    row(R"({"a":{"command":"p q"}})", "Hosts may refuse “a”: “command” contains arguments");
    row(R"({"a":{"command":"p","args":[80]}})", "Hosts may refuse “a”: Every item of “args”");
    row("npx -y mcp-remote https://a/sse", "paste it");
    row("curl https://a/", "Only the URL and the headers");
    row("claude mcp add a https://a/ -H nonsense", "without a colon");
    row("claude mcp add -e A a p", "without a value");
}

void TestPastedServer::saysWhatIsDifferentHere()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto pasted = readPastedServers(text);
    QVERIFY(pasted);
    QCOMPARE(pasted->notes.size(), 1);
    QVERIFY2(pasted->notes[0].contains(says), qPrintable(pasted->notes[0]));
}

void TestPastedServer::replacesReferencesOfHosts_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *text, const char *server, const char *says) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(server)
                            << QString::fromUtf8(says);
    };
    row(R"({"a":{"command":"p","args":["${KEY}"]}})", "a | p v4lue", "values of this computer");
    row(R"({"a":{"command":"p","args":["${NONE:-x}"]}})", "a | p x", "values of this computer");
    row(R"({"a":{"command":"p","env":{"K":"${NONE}"}}})", "a | K=${NONE} p",
        "“a” contains ${NONE}, but the environment variable NONE is not set. Enter the value");
    row(R"({"a":{"command":"p","env":{"K":"${input:none}"}}})", "a | K=${input:none} p",
        "its host asks for");
    row(R"({"a":{"command":"p","cwd":"${workspaceFolder}"}})", "a | p | ${workspaceFolder}",
        "only its host can resolve");
    // Of a URL and of a command line, a host replaces nothing.
    row("https://a/${KEY}", "a | auto https://a/${KEY}", "does not replace");
}

void TestPastedServer::replacesReferencesOfHosts()
{
    QFETCH(QString, text);
    HostVariables variables;
    variables.environment = [](const QString &name) -> std::optional<QString> {
        return name == QLatin1String("KEY") ? std::optional(QStringLiteral("v4lue")) : std::nullopt;
    };
    const auto pasted = readPastedServers(text, variables);
    QVERIFY(pasted);
    QTEST(sonde::test::shown(pasted->profiles.at(0)), "server");
    QCOMPARE(pasted->notes.size(), 1);
    QFETCH(QString, says);
    QVERIFY2(pasted->notes[0].contains(says), qPrintable(pasted->notes[0]));
    QVERIFY(!pasted->notes[0].contains(QStringLiteral("v4lue")));
}

void TestPastedServer::givesNamesThatCanBeSaved()
{
    const QString longName(300, u'n');
    for (const QString &text : {QStringLiteral("{\" \\n\\u0007\":{\"command\":\"p\"}}"),
             QString(u"{\"" + longName + u"\":{\"command\":\"p\"}}"),
             QStringLiteral("{\"\":{\"command\":\"\"}}"), QStringLiteral("https://"),
             QString(u'/' + longName), QStringLiteral("''")}) {
        const auto pasted = readPastedServers(text);
        QVERIFY(pasted);
        for (const FieldProblem &problem : validate(pasted->profiles.at(0), {}))
            QVERIFY2(problem.field != ProfileField::Name, qPrintable(problem.sentence));
    }
    const QStringList taken{longName.left(kMaxNameLength)};
    QCOMPARE(freeServerName(taken[0], taken).size(), kMaxNameLength);
    QVERIFY(freeServerName(taken[0], taken) != taken[0]);
}

void TestPastedServer::boundsWhatItReads()
{
    QVERIFY(!readPastedServers(QString(kMaxPasted + 1, u'a')));
    QString many = QStringLiteral("[");
    for (int i = 0; i < 10'000; ++i)
        many += QStringLiteral("{\"command\":\"p%1\"},{\"x\":1},").arg(i);
    const auto pasted = readPastedServers(QString(many + u']'));
    QVERIFY(pasted);
    QCOMPARE(pasted->profiles.size(), kMaxPastedServers);
    QVERIFY(pasted->notes.size() <= qsizetype(kMaxPastedServers) + 1);
    QVERIFY(pasted->notes.last().contains(QStringLiteral("Only the first")));
}

QTEST_GUILESS_MAIN(TestPastedServer)
#include "tst_pastedserver.moc"
