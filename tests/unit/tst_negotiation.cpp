// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/negotiator.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;

namespace {

using Transport = wire::HttpTarget::Transport;
using Step = Negotiator::Step;

rpc::Message message(const QString &text)
{
    return rpc::decode(Bytes::copyOf(text.toStdString()), false).front();
}

Evidence evidenceOf(int status, const QString &body = {})
{
    Evidence evidence;
    evidence.httpStatus = status;
    if (!body.isEmpty())
        evidence.response = message(body);
    else if (status != 0)
        evidence.failure = std::make_shared<wire::HttpFailure>();
    return evidence;
}

Error error(Domain domain, const char *sentence = "No.")
{
    return {domain, 0, QString::fromLatin1(sentence), {}, {}};
}

Response responseOf(const char *body)
{
    Response response;
    response.message = message(QLatin1String(body));
    response.httpStatus = 200;
    return response;
}

constexpr const char *kDiscovered =
    R"({"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2026-07-28","2025-11-25"]}})";
constexpr const char *kNotFound =
    R"({"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}})";

Negotiator negotiator(std::optional<Transport> http, std::optional<DetectedRevision> known = {},
    const EraPolicy &policy = {})
{
    wire::Endpoint endpoint;
    if (http) {
        endpoint = wire::HttpTarget();
        endpoint.target()->transport = *http;
    }
    return Negotiator({policy, std::move(endpoint), std::move(known), 1'000'000'000'000});
}

DetectedRevision known(Era era, const char *revision, bool sse = false)
{
    return {era, QLatin1String(revision), sse, QStringLiteral("Because."),
        1'000'000'000'000 - qint64(3) * 24 * 3600 * 1000};
}

} // namespace

class TestNegotiation : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void knowsTheEraOfLaterRevisions();
    void plansByChoice();
    void judgesAProbe_data();
    void judgesAProbe();
    void judgesAProbeOverHttp_data();
    void judgesAProbeOverHttp();
    void tellsAMissingSessionFromALogin_data();
    void tellsAMissingSessionFromALogin();
    void usesTheProbesResponseAsTheOpening();
    void asksAgainForARevisionTheProbeDidNotAskFor();
    void fallsBackToSse_data();
    void fallsBackToSse();
    void tellsAllThatWasTried();
    void suspectsAServerWithoutDiscover();
    void usesWhatIsKnown();
    void probesAgainWhenWhatIsKnownDoesNotHold_data();
    void probesAgainWhenWhatIsKnownDoesNotHold();
    void triesThePreferredRevisionFirst();
    void keepsWhatAProbeFound();
    void speaksNoModernRevisionOverSse();
};

void TestNegotiation::knowsTheEraOfLaterRevisions()
{
    QVERIFY(isModernRevision("2026-07-28"));
    QVERIFY(isModernRevision("2031-01-01"));
    for (const char *revision : {"2025-11-25", "", "modern", "2031-01-01-draft"})
        QVERIFY2(!isModernRevision(revision), revision);
}

void TestNegotiation::plansByChoice()
{
    QVERIFY(planFor({EraPolicy::Mode::Auto, {}}).probe);
    const Plan pinned = planFor({EraPolicy::Mode::Auto, QStringLiteral("2026-07-28")});
    QVERIFY(!pinned.probe && pinned.exact && pinned.era == Era::Modern);
    const Plan unknown = planFor({EraPolicy::Mode::Modern, QStringLiteral("2027-01-01")});
    QVERIFY(unknown.era == Era::Modern && unknown.exact);
    QCOMPARE(unknown.revision, QStringLiteral("2027-01-01"));
    QCOMPARE(planFor({EraPolicy::Mode::Legacy, {}}).revision, QStringLiteral("2025-11-25"));
}

void TestNegotiation::judgesAProbe_data()
{
    QTest::addColumn<QString>("response");
    QTest::addColumn<QString>("revision");
    const auto row = [](const char *name, const char *body, const char *revision) {
        QTest::newRow(name)
            << QStringLiteral(R"({"jsonrpc":"2.0","id":1,%1})").arg(QLatin1String(body))
            << QString::fromLatin1(revision);
    };
    row("modern", R"("result":{"supportedVersions":["2026-07-28"]})", "2026-07-28");
    row("dual", R"("result":{"supportedVersions":["2025-11-25","2026-07-28"]})", "2026-07-28");
    row("only legacy listed", R"("result":{"supportedVersions":["2025-06-18","2025-03-26"]})",
        "2025-06-18");
    row("-32022", R"("error":{"code":-32022,"message":"","data":{"supported":["2026-07-28"]}})",
        "2026-07-28");
    row("-32022, only legacy",
        R"("error":{"code":-32022,"message":"","data":{"supported":["2025-03-26"]}})",
        "2025-03-26");
    row("-32601", R"("error":{"code":-32601,"message":"Method not found"})", "2025-11-25");
    row("any other error", R"("error":{"code":-32000,"message":"not initialized"})", "2025-11-25");
    row("no list", R"("result":{"supportedVersions":"2026-07-28"})", "2025-11-25");
    row("odd result", R"("result":7)", "2025-11-25");
}

void TestNegotiation::judgesAProbe()
{
    QFETCH(QString, response);
    const Plan plan = judgeProbe(rpc::decode(Bytes::copyOf(response.toStdString()), false).front());
    QTEST(plan.revision, "revision");
    QCOMPARE(plan.era, *eraOf(plan.revision));
    QVERIFY(!plan.detection.isEmpty() && !plan.probe);
}

void TestNegotiation::judgesAProbeOverHttp_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<QString>("body");
    QTest::addColumn<QString>("expected"); // a revision, "authorize" or "outage"
    QTest::addColumn<QString>("says");
    const auto row = [](int status, const char *body, const char *expected, const char *says = "") {
        const QString text = QLatin1String(body).isEmpty()
            ? QString()
            : QStringLiteral(R"({"jsonrpc":"2.0","id":1,%1})").arg(QLatin1String(body));
        QTest::addRow("%d %s", status, body)
            << status << text << QString::fromLatin1(expected) << QString::fromLatin1(says);
    };
    constexpr const char *kModern = "2026-07-28";
    constexpr const char *kLegacy = "2025-11-25";
    row(200, R"("result":{"supportedVersions":["2026-07-28"]})", kModern, "status 200");
    row(200, R"("result":{"supportedVersions":["2026-07-28","2025-11-25"]})", kModern);
    row(200, R"("result":{"supportedVersions":["2025-06-18"]})", "2025-06-18");
    row(200, R"("result":{})", kLegacy);
    row(400, R"("error":{"code":-32022,"message":"","data":{"supported":["2026-07-28"]}})", kModern,
        "status 400 and error -32022. It supports 2026-07-28.");
    row(400, R"("error":{"code":-32022,"message":"","data":{"supported":["2025-06-18"]}})",
        "2025-06-18");
    row(400, R"("error":{"code":-32022,"message":"","data":{"supported":["2030-01-01"]}})",
        kLegacy);
    row(400, R"("error":{"code":-32020,"message":"Mcp-Method"})", kModern, "-32020 (Mcp-Method)");
    row(400, R"("error":{"code":-32021,"message":"Missing"})", kModern, "-32021");
    row(200, R"("error":{"code":-32022,"message":"","data":{"supported":["2026-07-28"]}})",
        kModern);
    row(404, R"("error":{"code":-32601,"message":"Method not found"})", kLegacy, "-32601");
    row(200, R"("error":{"code":-32601,"message":"Method not found"})", kLegacy);
    row(400, R"("error":{"code":-32602,"message":"Invalid params"})", kLegacy);
    row(400, R"("error":{"code":-32600,"message":"session required"})", kLegacy);
    row(400, R"("error":{"code":-32000,"message":"Server not initialized"})", kLegacy,
        "Server not initialized");
    row(401, "", "authorize");
    row(403, "", "authorize");
    row(401, R"("error":{"code":-32001,"message":"Unauthorized"})", "authorize");
    row(403, R"("error":{"code":-32022,"message":"","data":{"supported":["2026-07-28"]}})",
        "authorize");
    row(500, "", kLegacy, "status 500");
    row(500, R"("error":{"code":-32603,"message":"Internal error"})", kLegacy, "-32603");
    row(501, "", kLegacy);
    row(502, "", "outage");
    row(503, "", "outage");
    row(504, "", "outage");
    row(503, R"("error":{"code":-32603,"message":"Internal error"})", kLegacy);
    row(0, "", "outage");
    row(302, "", "outage");
    row(400, "", kLegacy, "status 400");
    row(404, "", kLegacy);
    row(405, "", kLegacy);
    row(406, "", kLegacy);
    row(415, "", kLegacy);
    row(429, "", kLegacy);
}

void TestNegotiation::judgesAProbeOverHttp()
{
    QFETCH(int, status);
    QFETCH(QString, body);
    QFETCH(QString, expected);
    QFETCH(QString, says);
    const auto judgement = judgeHttpProbe({evidenceOf(status, body), error(Domain::Transport)});
    if (expected == QLatin1String("authorize")) {
        QCOMPARE(judgement.finding, HttpFinding::AskForAuthorization);
    } else if (expected == QLatin1String("outage")) {
        QCOMPARE(judgement.finding, HttpFinding::Unreachable);
    } else {
        QCOMPARE(judgement.finding, HttpFinding::Decided);
        QCOMPARE(judgement.plan.revision, expected);
        QCOMPARE(judgement.plan.era, *eraOf(expected));
        QVERIFY2(judgement.plan.detection.contains(says), qPrintable(judgement.plan.detection));
    }
}

void TestNegotiation::tellsAMissingSessionFromALogin_data()
{
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("aboutSession");
    QTest::addColumn<bool>("loginNotOffered");
    QTest::addColumn<bool>("challenged");
    QTest::addColumn<bool>("triesLegacy");
    QTest::newRow("the session is missing") << 401 << true << false << false << true;
    QTest::newRow("forbidden without a session") << 403 << true << false << false << true;
    QTest::newRow("no login is possible") << 401 << false << true << false << true;
    QTest::newRow("a challenge without a login") << 401 << false << true << true << false;
    QTest::newRow("a login failed") << 401 << false << false << false << false;
    QTest::newRow("forbidden") << 403 << false << false << false << false;
}

void TestNegotiation::tellsAMissingSessionFromALogin()
{
    QFETCH(int, status);
    wire::HttpFailure failure;
    failure.status = status;
    QFETCH(bool, aboutSession);
    QFETCH(bool, loginNotOffered);
    QFETCH(bool, challenged);
    failure.aboutSession = aboutSession;
    failure.loginNotOffered = loginNotOffered;
    if (challenged)
        failure.challenges.push_back({"Basic", {}, {}});
    Evidence evidence;
    evidence.httpStatus = status;
    evidence.failure = std::make_shared<wire::HttpFailure>(failure);

    Negotiator http = negotiator(Transport::Auto);
    QCOMPARE(http.begin().kind, Step::Kind::Probe);
    const Step step = http.probeFailed(error(Domain::Authorization, "Log in."), evidence);
    QFETCH(bool, triesLegacy);
    QCOMPARE(step.kind, triesLegacy ? Step::Kind::Open : Step::Kind::Fail);
    if (!triesLegacy)
        return;
    QCOMPARE(step.plan.era, Era::Legacy);
    QVERIFY(step.plan.detection.contains(QString::number(status)));
    // When initialize gets the same, it was a login.
    const Step end = http.openingFailed(error(Domain::Authorization, "Log in."), evidence);
    QCOMPARE(end.kind, Step::Kind::Fail);
    QCOMPARE(end.error.domain, Domain::Authorization);
    QCOMPARE(end.error.sentence, QStringLiteral("Log in."));
}

void TestNegotiation::usesTheProbesResponseAsTheOpening()
{
    auto over = negotiator(Transport::Auto);
    QCOMPARE(over.begin().kind, Step::Kind::Probe);
    const Step step = over.probeAnswered(responseOf(kDiscovered));
    QCOMPARE(step.kind, Step::Kind::Open);
    QCOMPARE(step.plan.revision, QStringLiteral("2026-07-28"));
    QVERIFY(step.opening.has_value());
    QVERIFY2(step.plan.detection.contains(QLatin1String("opens the session")),
        qPrintable(step.plan.detection));

    // The probe on stdio is another process.
    auto stdio = negotiator({});
    QCOMPARE(stdio.begin().kind, Step::Kind::Probe);
    QVERIFY(!stdio.probeAnswered(responseOf(kDiscovered)).opening);
}

void TestNegotiation::asksAgainForARevisionTheProbeDidNotAskFor()
{
    auto over = negotiator(Transport::Auto);
    over.begin();
    const Step step = over.probeAnswered(
        responseOf(R"({"jsonrpc":"2.0","id":1,"result":{"supportedVersions":["2025-06-18"]}})"));
    QCOMPARE(step.plan.era, Era::Legacy);
    QVERIFY(!step.opening);
}

void TestNegotiation::fallsBackToSse_data()
{
    QTest::addColumn<Transport>("transport");
    QTest::addColumn<int>("status");
    QTest::addColumn<bool>("sse");
    for (const int status : {400, 404, 405})
        QTest::addRow("%d", status) << Transport::Auto << status << true;
    for (const int status : {0, 401, 403, 406, 415, 500, 503})
        QTest::addRow("%d", status) << Transport::Auto << status << false;
    QTest::newRow("by choice only Streamable HTTP") << Transport::Streamable << 404 << false;
}

void TestNegotiation::fallsBackToSse()
{
    QFETCH(Transport, transport);
    QFETCH(int, status);
    QFETCH(bool, sse);
    auto over = negotiator(transport);
    over.begin();
    const Step opening = over.probeFailed(error(Domain::Protocol), evidenceOf(404));
    QCOMPARE(opening.kind, Step::Kind::Open);
    QVERIFY(!opening.sse);
    const Step next = over.openingFailed(error(Domain::Protocol), evidenceOf(status));
    QCOMPARE(next.kind, sse ? Step::Kind::Open : Step::Kind::Fail);
    QCOMPARE(next.sse, sse);
    if (sse)
        QVERIFY(next.plan.detection.contains(QLatin1String("HTTP with SSE")));
}

void TestNegotiation::tellsAllThatWasTried()
{
    auto over = negotiator(Transport::Auto);
    over.begin();
    over.probeFailed(error(Domain::Protocol), evidenceOf(404));
    over.openingFailed(error(Domain::Protocol), evidenceOf(405));
    const Step step = over.openingFailed(error(Domain::Protocol, "No event stream."), {});
    QCOMPARE(step.kind, Step::Kind::Fail);
    for (const char *part : {"server/discover: status 404", "initialize: status 405",
             "HTTP with SSE event stream (GET): No event stream."})
        QVERIFY2(
            step.error.sentence.contains(QLatin1String(part)), qPrintable(step.error.sentence));
}

void TestNegotiation::suspectsAServerWithoutDiscover()
{
    auto over = negotiator(Transport::Streamable);
    over.begin();
    over.probeFailed(error(Domain::Server), evidenceOf(404, QLatin1String(kNotFound)));
    const Step step =
        over.openingFailed(error(Domain::Server), evidenceOf(404, QLatin1String(kNotFound)));
    QVERIFY2(step.error.sentence.contains(QLatin1String("without server/discover")),
        qPrintable(step.error.sentence));
}

void TestNegotiation::usesWhatIsKnown()
{
    auto modern = negotiator({}, known(Era::Modern, "2026-07-28"));
    const Step step = modern.begin();
    QCOMPARE(step.kind, Step::Kind::Open);
    QCOMPARE(step.plan.revision, QStringLiteral("2026-07-28"));
    QVERIFY2(
        step.plan.detection.contains(QLatin1String("3 days ago")), qPrintable(step.plan.detection));
    QVERIFY(step.plan.detection.contains(QLatin1String("Because.")));
    QVERIFY(!modern.probed());

    auto sse = negotiator(Transport::Auto, known(Era::Legacy, "2024-11-05", true));
    QVERIFY(sse.begin().sse);
    // What a person chose comes first.
    auto chosen = negotiator({}, known(Era::Modern, "2026-07-28"), {EraPolicy::Mode::Legacy, {}});
    QCOMPARE(chosen.begin().plan.era, Era::Legacy);
}

void TestNegotiation::probesAgainWhenWhatIsKnownDoesNotHold_data()
{
    QTest::addColumn<bool>("http");
    QTest::addColumn<int>("status");
    QTest::addColumn<Domain>("domain");
    QTest::addColumn<bool>("again");
    QTest::newRow("stdio, the process ended") << false << 0 << Domain::Transport << true;
    QTest::newRow("stdio, a timeout") << false << 0 << Domain::Timeout << true;
    QTest::newRow("404") << true << 404 << Domain::Protocol << true;
    QTest::newRow("no revision is shared") << true << 0 << Domain::Protocol << true;
    QTest::newRow("401") << true << 401 << Domain::Authorization << false;
    QTest::newRow("500") << true << 500 << Domain::Transport << true;
    QTest::newRow("503") << true << 503 << Domain::Transport << false;
    QTest::newRow("an outage") << true << 0 << Domain::Transport << false;
}

void TestNegotiation::probesAgainWhenWhatIsKnownDoesNotHold()
{
    QFETCH(bool, http);
    QFETCH(int, status);
    QFETCH(Domain, domain);
    QFETCH(bool, again);
    auto over = negotiator(
        http ? std::optional(Transport::Auto) : std::nullopt, known(Era::Legacy, "2025-11-25"));
    over.begin();
    const Step step = over.openingFailed(error(domain), evidenceOf(status));
    QCOMPARE(step.kind, again ? Step::Kind::Probe : Step::Kind::Fail);
    QCOMPARE(over.knownWasWrong(), again);
}

void TestNegotiation::triesThePreferredRevisionFirst()
{
    const auto preferring = [](const char *revision) {
        EraPolicy policy;
        policy.preferred = QLatin1String(revision);
        return policy;
    };
    auto legacy = negotiator({}, known(Era::Modern, "2026-07-28"), preferring("2025-03-26"));
    const Step opening = legacy.begin();
    QCOMPARE(opening.kind, Step::Kind::Open);
    QCOMPARE(opening.plan.era, Era::Legacy);
    QCOMPARE(opening.plan.revision, QStringLiteral("2025-03-26"));
    QVERIFY(!opening.plan.exact); // the server may choose another one
    // A server of the other era.
    QCOMPARE(legacy.openingFailed(error(Domain::Server), {}).kind, Step::Kind::Probe);
    const Step probed = legacy.probeAnswered(responseOf(kDiscovered));
    QCOMPARE(probed.plan.revision, QStringLiteral("2026-07-28"));

    auto sse = negotiator(Transport::Auto, {}, preferring("2024-11-05"));
    sse.begin();
    sse.openingFailed(error(Domain::Protocol), evidenceOf(405));
    QCOMPARE(sse.probeFailed(error(Domain::Protocol), evidenceOf(404)).plan.revision,
        QStringLiteral("2024-11-05"));

    auto unknown = negotiator({}, {}, preferring("2031-01-01"));
    QCOMPARE(unknown.begin().kind, Step::Kind::Probe);
    EraPolicy chosen = preferring("2025-03-26");
    chosen.mode = EraPolicy::Mode::Modern;
    QCOMPARE(negotiator({}, {}, chosen).begin().plan.revision, QStringLiteral("2026-07-28"));
}

void TestNegotiation::keepsWhatAProbeFound()
{
    auto over = negotiator(Transport::Auto);
    over.begin();
    over.probeFailed(error(Domain::Protocol), evidenceOf(404));
    over.openingFailed(error(Domain::Protocol), evidenceOf(405));
    QVERIFY(over.probed());
    const DetectedRevision detected = over.detected();
    QCOMPARE(detected.era, Era::Legacy);
    QVERIFY(detected.sse);
    QCOMPARE(detected.detectedMs, 1'000'000'000'000);
    QVERIFY(detected.evidence.contains(QLatin1String("status 405")));
}

void TestNegotiation::speaksNoModernRevisionOverSse()
{
    auto over = negotiator(Transport::Sse, {}, {EraPolicy::Mode::Modern, {}});
    QCOMPARE(over.begin().kind, Step::Kind::Fail);
    auto legacy = negotiator(Transport::Sse);
    const Step step = legacy.begin();
    QVERIFY(step.kind == Step::Kind::Open && step.sse);
    QCOMPARE(step.plan.era, Era::Legacy);
}

QTEST_GUILESS_MAIN(TestNegotiation)
#include "tst_negotiation.moc"
