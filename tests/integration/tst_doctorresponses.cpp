// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/doctorrun.h"
#include "support/doctorserver.h"
#include "support/faultcount.h"

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// Responses that are at fault, each from a real server: the doctor names the first cause.
class TestDoctorResponses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesTheCause_data();
    void namesTheCause();
    void quotesTheUrlThatIsNotRequested();
    void readsABodyWithAByteOrderMark();
    void namesTheTypeThatTheEntryOfAHostLacks_data();
    void namesTheTypeThatTheEntryOfAHostLacks();
    void cleanupTestCase();

private:
    FaultCount m_count{"responses of servers"};
};

namespace {

struct ResponseFault {
    const char *name;
    const char *cause;
    HttpScript::Script script;
    QString path = u"/mcp"_s;
    Change change = nullptr;
    std::chrono::milliseconds patience = kUsual;
};

const std::vector<ResponseFault> &connectionFaults()
{
    static const std::vector<ResponseFault> faults{
        {"accepts and says nothing", "accepts-silently", [](HttpPeer &peer) { peer.stall(); },
            u"/mcp"_s, nullptr, kShort},
        {"closes at once", "closes-silently",
            [](HttpPeer &peer) {
                peer.readRequest();
                peer.close();
            }},
        {"another protocol", "not-http",
            [](HttpPeer &peer) {
                peer.send("SSH-2.0-OpenSSH_9.2p1 Debian\r\n");
                peer.waitForClose();
            }},
        {"a version of TLS that is not spoken", "tls-failed",
            [](HttpPeer &peer) {
                peer.readRaw(5);
                peer.send(QByteArray("\x15\x03\x01\0\x02\x02\x46", 7)); // protocol_version
                peer.waitForClose();
            },
            u"/mcp"_s,
            [](config::Profile &profile) { profile.http()->url.replace(u"http:"_s, u"https:"_s); }},
        {"redirects in a circle", "redirect-loop",
            [](HttpPeer &peer) {
                for (;;) {
                    const bool isA = peer.readRequest().target() == "/a";
                    peer.respond(307, "text/plain", {}, {{"Location", isA ? "/b" : "/a"}});
                }
            },
            u"/a"_s},
        {"redirects to another path", "redirect-elsewhere",
            [](HttpPeer &peer) {
                for (;;) {
                    const SeenRequest request = peer.readRequest();
                    if (request.target() == "/v2/mcp")
                        serve(peer, request);
                    else
                        peer.respond(308, "text/plain", {}, {{"Location", "/v2/mcp"}});
                }
            }},
        {"redirects to a login", "redirect-to-login",
            always(302, "text/html", {}, {{"Location", "https://accounts.example/login"}})},
        {"an old gateway closes the body early", "truncated",
            [](HttpPeer &peer) {
                peer.readRequest();
                peer.send("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                          "500\r\n\r\n{\"jsonrpc\"");
                peer.close();
            }},
        {"the stream is held back", "stream-held",
            [](HttpPeer &peer) {
                peer.readRequest();
                peer.openStream({{"Server", "nginx"}});
                peer.stall();
            },
            u"/mcp"_s, nullptr, kShort},
        {"a stream of HTTP+SSE is held back", "stream-held",
            [](HttpPeer &peer) {
                peer.readRequest();
                peer.openStream({{"Content-Encoding", "identity"}});
                peer.stall();
            },
            u"/sse"_s, wantSse, kShort},
        {"HTTP+SSE names an endpoint that does not exist", "sse-fails",
            onlyAt("/sse", [](HttpPeer &peer, const SeenRequest &) { serveSse(peer); }),
            QStringLiteral("/sse"), wantSse},
        {"the stream ends without a response", "stream-ends",
            [](HttpPeer &peer) {
                for (;;) {
                    peer.readRequest();
                    peer.openStream();
                    peer.endStream();
                }
            }},
    };
    return faults;
}

const std::vector<ResponseFault> &statusFaults()
{
    static const std::vector<ResponseFault> faults{
        {"421 for the host", "host-refused", always(421, "text/plain", "Invalid Host header")},
        {"403 for the host", "host-refused",
            [](HttpPeer &peer) {
                for (;;) {
                    const SeenRequest request = peer.readRequest();
                    if (request.header("Host").startsWith("localhost"))
                        serve(peer, request);
                    else
                        peer.respond(403, "text/plain", "Forbidden");
                }
            }},
        {"403 for the origin", "origin-refused",
            [](HttpPeer &peer) {
                for (;;) {
                    const SeenRequest request = peer.readRequest();
                    if (request.header("Origin").isEmpty())
                        serve(peer, request);
                    else
                        peer.respond(403, "text/plain", "Forbidden");
                }
            },
            u"/mcp"_s, sendOrigin},
        {"403", "forbidden", always(403, "text/plain", "Blocked by the firewall")},
        {"the root instead of the path", "other-path",
            onlyAt(
                "/mcp", [](HttpPeer &peer, const SeenRequest &request) { serve(peer, request); }),
            u"/"_s},
        {"a path too much", "other-path",
            onlyAt("/", [](HttpPeer &peer, const SeenRequest &request) { serve(peer, request); }),
            u"/mcp"_s},
        {"only HTTP+SSE, elsewhere", "other-path-sse",
            onlyAt("/sse",
                [](HttpPeer &peer, const SeenRequest &request) {
                    if (request.method() == "GET")
                        serveSse(peer);
                    peer.respond(405, "text/plain", {});
                })},
        {"HTTP+SSE instead of Streamable HTTP", "speaks-sse",
            onlyAt("/sse",
                [](HttpPeer &peer, const SeenRequest &request) {
                    if (request.method() == "GET")
                        serveSse(peer);
                    peer.respond(405, "text/plain", {});
                }),
            u"/sse"_s, wantStreamable},
        {"Streamable HTTP instead of HTTP+SSE", "speaks-streamable",
            [](HttpPeer &peer) {
                for (;;)
                    serve(peer, peer.readRequest());
            },
            u"/mcp"_s, wantSse},
        {"404 everywhere", "not-found", always(404, "text/plain", "Not Found")},
        {"405", "method-refused", always(405, "text/plain", {}, {{"Allow", "GET, HEAD"}})},
        {"406", "not-acceptable", always(406, "text/plain", "Not Acceptable")},
        {"415", "media-refused", always(415, "text/plain", {})},
        {"429", "too-many-requests", always(429, "text/plain", {}, {{"Retry-After", "30"}})},
        {"500", "server-failed", always(500, "text/plain", "TypeError: x is not a function")},
        {"502 of a proxy", "gateway-failed",
            always(502, "text/html", "<html><title>502 Bad Gateway</title></html>")},
        {"a web page", "web-page", always(200, "text/html", "<html><title>Welcome</title></html>")},
        {"another status", "other-status", always(402, "text/plain", "Pay first")},
        {"a wrong content type", "media-wrong",
            [](HttpPeer &peer) {
                for (;;)
                    peer.respond(200, "text/plain", initialized(idIn(peer.readRequest())));
            }},
        {"JSON that is no message", "body-not-json",
            always(200, "application/json", R"({"status":"ok"})")},
        {"202 for a request", "body-empty", always(202, "application/json", {})},
    };
    return faults;
}

const std::vector<ResponseFault> &protocolFaults()
{
    static const std::vector<ResponseFault> faults{
        {"401 without a challenge", "no-challenge", demanding({"/mcp", 200, 200, true, false})},
        {"metadata that demand authorization", "metadata-refused",
            always(401, "text/plain", "Unauthorized", {{"WWW-Authenticate", "Bearer"}})},
        {"metadata for another address", "resource-other", demanding({"/other"})},
        {"no metadata of the resource", "metadata-missing", demanding({"/mcp", 404})},
        {"a relative URL of the metadata", "metadata-url-refused",
            always(401, "text/plain", "Unauthorized",
                {{"WWW-Authenticate", "Bearer resource_metadata=\"/.well-known/here\""}})},
        {"a relative address of the authorization server", "authorization-server-refused",
            demanding({"/mcp", 200, 200, true, true, "/login"})},
        {"no metadata of the authorization server", "authorization-server-missing",
            demanding({"/mcp", 200, 404})},
        {"no PKCE", "no-pkce", demanding({"/mcp", 200, 200, false})},
        {"a login is needed", "login-needed", demanding({})},
        {"a token that is not accepted", "token-refused", demanding({}), u"/mcp"_s, sendToken},
        {"a session on another instance", "session-lost",
            [](HttpPeer &peer) {
                for (;;) {
                    const SeenRequest request = peer.readRequest();
                    if (request.body().contains("\"initialize\""))
                        serve(peer, request, {{"Mcp-Session-Id", "abc"}});
                    else
                        peer.respond(404, "text/plain", "Session not found");
                }
            }},
        {"the request after initialize", "request-fails",
            [](HttpPeer &peer) {
                for (;;) {
                    const SeenRequest request = peer.readRequest();
                    if (request.body().contains("\"ping\""))
                        peer.respond(500, "text/plain", "boom");
                    else
                        serve(peer, request);
                }
            }},
        {"an error to initialize", "initialize-refused",
            [](HttpPeer &peer) {
                for (;;)
                    peer.respond(200, "application/json",
                        R"({"jsonrpc":"2.0","id":)" + idIn(peer.readRequest())
                            + R"(,"error":{"code":-32603,"message":"no database"}})");
            }},
        {"a revision that does not exist", "revision-unknown",
            [](HttpPeer &peer) {
                for (;;) {
                    const SeenRequest request = peer.readRequest();
                    peer.respond(200, "application/json", initialized(idIn(request), "2.0"));
                }
            }},
        {"another era than chosen", "other-era",
            [](HttpPeer &peer) {
                for (;;)
                    serve(peer, peer.readRequest());
            },
            u"/mcp"_s, [](config::Profile &profile) { profile.era = config::EraMode::Modern; }},
        {"a placeholder in a header", "url-placeholder",
            always(401, "text/plain", "Unauthorized", {{"WWW-Authenticate", "Bearer"}}), u"/mcp"_s,
            [](config::Profile &profile) {
                profile.http()->headers.push_back(
                    {u"Authorization"_s, Secret(u"Bearer ${TIDE_TOKEN}"_s), true});
            }},
    };
    return faults;
}

} // namespace

void TestDoctorResponses::namesTheCause_data()
{
    QTest::addColumn<ResponseFault>("fault");
    for (const auto *faults : {&connectionFaults(), &statusFaults(), &protocolFaults()}) {
        for (const ResponseFault &fault : *faults)
            QTest::newRow(fault.name) << fault;
    }
    QTest::newRow("a proxy that wants a password") << ResponseFault{"", "proxy-refuses",
        always(407, "text/plain", "Proxy Authentication Required"), u"/mcp"_s,
        [](config::Profile &profile) {
            profile.http()->proxy = config::ProxyMode::Given;
            profile.http()->proxyUrl = profile.http()->url.section(u"/mcp"_s, 0, 0);
            profile.http()->url = u"https://example.org/mcp"_s;
        }};
}

void TestDoctorResponses::namesTheCause()
{
    QFETCH(ResponseFault, fault);
    const HttpScript server(fault.script);
    config::Profile profile = at(server.url(fault.path));
    if (fault.change)
        fault.change(profile);
    QString report;
    const doctor::Verdict verdict =
        examine(profile, fault.patience, std::make_shared<ChosenPaths>(), &report);
    const bool isRight = m_count.add(QLatin1String(fault.cause), causeOf(verdict));
    QVERIFY2(isRight, qPrintable(causeOf(verdict) + u'\n' + report));
    QVERIFY(!verdict.sentence().isEmpty() && !verdict.whatToDo().isEmpty());
    QVERIFY2(otherFailures(verdict).isEmpty(), qPrintable(report));
}

// As a login says it.
void TestDoctorResponses::quotesTheUrlThatIsNotRequested()
{
    const HttpScript server(always(401, "text/plain", "Unauthorized",
        {{"WWW-Authenticate", "Bearer resource_metadata=\"/.well-known/here\""}}));
    QString report;
    examine(at(server.url(u"/mcp"_s)), kUsual, std::make_shared<ChosenPaths>(), &report);
    QVERIFY2(
        report.contains(u"The challenge names the metadata URL “/.well-known/here”, which is not "
                        "requested: The URL must be an absolute http or https URL."_s),
        qPrintable(report));
}

// RFC 8259 section 8.1 lets a reader ignore it.
void TestDoctorResponses::readsABodyWithAByteOrderMark()
{
    const HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            const QByteArray id = idIn(request);
            if (request.method() != "POST" || id.isEmpty())
                serve(peer, request);
            else
                peer.respond(200, "application/json",
                    "\xef\xbb\xbf"
                        + (request.body().contains("\"initialize\"") ? initialized(id)
                                                                     : message(id)));
        }
    });
    QString report;
    const doctor::Verdict verdict =
        examine(at(server.url(u"/mcp"_s)), kUsual, std::make_shared<ChosenPaths>(), &report);
    QVERIFY2(!verdict.cause, qPrintable(report));
    QCOMPARE(report.count(u"byte-order-mark: "_s), 1);
}

void TestDoctorResponses::namesTheTypeThatTheEntryOfAHostLacks_data()
{
    QTest::addColumn<QString>("file");
    QTest::addColumn<QByteArray>("more"); // beside the URL
    QTest::addColumn<QString>("type"); // that it lacks
    const QString cline = u"home/.cline/data/settings/cline_mcp_settings.json"_s;
    const QString roo = u"home/.config/Code/User/globalStorage/rooveterinaryinc.roo-cline/"
                        "settings/mcp_settings.json"_s;
    QTest::newRow("Cline") << cline << QByteArray() << u"streamableHttp"_s;
    QTest::newRow("Roo Code") << roo << QByteArray() << u"streamable-http"_s;
    QTest::newRow("with it") << cline << QByteArray(R"(,"type":"streamableHttp")") << QString();
    QTest::newRow("with its old name")
        << cline << QByteArray(R"(,"transportType":"http")") << QString();
    QTest::newRow("a host that needs none")
        << u"home/.cursor/mcp.json"_s << QByteArray() << QString();
}

// Without it, the host does not use Streamable HTTP.
void TestDoctorResponses::namesTheTypeThatTheEntryOfAHostLacks()
{
    QFETCH(QString, file);
    QFETCH(QByteArray, more);
    QFETCH(QString, type);
    const HttpScript server([](HttpPeer &peer) {
        for (;;)
            serve(peer, peer.readRequest());
    });
    const config::Profile profile = at(server.url(u"/mcp"_s));
    const FaultFolder folder;
    folder.write(file,
        R"({"mcpServers":{"tide":{"url":")" + profile.http()->url.toUtf8() + '"' + more + "}}}");
    const auto machine = std::make_shared<ChosenPaths>();
    machine->chosenHome = folder.path(u"home"_s);
    QString report;
    const doctor::Verdict verdict = examine(profile, kUsual, machine, &report);
    QVERIFY2(!verdict.cause, qPrintable(report));
    if (type.isEmpty()) {
        QVERIFY2(!verdict.inHost, qPrintable(report));
        return;
    }
    QVERIFY2(verdict.inHost, qPrintable(report));
    const QString kind = doctor::kindId(verdict.inHost->kind);
    QVERIFY2(m_count.add(u"host-type-missing"_s, kind), qPrintable(kind + u'\n' + report));
    QVERIFY2(verdict.whatToDo().contains(type), qPrintable(verdict.whatToDo()));
}

void TestDoctorResponses::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorResponses)
#include "tst_doctorresponses.moc"
