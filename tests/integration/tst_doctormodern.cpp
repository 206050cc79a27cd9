// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/doctorrun.h"
#include "support/doctorserver.h"
#include "support/faultcount.h"

using namespace sonde;
using namespace sonde::test;
using namespace Qt::StringLiterals;

// Servers of the modern era (2026-07-28): what comes after server/discover, in a revision without
// sessions and without a stream for GET.
class TestDoctorModern : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void opensServersThatRefuseInitialize_data();
    void opensServersThatRefuseInitialize();
    void sendsTheHeadersOfTheRevision();
    void triesOtherPathsWhenBothErasAreRefused_data();
    void triesOtherPathsWhenBothErasAreRefused();
    void readsTheStreamOfGet_data();
    void readsTheStreamOfGet();
    void saysWhatBrowsersNeed_data();
    void saysWhatBrowsersNeed();
    void cleanupTestCase();

private:
    static doctor::Verdict examined(const QUrl &url, QString *report,
        config::EraMode era = config::EraMode::Auto, std::chrono::milliseconds patience = kUsual)
    {
        config::Profile profile = at(url);
        profile.era = era;
        return examine(profile, patience, std::make_shared<ChosenPaths>(), report);
    }

    FaultCount m_count{"servers of the modern era"};
};

namespace {

constexpr std::chrono::milliseconds kLess{2'000};

using Respond = std::function<void(HttpPeer &, const SeenRequest &)>;

// A healthy server of the modern era, except for that method.
HttpScript::Script except(
    const QByteArray &method, const Respond &respond, const HttpPeer::Headers &headers = {})
{
    return [=](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.method() == method)
                respond(peer, request);
            else
                serveModern(peer, request, {}, headers);
        }
    };
}

Respond statusOnly(int status)
{
    return
        [status](HttpPeer &peer, const SeenRequest &) { peer.respond(status, "text/plain", {}); };
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

void TestDoctorModern::opensServersThatRefuseInitialize_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<int>("code");
    QTest::newRow("the method is unknown") << 404 << -32601;
    QTest::newRow("a header is missing") << 400 << -32020;
    QTest::newRow("the revision is not supported") << 400 << -32022;
    QTest::newRow("with status 200") << 200 << -32601;
}

void TestDoctorModern::opensServersThatRefuseInitialize()
{
    QFETCH(const int, status);
    QFETCH(const int, code);
    const HttpScript server([status, code](HttpPeer &peer) {
        for (;;)
            serveModern(peer, peer.readRequest(), {status, code});
    });
    QString report;
    const doctor::Verdict verdict = examined(server.url(u"/mcp"_s), &report);
    QVERIFY2(!verdict.cause && verdict.others.empty(), qPrintable(report));
    for (const QString &said :
        {u"passed transport: Streamable HTTP at "_s, u"passed no-authorization: "_s,
            u"passed no-stream: "_s, u"passed no-listening: "_s, u"passed revision: 2026-07-28 "_s,
            u"not reached: the modern era has no sessions"_s, u"passed no-browsers: "_s})
        QVERIFY2(report.contains(said), qPrintable(said + u'\n' + report));
    QCOMPARE(methodsOf(server.requests()),
        (QStringList{u"initialize"_s, u"server/discover"_s, u"GET"_s, u"OPTIONS"_s}));
}

void TestDoctorModern::sendsTheHeadersOfTheRevision()
{
    const HttpPeer::Headers session{
        {"Mcp-Session-Id", "abc"}, {"Access-Control-Allow-Origin", "*"}};
    const HttpScript server(except("OPTIONS", allowing("*"), session));
    QString report;
    const doctor::Verdict verdict =
        examined(server.url(u"/mcp"_s), &report, config::EraMode::Modern);
    QVERIFY2(!verdict.cause && verdict.others.empty(), qPrintable(report));
    const std::vector<SeenRequest> requests = server.requests();
    QCOMPARE(methodsOf(requests),
        (QStringList{u"server/discover"_s, u"GET"_s, u"OPTIONS"_s, u"server/discover"_s}));
    for (const SeenRequest &request : requests) {
        const bool isPost = request.method() == "POST";
        QCOMPARE(request.header("Mcp-Method"), isPost ? "server/discover" : QByteArray());
        QCOMPARE(request.header("MCP-Protocol-Version"),
            request.method() == "OPTIONS" ? QByteArray() : "2026-07-28");
        QVERIFY(request.header("Mcp-Session-Id").isEmpty());
    }
    QCOMPARE(requests.back().header("Origin"), "https://client.example");
}

void TestDoctorModern::triesOtherPathsWhenBothErasAreRefused_data()
{
    QTest::addColumn<QByteArray>("path"); // of the server; empty: there is none
    QTest::addColumn<QString>("cause");
    QTest::newRow("elsewhere") << QByteArray("/mcp") << u"other-path"_s;
    QTest::newRow("nowhere") << QByteArray() << u"not-found"_s;
}

// As some frameworks respond at every path that they do not know.
void TestDoctorModern::triesOtherPathsWhenBothErasAreRefused()
{
    QFETCH(const QByteArray, path);
    QFETCH(const QString, cause);
    const HttpScript server([path](HttpPeer &peer) {
        for (;;) {
            const SeenRequest request = peer.readRequest();
            if (request.target() == path)
                serve(peer, request);
            else
                peer.respond(404, "application/json", refused("null", -32601));
        }
    });
    QString report;
    const doctor::Verdict verdict = examined(server.url(u"/"_s), &report);
    QVERIFY2(m_count.add(cause, causeOf(verdict)), qPrintable(report));
    QVERIFY2(otherFailures(verdict).isEmpty(), qPrintable(report));
}

void TestDoctorModern::readsTheStreamOfGet_data()
{
    QTest::addColumn<Respond>("respond");
    QTest::addColumn<config::EraMode>("era");
    QTest::addColumn<std::chrono::milliseconds>("patience");
    QTest::addColumn<QString>("said"); // of the stream for GET; empty: nothing
    const Respond openStream = [](HttpPeer &peer, const SeenRequest &) {
        peer.openStream();
        peer.stall();
    };
    const Respond stall = [](HttpPeer &peer, const SeenRequest &) { peer.stall(); };
    const auto row = [](const char *name, const Respond &respond, config::EraMode era,
                         const QString &said, std::chrono::milliseconds patience = kUsual) {
        QTest::newRow(name) << respond << era << patience << said;
    };
    using config::EraMode;
    row("none", statusOnly(405), EraMode::Auto, u"no-listening: "_s);
    row("a stream", openStream, EraMode::Auto,
        u"listening-obsolete: GET opens an event stream, but 2026-07-28 has no stream for GET"_s);
    row("404", statusOnly(404), EraMode::Auto,
        u"listening-refused: GET with Accept: text/event-stream gets status 404"_s);
    row("held", stall, EraMode::Auto,
        u"listening-refused: GET with Accept: text/event-stream gets no response"_s, kLess);
    // A server whose era was chosen may serve earlier revisions too.
    row("none, chosen", statusOnly(405), EraMode::Modern, u"no-listening: "_s);
    row("a stream, chosen", openStream, EraMode::Modern, u"listening: GET opens a stream after "_s);
    row("400, chosen", statusOnly(400), EraMode::Modern, QString());
    row("held, chosen", stall, EraMode::Modern, QString(), kLess);
}

void TestDoctorModern::readsTheStreamOfGet()
{
    QFETCH(const Respond, respond);
    QFETCH(const config::EraMode, era);
    QFETCH(const std::chrono::milliseconds, patience);
    QFETCH(const QString, said);
    const HttpScript server(except("GET", respond));
    QString report;
    const doctor::Verdict verdict = examined(server.url(u"/mcp"_s), &report, era, patience);
    QVERIFY2(!verdict.cause, qPrintable(report));
    QCOMPARE(report.count(u"listening"_s), said.isEmpty() ? 0 : 1);
    QVERIFY2(report.contains(said), qPrintable(report));
    QVERIFY2(report.contains(u"no-browsers: "_s), qPrintable(report));
}

void TestDoctorModern::saysWhatBrowsersNeed_data()
{
    QTest::addColumn<HttpScript::Script>("script");
    QTest::addColumn<QString>("said");
    const QByteArray all = "Content-Type, MCP-Protocol-Version, Mcp-Method, mcp-name";
    const HttpPeer::Headers open{{"Access-Control-Allow-Origin", "*"}};
    const auto row = [](const char *name, const HttpScript::Script &script, const QString &said) {
        QTest::newRow(name) << script << said;
    };
    row("not at all", except("OPTIONS", statusOnly(404)), u"passed no-browsers: "_s);
    row("well", except("OPTIONS", allowing(all), open), u"passed browsers: "_s);
    row("every header", except("OPTIONS", allowing("*"), open), u"passed browsers: "_s);
    row("the headers of earlier revisions",
        except("OPTIONS", allowing("content-type, mcp-protocol-version, mcp-session-id"), open),
        u"warning cors-headers-missing: Clients in web pages are allowed, but not to send these "
        "headers: mcp-method, mcp-name."_s);
    row("a preflight that fails", except("OPTIONS", allowing(all, 401), open),
        u"warning cors-preflight-fails: "_s);
    row("a response without it", except("OPTIONS", allowing(all)),
        u"warning cors-response-hidden: "_s);
}

void TestDoctorModern::saysWhatBrowsersNeed()
{
    QFETCH(const HttpScript::Script, script);
    QFETCH(const QString, said);
    const HttpScript server([script](HttpPeer &peer) { script(peer); });
    QString report;
    const doctor::Verdict verdict = examined(server.url(u"/mcp"_s), &report);
    QVERIFY2(!verdict.cause, qPrintable(report));
    QVERIFY2(report.contains(said), qPrintable(report));
}

void TestDoctorModern::cleanupTestCase()
{
    m_count.print();
}

QTEST_GUILESS_MAIN(TestDoctorModern)
#include "tst_doctormodern.moc"
