// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "content/json/jsontreeview.h"
#include "look/controls/emptystate.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "session/call/toolcall.h"
#include "support/openedwindow.h"
#include "support/toolserver.h"
#include "widgets/activity/loglevelbox.h"
#include "widgets/activity/logspanel.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/request/resultpane.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/messageside.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::tests;
using models::LogModel;

class TstLogsPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup();
    void saysWhatWouldFillIt();
    void showsWhatTheServerLogs();
    void asksForALevelWithAMessage();
    void asksForTheLevelAgainOfANewConnection();
    void asksForALevelWithEachRequest();
    void filtersAndClears();
    void leadsToTheTrace();
    void showsTheLogOfACall();
    void followsTheNewest();
    void showsTheStderrOfARunningServer();

private:
    void connectDemo(config::EraMode era = config::EraMode::Legacy);
    void callTool(const QString &tool, const char *arguments);
    void chooseLevel(const QString &level);
    QString emptyReason() const { return m_logs->emptyState().accessibleDescription(); }
    bool wasSent(const QByteArray &part) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
    widgets::LogsPanel *m_logs = nullptr;
};

void TstLogsPanel::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY2(!app::demoServer().isEmpty(), "sonde-demo-server is not built");
}

void TstLogsPanel::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_opened = std::make_unique<Opened>(m_folder->path());
    m_logs = &m_opened->window.logs();
}

void TstLogsPanel::cleanup()
{
    m_opened.reset();
    m_folder.reset();
}

void TstLogsPanel::connectDemo(config::EraMode era)
{
    config::Profile server = demo();
    server.era = era;
    m_opened->connectTo(server);
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().count() > 0, kPatienceMs);
    m_opened->window.showPanel(m_opened->window.logs());
    QCOMPARE(m_opened->window.tabs().currentWidget(), m_logs);
}

void TstLogsPanel::callTool(const QString &tool, const char *arguments)
{
    widgets::ToolsPanel &tools = m_opened->window.tools();
    tools.chooseTool(tool);
    tools.callPane().editor().setBytes(Bytes::copyOf(arguments));
    tools.callPane().send();
    QTRY_VERIFY_WITH_TIMEOUT(!tools.currentCall()->isPending(), kPatienceMs);
}

void TstLogsPanel::chooseLevel(const QString &level)
{
    QComboBox &box = m_logs->levelBox().box();
    box.setCurrentIndex(box.findData(level));
    Q_EMIT box.activated(box.currentIndex());
}

bool TstLogsPanel::wasSent(const QByteArray &part) const
{
    models::TraceModel &model = m_opened->window.trace().document().model();
    model.drainNow();
    for (int row = model.rowCount() - 1; row >= 0; --row) {
        const trace::Record &record = model.record(row);
        const auto bytes = record.channel == rpc::Channel::Sent ? model.store().read(record)
                                                                : Result<Bytes>(Bytes());
        if (bytes && bytes->toByteArray().contains(part))
            return true;
    }
    return false;
}

void TstLogsPanel::saysWhatWouldFillIt()
{
    QVERIFY(m_logs->emptyState().isVisibleTo(m_logs));
    QVERIFY(!emptyReason().isEmpty());
    connectDemo();
    QVERIFY2(emptyReason().contains("no log messages yet"), qPrintable(emptyReason()));
    QVERIFY(m_logs->levelBox().box().isEnabled());
    m_logs->leastLevel().setCurrentIndex(3);
    QTRY_VERIFY2(
        emptyReason().contains("No message matches the filter"), qPrintable(emptyReason()));
    m_logs->showAll();
    QCOMPARE(m_logs->leastLevel().currentIndex(), 0);
    m_opened->workspace.stop(QStringLiteral("demo"));
    QTRY_VERIFY_WITH_TIMEOUT(emptyReason().contains("not connected"), kPatienceMs);
    QVERIFY(!m_logs->levelBox().box().isEnabled());
}

void TstLogsPanel::showsWhatTheServerLogs()
{
    connectDemo();
    callTool(QStringLiteral("log_something"), R"({"level":"error","message":"no paper"})");
    QTRY_COMPARE(m_logs->model().rowCount(), 1);
    QCOMPARE(m_logs->logger().count(), 2);
    QCOMPARE(m_logs->logger().itemText(1), QStringLiteral("demo"));
    m_logs->table().setCurrentIndex(m_logs->model().index(0, 0));
    const auto *tree = m_logs->detail().tree();
    QVERIFY(tree->document() != nullptr);
    // What was said, not the message around it.
    const QModelIndex said = tree->model()->index(0, 0);
    QCOMPARE(tree->model()->rowCount(said), 2);
    QVERIFY(tree->model()->index(0, 0, said).data().toString().contains("message"));
    // Another filter leaves it chosen while it fits, and then no longer.
    m_logs->leastLevel().setCurrentIndex(4);
    QTRY_VERIFY(m_logs->model().isComplete() && m_logs->table().currentIndex().isValid());
    m_logs->leastLevel().setCurrentIndex(6);
    QTRY_VERIFY(m_logs->detail().document() == nullptr);
}

void TstLogsPanel::asksForALevelWithAMessage()
{
    connectDemo();
    chooseLevel(QStringLiteral("error"));
    QTRY_COMPARE_WITH_TIMEOUT(m_logs->levelBox().level(), QStringLiteral("error"), kPatienceMs);
    QVERIFY(wasSent(R"("method":"logging/setLevel","params":{"level":"error"})"));
    callTool(QStringLiteral("log_something"), "{}");
    QTRY_COMPARE(m_logs->model().rowCount(), 4); // error to emergency
}

void TstLogsPanel::asksForTheLevelAgainOfANewConnection()
{
    connectDemo();
    chooseLevel(QStringLiteral("alert"));
    QTRY_COMPARE_WITH_TIMEOUT(m_logs->levelBox().level(), QStringLiteral("alert"), kPatienceMs);
    const auto asked = [this] {
        int count = 0;
        models::TraceModel &model = m_opened->window.trace().document().model();
        model.drainNow();
        for (int row = 0; row < model.rowCount(); ++row) {
            const trace::Record &record = model.record(row);
            count += record.kind == rpc::Kind::Request
                && model.store().string(record.method) == QLatin1String("logging/setLevel");
        }
        return count;
    };
    QCOMPARE(asked(), 1);
    m_opened->workspace.restart(QStringLiteral("demo"));
    QTRY_COMPARE_WITH_TIMEOUT(asked(), 2, kPatienceMs);
}

void TstLogsPanel::asksForALevelWithEachRequest()
{
    connectDemo(config::EraMode::Modern);
    QVERIFY2(emptyReason().contains("Choose a level"), qPrintable(emptyReason()));
    callTool(QStringLiteral("log_something"), "{}");
    QCOMPARE(m_logs->model().rowCount(), 0);
    QVERIFY(!wasSent("io.modelcontextprotocol/logLevel"));
    chooseLevel(QStringLiteral("critical"));
    QVERIFY2(!emptyReason().contains("Choose a level"), qPrintable(emptyReason()));
    callTool(QStringLiteral("log_something"), "{}");
    QTRY_COMPARE(m_logs->model().rowCount(), 3);
    QVERIFY(wasSent(R"("io.modelcontextprotocol/logLevel":"critical")"));
    QVERIFY(!wasSent("logging/setLevel"));
    chooseLevel({});
    callTool(QStringLiteral("log_something"), "{}");
    QCOMPARE(m_logs->model().rowCount(), 3);
}

void TstLogsPanel::filtersAndClears()
{
    connectDemo();
    callTool(QStringLiteral("log_something"), R"({"level":"error","message":"no paper"})");
    callTool(QStringLiteral("log_something"), R"({"level":"warning","message":"little paper"})");
    QTRY_COMPARE(m_logs->model().rowCount(), 2);
    m_logs->leastLevel().setCurrentIndex(4);
    QTRY_COMPARE(m_logs->model().rowCount(), 1);
    m_logs->leastLevel().setCurrentIndex(0);
    m_logs->text().setText(QStringLiteral("little"));
    QTRY_COMPARE(m_logs->model().rowCount(), 1);
    m_logs->showAll();
    QTRY_COMPARE(m_logs->model().rowCount(), 2);
    m_logs->clearList();
    QTRY_COMPARE(m_logs->model().rowCount(), 0);
    callTool(QStringLiteral("log_something"), R"({"level":"error"})");
    QTRY_COMPARE(m_logs->model().rowCount(), 1);
}

void TstLogsPanel::leadsToTheTrace()
{
    connectDemo();
    callTool(QStringLiteral("log_something"), R"({"level":"error"})");
    QTRY_COMPARE(m_logs->model().rowCount(), 1);
    m_logs->table().setCurrentIndex(m_logs->model().index(0, 0));
    m_logs->showInTrace();
    QCOMPARE(m_opened->window.trace().currentNumber(), m_logs->model().number(0));
}

void TstLogsPanel::showsTheLogOfACall()
{
    connectDemo();
    callTool(QStringLiteral("log_something"), R"({"level":"error"})");
    m_opened->window.tools().callPane().setWantProgress(true);
    callTool(QStringLiteral("slow_count"), R"({"n":2,"delay_ms":0})");
    Q_EMIT m_opened->window.tools().resultPane().logRequested();
    QCOMPARE(m_opened->window.tabs().currentWidget(), m_logs);
    QTRY_VERIFY(m_logs->model().isComplete());
    QTRY_COMPARE(m_logs->model().rowCount(), 2);
    QVERIFY(m_logs->scopeNote().isVisibleTo(m_logs));
    QVERIFY(m_logs->scopeNote().sentence().contains("slow_count"));
    QCOMPARE(m_logs->model().index(1, LogModel::LevelColumn).data().toString(),
        QStringLiteral("progress"));
    m_logs->showAll();
    QVERIFY(!m_logs->scopeNote().isVisibleTo(m_logs));
    QTRY_COMPARE(m_logs->model().rowCount(), 1);
}

void TstLogsPanel::followsTheNewest()
{
    connectDemo();
    callTool(QStringLiteral("flood"), R"({"n":500,"size":10})");
    QTRY_COMPARE(m_logs->model().rowCount(), 500);
    m_opened->window.showPanel(m_opened->window.logs());
    m_logs->setFollowing(true);
    QTRY_VERIFY(m_logs->table().rowAt(m_logs->table().viewport()->height() / 2) > 400);
    m_logs->table().scrollToTop();
    QVERIFY(!m_logs->isFollowing());
}

// Of a server that does not declare logging.
void TstLogsPanel::showsTheStderrOfARunningServer()
{
    config::Profile server = toolServer(
        QStringLiteral("quiet"), QStringLiteral(R"({"name":"t","inputSchema":{"type":"object"}})"));
    server.arguments[1].prepend(QStringLiteral("echo 'cache miss' >&2; echo 'ready' >&2\n"));
    m_opened->connectTo(server);
    QTRY_VERIFY_WITH_TIMEOUT(m_opened->window.tools().count() > 0, kPatienceMs);
    m_opened->window.showPanel(*m_logs);
    QTRY_COMPARE_WITH_TIMEOUT(m_logs->model().rowCount(), 2, kPatienceMs);
    QVERIFY(m_logs->table().isVisible());
    m_logs->table().setCurrentIndex(m_logs->model().index(0, 0));
    QVERIFY(m_logs->detail().document() == nullptr);
    QCOMPARE(m_logs->detail().bytes().view(), std::string_view("cache miss"));
    m_logs->showInTrace();
    QCOMPARE(m_opened->window.trace().currentNumber(), m_logs->model().number(0));
    // Each source has its filter; levels are those of messages.
    m_logs->source().setCurrentIndex(int(models::LogSource::Messages));
    QTRY_COMPARE(m_logs->model().rowCount(), 0);
    QVERIFY2(emptyReason().contains("No message matches"), qPrintable(emptyReason()));
    m_logs->source().setCurrentIndex(int(models::LogSource::Stderr));
    QTRY_COMPARE(m_logs->model().rowCount(), 2);
    QVERIFY(!m_logs->leastLevel().isEnabled());
    m_logs->text().setText(QStringLiteral("ready"));
    QTRY_COMPARE(m_logs->model().rowCount(), 1);
    m_logs->showAll();
    QTRY_COMPARE(m_logs->model().rowCount(), 2);
    QCOMPARE(m_logs->source().currentIndex(), 0);
    QVERIFY(m_logs->leastLevel().isEnabled());
}

QTEST_MAIN(TstLogsPanel)
#include "tst_logspanel.moc"
