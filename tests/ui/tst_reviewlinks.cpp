// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/reviews/reviews.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/session/rulemodel.h"
#include "session/call/toolcall.h"
#include "support/openedwindow.h"
#include "widgets/kit/frame/settingspages.h"
#include "widgets/request/resultpane.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/servers/ruleform.h"
#include "widgets/servers/rulesedit.h"
#include "widgets/servers/servereditor.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QCheckBox>
#include <QComboBox>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

using namespace sonde;
using namespace sonde::tests;
using widgets::ReviewPanel;
using widgets::ServerEditor;

// From a call to its review and back, and from a review to a rule.
class TstReviewLinks : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void leadsFromTheCallToItsReviewAndBack_data();
    void leadsFromTheCallToItsReviewAndBack();
    void theToolBarLeadsToTheReview();
    void saysNothingAboutAnotherTool();
    void aCallOfAnotherServerIsFound();
    void alwaysRespondsLikeTheReview();
    void theRulesAreAnActionOfTheServer();

private:
    void connectDemo(config::EraMode era = config::EraMode::Legacy);
    void call();
    widgets::ToolsPanel &tools() { return m_opened->window.tools(); }
    const look::InlineMessage &waiting() { return tools().resultPane().waiting(); }
    ServerEditor *editor() { return m_opened->window.findChild<ServerEditor *>(); }
    ReviewPanel *review()
    {
        return qobject_cast<ReviewPanel *>(m_opened->window.tabs().currentWidget());
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TstReviewLinks::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
}

void TstReviewLinks::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<Opened>(m_folder->path());
    m_opened->window.resize(1280, 800); // with the result beside the call
}

void TstReviewLinks::cleanup()
{
    m_opened.reset();
    m_folder.reset();
}

void TstReviewLinks::connectDemo(config::EraMode era)
{
    config::Profile server = demo();
    server.era = era;
    m_opened->connectTo(server);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(server.name), mcp::ClientState::Ready, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(tools().count() > 0, kPatienceMs);
}

void TstReviewLinks::call()
{
    m_opened->window.showPanel(tools());
    tools().chooseTool(QStringLiteral("confirm_address"));
    tools().callPane().send();
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->workspace.serverRequests().waitingCount(), 1, kPatienceMs);
}

void TstReviewLinks::leadsFromTheCallToItsReviewAndBack_data()
{
    QTest::addColumn<int>("era");
    QTest::newRow("legacy") << int(config::EraMode::Legacy);
    QTest::newRow("modern") << int(config::EraMode::Modern);
}

void TstReviewLinks::leadsFromTheCallToItsReviewAndBack()
{
    QFETCH(int, era);
    connectDemo(config::EraMode(era));
    call();
    QVERIFY(waiting().isVisible());
    QVERIFY(!waiting().sentence().isEmpty());
    waiting().findChild<QPushButton *>()->click();
    ReviewPanel *panel = review();
    QVERIFY(panel);
    auto *back = panel->findChild<QToolButton *>(QStringLiteral("showCall"));
    QVERIFY(back && back->isVisible());
    tools().chooseTool(QStringLiteral("get_weather"));
    back->click();
    QCOMPARE(m_opened->window.tabs().currentWidget(), &tools());
    QCOMPARE(tools().callPane().tool(), QStringLiteral("confirm_address"));
    QVERIFY(waiting().isVisible());
    panel->choose(0, 0); // decline
    panel->goOn();
    QTRY_VERIFY_WITH_TIMEOUT(!waiting().isVisible(), kPatienceMs);
}

void TstReviewLinks::theToolBarLeadsToTheReview()
{
    connectDemo();
    auto *button = m_opened->window.findChild<QToolButton *>(QStringLiteral("serverRequests"));
    QVERIFY(button);
    QVERIFY(!button->isVisible());
    call();
    QTRY_VERIFY_WITH_TIMEOUT(button->isVisible(), kPatienceMs);
    QVERIFY2(button->accessibleName().contains(u'1'), qPrintable(button->accessibleName()));
    button->click();
    QVERIFY(review());
    QTest::keyClick(review(), Qt::Key_W, Qt::ControlModifier);
    QVERIFY(button->isVisible()); // it still waits
    m_opened->workspace.stop(demo().name);
    QTRY_VERIFY_WITH_TIMEOUT(!button->isVisible(), kPatienceMs);
}

void TstReviewLinks::saysNothingAboutAnotherTool()
{
    connectDemo();
    call();
    tools().chooseTool(QStringLiteral("get_weather"));
    QVERIFY(!waiting().isVisible());
    tools().chooseTool(QStringLiteral("confirm_address"));
    QVERIFY(waiting().isVisible());
}

void TstReviewLinks::aCallOfAnotherServerIsFound()
{
    connectDemo();
    const QString name = m_opened->workspace.current();
    call();
    waiting().findChild<QPushButton *>()->click();
    ReviewPanel *panel = review();
    QVERIFY(panel);
    m_opened->connectTo(demo(QStringLiteral("another")));
    QVERIFY(m_opened->workspace.current() != name);
    QVERIFY(!waiting().isVisible());
    panel->findChild<QToolButton *>(QStringLiteral("showCall"))->click();
    QCOMPARE(m_opened->workspace.current(), name);
    QCOMPARE(tools().callPane().tool(), QStringLiteral("confirm_address"));
    QVERIFY(waiting().isVisible());
}

void TstReviewLinks::alwaysRespondsLikeTheReview()
{
    connectDemo();
    call();
    waiting().findChild<QPushButton *>()->click();
    const std::string response(review()->wholeResponse().view());
    review()->findChild<QPushButton *>(QStringLiteral("alwaysRespond"))->click();
    ServerEditor *dialog = editor();
    QVERIFY(dialog);
    QCOMPARE(dialog->pages().current(), int(ServerEditor::ResponseRulesPage));
    QVERIFY(dialog->findChild<QCheckBox *>(QStringLiteral("byRules"))->isChecked());
    const widgets::RuleForm &form = dialog->rules().form();
    const review::RuleDraft rule = form.rule();
    QCOMPARE(rule.method, QStringLiteral("elicitation/create"));
    QVERIFY2(rule.when.startsWith(QStringLiteral("target == \"confirm_address\"")),
        qPrintable(rule.when));
    QCOMPARE(rule.how, review::ResponseRule::How::Response);
    QCOMPARE(rule.response, response);
    QCOMPARE(m_opened->workspace.serverRequests().waitingCount(), 1); // nothing was sent
    dialog->findChild<QPushButton *>(QStringLiteral("save"))->click();
    const auto asked = m_opened->workspace.serverRequests().requests();
    review::ServerRequestQueue &queue = m_opened->workspace.serverRequests();
    QVERIFY(queue.decline(asked.front()->number).ok());
    QTRY_VERIFY_WITH_TIMEOUT(!tools().currentCall()->isPending(), kPatienceMs);
    tools().callPane().send();
    QTRY_COMPARE_WITH_TIMEOUT(queue.requests().size(), std::size_t(2), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(
        queue.requests().back()->state, review::State::Automatic, kPatienceMs);
}

void TstReviewLinks::theRulesAreAnActionOfTheServer()
{
    connectDemo();
    QAction *action = m_opened->window.actions().editRules;
    QVERIFY(action->isEnabled());
    const auto &all = m_opened->window.actions().all(); // those of the palette
    QVERIFY(std::find(all.begin(), all.end(), action) != all.end());
    action->trigger();
    QVERIFY(editor());
    QCOMPARE(editor()->pages().current(), int(ServerEditor::ResponseRulesPage));
}

QTEST_MAIN(TstReviewLinks)
#include "tst_reviewlinks.moc"
