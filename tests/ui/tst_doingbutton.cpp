// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panels.h"
#include "content/json/jsoneditor.h"
#include "models/process/processtreemodel.h"
#include "support/openedwindow.h"
#include "widgets/activity/taskspanel.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/kit/button/doingbutton.h"
#include "widgets/process/processdetails.h"
#include "widgets/process/processpanel.h"
#include "widgets/process/processtree.h"
#include "widgets/process/threadspage.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/tools/callpane.h"
#include "widgets/tools/toolspanel.h"

#include <QPushButton>
#include <QScopeGuard>
#include <QTemporaryDir>
#include <QTest>

#include <csignal>
#include <functional>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;
using models::CatalogKind;
using widgets::DoingButton;
using widgets::Panel;

// What the server does while a request is pending, from every place that sends requests.
class TestDoingButton : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void comesBesideEveryPendingRequest_data();
    void comesBesideEveryPendingRequest();
    void comesBesideARunningOperation();
    void beginsAnewForAnotherTool();
    void givesTheFocusToTheNextOne();
    void doesNotComeWithoutAProcess();
    void doesNotComeForTheRequestOfAnotherServer();

private:
    app::MainWindow &window() const { return m_opened->window; }
    bool connectsTo(const QString &name) const;
    qint64 pidOf(const QString &name) const
    {
        return m_opened->workspace.client(name)->startReport().pid;
    }
    Panel &choose(const QString &panel) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

namespace {

const QString kDemoName = u"demo"_s;

bool holds(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, kPatienceMs);
}

// Until the end of the block: it responds to nothing.
auto paused(qint64 pid)
{
    ::kill(pid_t(pid), SIGSTOP);
    return qScopeGuard([pid] { ::kill(pid_t(pid), SIGCONT); });
}

} // namespace

void TestDoingButton::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_opened = std::make_unique<Opened>(m_folder->path());
}

void TestDoingButton::cleanup()
{
    m_opened.reset();
}

bool TestDoingButton::connectsTo(const QString &name) const
{
    m_opened->connectTo(demo(name));
    return holds([&] {
        return m_opened->state(name) == mcp::ClientState::Ready && window().tools().count() > 0
            && window().resources().count() > 0 && window().prompts().count() > 0;
    });
}

// In front, with a request that only has to be sent.
Panel &TestDoingButton::choose(const QString &panel) const
{
    const auto front = [this](Panel &chosen) -> Panel & {
        window().showPanel(chosen);
        return chosen;
    };
    if (panel == u"tools") {
        Panel &tools = front(window().tools());
        window().tools().chooseTool(u"slow_count"_s);
        return tools;
    }
    if (panel == u"resources") {
        Panel &resources = front(window().resources());
        window().resources().choose(CatalogKind::Resource, u"demo://about"_s);
        return resources;
    }
    if (panel == u"prompts") {
        Panel &prompts = front(window().prompts());
        window().prompts().choose(CatalogKind::Prompt, u"greet"_s);
        return prompts;
    }
    window().raw().setRequest(u"ping"_s, {});
    return front(window().raw());
}

void TestDoingButton::comesBesideEveryPendingRequest_data()
{
    QTest::addColumn<QString>("panel");
    QTest::newRow("tools") << u"tools"_s;
    QTest::newRow("resources") << u"resources"_s;
    QTest::newRow("prompts") << u"prompts"_s;
    QTest::newRow("raw") << u"raw"_s;
}

void TestDoingButton::comesBesideEveryPendingRequest()
{
    QFETCH(QString, panel);
    QVERIFY(connectsTo(kDemoName));
    Panel &sender = choose(panel);
    auto *doing = sender.findChild<DoingButton *>();
    QVERIFY(doing);
    QVERIFY(doing->isHidden());
    QVERIFY(!doing->accessibleName().isEmpty());
    QVERIFY(!doing->toolTip().isEmpty());
    QVERIFY(doing->focusPolicy() & Qt::TabFocus);
    const auto silent = paused(pidOf(kDemoName));
    sender.runCommand(Panel::Command::Call);
    QVERIFY(doing->isHidden()); // most requests end before
    QVERIFY(holds([&] { return !doing->isHidden(); }));
    QTest::keyClick(doing, Qt::Key_Space);
    widgets::ProcessPanel &process = window().process();
    QVERIFY(process.isVisible());
    QCOMPARE(process.details().currentWidget(), &process.details().threads());
    QVERIFY(holds([&] {
        return process.details().threads().sentence().startsWith(u"The process is paused."_s);
    }));
    QCOMPARE(qint64(process.tree().current().pid), pidOf(kDemoName));
    window().showPanel(sender);
    sender.runCommand(Panel::Command::Cancel);
    QVERIFY(holds([&] { return !doing->isOffered(); }));
}

void TestDoingButton::comesBesideARunningOperation()
{
    QVERIFY(connectsTo(kDemoName));
    Panel &tools = choose(u"tools"_s);
    const auto silent = paused(pidOf(kDemoName));
    tools.runCommand(Panel::Command::Call);
    widgets::TasksPanel &tasks = window().tasks();
    window().showPanel(tasks);
    auto *doing = tasks.findChild<DoingButton *>();
    QVERIFY(doing);
    QVERIFY(holds([&] { return !doing->isHidden(); }));
    doing->click();
    QVERIFY(window().process().isVisible());
    window().showPanel(tasks);
    tasks.cancel();
    QVERIFY(holds([&] { return !doing->isOffered(); }));
}

// The time of a call is not that of another tool.
void TestDoingButton::beginsAnewForAnotherTool()
{
    QVERIFY(connectsTo(kDemoName));
    Panel &tools = choose(u"tools"_s);
    auto *doing = tools.findChild<DoingButton *>();
    QVERIFY(doing);
    const auto silent = paused(pidOf(kDemoName));
    tools.runCommand(Panel::Command::Call);
    QVERIFY(holds([&] { return !doing->isHidden(); }));
    window().tools().chooseTool(u"echo"_s);
    QVERIFY(!doing->isOffered());
    window().tools().chooseTool(u"slow_count"_s);
    QVERIFY(doing->isOffered());
    QVERIFY(doing->isHidden());
    QVERIFY(holds([&] { return !doing->isHidden(); }));
}

void TestDoingButton::givesTheFocusToTheNextOne()
{
    QVERIFY(connectsTo(kDemoName));
    QWidget parent;
    QPushButton next(&parent);
    DoingButton doing(next, &parent);
    parent.show();
    parent.activateWindow();
    QVERIFY(QTest::qWaitForWindowActive(&parent));
    const mcp::Client *client = m_opened->workspace.client(kDemoName);
    doing.setPending(true, client);
    QVERIFY(holds([&] { return doing.isVisible(); }));
    doing.setPending(true, client); // as with each progress
    QVERIFY(doing.isVisible());
    doing.setFocus();
    QVERIFY(doing.hasFocus());
    doing.setPending(false, client);
    QVERIFY(doing.isHidden());
    QVERIFY(next.hasFocus());
}

void TestDoingButton::doesNotComeWithoutAProcess()
{
    QWidget parent;
    DoingButton doing(parent, &parent);
    doing.setPending(true, nullptr);
    QVERIFY(!doing.isOffered());
    QVERIFY(connectsTo(kDemoName));
    const mcp::Client *client = m_opened->workspace.client(kDemoName);
    doing.setPending(true, client);
    QVERIFY(doing.isOffered());
    m_opened->workspace.stop(kDemoName);
    QVERIFY(holds([&] { return m_opened->state(kDemoName) == mcp::ClientState::Stopped; }));
    doing.setPending(true, client);
    QVERIFY(!doing.isOffered());
}

void TestDoingButton::doesNotComeForTheRequestOfAnotherServer()
{
    const QString other = u"other"_s;
    QVERIFY(connectsTo(other));
    QVERIFY(connectsTo(kDemoName));
    Panel &raw = choose(u"raw"_s);
    auto *doing = raw.findChild<DoingButton *>();
    QVERIFY(doing);
    const auto silent = paused(pidOf(kDemoName));
    raw.runCommand(Panel::Command::Call);
    QVERIFY(doing->isOffered());
    m_opened->workspace.setCurrent(other);
    QVERIFY(!doing->isOffered());
    m_opened->workspace.setCurrent(kDemoName);
    QVERIFY(doing->isOffered());
}

QTEST_MAIN(TestDoingButton)

#include "tst_doingbutton.moc"
