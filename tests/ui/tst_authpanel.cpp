// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// The steps of an authorization in the window: looked at, stepped through, changed, repeated.

#include "support/authwindow.h"
#include "support/buttons.h"

#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsontreeview.h"
#include "content/text/textview.h"
#include "look/style/sondestyle.h"
#include "models/auth/authstepmodel.h"
#include "models/trace/tracemodel.h"
#include "session/catalog/liststore.h"
#include "support/patience.h"
#include "widgets/auth/authexchangeview.h"
#include "widgets/auth/authpanel.h"
#include "widgets/auth/authproblembox.h"
#include "widgets/auth/authquestion.h"
#include "widgets/auth/authrequestedit.h"
#include "widgets/auth/authsequence.h"
#include "widgets/auth/authstepview.h"
#include "widgets/auth/credentialswindow.h"
#include "widgets/auth/heldrequests.h"
#include "widgets/kit/table/propertygrid.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QListView>
#include <QPlainTextEdit>
#include <QToolButton>

#include <algorithm>

using namespace sonde;
using namespace sonde::test;
using auth::StepKind;
using Phase = models::AuthState::Phase;

namespace {

int rowOf(const models::AuthStepModel &model, StepKind kind)
{
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row).data(models::AuthStepModel::KindRole).toInt() == int(kind))
            return row;
    }
    return -1;
}

std::string shown(const content::TextView &view)
{
    return std::string(view.text().view());
}

} // namespace

class TstAuthPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void saysWhatWouldBeThere();
    void showsEveryStepWithItsBytes();
    void linksTheSequenceWithTheSteps();
    void goesOneStepAtATime();
    void sendsARequestAsItWasEdited();
    void opensThePageAsItWasEdited();
    void repeatsFromAStepAndGoesOn();
    void letsARefusalPassOnceAfterASecondQuestion();
    void asksForTheClientId();
    void asksWhichAuthorizationServer();
    void endsWhenThereIsNoClientId();
    void showsWhatIsKeptAndForgetsIt();
    void expiresRefreshesAndStartsOver();
    void showsWhatWaitsForOneFlowAndTheWayToIt();
    void showsWhoAskedForMoreRights();

private:
    void authorize(AuthWindow &opened)
    {
        opened.window.showPanel(opened.window.auth());
        opened.workspace.authorize(opened.name);
        QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
        // What the window loads by itself would be held beside what the test requests.
        QTRY_VERIFY_WITH_TIMEOUT(hasItsLists(opened), kPatienceMs);
    }

    static bool hasItsLists(AuthWindow &opened)
    {
        using State = session::ListStore::State;
        const auto lists =
            opened.workspace.client(opened.name)->findChildren<session::ListStore *>();
        return !lists.isEmpty()
            && std::none_of(lists.begin(), lists.end(), [](const session::ListStore *list) {
                   return list->state() == State::NotAsked || list->state() == State::Asking;
               });
    }

    void call(AuthWindow &opened, const QString &tool)
    {
        opened.workspace.client(opened.name)
            ->callTool(tool, Bytes::fromByteArray("{}"), {}, this,
                [this](const Result<mcp::Response> &) { ++m_responses; });
    }

    int m_responses = 0;
};

void TstAuthPanel::saysWhatWouldBeThere()
{
    AuthWindow opened;
    opened.window.showPanel(opened.window.auth());
    QCOMPARE(opened.window.tabs().currentWidget(), &opened.panel());
    QCOMPARE(opened.panel().model().reachedCount(), 0);
    QCOMPARE(opened.panel().count(), 0);
    QVERIFY(!opened.button(QStringLiteral("copyAuthReport")));
}

void TstAuthPanel::showsEveryStepWithItsBytes()
{
    AuthWindow opened;
    authorize(opened);
    const models::AuthStepModel &model = opened.panel().model();
    QCOMPARE(model.reachedCount(), 8);
    QCOMPARE(model.rowCount(), 8);
    opened.panel().chooseStep(rowOf(model, StepKind::ServerMetadata));
    widgets::AuthStepView &view = opened.panel().view();
    QVERIFY(view.heading().contains(u"Server metadata"));
    const std::string head = shown(view.exchange().request());
    QVERIFY2(head.rfind("GET /.well-known/oauth-authorization-server HTTP/1.1\r\n", 0) == 0,
        head.c_str());
    const std::string response = shown(view.exchange().response());
    QVERIFY2(response.rfind("HTTP/1.1 200", 0) == 0, response.c_str());
    QVERIFY(response.find("code_challenge_methods_supported") != std::string::npos);
    // Secrets only when they are asked for, and only in that place.
    opened.panel().chooseStep(rowOf(model, StepKind::Token));
    QVERIFY(shown(view.exchange().request()).find("SECRET") == std::string::npos);
    QVERIFY(shown(view.exchange().response()).find("SECRET") == std::string::npos);
    view.exchange().revealAction()->trigger();
    QVERIFY(shown(view.exchange().request()).find("code=SECRET-code") != std::string::npos);
    QVERIFY(shown(view.exchange().response()).find("SECRET-access-1") != std::string::npos);
    opened.panel().chooseStep(rowOf(model, StepKind::Client));
    opened.panel().chooseStep(rowOf(model, StepKind::Token));
    QVERIFY(shown(view.exchange().response()).find("SECRET") == std::string::npos);
    opened.press(QStringLiteral("copyAuthReport"));
    const QString report = QGuiApplication::clipboard()->text();
    QVERIFY(report.contains(u"authorization server metadata"));
    QVERIFY2(!report.contains(u"SECRET"), qPrintable(report));
    QVERIFY(opened.panel().tokenFacts().value(QStringLiteral("Expires")).contains(u", in "));
}

void TstAuthPanel::linksTheSequenceWithTheSteps()
{
    AuthWindow opened;
    QVERIFY(!opened.panel().sequence().isVisible());
    authorize(opened);
    widgets::AuthSequence &sequence = opened.panel().sequence();
    QVERIFY(sequence.isVisible());
    const auto stepOfRow = [&] {
        return sequence.currentIndex().data(models::AuthSequenceModel::StepRole).toInt();
    };
    const int client = rowOf(opened.panel().model(), StepKind::Client);
    opened.panel().chooseStep(client);
    QCOMPARE(stepOfRow(), client);
    QVERIFY(opened.panel().view().heading().contains(QString::number(client + 1)));
    // With the keyboard through the arrows: the steps follow.
    sequence.setFocus();
    QTest::keyClick(&sequence, Qt::Key_Home);
    QCOMPARE(stepOfRow(), 0);
    QVERIFY2(opened.panel().view().heading().contains(u"1"),
        qPrintable(opened.panel().view().heading()));
    QTest::keyClick(&sequence, Qt::Key_End);
    QCOMPARE(stepOfRow(), rowOf(opened.panel().model(), StepKind::Token));
    const QModelIndex second = sequence.model()->index(2, 0);
    QTest::mouseClick(
        sequence.viewport(), Qt::LeftButton, {}, sequence.visualRect(second).center());
    QCOMPARE(stepOfRow(), second.data(models::AuthSequenceModel::StepRole).toInt());
}

void TstAuthPanel::goesOneStepAtATime()
{
    AuthWindow opened;
    authorize(opened);
    opened.panel().run(auth::RunMode::Step); // a new run, though there is a token
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Held, kPatienceMs);
    QCOMPARE(opened.panel().count(), 1);
    const int before = opened.server.count("/.well-known/oauth-protected-resource/mcp");
    QVERIFY(opened.button(QStringLiteral("runStep")));
    opened.press(QStringLiteral("runStep"));
    QTRY_COMPARE_WITH_TIMEOUT(
        opened.server.count("/.well-known/oauth-protected-resource/mcp"), before + 1, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Held, kPatienceMs);
    QCOMPARE(opened.server.count("/token"), 1);
    opened.press(QStringLiteral("runAllSteps"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/token"), 2, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Idle, kPatienceMs);
    QCOMPARE(opened.panel().count(), 0);
    QCOMPARE(opened.state(), mcp::ClientState::Ready);
}

void TstAuthPanel::sendsARequestAsItWasEdited()
{
    AuthWindow opened;
    authorize(opened);
    opened.panel().run(auth::RunMode::StopBefore, StepKind::Token);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Held, kPatienceMs);
    opened.press(QStringLiteral("editAndSend"));
    QVERIFY(opened.panel().view().isEditing());
    QPlainTextEdit &text = opened.panel().view().exchange().requestEdit().text();
    const QString whole = text.toPlainText();
    const QString first = QStringLiteral("POST %1/token\n").arg(opened.server.origin());
    QVERIFY2(whole.startsWith(first), qPrintable(whole));
    text.setPlainText(QStringLiteral("POST javascript:alert(1)"));
    opened.press(QStringLiteral("sendEdited"));
    QVERIFY(opened.panel().view().isEditing()); // and nothing was sent
    QCOMPARE(opened.server.count("/token"), 1);
    text.setPlainText(
        QString(whole).replace(QStringLiteral("\n\n"), QStringLiteral("\nX-Mine: by hand\n\n")));
    opened.press(QStringLiteral("sendEdited"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/token"), 2, kPatienceMs);
    QVERIFY(opened.server.everything().contains("X-Mine: by hand\r\n"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Idle, kPatienceMs);
}

void TstAuthPanel::opensThePageAsItWasEdited()
{
    AuthWindow opened;
    opened.window.showPanel(opened.window.auth());
    opened.workspace.connectTo(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsPerson, kPatienceMs);
    opened.press(QStringLiteral("editAndSend"));
    QPlainTextEdit &text = opened.panel().view().exchange().requestEdit().text();
    const QString address = text.toPlainText();
    text.setPlainText(QStringLiteral("file:///etc/passwd"));
    opened.press(QStringLiteral("sendEdited"));
    QCOMPARE(opened.phase(), Phase::WantsPerson);
    text.setPlainText(address + QStringLiteral("&login_hint=me"));
    opened.press(QStringLiteral("sendEdited"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
    QVERIFY(opened.server.everything().contains("&login_hint=me HTTP/1.1"));
}

void TstAuthPanel::repeatsFromAStepAndGoesOn()
{
    AuthWindow opened;
    authorize(opened);
    const models::AuthStepModel &model = opened.panel().model();
    opened.panel().chooseStep(rowOf(model, StepKind::Client));
    opened.press(QStringLiteral("repeatFromHere"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/register"), 2, kPatienceMs);
    // The page is not opened again before somebody says so.
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsPerson, kPatienceMs);
    QCOMPARE(opened.server.count("/authorize"), 1);
    opened.pressMessage(QStringLiteral("authorizationMessage"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/token"), 2, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Idle, kPatienceMs);
}

void TstAuthPanel::letsARefusalPassOnceAfterASecondQuestion()
{
    AuthWindow opened(kAgreeWithWrongState);
    opened.window.showPanel(opened.window.auth());
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Failed, kPatienceMs);
    opened.window.showPanel(opened.window.auth());
    widgets::AuthProblemBox &problem = opened.panel().view().problem();
    QTRY_VERIFY(problem.isVisible());
    QVERIFY(problem.sentence().contains(u"state in the redirect differs"));
    QCOMPARE(
        problem.facts().value(QStringLiteral("Source")), QStringLiteral("RFC 6749 section 10.12"));
    tests::press(problem.findChild<QPushButton *>(QStringLiteral("overrideOffer")));
    QCOMPARE(opened.server.count("/authorize"), 1); // that was only the question
    tests::press(problem.findChild<QPushButton *>(QStringLiteral("overrideConfirm")));
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
    const models::AuthStepModel &model = opened.panel().model();
    const int row = rowOf(model, StepKind::Redirect);
    QCOMPARE(model.step(row)->overridden.size(), std::size_t(1)); // and it stays marked
    QVERIFY(opened.workspace.authorizations().find(opened.name)->flowSetup().overrides.empty());
}

void TstAuthPanel::asksForTheClientId()
{
    AuthWindow opened;
    opened.server.registersNobody = true;
    opened.window.showPanel(opened.window.auth());
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsClient, kPatienceMs);
    QCOMPARE(opened.panel().count(), 1);
    widgets::AuthQuestion &question = opened.panel().view().question();
    QVERIFY(question.isVisible());
    const auto fields = question.findChildren<QLineEdit *>();
    QCOMPARE(fields.size(), 2);
    QCOMPARE(fields[1]->echoMode(), QLineEdit::Password);
    opened.press(QStringLiteral("useThisClient")); // without an id it goes on waiting
    QCOMPARE(opened.phase(), Phase::WantsClient);
    fields[0]->setText(QStringLiteral("known"));
    fields[1]->setText(QStringLiteral("SECRET-client"));
    opened.press(QStringLiteral("useThisClient"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
    QVERIFY(!question.isVisible());
    QVERIFY(fields[1]->text().isEmpty());
    QVERIFY(opened.server.everything().contains("&client_id=known&"));
    const QByteArray pair = "Basic " + QByteArray("known:SECRET-client").toBase64();
    QVERIFY(opened.server.everything().contains(pair));
}

void TstAuthPanel::asksWhichAuthorizationServer()
{
    AuthWindow opened;
    opened.server.namesSeveral = true;
    opened.window.showPanel(opened.window.auth());
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsChoice, kPatienceMs);
    widgets::AuthQuestion &question = opened.panel().view().question();
    auto *box = question.findChild<QComboBox *>();
    QVERIFY(box->isVisible());
    QCOMPARE(box->count(), 2);
    QCOMPARE(box->itemText(0), QStringLiteral("https://other.example"));
    box->setCurrentIndex(1);
    opened.press(QStringLiteral("chooseIssuer"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Ready, kPatienceMs);
    QCOMPARE(opened.workspace.authorizations().find(opened.name)->tokens()->issuer,
        opened.server.origin());
    QVERIFY(!question.isVisible());
}

void TstAuthPanel::endsWhenThereIsNoClientId()
{
    AuthWindow opened;
    opened.server.registersNobody = true;
    opened.window.showPanel(opened.window.auth());
    opened.workspace.authorize(opened.name);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsClient, kPatienceMs);
    opened.press(QStringLiteral("noClient"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.state(), mcp::ClientState::Failed, kPatienceMs);
    QVERIFY(opened.workspace.authorizations().find(opened.name)->failedRule()
        == auth::AuthRule::NoClient);
    QCOMPARE(opened.server.count("/token"), 0);
}

void TstAuthPanel::showsWhatIsKeptAndForgetsIt()
{
    AuthWindow opened;
    authorize(opened);
    widgets::CredentialsWindow *window = opened.panel().openCredentials();
    QVERIFY(window);
    QCOMPARE(window->model().rowCount(), 2); // the tokens, and the client that was registered
    window->choose(0);
    QCOMPARE(window->facts().value(QStringLiteral("Resource")), opened.server.url().toString());
    QVERIFY(window->shownToken().isEmpty());
    opened.press(QStringLiteral("revealToken"));
    QCOMPARE(window->shownToken(), QStringLiteral("SECRET-access-1"));
    window->choose(1);
    QVERIFY(window->shownToken().isEmpty());
    opened.press(QStringLiteral("removeCredentials"));
    QCOMPARE(window->model().rowCount(), 1);
    opened.press(QStringLiteral("removeAllCredentials"));
    QCOMPARE(window->model().rowCount(), 1); // that was only the question
    opened.pressMessage(QStringLiteral("credentialsMessage"));
    QCOMPARE(window->model().rowCount(), 0);
}

void TstAuthPanel::expiresRefreshesAndStartsOver()
{
    AuthWindow opened;
    authorize(opened);
    const auto act = [&](const QString &name) {
        for (QAction *action : opened.panel().actions()) {
            if (action->objectName() == name && action->isEnabled())
                return action->trigger(), true;
        }
        return false;
    };
    QVERIFY(act(QStringLiteral("refreshToken")));
    QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/token"), 2, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Idle, kPatienceMs);
    QCOMPARE(opened.panel().model().rowCount(), 1); // of that run
    QVERIFY(act(QStringLiteral("expireToken")));
    QCOMPARE(opened.panel().tokenFacts().value(QStringLiteral("Expires")).right(7),
        QStringLiteral("expired"));
    QVERIFY(act(QStringLiteral("authorizeAgain")));
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsPerson, kPatienceMs);
    QCOMPARE(opened.server.count("/register"), 2);
    opened.pressMessage(QStringLiteral("authorizationMessage"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::Idle, kPatienceMs);
    QVERIFY(act(QStringLiteral("logOut")));
    QTRY_COMPARE_WITH_TIMEOUT(opened.server.count("/revoke"), 1, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(opened.panel().tokenFacts().value(QStringLiteral("Token")),
        QStringLiteral("none"), kPatienceMs);
}

// Several requests are refused at the same time: one page for all of them.
void TstAuthPanel::showsWhatWaitsForOneFlowAndTheWayToIt()
{
    AuthWindow opened;
    authorize(opened);
    widgets::HeldRequests &held = opened.panel().held();
    QCOMPARE(held.model().rowCount(), 1);
    QCOMPARE(held.model().index(0).data().toString(), QStringLiteral("initialize"));
    opened.server.acceptsRefresh = false;
    opened.server.expire();
    m_responses = 0;
    for (int i = 0; i < 3; ++i)
        call(opened, QStringLiteral("tool-%1").arg(i));
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsPerson, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(held.model().waitingCount(), 3, kPatienceMs);
    QVERIFY(held.isVisible());
    QCOMPARE(held.heading(), QStringLiteral("3 requests wait"));
    const auto rowOfTool = [&](const QString &tool) {
        for (int row = 0; row < held.model().rowCount(); ++row) {
            if (held.model().index(row).data().toString() == u"tools/call " + tool)
                return row;
        }
        return -1;
    };
    const int row = rowOfTool(QStringLiteral("tool-1"));
    const QModelIndex index = held.model().index(row);
    QVERIFY(index.isValid());
    const auto detail = [&] { return index.data(models::HeldRequestModel::DetailRole).toString(); };
    QCOMPARE(detail(), QStringLiteral("401, requires read · waiting"));
    QVERIFY(index.data(models::HeldRequestModel::IdRole).toString().startsWith(u"id "));
    QVERIFY(opened.panel().report().contains(u"tools/call tool-1, id "));
    // To its message in the trace, with the keyboard and with the button.
    held.list().setCurrentIndex(index);
    QTest::keyClick(&held.list(), Qt::Key_Return);
    models::TraceModel &trace = opened.window.trace().document().model();
    const int inTrace = trace.rowOf(opened.window.trace().currentNumber());
    QVERIFY(inTrace >= 0);
    QCOMPARE(trace.index(inTrace, models::TraceModel::TargetColumn).data().toString(),
        QStringLiteral("tool-1"));
    tests::press(&held.inTrace());
    QCOMPARE(trace.rowOf(opened.window.trace().currentNumber()), inTrace);
    const int pages = opened.server.count("/authorize");
    opened.pressMessage(QStringLiteral("authorizationMessage"));
    QTRY_COMPARE_WITH_TIMEOUT(m_responses, 3, kPatienceMs);
    QCOMPARE(opened.server.count("/authorize"), pages + 1);
    QTRY_COMPARE_WITH_TIMEOUT(held.model().waitingCount(), 0, kPatienceMs);
    QCOMPARE(held.model().rowCount(), 3);
    QCOMPARE(detail(), QStringLiteral("401, requires read · sent again"));
    QCOMPARE(held.heading(), QStringLiteral("3 requests waited"));
}

void TstAuthPanel::showsWhoAskedForMoreRights()
{
    AuthWindow opened;
    authorize(opened);
    opened.server.wantsMore = true;
    m_responses = 0;
    call(opened, QStringLiteral("write-file"));
    QTRY_COMPARE_WITH_TIMEOUT(opened.phase(), Phase::WantsPerson, kPatienceMs);
    widgets::HeldRequests &held = opened.panel().held();
    QTRY_COMPARE_WITH_TIMEOUT(held.model().waitingCount(), 1, kPatienceMs);
    const QModelIndex first = held.model().index(0);
    QCOMPARE(first.data().toString(), QStringLiteral("tools/call write-file"));
    QCOMPARE(first.data(models::HeldRequestModel::DetailRole).toString(),
        QStringLiteral("403, requires additional scopes: write · waiting"));
    opened.pressMessage(QStringLiteral("authorizationMessage"));
    // Refused again with what it had asked for: that is not tried for ever, and said.
    QTRY_COMPARE_WITH_TIMEOUT(m_responses, 1, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(held.model().waitingCount(), 0, kPatienceMs);
    QCOMPARE(held.model().rowCount(), 2);
    QCOMPARE(held.model().index(1).data(models::HeldRequestModel::DetailRole).toString(),
        QStringLiteral("403, requires additional scopes: write · not sent again"));
}

int main(int argc, char **argv)
{
    if (const auto played = playBrowser(argc, argv))
        return *played;
    QApplication application(argc, argv);
    TstAuthPanel test;
    return QTest::qExec(&test, argc, argv);
}

#include "tst_authpanel.moc"
