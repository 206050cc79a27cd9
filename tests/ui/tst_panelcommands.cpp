// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/reviews/reviews.h"
#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "look/style/sondestyle.h"
#include "session/call/toolcall.h"
#include "support/openedwindow.h"
#include "widgets/kit/frame/panel.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

// The keys of the Call menu act on what is seen: on the panel in front, or not at all.
class TstPanelCommands : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();

    void noKeyCallsAToolThatIsNotInFront();
    void theRawPanelSendsItsRequest();
    void aReviewGoesOnFromItsEditor();

private:
    widgets::ToolsPanel &tools() { return m_opened->window.tools(); }
    // What was sent to the server, and is none of Sonde's own requests.
    QStringList called()
    {
        return m_opened->sentBy(m_server).filter(QStringLiteral("\"tools/call\""));
    }
    void press(Qt::KeyboardModifiers modifiers)
    {
        QWidget *focus = QApplication::focusWidget();
        QTest::keyClick(focus ? focus : &m_opened->window, Qt::Key_Return, modifiers);
    }

    QString m_server;
    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TstPanelCommands::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
}

void TstPanelCommands::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<Opened>(m_folder->path());
    const config::Profile server = demo();
    m_server = server.name;
    m_opened->connectTo(server);
    QTRY_COMPARE(m_opened->state(m_server), mcp::ClientState::Ready);
    QTRY_VERIFY(tools().count() > 0);
    m_opened->window.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&m_opened->window, kPatienceMs));
}

void TstPanelCommands::cleanup()
{
    m_opened.reset();
    m_folder.reset();
}

void TstPanelCommands::noKeyCallsAToolThatIsNotInFront()
{
    m_opened->window.showPanel(tools());
    tools().chooseTool(QStringLiteral("get_weather"));
    QVERIFY(m_opened->window.actions().call->isEnabled());
    int panels = 0;
    for (auto *panel : m_opened->window.findChildren<widgets::Panel *>()) {
        if (panel->hasCommands() || !panel->isForServers())
            continue;
        ++panels;
        m_opened->window.showPanel(*panel);
        panel->setFocus();
        QVERIFY2(!m_opened->window.actions().call->isEnabled(), panel->tab().name);
        press(Qt::ControlModifier);
        press(Qt::ControlModifier | Qt::ShiftModifier);
        press(Qt::ControlModifier | Qt::AltModifier);
        QVERIFY2(
            tools().currentCall()->state() == session::ToolCall::State::Idle, panel->tab().name);
    }
    QVERIFY(panels >= 5);
    QCOMPARE(called(), QStringList());

    m_opened->window.showPanel(tools());
    press(Qt::ControlModifier);
    QTRY_COMPARE(called().size(), 1);
}

void TstPanelCommands::theRawPanelSendsItsRequest()
{
    m_opened->window.showPanel(tools());
    tools().chooseTool(QStringLiteral("get_weather"));
    widgets::RawRequestPanel &raw = m_opened->window.raw();
    m_opened->window.showPanel(raw);
    raw.setRequest(QStringLiteral("completion/complete"), Bytes::copyOf(R"({"mine":1.0})"));
    QVERIFY(m_opened->window.actions().call->isEnabled());
    raw.params().setFocus();
    press(Qt::ControlModifier);
    QTRY_COMPARE(m_opened->sentBy(m_server).filter(QStringLiteral("\"mine\":1.0")).size(), 1);
    QCOMPARE(called(), QStringList());
}

// Ctrl+Return in the editor of a response is the default button, and calls nothing.
void TstPanelCommands::aReviewGoesOnFromItsEditor()
{
    m_opened->window.showPanel(tools());
    tools().chooseTool(QStringLiteral("confirm_address"));
    tools().callPane().send();
    QTRY_COMPARE(m_opened->workspace.serverRequests().waitingCount(), 1);
    m_opened->window.actions().nextRequest->trigger();
    auto *review = qobject_cast<widgets::ReviewPanel *>(m_opened->window.tabs().currentWidget());
    QVERIFY(review);
    auto *editor = review->findChild<content::JsonEditor *>();
    QVERIFY(editor);
    review->setStep(widgets::StepStrip::Response);
    editor->setFocus();
    QVERIFY(!m_opened->window.actions().call->isEnabled());
    const qsizetype before = called().size();
    QTest::keyClick(review, Qt::Key_Return, Qt::ControlModifier);
    QCOMPARE(called().size(), before);
    QVERIFY(review->step() == widgets::StepStrip::Check || review->isClosed());
}

QTEST_MAIN(TstPanelCommands)
#include "tst_panelcommands.moc"
