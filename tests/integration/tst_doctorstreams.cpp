// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/demohttp.h"
#include "support/doctorrun.h"
#include "support/doctorserver.h"
#include "support/faultcount.h"

#include <QTcpSocket>

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// What comes after a connection: the stream that GET opens, also behind a proxy that buffers, and
// clients in web pages.
class TestDoctorStreams : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void namesAProxyThatBuffers();
    void readsTheStreamOfGet_data();
    void readsTheStreamOfGet();
    void saysWhenAStreamIsCompressed_data();
    void saysWhenAStreamIsCompressed();
    void saysWhatBrowsersNeed_data();
    void saysWhatBrowsersNeed();
    void asksBrowsersOnlyWithoutAnOrigin();
    void saysWhyAModernServerHasNoSession_data();
    void saysWhyAModernServerHasNoSession();
    void saysThatTheRequestAfterInitializeFailed();
    void cleanupTestCase();

private:
    static doctor::Verdict examined(const QUrl &url, QString *report,
        std::chrono::milliseconds patience = kUsual, const Change &change = nullptr)
    {
        config::Profile profile = at(url);
        if (change)
            change(profile);
        return examine(profile, patience, std::make_shared<ChosenPaths>(), report);
    }

    FaultCount m_count{"streams behind a proxy"};
};

namespace {

constexpr int kProxyPatience = 6'000; // ms without a byte
constexpr std::chrono::milliseconds kLess{2'000};
const QString kNoSuccess = u"the first response was no success"_s;

// A real proxy: it passes a request on to the server, and its response back when it is complete,
// which that to GET never is.
HttpScript::Script buffering(const QUrl &server)
{
    return [server](HttpPeer &peer) {
        QByteArray request = peer.readRequest().raw;
        request.replace("Connection: keep-alive\r\n", "");
        request.insert(request.indexOf("\r\n") + 2, "Connection: close\r\n");
        QTcpSocket upstream;
        upstream.connectToHost(server.host(), quint16(server.port()));
        if (!upstream.waitForConnected())
            return;
        upstream.write(request);
        QByteArray response;
        while (upstream.waitForReadyRead(kProxyPatience))
            response += upstream.readAll();
        if (upstream.state() == QAbstractSocket::ConnectedState)
            response = "HTTP/1.1 504 Gateway Time-out\r\nContent-Length: 0\r\n\r\n";
        peer.send(response + upstream.readAll());
    };
}

using Respond = std::function<void(HttpPeer &, const SeenRequest &)>;

// A healthy server with a session, except for that method.
HttpScript::Script except(
    const QByteArray &method, const Respond &respond, const HttpPeer::Headers &headers = {})
{
    return [=](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            HttpPeer::Headers all = headers;
            all.emplace_back("Mcp-Session-Id", "abc");
            const bool isPing = request.body().contains("\"ping\"");
            if (request.method() == method)
                respond(peer, request);
            else if (isPing)
                peer.respond(200, "application/json", message(idIn(request)), headers);
            else
                serve(peer, request, all);
        }
    };
}

// How a server responds to OPTIONS.
Respond allowing(const QByteArray &headers, int status = 204)
{
    return [=](HttpPeer &peer, const SeenRequest &) {
        peer.respond(status, "text/plain", {},
            {{"Access-Control-Allow-Origin", "*"}, {"Access-Control-Allow-Headers", headers}});
    };
}

} // namespace

void TestDoctorStreams::namesAProxyThatBuffers()
{
    const Demo demo({u"--legacy-only"_s});
    QString direct;
    QVERIFY2(!examined(demo.url(), &direct).cause, qPrintable(direct));
    QVERIFY2(direct.contains(u"passed listening: "), qPrintable(direct));
    const HttpScript proxy(buffering(demo.url()));
    QString report;
    const doctor::Verdict verdict = examined(proxy.url(u"/mcp"_s), &report, kLess);
    QVERIFY2(m_count.add(u"listening-held"_s, causeOf(verdict)), qPrintable(report));
    QVERIFY2(verdict.whatToDo().contains(u"proxy_buffering off"), qPrintable(verdict.whatToDo()));
}

void TestDoctorStreams::readsTheStreamOfGet_data()
{
    QTest::addColumn<Respond>("respond");
    QTest::addColumn<QString>("said"); // in the report
    const auto row = [](const char *name, const Respond &respond, const QString &said) {
        QTest::newRow(name) << respond << said;
    };
    row(
        "none", [](HttpPeer &peer, const SeenRequest &) { peer.respond(405, "text/plain", {}); },
        u"passed no-listening: "_s);
    row(
        "a quiet one",
        [](HttpPeer &peer, const SeenRequest &) {
            peer.openStream();
            peer.stall();
        },
        u"passed listening: "_s);
    row(
        "404", [](HttpPeer &peer, const SeenRequest &) { peer.respond(404, "text/plain", "no"); },
        u"warning listening-refused: GET with Accept: text/event-stream gets status 404"_s);
    row(
        "a page",
        [](HttpPeer &peer, const SeenRequest &) { peer.respond(200, "text/html", "<p>Hello"); },
        u"warning listening-refused: "_s);
    row(
        "closed", [](HttpPeer &peer, const SeenRequest &) { peer.close(); },
        u"warning listening-refused: "_s);
}

void TestDoctorStreams::readsTheStreamOfGet()
{
    QFETCH(const Respond, respond);
    QFETCH(const QString, said);
    const HttpScript server(except("GET", respond));
    QString report;
    const doctor::Verdict verdict = examined(server.url(u"/mcp"_s), &report);
    QVERIFY2(!verdict.cause, qPrintable(report));
    QString lines = report; // a warning is in the same check as the fact that it passed
    lines.replace(u"warning no-stream"_s, u"passed no-stream"_s);
    QVERIFY2(lines.contains(said), qPrintable(report));
}

void TestDoctorStreams::saysWhenAStreamIsCompressed_data()
{
    QTest::addColumn<QByteArray>("coding");
    QTest::addColumn<bool>("isCompressed");
    QTest::newRow("gzip") << QByteArray("gzip") << true;
    QTest::newRow("as it is") << QByteArray("identity") << false;
}

void TestDoctorStreams::saysWhenAStreamIsCompressed()
{
    QFETCH(const QByteArray, coding);
    QFETCH(const bool, isCompressed);
    const HttpScript server([coding](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.method() != "POST" || !request.body().contains("\"initialize\"")) {
                serve(peer, request);
                continue;
            }
            peer.openStream({{"Content-Encoding", coding}});
            peer.event(initialized(idIn(request)));
            peer.endStream();
        }
    });
    QString report;
    const doctor::Verdict verdict = examined(server.url(u"/mcp"_s), &report);
    QVERIFY2(!verdict.cause, qPrintable(report));
    QVERIFY2(report.contains(u" stream-compressed: "_s) == isCompressed, qPrintable(report));
}

void TestDoctorStreams::saysWhatBrowsersNeed_data()
{
    QTest::addColumn<HttpScript::Script>("script");
    QTest::addColumn<QString>("said");
    const QByteArray all = "Content-Type, Mcp-Protocol-Version, mcp-session-id";
    const HttpPeer::Headers open{{"Access-Control-Allow-Origin", "*"}};
    HttpPeer::Headers whole = open;
    whole.emplace_back("Access-Control-Expose-Headers", "Mcp-Session-Id");
    const auto row = [](const char *name, const HttpScript::Script &script, const QString &said) {
        QTest::newRow(name) << script << said;
    };
    row("not at all",
        except("OPTIONS",
            [](HttpPeer &peer, const SeenRequest &) { peer.respond(404, "text/plain", {}); }),
        u"passed no-browsers: "_s);
    row("well", except("OPTIONS", allowing(all), whole), u"passed browsers: "_s);
    row("every header", except("OPTIONS", allowing("*"), whole), u"passed browsers: "_s);
    row("a header too few", except("OPTIONS", allowing("content-type"), whole),
        u"warning cors-headers-missing: Clients in web pages are allowed, but not to send these "
        "headers: mcp-protocol-version, mcp-session-id."_s);
    row("a preflight that fails", except("OPTIONS", allowing(all, 401), whole),
        u"warning cors-preflight-fails: "_s);
    row("a response without it", except("OPTIONS", allowing(all)),
        u"warning cors-response-hidden: "_s);
    row("a session that they cannot read", except("OPTIONS", allowing(all), open),
        u"warning cors-session-hidden: "_s);
}

void TestDoctorStreams::saysWhatBrowsersNeed()
{
    QFETCH(const HttpScript::Script, script);
    QFETCH(const QString, said);
    const HttpScript server([script](HttpPeer &peer) { script(peer); });
    QString report;
    const doctor::Verdict verdict = examined(server.url(u"/mcp"_s), &report);
    QVERIFY2(!verdict.cause, qPrintable(report));
    QVERIFY2(report.contains(said), qPrintable(report));
    for (const SeenRequest &request : server.requests()) {
        if (request.method() == "OPTIONS")
            QVERIFY(!request.header("Authorization").size() && request.body().isEmpty());
    }
}

void TestDoctorStreams::asksBrowsersOnlyWithoutAnOrigin()
{
    const HttpScript server(except("OPTIONS", allowing("*")));
    QString report;
    examined(server.url(u"/mcp"_s), &report, kUsual, sendOrigin);
    for (const SeenRequest &request : server.requests())
        QVERIFY(request.method() != "OPTIONS");
    QVERIFY2(
        report.contains(u"not reached: it is tried only without an Origin header of your own"_s),
        qPrintable(report));
    QVERIFY2(!report.contains(kNoSuccess), qPrintable(report));
}

void TestDoctorStreams::saysWhyAModernServerHasNoSession_data()
{
    QTest::addColumn<config::EraMode>("era");
    QTest::newRow("modern is chosen") << config::EraMode::Modern;
    QTest::newRow("modern is found out") << config::EraMode::Auto;
}

void TestDoctorStreams::saysWhyAModernServerHasNoSession()
{
    QFETCH(const config::EraMode, era);
    const Demo demo({u"--modern-only"_s});
    QString report;
    const doctor::Verdict verdict = examined(
        demo.url(), &report, kUsual, [era](config::Profile &profile) { profile.era = era; });
    QVERIFY2(!verdict.cause, qPrintable(report));
    QVERIFY2(report.contains(u"not reached: the modern era has no sessions"_s), qPrintable(report));
}

void TestDoctorStreams::saysThatTheRequestAfterInitializeFailed()
{
    const HttpScript server([](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.body().contains("\"ping\""))
                peer.respond(500, "text/plain", "boom");
            else
                serve(peer, request);
        }
    });
    QString report;
    QCOMPARE(causeOf(examined(server.url(u"/mcp"_s), &report)), u"request-fails"_s);
    QVERIFY2(
        report.contains(u"not reached: the request after initialize failed"_s), qPrintable(report));
    QVERIFY2(!report.contains(kNoSuccess), qPrintable(report));
}

void TestDoctorStreams::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorStreams)
#include "tst_doctorstreams.moc"
