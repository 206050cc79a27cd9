// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/authscript.h"

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;
using test::AuthScript;
using test::formValue;
using test::oldClient;

// The authorization flow as conversations: what happens, and what it wants done then.
class TestAuthFlow : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void authorizesFromTheChallengeToTheToken();
    void asksForThePathBeforeTheRoot();
    void usesTheNamedMetadataAndNoOther();
    void readsPagesThatAreNoMetadataAsMissing();
    void fallsBackToTheRulesOf2025_03_26();
    void doesNotFallBackWhenNobodyResponds();
    void triesTheMetadataOfAnIssuerWithAPathInOrder();
    void followsFewRedirectsOfMetadata();
    void letsAPersonChooseAmongServers();
    void prefersTheServerItHasCredentialsFor();
    void choosesTheClient_data();
    void choosesTheClient();
    void prefersADocumentToARegistration();
    void registersWithoutScope();
    void takesTheMethodTheRegistrationResponds_data();
    void takesTheMethodTheRegistrationResponds();
    void sendsWhatTheAuthorizationRequestNeeds();
    void choosesScopes_data();
    void choosesScopes();
    void givesThePersonTheWholeTimeFromTheOpenedPage();
    void offersNoLoginThatCannotWork_data();
    void offersNoLoginThatCannotWork();
};

namespace {

const QString &toBrowser()
{
    static const QString script = u"> wanted 401 Bearer\n"
                                  "fetch GET https://mcp.example/.well-known/"
                                  "oauth-protected-resource/mcp\n"
                                  "> resource\n"
                                  "fetch GET https://as.example/.well-known/"
                                  "oauth-authorization-server\n"
                                  "> server\n"
                                  "listen 0\n"
                                  "> listening 4711\n"
                                  "fetch POST https://as.example/register\n"
                                  "> 201 {\"client_id\":\"c1\"}\n"
                                  "keep client c1 none\n"
                                  "browse https://as.example/authorize\n"_s;
    return script;
}

} // namespace

void TestAuthFlow::authorizesFromTheChallengeToTheToken()
{
    AuthScript script;
    script.play(QString(toBrowser()
        % u"> redirect code=abc&state={state}\n"
          "fetch POST https://as.example/token\n"
          "> 200 {\"access_token\":\"t1\",\"token_type\":\"bearer\",\"expires_in\":60,"
          "\"refresh_token\":\"r1\",\"scope\":\"a\"}\n"
          "keep tokens t1\n"
          "finished"));
    const QByteArray form = script.bodies.back();
    QCOMPARE(formValue(form, u"grant_type"_s), u"authorization_code"_s);
    QCOMPARE(formValue(form, u"code"_s), u"abc"_s);
    QCOMPARE(formValue(form, u"redirect_uri"_s), u"http://127.0.0.1:4711/callback"_s);
    QCOMPARE(formValue(form, u"client_id"_s), u"c1"_s);
    QCOMPARE(formValue(form, u"resource"_s), u"https://mcp.example/mcp"_s);
    const QByteArray verifier = formValue(form, u"code_verifier"_s).toLatin1();
    QCOMPARE(script.asked(u"code_challenge"_s).toLatin1(), codeChallenge(verifier));
    QCOMPARE(verifier.size(), 43);
    QCOMPARE(script.tokens.refreshToken.reveal(), u"r1"_s);
    QCOMPARE(script.tokens.expiresMs - script.tokens.obtainedMs, 60'000);
    QCOMPARE(script.tokens.issuer, u"https://as.example"_s);
    QVERIFY(script.flow().isOver());
}

void TestAuthFlow::asksForThePathBeforeTheRoot()
{
    AuthScript script;
    script.play(u"> wanted 401 Bearer\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> 404\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource\n"
                "> resource\n"
                "fetch GET https://as.example/.well-known/oauth-authorization-server"_s);
}

void TestAuthFlow::usesTheNamedMetadataAndNoOther()
{
    AuthScript script;
    script.play(u"> wanted 401 Bearer resource_metadata=\"https://mcp.example/x.json\"\n"
                "fetch GET https://mcp.example/x.json\n"
                "> 404\n"
                "refused resource-metadata-missing"_s);
}

void TestAuthFlow::readsPagesThatAreNoMetadataAsMissing()
{
    AuthScript script;
    script.play(u"> wanted 401 Bearer\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> 200 <!doctype html>\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource\n"
                "> 200 {\"issuer\":\"x\"}\n"
                "fetch GET https://mcp.example/.well-known/oauth-authorization-server"_s);
}

void TestAuthFlow::fallsBackToTheRulesOf2025_03_26()
{
    AuthScript script;
    script.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> 404\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource\n"
                "> 404\n"
                "fetch GET https://mcp.example/.well-known/oauth-authorization-server\n"
                "> 404\n"
                "listen 0\n"
                "> listening 4711\n"
                "fetch POST https://mcp.example/register\n"
                "> 201 {\"client_id\":\"c1\"}\n"
                "keep client c1 none\n"
                "browse https://mcp.example/authorize\n"
                "> redirect code=abc&state={state}\n"
                "fetch POST https://mcp.example/token"_s);
    QCOMPARE(script.asked(u"code_challenge_method"_s), u"S256"_s);
    FlowSetup strict;
    strict.legacyFallback = false;
    AuthScript modern(strict);
    modern.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> 404\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource\n"
                "> 404\n"
                "refused resource-metadata-missing"_s);
}

void TestAuthFlow::doesNotFallBackWhenNobodyResponds()
{
    AuthScript script;
    script.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> unreachable\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource\n"
                "> 503\n"
                "refused resource-metadata-missing"_s);
}

void TestAuthFlow::triesTheMetadataOfAnIssuerWithAPathInOrder()
{
    AuthScript script;
    script.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> 200 {\"resource\":\"https://mcp.example/mcp\",\"authorization_servers\":"
                "[\"https://as.example/t1/\"]}\n"
                "fetch GET https://as.example/.well-known/oauth-authorization-server/t1\n"
                "> 404\n"
                "fetch GET https://as.example/.well-known/openid-configuration/t1\n"
                "> 404\n"
                "fetch GET https://as.example/t1/.well-known/openid-configuration\n"
                "> 404\n"
                "refused server-metadata-missing"_s);
}

void TestAuthFlow::followsFewRedirectsOfMetadata()
{
    AuthScript script;
    script.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> 302 /a\n"
                "fetch GET https://mcp.example/a\n"
                "> 307 https://other.example/b\n"
                "fetch GET https://other.example/b\n"
                "> 301 /c\n"
                "fetch GET https://other.example/c\n"
                "> 302 /d\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource\n"
                "> 302 http://10.0.0.1/x\n"
                "refused url-private"_s);
}

void TestAuthFlow::letsAPersonChooseAmongServers()
{
    AuthScript script;
    script.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> 200 {\"resource\":\"https://mcp.example/mcp\",\"authorization_servers\":"
                "[\"https://a.example\",\"https://b.example\"]}\n"
                "choose https://a.example https://b.example\n"
                "> choose 1\n"
                "fetch GET https://b.example/.well-known/oauth-authorization-server"_s);
}

void TestAuthFlow::prefersTheServerItHasCredentialsFor()
{
    Goal goal;
    goal.registrations = {oldClient()};
    AuthScript script({}, goal);
    script.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> 200 {\"resource\":\"https://mcp.example/mcp\",\"authorization_servers\":"
                "[\"https://a.example\",\"https://as.example\"]}\n"
                "fetch GET https://as.example/.well-known/oauth-authorization-server\n"
                "> server\n"
                "listen 4711\n"
                "> listening 4711\n"
                "browse https://as.example/authorize"_s);
    QCOMPARE(script.asked(u"client_id"_s), u"c1"_s);
}

void TestAuthFlow::choosesTheClient_data()
{
    QTest::addColumn<QString>("given"); // the issuer of a given client
    QTest::addColumn<QString>("metadata");
    QTest::addColumn<QString>("wants"); // first
    QTest::addColumn<QString>("id");
    const QString document = u"https://me.example/client.json"_s;
    QTest::newRow("given") << u"https://as.example"_s << QString() << u"listen 0"_s << u"mine"_s;
    QTest::newRow("given for any") << u"any"_s << QString() << u"listen 0"_s << u"mine"_s;
    QTest::newRow("given for another")
        << u"https://b.example"_s << QString() << u"refused client-of-other-issuer"_s << QString();
    QTest::newRow("document") << QString() << u"\"client_id_metadata_document_supported\":true"_s
                              << u"listen 0"_s << document;
    QTest::newRow("registered") << QString() << QString() << u"listen 0"_s << u"c1"_s;
    QTest::newRow("asked") << QString() << u"\"registration_endpoint\":\"\""_s
                           << u"ask https://as.example"_s << QString();
}

void TestAuthFlow::choosesTheClient()
{
    QFETCH(QString, given);
    QFETCH(QString, metadata);
    QFETCH(QString, wants);
    QFETCH(QString, id);
    FlowSetup setup;
    setup.clientDocument = QUrl(u"https://me.example/client.json"_s);
    if (!given.isEmpty()) {
        setup.given = Registration();
        setup.given->clientId = u"mine"_s;
        setup.given->issuer = given == u"any" ? QString() : given;
    }
    AuthScript script(setup);
    script.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> resource\n"
                "fetch GET https://as.example/.well-known/oauth-authorization-server\n"
                "> server "_s
        % metadata % u'\n' % wants);
    if (id.isEmpty())
        return;
    script.play(id == u"c1" ? u"> listening 4711\n"
                              "fetch POST https://as.example/register\n"
                              "> 201 {\"client_id\":\"c1\"}\n"
                              "keep client c1 none\n"
                              "browse https://as.example/authorize"_s
                            : u"> listening 4711\n"
                              "browse https://as.example/authorize"_s);
    QCOMPARE(script.asked(u"client_id"_s), id);
}

void TestAuthFlow::prefersADocumentToARegistration()
{
    FlowSetup setup;
    setup.clientDocument = QUrl(u"https://me.example/client.json"_s);
    Goal goal;
    goal.registrations = {oldClient()};
    AuthScript script(setup, goal);
    script.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> resource\n"
                "fetch GET https://as.example/.well-known/oauth-authorization-server\n"
                "> server \"client_id_metadata_document_supported\":true\n"
                "listen 0\n"
                "> listening 4711\n"
                "browse https://as.example/authorize"_s);
    QCOMPARE(script.asked(u"client_id"_s), u"https://me.example/client.json"_s);
}

void TestAuthFlow::registersWithoutScope()
{
    AuthScript script;
    script.toTheBrowser({}, u"a b"_s);
    const json::Document sent = json::Document::parse(Bytes::fromByteArray(script.bodies.back()));
    QVERIFY(sent.isValid());
    QVERIFY(!sent.root()["scope"].exists());
    QVERIFY(sent.root()["application_type"].equals("native"));
    QVERIFY(sent.root()["redirect_uris"].at(0).equals("http://127.0.0.1:4711/callback"));
    QVERIFY(sent.root()["grant_types"].at(1).equals("refresh_token"));
    QCOMPARE(script.asked(u"scope"_s), u"a b"_s);
}

void TestAuthFlow::takesTheMethodTheRegistrationResponds_data()
{
    QTest::addColumn<QString>("members");
    QTest::addColumn<QString>("proof");
    QTest::newRow("none") << u"\"token_endpoint_auth_method\":\"none\""_s << u"none"_s;
    QTest::newRow("basic") << u"\"client_secret\":\"s s\",\"token_endpoint_auth_method\":"
                              "\"client_secret_basic\""_s
                           << u"client_secret_basic"_s;
    QTest::newRow("post") << u"\"client_secret\":\"s s\",\"token_endpoint_auth_method\":"
                             "\"client_secret_post\""_s
                          << u"client_secret_post"_s;
    QTest::newRow("only a secret") << u"\"client_secret\":\"s s\""_s << u"client_secret_basic"_s;
}

void TestAuthFlow::takesTheMethodTheRegistrationResponds()
{
    QFETCH(QString, members);
    QFETCH(QString, proof);
    AuthScript script;
    script.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> resource\n"
                "fetch GET https://as.example/.well-known/oauth-authorization-server\n"
                "> server\n"
                "listen 0\n"
                "> listening 4711\n"
                "fetch POST https://as.example/register\n"
                "> 201 {\"client_id\":\"c:1\","_s
        % members % u"}\nkeep client c:1 "_s % proof
        % u"\nbrowse https://as.example/authorize\n"
          "> redirect code=abc&state={state}\n"
          "fetch POST https://as.example/token"_s);
    const QByteArray form = script.bodies.back();
    const auto header = script.sentHeaders.value("Authorization");
    QCOMPARE(header.has_value(), proof == u"client_secret_basic");
    if (header) // RFC 6749 section 2.3.1: both halves are form-coded first
        QCOMPARE(*header, "Basic " + QByteArray("c%3A1:s+s").toBase64());
    QCOMPARE(formValue(form, u"client_secret"_s),
        proof == u"client_secret_post" ? u"s s"_s : u"(none)"_s);
    const Attempt &attempt = script.flow().steps().back().attempts.back();
    for (const wire::HttpHeader &field : attempt.requestHeaders.fields())
        QVERIFY(!field.value.startsWith("Basic"));
    QVERIFY(!attempt.requestBody.toByteArray().contains("s+s"));
    QVERIFY(!attempt.requestBody.toByteArray().contains("abc"));
    QVERIFY(attempt.exactRequestBody.reveal().contains(u"code=abc"));
}

void TestAuthFlow::sendsWhatTheAuthorizationRequestNeeds()
{
    AuthScript script;
    script.toTheBrowser(u"\"authorization_endpoint\":\"https://as.example/authorize?tenant=1\""_s);
    QVERIFY(script.page().startsWith(u"https://as.example/authorize?tenant=1&"));
    QCOMPARE(script.asked(u"response_type"_s), u"code"_s);
    QCOMPARE(script.asked(u"client_id"_s), u"c1"_s);
    QCOMPARE(script.asked(u"code_challenge_method"_s), u"S256"_s);
    QCOMPARE(script.asked(u"resource"_s), u"https://mcp.example/mcp"_s);
    QCOMPARE(script.asked(u"redirect_uri"_s), u"http://127.0.0.1:4711/callback"_s);
    QCOMPARE(script.asked(u"scope"_s), u"(none)"_s);
    QCOMPARE(script.asked(u"state"_s), script.flow().expectedState());
    QVERIFY(script.flow().expectedState().size() >= 32);
}

void TestAuthFlow::choosesScopes_data()
{
    QTest::addColumn<QString>("challenged");
    QTest::addColumn<QString>("resource");
    QTest::addColumn<QString>("server");
    QTest::addColumn<QString>("asked");
    const QString listed = u"\"scopes_supported\":[\"x\",\"y\"]"_s;
    const QString offline = u"\"scopes_supported\":[\"offline_access\"]"_s;
    QTest::newRow("nobody names one") << QString() << QString() << QString() << u"(none)"_s;
    QTest::newRow("challenge first") << u"a"_s << listed << QString() << u"a"_s;
    QTest::newRow("all of the metadata") << QString() << listed << QString() << u"x y"_s;
    QTest::newRow("offline where offered")
        << u"a"_s << QString() << offline << u"a offline_access"_s;
    QTest::newRow("offline alone is not asked for")
        << QString() << QString() << offline << u"(none)"_s;
}

void TestAuthFlow::choosesScopes()
{
    QFETCH(QString, challenged);
    QFETCH(QString, resource);
    QFETCH(QString, server);
    QFETCH(QString, asked);
    AuthScript script;
    script.play(u"> wanted 401 Bearer scope=\""_s % challenged
        % u"\"\n"
          "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
          "> resource "_s
        % resource
        % u"\n"
          "fetch GET https://as.example/.well-known/oauth-authorization-server\n"
          "> server "_s
        % server
        % u"\n"
          "listen 0\n"
          "> listening 4711\n"
          "fetch POST https://as.example/register\n"
          "> 201 {\"client_id\":\"c1\"}\n"
          "keep client c1 none\n"
          "browse https://as.example/authorize"_s);
    QCOMPARE(script.asked(u"scope"_s), asked);
    QCOMPARE(
        script.asked(u"prompt"_s), asked.contains(u"offline_access") ? u"consent"_s : u"(none)"_s);
}

// The page may be held back for longer than a person has to log in.
void TestAuthFlow::givesThePersonTheWholeTimeFromTheOpenedPage()
{
    AuthScript script;
    script.play(toBrowser());
    Flow &flow = script.flow();
    Stamp late;
    late.steady = flow.nextDeadline() + 1;
    flow.pageOpened(late);
    QVERIFY(flow.nextDeadline() > late.steady);
    FlowActions actions;
    flow.tick(late, actions);
    QVERIFY(actions.empty());
    QVERIFY(!flow.isOver());
}

// A server that knows a plain token only publishes nothing of OAuth.
void TestAuthFlow::offersNoLoginThatCannotWork_data()
{
    QTest::addColumn<QString>("rest"); // after the search for metadata
    const auto toRegistration = [](const char *response) -> QString {
        return u"> listening 4711\nfetch POST https://mcp.example/register\n"_s
            % QString::fromLatin1(response);
    };
    QTest::newRow("no such path") << toRegistration("> 404\nrefused login-not-offered");
    QTest::newRow("every path is protected")
        << toRegistration("> 401 {\"error\":\"Missing bearer token\"}\nrefused login-not-offered");
    QTest::newRow("a page for every path")
        << toRegistration("> 200 <!doctype html>\nrefused login-not-offered");
    QTest::newRow("without a browser") << u"> browserless\nrefused login-not-offered"_s;
    QTest::newRow("a registration that is refused")
        << toRegistration("> 400 {\"error\":\"invalid_redirect_uri\"}\n"
                          "refused registration-refused");
    QTest::newRow("a server that fails") << toRegistration("> 503\nrefused registration-refused");
}

void TestAuthFlow::offersNoLoginThatCannotWork()
{
    QFETCH(QString, rest);
    AuthScript script;
    script.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource\n"
                "> 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-authorization-server\n"
                "> 401\n"
                "listen 0\n"_s
        % rest);
}

QTEST_GUILESS_MAIN(TestAuthFlow)
#include "tst_authflow.moc"
