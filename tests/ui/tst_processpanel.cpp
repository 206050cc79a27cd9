// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panels.h"
#include "models/process/processtext.h"
#include "models/process/processtreemodel.h"
#include "models/timeaxis/timelanes.h"
#include "session/process/processsampler.h"
#include "support/openedwindow.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/process/exithistory.h"
#include "widgets/process/processchart.h"
#include "widgets/process/processdetails.h"
#include "widgets/process/processpanel.h"
#include "widgets/process/processtree.h"
#include "widgets/process/signalmenu.h"
#include "widgets/process/threadspage.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>

using namespace sonde;
using namespace sonde::tests;

namespace {

const QString kFirst = QStringLiteral("first");
const QString kSecond = QStringLiteral("second");
constexpr auto kHidden = "sk-do-not-show-me";

} // namespace

// What the window shows of the processes of its servers, and what can be done with them.
class TestProcessPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void saysWhatIsMissing();
    void isNotOfferedForAServerWithAUrl();
    void showsTheSelectedServer();
    void keepsSamplesOfAFewServers();
    void aSignalGoesToTheSelectedServer();
    void readsNothingWhileItIsHidden();
    void aRestartKeepsWhatWasSeen();
    void pausesAndResumes();
    void keepsSecretsOutOfEverything();
    void saysWhatItIsDoing();
    void aCallStandsAboveItsMemory();
    void isUsableWithTheKeyboard();

private:
    widgets::ProcessPanel &panel() const { return m_opened->window.process(); }
    void show() const { m_opened->window.showPanel(panel()); }
    bool connectTo(const config::Profile &server) const;
    mcp::Client &client(const QString &name) const { return *m_opened->workspace.client(name); }
    // Until the processes of that server are shown.
    bool isShown(const QString &name) const;
    trace::Number callATool() const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TestProcessPanel::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_opened = std::make_unique<Opened>(m_folder->path());
    new QAbstractItemModelTester(&panel().tree().processes(), &panel().tree().processes());
}

void TestProcessPanel::cleanup()
{
    m_opened.reset();
}

bool TestProcessPanel::connectTo(const config::Profile &server) const
{
    m_opened->connectTo(server);
    return QTest::qWaitFor(
        [&] { return m_opened->state(server.name) == mcp::ClientState::Ready; }, kPatienceMs);
}

bool TestProcessPanel::isShown(const QString &name) const
{
    const qint64 pid = client(name).startReport().pid;
    return QTest::qWaitFor(
        [&] {
            const auto *sampler = panel().sampler();
            return sampler && !sampler->newest().processes.empty() && sampler->top().pid == pid
                && panel().tree().current().pid != 0;
        },
        kPatienceMs);
}

trace::Number TestProcessPanel::callATool() const
{
    mcp::Client &server = client(m_opened->workspace.current());
    bool isDone = false;
    server.callTool(QStringLiteral("echo"), Bytes::copyOf(R"({"text":"x"})"), {}, &server,
        [&isDone](const auto &) { isDone = true; });
    if (!QTest::qWaitFor([&] { return isDone; }, kPatienceMs))
        return 0;
    models::TraceModel &trace = m_opened->window.trace().document().model();
    trace.drainNow();
    for (int row = trace.rowCount() - 1; row >= 0; --row) {
        if (trace.record(row).kind == rpc::Kind::Request
            && trace.store().string(trace.record(row).method) == u"tools/call")
            return trace.number(row);
    }
    return 0;
}

void TestProcessPanel::saysWhatIsMissing()
{
    show();
    QVERIFY(panel().isEmpty());
    QVERIFY(panel().isForServers());
    QCOMPARE(panel().summary(), QStringLiteral("The server is not running."));
    QVERIFY(connectTo(demo(kFirst)));
    QVERIFY(isShown(kFirst));
    QVERIFY(!panel().isEmpty());
    QVERIFY(panel().summary().startsWith(u"1 process · running "));
}

void TestProcessPanel::isNotOfferedForAServerWithAUrl()
{
    config::Profile remote;
    remote.name = QStringLiteral("remote");
    remote.reachByUrl().url = QStringLiteral("http://127.0.0.1:9/mcp");
    app::Panels &tabs = m_opened->window.tabs();
    QVERIFY(tabs.isTabVisible(tabs.indexOf(&panel())));
    m_opened->workspace.setCurrent(m_opened->workspace.addForThisRun(remote));
    QVERIFY(!tabs.isTabVisible(tabs.indexOf(&panel())));
    m_opened->workspace.setCurrent(m_opened->workspace.addForThisRun(demo(kFirst)));
    QVERIFY(tabs.isTabVisible(tabs.indexOf(&panel())));
}

void TestProcessPanel::showsTheSelectedServer()
{
    show();
    QVERIFY(connectTo(demo(kFirst)));
    QVERIFY(isShown(kFirst));
    QVERIFY(connectTo(demo(kSecond))); // which is selected then
    QVERIFY(isShown(kSecond));
    const session::ProcessSampler *second = panel().sampler();
    QVERIFY(panel().tree().current().pid != client(kFirst).startReport().pid);
    QCOMPARE(panel().tree().processes().rowCount(), 1);
    m_opened->workspace.setCurrent(kFirst);
    QVERIFY(isShown(kFirst));
    QVERIFY(panel().sampler() != second);
    // The other one is not watched meanwhile.
    const std::uint64_t reads = second->reads();
    QVERIFY(QTest::qWaitFor([&] { return panel().sampler()->reads() > 3; }, kPatienceMs));
    QCOMPARE(second->reads(), reads);
}

void TestProcessPanel::keepsSamplesOfAFewServers()
{
    show();
    for (std::size_t i = 0; i < widgets::ProcessPanel::kMaxServers; ++i)
        m_opened->workspace.setCurrent(
            m_opened->workspace.addForThisRun(demo(QStringLiteral("s%1").arg(i))));
    QCOMPARE(panel().keptServers(), widgets::ProcessPanel::kMaxServers);
    QVERIFY(connectTo(demo(kFirst)));
    QVERIFY(isShown(kFirst));
    QVERIFY(panel().keptServers() < widgets::ProcessPanel::kMaxServers);
}

void TestProcessPanel::aSignalGoesToTheSelectedServer()
{
    show();
    QVERIFY(connectTo(demo(kFirst)));
    QVERIFY(connectTo(demo(kSecond)));
    QVERIFY(isShown(kSecond));
    m_opened->workspace.setCurrent(kFirst);
    QVERIFY(isShown(kFirst));
    const qint64 pid = client(kFirst).startReport().pid;
    QSignalSpy sent(&panel(), &widgets::Panel::succeeded);
    panel().signalMenu().actionOf(SIGKILL)->trigger();
    QCOMPARE(sent.count(), 1);
    QCOMPARE(
        sent.front().front().toString(), QStringLiteral("Sent SIGKILL to process %1.").arg(pid));
    QVERIFY(QTest::qWaitFor(
        [&] { return m_opened->state(kFirst) == mcp::ClientState::Failed; }, kPatienceMs));
    QCOMPARE(m_opened->state(kSecond), mcp::ClientState::Ready);
    QCOMPARE(panel().summary(), QStringLiteral("The server is not running."));
    QVERIFY(!panel().signalMenu().actionOf(SIGTERM)->isEnabled());
    // It is in the history of that server only.
    const auto &exits = panel().details().exits();
    show(); // the overview explains the failure, and is in front
    QVERIFY(QTest::qWaitFor([&] { return exits.count() == 1; }, kPatienceMs));
    const QAbstractItemModel *rows = exits.table().model();
    QCOMPARE(rows->index(0, 1).data().toString(), QString::number(pid));
    QCOMPARE(rows->index(0, 2).data().toString(), QStringLiteral("killed by SIGKILL"));
    m_opened->workspace.setCurrent(kSecond);
    QVERIFY(isShown(kSecond));
    QCOMPARE(exits.count(), 0);
}

void TestProcessPanel::readsNothingWhileItIsHidden()
{
    QVERIFY(connectTo(demo(kFirst)));
    session::ProcessSampler *sampler = panel().sampler();
    QVERIFY(sampler);
    QCOMPARE(sampler->reads(), 0U); // the panel was never seen
    show();
    QVERIFY(isShown(kFirst));
    QVERIFY(sampler->reads() > 0);
    m_opened->window.showPanel(m_opened->window.overview());
    const std::uint64_t reads = sampler->reads();
    sampler->sampleNow();
    QVERIFY(callATool() != 0);
    QCOMPARE(sampler->reads(), reads);
    show();
    QVERIFY(isShown(kFirst));
    QVERIFY(sampler->reads() > reads);
}

void TestProcessPanel::aRestartKeepsWhatWasSeen()
{
    show();
    QVERIFY(connectTo(demo(kFirst)));
    QVERIFY(isShown(kFirst));
    const qint64 before = client(kFirst).startReport().pid;
    const std::int64_t begin = panel().sampler()->history().points().front().steadyNs;
    m_opened->workspace.restart(kFirst);
    QVERIFY(QTest::qWaitFor(
        [&] {
            return m_opened->state(kFirst) == mcp::ClientState::Ready
                && client(kFirst).startReport().pid != before;
        },
        kPatienceMs));
    QVERIFY(isShown(kFirst));
    QCOMPARE(panel().sampler()->history().points().front().steadyNs, begin);
    QVERIFY(QTest::qWaitFor([&] { return panel().details().exits().count() == 1; }, kPatienceMs));
}

void TestProcessPanel::pausesAndResumes()
{
    show();
    QVERIFY(connectTo(demo(kFirst)));
    QVERIFY(isShown(kFirst));
    const widgets::SignalMenu &menu = panel().signalMenu();
    QVERIFY(!menu.actionOf(SIGCONT)->isEnabled());
    QVERIFY(menu.actions().last() == menu.actionOf(SIGKILL));
    QVERIFY(!menu.actionOf(SIGKILL)->icon().isNull());
    menu.actionOf(SIGSTOP)->trigger();
    QVERIFY(QTest::qWaitFor([&] { return menu.actionOf(SIGCONT)->isEnabled(); }, kPatienceMs));
    QVERIFY(!menu.actionOf(SIGSTOP)->isEnabled());
    QVERIFY(panel().details().threads().sentence().startsWith(u"The process is paused."));
    menu.actionOf(SIGCONT)->trigger();
    QVERIFY(QTest::qWaitFor([&] { return menu.actionOf(SIGSTOP)->isEnabled(); }, kPatienceMs));
}

void TestProcessPanel::keepsSecretsOutOfEverything()
{
    config::Profile server = demo(kFirst);
    server.environment = {{QStringLiteral("MY_API_KEY"), Secret(QLatin1String(kHidden))},
        {QStringLiteral("PLAIN"), Secret(QStringLiteral("shown"))},
        {QStringLiteral("MARKED"), Secret(QLatin1String(kHidden))}};
    server.secretVariables = {QStringLiteral("MARKED")};
    show();
    QVERIFY(connectTo(server));
    QVERIFY(isShown(kFirst));
    widgets::PlainTable &table = panel().details().environment();
    QAbstractItemModel *model = table.model();
    QVERIFY(model->rowCount() >= 3);
    bool hasPlain = false;
    int redacted = 0;
    for (int row = 0; row < model->rowCount(); ++row) {
        for (int column = 0; column < model->columnCount(); ++column) {
            const QMap<int, QVariant> roles = model->itemData(model->index(row, column));
            for (const QVariant &value : roles)
                QVERIFY(!value.toString().contains(QLatin1String(kHidden)));
        }
        const QString value = model->index(row, 1).data().toString();
        hasPlain = hasPlain || value == u"shown";
        redacted += value == u"(hidden, 17 characters)" ? 1 : 0;
    }
    QVERIFY(hasPlain);
    QCOMPARE(redacted, 2);
    panel().details().setCurrentWidget(table.parentWidget());
    table.selectAll();
    QTest::keyClick(&table, Qt::Key_C, Qt::ControlModifier);
    QVERIFY(QApplication::clipboard()->text().contains(u"MY_API_KEY"));
    QVERIFY(!QApplication::clipboard()->text().contains(QLatin1String(kHidden)));
}

void TestProcessPanel::saysWhatItIsDoing()
{
    show();
    QVERIFY(connectTo(demo(kFirst)));
    QVERIFY(isShown(kFirst));
    widgets::ProcessDetails &details = panel().details();
    details.setCurrentIndex(details.count() - 1);
    auto *button = panel().findChild<QPushButton *>(QStringLiteral("whatIsItDoing"));
    QVERIFY(button);
    button->click();
    QCOMPARE(details.currentWidget(), &details.threads());
    QVERIFY(details.threads().sentence().startsWith(u"The main thread "));
    QVERIFY(details.threads().table().model()->rowCount() > 0);
    const QString pid = QString::number(panel().tree().current().pid);
    const QList<QAction *> commands = details.threads().commands().menu()->actions();
    QVERIFY(!commands.isEmpty());
    commands.front()->trigger();
    QCOMPARE(QApplication::clipboard()->text(), QString(QStringLiteral("gdb -p ") % pid));
    // The menu leads there from any other panel.
    m_opened->window.showPanel(m_opened->window.overview());
    auto *action = m_opened->window.findChild<QAction *>(QStringLiteral("showDoing"));
    QVERIFY(action && action->isEnabled());
    details.setCurrentIndex(details.count() - 1);
    action->trigger();
    QVERIFY(panel().isVisible());
    QCOMPARE(details.currentWidget(), &details.threads());
    QVERIFY(isShown(kFirst));
    // So does a call that is pending.
    m_opened->window.showPanel(m_opened->window.tools());
    details.setCurrentIndex(details.count() - 1);
    Q_EMIT m_opened->window.tools().doingRequested();
    QVERIFY(panel().isVisible());
    QCOMPARE(details.currentWidget(), &details.threads());
    QVERIFY(isShown(kFirst));
    // Its stdin is the pipe from Sonde.
    const QAbstractItemModel *files = details.files().model();
    QCOMPARE(files->index(0, 0).data().toString(), QStringLiteral("0"));
    QCOMPARE(files->index(0, 2).data().toString(), QStringLiteral("from Sonde · stdin"));
    QVERIFY(details.limits().model()->rowCount() > 5);
}

void TestProcessPanel::aCallStandsAboveItsMemory()
{
    show();
    QVERIFY(connectTo(demo(kFirst)));
    QVERIFY(isShown(kFirst));
    const trace::Number call = callATool();
    QVERIFY(call != 0);
    widgets::ProcessChart &chart = panel().chart();
    QVERIFY(QTest::qWaitFor([&] { return !chart.placeOf(call).isNull(); }, kPatienceMs));
    // Calls of tools are the first lane; the chosen one is described, and continued below.
    QVERIFY(chart.rows().front().lane->title.startsWith(u"tools/call"));
    chart.setCurrent(call);
    QCOMPARE(chart.current(), call);
    QVERIFY(chart.description().startsWith(u"tools/call"));
    QVERIFY(QTest::qWaitFor([&] { return chart.description().contains(u"kept"); }, kPatienceMs));
    QVERIFY(chart.accessibleDescription().contains(chart.description()));
    QVERIFY(!chart.toolTip(chart.placeOf(call).center()).isEmpty());
    // A call of another server is none of this chart.
    QVERIFY(connectTo(demo(kSecond)));
    QVERIFY(isShown(kSecond));
    QCOMPARE(chart.current(), 0U);
    chart.setCurrent(call);
    QCOMPARE(chart.current(), 0U);
}

void TestProcessPanel::isUsableWithTheKeyboard()
{
    show();
    QVERIFY(connectTo(demo(kFirst)));
    QVERIFY(isShown(kFirst));
    const trace::Number call = callATool();
    widgets::ProcessChart &chart = panel().chart();
    QVERIFY(QTest::qWaitFor([&] { return !chart.placeOf(call).isNull(); }, kPatienceMs));
    chart.setFocus();
    QTest::keyClick(&chart, Qt::Key_Right);
    QCOMPARE(chart.current(), call);
    QTest::keyClick(&chart, Qt::Key_Down);
    QVERIFY(chart.current() != call && chart.current() != 0);
    QTest::keyClick(&chart, Qt::Key_Up);
    QCOMPARE(chart.current(), call);
    QTest::keyClick(&chart, Qt::Key_Return);
    QCOMPARE(m_opened->window.trace().currentNumber(), call);
    const auto isWider = [&chart, width = chart.scale().xOf(0)] {
        return chart.scale().xOf(0) != width;
    };
    QTest::keyClick(&chart, Qt::Key_Plus);
    QVERIFY(isWider());
    QTest::keyClick(&chart, Qt::Key_Escape);
    QCOMPARE(chart.current(), 0U);
    for (const QWidget *part : {static_cast<QWidget *>(&panel().tree()),
             static_cast<QWidget *>(&chart), static_cast<QWidget *>(&panel().details().files()),
             static_cast<QWidget *>(&panel().details().environment()),
             static_cast<QWidget *>(&panel().details().limits()),
             static_cast<QWidget *>(&panel().details().threads().table()),
             static_cast<QWidget *>(&panel().details().exits().table())}) {
        QVERIFY(!part->accessibleName().isEmpty());
        QVERIFY(part->focusPolicy() & Qt::TabFocus);
    }
}

QTEST_MAIN(TestProcessPanel)

#include "tst_processpanel.moc"
