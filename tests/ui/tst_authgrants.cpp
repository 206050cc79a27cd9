// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// Authorization that needs no person, as it is set in a server's settings and as it goes in the
// window.

#include "app/servers/servercommands.h"
#include "support/authwindow.h"

#include "look/style/sondestyle.h"
#include "models/auth/authstepmodel.h"
#include "support/patience.h"
#include "widgets/kit/field/keyfield.h"
#include "widgets/servers/servereditor.h"

#include <QApplication>
#include <QComboBox>
#include <QLineEdit>
#include <QTemporaryDir>

using namespace sonde;
using namespace sonde::test;
using auth::StepKind;
using config::AuthGrant;
using config::AuthProof;
using config::ProfileField;
using Phase = models::AuthState::Phase;

class TstAuthGrants : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void showsOnlyWhatTheGrantNeeds();
    void namesWrongInputAtItsField();
    void takesAKeyOutOfAFile();
    void connectsAsAClientWithoutAPerson();
    void connectsByTheWordOfAnIdentityProvider();
    void saysThatTheSecretIsMissing();
    void keepsNoSecretInTheFile();
    void saysThatTheWindowForPagesIsMissing();
};

namespace {

// The settings of a server, in a window.
struct OpenedEditor {
    explicit OpenedEditor(AuthWindow &opened)
    {
        opened.window.serverCommands().openEditor(opened.name);
        editor = opened.window.findChild<widgets::ServerEditor *>();
    }
    template <typename Widget>
    Widget *field(const char *name) const
    {
        return editor->findChild<Widget *>(QLatin1String(name));
    }
    QLineEdit *line(const char *name) const { return field<QLineEdit>(name); }
    template <typename Value>
    void choose(const char *name, Value value) const
    {
        auto *box = field<QComboBox>(name);
        box->setCurrentIndex(box->findData(int(value)));
    }
    bool shows(const char *name) const { return field<QWidget>(name)->isVisibleTo(editor); }
    void save() const { editor->findChild<QPushButton *>(QStringLiteral("save"))->click(); }

    widgets::ServerEditor *editor = nullptr;
};

config::Profile robot(AuthWindow &opened)
{
    config::Profile profile = *opened.workspace.profiles().find(opened.name);
    profile.http()->authorization.grant = AuthGrant::ClientCredentials;
    profile.http()->authorization.clientId = QStringLiteral("robot");
    profile.http()->authorization.clientSecret = Secret(QStringLiteral("SECRET-robot"));
    return profile;
}

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

QStringList stepNames(const models::AuthStepModel &model)
{
    QStringList names;
    for (int row = 0; row < model.rowCount(); ++row)
        names << model.index(row).data().toString();
    return names;
}

} // namespace

void TstAuthGrants::showsOnlyWhatTheGrantNeeds()
{
    AuthWindow opened;
    const OpenedEditor settings(opened);
    QVERIFY(!settings.shows("grant")); // it is on a page of its own
    settings.choose("grant", AuthGrant::ClientCredentials);
    QVERIFY(settings.editor->leadToProblem()); // the client id that is missing
    QVERIFY(settings.shows("grant"));
    QVERIFY(settings.shows("clientSecret"));
    for (const char *hidden : {"privateKey", "idToken", "redirectPort", "login"})
        QVERIFY2(!settings.shows(hidden), hidden);
    settings.choose("proof", AuthProof::PrivateKey);
    QVERIFY(settings.shows("privateKey") && !settings.shows("clientSecret"));
    settings.choose("grant", AuthGrant::EnterpriseManaged);
    for (const char *shown : {"identityEndpoint", "identityClientId", "identitySecret", "idToken"})
        QVERIFY2(settings.shows(shown), shown);
    settings.choose("grant", AuthGrant::Browser);
    QVERIFY(settings.shows("login") && !settings.shows("idToken"));
    for (const char *secret : {"clientSecret", "privateKey", "identitySecret", "idToken"})
        QCOMPARE(settings.line(secret)->echoMode(), QLineEdit::Password);
}

void TstAuthGrants::namesWrongInputAtItsField()
{
    AuthWindow opened;
    const OpenedEditor settings(opened);
    const auto problem = [&](ProfileField field) { return settings.editor->problemAt(field); };
    settings.choose("grant", AuthGrant::EnterpriseManaged);
    QVERIFY(problem(ProfileField::ClientId).contains(u"client ID is empty"));
    QVERIFY(problem(ProfileField::IdentityEndpoint).contains(u"is empty"));
    QVERIFY(problem(ProfileField::IdentityClientId).contains(u"is empty"));
    settings.line("clientId")->setText(QStringLiteral("robot"));
    settings.line("identityEndpoint")->setText(QStringLiteral("http://idp.example/token"));
    settings.line("identityClientId")->setText(QStringLiteral("desk"));
    settings.line("idToken")->setText(QStringLiteral("none"));
    settings.choose("proof", AuthProof::PrivateKey);
    settings.line("privateKey")->setText(QStringLiteral("-----BEGIN PUBLIC KEY-----"));
    QVERIFY(problem(ProfileField::ClientId).isEmpty());
    QVERIFY(problem(ProfileField::IdentityEndpoint).contains(u"https://"));
    QVERIFY(problem(ProfileField::IdToken).contains(u"not an ID token"));
    QVERIFY(problem(ProfileField::PrivateKey).contains(u"public key"));
    settings.choose("grant", AuthGrant::Browser);
    QVERIFY(problem(ProfileField::IdToken).isEmpty()); // of a grant that is not chosen
}

void TstAuthGrants::takesAKeyOutOfAFile()
{
    const QTemporaryDir folder;
    const QString path = folder.filePath(QStringLiteral("key.pem"));
    QFile file(path);
    QVERIFY(file.open(QIODevice::WriteOnly));
    const QByteArray pem = "-----BEGIN PRIVATE KEY-----\nSECRET\n-----END PRIVATE KEY-----\n";
    file.write(pem);
    file.close();
    widgets::KeyField field(QStringLiteral("Key"));
    field.readFile(path);
    QCOMPARE(field.key().reveal().toLatin1(), pem); // its lines are kept
    field.readFile(path + u".not");
    QVERIFY(field.key().isEmpty());
    QVERIFY(!field.edit()->placeholderText().isEmpty());
}

void TstAuthGrants::connectsAsAClientWithoutAPerson()
{
    AuthWindow opened;
    QVERIFY(opened.workspace.save(opened.name, robot(opened)).ok());
    opened.workspace.connectTo(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
    QCOMPARE(opened.server.count("/authorize"), 0);
    QCOMPARE(stepNames(opened.panel().model()),
        (QStringList{QStringLiteral("Challenge"), QStringLiteral("Resource metadata"),
            QStringLiteral("Choose authorization server"), QStringLiteral("Server metadata"),
            QStringLiteral("Client"), QStringLiteral("Exchange for token")}));
    // The secret went to the cache; the settings hold it no more, and it is used all the same.
    const auto &kept = opened.workspace.profiles().find(opened.name)->http()->authorization;
    QVERIFY(kept.clientSecret.isEmpty());
    auth::CredentialCache &cache = opened.workspace.authorizations().cache();
    QCOMPARE(cache.givenCredentials().size(), std::size_t(1));
    QCOMPARE(
        cache.givenCredentials().front().clientSecret.reveal(), QStringLiteral("SECRET-robot"));
}

void TstAuthGrants::connectsByTheWordOfAnIdentityProvider()
{
    AuthWindow opened;
    config::Profile profile = robot(opened);
    profile.http()->authorization.grant = AuthGrant::EnterpriseManaged;
    profile.http()->authorization.identity = {opened.server.origin() + u"/identity",
        QStringLiteral("desk"), {}, Secret(ProtectedServer::kIdToken)};
    QVERIFY(opened.workspace.save(opened.name, profile).ok());
    opened.workspace.connectTo(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
    QCOMPARE(opened.server.count("/identity"), 1);
    QCOMPARE(opened.server.count("/authorize"), 0);
    QVERIFY(stepNames(opened.panel().model()).contains(QStringLiteral("Identity assertion")));
}

void TstAuthGrants::saysThatTheSecretIsMissing()
{
    AuthWindow opened;
    config::Profile profile = robot(opened);
    profile.http()->authorization.clientSecret = Secret();
    QVERIFY(opened.workspace.save(opened.name, profile).ok());
    opened.workspace.connectTo(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Failed, kPatienceMs);
    QVERIFY(opened.workspace.authorizations().find(opened.name)->failedRule()
        == auth::AuthRule::ClientNotProven);
    QCOMPARE(opened.server.count("/token"), 0);
    const models::AuthStepModel &model = opened.panel().model();
    QCOMPARE(model.index(model.reachedCount() - 1).data(models::AuthStepModel::DetailRole),
        QVariant(QStringLiteral("Secret or key missing")));
}

void TstAuthGrants::keepsNoSecretInTheFile()
{
    AuthWindow opened;
    const OpenedEditor settings(opened);
    settings.choose("grant", AuthGrant::EnterpriseManaged);
    settings.line("clientId")->setText(QStringLiteral("robot"));
    settings.line("clientSecret")->setText(QStringLiteral("SECRET-robot"));
    settings.line("identityEndpoint")->setText(opened.server.origin() + u"/identity");
    settings.line("identityClientId")->setText(QStringLiteral("desk"));
    settings.line("identitySecret")->setText(QStringLiteral("SECRET-idp"));
    settings.line("idToken")->setText(ProtectedServer::kIdToken);
    settings.save();
    const QByteArray file = contentOf(opened.own.filePath(QStringLiteral("servers.json")));
    QVERIFY(file.contains("enterprise-managed") && file.contains("/identity"));
    QVERIFY2(!file.contains("SECRET"), file.constData());
    opened.workspace.connectTo(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
}

void TstAuthGrants::saysThatTheWindowForPagesIsMissing()
{
    ProtectedServer server;
    app::Authorizations authorizations(
        {nullptr, nullptr, browserCommand(kAgree), false, QString()});
    config::Profile profile;
    profile.name = QStringLiteral("tickets");
    profile.reachByUrl();
    profile.http()->url = server.url().toString();
    auth::ServerAuthorizer *authorizer = authorizations.make(profile);
    QVERIFY(authorizer->runner().browserNotice().isEmpty());
    profile.http()->authorization.login = config::LoginView::Embedded;
    authorizer = authorizations.make(profile);
    authorizer->logIn();
    const auto state = [&] { return models::AuthState::of(*authorizer); };
    QTRY_COMPARE_WITH_TIMEOUT(state().phase, Phase::WantsPerson, kPatienceMs);
    const QString sentence = state().sentence(profile.name);
    QVERIFY2(sentence.contains(u"sonde-browser) is not installed"), qPrintable(sentence));
    QVERIFY(authorizations.proceed(profile.name)); // in the system's browser
    QTRY_VERIFY_WITH_TIMEOUT(authorizer->tokens(), kPatienceMs);
}

int main(int argc, char **argv)
{
    if (const auto played = playBrowser(argc, argv))
        return *played;
    QApplication application(argc, argv);
    TstAuthGrants test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_authgrants.moc"
