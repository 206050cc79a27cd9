// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "content/view/contentlist.h"
#include "content/view/contentview.h"
#include "look/style/sondestyle.h"
#include "models/trace/tracemodel.h"
#include "session/call/toolcall.h"
#include "support/buttons.h"
#include "support/openedwindow.h"
#include "widgets/request/rawedit.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/request/requestpreview.h"
#include "widgets/request/resultpane.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/destructiveguard.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QComboBox>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;

// Messages as they are typed, from the Raw panel and from the preview of a call.
class TestRawRequest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void offersTheMethodsOfTheRevision();
    void sendsAnyMethodWithAnyParams();
    void showsTheResultOfAnyMethod();
    void saysWhenTheParamsAreNoJson();
    void sendsANotification();
    void pairsAnIdOfOnesOwn();
    void asksBeforeItSendsWhatIsNoJson();
    void editsACallForOneSend();
    void asksBeforeAnEditedCallThatIsDestructive();
    void forgetsAHeldCallWhoseTextChanges();
    void leavesTheRequestAloneWithAnotherTool();

private:
    void connectDemo();
    bool sent(const QByteArray &line) const; // it is in the trace, byte for byte, with its mark
    void type(content::JsonEditor &editor, const QByteArray &text) const
    {
        editor.setBytes(Bytes::fromByteArray(text));
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
    widgets::RawRequestPanel *m_raw = nullptr;
};

void TestRawRequest::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
}

void TestRawRequest::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_opened = std::make_unique<Opened>(m_folder->path());
    m_raw = &m_opened->window.raw();
    connectDemo();
}

void TestRawRequest::cleanup()
{
    m_opened.reset();
    m_folder.reset();
}

void TestRawRequest::connectDemo()
{
    m_opened->connectTo(demo());
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().count() > 0, kPatienceMs);
    m_opened->window.showPanel(m_opened->window.raw());
    QCOMPARE(m_opened->window.tabs().currentWidget(), m_raw);
    QVERIFY(m_raw->canSend());
}

bool TestRawRequest::sent(const QByteArray &line) const
{
    models::TraceModel &model = m_opened->window.trace().document().model();
    model.drainNow();
    for (int row = 0; row < model.rowCount(); ++row) {
        const trace::Record &record = model.record(row);
        const auto bytes = record.channel == rpc::Channel::Sent ? model.store().read(record)
                                                                : Result<Bytes>(Bytes());
        if (bytes && bytes->toByteArray() == line)
            return record.origin == rpc::Origin::Edited;
    }
    return false;
}

void TestRawRequest::offersTheMethodsOfTheRevision()
{
    QComboBox &method = m_raw->method();
    QCOMPARE(method.currentText(), QStringLiteral("tools/list"));
    QVERIFY(method.findText(QStringLiteral("server/discover")) >= 0);
    QVERIFY(method.findText(QStringLiteral("ping")) < 0); // gone in 2026-07-28
}

void TestRawRequest::sendsAnyMethodWithAnyParams()
{
    m_raw->method().setEditText(QStringLiteral("tools/call"));
    type(m_raw->params(), "{\"name\": \"echo\",\n  \"arguments\": {\"n\": 1.0}}");
    const QByteArray line = m_raw->preview().editor().bytes().toByteArray();
    QVERIFY(line.contains("\"arguments\": {\"n\": 1.0}"));
    m_raw->send();
    QTRY_VERIFY_WITH_TIMEOUT(m_raw->call().response(), kPatienceMs);
    QVERIFY(m_raw->call().response()->message.bytes().toByteArray().contains("1.0"));
    QTRY_VERIFY(sent(line));
    m_raw->method().setEditText(QStringLiteral("no/such"));
    type(m_raw->params(), {});
    m_raw->send();
    QTRY_COMPARE_WITH_TIMEOUT(
        m_raw->call().state(), session::ToolCall::State::ProtocolError, kPatienceMs);
}

void TestRawRequest::saysWhenTheParamsAreNoJson()
{
    type(m_raw->params(), "{\"a\": }");
    m_raw->send();
    QCOMPARE(m_raw->call().state(), session::ToolCall::State::Idle);
}

// It is no result of a tool, which would need contents.
void TestRawRequest::showsTheResultOfAnyMethod()
{
    m_raw->method().setEditText(QStringLiteral("tools/list"));
    type(m_raw->params(), {});
    m_raw->send();
    QTRY_VERIFY_WITH_TIMEOUT(m_raw->call().response(), kPatienceMs);
    const content::ContentList &contents = m_raw->findChild<widgets::ResultPane *>()->contents();
    QCOMPARE(contents.count(), std::size_t(1));
    QTRY_VERIFY_WITH_TIMEOUT(contents.view(0), kPatienceMs);
    QCOMPARE(contents.view(0)->content().note, QString());
    QCOMPARE(contents.view(0)->content().heading, QStringLiteral("The result, as received"));
}

void TestRawRequest::sendsANotification()
{
    QSignalSpy said(m_raw, &widgets::Panel::succeeded);
    m_raw->method().setEditText(QStringLiteral("notifications/cancelled"));
    type(m_raw->params(), "{\"requestId\":99}");
    const QByteArray line = m_raw->preview().editor().bytes().toByteArray();
    QVERIFY(!line.contains("\"id\""));
    m_raw->send();
    QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, kPatienceMs);
    QCOMPARE(m_raw->call().state(), session::ToolCall::State::Idle);
    QTRY_VERIFY(sent(line));
}

void TestRawRequest::pairsAnIdOfOnesOwn()
{
    m_raw->preview().rawEdit().action()->trigger();
    QVERIFY(m_raw->preview().rawEdit().isOn());
    QByteArray line = m_raw->preview().editor().bytes().toByteArray();
    const qsizetype at = line.indexOf("\"id\":") + 5;
    line.replace(at, line.indexOf(',', at) - at, "\"mine\\/1\"");
    type(m_raw->preview().editor(), line);
    m_raw->send();
    QVERIFY(!m_raw->preview().rawEdit().isOn());
    QTRY_VERIFY_WITH_TIMEOUT(m_raw->call().response(), kPatienceMs);
    QVERIFY(m_raw->call().response()->result()["tools"].count() > 0);
    QTRY_VERIFY(sent(line));
}

void TestRawRequest::asksBeforeItSendsWhatIsNoJson()
{
    widgets::RawEdit &raw = m_raw->preview().rawEdit();
    raw.action()->trigger();
    type(m_raw->preview().editor(), "{\"id\":1,");
    m_raw->send();
    QVERIFY(raw.isOn());
    QVERIFY(raw.said().contains(QStringLiteral("not valid JSON")));
    QVERIFY(!sent("{\"id\":1,"));
    QSignalSpy said(m_raw, &widgets::Panel::succeeded);
    Q_EMIT raw.confirmed();
    QTRY_COMPARE_WITH_TIMEOUT(said.count(), 1, kPatienceMs);
    QTRY_VERIFY(sent("{\"id\":1,"));
    QVERIFY(!raw.isOn());
}

void TestRawRequest::editsACallForOneSend()
{
    widgets::ToolsPanel &tools = m_opened->window.tools();
    m_opened->window.showPanel(m_opened->window.tools());
    tools.chooseTool(QStringLiteral("echo"));
    widgets::CallPane &pane = tools.callPane();
    type(pane.editor(), "{\"a\":1}");
    const QByteArray plain = pane.preview().bytes().toByteArray();
    widgets::RawEdit &raw = pane.requestPreview().rawEdit();
    raw.action()->trigger();
    QCOMPARE(pane.preview().bytes().toByteArray(), plain);
    QByteArray typed = plain;
    typed.replace("{\"a\":1}", "{\"a\":\n 1e400}");
    type(pane.requestPreview().editor(), typed);
    type(pane.editor(), "{\"a\":2}"); // does not touch what is edited
    QCOMPARE(pane.preview().bytes().toByteArray(), typed);
    pane.send();
    QVERIFY(!raw.isOn());
    QTRY_VERIFY_WITH_TIMEOUT(tools.currentCall()->response(), kPatienceMs);
    QVERIFY(tools.currentCall()->response()->message.bytes().toByteArray().contains("1e400"));
    typed.replace("\n ", "");
    QTRY_VERIFY(sent(typed)); // valid JSON goes on one line
    QVERIFY(pane.preview().bytes().toByteArray().contains("{\"a\":2}"));
}

void TestRawRequest::asksBeforeAnEditedCallThatIsDestructive()
{
    widgets::ToolsPanel &tools = m_opened->window.tools();
    tools.chooseTool(QStringLiteral("station_delete"));
    widgets::CallPane &pane = tools.callPane();
    widgets::RawEdit &raw = pane.requestPreview().rawEdit();
    raw.action()->trigger();
    QByteArray typed = pane.preview().bytes().toByteArray();
    typed.replace("\"method\":", "\"x\":1.0,\"method\":");
    type(pane.requestPreview().editor(), typed);
    pane.send();
    QVERIFY(raw.isOn()); // held back
    QCOMPARE(tools.currentCall()->state(), session::ToolCall::State::Idle);
    auto *guard = pane.findChild<widgets::DestructiveGuard *>();
    QVERIFY(guard && guard->isHolding());
    messageButton(*guard, QStringLiteral("destructiveMessage"))->click();
    QVERIFY(!raw.isOn());
    QTRY_VERIFY_WITH_TIMEOUT(!tools.currentCall()->isPending(), kPatienceMs);
    QTRY_VERIFY(sent(typed));
}

// Also when the request is edited no more: its text must not be sent as the arguments of the tool.
void TestRawRequest::forgetsAHeldCallWhoseTextChanges()
{
    widgets::ToolsPanel &tools = m_opened->window.tools();
    tools.chooseTool(QStringLiteral("station_delete"));
    widgets::CallPane &pane = tools.callPane();
    widgets::RawEdit &raw = pane.requestPreview().rawEdit();
    auto *guard = pane.findChild<widgets::DestructiveGuard *>();
    const auto edit = [&](const char *member) {
        QByteArray typed = pane.preview().bytes().toByteArray();
        typed.replace("\"method\":", QByteArray(QByteArray(member) + ",\"method\":"));
        type(pane.requestPreview().editor(), typed);
    };
    raw.action()->trigger();
    edit("\"x\":1");
    pane.send();
    QVERIFY(guard->isHolding());
    edit("\"y\":1");
    QVERIFY(!guard->isHolding());
    pane.send();
    QVERIFY(guard->isHolding());
    raw.findChild<QPlainTextEdit *>()->setPlainText(QStringLiteral("X-Trace: 1")); // a header
    QVERIFY(!guard->isHolding());
    pane.send();
    QVERIFY(guard->isHolding());
    raw.action()->trigger();
    QVERIFY(!raw.isOn());
    QVERIFY(!guard->isHolding());
    QCOMPARE(tools.currentCall()->state(), session::ToolCall::State::Idle);
}

void TestRawRequest::leavesTheRequestAloneWithAnotherTool()
{
    widgets::ToolsPanel &tools = m_opened->window.tools();
    tools.chooseTool(QStringLiteral("echo"));
    widgets::RawEdit &raw = tools.callPane().requestPreview().rawEdit();
    raw.action()->trigger();
    QVERIFY(raw.isOn());
    tools.chooseTool(QStringLiteral("big_numbers"));
    QVERIFY(!raw.isOn());
    QVERIFY(tools.callPane().preview().bytes().toByteArray().contains("big_numbers"));
}

QTEST_MAIN(TestRawRequest)
#include "tst_rawrequest.moc"
