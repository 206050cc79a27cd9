// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client.h"
#include "trace/recorder.h"

#include <QFile>
#include <QProcess>
#include <QStandardPaths>
#include <QTcpServer>
#include <QTemporaryDir>
#include <QTest>
#include <QThread>

#include <optional>

using namespace sonde;

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

// These servers want to be told a port.
quint16 freePort()
{
    QTcpServer server;
    server.listen(QHostAddress::LocalHost);
    return server.serverPort();
}

// A server of Node that says on stderr when it listens.
class NodeServer {
public:
    explicit NodeServer(const QString &kind)
        : m_port(freePort())
    {
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PORT"), QString::number(m_port));
        m_process.setProcessEnvironment(environment);
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        const bool modern = kind == QLatin1String("modern");
        m_process.start(QStringLiteral("node"),
            modern ? QStringList{serversFolder() + u"modern.mjs", QStringLiteral("--http"),
                QString::number(m_port)}
                   : QStringList{everything(), kind});
        QByteArray said;
        while (!said.contains("on port") && m_process.waitForReadyRead(kPatience))
            said += m_process.readAll();
    }
    ~NodeServer()
    {
        m_process.kill();
        m_process.waitForFinished(kPatience);
    }
    QUrl url(const QString &path) const
    {
        return QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(m_port).arg(path));
    }

private:
    const quint16 m_port;
    QProcess m_process;
};

// A client as the window has it: a wire thread, and everything recorded into a session file.
class Conversation : public QObject {
public:
    explicit Conversation(const QUrl &url, bool listen = false)
    {
        wireThread.start();
        opened = recorder.open(folder.filePath(QStringLiteral("session.sonde"))).ok();
        mcp::ClientConfig config;
        config.name = QStringLiteral("peer");
        config.http.emplace();
        config.http->url = url;
        config.handshakeTimeout = std::chrono::milliseconds(kPatience);
        config.listenForChanges = listen;
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

    bool start()
    {
        client->start();
        const auto over = [this] {
            return client->state() == mcp::ClientState::Ready
                || client->state() == mcp::ClientState::Failed;
        };
        const bool ended = QTest::qWaitFor(over, kPatience);
        if (client->state() == mcp::ClientState::Failed)
            qWarning("%s", qPrintable(client->failure().sentence));
        return opened && ended && client->state() == mcp::ClientState::Ready;
    }

    // The answer's text content, or why there is none.
    QString call(const char *tool, std::string_view arguments, const mcp::CallOptions &options = {})
    {
        answer.reset();
        client->callTool(QString::fromLatin1(tool), Bytes::copyOf(arguments), options, this,
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

} // namespace

// Over HTTP against servers that others wrote, at the versions that tests/servers/npm pins: the
// same walk as over stdio.
class TestPublishedHttp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void walksThroughServerEverything_data();
    void walksThroughServerEverything();
    void walksThroughTheModernServer();
    void hearsThatTheToolsOfTheModernServerChanged();
};

void TestPublishedHttp::initTestCase()
{
    QVERIFY2(!QStandardPaths::findExecutable(QStringLiteral("node")).isEmpty(),
        "There is no `node`: run ./dev test, which installs Node.js.");
    QVERIFY2(QFile::exists(everything()),
        "The published servers are not installed: run ./dev test, which does it (npm ci).");
}

void TestPublishedHttp::walksThroughServerEverything_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("path");
    QTest::addColumn<bool>("sse");
    QTest::newRow("Streamable HTTP")
        << QStringLiteral("streamableHttp") << QStringLiteral("/mcp") << false;
    QTest::newRow("HTTP with SSE") << QStringLiteral("sse") << QStringLiteral("/sse") << true;
}

void TestPublishedHttp::walksThroughServerEverything()
{
    QFETCH(QString, kind);
    QFETCH(QString, path);
    QFETCH(bool, sse);
    const NodeServer server(kind);
    Conversation conversation(server.url(path));
    QVERIFY(conversation.start());
    const mcp::Negotiated &agreed = conversation.client->negotiated();
    QVERIFY(agreed.era == mcp::Era::Handshake);
    QCOMPARE(agreed.revision, QStringLiteral("2025-11-25"));
    QVERIFY(!agreed.verdict.isEmpty());
    QCOMPARE(conversation.client->httpState().sse, sse);
    const QStringList tools = conversation.toolNames();
    QVERIFY2(tools.contains(u"echo"), qPrintable(tools.join(u' ')));
    QCOMPARE(conversation.call("echo", R"({"message":"hällo"})"), QStringLiteral("Echo: hällo"));
    mcp::CallOptions options;
    options.wantProgress = true;
    conversation.call("trigger-long-running-operation", R"({"duration":0.3,"steps":3})", options);
    QVERIFY(conversation.answer->ok());
    QCOMPARE((*conversation.answer)->progressCount, 3);
    conversation.client->stop();
    QTRY_COMPARE_WITH_TIMEOUT(conversation.client->state(), mcp::ClientState::Stopped, kPatience);
}

void TestPublishedHttp::walksThroughTheModernServer()
{
    const NodeServer server(QStringLiteral("modern"));
    Conversation conversation(server.url(QStringLiteral("/mcp")));
    QVERIFY(conversation.start());
    const mcp::Negotiated &agreed = conversation.client->negotiated();
    QVERIFY(agreed.era == mcp::Era::Stateless);
    QCOMPARE(agreed.revision, QStringLiteral("2026-07-28"));
    QCOMPARE(agreed.serverName, QStringLiteral("sonde-modern-peer"));
    QVERIFY(conversation.toolNames().contains(u"sum"));
    QCOMPARE(conversation.call("echo", R"({"message":"m"})"), QStringLiteral("m"));
    QCOMPARE(conversation.call("sum", R"({"a":1.5,"b":2})"), QStringLiteral("3.5"));
    mcp::CallOptions options;
    options.wantProgress = true;
    QCOMPARE(conversation.call("steps", R"({"count":3})", options), QStringLiteral("done"));
    QCOMPARE((*conversation.answer)->progressCount, 3);
    conversation.call("confirm", R"({"what":"launch"})");
    QVERIFY(!conversation.answer->ok());
    const QString sentence = conversation.answer->error().sentence;
    QVERIFY2(sentence.contains(QLatin1String("elicitation")), qPrintable(sentence));
}

void TestPublishedHttp::hearsThatTheToolsOfTheModernServerChanged()
{
    const NodeServer server(QStringLiteral("modern"));
    Conversation conversation(server.url(QStringLiteral("/mcp")), true);
    QVERIFY(conversation.start());
    QCOMPARE(conversation.client->subscriptions().size(), std::size_t(1));
    mcp::Subscription &subscription = *conversation.client->subscriptions().front();
    QTRY_COMPARE_WITH_TIMEOUT(subscription.state(), mcp::Subscription::State::Active, kPatience);
    QVERIFY(subscription.unhonoured().isEmpty());
    QCOMPARE(conversation.call("change", "{}"), QStringLiteral("told"));
    QTRY_COMPARE_WITH_TIMEOUT(subscription.received(), 1, kPatience);
    subscription.close();
    QTRY_COMPARE_WITH_TIMEOUT(conversation.client->httpState().openStreams, 0, kPatience);
}

QTEST_GUILESS_MAIN(TestPublishedHttp)
#include "tst_publishedhttp.moc"
