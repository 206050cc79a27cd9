// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/freeport.h"
#include "support/httpscript.h"
#include "support/patience.h"
#include "support/places.h"

#include <QCryptographicHash>
#include <QFile>
#include <QJsonDocument>
#include <QSslCertificate>
#include <QSslKey>
#include <QTemporaryDir>

#include <optional>

using namespace sonde::test;
using namespace Qt::StringLiterals;

namespace {

const QString kNpm = sonde::test::sourcePath("tests/servers/npm/");
const QString kEverything =
    kNpm + u"node_modules/@modelcontextprotocol/server-everything/dist/index.js";

// A server that runs while this does, and says on stderr or stdout when it listens.
class Listening {
public:
    Listening(const QStringList &command, const QByteArray &sign, quint16 port)
    {
        QProcessEnvironment environment = cleanEnvironment();
        environment.insert(u"PORT"_s, QString::number(port));
        m_process.setProcessEnvironment(environment);
        m_process.setProcessChannelMode(QProcess::MergedChannels);
        m_process.start(command.first(), command.mid(1));
        while (!m_said.contains(sign) && m_process.waitForReadyRead(sonde::kLongPatienceMs))
            m_said += m_process.readAll();
    }
    ~Listening()
    {
        m_process.kill();
        m_process.waitForFinished(sonde::kLongPatienceMs);
    }
    const QByteArray &said() const { return m_said; }

private:
    QProcess m_process;
    QByteArray m_said;
};

struct Peer {
    std::unique_ptr<Listening> server;
    QString url;
    QStringList overStdio; // the same server's command
};

Peer demo()
{
    Peer peer{std::make_unique<Listening>(
                  QStringList{kDemo, u"--http"_s, u"127.0.0.1:0"_s}, "\n", quint16(0)),
        {}, {kDemo}};
    peer.url = QString::fromUtf8(peer.server->said().split(' ').last()).trimmed();
    return peer;
}

Peer nodeServer(const QString &kind)
{
    const quint16 port = freePort();
    const QString modern = kNpm + u"modern.mjs";
    const QString number = QString::number(port);
    if (kind == u"modern")
        return {std::make_unique<Listening>(
                    QStringList{u"node"_s, modern, u"--http"_s, number}, "on port", port),
            QStringLiteral("http://127.0.0.1:%1/mcp").arg(port), {u"node"_s, modern}};
    const QString published = sonde::test::sourcePath("tests/servers/published.cjs");
    return {
        std::make_unique<Listening>(
            QStringList{u"node"_s, u"--require"_s, published, kEverything, kind}, "on port", port),
        QStringLiteral("http://127.0.0.1:%1/%2").arg(number, kind == u"sse" ? u"sse"_s : u"mcp"_s),
        {u"node"_s, kEverything}};
}

Run at(const QString &url, const QStringList &arguments)
{
    return cli(QStringList{u"--url"_s, url} + arguments);
}

Run answeredWith(
    int status, const QByteArray &body, const HttpPeer::Headers &headers, const QStringList &words)
{
    HttpScript server([&](HttpPeer &peer) {
        for (;;) {
            peer.readRequest();
            peer.respond(status, "application/json", body, headers);
        }
    });
    return at(server.url(u"/mcp"_s).toString(), words);
}

QByteArray pinOf(const QString &name)
{
    const auto certificates = QSslCertificate::fromPath(HttpScript::tlsFile(name));
    return QCryptographicHash::hash(
        certificates.at(0).publicKey().toDer(), QCryptographicHash::Sha256)
        .toHex();
}

// An MCP server of 2025-11-25 behind TLS, as small as can be.
HttpScript::Script smallServer()
{
    return [](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.body().contains("\"initialize\""))
                peer.respond(200, "application/json",
                    R"({"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-11-25","capabilities":{},"serverInfo":{"name":"small","version":"1"}}})");
            else
                peer.respond(request.method() == "POST" ? 202 : 405, "text/plain", "");
        }
    };
}

} // namespace

// sonde-cli with a URL: the same as with a program, and what HTTP adds.
class TstCliHttp : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void printsTheSameBytesAsOverStdio_data();
    void printsTheSameBytesAsOverStdio();
    void tellsHowTheServerIsReached();
    void remembersTheEraAndForgetsItOnDemand();
    void sendsTheGivenHeaders();
    void exportsNoHeaderThatLooksSecret();
    void tellsOfARefusedNotificationAtOnce();
    void explainsTheAuthorizationThatIsRequested();
    void doesNotAdviseALoginThatFailsTheSameWay_data();
    void doesNotAdviseALoginThatFailsTheSameWay();
    void saysThatTheTokenIsNotAcceptedOnlyIfOneWasSent();
    void offersNoTransportThatWasRefusedToo();
    void saysHowManySecondsToWait();
    void asksForATokenWhereNoLoginIsOffered_data();
    void asksForATokenWhereNoLoginIsOffered();
    void endsWithTheDocumentedCode();
    void showsAnUntrustedCertificateAndItsPin_data();
    void showsAnUntrustedCertificateAndItsPin();
    void trustsAPinnedKeyAndAGivenAuthority();
    void isJudgedByEveryToolTheServerHas();
};

void TstCliHttp::printsTheSameBytesAsOverStdio_data()
{
    QTest::addColumn<QString>("kind");
    QTest::addColumn<QString>("era");
    QTest::newRow("demo, modern") << u"demo"_s << u"modern"_s;
    QTest::newRow("demo, legacy") << u"demo"_s << u"legacy"_s;
    QTest::newRow("everything, Streamable HTTP") << u"streamableHttp"_s << u"legacy"_s;
    QTest::newRow("everything, HTTP with SSE") << u"sse"_s << u"auto"_s;
    QTest::newRow("modern") << u"modern"_s << u"auto"_s;
}

void TstCliHttp::printsTheSameBytesAsOverStdio()
{
    QFETCH(QString, kind);
    QFETCH(QString, era);
    const bool isDemo = kind == u"demo";
    if (!isDemo && !QFile::exists(kEverything))
        QSKIP("the published servers are not installed (./dev test does that)");
    const Peer peer = isDemo ? demo() : nodeServer(kind);
    QVERIFY2(!peer.url.isEmpty(), peer.server->said().constData());

    QList<QStringList> walk{words("tools list"), words("request prompts/list"),
        words("request resources/templates/list"), words("tools call no_such_tool a=1")};
    if (kind == u"modern")
        walk = {words("tools list"), words("tools call no_such_tool a=1")};
    else
        walk += QStringList(isDemo ? u"tools call echo a:=1.0 b:=9007199254740993"_s.split(u' ')
                                   : u"tools call echo message=hi"_s.split(u' '));
    for (const QStringList &command : walk) {
        const QStringList options{u"--json"_s, u"--era"_s, era};
        const Run http = at(peer.url, options + command);
        const Run stdio = cli(options + command + QStringList{u"--"_s} + peer.overStdio);
        const QByteArray both = command.join(u' ').toUtf8() + '\n' + told(http) + told(stdio);
        QVERIFY2(http.code == stdio.code && http.out == stdio.out, both.constData());
    }
}

void TstCliHttp::tellsHowTheServerIsReached()
{
    const Peer peer = demo();
    const Run modern = at(peer.url, words("info"));
    COMPARE_CODE(modern, 0);
    QVERIFY2(modern.out.contains("2026-07-28 (modern)"), modern.out.constData());
    QVERIFY2(modern.out.contains("Streamable HTTP"), modern.out.constData());
    QVERIFY2(modern.out.contains("HTTP/1.1 to 127.0.0.1:"), modern.out.constData());
    const Run legacy = at(peer.url, words("info --era legacy"));
    COMPARE_CODE(legacy, 0);
    QVERIFY2(legacy.out.contains("\nSession  "), legacy.out.constData());
    QVERIFY2(legacy.out.contains("HTTP/1.1 to 127.0.0.1:"), legacy.out.constData());
}

void TstCliHttp::remembersTheEraAndForgetsItOnDemand()
{
    const Peer peer = demo();
    const auto probes = [&](const char *line) {
        const Run run = at(peer.url, words(line));
        return run.code == 0 && !run.out.simplified().contains("was not probed again");
    };
    QVERIFY(probes("info --no-cache"));
    QVERIFY(probes("info")); // the one before kept nothing
    QVERIFY(!probes("info"));
    QVERIFY(probes("info --probe"));
    QVERIFY(!probes("info"));
}

void TstCliHttp::sendsTheGivenHeaders()
{
    HttpScript server(smallServer());
    const Run run = at(server.url(u"/mcp"_s).toString(),
        {u"info"_s, u"--era"_s, u"legacy"_s, u"--header"_s, u"X-b: one"_s, u"--header"_s,
            u"x-A:two"_s});
    COMPARE_CODE(run, 0);
    for (const SeenRequest &request : server.requests()) {
        const QList<QByteArray> lines = request.headerLines();
        const auto first = lines.indexOf("X-b: one");
        QVERIFY2(first >= 0 && lines.indexOf("x-A: two") > first, request.raw.constData());
    }
}

// Its name says nothing.
void TstCliHttp::exportsNoHeaderThatLooksSecret()
{
    const QTemporaryDir folder;
    const QString recording = folder.filePath(u"headers.sonde"_s);
    const QByteArray secret = "q7RfW2xLp9ZtB4nVk8Ds3HyM";
    const Peer peer = demo();
    COMPARE_CODE(at(peer.url,
                     {u"--record"_s, recording, u"info"_s, u"--header"_s,
                         u"X-Team: "_s + QString::fromLatin1(secret), u"--header"_s,
                         u"X-Stage: production"_s}),
        0);
    for (const QString &format : {u"jsonl"_s, u"har"_s}) {
        const Run exported = cli({u"trace"_s, u"export"_s, recording, u"--format"_s, format});
        COMPARE_CODE(exported, 0);
        QVERIFY(!exported.out.isEmpty());
        if (format == u"har"_s)
            QVERIFY2(exported.out.contains("production"), told(exported).constData());
        QVERIFY2(!exported.out.contains(secret), told(exported).constData());
    }
}

// Nothing of what follows would say why: the server does not know that the handshake is complete.
void TstCliHttp::tellsOfARefusedNotificationAtOnce()
{
    HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            const QByteArray id =
                QByteArray::number(QJsonDocument::fromJson(request.body())["id"].toInt());
            if (request.method() != "POST")
                peer.respond(405, {}, {});
            else if (request.body().contains("\"initialize\""))
                peer.respond(200, "application/json",
                    R"({"jsonrpc":"2.0","id":)" + id
                        + R"(,"result":{"protocolVersion":"2025-11-25","capabilities":{"tools":{}},"serverInfo":{"name":"small","version":"1"}}})");
            else if (request.body().contains("notifications/initialized"))
                peer.respond(400, "application/json",
                    R"({"jsonrpc":"2.0","error":{"code":-32600,"message":"Unknown"}})");
            else
                peer.respond(200, "application/json",
                    R"({"jsonrpc":"2.0","id":)" + id
                        + R"(,"result":{"tools":[{"name":"t","inputSchema":{"type":"object"}}]}})");
        }
    });
    const Run run = at(server.url(u"/mcp"_s).toString(), words("tools list --era legacy"));
    COMPARE_CODE(run, 0);
    QVERIFY2(run.err.contains("The server refused “notifications/initialized”. The server rejected "
                              "the request as invalid (400 Scripted). The server's message: "
                              "“Unknown”"),
        run.err.constData());
}

void TstCliHttp::explainsTheAuthorizationThatIsRequested()
{
    const Run run = answeredWith(401, "",
        {{"WWW-Authenticate",
            R"(Bearer resource_metadata="https://x.example/meta", scope="a b", error="invalid_token")"}},
        words("tools list"));
    COMPARE_CODE(run, 3);
    QVERIFY(run.out.isEmpty());
    for (const QByteArray &fact : {QByteArray("Bearer"), QByteArray("https://x.example/meta"),
             QByteArray("a b"), QByteArray("invalid_token")})
        QVERIFY2(run.err.contains(fact), run.err.constData());
}

void TstCliHttp::doesNotAdviseALoginThatFailsTheSameWay_data()
{
    QTest::addColumn<QByteArray>("challenge");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("relative") << QByteArray("Bearer resource_metadata=\"/meta\"")
                              << QByteArray("“/meta”");
    QTest::newRow("not loaded") << QByteArray("Bearer resource_metadata=\"http://127.0.0.1:1/m\"")
                                << QByteArray("“http://127.0.0.1:1/m”");
}

void TstCliHttp::doesNotAdviseALoginThatFailsTheSameWay()
{
    QFETCH(const QByteArray, challenge);
    QFETCH(const QByteArray, says);
    const Run run = answeredWith(401, "",
        {{"WWW-Authenticate", challenge + ", error=\"invalid_token\""}}, words("tools list"));
    COMPARE_CODE(run, 3);
    QVERIFY2(run.err.contains(says), run.err.constData());
    QVERIFY2(!run.err.contains("auth login"), run.err.constData());
    QVERIFY2(!run.err.contains("does not accept the token"), run.err.constData());
}

void TstCliHttp::saysThatTheTokenIsNotAcceptedOnlyIfOneWasSent()
{
    const Run run = answeredWith(401, "", {{"WWW-Authenticate", "Bearer error=\"invalid_token\""}},
        words("tools list --header") << u"Authorization: Bearer SECRET"_s);
    COMPARE_CODE(run, 3);
    QVERIFY2(run.err.contains("does not accept the token"), run.err.constData());
}

void TstCliHttp::offersNoTransportThatWasRefusedToo()
{
    const Run run = answeredWith(405, "", {}, words("tools list"));
    COMPARE_CODE(run, 4);
    QVERIFY2(run.err.contains("does not accept GET (405"), run.err.constData());
    QVERIFY2(!run.err.contains("older HTTP"), run.err.constData());
}

void TstCliHttp::saysHowManySecondsToWait()
{
    const Run run = answeredWith(429, "", {{"Retry-After", "30"}}, words("tools list"));
    COMPARE_CODE(run, 4);
    QVERIFY2(run.err.contains("it asks to retry after 30 s."), run.err.constData());
}

void TstCliHttp::asksForATokenWhereNoLoginIsOffered_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QByteArray>("shown");
    QTest::newRow("JSON") << QByteArray(R"({"error":"Missing bearer token"})")
                          << QByteArray(R"({"error":"Missing bearer token"})");
    QTest::newRow("escape sequences") << QByteArray("Missing \x1b[31mbearer token")
                                      << QByteArray("Missing \xe2\x90\x9b[31mbearer token");
    QTest::newRow("a long one") << QByteArray("Missing bearer token ").repeated(2000)
                                << QByteArray("Missing bearer token ");
}

void TstCliHttp::asksForATokenWhereNoLoginIsOffered()
{
    QFETCH(QByteArray, body);
    QFETCH(QByteArray, shown);
    const Run run = answeredWith(401, body, {}, words("tools list"));
    COMPARE_CODE(run, 3);
    QVERIFY2(run.err.contains("publishes no authorization metadata"), run.err.constData());
    QVERIFY2(run.err.contains(shown), run.err.constData());
    QVERIFY(run.err.size() < 4000);
    QVERIFY2(run.err.contains("--header 'Authorization: Bearer TOKEN'"), run.err.constData());
    QVERIFY2(!run.err.contains("auth login"), run.err.constData());

    const Run login = answeredWith(401, body, {}, words("auth login --browser true --no-keychain"));
    COMPARE_CODE(login, 3);
    QVERIFY2(login.err.contains("no login is possible"), login.err.constData());
    QVERIFY2(login.err.contains("--header 'Authorization: Bearer TOKEN'"), login.err.constData());
}

void TstCliHttp::endsWithTheDocumentedCode()
{
    COMPARE_CODE(at(u"http://127.0.0.1:1/mcp"_s, words("info")), 4);
    COMPARE_CODE(answeredWith(500, "", {}, words("info")), 4);
    COMPARE_CODE(at(u"ftp://127.0.0.1/"_s, words("info")), 1);
    const Peer peer = demo();
    COMPARE_CODE(at(peer.url, words("request no/such")), 6);
    COMPARE_CODE(at(peer.url, words("--timeout 300ms tools call slow_count count:=100")), 7);
    COMPARE_CODE(at(peer.url, words("tools call fail")), 5);
}

void TstCliHttp::showsAnUntrustedCertificateAndItsPin_data()
{
    QTest::addColumn<QString>("certificate");
    QTest::addColumn<QByteArray>("says");
    QTest::newRow("self-signed") << u"selfsigned"_s << QByteArray("is self-signed");
    QTest::newRow("expired") << u"expired"_s << QByteArray("has expired");
    QTest::newRow("wrong name") << u"wrongname"_s << QByteArray("wrong name");
}

void TstCliHttp::showsAnUntrustedCertificateAndItsPin()
{
    QFETCH(QString, certificate);
    QFETCH(QByteArray, says);
    HttpScript server(HttpScript::Tls{certificate, {}}, smallServer());
    const Run run = at(server.urlWithHost(u"localhost"_s, u"/mcp"_s).toString(),
        {u"info"_s, u"--ca"_s,
            HttpScript::tlsFile(certificate == u"selfsigned" ? u"otherca.pem"_s : u"ca.pem"_s)});
    COMPARE_CODE(run, 4);
    QVERIFY2(run.err.contains(says), run.err.constData());
    QVERIFY2(run.err.contains(QByteArray("--insecure-pin " + pinOf(certificate + u".pem"))),
        run.err.constData());
    QVERIFY2(run.err.contains("fingerprint"), run.err.constData());
    QCOMPARE(server.requestCount(), 0);
}

void TstCliHttp::trustsAPinnedKeyAndAGivenAuthority()
{
    HttpScript pinned(HttpScript::Tls{u"selfsigned"_s, {}}, smallServer());
    const QString url = pinned.urlWithHost(u"localhost"_s, u"/mcp"_s).toString();
    const QString pin = QString::fromLatin1(pinOf(u"selfsigned.pem"_s));
    const QStringList info = words("info --era legacy");
    const Run run = at(url, info + QStringList{u"--insecure-pin"_s, pin});
    COMPARE_CODE(run, 0);
    QVERIFY2(run.out.contains("TLS"), run.out.constData());
    COMPARE_CODE(at(url, info + QStringList{u"--insecure-pin"_s, u"00"_s.repeated(32)}), 4);

    HttpScript known(HttpScript::Tls{u"localhost"_s, {}}, smallServer());
    COMPARE_CODE(at(known.urlWithHost(u"localhost"_s, u"/mcp"_s).toString(),
                     info + QStringList{u"--ca"_s, HttpScript::tlsFile(u"ca.pem"_s)}),
        0);
}

// The client that the public conformance suite starts uses all that a server offers; the demo
// server asks it back.
void TstCliHttp::isJudgedByEveryToolTheServerHas()
{
    const Listening server(
        {kDemo, u"--http"_s, u"127.0.0.1:0"_s, u"--fixtures"_s}, "\n", quint16(0));
    const QString url = QString::fromUtf8(server.said().split(' ').last()).trimmed();
    const auto client = [](const QStringList &words) {
        QProcess process;
        process.start(sonde::test::programPath("conformance-client"), words);
        return finishedRun(process);
    };
    COMPARE_CODE(client({url}), 0);
    const Run without = client({});
    COMPARE_CODE(without, 1);
    QVERIFY2(without.err.contains("needs one URL"), without.err.constData());
}

QTEST_GUILESS_MAIN(TstCliHttp)
#include "tst_clihttp.moc"
