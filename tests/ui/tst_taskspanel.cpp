// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "look/controls/emptystate.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/trace/filterwords.h"
#include "models/trace/tracemodel.h"
#include "session/call/toolcall.h"
#include "support/openedwindow.h"
#include "widgets/activity/taskspanel.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/request/resultpane.h"
#include "widgets/review/elicitationpage.h"
#include "widgets/review/reviewpanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;
using models::OperationModel;

class TstTasksPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void saysWhatWouldFillIt();
    void listsARunningCallAndCancelsIt();
    void saysThatAResponseCameLate();
    void showsATaskOfTheHandshakeEra();
    void respondsToATaskInAReview_data();
    void respondsToATaskInAReview();
    void respondsToATaskByARule();
    void followsToAServerThatIsNotConnected();

private:
    void connectDemo(config::EraMode era, const std::string &rules = {});
    void call(const QString &tool, const char *arguments);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
    widgets::TasksPanel *m_tasks = nullptr;
};

void TstTasksPanel::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
}

void TstTasksPanel::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_opened = std::make_unique<Opened>(m_folder->path());
    m_tasks = &m_opened->window.tasks();
}

void TstTasksPanel::cleanup()
{
    m_opened.reset();
    m_folder.reset();
}

void TstTasksPanel::connectDemo(config::EraMode era, const std::string &rules)
{
    config::Profile server = demo();
    server.era = era;
    server.offers.extensions = R"({"io.modelcontextprotocol/tasks":{}})";
    server.offers.respondByRules = !rules.empty();
    server.offers.rules = rules;
    m_opened->connectTo(server);
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().count() > 0, kPatienceMs);
    m_opened->window.showPanel(m_opened->window.tasks());
    QCOMPARE(m_opened->window.tabs().currentWidget(), m_tasks);
}

void TstTasksPanel::call(const QString &tool, const char *arguments)
{
    m_opened->window.tools().chooseTool(tool);
    m_opened->window.tools().callPane().editor().setBytes(Bytes::copyOf(arguments));
}

void TstTasksPanel::saysWhatWouldFillIt()
{
    QVERIFY(!m_tasks->emptyState().accessibleDescription().isEmpty());
    connectDemo(config::EraMode::Legacy);
    QVERIFY(m_tasks->emptyState().isVisible());
    QVERIFY(m_tasks->emptyState().accessibleDescription().contains("No call or task is running"));
}

void TstTasksPanel::listsARunningCallAndCancelsIt()
{
    connectDemo(config::EraMode::Legacy);
    m_opened->window.tools().callPane().setWantProgress(true);
    call(QStringLiteral("slow_count"), R"({"n":100000,"delay_ms":20})");
    QTRY_VERIFY_WITH_TIMEOUT(!m_tasks->isFollowing(), kPatienceMs);
    m_opened->window.tools().callPane().send();
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->model().rowCount(), 1, kPatienceMs);
    QVERIFY(m_tasks->isFollowing());
    QTRY_VERIFY_WITH_TIMEOUT(m_tasks->model().operation(0).fraction >= 0, kPatienceMs);
    const auto deadline = [this] {
        return m_opened->workspace.currentClient()->running().front().totalDeadline;
    };
    const auto before = deadline();
    m_tasks->extend();
    QVERIFY(deadline() > before);
    m_tasks->cancel();
    QTRY_VERIFY_WITH_TIMEOUT(m_tasks->model().operation(0).isOver, kPatienceMs);
    QCOMPARE(m_tasks->model().operation(0).sign, models::Sign::Cancelled);
    QCOMPARE(m_opened->window.tools().currentCall()->state(), session::ToolCall::State::Cancelled);
    m_tasks->forget();
    QCOMPARE(m_tasks->model().rowCount(), 0);
    QVERIFY(!m_tasks->isFollowing());
}

// With the call, under Tasks and beside it, and in the trace.
void TstTasksPanel::saysThatAResponseCameLate()
{
    const QString script = QStringLiteral(
        "read l; echo '{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{\"protocolVersion\":"
        "\"2025-11-25\",\"capabilities\":{\"tools\":{}},\"serverInfo\":{\"name\":\"s\","
        "\"version\":\"1\"}}}'; read l; read l; echo '{\"jsonrpc\":\"2.0\",\"id\":2,\"result\":"
        "{\"tools\":[{\"name\":\"dawdle\",\"inputSchema\":{\"type\":\"object\"}}]}}'; read l; "
        "read l; echo '{\"jsonrpc\":\"2.0\",\"id\":3,\"result\":{\"content\":[]}}'; cat");
    config::Profile server =
        profile(QStringLiteral("s"), QStringLiteral("sh"), {QStringLiteral("-c"), script});
    server.era = config::EraMode::Legacy;
    m_opened->connectTo(server);
    widgets::ToolsPanel &tools = m_opened->window.tools();
    QTRY_VERIFY_WITH_TIMEOUT(tools.count() > 0, kPatienceMs);
    call(QStringLiteral("dawdle"), "{}");
    tools.callPane().send();
    m_opened->window.showPanel(m_opened->window.tasks());
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->model().rowCount(), 1, kPatienceMs);
    m_tasks->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->model().operation(0).sign, models::Sign::Late, kPatienceMs);
    QVERIFY2(
        m_tasks->model().operation(0).progress.startsWith(QLatin1String("a response arrived ")),
        qPrintable(m_tasks->model().operation(0).progress));
    QVERIFY(tools.resultPane().note().sentence().startsWith(QLatin1String("A response arrived ")));
    QCOMPARE(m_opened->window.tools().currentCall()->state(), session::ToolCall::State::Cancelled);
    const auto shown = [this] {
        widgets::TracePanel &trace = m_opened->window.trace();
        return trace.view()
            .currentIndex()
            .data(models::TraceModel::RecordRole)
            .value<trace::Record>();
    };
    m_tasks->showLateResponse();
    QCOMPARE(shown().state, trace::State::Late);
    m_opened->window.trace().view().setCurrentIndex({});
    Q_EMIT tools.resultPane().lateResponseRequested(m_tasks->model().operation(0).answeredNs);
    QCOMPARE(shown().state, trace::State::Late);
}

void TstTasksPanel::showsATaskOfTheHandshakeEra()
{
    connectDemo(config::EraMode::Legacy);
    call(QStringLiteral("write_report"), R"({"steps":2,"delay_ms":10})");
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().callPane().canSend(), kPatienceMs);
    m_opened->window.tools().callAsTask();
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->model().rowCount(), 1, kPatienceMs);
    m_tasks->table().setCurrentIndex(m_tasks->model().index(0, 0));
    QTRY_VERIFY_WITH_TIMEOUT(m_tasks->result().document() != nullptr, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->count(), 0, kPatienceMs);
    QVERIFY(m_tasks->history().model()->rowCount() >= 1);
    m_tasks->forget();
    QCOMPARE(m_tasks->model().rowCount(), 0);
}

void TstTasksPanel::respondsToATaskInAReview_data()
{
    QTest::addColumn<bool>("modern");
    QTest::newRow("2025-11-25, a request that names the task") << false;
    QTest::newRow("the extension, tasks/update") << true;
}

void TstTasksPanel::respondsToATaskInAReview()
{
    QFETCH(const bool, modern);
    connectDemo(modern ? config::EraMode::Modern : config::EraMode::Legacy);
    call(QStringLiteral("write_report"), R"({"steps":2,"delay_ms":10,"ask":true})");
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().callPane().canSend(), kPatienceMs);
    if (modern)
        m_opened->window.tools().callPane().send();
    else
        m_opened->window.tools().callAsTask();
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->model().rowCount(), 1, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->inputs().model()->rowCount(), 1, kPatienceMs);
    QCOMPARE(m_tasks->count(), 1);
    m_tasks->review();
    auto *review = qobject_cast<widgets::ReviewPanel *>(m_opened->window.tabs().currentWidget());
    QVERIFY(review != nullptr);
    QVERIFY2(review->ask().task.starts_with("report-"), review->ask().task.c_str());
    // The form as it opens stands there.
    QVERIFY(review->wholeResponse().view().find("everybody") != std::string_view::npos);
    auto *page = qobject_cast<widgets::ElicitationPage *>(review->page());
    QVERIFY(page != nullptr);
    page->json().setBytes(Bytes::copyOf(R"({"reader":"Ada"})"));
    QTRY_VERIFY(review->problems().empty());
    review->send();
    QVERIFY(review->isClosed());
    m_opened->window.showPanel(m_opened->window.tasks());
    QTRY_VERIFY_WITH_TIMEOUT(m_tasks->result().document() != nullptr, kPatienceMs);
    QVERIFY(m_tasks->result().document()->text().find("for Ada") != std::string_view::npos);
    QCOMPARE(m_tasks->inputs().model()->rowCount(), 1); // with what it got
}

// Both rows that say so, and what was sent, stand in the trace with the mark.
void TstTasksPanel::respondsToATaskByARule()
{
    connectDemo(config::EraMode::Modern,
        R"([{"when":"target == \"write_report\"","answer":{"action":"accept",)"
        R"("content":{"reader":"the rule"}}}])");
    call(QStringLiteral("write_report"), R"({"steps":2,"delay_ms":10,"ask":true})");
    m_opened->window.tools().callPane().send();
    QTRY_VERIFY_WITH_TIMEOUT(m_tasks->result().document() != nullptr, kPatienceMs);
    QVERIFY(m_tasks->result().document()->text().find("for the rule") != std::string_view::npos);
    QVERIFY(m_tasks->inputs().model()->index(0, 2).data().toString().startsWith("rule 1"));
    models::TraceModel &trace = m_opened->window.trace().document().model();
    trace.drainNow();
    QStringList marked;
    for (int row = 0; row < trace.rowCount(); ++row) {
        const QModelIndex status = trace.index(row, models::TraceModel::StatusColumn);
        if (status.data(models::SignRole).toInt() == int(models::Sign::Auto))
            marked << trace.index(row, models::TraceModel::MethodColumn).data().toString();
    }
    const auto targets = [&trace](const QString &server) {
        return models::ruleWords(trace, server).value(trace::FilterField::Target);
    };
    QVERIFY(targets(m_opened->workspace.current()).contains(QStringLiteral("write_report")));
    QVERIFY(targets(QStringLiteral("another")).isEmpty());
    QCOMPARE(marked,
        QStringList({QStringLiteral("automatic response"), QStringLiteral("tasks/update")}));
}

void TstTasksPanel::followsToAServerThatIsNotConnected()
{
    connectDemo(config::EraMode::Legacy);
    call(QStringLiteral("write_report"), R"({"steps":2,"delay_ms":10})");
    m_opened->window.showPanel(m_opened->window.tools()); // whose action it is
    QTRY_VERIFY_WITH_TIMEOUT(
        m_opened->window.findChild<QAction *>(QStringLiteral("callAsTask"))->isEnabled(),
        kPatienceMs);
    m_opened->workspace.setCurrent(
        m_opened->workspace.addForThisRun(demo(QStringLiteral("another"))));
    QVERIFY(!m_opened->window.findChild<QAction *>(QStringLiteral("callAsTask"))->isEnabled());
    QVERIFY(m_tasks->emptyState().accessibleDescription().contains("another is not connected"));
}

QTEST_MAIN(TstTasksPanel)
#include "tst_taskspanel.moc"
