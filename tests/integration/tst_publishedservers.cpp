// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client.h"
#include "trace/recorder.h"
#include "trace/sessionreader.h"

#include <QDir>
#include <QFile>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <optional>

using namespace sonde;
using namespace std::chrono_literals;

namespace {

// Starting Node on a busy machine takes seconds; a test that hangs ends here.
constexpr int kPatience = 45'000;

QString serversFolder()
{
    return QStringLiteral(SONDE_SOURCE_DIR "/tests/servers/npm/");
}

QString everything()
{
    return serversFolder() + u"node_modules/@modelcontextprotocol/server-everything/dist/index.js";
}

QString filesystem()
{
    return serversFolder() + u"node_modules/@modelcontextprotocol/server-filesystem/dist/index.js";
}

wire::Launch node(const QStringList &arguments)
{
    wire::Launch launch;
    launch.program = QStringLiteral("node");
    launch.arguments = arguments;
    return launch;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

Bytes text(std::string_view json)
{
    return Bytes::copyOf(json);
}

// A client as the window has it: a wire thread, and everything recorded into a session file.
class Conversation : public QObject {
public:
    explicit Conversation(wire::Launch launch, mcp::EraPolicy era = {})
    {
        wireThread.start();
        opened = recorder.open(sessionPath()).ok();
        mcp::ClientConfig config;
        config.name = QStringLiteral("peer");
        config.launch = std::move(launch);
        config.era = std::move(era);
        config.handshakeTimeout = std::chrono::milliseconds(kPatience);
        config.tap = &recorder;
        config.wireThread = &wireThread;
        client = std::make_unique<mcp::Client>(config);
    }
    ~Conversation() override
    {
        client.reset();
        wireThread.quit();
        wireThread.wait();
    }

    QString sessionPath() const { return folder.filePath(QStringLiteral("session.sonde")); }

    bool start()
    {
        client->start();
        const bool ready = QTest::qWaitFor(
            [this] {
                return client->state() == mcp::ClientState::Ready
                    || client->state() == mcp::ClientState::Failed;
            },
            kPatience);
        if (client->state() == mcp::ClientState::Failed)
            qWarning("%s", qPrintable(client->failure().sentence));
        return opened && ready && client->state() == mcp::ClientState::Ready;
    }

    bool stop()
    {
        client->stop();
        return QTest::qWaitFor(
            [this] { return client->state() == mcp::ClientState::Stopped; }, kPatience);
    }

    // The answer's text content, or why there is none.
    QString call(const char *tool, std::string_view arguments, const mcp::CallOptions &options = {})
    {
        answer.reset();
        client->callTool(QString::fromLatin1(tool), text(arguments), options, this,
            [this](const Result<mcp::Answer> &result) { answer = result; });
        if (!QTest::qWaitFor([this] { return answer.has_value(); }, kPatience))
            return QStringLiteral("no answer");
        if (!*answer)
            return answer->error().sentence;
        return (*answer)->result()["content"].at(0)["text"].toString();
    }

    QStringList toolNames()
    {
        std::optional<QStringList> names;
        client->list(QStringLiteral("tools/list"), QStringLiteral("tools"), {}, this,
            [&names](const Result<mcp::Listing> &listing) {
                names.emplace();
                for (const mcp::ListItem &item :
                    listing ? listing->items : decltype(listing->items)())
                    names->append(item.value()["name"].toString());
            });
        (void)QTest::qWaitFor([&names] { return names.has_value(); }, kPatience);
        return names.value_or(QStringList());
    }

    QTemporaryDir folder;
    trace::Recorder recorder;
    QThread wireThread;
    bool opened = false;
    std::unique_ptr<mcp::Client> client;
    std::optional<Result<mcp::Answer>> answer;
};

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

// Against servers that others wrote, at the versions that tests/servers/npm/package-lock.json pins.
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
    void findsOutThatTheModernServerIsModern();
    void progressOfTheModernServerArrives();
    void aQuestionThatWeDoNotOfferToAnswerComesAsTheServersError();
};

void TestPublishedServers::initTestCase()
{
    QVERIFY2(!QStandardPaths::findExecutable(QStringLiteral("node")).isEmpty(),
        "There is no `node`: run ./dev test, which installs Node.js.");
    QVERIFY2(QFile::exists(everything()) && QFile::exists(filesystem()),
        "The published servers are not installed: run ./dev test, which does it (npm ci).");
}

void TestPublishedServers::agreesOnEveryHandshakeRevision_data()
{
    QTest::addColumn<QString>("revision");
    for (const QString &revision : mcp::revisionsOf(mcp::Era::Handshake))
        QTest::newRow(qPrintable(revision)) << revision;
}

void TestPublishedServers::agreesOnEveryHandshakeRevision()
{
    QFETCH(QString, revision);
    Conversation conversation(node({everything(), QStringLiteral("stdio")}), legacy(revision));
    QVERIFY(conversation.start());
    const mcp::Negotiated &agreed = conversation.client->negotiated();
    QCOMPARE(agreed.revision, revision);
    QVERIFY(agreed.era == mcp::Era::Handshake);
    QVERIFY(!agreed.serverName.isEmpty());
    QVERIFY(agreed.serverCapabilities()["tools"].exists());
    QVERIFY(conversation.stop());
}

void TestPublishedServers::listsAndCallsTheToolsOfServerEverything()
{
    Conversation conversation(node({everything(), QStringLiteral("stdio")}), legacy());
    QVERIFY(conversation.start());
    const QStringList tools = conversation.toolNames();
    QVERIFY2(tools.contains(u"echo"), qPrintable(tools.join(u' ')));
    QCOMPARE(conversation.call("echo", R"({"message":"hällo"})"), QStringLiteral("Echo: hällo"));
    QVERIFY(!(*conversation.answer)->message.bytes().isEmpty());
}

void TestPublishedServers::findsOutThatServerEverythingIsLegacy()
{
    Conversation conversation(node({everything(), QStringLiteral("stdio")}));
    QVERIFY(conversation.start());
    QVERIFY(conversation.client->negotiated().era == mcp::Era::Handshake);
    QVERIFY(!conversation.client->negotiated().verdict.isEmpty());
    QCOMPARE(conversation.call("echo", R"({"message":"a"})"), QStringLiteral("Echo: a"));
}

// Two `tee` beside the server are the witnesses: what they saw is what the file must hold.
void TestPublishedServers::theSessionFileHoldsTheVeryBytesThatCrossed()
{
    const QTemporaryDir witness;
    const QString sent = witness.filePath(QStringLiteral("sent"));
    const QString received = witness.filePath(QStringLiteral("received"));
    wire::Launch launch;
    launch.program = QStringLiteral("sh");
    launch.arguments = QStringList{QStringLiteral("-c"),
        QStringLiteral(R"(tee "$1" | node "$3" stdio | tee "$2")"), QStringLiteral("sh"), sent,
        received, everything()};

    Conversation conversation(launch, legacy());
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

    Conversation conversation(node({filesystem(), folder.path()}));
    QVERIFY(conversation.start());
    QVERIFY(conversation.toolNames().contains(u"read_text_file"));
    const QByteArray arguments = "{\"path\":\"" + file.fileName().toUtf8() + "\"}";
    QCOMPARE(
        conversation.call("read_text_file", arguments.constData()), QStringLiteral("a note\n"));
}

void TestPublishedServers::showsTheErrorOfServerFilesystemForAPathOutside()
{
    const QTemporaryDir folder;
    Conversation conversation(node({filesystem(), folder.path()}));
    QVERIFY(conversation.start());
    const QString text = conversation.call("read_text_file", R"({"path":"/etc/hostname"})");
    QVERIFY2(text.contains(QLatin1String("denied")), qPrintable(text));
    QVERIFY(conversation.answer->ok());
    QCOMPARE((*conversation.answer)->result()["isError"].toBool(), std::optional(true));
}

void TestPublishedServers::findsOutThatTheModernServerIsModern()
{
    Conversation conversation(node({serversFolder() + u"modern.mjs"}));
    QVERIFY(conversation.start());
    const mcp::Negotiated &agreed = conversation.client->negotiated();
    QVERIFY(agreed.era == mcp::Era::Stateless);
    QCOMPARE(agreed.revision, QStringLiteral("2026-07-28"));
    QVERIFY(!agreed.verdict.isEmpty());
    QCOMPARE(agreed.serverName, QStringLiteral("sonde-modern-peer"));
    QVERIFY(conversation.toolNames().contains(u"sum"));
    QCOMPARE(conversation.call("echo", R"({"message":"m"})"), QStringLiteral("m"));
    QCOMPARE(conversation.call("sum", R"({"a":1.5,"b":2})"), QStringLiteral("3.5"));
    const auto structured = (*conversation.answer)->result()["structuredContent"];
    QCOMPARE(structured["sum"].raw(), std::string_view("3.5"));
}

void TestPublishedServers::progressOfTheModernServerArrives()
{
    Conversation conversation(node({serversFolder() + u"modern.mjs"}));
    QVERIFY(conversation.start());
    std::vector<std::string> seen;
    mcp::CallOptions options;
    options.wantProgress = true;
    options.onProgress = [&seen](const rpc::Message &message) {
        seen.emplace_back(message.params()["progress"].raw());
    };
    QCOMPARE(conversation.call("steps", R"({"count":3})", options), QStringLiteral("done"));
    QCOMPARE(seen, (std::vector<std::string>{"1", "2", "3"}));
    QCOMPARE((*conversation.answer)->progressCount, 3);
}

// 2026-07-28: a server asks by its answer, and only a client that declared it can be asked.
void TestPublishedServers::aQuestionThatWeDoNotOfferToAnswerComesAsTheServersError()
{
    Conversation conversation(node({serversFolder() + u"modern.mjs"}));
    QVERIFY(conversation.start());
    conversation.call("confirm", R"({"what":"launch"})");
    QVERIFY(conversation.answer && !conversation.answer->ok());
    const Error &error = conversation.answer->error();
    QVERIFY(error.domain == Domain::Server);
    const json::Document raw = json::Document::parse(Bytes::fromByteArray(error.data));
    QCOMPARE(raw.root()["code"].toInt64(), std::optional(std::int64_t(error.code)));
    QVERIFY(raw.root()["data"]["requiredCapabilities"]["elicitation"].exists());
}

QTEST_GUILESS_MAIN(TestPublishedServers)
#include "tst_publishedservers.moc"
