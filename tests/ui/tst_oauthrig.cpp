// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The whole way against an authorization server that others wrote, with its pages in
// sonde-browser, as the window goes it.

#include "support/httprecord.h"
#include "support/oauthrig.h"

#include "app/program/mainwindow.h"
#include "app/workspace/authorizations.h"
#include "models/auth/authstate.h"
#include "support/patience.h"

#include <QDateTime>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::test;
using auth::StepKind;
using Phase = models::AuthState::Phase;

class TestOAuthRig : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void registersAndLogsIn();
    void usesTheDocumentOfTheClient();
    void asksForMoreThanAClientCouldThatRegistersWithAScope();
    void refreshesWhenTheTokenHasExpired();
    void asksForMoreInTheMiddleOfWork();
    void saysThatThePersonDenied();
    void asksAgainWhenTheRefreshTokenIsRevoked();

private:
    std::unique_ptr<QTemporaryDir> m_folder;
};

namespace {

// What a person does in the pages.
constexpr char kLogIn[] = "const f = document.forms[0]; const name = f.elements.login;"
                          "if (name) { name.value = 'ada'; f.elements.password.value = 'pw';"
                          " f.elements.answer.click(); }";
const QByteArray kAllow = QByteArray(kLogIn) + " else f.elements.answer[0].click();";
const QByteArray kDeny = QByteArray(kLogIn) + " else f.elements.answer[1].click();";

struct Bench {
    Bench(const QString &folder, const QByteArray &person)
        : rig(person)
        , workspace({folder, {}})
        , window(workspace)
    {
        workspace.load();
        window.show();
        config::Profile profile;
        profile.name = QStringLiteral("peer");
        profile.reachByUrl();
        profile.http()->url = rig.server.toString(QUrl::FullyEncoded);
        profile.http()->authorization.login = config::LoginView::Embedded;
        profile.era = config::EraMode::Legacy;
        name = workspace.addForThisRun(profile);
        workspace.setCurrent(name);
    }
    mcp::ClientState state() const
    {
        const mcp::Client *client = workspace.client(name);
        return client ? client->state() : mcp::ClientState::Stopped;
    }
    auth::ServerAuthorizer &authorizer() { return *workspace.authorizations().find(name); }
    Phase phase()
    {
        return workspace.authorizations().find(name) ? models::AuthState::of(authorizer()).phase
                                                     : Phase::Idle;
    }
    const auth::Step *step(StepKind kind)
    {
        for (const auth::Step &each : authorizer().runner().steps()) {
            if (each.kind == kind)
                return &each;
        }
        return nullptr;
    }
    // What the tool said, or why not, once it is there.
    void call(const QString &tool)
    {
        said.reset();
        workspace.client(name)->request(QStringLiteral("tools/call"),
            mcp::Client::toolCallParams(tool, Bytes::copyOf("{}")), {}, &window,
            [this](const Result<mcp::Response> &response) {
                said = response ? response->result()["content"].at(0)["text"].toString()
                                : response.error().sentence;
            });
    }

    OAuthRig rig;
    app::Workspace workspace;
    app::MainWindow window;
    QString name;
    std::optional<QString> said;
};

} // namespace

void TestOAuthRig::initTestCase()
{
    if (const QString missing = OAuthRig::missing(); !missing.isEmpty())
        QSKIP(qPrintable(missing));
}

void TestOAuthRig::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
}

void TestOAuthRig::registersAndLogsIn()
{
    Bench bench(m_folder->path(), kAllow);
    bench.workspace.authorize(bench.name);
    QTRY_COMPARE_WITH_TIMEOUT(bench.state(), mcp::ClientState::Ready, kLongPatienceMs);
    bench.call(QStringLiteral("whoami"));
    QTRY_VERIFY_WITH_TIMEOUT(bench.said, kLongPatienceMs);
    QCOMPARE(*bench.said, QStringLiteral("ada mcp:read"));

    const auth::Step *const client = bench.step(StepKind::Client);
    QVERIFY(client);
    QCOMPARE(client->attempts.back().status, 201);
    // Who registers with a scope is held to it when more is wanted.
    const json::Document asked = json::Document::parse(client->attempts.back().requestBody);
    QVERIFY(asked.root()["redirect_uris"].isArray());
    QVERIFY(!asked.root()["scope"].exists());
    const auth::Step *const redirect = bench.step(StepKind::Redirect);
    QVERIFY(redirect);
    const auto sawPage = [&](const QString &part) {
        return std::any_of(redirect->facts.begin(), redirect->facts.end(),
            [&](const auto &fact) { return fact.second.contains(part); });
    };
    QVERIFY(sawPage(QStringLiteral("/interaction/")));
    QVERIFY(sawPage(QStringLiteral("/callback")));
    const auto parts = auth::readJwt(bench.authorizer().tokens()->accessToken);
    QVERIFY(parts);
    const json::Document claims = json::Document::parse(parts->claims);
    QCOMPARE(claims.root()["aud"].toString(), bench.rig.server.toString());
    QCOMPARE(claims.root()["iss"].toString(), bench.rig.issuer);
}

void TestOAuthRig::usesTheDocumentOfTheClient()
{
    Bench bench(m_folder->path(), kAllow);
    bench.workspace.connectTo(bench.name);
    QTRY_COMPARE_WITH_TIMEOUT(bench.phase(), Phase::WantsPerson, kLongPatienceMs);
    bench.workspace.stop(bench.name);
    QTRY_COMPARE_WITH_TIMEOUT(bench.state(), mcp::ClientState::Stopped, kLongPatienceMs);
    bench.workspace.authorizations().cache().dropAll();
    bench.authorizer().flowSetup().clientDocument = bench.rig.clientDocument;
    bench.workspace.authorize(bench.name);
    QTRY_COMPARE_WITH_TIMEOUT(bench.state(), mcp::ClientState::Ready, kLongPatienceMs);
    QVERIFY(bench.step(StepKind::Client)->attempts.empty()); // nothing is registered
    QCOMPARE(bench.authorizer().tokens()->clientId, bench.rig.clientDocument.toString());
}

// This authorization server holds a client to the scope that it registers with, which is why none
// is sent: asksForMoreInTheMiddleOfWork() could not succeed.
void TestOAuthRig::asksForMoreThanAClientCouldThatRegistersWithAScope()
{
    OAuthRig rig(kAllow);
    wire::HttpEngine engine({}, {}, std::chrono::milliseconds(kLongPatienceMs));
    const HttpRecord registered(engine,
        postRequest(QUrl(rig.issuer + QStringLiteral("/reg")),
            "{\"redirect_uris\":[\"http://127.0.0.1:1/callback\"],"
            "\"application_type\":\"native\",\"scope\":\"mcp:read\"}",
            {{"Content-Type", "application/json"}}));
    QTRY_VERIFY_WITH_TIMEOUT(registered.isFinished(), kLongPatienceMs);
    const json::Document client = json::Document::parse(Bytes::fromByteArray(registered.bodyBytes));
    const QString id = client.root()["client_id"].toString();
    QVERIFY(!id.isEmpty());
    const QString page = rig.issuer % u"/auth?response_type=code&client_id=" % id
        % u"&redirect_uri=http%3A%2F%2F127.0.0.1%3A1%2Fcallback&scope=mcp%3Aadmin"
          "&code_challenge_method=S256&code_challenge="
        % QString(43, u'x');
    const HttpRecord response(engine, getRequest(QUrl(page)));
    QTRY_VERIFY_WITH_TIMEOUT(response.isFinished(), kLongPatienceMs);
    const QByteArray &to = response.receivedHeads; // with a Location
    QVERIFY2(to.contains("error=invalid_scope"), to.constData());
}

void TestOAuthRig::refreshesWhenTheTokenHasExpired()
{
    Bench bench(m_folder->path(), kAllow);
    QVERIFY(bench.rig.setLife(2));
    bench.workspace.authorize(bench.name);
    QTRY_COMPARE_WITH_TIMEOUT(bench.state(), mcp::ClientState::Ready, kLongPatienceMs);
    const QString first = bench.authorizer().tokens()->accessToken.reveal();
    QVERIFY(!bench.authorizer().tokens()->refreshToken.isEmpty());
    // It lives 2 seconds, and then the server refuses it by itself.
    const std::int64_t end = bench.authorizer().tokens()->expiresMs;
    QVERIFY(end > 0);
    QTRY_VERIFY_WITH_TIMEOUT(QDateTime::currentMSecsSinceEpoch() > end, kLongPatienceMs);
    QVERIFY(bench.rig.setLife(3600));
    bench.call(QStringLiteral("whoami"));
    QTRY_VERIFY_WITH_TIMEOUT(bench.said, kLongPatienceMs);
    QCOMPARE(*bench.said, QStringLiteral("ada mcp:read"));
    QVERIFY(bench.step(StepKind::Refresh));
    QVERIFY(!bench.step(StepKind::AuthorizationRequest)); // the user was not asked
    QVERIFY(bench.authorizer().tokens()->accessToken.reveal() != first);
}

void TestOAuthRig::asksForMoreInTheMiddleOfWork()
{
    Bench bench(m_folder->path(), kAllow);
    bench.workspace.authorize(bench.name);
    QTRY_COMPARE_WITH_TIMEOUT(bench.state(), mcp::ClientState::Ready, kLongPatienceMs);
    bench.call(QStringLiteral("admin"));
    QTRY_COMPARE_WITH_TIMEOUT(bench.phase(), Phase::WantsPerson, kLongPatienceMs);
    QVERIFY(!bench.said);
    bench.workspace.authorize(bench.name);
    QTRY_VERIFY_WITH_TIMEOUT(bench.said, kLongPatienceMs);
    QCOMPARE(*bench.said, QStringLiteral("admin"));
    const QStringList scopes = bench.authorizer().tokens()->requestedScopes;
    QVERIFY(scopes.contains(QStringLiteral("mcp:read")));
    QVERIFY(scopes.contains(QStringLiteral("mcp:admin")));
}

void TestOAuthRig::saysThatThePersonDenied()
{
    Bench bench(m_folder->path(), kDeny);
    bench.workspace.authorize(bench.name);
    QTRY_COMPARE_WITH_TIMEOUT(bench.state(), mcp::ClientState::Failed, kLongPatienceMs);
    QVERIFY(bench.authorizer().failedRule() == auth::AuthRule::AuthorizationDenied);
    QVERIFY2(bench.workspace.client(bench.name)->failure().sentence.contains(u"access_denied"),
        qPrintable(bench.workspace.client(bench.name)->failure().sentence));
}

void TestOAuthRig::asksAgainWhenTheRefreshTokenIsRevoked()
{
    Bench bench(m_folder->path(), kAllow);
    bench.workspace.authorize(bench.name);
    QTRY_COMPARE_WITH_TIMEOUT(bench.state(), mcp::ClientState::Ready, kLongPatienceMs);
    QVERIFY(bench.rig.revokeRefreshTokens());
    QVERIFY(bench.rig.expireTokens());
    bench.call(QStringLiteral("whoami"));
    QTRY_COMPARE_WITH_TIMEOUT(bench.phase(), Phase::WantsPerson, kLongPatienceMs);
    QVERIFY(bench.step(StepKind::Refresh));
    QVERIFY(bench.step(StepKind::Refresh)->state != auth::StepState::Done);
    bench.workspace.authorize(bench.name);
    QTRY_VERIFY_WITH_TIMEOUT(bench.said, kLongPatienceMs);
    QCOMPARE(*bench.said, QStringLiteral("ada mcp:read"));
}

QTEST_MAIN(TestOAuthRig)
#include "tst_oauthrig.moc"
