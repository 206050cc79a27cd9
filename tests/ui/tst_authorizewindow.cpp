// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// A server that wants to be authorized, in the window, with a command as the browser.

#include "support/authwindow.h"

#include "app/window/panels.h"
#include "look/controls/emptystate.h"
#include "look/style/sondestyle.h"
#include "support/patience.h"
#include "widgets/auth/authside.h"
#include "widgets/auth/authstepview.h"
#include "widgets/overview/failurepage.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/servers/servereditor.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QLabel>
#include <QProcess>
#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::test;
using Phase = models::AuthState::Phase;

class TstAuthorizeWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void opensNoPageBeforeThePersonSaysSo();
    void goesOnByItselfAfterThePersonAuthorized();
    void refreshesWithoutAPerson();
    void asksInTheMiddleOfWorkOverTheTabs();
    void saysWhyARedirectWasRefused();
    void givesUpWhenThePersonDoes();
    void offersTheAddressWhereNoBrowserStarts();
    void endsTheFlowWhenTheServerIsStopped();
    void leadsFromAProgramToItsSettings();
};

void TstAuthorizeWindow::opensNoPageBeforeThePersonSaysSo()
{
    AuthWindow opened;
    opened.workspace.connectTo(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsPerson, kPatienceMs);
    QCOMPARE(opened.state(), mcp::ClientState::Starting);
    QCOMPARE(opened.server.count("/authorize"), 0);
    opened.window.showPanel(opened.window.overview());
    QVERIFY(opened.button(QStringLiteral("authorize")));
    QVERIFY(opened.page().address().startsWith(opened.server.origin() + u"/authorize?"));
    opened.press(QStringLiteral("copyUrl"));
    QCOMPARE(QGuiApplication::clipboard()->text(), opened.page().address());
    QVERIFY(!opened.page().address().contains(u"SECRET"));
}

void TstAuthorizeWindow::goesOnByItselfAfterThePersonAuthorized()
{
    AuthWindow opened;
    opened.workspace.connectTo(opened.name);
    opened.window.showPanel(opened.window.overview());
    QTRY_VERIFY_WITH_TIMEOUT(opened.button(QStringLiteral("authorize")), kPatienceMs);
    opened.press(QStringLiteral("authorize"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
    QCOMPARE(opened.server.count("/authorize"), 1);
    QCOMPARE(opened.server.count("/token"), 1);
    QVERIFY(opened.workspace.authorizations().find(opened.name)->tokens());
    QCOMPARE(opened.phase(), Phase::Idle);
    QVERIFY(!opened.button(QStringLiteral("authorize")));
    QVERIFY(!opened.button(QStringLiteral("authorizeAfterFailure")));
    QVERIFY(!opened.messageButton(QStringLiteral("authorizationNotice")));
}

void TstAuthorizeWindow::refreshesWithoutAPerson()
{
    AuthWindow opened;
    opened.workspace.authorize(opened.name); // which also connects
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
    opened.server.expire();
    opened.window.tools().reload();
    QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/token"), 2, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Idle, kPatienceMs);
    QCOMPARE(opened.server.count("/authorize"), 1);
    QCOMPARE(opened.state(), mcp::ClientState::Ready);
}

void TstAuthorizeWindow::asksInTheMiddleOfWorkOverTheTabs()
{
    AuthWindow opened;
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
    opened.window.showPanel(opened.window.tools());
    opened.server.acceptsRefresh = false;
    opened.server.expire();
    opened.window.tools().reload();
    // What was allowed for the first run is not for this one.
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsPerson, kPatienceMs);
    QCOMPARE(opened.server.count("/authorize"), 1);
    QCOMPARE(opened.window.tabs().currentWidget(), &opened.window.tools());
    QTRY_VERIFY_WITH_TIMEOUT(
        opened.messageButton(QStringLiteral("authorizationNotice")), kPatienceMs);
    opened.pressMessage(QStringLiteral("authorizationNotice"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/token"), 3, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Idle, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(
        !opened.messageButton(QStringLiteral("authorizationNotice")), kPatienceMs);
    QCOMPARE(opened.state(), mcp::ClientState::Ready);
}

void TstAuthorizeWindow::saysWhyARedirectWasRefused()
{
    AuthWindow opened(kAgreeWithWrongState);
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Failed, kPatienceMs);
    QCOMPARE(opened.server.count("/token"), 0);
    const session::Failure &failure = opened.window.overview().failurePage()->failure();
    QVERIFY(failure.wantsAuthorization());
    QVERIFY2(failure.heading().contains(u"requires authorization"), qPrintable(failure.heading()));
    QVERIFY2(failure.error.sentence.contains(u"state in the redirect differs"),
        qPrintable(failure.error.sentence));
    QVERIFY(opened.button(QStringLiteral("authorizeAfterFailure")));
    QVERIFY(opened.button(QStringLiteral("showFailedSteps")));
    // Nothing is left open: the next run asks again.
    opened.workspace.connectTo(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsPerson, kPatienceMs);
}

// The run waits: a browser that the user opens by hand brings the redirect.
void TstAuthorizeWindow::offersTheAddressWhereNoBrowserStarts()
{
    AuthWindow opened(QString(), QStringLiteral("/nowhere/browser"));
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::InBrowser, kPatienceMs);
    models::AuthState state;
    QTRY_VERIFY_WITH_TIMEOUT(
        !(state = models::AuthState::of(*opened.workspace.authorizations().find(opened.name)))
             .browserProblem.isEmpty(),
        kPatienceMs);
    QVERIFY(state.sentence(opened.name).contains(u"SONDE_BROWSER"));
    QVERIFY(state.sentence(opened.name).contains(u"/nowhere/browser"));
    opened.window.showPanel(opened.window.tools()); // the notice above the tabs
    QVERIFY(opened.messageButton(QStringLiteral("authorizationNotice")));
    opened.pressMessage(QStringLiteral("authorizationNotice"));
    const QString address = QGuiApplication::clipboard()->text();
    QCOMPARE(address, state.page.toString(QUrl::FullyEncoded));
    QVERIFY(opened.runner().isRunning());
    QVERIFY(QProcess::startDetached(
        QCoreApplication::applicationFilePath(), {QLatin1String(kAgree), address}));
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
}

void TstAuthorizeWindow::givesUpWhenThePersonDoes()
{
    AuthWindow opened;
    opened.workspace.connectTo(opened.name);
    opened.window.showPanel(opened.window.overview());
    QTRY_VERIFY_WITH_TIMEOUT(opened.button(QStringLiteral("giveUpAuthorization")), kPatienceMs);
    opened.press(QStringLiteral("giveUpAuthorization"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Failed, kPatienceMs);
    QCOMPARE(opened.server.count("/authorize"), 0);
}

void TstAuthorizeWindow::endsTheFlowWhenTheServerIsStopped()
{
    AuthWindow opened;
    opened.workspace.connectTo(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsPerson, kPatienceMs);
    opened.workspace.stop(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Stopped, kPatienceMs);
    QVERIFY(!opened.workspace.authorizations().find(opened.name)->runner().isRunning());
}

// Before it connects as well: what such a server needs is set, not authorized.
void TstAuthorizeWindow::leadsFromAProgramToItsSettings()
{
    AuthWindow opened;
    config::Profile profile;
    profile.name = QStringLiteral("local");
    profile.program = QStringLiteral("/nowhere/server");
    opened.workspace.setCurrent(opened.workspace.addForThisRun(profile));
    opened.window.showPanel(opened.panel());
    QVERIFY(!opened.panel().findChild<widgets::AuthSide *>()->isVisible());
    const auto *view = opened.panel().findChild<widgets::AuthStepView *>();
    const auto *empty = view->findChild<look::EmptyState *>();
    QVERIFY(empty->isVisible());
    const auto labels = empty->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->text().contains(u"takes its credentials from its environment");
    }));
    QVERIFY(empty->button()->isVisible());
    empty->button()->click();
    const auto *editor = opened.window.findChild<widgets::ServerEditor *>();
    QVERIFY(editor && editor->isVisible());
    opened.workspace.setCurrent(opened.name);
    QVERIFY(opened.panel().findChild<widgets::AuthSide *>()->isVisible());
}

int main(int argc, char **argv)
{
    if (const auto played = playBrowser(argc, argv))
        return *played;
    QApplication application(argc, argv);
    TstAuthorizeWindow test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_authorizewindow.moc"
