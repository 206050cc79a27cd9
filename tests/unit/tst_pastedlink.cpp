// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/pastedservers.h"

#include <QTest>

using namespace sonde::config;
using sonde::paste::readPastedServers;
using sonde::test::serversOf;

namespace {

// The columns of texts and what they are read as, and what adds a row.
auto serverRows()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("servers");
    return [](const char *name, const char *text, std::initializer_list<const char *> all) {
        QStringList list;
        for (const char *server : all)
            list += QString::fromUtf8(server);
        QTest::newRow(name) << QString::fromUtf8(text) << list;
    };
}

} // namespace

// What pages and the registry offer for one click: links that install a server, and server.json.
class TestPastedLink : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void takesLinks_data();
    void takesLinks();
    void saysWhichLinksHaveNoServer_data();
    void saysWhichLinksHaveNoServer();
    void takesServersOfTheRegistry_data();
    void takesServersOfTheRegistry();
    void saysWhatTheUserHasToGive();
    void boundsWhatTheRegistryGives();
};

void TestPastedLink::takesLinks_data()
{
    const auto row = serverRows();
    row("vscode",
        R"~(vscode:mcp/install?%7B%22name%22%3A%22weather%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22%40scope/weather%22%5D%2C%22env%22%3A%7B%22UNITS%22%3A%22metric%22%7D%7D)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("vscode, not encoded",
        R"~(vscode:mcp/install?{"name":"weather","command":"npx","args":["-y","@scope/weather"],"env":{"UNITS":"metric"}})~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("vscode, a URL",
        R"~(vscode-insiders:mcp/install?%7B%22name%22%3A%22remote%22%2C%22type%22%3A%22http%22%2C%22url%22%3A%22https%3A//a.example/mcp%22%7D)~",
        {"remote | auto https://a.example/mcp"});
    row("vscode, name and config",
        R"~(vscode:mcp/install?name=weather&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22%40scope/weather%22%5D%2C%22env%22%3A%7B%22UNITS%22%3A%22metric%22%7D%7D)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("a page that leads to vscode",
        R"~(https://vscode.dev/redirect?url=vscode%3Amcp/install%3F%257B%2522name%2522%253A%2522weather%2522%252C%2522command%2522%253A%2522npx%2522%252C%2522args%2522%253A%255B%2522-y%2522%252C%2522%2540scope/weather%2522%255D%252C%2522env%2522%253A%257B%2522UNITS%2522%253A%2522metric%2522%257D%257D)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("a page for vscode",
        R"~(https://insiders.vscode.dev/redirect/mcp/install?name=weather&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22%40scope/weather%22%5D%2C%22env%22%3A%7B%22UNITS%22%3A%22metric%22%7D%7D)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("vs-open",
        R"~(https://vs-open.link/mcp-install?%7B%22name%22%3A%22weather%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22%40scope/weather%22%5D%2C%22env%22%3A%7B%22UNITS%22%3A%22metric%22%7D%7D)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("cursor",
        R"~(cursor://anysphere.cursor-deeplink/mcp/install?name=weather&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsIkBzY29wZS93ZWF0aGVyIl0sImVudiI6eyJVTklUUyI6Im1ldHJpYyJ9fQ%3D%3D)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("cursor, Base64 as it is",
        R"~(cursor://anysphere.cursor-deeplink/mcp/install?name=weather&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsIkBzY29wZS93ZWF0aGVyIl0sImVudiI6eyJVTklUUyI6Im1ldHJpYyJ9fQ==)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("a page for cursor",
        R"~(https://cursor.com/en/install-mcp?name=weather&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsIkBzY29wZS93ZWF0aGVyIl0sImVudiI6eyJVTklUUyI6Im1ldHJpYyJ9fQ%3D%3D)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("lmstudio",
        R"~(lmstudio://add_mcp?name=weather&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsIkBzY29wZS93ZWF0aGVyIl0sImVudiI6eyJVTklUUyI6Im1ldHJpYyJ9fQ==)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("kiro",
        R"~(kiro://kiro.mcp/add?name=weather&config=%7B%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22%40scope/weather%22%5D%2C%22env%22%3A%7B%22UNITS%22%3A%22metric%22%7D%7D)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("trae",
        R"~(trae-cn://trae.ai-ide/mcp-import?type=stdio&name=weather&config=eyJjb21tYW5kIjoibnB4IiwiYXJncyI6WyIteSIsIkBzY29wZS93ZWF0aGVyIl0sImVudiI6eyJVTklUUyI6Im1ldHJpYyJ9fQ==)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("raycast",
        R"~(raycast://mcp/install?%7B%22name%22%3A%22weather%22%2C%22command%22%3A%22npx%22%2C%22args%22%3A%5B%22-y%22%2C%22%40scope/weather%22%5D%2C%22env%22%3A%7B%22UNITS%22%3A%22metric%22%7D%7D)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("cherrystudio",
        R"~(cherrystudio://mcp/install?servers=eyJtY3BTZXJ2ZXJzIjp7IndlYXRoZXIiOnsiY29tbWFuZCI6Im5weCIsImFyZ3MiOlsiLXkiLCJAc2NvcGUvd2VhdGhlciJdLCJlbnYiOnsiVU5JVFMiOiJtZXRyaWMifX19fQ==)~",
        {"weather | UNITS=metric npx -y @scope/weather"});
    row("goose",
        R"~(goose://extension?cmd=npx&arg=-y&arg=%40scope%2Fweather&id=w&name=weather&timeout=300)~",
        {"weather | npx -y @scope/weather"});
    row("goose, a URL",
        R"~(goose://extension?url=https%3A%2F%2Fa.example%2Fmcp&type=streamable_http&name=r)~",
        {"r | streamable https://a.example/mcp"});
}

void TestPastedLink::takesLinks()
{
    QFETCH(QString, text);
    QFETCH(QStringList, servers);
    QCOMPARE(serversOf(text), servers);
}

void TestPastedLink::saysWhichLinksHaveNoServer_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("says");
    QTest::newRow("nothing in it")
        << QStringLiteral("cursor://anysphere.cursor-deeplink/mcp/install")
        << QStringLiteral("This link of cursor contains no server");
    QTest::newRow("not Base64") << QStringLiteral("lmstudio://add_mcp?name=a&config=%%%")
                                << QStringLiteral("contains no server");
    QTest::newRow("not JSON") << QStringLiteral("vscode:mcp/install?{\"name\":")
                              << QStringLiteral("line 1");
    QTest::newRow("another scheme")
        << QStringLiteral("ftp://a/b?config={}") << QStringLiteral("begins with https://");
}

void TestPastedLink::saysWhichLinksHaveNoServer()
{
    QFETCH(QString, text);
    QFETCH(QString, says);
    const auto pasted = readPastedServers(text);
    QVERIFY(!pasted);
    QVERIFY2(pasted.error().sentence.contains(says), qPrintable(pasted.error().sentence));
}

void TestPastedLink::takesServersOfTheRegistry_data()
{
    const auto row = serverRows();
    row("npm", R"({"name":"io.example/weather","version":"1.0.2","packages":[{"registryType":"npm",
        "identifier":"@scope/weather","version":"1.0.2","transport":{"type":"stdio"},
        "packageArguments":[{"type":"positional","value":"start"},
            {"type":"named","name":"--port","default":"80","format":"number"},
            {"type":"named","name":"--quiet"},{"type":"named","name":"--log","format":"filepath"}],
        "environmentVariables":[{"name":"UNITS","default":"metric"},{"name":"OPTIONAL"}]}]})",
        {"weather | UNITS=metric npx -y @scope/weather@1.0.2 start --port 80 --quiet"});
    row("pypi, of the older schema", R"({"name":"io.example/w","packages":[{"registry_type":"pypi",
        "identifier":"w","version":"2","runtime_hint":"uvx",
        "environment_variables":[{"name":"A","value":"b"}]}]})",
        {"w | A=b uvx w==2"});
    row("oci", R"({"name":"io.example/w","packages":[{"registryType":"oci",
        "identifier":"ghcr.io/a/w:1.2","environmentVariables":[{"name":"A","value":"b"}]}]})",
        {"w | A=b docker run -i --rm -e A ghcr.io/a/w:1.2"});
    row("nuget", R"({"name":"io.example/w","packages":[{"registryType":"nuget","identifier":"W",
        "version":"3","packageArguments":[{"type":"positional","value":"mcp"}]}]})",
        {"w | dnx W@3 mcp"});
    row("runtime arguments", R"({"name":"io.example/w","packages":[{"registryType":"npm",
        "identifier":"w","version":"1","runtimeHint":"npx",
        "runtimeArguments":[{"type":"named","name":"--yes"}]}]})",
        {"w | npx --yes w@1"});
    row("a remote", R"({"name":"io.example/w","remotes":[{"type":"streamable-http",
        "url":"https://{region}.example/mcp","variables":{"region":{"default":"eu"}},
        "headers":[{"name":"X-Units","value":"metric"},{"name":"X-None"}]},
        {"type":"sse","url":"https://b.example/sse"}]})",
        {"w | streamable https://eu.example/mcp | X-Units=metric",
            "w 2 | sse https://b.example/sse"});
    row("a response of the registry", R"({"server":{"name":"io.example/w","remotes":[
        {"type":"sse","url":"https://b.example/sse"}]},"_meta":{}})",
        {"w | sse https://b.example/sse"});
}

void TestPastedLink::takesServersOfTheRegistry()
{
    QFETCH(QString, text);
    QFETCH(QStringList, servers);
    QCOMPARE(serversOf(text), servers);
}

void TestPastedLink::saysWhatTheUserHasToGive()
{
    const auto pasted = readPastedServers(QString::fromUtf8(R"({"name":"io.example/w","packages":[
        {"registryType":"npm","identifier":"w","version":"1","environmentVariables":[
            {"name":"API_KEY","description":"From your account","isRequired":true,"isSecret":true},
            {"name":"REGION_CODE","value":"s3","isSecret":true}],
         "packageArguments":[{"type":"positional","valueHint":"folder","isRequired":true,
            "description":"What is served"}]},
        {"registryType":"mcpb","identifier":"https://a.example/w.mcpb"}],
        "remotes":[{"type":"streamable-http","url":"https://{tenant}.example/mcp",
            "variables":{"tenant":{"description":"Yours","isRequired":true}}}]})"));
    QVERIFY2(pasted.ok(), qPrintable(pasted ? QString() : pasted.error().sentence));
    QCOMPARE(pasted->profiles.size(), std::size_t(2));
    const Profile &program = pasted->profiles[0];
    QCOMPARE(program.environment.size(), std::size_t(2));
    QCOMPARE(program.environment[0].first, QStringLiteral("API_KEY"));
    QVERIFY(program.environment[0].second.isEmpty());
    QCOMPARE(program.secretVariables, QStringList(QStringLiteral("REGION_CODE")));
    QCOMPARE(pasted->profiles[1].http()->url, QStringLiteral("https://{tenant}.example/mcp"));
    const QString notes = pasted->notes.join(u'\n');
    for (const char *says : {"API_KEY needs a value: From your account",
             "folder needs a value: What is served", "w.mcpb was skipped", "{tenant}"})
        QVERIFY2(notes.contains(QLatin1String(says)), qPrintable(notes));
}

void TestPastedLink::boundsWhatTheRegistryGives()
{
    QStringList remotes;
    for (int i = 0; i < 300; ++i)
        remotes << QString::fromUtf8(R"({"type":"sse","url":"https://b.example/%1"})").arg(i);
    const auto many = readPastedServers(
        QString::fromUtf8(R"({"name":"a/w","remotes":[%1]})").arg(remotes.join(u',')));
    QCOMPARE(many->profiles.size(), kMaxPastedServers);
    QVERIFY(
        !readPastedServers(QString::fromUtf8(R"({"name":"a/w","packages":[{"registryType":"x"}]})"))
             .ok());
    // Values that would double with each variable, and one that is put in many places.
    QStringList variables;
    for (int i = 0; i < 60; ++i)
        variables << QStringLiteral(R"("v%1":{"value":"{v%2}{v%2}"})").arg(i).arg(i + 1);
    const QString remote = QStringLiteral(R"({"name":"a/w","remotes":[{"type":"sse","url":"%1",)")
        + QStringLiteral(R"("variables":{%2}}]})");
    const auto doubling =
        readPastedServers(remote.arg(QStringLiteral("https://a/{v0}"), variables.join(u',')));
    QCOMPARE(doubling->profiles[0].http()->url, QStringLiteral("https://a/{v1}{v1}"));
    const QString places = QStringLiteral("https://a/") + QStringLiteral("{v}").repeated(100'000);
    const auto wide = readPastedServers(
        remote.arg(places, QStringLiteral(R"("v":{"value":"%1"})").arg(QString(100'000, u'x'))));
    QCOMPARE(wide->profiles[0].http()->url, places);
    QVERIFY(!readPastedServers(QString::fromUtf8(R"({"name":"a/w","packages":[7,null,[]]})")).ok());
}

QTEST_GUILESS_MAIN(TestPastedLink)
#include "tst_pastedlink.moc"
