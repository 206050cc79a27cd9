// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/store/memorytokenstore.h"
#include "models/auth/authattemptmodel.h"
#include "models/auth/authsequencemodel.h"
#include "models/auth/authstepmodel.h"
#include "models/auth/credentialmodel.h"
#include "models/auth/heldrequestmodel.h"
#include "models/signs/sign.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using namespace sonde::auth;
using namespace sonde::models;
using namespace Qt::StringLiterals;

namespace {

Step step(StepKind kind, StepState state)
{
    Step made;
    made.kind = kind;
    made.state = state;
    made.decision = u"decided <b>"_s;
    made.began.steady = 1;
    made.ended.steady = 1'000'001;
    return made;
}

Sign signAt(const AuthStepModel &model, int row)
{
    return Sign(model.index(row).data(SignRole).toInt());
}

Tokens tokensOf(const QString &resource, std::int64_t expiresMs)
{
    Tokens tokens;
    tokens.issuer = u"https://auth.example"_s;
    tokens.resource = resource;
    tokens.accessToken = Secret(u"SECRET-access"_s);
    tokens.refreshToken = Secret(u"SECRET-refresh"_s);
    tokens.requestedScopes = QStringList{u"read"_s};
    tokens.expiresMs = expiresMs;
    return tokens;
}

QString everything(const QAbstractItemModel &model)
{
    QString all;
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < model.columnCount(); ++column)
            all += model.index(row, column).data().toString() + u'\n';
    }
    return all;
}

} // namespace

class AuthModelsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void drawsWhoSaidWhatToWhom();
    void drawsWhereTheWayEnded();
    void showsWhatIsStillToCome();
    void endsWithWhatWasDone();
    void namesWhatFailed();
    void changesInPlace();
    void namesEveryRuleAndStep();
    void listsThePlacesThatWereTried();
    void listsCredentialsWithoutSecrets();
    void forgetsOne();
    void saysWhatBecameOfHeldRequests();
};

void AuthModelsTest::showsWhatIsStillToCome()
{
    AuthStepModel model;
    QAbstractItemModelTester tester(&model);
    model.setRun({{step(StepKind::Challenge, StepState::Done),
                      step(StepKind::ResourceMetadata, StepState::Running)},
        true, true});
    QCOMPARE(model.rowCount(), 8);
    QCOMPARE(signAt(model, 0), Sign::Ok);
    QCOMPARE(signAt(model, 1), Sign::Pending);
    QCOMPARE(model.index(1).data(AuthStepModel::DetailRole).toString(), u"paused"_s);
    QCOMPARE(signAt(model, 2), Sign::NotReached);
    QCOMPARE(model.index(2).data(AuthStepModel::DetailRole).toString(), u"not reached"_s);
    QVERIFY(!model.index(2).data(AuthStepModel::ReachedRole).toBool());
    QVERIFY(!model.step(2));
    QCOMPARE(model.index(0).data(AuthStepModel::TimeRole).toString(), u"1.000 ms"_s);
    QCOMPARE(model.index(1).data(AuthStepModel::TimeRole).toString(), QString());
}

void AuthModelsTest::endsWithWhatWasDone()
{
    AuthStepModel model;
    QAbstractItemModelTester tester(&model);
    model.setRun(
        {{step(StepKind::Challenge, StepState::Done), step(StepKind::Refresh, StepState::Done)},
            false, false});
    QCOMPARE(model.rowCount(), 2); // nothing else is wanted after a refresh
    model.setRun({{step(StepKind::Revoke, StepState::Running)}, true, false});
    QCOMPARE(model.rowCount(), 1);
    model.setRun({});
    QCOMPARE(model.reachedCount(), 0);
}

void AuthModelsTest::namesWhatFailed()
{
    AuthStepModel model;
    Step failed = step(StepKind::ServerMetadata, StepState::Failed);
    failed.rule = AuthRule::IssuerMismatch;
    Step passed = step(StepKind::ResourceMetadata, StepState::Done);
    passed.overridden.push_back(AuthRule::ResourceMismatch);
    model.setRun({{step(StepKind::Challenge, StepState::Done), passed, failed}, false, false});
    QCOMPARE(model.index(2).data(AuthStepModel::DetailRole).toString(), u"Issuer mismatch"_s);
    QVERIFY(model.index(2).data(AuthStepModel::FailedRole).toBool());
    QCOMPARE(signAt(model, 2), Sign::ProtocolError);
    QCOMPARE(signAt(model, 1), Sign::ToolError); // an overridden check stays marked, in red
    QCOMPARE(model.index(1).data(AuthStepModel::DetailRole).toString(),
        u"check overridden: Resource mismatch"_s);
    QCOMPARE(model.index(1).data(TextColorRole).toInt(), int(ColorRole::Error));
    QCOMPARE(model.index(0).data(TextColorRole).toInt(), int(ColorRole::Muted));
    QCOMPARE(signAt(model, 3), Sign::NotReached); // how far it would have gone
    QVERIFY(!AuthStepModel::usualCause(AuthRule::IssuerMismatch).isEmpty());
    // What the other side calls by a name of its own is told by that.
    Step refused = step(StepKind::Token, StepState::Failed);
    refused.rule = AuthRule::TokenRefused;
    QCOMPARE(AuthStepModel::problemName(refused), u"Token refused"_s);
    const std::map<QString, QString> names{{u"invalid_client"_s, u"Client rejected"_s},
        {u"redirect_uri_mismatch"_s, u"Redirect mismatch"_s},
        {u"invalid_scope"_s, u"Scope not granted"_s}, {u"invalid_grant"_s, u"Code rejected"_s},
        {u"invalid_target"_s, u"Resource rejected"_s}, {u"<b>"_s, u"Token refused"_s}};
    for (const auto &[error, name] : names) {
        refused.error = error;
        QCOMPARE(AuthStepModel::problemName(refused), name);
        QCOMPARE(AuthStepModel::usualCause(refused).isEmpty(), error == u"<b>");
    }
}

void AuthModelsTest::changesInPlace()
{
    AuthStepModel model;
    QAbstractItemModelTester tester(&model);
    model.setRun({{step(StepKind::Challenge, StepState::Running)}, true, false});
    QSignalSpy reset(&model, &QAbstractItemModel::modelReset);
    model.setRun({{step(StepKind::Challenge, StepState::Done),
                      step(StepKind::ResourceMetadata, StepState::Running)},
        true, false});
    QCOMPARE(reset.size(), 0); // the row was there already, not reached
    QCOMPARE(model.reachedCount(), 2);
}

void AuthModelsTest::namesEveryRuleAndStep()
{
    QSet<QString> names;
    for (int rule = 0; rule <= int(AuthRule::Unreachable); ++rule)
        names << AuthStepModel::problemName(AuthRule(rule));
    QCOMPARE(names.size(), int(AuthRule::Unreachable) + 1);
    QVERIFY(!names.contains(QString()));
    for (int kind = 0; kind <= int(StepKind::Revoke); ++kind)
        QVERIFY(!AuthStepModel::stepName(StepKind(kind)).isEmpty());
}

void AuthModelsTest::listsThePlacesThatWereTried()
{
    AuthAttemptModel model;
    QAbstractItemModelTester tester(&model);
    Attempt missing;
    missing.method = "GET";
    missing.url = QUrl(u"https://auth.example/.well-known/x"_s);
    missing.sent = true;
    missing.status = 404;
    missing.verdict = u"no document"_s;
    missing.rejected = true;
    Attempt refused = missing;
    refused.status = 200;
    refused.rule = AuthRule::IssuerMismatch;
    Attempt waits;
    waits.method = "POST";
    model.setAttempts({missing, refused, waits});
    using M = AuthAttemptModel;
    QCOMPARE(model.index(0, M::PlaceColumn).data().toString(),
        u"GET https://auth.example/.well-known/x"_s);
    QCOMPARE(model.index(0, M::StatusColumn).data().toString(), u"404"_s);
    QCOMPARE(model.index(0, M::DecisionColumn).data(TextColorRole).toInt(), int(ColorRole::Muted));
    QCOMPARE(model.index(1, M::DecisionColumn).data(TextColorRole).toInt(), int(ColorRole::Error));
    QCOMPARE(model.index(2, M::DecisionColumn).data().toString(), u"not sent yet"_s);
    QCOMPARE(model.index(2, M::StatusColumn).data().toString(), QString());
    QVERIFY(!model.attempt(3));
}

void AuthModelsTest::listsCredentialsWithoutSecrets()
{
    MemoryTokenStore store;
    CredentialCache cache(&store);
    CredentialModel model(cache);
    QAbstractItemModelTester tester(&model);
    cache.keep(tokensOf(u"https://mcp.example/mcp"_s, 1));
    Registration client;
    client.issuer = u"https://auth.example"_s;
    client.clientId = u"client-1"_s;
    client.clientSecret = Secret(u"SECRET-client"_s);
    cache.keep(client);
    QCOMPARE(model.rowCount(), 2);
    QVERIFY(model.tokens(0) && !model.client(0));
    QVERIFY(model.client(1) && !model.tokens(1));
    QString all = everything(model);
    for (int row = 0; row < 2; ++row) {
        for (const Property &fact : model.facts(row))
            all += fact.name + fact.value;
    }
    QVERIFY(all.contains(u"client-1"));
    QVERIFY(all.contains(u"expired"));
    QVERIFY2(!all.contains(u"SECRET"), qPrintable(all));
    QVERIFY(all.contains(u"(hidden, 13 characters)"));
    QVERIFY(CredentialModel::keptFact(cache).value.startsWith(u"memory"));
    QCOMPARE(CredentialModel::shortProperties(nullptr).front().value, u"none"_s);
}

void AuthModelsTest::forgetsOne()
{
    MemoryTokenStore store;
    CredentialCache cache(&store);
    CredentialModel model(cache);
    QAbstractItemModelTester tester(&model);
    cache.keep(tokensOf(u"https://a.example"_s, 0));
    cache.keep(tokensOf(u"https://b.example"_s, 0));
    model.forget(0);
    QCOMPARE(model.rowCount(), 1);
    QCOMPARE(model.tokens(0)->resource, u"https://b.example"_s);
    model.forget(0);
    QCOMPARE(model.rowCount(), 0);
    model.forget(0); // there is none
    QCOMPARE(model.rowCount(), 0);
}

void AuthModelsTest::drawsWhoSaidWhatToWhom()
{
    AuthSequenceModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    AuthStepModel::Run run;
    run.running = true;
    run.steps = {step(StepKind::Challenge, StepState::Done),
        step(StepKind::ResourceMetadata, StepState::Done),
        step(StepKind::ChooseServer, StepState::Done),
        step(StepKind::AuthorizationRequest, StepState::Done),
        step(StepKind::Redirect, StepState::Running)};
    Attempt attempt;
    attempt.method = "GET";
    attempt.url = QUrl(u"https://mcp.example/.well-known/x"_s);
    attempt.status = 200;
    attempt.sent = true;
    run.steps[1].attempts = {attempt};
    model.setRun(run);
    QStringList told;
    for (int row = 0; row < model.rowCount(); ++row)
        told << model.index(row).data(Qt::AccessibleTextRole).toString();
    QCOMPARE(told.join(u'\n'),
        u"Sonde to MCP server: request\n"
        "MCP server to Sonde: decided <b>\n"
        "Sonde to MCP server: GET /.well-known/x\n"
        "MCP server to Sonde: 200\n"
        "Sonde: decided <b>\n"
        "Sonde to Browser: open the page\n"
        "Browser to Authorization server: authorization request\n"
        "Browser to Sonde: waiting for the redirect"_s);
    QCOMPARE(model.rowOf(1), 3);
    QCOMPARE(model.stepOf(3), 1);
    QCOMPARE(model.stepOf(99), -1);
    QVERIFY(model.index(7).data(AuthSequenceModel::PendingRole).toBool());
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    model.setRun(run); // the same picture: what is chosen stays
    QCOMPARE(resets.count(), 0);
    model.setRun({});
    QCOMPARE(model.rowCount(), 0);
}

void AuthModelsTest::drawsWhereTheWayEnded()
{
    AuthSequenceModel model;
    AuthStepModel::Run run;
    run.steps = {step(StepKind::ServerMetadata, StepState::Failed)};
    run.steps[0].rule = AuthRule::IssuerMismatch;
    Attempt attempt;
    attempt.method = "GET";
    attempt.url = QUrl(u"https://as.example/m"_s);
    attempt.status = 200;
    attempt.sent = true;
    attempt.verdict = u"another issuer"_s;
    Attempt missing = attempt;
    missing.status = 404;
    missing.verdict = u"HTTP status 404."_s;
    run.steps[0].attempts = {missing, attempt};
    model.setRun(run);
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.index(0).data(TextColorRole).toInt(), int(ColorRole::Sent));
    QCOMPARE(model.index(1).data().toString(), u"404"_s);
    QCOMPARE(model.index(1).data(TextColorRole).toInt(), int(ColorRole::Received));
    QCOMPARE(model.index(3).data().toString(), u"200 · another issuer"_s);
    QCOMPARE(model.index(3).data(TextColorRole).toInt(), int(ColorRole::Error));
    QCOMPARE(model.index(3).data(Qt::AccessibleDescriptionRole).toString(), u"failed"_s);
    run.steps[0].attempts.clear();
    model.setRun(run);
    QCOMPARE(
        model.index(0).data().toString(), AuthStepModel::problemName(AuthRule::IssuerMismatch));
}

void AuthModelsTest::saysWhatBecameOfHeldRequests()
{
    using Held = wire::HeldRequest;
    HeldRequestModel model;
    QAbstractItemModelTester tester(&model);
    Held call;
    call.status = 401;
    call.method = "tools/call";
    call.target = "add\nnumbers";
    call.id = "7";
    Held stream;
    stream.status = 403;
    stream.scope = "read\x1b[31m write";
    stream.httpMethod = "GET";
    stream.purpose = "standing stream";
    stream.state = Held::State::NotSent;
    model.setRequests({call, stream});
    const auto detail = [&model](int row) {
        return model.index(row).data(HeldRequestModel::DetailRole).toString();
    };
    QCOMPARE(model.index(0).data().toString(), u"tools/call add numbers"_s);
    QCOMPARE(model.index(0).data(HeldRequestModel::IdRole).toString(), u"id 7"_s);
    QCOMPARE(detail(0), u"401 · waiting"_s);
    QCOMPARE(model.waitingCount(), 1);
    QCOMPARE(model.index(1).data().toString(), u"GET (standing stream)"_s);
    QVERIFY(detail(1).startsWith(u"403, requires additional scopes: read")
        && detail(1).endsWith(u"not sent again"));
    QVERIFY(!detail(1).contains(QChar(0x1b)));
    QCOMPARE(Sign(model.index(1).data(SignRole).toInt()), Sign::ProtocolError);
    const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    call.state = Held::State::GivenUp;
    stream.state = Held::State::SentAgain;
    stream.scope.clear();
    model.setRequests({call, stream});
    QCOMPARE(resets.count(), 0); // what is chosen stays
    QCOMPARE(detail(1), u"403, requires additional scopes · sent again"_s);
    QCOMPARE(detail(0), u"401 · cancelled"_s);
    QCOMPARE(Sign(model.index(1).data(SignRole).toInt()), Sign::Ok);
    QCOMPARE(model.waitingCount(), 0);
    QVERIFY(!model.request(2));
}

QTEST_GUILESS_MAIN(AuthModelsTest)
#include "tst_authmodels.moc"
