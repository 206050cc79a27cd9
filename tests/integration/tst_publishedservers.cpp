// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/patience.h"
#include "support/publishedservers.h"
#include "trace/file/sessionreader.h"

using namespace sonde;
using namespace sonde::test;

namespace {

QString filesystem()
{
    return publishedServer(QStringLiteral("filesystem"));
}

mcp::ClientConfig node(const QStringList &arguments, mcp::EraPolicy era = {})
{
    mcp::ClientConfig config = nodeConfig(arguments);
    config.era = std::move(era);
    return config;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

mcp::EraPolicy legacy(const QString &pinned = {})
{
    return {mcp::EraPolicy::Mode::Legacy, pinned};
}

// All the bytes of the one stream of that channel.
QByteArray recorded(const trace::SessionReader &session, rpc::Channel channel)
{
    for (const rpc::StreamId stream : session.streams()) {
        if (session.stream(stream).channel != channel)
            continue;
        const auto length = session.streamLength(stream);
        const auto bytes =
            length ? session.read(stream, 0, *length) : Result<Bytes>(length.error());
        return bytes ? bytes->toByteArray() : bytes.error().sentence.toUtf8();
    }
    return "no such stream";
}

} // namespace

// Over stdio against servers that others wrote.
class TestPublishedServers : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void agreesOnEveryHandshakeRevision_data();
    void agreesOnEveryHandshakeRevision();
    void listsAndCallsTheToolsOfServerEverything();
    void findsOutThatServerEverythingIsLegacy();
    void theSessionFileHoldsTheVeryBytesThatCrossed();
    void readsAFileThroughServerFilesystem();
    void showsTheErrorOfServerFilesystemForAPathOutside();
    void walksThroughServerFilesystem();
    void walksThroughServerMemory();
    void findsOutThatTheModernServerIsModern();
    void progressOfTheModernServerArrives();
    void aQuestionThatWeDoNotOfferComesAsTheServersError();
};

void TestPublishedServers::initTestCase()
{
    const QString missing = missingServers();
    QVERIFY2(missing.isEmpty(), qPrintable(missing));
}

void TestPublishedServers::agreesOnEveryHandshakeRevision_data()
{
    QTest::addColumn<QString>("revision");
    for (const QString &revision : mcp::revisionsOf(mcp::Era::Legacy))
        QTest::newRow(qPrintable(revision)) << revision;
}

void TestPublishedServers::agreesOnEveryHandshakeRevision()
{
    QFETCH(QString, revision);
    RecordedClient conversation(node({everything(), QStringLiteral("stdio")}, legacy(revision)));
    QVERIFY(conversation.start());
    const mcp::Negotiated &agreed = conversation.client->negotiated();
    QCOMPARE(agreed.revision, revision);
    QVERIFY(agreed.era == mcp::Era::Legacy);
    QVERIFY(!agreed.serverName.isEmpty());
    QVERIFY(agreed.serverCapabilities()["tools"].exists());
    QVERIFY(conversation.stop());
}

void TestPublishedServers::listsAndCallsTheToolsOfServerEverything()
{
    RecordedClient conversation(node({everything(), QStringLiteral("stdio")}, legacy()));
    QVERIFY(conversation.start());
    const QStringList tools = conversation.toolNames();
    QVERIFY2(tools.contains(u"echo"), qPrintable(tools.join(u' ')));
    QCOMPARE(conversation.call("echo", R"({"message":"hällo"})"), QStringLiteral("Echo: hällo"));
    QVERIFY(!(*conversation.response)->message.bytes().isEmpty());
}

void TestPublishedServers::findsOutThatServerEverythingIsLegacy()
{
    RecordedClient conversation(node({everything(), QStringLiteral("stdio")}));
    QVERIFY(conversation.start());
    QVERIFY(conversation.client->negotiated().era == mcp::Era::Legacy);
    QVERIFY(!conversation.client->negotiated().detection.isEmpty());
    QCOMPARE(conversation.call("echo", R"({"message":"a"})"), QStringLiteral("Echo: a"));
}

// Two `tee` beside the server are the witnesses: what they saw is what the file must hold.
void TestPublishedServers::theSessionFileHoldsTheVeryBytesThatCrossed()
{
    const QTemporaryDir witness;
    const QString sent = witness.filePath(QStringLiteral("sent"));
    const QString received = witness.filePath(QStringLiteral("received"));
    mcp::ClientConfig config;
    config.era = legacy();
    config.endpoint.launch()->program = QStringLiteral("sh");
    config.endpoint.launch()->arguments = QStringList{QStringLiteral("-c"),
        QStringLiteral(R"(tee "$1" | node "$3" stdio | tee "$2")"), QStringLiteral("sh"), sent,
        received, everything()};

    RecordedClient conversation(config);
    QVERIFY(conversation.start());
    QVERIFY(conversation.toolNames().contains(u"echo"));
    const auto exact = R"({ "message":"x", "a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2})";
    conversation.call("echo", exact);
    QVERIFY(conversation.stop());
    QVERIFY(conversation.recorder.flush().ok());

    const auto session = trace::SessionReader::open(conversation.sessionPath());
    QVERIFY(session.ok());
    QVERIFY(contentOf(sent).contains(exact));
    QCOMPARE(recorded(**session, rpc::Channel::Sent), contentOf(sent));
    QVERIFY(contentOf(received).contains("\"tools\":["));
    QCOMPARE(recorded(**session, rpc::Channel::Received), contentOf(received));
}

void TestPublishedServers::readsAFileThroughServerFilesystem()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("note.txt")));
    QVERIFY(file.open(QIODevice::WriteOnly) && file.write("a note\n") > 0);
    file.close();

    RecordedClient conversation(node({filesystem(), folder.path()}));
    QVERIFY(conversation.start());
    QVERIFY(conversation.toolNames().contains(u"read_text_file"));
    const QByteArray arguments = "{\"path\":\"" + file.fileName().toUtf8() + "\"}";
    QCOMPARE(
        conversation.call("read_text_file", arguments.constData()), QStringLiteral("a note\n"));
}

void TestPublishedServers::showsTheErrorOfServerFilesystemForAPathOutside()
{
    const QTemporaryDir folder;
    RecordedClient conversation(node({filesystem(), folder.path()}));
    QVERIFY(conversation.start());
    const QString text = conversation.call("read_text_file", R"({"path":"/etc/hostname"})");
    QVERIFY2(text.contains(QLatin1String("denied")), qPrintable(text));
    QVERIFY(conversation.response->ok());
    QCOMPARE((*conversation.response)->result()["isError"].toBool(), std::optional(true));
}

void TestPublishedServers::walksThroughServerFilesystem()
{
    const QTemporaryDir folder;
    QFile picture(folder.filePath(QStringLiteral("dot.png")));
    QVERIFY(picture.open(QIODevice::WriteOnly) && picture.write("\x89PNG\r\n\x1a\n") == 8);
    picture.close();
    RecordedClient conversation(node({filesystem(), folder.path()}));
    QVERIFY(conversation.start());
    const json::Value capabilities = conversation.client->negotiated().serverCapabilities();
    QVERIFY(capabilities["tools"].exists() && !capabilities["prompts"].exists());
    const auto at = [&](const char *name) {
        return "{\"path\":\"" + folder.filePath(QLatin1String(name)).toStdString() + "\"";
    };
    conversation.call("write_file", at("a.txt") + R"(,"content":"one\ntwo\n"})");
    QVERIFY2(conversation.response->ok(), qPrintable(conversation.problem()));
    QCOMPARE(contentOf(folder.filePath(QStringLiteral("a.txt"))), QByteArray("one\ntwo\n"));
    const QString listed = conversation.call("list_directory", at("") + '}');
    QVERIFY2(listed.contains(u"[FILE] a.txt"), qPrintable(listed));
    conversation.callTool("read_media_file", at("dot.png") + '}');
    QVERIFY2(conversation.response->ok(), qPrintable(conversation.problem()));
    const json::Value image = (*conversation.response)->result()["content"].at(0);
    QCOMPARE(conversation.contentTypes(), QStringLiteral("image"));
    QCOMPARE(image["mimeType"].toString(), QStringLiteral("image/png"));
    QCOMPARE(QByteArray::fromBase64(image["data"].toString().toLatin1()),
        QByteArray("\x89PNG\r\n\x1a\n", 8));
    conversation.call("move_file",
        R"({"source":")" + folder.filePath(QStringLiteral("a.txt")).toStdString()
            + R"(","destination":")" + folder.filePath(QStringLiteral("b.txt")).toStdString()
            + R"("})");
    QVERIFY(QFile::exists(folder.filePath(QStringLiteral("b.txt"))));
    QVERIFY(conversation.stop());
}

// The one published server whose resource changes because of what a tool does.
void TestPublishedServers::walksThroughServerMemory()
{
    const QTemporaryDir folder;
    mcp::ClientConfig config = node({publishedServer(QStringLiteral("memory"))});
    config.endpoint.launch()->environment.emplace_back(QStringLiteral("MEMORY_FILE_PATH"),
        Secret(folder.filePath(QStringLiteral("memory.jsonl"))));
    RecordedClient conversation(config);
    QVERIFY(conversation.start());
    const QStringList uris = conversation.list("resources/list", "resources", "uri");
    QCOMPARE(uris.size(), 1);
    const std::string uri = R"({"uri":")" + uris.first().toStdString() + R"("})";
    QVERIFY2(conversation.request("resources/subscribe", uri).exists(),
        qPrintable(conversation.problem()));

    constexpr auto kEntities =
        R"({"entities":[{"name":"Sonde","entityType":"program","observations":["sees bytes"]}]})";
    const json::Value made = conversation.callTool("create_entities", kEntities);
    QCOMPARE(
        made["structuredContent"]["entities"].at(0)["name"].toString(), QStringLiteral("Sonde"));
    QTRY_COMPARE_WITH_TIMEOUT(
        conversation.count("notifications/resources/updated"), 1, kLongPatienceMs);
    QCOMPARE(conversation.notifications.back().params()["uri"].toString(), uris.first());

    const json::Value read = conversation.request("resources/read", uri);
    QVERIFY(read["contents"].at(0)["text"].toString().contains(u"sees bytes"));
    const json::Value found = conversation.callTool("search_nodes", R"({"query":"bytes"})");
    QCOMPARE(found["structuredContent"]["entities"].count(), 1u);

    QVERIFY(conversation.request("resources/unsubscribe", uri).exists());
    conversation.call("delete_entities", R"({"entityNames":["Sonde"]})");
    const json::Value after = conversation.callTool("read_graph", "{}");
    QCOMPARE(after["structuredContent"]["entities"].count(), 0u);
    // The updates of a subscription that is over would have come before that response.
    QCOMPARE(conversation.count("notifications/resources/updated"), 1);
}

void TestPublishedServers::findsOutThatTheModernServerIsModern()
{
    RecordedClient conversation(node({serversFolder() + u"modern.mjs"}));
    QVERIFY(conversation.start());
    const mcp::Negotiated &agreed = conversation.client->negotiated();
    QVERIFY(agreed.era == mcp::Era::Modern);
    QCOMPARE(agreed.revision, QStringLiteral("2026-07-28"));
    QVERIFY(!agreed.detection.isEmpty());
    QCOMPARE(agreed.serverName, QStringLiteral("sonde-modern-peer"));
    QVERIFY(conversation.toolNames().contains(u"sum"));
    QCOMPARE(conversation.call("echo", R"({"message":"m"})"), QStringLiteral("m"));
    QCOMPARE(conversation.call("sum", R"({"a":1.5,"b":2})"), QStringLiteral("3.5"));
    const auto structured = (*conversation.response)->result()["structuredContent"];
    QCOMPARE(structured["sum"].raw(), std::string_view("3.5"));
}

void TestPublishedServers::progressOfTheModernServerArrives()
{
    RecordedClient conversation(node({serversFolder() + u"modern.mjs"}));
    QVERIFY(conversation.start());
    std::vector<std::string> seen;
    mcp::CallOptions options;
    options.wantProgress = true;
    options.onProgress = [&seen](const rpc::Message &message) {
        seen.emplace_back(message.params()["progress"].raw());
    };
    QCOMPARE(conversation.call("steps", R"({"count":3})", options), QStringLiteral("done"));
    QCOMPARE(seen, (std::vector<std::string>{"1", "2", "3"}));
    QCOMPARE((*conversation.response)->progressCount, 3);
}

// 2026-07-28: a server asks by its response, and only a client that declared it can be asked.
void TestPublishedServers::aQuestionThatWeDoNotOfferComesAsTheServersError()
{
    RecordedClient conversation(node({serversFolder() + u"modern.mjs"}));
    QVERIFY(conversation.start());
    conversation.call("confirm", R"({"what":"launch"})");
    QVERIFY(conversation.response && !conversation.response->ok());
    const Error &error = conversation.response->error();
    QVERIFY(error.domain == Domain::Server);
    const json::Document raw = json::Document::parse(Bytes::fromByteArray(error.data));
    QCOMPARE(raw.root()["code"].toInt64(), std::optional(std::int64_t(error.code)));
    QVERIFY(raw.root()["data"]["requiredCapabilities"]["elicitation"].exists());
}

QTEST_GUILESS_MAIN(TestPublishedServers)
#include "tst_publishedservers.moc"
