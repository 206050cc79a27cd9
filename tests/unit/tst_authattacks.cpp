// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/base/urlrules.h"
#include "auth/flow/flowreport.h"
#include "support/authscript.h"
#include "wire/http/privateaddress.h"

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;
using test::AuthScript;

// What an authorization server, a protected server or a page may try, and the rule that refuses it.
class TestAuthAttacks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void opensOnlyAddressesThatAreSafe_data();
    void opensOnlyAddressesThatAreSafe();
    void refusesRedirects_data();
    void refusesRedirects();
    void usesARedirectOnce();
    void refusesTheStateOfAnEarlierRun();
    void showsNothingOfAnotherServersError();
    void refusesMetadataOfAnotherIssuer();
    void refusesMetadataAboutAnotherServer_data();
    void refusesMetadataAboutAnotherServer();
    void refusesServersWithoutPkce();
    void keepsOutOfPrivateNetworks_data();
    void keepsOutOfPrivateNetworks();
    void keepsOutOfPrivateNetworksBehindRedirects_data();
    void keepsOutOfPrivateNetworksBehindRedirects();
    void reachesPrivateNetworksOfLocalServers();
    void refusesEndpointsThatAreNotSafe();
    void refusesTokensThatBreakHeaders_data();
    void refusesTokensThatBreakHeaders();
    void putsNoSecretIntoStepsOrErrors();
    void letsADeveloperOverrideForOneRun();
    void overridesOnlyWhatMayBe();
};

namespace {

QString upTo(const QString &server)
{
    return u"> wanted 401\n"
           "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
           "> resource\n"
           "fetch GET https://as.example/.well-known/oauth-authorization-server\n"
           "> server "_s
        % server % u'\n';
}

} // namespace

void TestAuthAttacks::opensOnlyAddressesThatAreSafe_data()
{
    QTest::addColumn<QString>("endpoint");
    QTest::addColumn<QString>("rule");
    const auto row = [](const char *name, const char *endpoint, const char *rule) {
        QTest::newRow(name) << QString::fromLatin1(endpoint) << QString::fromLatin1(rule);
    };
    row("javascript", "javascript:alert(1)//", "browser-url");
    row("file", "file:///etc/passwd", "browser-url");
    row("data", "data:text/html,x", "browser-url");
    row("other scheme", "calc://x", "browser-url");
    row("http elsewhere", "http://as.example/authorize", "url-not-secure");
    row("user information", "https://as.example@evil.example/", "browser-url");
    row("command", "https://as.example/$(touch${IFS}x)`id`;x", "url-malformed");
    row("quotes", "https://as.example/'\\\"|x", "browser-url");
    row("option", "--version", "browser-url");
    row("private", "https://192.168.0.1/authorize", "url-private");
}

void TestAuthAttacks::opensOnlyAddressesThatAreSafe()
{
    QFETCH(QString, endpoint);
    QFETCH(QString, rule);
    const QString metadata = u"\"authorization_endpoint\":\""_s % endpoint % u'"';
    AuthScript script;
    script.play(QString(upTo(metadata)
        % u"listen 0\n"
          "> listening 4711\n"
          "fetch POST https://as.example/register\n"
          "> 201 {\"client_id\":\"c1\"}\n"
          "keep client c1 none\n"
          "refused "_s
        % rule));
}

void TestAuthAttacks::refusesRedirects_data()
{
    QTest::addColumn<QString>("metadata");
    QTest::addColumn<QString>("redirect");
    QTest::addColumn<QString>("end");
    const QString announces = u"\"authorization_response_iss_parameter_supported\":true"_s;
    const QString token = u"fetch POST https://as.example/token"_s;
    const auto row = [](const char *name, const QString &metadata, const char *redirect,
                         const QString &end) {
        QTest::newRow(name) << metadata << QString::fromLatin1(redirect) << end;
    };
    row("wrong state", {}, "code=c&state=x", u"refused state-mismatch"_s);
    row("no state", {}, "code=c", u"refused state-mismatch"_s);
    row("two states", {}, "code=c&state={state}&state=x", u"refused state-mismatch"_s);
    row("longer state", {}, "code=c&state={state}x", u"refused state-mismatch"_s);
    row("announced and right", announces, "code=c&state={state}&iss=https%3A%2F%2Fas.example",
        token);
    row("announced and missing", announces, "code=c&state={state}", u"refused iss-missing"_s);
    row("announced and wrong", announces, "code=c&state={state}&iss=https://evil.example",
        u"refused iss-mismatch"_s);
    row("not announced and right", {}, "code=c&state={state}&iss=https://as.example", token);
    row("not announced and wrong", {}, "code=c&state={state}&iss=https://evil.example",
        u"refused iss-mismatch"_s);
    row("not announced and missing", {}, "code=c&state={state}", token);
    row("slash", announces, "code=c&state={state}&iss=https://as.example/",
        u"refused iss-mismatch"_s);
    row("upper case", announces, "code=c&state={state}&iss=https://AS.example",
        u"refused iss-mismatch"_s);
    row("default port", announces, "code=c&state={state}&iss=https://as.example:443",
        u"refused iss-mismatch"_s);
    row("coded twice", announces, "code=c&state={state}&iss=https%253A%252F%252Fas.example",
        u"refused iss-mismatch"_s);
    row("two issuers", {}, "code=c&state={state}&iss=https://as.example&iss=https://evil.example",
        u"refused iss-mismatch"_s);
    row("two codes", {}, "code=c&code=d&state={state}", u"refused redirect-malformed"_s);
    row("no code", {}, "state={state}", u"refused redirect-malformed"_s);
    row("denied", {}, "error=access_denied&state={state}", u"refused authorization-denied"_s);
    row("denied without state", {}, "error=access_denied", u"refused state-mismatch"_s);
    row("denied by another", announces,
        "error=access_denied&state={state}&iss=https://evil.example", u"refused iss-mismatch"_s);
}

void TestAuthAttacks::refusesRedirects()
{
    QFETCH(QString, metadata);
    QFETCH(QString, redirect);
    QFETCH(QString, end);
    AuthScript script;
    script.toTheBrowser(metadata);
    script.play(QString(u"> redirect "_s % redirect % u'\n' % end));
}

void TestAuthAttacks::usesARedirectOnce()
{
    AuthScript script;
    script.toTheBrowser();
    script.play(u"> redirect code=c&state={state}\n"
                "fetch POST https://as.example/token\n"
                "> redirect code=c&state={state}\n"
                "> redirect code=other&state={state}\n"
                "> 200 {\"access_token\":\"t\",\"token_type\":\"Bearer\"}\n"
                "keep tokens t\n"
                "finished\n"
                "> redirect code=c&state={state}"_s);
}

void TestAuthAttacks::refusesTheStateOfAnEarlierRun()
{
    AuthScript script;
    script.toTheBrowser();
    const QString old = script.flow().expectedState();
    QVERIFY(!old.isEmpty());
    script.play(u"> cancel\n"
                "failed Authorization cancelled."_s);
    script.toTheBrowser();
    QVERIFY(script.flow().expectedState() != old);
    script.play(QString(u"> redirect code=c&state="_s % old % u"\nrefused state-mismatch"_s));
}

void TestAuthAttacks::showsNothingOfAnotherServersError()
{
    AuthScript script;
    script.toTheBrowser();
    script.play(
        u"> redirect error=x&error_description=CALL+US&state={state}&iss=https://e.example\n"
        "refused iss-mismatch"_s);
    for (const Step &step : script.flow().steps()) {
        QVERIFY(!step.decision.contains(u"CALL US"));
        for (const auto &[name, value] : step.facts)
            QVERIFY(!value.contains(u"CALL US"));
    }
}

void TestAuthAttacks::refusesMetadataOfAnotherIssuer()
{
    for (const QString &issuer : {u"https://evil.example"_s, u"https://as.example/"_s,
             u"https://AS.example"_s, u"https://as.example:443"_s}) {
        AuthScript script;
        script.play(QString(upTo(u"\"issuer\":\""_s % issuer % u'"')
            % u"fetch GET https://as.example/.well-known/openid-configuration\n"
              "> 404\n"
              "refused issuer-mismatch"));
    }
}

void TestAuthAttacks::refusesMetadataAboutAnotherServer_data()
{
    QTest::addColumn<QString>("resource");
    QTest::addColumn<bool>("good");
    QTest::newRow("same") << u"https://mcp.example/mcp"_s << true;
    QTest::newRow("above") << u"https://mcp.example/"_s << true;
    QTest::newRow("upper case host") << u"https://MCP.example/mcp"_s << true;
    QTest::newRow("other host") << u"https://evil.example/mcp"_s << false;
    QTest::newRow("other path") << u"https://mcp.example/mc"_s << false;
    QTest::newRow("below") << u"https://mcp.example/mcp/x"_s << false;
    QTest::newRow("other port") << u"https://mcp.example:8443/mcp"_s << false;
    QTest::newRow("other scheme") << u"http://mcp.example/mcp"_s << false;
    QTest::newRow("fragment") << u"https://mcp.example/mcp#x"_s << false;
    QTest::newRow("no URL") << u"mcp"_s << false;
}

void TestAuthAttacks::refusesMetadataAboutAnotherServer()
{
    QFETCH(QString, resource);
    QFETCH(bool, good);
    AuthScript script;
    script.play(QString(u"> wanted 401\n"
                        "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                        "> 200 {\"resource\":\""
        % resource % u"\",\"authorization_servers\":[\"https://as.example\"]}\n"
        % (good ? u"fetch GET https://as.example/.well-known/oauth-authorization-server"_s
                : u"refused resource-mismatch"_s)));
}

void TestAuthAttacks::refusesServersWithoutPkce()
{
    for (const QString &methods : {u"null"_s, u"[\"plain\"]"_s, u"[]"_s}) {
        AuthScript script;
        script.play(QString(upTo(u"\"code_challenge_methods_supported\":"_s % methods)
            % u"refused pkce-unsupported"));
    }
}

void TestAuthAttacks::keepsOutOfPrivateNetworks_data()
{
    QTest::addColumn<QString>("host");
    for (const char *host : {"127.0.0.1", "localhost", "x.localhost", "10.1.2.3", "172.16.0.1",
             "192.168.1.1", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1", "[::1]",
             "[::]", "[fe80::1]", "[fd00::1]", "[::ffff:10.0.0.1]", "[::10.0.0.1]",
             "[64:ff9b::a00:1]", "[2002:a00:1::]", "255.255.255.255", "198.18.0.1"})
        QTest::newRow(host) << QString::fromLatin1(host);
}

void TestAuthAttacks::keepsOutOfPrivateNetworks()
{
    QFETCH(QString, host);
    AuthScript script;
    script.play(QString(u"> wanted 401 Bearer resource_metadata=\"https://"_s % host
        % u"/x\"\n"
          "refused url-private"));
    AuthScript issuer;
    issuer.play(QString(u"> wanted 401\n"
                        "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                        "> 200 {\"resource\":\"https://mcp.example/mcp\","
                        "\"authorization_servers\":[\"https://"_s
        % host % u"\"]}\nrefused url-private"));
    AuthScript endpoint;
    endpoint.play(QString(
        upTo(u"\"token_endpoint\":\"https://"_s % host % u"/token\"") % u"refused url-private"));
}

void TestAuthAttacks::keepsOutOfPrivateNetworksBehindRedirects_data()
{
    QTest::addColumn<QString>("host");
    for (const char *host : {"10.0.0.1", "169.254.169.254", "localhost", "[::1]"})
        QTest::newRow(host) << QString::fromLatin1(host);
}

void TestAuthAttacks::keepsOutOfPrivateNetworksBehindRedirects()
{
    QFETCH(QString, host);
    AuthScript resource;
    resource.play(QString(u"> wanted 401 Bearer resource_metadata=\"https://mcp.example/x\"\n"
                          "fetch GET https://mcp.example/x\n"
                          "> 302 https://"_s
        % host % u"/y\nrefused url-private"_s));
    AuthScript server;
    server.play(QString(u"> wanted 401\n"
                        "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                        "> resource\n"
                        "fetch GET https://as.example/.well-known/oauth-authorization-server\n"
                        "> 307 https://"_s
        % host
        % u"/y\n"
          "fetch GET https://as.example/.well-known/openid-configuration\n"
          "> 404\n"
          "refused url-private"_s));
}

void TestAuthAttacks::reachesPrivateNetworksOfLocalServers()
{
    QVERIFY(isLocalServer(QUrl(u"http://127.0.0.1:8080/mcp"_s), {}));
    QVERIFY(isLocalServer(QUrl(u"https://intranet.example/mcp"_s), u"10.0.0.7:443"_s));
    QVERIFY(isLocalServer(QUrl(u"https://intranet.example/mcp"_s), u"[fd00::1]:443"_s));
    QVERIFY(!isLocalServer(QUrl(u"https://mcp.example/mcp"_s), u"93.184.216.34:443"_s));
    QVERIFY(!isLocalServer(QUrl(u"https://mcp.example/mcp"_s), {}));
    FlowSetup setup;
    setup.serverIsLocal = true;
    AuthScript script(setup);
    script.play(u"> wanted 401 Bearer resource_metadata=\"https://10.0.0.1/x\"\n"
                "fetch GET https://10.0.0.1/x"_s);
    QVERIFY(!wire::isPrivateAddress(QHostAddress(u"93.184.216.34"_s)));
    QVERIFY(!wire::isPrivateAddress(QHostAddress(u"2606:2800:220:1::1"_s)));
}

void TestAuthAttacks::refusesEndpointsThatAreNotSafe()
{
    AuthScript token;
    token.play(QString(
        upTo(u"\"token_endpoint\":\"http://as.example/token\""_s) % u"refused url-not-secure"));
    AuthScript registration;
    registration.play(QString(
        upTo(u"\"registration_endpoint\":\"http://as.example/r\""_s) % u"refused url-not-secure"));
    AuthScript named;
    named.play(u"> wanted 401 Bearer resource_metadata=\"file:///etc/passwd\"\n"
               "refused url-malformed"_s);
}

void TestAuthAttacks::refusesTokensThatBreakHeaders_data()
{
    QTest::addColumn<QString>("response");
    QTest::addColumn<QString>("rule");
    QTest::newRow("line end") << u"{\"access_token\":\"a\\r\\nX: y\",\"token_type\":\"Bearer\"}"_s
                              << u"token-type-unknown"_s;
    QTest::newRow("no token") << u"{\"token_type\":\"Bearer\"}"_s << u"token-malformed"_s;
    QTest::newRow("no JSON") << u"access_token=x&token_type=bearer"_s << u"token-malformed"_s;
    QTest::newRow("other type") << u"{\"access_token\":\"a\",\"token_type\":\"mac\"}"_s
                                << u"token-type-unknown"_s;
    QTest::newRow("too long") << QString(u"{\"token_type\":\"Bearer\",\"access_token\":\""
        % QString(TokenRequest::kMaxToken + 1, u'a') % u"\"}")
                              << u"token-type-unknown"_s;
}

void TestAuthAttacks::refusesTokensThatBreakHeaders()
{
    QFETCH(QString, response);
    QFETCH(QString, rule);
    AuthScript script;
    script.toTheBrowser();
    script.play(QString(u"> redirect code=c&state={state}\n"
                        "fetch POST https://as.example/token\n"
                        "> 200 "
        % response % u"\nrefused " % rule));
}

void TestAuthAttacks::putsNoSecretIntoStepsOrErrors()
{
    AuthScript script;
    script.toTheBrowser();
    script.play(u"> redirect code=SECRET1&state={state}\n"
                "fetch POST https://as.example/token\n"
                "> 200 {\"access_token\":\"SECRET2\",\"token_type\":\"Bearer\","
                "\"refresh_token\":\"SECRET3\",\"id_token\":\"SECRET4\"}\n"
                "keep tokens SECRET2\n"
                "finished"_s);
    QByteArray all = script.page().toUtf8();
    for (const Step &step : script.flow().steps()) {
        all += step.decision.toUtf8();
        for (const auto &[name, value] : step.facts)
            all += name.toUtf8() + '=' + value.toUtf8() + '\n';
        for (const Attempt &attempt : step.attempts) {
            all += attempt.url.toEncoded() + attempt.requestBody.toByteArray()
                + attempt.body.toByteArray() + attempt.verdict.toUtf8();
            for (const wire::HttpHeader &field : attempt.requestHeaders.fields())
                all += field.value;
        }
    }
    all += reportOf(script.flow().steps()).toUtf8();
    QVERIFY2(!all.contains("SECRET"), all.constData());
    QVERIFY2(all.contains("\"access_token\":\"(hidden, 7 characters)\""), all.constData());
    const QByteArray verifier =
        Parameters::parse(script.bodies.back())->value(u"code_verifier"_s)->toLatin1();
    QVERIFY(!all.contains(verifier));
    QVERIFY(redactedResponse(Bytes::copyOf("[{\"a\":{\"client_secret\":\"SECRET\"}}]"))
                .view()
                .find("SECRET")
        == std::string_view::npos);
    QVERIFY(redactedResponse(Bytes::copyOf("access_token=SECRET")).view().find("SECRET")
        == std::string_view::npos);
}

void TestAuthAttacks::letsADeveloperOverrideForOneRun()
{
    FlowSetup setup;
    setup.overrides = {AuthRule::PkceUnsupported, AuthRule::IssMissing};
    AuthScript script(setup);
    script.toTheBrowser(u"\"code_challenge_methods_supported\":null,"
                        "\"authorization_response_iss_parameter_supported\":true"_s);
    script.play(u"> redirect code=c&state={state}\n"
                "fetch POST https://as.example/token"_s);
    std::vector<AuthRule> marked;
    for (const Step &step : script.flow().steps())
        marked.insert(marked.end(), step.overridden.begin(), step.overridden.end());
    QCOMPARE(marked, (std::vector<AuthRule>{AuthRule::PkceUnsupported, AuthRule::IssMissing}));
}

void TestAuthAttacks::overridesOnlyWhatMayBe()
{
    AuthRule rule = AuthRule::UrlMalformed;
    QVERIFY(overridableRule(u"iss-mismatch"_s, &rule));
    QCOMPARE(rule, AuthRule::IssMismatch);
    QVERIFY(!overridableRule(u"browser-url"_s, &rule));
    QVERIFY(!overridableRule(u"no-such-rule"_s, &rule));
}

QTEST_GUILESS_MAIN(TestAuthAttacks)
#include "tst_authattacks.moc"
