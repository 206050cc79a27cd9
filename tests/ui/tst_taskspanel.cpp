// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/actions.h"
#include "app/panels.h"
#include "content/emptystate.h"
#include "content/inlinemessage.h"
#include "content/jsoneditor.h"
#include "content/jsontreeview.h"
#include "content/sondestyle.h"
#include "models/tracemodel.h"
#include "support/openedwindow.h"
#include "widgets/callpane.h"
#include "widgets/plaintable.h"
#include "widgets/resultpane.h"
#include "widgets/taskspanel.h"
#include "widgets/toolcall.h"
#include "widgets/toolspanel.h"
#include "widgets/tracepanel.h"
#include "widgets/traceview.h"

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
    void saysThatAnAnswerCameLate();
    void showsATaskOfTheHandshakeEra();
    void answersATaskOfTheExtension();
    void followsToAServerThatIsNotConnected();

private:
    void connectDemo(config::EraMode era);
    void call(const QString &tool, const char *arguments);

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
    widgets::TasksPanel *m_tasks = nullptr;
};

void TstTasksPanel::initTestCase()
{
    content::installLook(*qApp);
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

void TstTasksPanel::connectDemo(config::EraMode era)
{
    config::Profile server = demo();
    server.era = era;
    server.offers.extensions = R"({"io.modelcontextprotocol/tasks":{}})";
    m_opened->connectTo(server);
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().count() > 0, kPatienceMs);
    m_opened->window.actions().tasks->trigger();
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
    QVERIFY(m_tasks->emptyState().accessibleDescription().contains("Nothing runs"));
}

void TstTasksPanel::listsARunningCallAndCancelsIt()
{
    connectDemo(config::EraMode::Legacy);
    m_opened->window.tools().callPane().setWantProgress(true);
    call(QStringLiteral("slow_count"), R"({"n":100000,"delay_ms":20})");
    m_opened->window.tools().callPane().call();
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->model().rowCount(), 1, kPatienceMs);
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
    QCOMPARE(m_opened->window.tools().currentCall()->state(), widgets::ToolCall::State::Cancelled);
    m_tasks->forget();
    QCOMPARE(m_tasks->model().rowCount(), 0);
}

// With the call, under Tasks and beside it, and in the trace.
void TstTasksPanel::saysThatAnAnswerCameLate()
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
    tools.callPane().call();
    m_opened->window.actions().tasks->trigger();
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->model().rowCount(), 1, kPatienceMs);
    m_tasks->cancel();
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->model().operation(0).sign, models::Sign::Late, kPatienceMs);
    QVERIFY2(m_tasks->model().operation(0).progress.startsWith(QLatin1String("an answer came ")),
        qPrintable(m_tasks->model().operation(0).progress));
    QVERIFY(tools.resultPane().problem().sentence().startsWith(QLatin1String("An answer came ")));
    QCOMPARE(m_opened->window.tools().currentCall()->state(), widgets::ToolCall::State::Cancelled);
    const auto shown = [this] {
        widgets::TracePanel &trace = m_opened->window.trace();
        return trace.view()
            .currentIndex()
            .data(models::TraceModel::RecordRole)
            .value<trace::Record>();
    };
    m_tasks->showLateAnswer();
    QCOMPARE(shown().state, trace::State::Late);
    m_opened->window.trace().view().setCurrentIndex({});
    Q_EMIT tools.resultPane().lateAnswerWanted(m_tasks->model().operation(0).answeredNs);
    QCOMPARE(shown().state, trace::State::Late);
}

void TstTasksPanel::showsATaskOfTheHandshakeEra()
{
    connectDemo(config::EraMode::Legacy);
    call(QStringLiteral("write_report"), R"({"steps":2,"delay_ms":10})");
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().callPane().canCall(), kPatienceMs);
    m_opened->window.tools().callAsTask();
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->model().rowCount(), 1, kPatienceMs);
    m_tasks->table().setCurrentIndex(m_tasks->model().index(0, 0));
    QTRY_VERIFY_WITH_TIMEOUT(m_tasks->result().document() != nullptr, kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->count(), 0, kPatienceMs);
    QVERIFY(m_tasks->history().model()->rowCount() >= 1);
    m_tasks->forget();
    QCOMPARE(m_tasks->model().rowCount(), 0);
}

void TstTasksPanel::answersATaskOfTheExtension()
{
    connectDemo(config::EraMode::Modern);
    call(QStringLiteral("write_report"), R"({"steps":2,"delay_ms":10,"ask":true})");
    m_opened->window.tools().callPane().call();
    QTRY_COMPARE_WITH_TIMEOUT(m_tasks->model().rowCount(), 1, kPatienceMs);
    // The form as it opens stands there.
    QTRY_VERIFY_WITH_TIMEOUT(
        m_tasks->inputs().bytes().view().find("everybody") != std::string_view::npos, kPatienceMs);
    QCOMPARE(m_tasks->count(), 1);
    m_tasks->inputs().setBytes(
        Bytes::copyOf(R"({"reader":{"action":"accept","content":{"reader":"Ada"}}})"));
    m_tasks->sendInputs();
    QTRY_VERIFY_WITH_TIMEOUT(m_tasks->result().document() != nullptr, kPatienceMs);
    QVERIFY(m_tasks->result().document()->text().find("for Ada") != std::string_view::npos);
}

void TstTasksPanel::followsToAServerThatIsNotConnected()
{
    connectDemo(config::EraMode::Legacy);
    call(QStringLiteral("write_report"), R"({"steps":2,"delay_ms":10})");
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.actions().callAsTask->isEnabled(), kPatienceMs);
    m_opened->workspace.setCurrent(
        m_opened->workspace.addForThisRun(demo(QStringLiteral("another"))));
    QVERIFY(!m_opened->window.actions().callAsTask->isEnabled());
    QVERIFY(m_tasks->emptyState().accessibleDescription().contains("another is not connected"));
}

QTEST_MAIN(TstTasksPanel)
#include "tst_taskspanel.moc"
