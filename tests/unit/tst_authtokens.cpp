// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/authscript.h"

using namespace Qt::StringLiterals;
using namespace sonde;
using namespace sonde::auth;
using test::AuthScript;
using test::formValue;
using test::oldClient;

// What becomes of tokens: refresh, more rights, other grants, revocation; and what a flow
// keeps for display.
class TestAuthTokens : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void refreshesBeforeItAsksAPerson();
    void asksAPersonWhenTheRefreshTokenIsRevoked();
    void refreshesAlone();
    void refreshesAloneWithEditedScopes();
    void namesWhatARefreshLacks_data();
    void namesWhatARefreshLacks();
    void stepsUpWithTheUnionOfScopes();
    void registersAgainOnceWhenForgotten();
    void usesOtherGrants();
    void needsNoPersonOnlyWithAProof_data();
    void needsNoPersonOnlyWithAProof();
    void needsTheIdTokenOfThePerson();
    void revokesAndForgets();
    void namesWhatIsNotGranted();
    void namesTheErrorOfTheOtherSide();
    void namesClocksThatDiffer_data();
    void namesClocksThatDiffer();
    void keepsEveryAddressAndWhyItWasRejected();
    void givesUpWhenTheBrowserStaysAway();
    void endsWhenItIsCancelled();
    void goesOnFromACopy();
    void readsWhatItKept();
};

namespace {

Tokens oldTokens()
{
    Tokens tokens;
    tokens.issuer = u"https://as.example"_s;
    tokens.resource = u"https://mcp.example/mcp"_s;
    tokens.clientId = u"c1"_s;
    tokens.accessToken = Secret(u"old"_s);
    tokens.refreshToken = Secret(u"r1"_s);
    tokens.requestedScopes = QStringList{u"read"_s};
    tokens.tokenEndpoint = QUrl(u"https://as.example/token"_s);
    tokens.revocationEndpoint = QUrl(u"https://as.example/revoke"_s);
    return tokens;
}

Goal withTokens()
{
    Goal goal;
    goal.tokens = oldTokens();
    goal.registrations = {oldClient()};
    return goal;
}

const QString &toServer()
{
    static const QString script =
        u"fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
        "> resource\n"
        "fetch GET https://as.example/.well-known/oauth-authorization-server\n"_s;
    return script;
}

} // namespace

void TestAuthTokens::refreshesBeforeItAsksAPerson()
{
    AuthScript script({}, withTokens());
    script.play(QString(u"> wanted 401 Bearer error=\"invalid_token\"\n" % toServer()
        % u"> server\n"
          "fetch POST https://as.example/token\n"
          "> 200 {\"access_token\":\"t2\",\"token_type\":\"Bearer\"}\n"
          "keep tokens t2\n"
          "finished"));
    const QByteArray form = script.bodies.back();
    QCOMPARE(formValue(form, u"grant_type"_s), u"refresh_token"_s);
    QCOMPARE(formValue(form, u"refresh_token"_s), u"r1"_s);
    QCOMPARE(formValue(form, u"resource"_s), u"https://mcp.example/mcp"_s);
    QCOMPARE(script.tokens.refreshToken.reveal(), u"r1"_s); // none came, so the old one stays
}

void TestAuthTokens::asksAPersonWhenTheRefreshTokenIsRevoked()
{
    AuthScript script({}, withTokens());
    script.play(QString(u"> wanted 401\n" % toServer()
        % u"> server\n"
          "fetch POST https://as.example/token\n"
          "> 400 {\"error\":\"invalid_grant\"}\n"
          "drop tokens of https://as.example\n"
          "listen 4711\n"
          "> listening 4711\n"
          "browse https://as.example/authorize"));
    QCOMPARE(script.asked(u"scope"_s), u"read"_s); // what was asked for before is asked for again
}

void TestAuthTokens::refreshesAlone()
{
    Goal goal = withTokens();
    goal.kind = Goal::Kind::Refresh;
    AuthScript script({}, goal);
    script.play(u"> wanted 0\n"
                "fetch POST https://as.example/token\n"
                "> 400 {\"error\":\"invalid_grant\",\"error_description\":\"gone\"}\n"
                "drop tokens of https://as.example\n"
                "refused token-refused"_s);
    AuthScript rotated({}, goal);
    rotated.play(u"> wanted 0\n"
                 "fetch POST https://as.example/token\n"
                 "> 200 {\"access_token\":\"t2\",\"token_type\":\"Bearer\","
                 "\"refresh_token\":\"r2\"}\n"
                 "keep tokens t2\n"
                 "finished"_s);
    QCOMPARE(rotated.tokens.refreshToken.reveal(), u"r2"_s);
}

// RFC 6749 section 6: a refresh is for the scopes that were granted, whatever is configured since.
void TestAuthTokens::refreshesAloneWithEditedScopes()
{
    Goal goal = withTokens();
    goal.kind = Goal::Kind::Refresh;
    FlowSetup edited;
    edited.scopes = QStringList{u"read"_s, u"write"_s};
    AuthScript script(edited, goal);
    script.play(u"> wanted 0\n"
                "fetch POST https://as.example/token\n"
                "> 200 {\"access_token\":\"t2\",\"token_type\":\"Bearer\"}\n"
                "keep tokens t2\n"
                "finished"_s);
    QCOMPARE(formValue(script.bodies.back(), u"scope"_s), u"(none)"_s);
    QCOMPARE(script.tokens.requestedScopes, QStringList{u"read"_s});
    const std::vector<QString> &remarks = script.flow().steps().back().remarks;
    QCOMPARE(remarks.size(), std::size_t(1));
    QVERIFY2(remarks.front().contains(u"write"), qPrintable(remarks.front()));
    QVERIFY(!remarks.front().contains(u"read"));
}

void TestAuthTokens::namesWhatARefreshLacks_data()
{
    QTest::addColumn<Goal>("goal");
    QTest::addColumn<QString>("fact");
    Goal goal = withTokens();
    goal.kind = Goal::Kind::Refresh;
    goal.registrations.clear();
    QTest::newRow("client") << goal << u"client c1"_s;
    goal = withTokens();
    goal.kind = Goal::Kind::Refresh;
    goal.tokens->refreshToken = Secret();
    QTest::newRow("refresh token") << goal << u"https://as.example issued no refresh token"_s;
    goal.tokens.reset();
    QTest::newRow("tokens") << goal << u"no token for this server"_s;
}

void TestAuthTokens::namesWhatARefreshLacks()
{
    QFETCH(Goal, goal);
    QFETCH(QString, fact);
    AuthScript script({}, goal);
    script.play(u"> wanted 0\n"
                "refused token-refused"_s);
    const QString sentence = script.flow().steps().back().decision;
    QVERIFY2(sentence.contains(fact), qPrintable(sentence));
}

void TestAuthTokens::stepsUpWithTheUnionOfScopes()
{
    AuthScript script({}, withTokens());
    script.play(
        QString(u"> wanted 403 Bearer error=\"insufficient_scope\", scope=\"write\"\n" % toServer()
            % u"> server\n"
              "listen 4711\n"
              "> listening 4711\n"
              "browse https://as.example/authorize"));
    QCOMPARE(script.asked(u"scope"_s), u"read write"_s);
}

void TestAuthTokens::registersAgainOnceWhenForgotten()
{
    Goal goal;
    goal.registrations = {oldClient()};
    AuthScript script({}, goal);
    script.play(QString(u"> wanted 401\n" % toServer()
        % u"> server\n"
          "listen 4711\n"
          "> listening 4711\n"
          "browse https://as.example/authorize\n"
          "> redirect code=abc&state={state}\n"
          "fetch POST https://as.example/token\n"
          "> 401 {\"error\":\"invalid_client\"}\n"
          "drop client of https://as.example\n"
          "listen 0\n"
          "> listening 4712\n"
          "fetch POST https://as.example/register\n"
          "> 201 {\"client_id\":\"c2\"}\n"
          "keep client c2 none\n"
          "browse https://as.example/authorize\n"
          "> redirect code=abc&state={state}\n"
          "fetch POST https://as.example/token\n"
          "> 401 {\"error\":\"invalid_client\"}\n"
          "refused token-refused"));
}

void TestAuthTokens::usesOtherGrants()
{
    FlowSetup setup;
    setup.grant = Grant::ClientCredentials;
    setup.given = Registration();
    setup.given->clientId = u"robot"_s;
    setup.given->clientSecret = Secret(u"s"_s);
    setup.given->proof = ClientProof::Basic;
    AuthScript robot(setup);
    robot.play(QString(u"> wanted 401 Bearer scope=\"a\"\n" % toServer()
        % u"> server \"authorization_endpoint\":\"\"\n"
          "fetch POST https://as.example/token"));
    QCOMPARE(formValue(robot.bodies.back(), u"grant_type"_s), u"client_credentials"_s);
    QCOMPARE(formValue(robot.bodies.back(), u"scope"_s), u"a"_s);

    setup.grant = Grant::EnterpriseManaged;
    setup.identity.tokenEndpoint = QUrl(u"https://idp.example/token"_s);
    setup.identity.clientId = u"desk"_s;
    setup.identity.idToken = Secret(u"signed-on"_s);
    AuthScript employee(setup);
    employee.play(QString(u"> wanted 401\n" % toServer()
        % u"> server\n"
          "fetch POST https://idp.example/token\n"
          "> 200 {\"access_token\":\"jag\",\"token_type\":\"N_A\"}\n"
          "fetch POST https://as.example/token\n"
          "> 200 {\"access_token\":\"t\",\"token_type\":\"Bearer\"}\n"
          "keep tokens t\n"
          "finished"));
    QCOMPARE(formValue(employee.bodies.back(), u"assertion"_s), u"jag"_s);
    QCOMPARE(formValue(employee.bodies.at(2), u"subject_token"_s), u"signed-on"_s);
    QCOMPARE(formValue(employee.bodies.at(2), u"audience"_s), u"https://as.example"_s);

    FlowSetup workload;
    workload.grant = Grant::Assertion;
    workload.assertion = Secret(u"jwt"_s);
    AuthScript machine(workload);
    machine.play(QString(u"> wanted 401\n" % toServer()
        % u"> server\n"
          "fetch POST https://as.example/token\n"
          "> 400 {\"error\":\"invalid_grant\"}\n"
          "refused token-refused"));
    QCOMPARE(formValue(machine.bodies.back(), u"client_id"_s), u"(none)"_s);
}

// RFC 6749 section 4.4: "MUST only be used by confidential clients".
void TestAuthTokens::needsNoPersonOnlyWithAProof_data()
{
    QTest::addColumn<ClientProof>("proof");
    QTest::newRow("public") << ClientProof::None;
    QTest::newRow("without its key") << ClientProof::PrivateKeyJwt;
}

void TestAuthTokens::needsNoPersonOnlyWithAProof()
{
    QFETCH(ClientProof, proof);
    FlowSetup setup;
    setup.grant = Grant::ClientCredentials;
    setup.given = Registration();
    setup.given->clientId = u"robot"_s;
    setup.given->proof = proof;
    AuthScript robot(setup);
    robot.play(QString(u"> wanted 401 Bearer\n" % toServer()
        % u"> server\n"
          "refused client-not-proven"));
    QVERIFY(robot.flow().steps().back().decision.contains(u"robot"));
}

void TestAuthTokens::needsTheIdTokenOfThePerson()
{
    FlowSetup setup;
    setup.grant = Grant::EnterpriseManaged;
    setup.given = Registration();
    setup.given->clientId = u"desk"_s;
    setup.identity.tokenEndpoint = QUrl(u"https://idp.example/token"_s);
    setup.identity.clientId = u"desk"_s;
    AuthScript employee(setup);
    employee.play(QString(u"> wanted 401\n" % toServer()
        % u"> server\n"
          "refused id-token-missing"));
    // One that is over is sent all the same: whose clock is right is for the provider to say.
    const QByteArray claims = QByteArray("{\"exp\":1}").toBase64(QByteArray::Base64UrlEncoding);
    const QByteArray header = QByteArray("{}").toBase64(QByteArray::Base64UrlEncoding);
    setup.identity.idToken = Secret(QString::fromLatin1(header + '.' + claims + ".x"));
    AuthScript late(setup);
    late.play(QString(u"> later 60\n> wanted 401\n" % toServer()
        % u"> server\n"
          "fetch POST https://idp.example/token"));
    QVERIFY(!late.flow().steps().back().remarks.empty());
    QVERIFY(late.flow().steps().back().remarks.front().contains(u"expired"));
}

void TestAuthTokens::revokesAndForgets()
{
    Goal goal = withTokens();
    goal.kind = Goal::Kind::Revoke;
    AuthScript script({}, goal);
    script.play(u"> wanted 0\n"
                "drop tokens of https://as.example\n"
                "fetch POST https://as.example/revoke\n"
                "> 503\n"
                "finished"_s);
    QCOMPARE(formValue(script.bodies.back(), u"token"_s), u"r1"_s);
    goal.tokens->revocationEndpoint.clear();
    AuthScript without({}, goal);
    without.play(u"> wanted 0\n"
                 "drop tokens of https://as.example\n"
                 "finished"_s);
}

void TestAuthTokens::namesWhatIsNotGranted()
{
    AuthScript script;
    script.toTheBrowser({}, u"a b"_s);
    script.play(u"> redirect code=abc&state={state}\n"
                "fetch POST https://as.example/token\n"
                "> 200 {\"access_token\":\"t\",\"token_type\":\"Bearer\",\"scope\":\"a\"}\n"
                "keep tokens t\n"
                "finished"_s);
    QCOMPARE(script.flow().steps().back().remarks.size(), std::size_t(1));
    QVERIFY(script.flow().steps().back().remarks.front().startsWith(u"Scope not granted: b"));
}

void TestAuthTokens::namesTheErrorOfTheOtherSide()
{
    AuthScript token;
    token.toTheBrowser();
    token.play(u"> redirect code=abc&state={state}\n"
               "fetch POST https://as.example/token\n"
               "> 400 {\"error\":\"invalid_grant\"}\n"
               "refused token-refused"_s);
    QCOMPARE(token.flow().steps().back().error, u"invalid_grant"_s);
    AuthScript redirect;
    redirect.toTheBrowser();
    redirect.play(u"> redirect error=invalid_scope&state={state}\n"
                  "refused authorization-denied"_s);
    QCOMPARE(redirect.flow().steps().back().error, u"invalid_scope"_s);
}

void TestAuthTokens::namesClocksThatDiffer_data()
{
    QTest::addColumn<QByteArray>("claims");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const char *claims, const QString &sentence) {
        QTest::newRow(name) << QByteArray(claims) << sentence;
    };
    row("agree", R"({"iat":995,"nbf":1060,"exp":1001})", {});
    row("no times", R"({"iat":"soon"})", {});
    row("issued later", R"({"iat":1300})", u"was issued 300 s from now"_s);
    row("valid later", R"({"iat":1000,"nbf":1090})", u"becomes valid 90 s from now"_s);
    row("over", R"({"exp":400})", u"expired 600 s ago"_s);
}

void TestAuthTokens::namesClocksThatDiffer()
{
    QFETCH(QByteArray, claims);
    QFETCH(QString, sentence);
    const auto skew = clockSkewOf({{}, Bytes::fromByteArray(claims)}, 1'000'000);
    QCOMPARE(skew.has_value(), !sentence.isEmpty());
    QVERIFY(!skew || (skew->startsWith(u"Clock skew: ") && skew->contains(sentence)));
    if (!skew)
        return;
    // And in the step that got the token.
    AuthScript script;
    script.toTheBrowser();
    const QString token = u"e30.eyJleHAiOjMwMH0.x"_s; // {"exp":300}
    script.play(QString(u"> redirect code=abc&state={state}\n"
                        "fetch POST https://as.example/token\n"
                        "> 200 {\"access_token\":\""
        % token % u"\",\"token_type\":\"Bearer\"}\nkeep tokens " % token % u"\nfinished"));
    QCOMPARE(script.flow().steps().back().remarks.size(), std::size_t(1));
    QVERIFY(script.flow().steps().back().remarks.front().startsWith(u"Clock skew"));
}

void TestAuthTokens::keepsEveryAddressAndWhyItWasRejected()
{
    AuthScript script;
    script.play(u"> wanted 401\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource/mcp\n"
                "> 404\n"
                "fetch GET https://mcp.example/.well-known/oauth-protected-resource\n"
                "> resource\n"
                "fetch GET https://as.example/.well-known/oauth-authorization-server"_s);
    const std::vector<Step> &steps = script.flow().steps();
    QCOMPARE(steps.size(), std::size_t(4));
    const Step &found = steps[1];
    QCOMPARE(found.kind, StepKind::ResourceMetadata);
    QCOMPARE(found.state, StepState::Done);
    QCOMPARE(found.attempts.size(), std::size_t(2));
    QVERIFY(found.attempts[0].rejected);
    QCOMPARE(found.attempts[0].verdict, u"HTTP status 404."_s);
    QVERIFY(!found.attempts[1].rejected);
    QVERIFY(!found.decision.isEmpty() && !found.basis.isEmpty());
    QVERIFY(found.ended.steady > found.began.steady);
    QCOMPARE(steps[3].state, StepState::Running);
}

void TestAuthTokens::givesUpWhenTheBrowserStaysAway()
{
    AuthScript script;
    script.toTheBrowser();
    script.play(u"> later 299\n"
                "> later 2\n"
                "refused timed-out"_s);
}

void TestAuthTokens::endsWhenItIsCancelled()
{
    AuthScript script;
    script.toTheBrowser();
    script.play(u"> cancel\n"
                "failed Authorization cancelled.\n"
                "> redirect code=abc&state={state}\n"
                "> cancel"_s);
}

// A driver keeps a copy for each step, to repeat from there.
void TestAuthTokens::goesOnFromACopy()
{
    AuthScript script;
    script.toTheBrowser();
    Flow copy = script.flow();
    script.play(u"> redirect code=abc&state=wrong\n"
                "refused state-mismatch"_s);
    FlowActions actions;
    copy.redirected("code=abc&state=" + copy.expectedState().toLatin1(), {}, actions);
    QCOMPARE(actions.size(), std::size_t(1));
    QVERIFY(std::holds_alternative<Fetch>(actions.front()));
}

void TestAuthTokens::readsWhatItKept()
{
    Tokens tokens = oldTokens();
    tokens.grantedScopes = QStringList{u"read"_s, u"\"odd\""_s};
    tokens.expiresMs = 1'700'000'000'000;
    const auto back = tokensFromText(toText(tokens));
    QVERIFY(back.ok());
    QCOMPARE(back->accessToken.reveal(), tokens.accessToken.reveal());
    QCOMPARE(back->refreshToken.reveal(), u"r1"_s);
    QCOMPARE(*back->grantedScopes, *tokens.grantedScopes);
    QCOMPARE(back->expiresMs, tokens.expiresMs);
    QCOMPARE(back->tokenEndpoint, tokens.tokenEndpoint);
    const auto client = registrationFromText(toText(oldClient()));
    QVERIFY(client.ok());
    QCOMPARE(client->redirectUri, oldClient().redirectUri);
    QCOMPARE(client->source, ClientSource::Registered);
    QVERIFY(!tokensFromText(Secret(u"{}"_s)).ok());
    QVERIFY(!registrationFromText(Secret(u"no json"_s)).ok());
}

QTEST_GUILESS_MAIN(TestAuthTokens)
#include "tst_authtokens.moc"
