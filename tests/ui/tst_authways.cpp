// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The ways on from an authorization that does not go on by itself.

#include "support/authwindow.h"
#include "support/buttons.h"
#include "support/freeport.h"
#include "support/patience.h"

#include "look/style/sondestyle.h"
#include "widgets/auth/authactions.h"
#include "widgets/auth/authsteplist.h"
#include "widgets/auth/authstepview.h"
#include "widgets/kit/table/propertygrid.h"

#include <QAction>
#include <QApplication>
#include <QMenu>
#include <QProcess>

using namespace sonde;
using namespace sonde::test;
using Phase = models::AuthState::Phase;

namespace {

// A browser that shows a page, which never leads back.
const QString kShowsOnly = QStringLiteral("true");

// A client of an earlier run, which the authorization server has forgotten.
void keepOldClient(AuthWindow &opened)
{
    auth::Registration client;
    client.issuer = opened.server.origin();
    client.clientId = QStringLiteral("forgotten");
    client.source = auth::ClientSource::Registered;
    client.redirectUri = QUrl(QStringLiteral("http://127.0.0.1:%1/callback").arg(freePort()));
    client.server = opened.server.url().toString();
    opened.workspace.authorizations().cache().keep(client);
}

QAction *action(AuthWindow &opened, const char *name)
{
    for (QAction *each : opened.panel().actions()) {
        if (each->objectName() == QLatin1String(name))
            return each;
    }
    return nullptr;
}

models::AuthState stateOf(AuthWindow &opened)
{
    return models::AuthState::of(*opened.workspace.authorizations().find(opened.name));
}

QPushButton *otherButton(AuthWindow &opened, const char *message)
{
    auto *found = opened.window.findChild<look::InlineMessage *>(QLatin1String(message));
    return found ? tests::button(*found, QStringLiteral("otherWay")) : nullptr;
}

bool logIn(const QUrl &page)
{
    return QProcess::startDetached(QCoreApplication::applicationFilePath(),
        {QLatin1String(kAgree), page.toString(QUrl::FullyEncoded)});
}

} // namespace

class TstAuthWays : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void registersAgainWhenThePageRefusesTheClient();
    void removesTheRegistrationWithoutAToken();
    void doesNotOfferToRegisterAClientOfThisRun();
    void showsTheUrlOfTheStepThatWaits();
    void opensAWindowOfSondeWhereThereIsNoBrowser();
    void hasAMnemonicOnceOnly();
    void keepsTheCurrentStepInView();

private:
    QString program(const QString &script)
    {
        const QString path = m_folder.filePath(QStringLiteral("browser-%1").arg(++m_programs));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            return {};
        file.write("#!/bin/sh\n" + script.toUtf8() + '\n');
        file.setPermissions(file.permissions() | QFile::ExeOwner);
        return path;
    }

    QTemporaryDir m_folder;
    int m_programs = 0;
};

void TstAuthWays::registersAgainWhenThePageRefusesTheClient()
{
    AuthWindow opened(QString(), kShowsOnly);
    keepOldClient(opened);
    opened.window.showPanel(opened.window.auth());
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::InBrowser, kPatienceMs);
    QVERIFY(stateOf(opened).page.toString().contains(u"client_id=forgotten"));
    QVERIFY(stateOf(opened).sentence(opened.name).contains(u"invalid_client"));
    QVERIFY(action(opened, "authorizeAgain")->isEnabled());
    QPushButton *again = otherButton(opened, "authorizationMessage");
    QVERIFY(again && again->isVisible());
    tests::press(again);
    QTRY_VERIFY_WITH_TIMEOUT(
        stateOf(opened).page.toString().contains(u"client_id=client-1"), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::InBrowser, kPatienceMs);
    QCOMPARE(opened.server.count("/register"), 1);
    QVERIFY(!again->isVisible()); // nothing is old now
    QVERIFY(logIn(stateOf(opened).page));
    // The request that waited for the first run goes on with the second one.
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
}

void TstAuthWays::removesTheRegistrationWithoutAToken()
{
    AuthWindow opened(QString(), kShowsOnly);
    opened.window.showPanel(opened.window.auth());
    keepOldClient(opened);
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::InBrowser, kPatienceMs);
    QVERIFY(action(opened, "removeRegistration")->isEnabled());
    action(opened, "removeRegistration")->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(!opened.runner().isRunning(), kPatienceMs);
    QVERIFY(opened.workspace.authorizations().cache().registrations().empty());
    QTRY_VERIFY_WITH_TIMEOUT(!action(opened, "removeRegistration")->isEnabled(), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Failed, kPatienceMs);
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/register"), 1, kPatienceMs);
}

void TstAuthWays::doesNotOfferToRegisterAClientOfThisRun()
{
    AuthWindow opened(QString(), kShowsOnly);
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::InBrowser, kPatienceMs);
    QVERIFY(!stateOf(opened).isOldClient);
    QVERIFY(stateOf(opened).otherWay().isEmpty());
    QVERIFY(!stateOf(opened).sentence(opened.name).contains(u"invalid_client"));
}

void TstAuthWays::showsTheUrlOfTheStepThatWaits()
{
    AuthWindow opened(QString(), kShowsOnly);
    opened.window.showPanel(opened.window.auth());
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::InBrowser, kPatienceMs);
    const widgets::PropertyGrid &facts = opened.panel().view().facts();
    QCOMPARE(facts.value(QStringLiteral("URL")), stateOf(opened).page.toString(QUrl::FullyEncoded));
    QVERIFY(facts.isVisible());
    opened.panel().chooseStep(0);
    QVERIFY(facts.value(QStringLiteral("URL")).isEmpty());
}

void TstAuthWays::opensAWindowOfSondeWhereThereIsNoBrowser()
{
    const QString reason = QStringLiteral("Pages are shown in a sandbox, which root cannot have.");
    ProtectedServer server;
    app::Authorizations authorizations({nullptr, nullptr, QStringLiteral("/nowhere/browser"), false,
        program(QStringLiteral("echo 'sonde-browser: %1' >&2; exit 1").arg(reason))});
    config::Profile profile;
    profile.name = QStringLiteral("tickets");
    profile.reachByUrl();
    profile.http()->url = server.url().toString();
    auth::ServerAuthorizer *authorizer = authorizations.make(profile);
    const auto state = [&] { return models::AuthState::of(*authorizer); };
    authorizer->logIn();
    QTRY_COMPARE_WITH_TIMEOUT(state().phase, Phase::WantsPerson, kPatienceMs);
    QVERIFY(authorizations.proceed(profile.name));
    QTRY_VERIFY_WITH_TIMEOUT(state().browserProblem.contains(u"/nowhere/browser"), kPatienceMs);
    QVERIFY(state().hasWindow);
    QVERIFY(!state().otherWay().isEmpty());
    models::AuthState::takeOtherWay(*authorizer);
    // Its own reason, and the redirect may still come from another browser.
    QTRY_VERIFY_WITH_TIMEOUT(state().browserProblem.contains(reason), kPatienceMs);
    QVERIFY(state().sentence(profile.name).contains(reason));
    QVERIFY(state().otherWay().isEmpty());
    QCOMPARE(state().phase, Phase::InBrowser);
    QVERIFY(logIn(state().page));
    QTRY_VERIFY_WITH_TIMEOUT(authorizer->tokens(), kPatienceMs);
}

void TstAuthWays::hasAMnemonicOnceOnly()
{
    const widgets::AuthActions actions;
    QStringList texts{actions.stopBefore()->title()};
    for (const QAction *each : actions.all())
        texts << each->text();
    QString used;
    for (const QString &text : texts) {
        const QChar mnemonic = text.section(u'&', 1).left(1).toLower().front();
        QVERIFY2(!used.contains(mnemonic), qPrintable(text));
        used += mnemonic;
    }
}

void TstAuthWays::keepsTheCurrentStepInView()
{
    AuthWindow opened(QString(), kShowsOnly);
    opened.window.resize(1024, 560);
    opened.window.showPanel(opened.window.auth());
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::InBrowser, kPatienceMs);
    const auto *list = opened.panel().findChild<widgets::AuthStepList *>();
    const auto inView = [list](int row) {
        return list->viewport()->rect().contains(
            list->visualRect(list->model()->index(row, 0)).center());
    };
    QTRY_VERIFY_WITH_TIMEOUT(inView(list->currentIndex().row()), kPatienceMs);
    opened.window.resize(1440, 1000); // room for all of them
    QTRY_VERIFY_WITH_TIMEOUT(inView(0) && inView(list->model()->rowCount() - 1), kPatienceMs);
    opened.window.resize(1024, 560);
    QTRY_VERIFY_WITH_TIMEOUT(inView(list->currentIndex().row()), kPatienceMs);
}

int main(int argc, char **argv)
{
    if (const auto played = playBrowser(argc, argv))
        return *played;
    QApplication application(argc, argv);
    TstAuthWays test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_authways.moc"
