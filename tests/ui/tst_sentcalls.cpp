// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "look/style/sondestyle.h"
#include "mcp/client/loadtest.h"
#include "models/trace/tracemodel.h"
#include "models/trace/tracetext.h"
#include "session/call/toolcall.h"
#include "support/openedwindow.h"
#include "trace/filter/filterrun.h"
#include "widgets/catalog/promptpane.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcepane.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/kit/field/boundedspin.h"
#include "widgets/kit/label/signlabel.h"
#include "widgets/request/argumentform.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/request/requestpreview.h"
#include "widgets/request/resultpane.h"
#include "widgets/tools/callbuttons.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/resendactions.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QComboBox>
#include <QSignalSpy>
#include <QTabWidget>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;
using session::ToolCall;

// A call as it was sent, in the result and in the trace: the same duration, the same bytes, and
// sent again from there.
class TstSentCalls : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void tellsOneDurationInResultAndTrace_data();
    void tellsOneDurationInResultAndTrace();
    void tellsOneDurationInLoadTestAndTrace();
    void namesATimeoutAsOneWithItsLimit();
    void usesTheTimeoutsOfTheServer();
    void keepsTheIdOfTheNextRequest();
    void showsTheRequestAsItWasSent();
    void sendsAToolCallAgain();
    void opensAPromptAndAResourceToBeEdited();
    void opensAnythingElseInRaw();

private:
    widgets::ToolsPanel &tools() { return m_opened->window.tools(); }
    widgets::TracePanel &trace() { return m_opened->window.trace(); }
    models::TraceModel &model() { return trace().document().model(); }
    mcp::Client *client() { return m_opened->workspace.currentClient(); }
    template <class P>
    P &panel()
    {
        return *m_opened->window.findChild<P *>();
    }
    void call(const char *tool, const char *arguments);
    // The newest row of that kind and method; -1 without one.
    int newest(rpc::Kind kind, const char *method);
    std::int64_t durationAt(int row);

    QTemporaryDir m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TstSentCalls::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY(m_folder.isValid());
}

void TstSentCalls::init()
{
    m_opened = std::make_unique<Opened>(m_folder.path());
    m_opened->connectTo(demo());
    QTRY_VERIFY_WITH_TIMEOUT(tools().count() > 3, kPatienceMs);
}

void TstSentCalls::cleanup()
{
    m_opened.reset();
}

void TstSentCalls::call(const char *tool, const char *arguments)
{
    m_opened->window.showPanel(tools()); // a command acts on what is in front
    tools().chooseTool(QLatin1String(tool));
    QCOMPARE(tools().callPane().tool(), QLatin1String(tool));
    tools().callPane().editor().setBytes(Bytes::copyOf(arguments));
    m_opened->window.actions().call->trigger();
    QVERIFY(tools().currentCall());
    QTRY_VERIFY_WITH_TIMEOUT(!tools().currentCall()->isPending(), kPatienceMs);
}

int TstSentCalls::newest(rpc::Kind kind, const char *method)
{
    model().drainNow();
    for (int row = model().rowCount() - 1; row >= 0; --row) {
        const trace::Record &record = model().record(row);
        if (record.kind == kind && model().store().string(record.method) == QLatin1String(method))
            return row;
    }
    return -1;
}

std::int64_t TstSentCalls::durationAt(int row)
{
    const trace::Record &record = model().record(row);
    const int pair = model().rowOf(record.pair);
    return trace::durationOf(record, pair < 0 ? nullptr : &model().record(pair));
}

void TstSentCalls::tellsOneDurationInResultAndTrace_data()
{
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<QByteArray>("arguments");
    QTest::addColumn<int>("state");
    QTest::newRow("a result") << QByteArray("echo") << QByteArray(R"({"a":1})")
                              << int(ToolCall::State::Ok);
    QTest::newRow("a tool error") << QByteArray("station_delete") << QByteArray(R"({"station":1})")
                                  << int(ToolCall::State::ToolError);
    QTest::newRow("a protocol error") << QByteArray() << QByteArray(R"({"name":"no_such_tool"})")
                                      << int(ToolCall::State::ProtocolError);
}

void TstSentCalls::tellsOneDurationInResultAndTrace()
{
    QFETCH(QByteArray, tool);
    QFETCH(QByteArray, arguments);
    QFETCH(int, state);
    const ToolCall *made = nullptr;
    if (tool.isEmpty()) {
        auto &raw = panel<widgets::RawRequestPanel>();
        raw.setRequest(QStringLiteral("tools/call"), Bytes::fromByteArray(arguments));
        raw.send();
        made = &raw.call();
        QTRY_VERIFY_WITH_TIMEOUT(!made->isPending(), kPatienceMs);
    } else {
        tools().setAsksBeforeDestructive(false);
        call(tool.constData(), arguments.constData());
        made = tools().currentCall();
    }
    QCOMPARE(int(made->state()), state);
    const int row = newest(rpc::Kind::Request, "tools/call");
    QVERIFY(row >= 0);
    QTRY_VERIFY((model().drainNow(), durationAt(row) > 0));
    QCOMPARE(made->elapsedNs(), durationAt(row));
}

void TstSentCalls::tellsOneDurationInLoadTestAndTrace()
{
    mcp::LoadTest test(client(), QStringLiteral("echo"), Bytes::copyOf(R"({"load":1})"));
    QSignalSpy finished(&test, &mcp::LoadTest::finished);
    model().drainNow();
    const int before = model().rowCount();
    test.start({20, 4});
    QTRY_COMPARE_WITH_TIMEOUT(finished.size(), 1, kPatienceMs);
    std::vector<std::int64_t> durations;
    const auto read = [&] {
        model().drainNow();
        durations.clear();
        for (int row = before; row < model().rowCount(); ++row) {
            if (model().record(row).kind == rpc::Kind::Request && durationAt(row) >= 0)
                durations.push_back(durationAt(row));
        }
        return durations.size();
    };
    QTRY_COMPARE(read(), std::size_t(20));
    QCOMPARE(test.run()->longest(), *std::max_element(durations.begin(), durations.end()));
    QCOMPARE(test.run()->shortest(), *std::min_element(durations.begin(), durations.end()));
}

void TstSentCalls::namesATimeoutAsOneWithItsLimit()
{
    tools().chooseTool(QStringLiteral("slow_count"));
    tools().callPane().buttons().limit().setValue(1);
    call("slow_count", R"({"n":1,"delay_ms":60000})");
    const ToolCall *made = tools().currentCall();
    QCOMPARE(made->state(), ToolCall::State::TimedOut);
    QCOMPARE(made->elapsedNs(), qint64(1'000'000'000));
    QVERIFY2(tools().resultPane().state().word().contains(QLatin1String("1 s")),
        qPrintable(tools().resultPane().state().word()));
    const int row = newest(rpc::Kind::Request, "tools/call");
    QTRY_VERIFY((model().drainNow(), model().record(row).state == trace::State::TimedOut));
    QCOMPARE(models::statusText(model().record(row)), QStringLiteral("timed out"));
    QVERIFY(newest(rpc::Kind::Lifecycle, "request timed out") >= 0);
}

void TstSentCalls::usesTheTimeoutsOfTheServer()
{
    config::Profile hasty = demo(QStringLiteral("hasty"));
    hasty.idleTimeout = std::chrono::milliseconds(1000);
    m_opened->connectTo(hasty);
    QTRY_VERIFY_WITH_TIMEOUT(tools().count() > 3, kPatienceMs);
    QTRY_COMPARE(tools().callPane().buttons().limit().value(), 1);
    call("slow_count", R"({"n":1,"delay_ms":60000})");
    QCOMPARE(tools().currentCall()->state(), ToolCall::State::TimedOut);
}

void TstSentCalls::keepsTheIdOfTheNextRequest()
{
    tools().chooseTool(QStringLiteral("echo"));
    const auto shownId = [this] {
        const auto shown = json::Document::parse(tools().callPane().preview().bytes());
        return shown.root()["id"].toInt64().value_or(-1);
    };
    const std::int64_t before = shownId();
    QVERIFY(before > 0);
    client()->request(QStringLiteral("ping"), {}, {}, this, [](const Result<mcp::Response> &) {});
    QTRY_COMPARE(shownId(), before + 1);
    call("echo", R"({"a":1})");
    const auto sent =
        model().store().read(model().record(newest(rpc::Kind::Request, "tools/call")));
    QVERIFY(sent.ok());
    QCOMPARE(json::Document::parse(*sent).root()["id"].toInt64().value_or(-1), before + 1);
}

void TstSentCalls::showsTheRequestAsItWasSent()
{
    call("echo", R"({ "a" : 1e400 })");
    widgets::ResultPane &result = tools().resultPane();
    const int page = result.tabs().count() - 1;
    QVERIFY(result.tabs().widget(page)->isAncestorOf(&result.sent()));
    QVERIFY(result.sent().bytes().isEmpty()); // read when it is looked at
    result.tabs().setCurrentIndex(page);
    const auto recorded =
        model().store().read(model().record(newest(rpc::Kind::Request, "tools/call")));
    QVERIFY(recorded.ok());
    QCOMPARE(result.sent().bytes().toByteArray(), recorded->toByteArray());
    // It stays in front, with the next one.
    call("echo", R"({"a":2})");
    const auto second =
        model().store().read(model().record(newest(rpc::Kind::Request, "tools/call")));
    QVERIFY(second.ok());
    QCOMPARE(result.sent().bytes().toByteArray(), second->toByteArray());
}

void TstSentCalls::sendsAToolCallAgain()
{
    call("echo", R"({"first":[1,2]})");
    const int first = newest(rpc::Kind::Request, "tools/call");
    const trace::Number number = model().number(first);
    call("echo", R"({"second":2})");
    tools().chooseTool(QStringLiteral("slow_count"));
    trace().showMessage(number);
    QVERIFY(trace().messageActions().resending().resend()->isVisible());
    QVERIFY(trace().messageActions().resending().resend()->isEnabled());
    trace().messageActions().resending().resend()->trigger();
    QCOMPARE(tools().callPane().tool(), QStringLiteral("echo"));
    QTRY_VERIFY_WITH_TIMEOUT(!tools().currentCall()->isPending(), kPatienceMs);
    const int again = newest(rpc::Kind::Request, "tools/call");
    QVERIFY(again > first);
    const auto sent = model().store().read(model().record(again));
    QVERIFY(sent.ok());
    const auto document = json::Document::parse(*sent);
    QCOMPARE(Bytes::copyOf(document.path(u"params.arguments").raw()).toByteArray(),
        QByteArray(R"({"first":[1,2]})"));
    // What the server sent is not sent again.
    trace().showMessage(model().record(first).pair);
    QVERIFY(!trace().messageActions().resending().resend()->isEnabled());
}

void TstSentCalls::opensAPromptAndAResourceToBeEdited()
{
    const auto edit = [this](const char *method) {
        const int row = newest(rpc::Kind::Request, method);
        QVERIFY(row >= 0);
        trace().showMessage(model().number(row));
        trace().messageActions().resending().edit()->trigger();
    };
    auto &raw = panel<widgets::RawRequestPanel>();
    const auto send = [&raw](const char *method, const char *params) {
        raw.setRequest(QLatin1String(method), Bytes::copyOf(params));
        raw.send();
        QTRY_VERIFY_WITH_TIMEOUT(!raw.call().isPending(), kPatienceMs);
    };
    auto &prompts = panel<widgets::PromptsPanel>();
    auto &resources = panel<widgets::ResourcesPanel>();
    QTRY_VERIFY_WITH_TIMEOUT(prompts.count() > 0 && resources.count() > 0, kPatienceMs);
    send("prompts/get", R"({"name":"packing_list","arguments":{"city":"Oulu"}})");
    edit("prompts/get");
    QCOMPARE(m_opened->window.findChild<app::Panels *>()->currentWidget(), &prompts);
    QCOMPARE(prompts.pane().prompt(), QStringLiteral("packing_list"));
    QCOMPARE(prompts.pane().form().values(),
        (mcp::FilledIn{{QStringLiteral("city"), QStringLiteral("Oulu")}}));
    send("resources/read", R"({"uri":"demo://chart.png"})");
    edit("resources/read");
    QCOMPARE(resources.pane().uri(), QStringLiteral("demo://chart.png"));
}

void TstSentCalls::opensAnythingElseInRaw()
{
    auto &raw = panel<widgets::RawRequestPanel>();
    raw.setRequest(
        QStringLiteral("tools/call"), Bytes::copyOf(R"({"name":"echo","arguments":{},"odd":1})"));
    raw.send();
    QTRY_VERIFY_WITH_TIMEOUT(!raw.call().isPending(), kPatienceMs);
    const int row = newest(rpc::Kind::Request, "tools/call");
    raw.setRequest(QStringLiteral("ping"), {});
    trace().showMessage(model().number(row));
    trace().messageActions().resending().edit()->trigger();
    QCOMPARE(m_opened->window.findChild<app::Panels *>()->currentWidget(), &raw);
    QCOMPARE(raw.method().currentText(), QStringLiteral("tools/call"));
    QVERIFY(raw.params().bytes().view().find(R"("odd":1)") != std::string_view::npos);
}

QTEST_MAIN(TstSentCalls)
#include "tst_sentcalls.moc"
