// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/processtreemodel.h"
#include "session/connection/observation.h"
#include "support/tappedhosts.h"
#include "widgets/process/processdetails.h"
#include "widgets/process/processpanel.h"
#include "widgets/process/processtree.h"
#include "widgets/process/signalmenu.h"
#include "widgets/process/threadspage.h"
#include "widgets/trace/doingaction.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/traceview.h"

#include <QContextMenuEvent>

#include <csignal>

using namespace sonde;
using namespace sonde::tests;

namespace {

const QString kFirst = u"first"_s;
const QString kSecond = u"second"_s;
// The first of its steps takes longer than any test.
constexpr auto kHangs = R"({"name":"slow_count","arguments":{"n":2,"delay_ms":60000}})";

} // namespace

// From a request without a response to what its server does: of the servers of the window, and of
// hosts behind taps.
class TestPendingProcess : public QObject, TappedHosts {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void leadsFromAPendingRequestToItsServer();
    void leadsFromAPendingRequestOfATapToTheServerOfTheHost();
    void looksAtTheServerOfATapOnly();
    void isWithdrawnWhenTheServerEnds();

private:
    widgets::ProcessPanel &process() const { return window().process(); }
    QAction &doing() const { return *window().trace().messageActions().doing().action(); }
    mcp::Client &client(const QString &name) const { return *m_opened->workspace.client(name); }
    bool connectsTo(const QString &name) const;
    trace::Number callOf(const QString &server) const;
    bool selectsPendingCallOf(const QString &server) const;
    bool isWithdrawn() const;
    bool showsThreadsOf(qint64 pid) const;
    void chooseInTheMenu(const QAction &action) const;
};

bool TestPendingProcess::connectsTo(const QString &name) const
{
    m_opened->connectTo(demo(name));
    return holds([&] { return m_opened->state(name) == mcp::ClientState::Ready; });
}

// The newest; 0: there is none yet.
trace::Number TestPendingProcess::callOf(const QString &server) const
{
    models::TraceModel &trace = window().trace().document().model();
    trace.drainNow();
    for (int row = trace.rowCount() - 1; row >= 0; --row) {
        const trace::Record &record = trace.record(row);
        if (record.kind == rpc::Kind::Request && trace.stream(record.stream).server == server
            && trace.store().string(record.method) == u"tools/call")
            return trace.number(row);
    }
    return 0;
}

bool TestPendingProcess::selectsPendingCallOf(const QString &server) const
{
    if (!holds([&] { return callOf(server) != 0; }))
        return false;
    window().trace().showMessage(callOf(server));
    return window().trace().currentNumber() == callOf(server);
}

bool TestPendingProcess::isWithdrawn() const
{
    return holds([this] {
        window().trace().document().model().drainNow();
        return !doing().isVisible() && !doing().isEnabled();
    });
}

bool TestPendingProcess::showsThreadsOf(qint64 pid) const
{
    widgets::ProcessDetails &details = process().details();
    return process().isVisible() && details.currentWidget() == &details.threads() && holds([&] {
        return process().tree().current().pid == pid
            && details.threads().sentence().startsWith(u"The main thread "_s)
            && details.threads().table().model()->rowCount() > 0;
    });
}

// As the keyboard does it: the key for menus, arrows, Return.
void TestPendingProcess::chooseInTheMenu(const QAction &action) const
{
    widgets::TraceView &view = window().trace().view();
    QContextMenuEvent event(
        QContextMenuEvent::Keyboard, QPoint(2, 2), view.mapToGlobal(QPoint(2, 2)));
    QApplication::sendEvent(&view, &event);
    auto *menu = qobject_cast<QMenu *>(QApplication::activePopupWidget());
    QVERIFY(menu);
    for (int left = menu->actions().size(); menu->activeAction() != &action && left > 0; --left)
        QTest::keyClick(menu, Qt::Key_Down);
    QCOMPARE(menu->activeAction(), &action);
    QTest::keyClick(menu, Qt::Key_Return);
}

void TestPendingProcess::leadsFromAPendingRequestToItsServer()
{
    QVERIFY(connectsTo(kFirst));
    QVERIFY(connectsTo(kSecond)); // which is selected then
    RequestHandle call = client(kFirst).request(
        u"tools/call"_s, Bytes::copyOf(kHangs), {}, &window(), [](const auto &) {});
    QVERIFY(selectsPendingCallOf(kFirst));
    QVERIFY(doing().isVisible());
    QCOMPARE(doing().text(), u"What is it doing?"_s);
    QCOMPARE(m_opened->workspace.current(), kSecond);
    chooseInTheMenu(doing());
    QCOMPARE(m_opened->workspace.current(), kFirst);
    QVERIFY(showsThreadsOf(client(kFirst).startReport().pid));
    // Another message, and a request that is over, wait for nothing.
    QVERIFY(window().trace().view().select(1));
    QVERIFY(!doing().isVisible());
    QVERIFY(selectsPendingCallOf(kFirst));
    QVERIFY(doing().isVisible());
    call.cancel();
    QVERIFY(isWithdrawn());
}

void TestPendingProcess::leadsFromAPendingRequestOfATapToTheServerOfTheHost()
{
    QVERIFY(connectsTo(kFirst));
    const auto claude = host(u"weather"_s, "Claude Code");
    claude->send(
        QByteArray(R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":)") + kHangs + '}');
    QVERIFY(selectsPendingCallOf(kWeather));
    QVERIFY(doing().isVisible());
    QCOMPARE(m_opened->workspace.current(), kFirst);
    chooseInTheMenu(doing());
    QCOMPARE(m_opened->workspace.current(), kWeather);
    const qint64 server = taps().find(kWeather)->ends().server;
    QVERIFY(server != claude->process().processId()); // that is the tap
    QVERIFY(showsThreadsOf(server));
    // A tap that has ended has no process any more.
    claude->process().kill();
    QVERIFY(holds([&] { return !taps().find(kWeather)->isLive(); }));
    QVERIFY(isWithdrawn());
    QVERIFY(holds([&] { return process().summary() == u"The server is not running."_s; }));
}

void TestPendingProcess::looksAtTheServerOfATapOnly()
{
    QVERIFY(connectsTo(kFirst));
    window().showPanel(process());
    const auto *signal = process().findChild<QPushButton *>(u"sendSignal"_s);
    QVERIFY(signal && !signal->isHidden());
    const auto claude = host(u"weather"_s, "Claude Code");
    choose(kWeather);
    QVERIFY(window().tabs().isTabVisible(window().tabs().indexOf(&process())));
    const qint64 server = taps().find(kWeather)->ends().server;
    QVERIFY(holds([&] { return process().tree().current().pid == server; }));
    QVERIFY(signal->isHidden());
    QVERIFY(!process().signalMenu().menuAction()->isEnabled());
    QVERIFY(!process().signalMenu().actionOf(SIGTERM)->isEnabled());
    process().sendSignal(SIGKILL);
    claude->send(R"({"jsonrpc":"2.0","id":8,"method":"ping"})");
    QVERIFY(claude->receives(idOf(8)));
    // A server of the window gets signals again.
    choose(kFirst);
    QVERIFY(!signal->isHidden());
    const qint64 own = client(kFirst).startReport().pid;
    QVERIFY(holds([&] {
        return process().tree().current().pid == own
            && process().signalMenu().actionOf(SIGTERM)->isEnabled();
    }));
}

void TestPendingProcess::isWithdrawnWhenTheServerEnds()
{
    QVERIFY(connectsTo(kFirst));
    client(kFirst).request(
        u"tools/call"_s, Bytes::copyOf(kHangs), {}, &window(), [](const auto &) {});
    QVERIFY(selectsPendingCallOf(kFirst));
    QVERIFY(doing().isVisible());
    m_opened->workspace.stop(kFirst);
    QVERIFY(isWithdrawn());
}

QTEST_MAIN(TestPendingProcess)

#include "tst_pendingprocess.moc"
