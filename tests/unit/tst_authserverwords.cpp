// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/flow/flowreport.h"
#include "support/authscript.h"

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;
using test::AuthScript;
using test::oldClient;

// What an authorization server says when it refuses something is passed on, in whatever form it
// says it, and never with a secret of the request.
class TestAuthServerWords : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void passesOnAnError_data();
    void passesOnAnError();
    void namesWhatCameInsteadOfAToken_data();
    void namesWhatCameInsteadOfAToken();
    void hidesWhatIsRepeated_data();
    void hidesWhatIsRepeated();
    void boundsWhatIsSaid();
    void endsWithTheRefreshTokenOfAnErrorWithStatus200();
    void passesOnAnErrorOfARefresh();
    void passesOnWhyAClientIsNotRegistered_data();
    void passesOnWhyAClientIsNotRegistered();
    void passesOnWhyATokenIsNotRevoked();
    void passesOnAnErrorInsteadOfMetadata_data();
    void passesOnAnErrorInsteadOfMetadata();
    void passesOnTheDescriptionOfADenial();
};

namespace {

const Step &lastStep(AuthScript &script)
{
    return script.flow().steps().back();
}

void redeem(AuthScript &script, const QString &response, const char *outcome)
{
    script.toTheBrowser();
    script.play(QString(u"> redirect code=SECRET-code&state={state}\n"
                        "fetch POST https://as.example/token\n> "_s
        % response % u'\n' % QLatin1String(outcome)));
}

Goal withTokens()
{
    Goal goal;
    Tokens tokens;
    tokens.issuer = u"https://as.example"_s;
    tokens.resource = u"https://mcp.example/mcp"_s;
    tokens.clientId = u"c1"_s;
    tokens.accessToken = Secret(u"SECRET-access"_s);
    tokens.refreshToken = Secret(u"SECRET-refresh"_s);
    tokens.tokenEndpoint = QUrl(u"https://as.example/token"_s);
    tokens.revocationEndpoint = QUrl(u"https://as.example/revoke"_s);
    goal.tokens = tokens;
    goal.registrations = {oldClient()};
    return goal;
}

} // namespace

void TestAuthServerWords::passesOnAnError_data()
{
    QTest::addColumn<QString>("response");
    QTest::addColumn<QString>("says");
    QTest::addColumn<QString>("code");
    QTest::addColumn<QString>("remark"); // a part of it; empty: none
    const auto row = [](const char *name, const char *response, const char *says, const char *code,
                         const char *remark) {
        QTest::newRow(name) << QString::fromUtf8(response) << QString::fromUtf8(says)
                            << QString::fromUtf8(code) << QString::fromUtf8(remark);
    };
    row("as the standard wants it", R"(400 {"error":"invalid_grant","error_description":"Gone."})",
        "HTTP status 400 invalid_grant: “Gone.”", "invalid_grant", "");
    row("with status 200", R"(200 {"error":"wrong_code","error_description":"The code is wrong."})",
        "HTTP status 200 wrong_code: “The code is wrong.”", "wrong_code", "HTTP status 200");
    row("with status 200, nested", R"(200 {"error":{"message":"Not here"}})",
        "HTTP status 200: “Not here”", "", "a string in the member error");
    row("an error object", R"(400 {"error":{"code":"invalid_request","message":"No client"}})",
        "HTTP status 400 invalid_request: “No client”", "invalid_request",
        "a string in the member error");
    row("RFC 9457", R"(403 {"type":"about:blank","title":"Forbidden","detail":"Not from here"})",
        "HTTP status 403: “Not from here”", "", "a string in the member error");
    row("other members", R"(400 {"reason":{"step":3}})", R"(“{"reason":{"step":3}}”)", "",
        "a string in the member error");
    row("a JSON string", R"(400 "redirect_uri not allowed")", "400: “redirect_uri not allowed”", "",
        "a string in the member error");
    row("text", "400 redirect_uri not allowed", "400: “redirect_uri not allowed”", "", "not JSON");
    row("a form", "400 error=invalid_grant&error_description=The+code+has+expired",
        "400 invalid_grant: “The code has expired”", "invalid_grant", "form-encoded");
    row("a form with status 200", "200 error=wrong_code&error_description=No",
        "200 wrong_code: “No”", "wrong_code", "form-encoded");
    row("a page", "502 <html><head><title>Bad &amp; gateway</title></head></html>",
        "HTTP status 502, with the web page “Bad &amp; gateway”", "", "not JSON");
    row("a page without a title", "502 <!DOCTYPE html><p>x</p>", "502, with a web page.", "",
        "not JSON");
    row("nothing", "500", "HTTP status 500.", "", "");
    row("an empty object", "500 {}", "HTTP status 500: “{}”.", "", "a string in the member error");
    row("nulls", R"(400 {"error":null,"error_description":null,"message":"No"})", "400: “No”", "",
        "a string in the member error");
}

void TestAuthServerWords::passesOnAnError()
{
    QFETCH(const QString, response);
    QFETCH(const QString, says);
    QFETCH(const QString, code);
    QFETCH(const QString, remark);
    AuthScript script;
    redeem(script, response, "refused token-refused");
    const Step &step = lastStep(script);
    QVERIFY2(step.decision.contains(says), qPrintable(step.decision));
    QCOMPARE(step.error, code);
    QCOMPARE(step.remarks.size(), std::size_t(remark.isEmpty() ? 0 : 1));
    QVERIFY2(remark.isEmpty() || step.remarks.front().contains(remark),
        qPrintable(step.remarks.empty() ? QString() : step.remarks.front()));
    const QString summary = summaryOf(step); // for the command line
    QVERIFY2(summary.contains(says), qPrintable(summary));
}

void TestAuthServerWords::namesWhatCameInsteadOfAToken_data()
{
    QTest::addColumn<QString>("response");
    QTest::addColumn<QString>("says");
    QTest::newRow("a form") << u"200 access_token=SECRET-token&token_type=bearer"_s
                            << u"form-encoded (application/x-www-form-urlencoded)"_s;
    QTest::newRow("text") << u"200 SECRET-token"_s << u"It is not a JSON object."_s;
    QTest::newRow("an array") << u"200 [\"token\"]"_s << u"It is not a JSON object."_s;
    QTest::newRow("nothing") << u"200"_s << u"It is empty."_s;
    QTest::newRow("a page") << u"200 <html><title>Log in</title>"_s
                            << u"It is the web page “Log in”."_s;
    QTest::newRow("another name") << u"200 {\"token\":\"SECRET-token\",\"ok\":true}"_s
                                  << u"Its members are “token, ok”."_s;
    QTest::newRow("no members") << u"200 {}"_s << u"It has no members."_s;
    QTest::newRow("null") << u"200 {\"access_token\":null}"_s
                          << u"The member access_token is not a string."_s;
}

void TestAuthServerWords::namesWhatCameInsteadOfAToken()
{
    QFETCH(const QString, response);
    QFETCH(const QString, says);
    AuthScript script;
    redeem(script, response, "refused token-malformed");
    QVERIFY2(lastStep(script).decision.contains(says), qPrintable(lastStep(script).decision));
    QVERIFY2(!reportOf(script.flow().steps(), {}).contains(u"SECRET"),
        qPrintable(reportOf(script.flow().steps(), {})));
}

void TestAuthServerWords::hidesWhatIsRepeated_data()
{
    QTest::addColumn<QString>("response");
    QTest::newRow("text") << u"400 no code SECRET-code is known"_s;
    QTest::newRow("JSON") << u"400 {\"error\":\"invalid_grant\",\"error_description\":"
                             "\"SECRET-code?\"}"_s;
    QTest::newRow("the code") << u"400 {\"error\":\"SECRET-code\"}"_s;
    QTest::newRow("escaped") << u"400 {\"message\":\"SECRET\\u002dcode\"}"_s;
    QTest::newRow("members")
        << u"400 {\"sent\":{\"code\":\"SECRET-code\",\"x\":\"SECRET-code\"}}"_s;
    QTest::newRow("a page") << u"400 <html><title>SECRET-code is wrong</title></html>"_s;
    QTest::newRow("a form") << u"400 error=invalid_grant&error_description=SECRET%2Dcode"_s;
    QTest::newRow("cut") << u"400 "_s + u"x"_s.repeated(995) + u"SECRET-code"_s;
    QTest::newRow("another token") << u"400 unknown ghp_SECRETSECRETSECRETSECRETSECRETSECRET12"_s;
}

void TestAuthServerWords::hidesWhatIsRepeated()
{
    QFETCH(const QString, response);
    AuthScript script;
    redeem(script, response, "refused token-refused");
    const Step &step = lastStep(script);
    const QString shown = step.decision % step.error % step.attempts.back().verdict;
    QVERIFY2(!shown.contains(u"SECRET"), qPrintable(shown));
    const QByteArray body = step.attempts.back().body.toByteArray();
    QVERIFY2(!body.contains("SECRET-code"), body.constData());
}

void TestAuthServerWords::boundsWhatIsSaid()
{
    AuthScript script;
    redeem(script, u"400 "_s + u"many words "_s.repeated(100'000), "refused token-refused");
    QVERIFY(lastStep(script).decision.size() < 1000);
}

void TestAuthServerWords::endsWithTheRefreshTokenOfAnErrorWithStatus200()
{
    Goal goal = withTokens();
    goal.kind = Goal::Kind::Refresh;
    AuthScript script({}, goal);
    script.play(u"> wanted 0\n"
                "fetch POST https://as.example/token\n"
                "> 200 {\"error\":\"invalid_grant\",\"error_description\":\"Too old.\"}\n"
                "drop tokens of https://as.example\n"
                "refused token-refused"_s);
    QVERIFY(lastStep(script).decision.contains(u"invalid_grant: “Too old.”"));
}

void TestAuthServerWords::passesOnAnErrorOfARefresh()
{
    Goal goal = withTokens();
    goal.kind = Goal::Kind::Refresh;
    AuthScript script({}, goal);
    script.play(u"> wanted 0\n"
                "fetch POST https://as.example/token\n"
                "> 400 SECRET-refresh is not for this host\n"
                "refused token-refused"_s);
    const QString &sentence = lastStep(script).decision;
    QVERIFY2(sentence.contains(u"is not for this host"), qPrintable(sentence));
    QVERIFY2(!sentence.contains(u"SECRET"), qPrintable(sentence));
}

void TestAuthServerWords::passesOnWhyAClientIsNotRegistered_data()
{
    QTest::addColumn<QString>("response");
    QTest::addColumn<QString>("says");
    QTest::newRow("text") << u"400 redirect_uri not allowed"_s
                          << u"HTTP status 400: “redirect_uri not allowed”"_s;
    QTest::newRow("an error object") << u"422 {\"error\":{\"message\":\"No more clients\"}}"_s
                                     << u"HTTP status 422: “No more clients”"_s;
    QTest::newRow("status 200")
        << u"200 {\"error\":\"invalid_redirect_uri\",\"error_description\":\"Not local.\"}"_s
        << u"HTTP status 200 invalid_redirect_uri: “Not local.”"_s;
    QTest::newRow("no client") << u"201 {\"client_secret\":\"SECRET\",\"id\":\"c\"}"_s
                               << u"no client ID (HTTP status 201)"_s;
}

void TestAuthServerWords::passesOnWhyAClientIsNotRegistered()
{
    QFETCH(const QString, response);
    QFETCH(const QString, says);
    AuthScript script;
    script.play(QString(u"> wanted 401\n"
                        "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                        "> resource\n"
                        "fetch GET https://as.example/.well-known/oauth-authorization-server\n"
                        "> server\n"
                        "listen 0\n"
                        "> listening 4711\n"
                        "fetch POST https://as.example/register\n> "_s
        % response % u"\nrefused registration-refused"_s));
    const QString &sentence = lastStep(script).decision;
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
    QVERIFY2(!sentence.contains(u"SECRET"), qPrintable(sentence));
}

void TestAuthServerWords::passesOnWhyATokenIsNotRevoked()
{
    Goal goal = withTokens();
    goal.kind = Goal::Kind::Revoke;
    AuthScript script({}, goal);
    script.play(u"> wanted 0\n"
                "drop tokens of https://as.example\n"
                "fetch POST https://as.example/revoke\n"
                "> 400 {\"error\":\"unsupported_token_type\"}\n"
                "finished"_s);
    const QString &sentence = lastStep(script).decision;
    QVERIFY2(sentence.contains(u"unsupported_token_type"), qPrintable(sentence));
}

void TestAuthServerWords::passesOnAnErrorInsteadOfMetadata_data()
{
    QTest::addColumn<QString>("response");
    QTest::addColumn<QString>("says");
    QTest::newRow("an error with status 200")
        << u"200 {\"error\":\"no_tenant\",\"error_description\":\"Name a tenant.\"}"_s
        << u"It says: no_tenant: “Name a tenant.”"_s;
    QTest::newRow("text with status 200") << u"200 coming soon"_s << u"It says: “coming soon”"_s;
    QTest::newRow("a page with status 200")
        << u"200 <html><title>Welcome</title>"_s << u"It is the web page “Welcome”."_s;
    QTest::newRow("a failure") << u"500 {\"message\":\"database is down\"}"_s
                               << u"HTTP status 500: “database is down”"_s;
    QTest::newRow("protected") << u"401 {\"error\":\"unauthorized\"}"_s
                               << u"HTTP status 401 unauthorized."_s;
}

// Also when the next document is not there: the last response tells less than the first one.
void TestAuthServerWords::passesOnAnErrorInsteadOfMetadata()
{
    QFETCH(const QString, response);
    QFETCH(const QString, says);
    AuthScript script;
    script.play(QString(u"> wanted 401\n"
                        "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                        "> resource\n"
                        "fetch GET https://as.example/.well-known/oauth-authorization-server\n> "_s
        % response
        % u"\nfetch GET https://as.example/.well-known/openid-configuration\n"
          "> 404 not found\n"
          "refused server-metadata-missing"_s));
    const QString &sentence = lastStep(script).decision;
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
}

void TestAuthServerWords::passesOnTheDescriptionOfADenial()
{
    AuthScript script;
    script.toTheBrowser();
    script.play(u"> redirect error=access_denied&error_description=Ask+the+owner&state={state}\n"
                "refused authorization-denied"_s);
    const QString &sentence = lastStep(script).decision;
    QVERIFY2(sentence.contains(u"access_denied: “Ask the owner”"), qPrintable(sentence));
}

QTEST_GUILESS_MAIN(TestAuthServerWords)
#include "tst_authserverwords.moc"
