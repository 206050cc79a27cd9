// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/actions.h"
#include "app/window/panels.h"
#include "app/workspace/taps.h"
#include "content/json/jsontreeview.h"
#include "look/controls/inlinemessage.h"
#include "models/findings/findinglist.h"
#include "models/session/servermodel.h"
#include "models/trace/tracemodel.h"
#include "session/connection/observation.h"
#include "support/openedwindow.h"
#include "support/tapprocess.h"
#include "widgets/activity/logspanel.h"
#include "widgets/activity/taskspanel.h"
#include "widgets/auth/authpanel.h"
#include "widgets/catalog/cataloglist.h"
#include "widgets/catalog/observeditems.h"
#include "widgets/catalog/promptspanel.h"
#include "widgets/catalog/resourcespanel.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/kit/table/propertygrid.h"
#include "widgets/overview/overviewpanel.h"
#include "widgets/overview/serverpage.h"
#include "widgets/request/rawrequestpanel.h"
#include "widgets/servers/serverspanel.h"
#include "widgets/tools/toolspanel.h"
#include "widgets/trace/tracepanel.h"

#include <QAction>
#include <QDir>
#include <QFile>
#include <QListView>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>
#include <QToolButton>

#include <algorithm>
#include <functional>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;
using test::TapProcess;

// Conversations between hosts and servers in the window, beside a server of its own: they appear by
// themselves, live, with everything that an observer can see and nothing that it cannot do.
class TstTapWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void takesTheWarningAwayWhenTheFolderCanBeUsed();
    void showsTapsBesideAServer();
    void namesTheTapInTheTitle();
    void showsWhatBothSidesSaid();
    void offersNothingThatAnObserverCannotDo();
    void keepsAnEndedTapAndContinuesIt();
    void namesTwoOfOneKindApart();
    void showsFindingsOfBothParties();

private:
    QListView &list() const
    {
        return *m_opened->window.findChild<widgets::ServersPanel *>()->findChild<QListView *>();
    }
    QStringList rows() const;
    app::Taps &taps() const { return m_opened->workspace.taps(); }
    bool lists(const QString &name) const
    {
        return QTest::qWaitFor([&] { return taps().names().contains(name); }, kPatienceMs);
    }
    void choose(const QString &name);
    std::unique_ptr<TapProcess> host(
        const QString &server, const QByteArray &name, const QStringList &program = {}) const;
    QStringList methods(const QString &server) const;
    bool records(const QString &server, const QString &method, int count) const;

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<Opened> m_opened;
};

namespace {

bool holds(const std::function<bool()> &condition)
{
    return QTest::qWaitFor(condition, kPatienceMs);
}

const QString kWeather = u"Claude Code → weather"_s;

} // namespace

void TstTapWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    QVERIFY(m_folder->isValid());
    m_opened = std::make_unique<Opened>(m_folder->path(), m_folder->filePath(u"taps"_s));
    QCOMPARE(taps().watch(), QString());
}

void TstTapWindow::cleanup()
{
    m_opened.reset();
}

// "Servers 1", "demo", …
QStringList TstTapWindow::rows() const
{
    QStringList rows;
    const QAbstractItemModel &model = *list().model();
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex index = model.index(row, 0);
        const QVariant count = index.data(models::ServerModel::CountRole);
        rows += index.data().toString() + (count.isValid() ? u' ' + count.toString() : QString());
    }
    return rows;
}

void TstTapWindow::choose(const QString &name)
{
    const QAbstractItemModel &model = *list().model();
    for (int row = 0; row < model.rowCount(); ++row) {
        if (model.index(row, 0).data(models::ServerModel::NameRole) == name)
            list().setCurrentIndex(model.index(row, 0));
    }
    QCOMPARE(m_opened->workspace.current(), name);
}

std::unique_ptr<TapProcess> TstTapWindow::host(
    const QString &server, const QByteArray &name, const QStringList &program) const
{
    auto host = std::make_unique<TapProcess>(
        server, m_folder->path(), program.isEmpty() ? QStringList{test::kDemo} : program);
    if (!host->opens(name))
        qWarning("the server did not respond");
    return host;
}

QStringList TstTapWindow::methods(const QString &server) const
{
    models::TraceModel &trace = m_opened->window.trace().document().model();
    trace.drainNow();
    QStringList all;
    for (int row = 0; row < trace.rowCount(); ++row) {
        const trace::Record &record = trace.record(row);
        if (trace.stream(record.stream).server == server
            && (record.kind == rpc::Kind::Request || record.kind == rpc::Kind::Lifecycle))
            all += trace.store().string(record.method);
    }
    return all;
}

bool TstTapWindow::records(const QString &server, const QString &method, int count) const
{
    return holds([&] { return methods(server).count(method) == count; });
}

void TstTapWindow::takesTheWarningAwayWhenTheFolderCanBeUsed()
{
    constexpr auto kOwn = QFile::ReadOwner | QFile::WriteOwner | QFile::ExeOwner;
    const QString folder = m_folder->filePath(u"others"_s);
    QVERIFY(QDir().mkdir(folder));
    QVERIFY(QFile::setPermissions(folder, kOwn | QFile::ReadOther | QFile::ExeOther));
    m_opened.reset();
    m_opened = std::make_unique<Opened>(m_folder->path(), folder);
    const QString problem = taps().watch();
    QVERIFY(!problem.isEmpty());
    app::MainWindow &window = m_opened->window;
    window.warn(problem);
    const auto isShown = [&] {
        const auto messages = window.findChildren<look::InlineMessage *>();
        return std::any_of(messages.begin(), messages.end(), [&](look::InlineMessage *message) {
            return message->isVisible() && message->sentence() == problem;
        });
    };
    QVERIFY(isShown());
    QVERIFY(QFile::setPermissions(folder, kOwn));
    QVERIFY(holds([&] { return !isShown(); }));
}

void TstTapWindow::showsTapsBesideAServer()
{
    m_opened->connectTo(demo());
    QVERIFY(holds([&] { return m_opened->state(u"demo"_s) == mcp::ClientState::Ready; }));
    QCOMPARE(rows(), QStringList({u"demo"_s})); // without taps there are no groups

    const auto first = host(u"weather"_s, "Claude Code");
    QVERIFY(lists(kWeather));
    const auto second = host(u"notes"_s, "Cursor");
    QVERIFY(lists(u"Cursor → notes"_s));
    QCOMPARE(rows(),
        QStringList({u"Servers 1"_s, u"demo"_s, u"Taps 2"_s, kWeather, u"Cursor → notes"_s}));
    QCOMPARE(m_opened->workspace.current(), u"demo"_s); // nothing was taken away from a person

    // Each conversation is recorded under its name while it goes on.
    first->send(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    second->send(R"({"jsonrpc":"2.0","id":1,"method":"prompts/list"})");
    QVERIFY(records(kWeather, u"tools/list"_s, 1));
    QVERIFY(records(u"Cursor → notes"_s, u"prompts/list"_s, 1));
    QCOMPARE(methods(kWeather).count(u"prompts/list"_s), 0);
    QVERIFY(methods(u"demo"_s).contains(u"tools/list"_s));

    // Groups cannot be chosen, and the keys step over them.
    list().setFocus();
    choose(u"demo"_s);
    QTest::keyClick(&list(), Qt::Key_Down);
    QCOMPARE(m_opened->workspace.current(), kWeather);
    QTest::keyClick(&list(), Qt::Key_Up);
    QCOMPARE(m_opened->workspace.current(), u"demo"_s);
    QVERIFY(m_opened->window.tools().count() > 0);
    QCOMPARE(m_opened->state(u"demo"_s), mcp::ClientState::Ready);
}

void TstTapWindow::namesTheTapInTheTitle()
{
    m_opened->workspace.setCurrent(m_opened->workspace.addForThisRun(demo()));
    QCOMPARE(m_opened->window.windowTitle(), u"demo"_s);
    const auto watched = host(u"weather"_s, "Claude Code");
    QVERIFY(lists(kWeather));
    choose(kWeather);
    QCOMPARE(m_opened->window.windowTitle(), u"Tap: "_s + kWeather);
    choose(u"demo"_s);
    QCOMPARE(m_opened->window.windowTitle(), u"demo"_s);
}

void TstTapWindow::showsWhatBothSidesSaid()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    QVERIFY(lists(kWeather));
    choose(kWeather);
    auto &window = m_opened->window;
    const session::Observation &seen = *taps().find(kWeather);
    QVERIFY(holds([&] { return !seen.negotiated().revision.isEmpty(); }));
    const widgets::PropertyGrid &facts = window.overview().serverPage()->agreed();
    QVERIFY(facts.value(widgets::ServerPage::tr("Revision")).startsWith(u"2025-11-25"_s));
    QCOMPARE(facts.value(widgets::ServerPage::tr("Host")), u"Claude Code 2.0"_s);
    QVERIFY(!facts.value(widgets::ServerPage::tr("Server")).isEmpty());
    QVERIFY(facts.value(widgets::ServerPage::tr("Host process"))
                .endsWith(QString::number(QCoreApplication::applicationPid())));
    QVERIFY(seen.negotiated().clientCapabilities.root()["roots"].exists());
    QVERIFY(!seen.negotiated().instructions.isEmpty());

    // Lists, as the host loads them.
    QCOMPARE(window.tools().count(), 0);
    claude->send(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
    claude->send(R"({"jsonrpc":"2.0","id":2,"method":"resources/list"})");
    claude->send(R"({"jsonrpc":"2.0","id":3,"method":"resources/templates/list"})");
    claude->send(R"({"jsonrpc":"2.0","id":4,"method":"prompts/list"})");
    QVERIFY(holds([&] { return window.prompts().count() > 0; }));
    QVERIFY(window.tools().count() > 5);
    QVERIFY(window.resources().count() > 2);
    widgets::ObservedItems &items = window.tools().observed();
    QVERIFY(items.list().chosenRow() >= 0);
    QVERIFY(items.definition().document());
    items.list().choose(models::CatalogKind::Tool, u"echo"_s);
    QCOMPARE(items.list().choice().key, u"echo"_s);

    // A log message, and a task.
    claude->send(
        R"({"jsonrpc":"2.0","id":5,"method":"logging/setLevel","params":{"level":"debug"}})");
    claude->send(R"({"jsonrpc":"2.0","id":6,"method":"tools/call","params":{"name":"write_report",)"
                 R"("arguments":{"steps":2},"task":{"ttl":60000}}})");
    QVERIFY(holds([&] { return seen.tasks().size() == 1; }));
    QCOMPARE(seen.tasks().front().target, u"write_report"_s);
}

void TstTapWindow::offersNothingThatAnObserverCannotDo()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    QVERIFY(lists(kWeather));
    auto &window = m_opened->window;
    auto &tabs = window.tabs();
    const auto offered = [&](widgets::Panel &panel) {
        return tabs.isTabVisible(tabs.indexOf(&panel));
    };
    window.showPanel(window.raw());
    choose(kWeather);
    for (widgets::Panel *panel : std::initializer_list<widgets::Panel *>{&window.overview(),
             &window.tools(), &window.resources(), &window.prompts(), &window.tasks(),
             &window.logs(), &window.findings()})
        QVERIFY2(offered(*panel), panel->metaObject()->className());
    QVERIFY(!offered(window.raw()));
    QVERIFY(!offered(window.auth()));
    QVERIFY(tabs.currentWidget() != &window.raw());
    const app::Actions &actions = window.actions();
    for (const QAction *action :
        {actions.connectServer, actions.restart, actions.stop, actions.editServer,
            actions.duplicateServer, actions.exportServer, actions.removeServer, actions.ping,
            actions.probeAgain, actions.call, actions.callAgain, actions.cancelCall})
        QVERIFY2(!action->isEnabled(), qPrintable(action->objectName() + action->text()));
    const auto *connectButton = window.findChild<QToolButton *>(u"connect"_s);
    QVERIFY(holds([&] { return !connectButton->isVisible(); }));

    // And everything is there again for a server.
    m_opened->connectTo(demo());
    QVERIFY(offered(window.raw()));
    QVERIFY(holds([&] { return connectButton->isVisible(); }));
    QVERIFY(actions.stop->isEnabled());
}

void TstTapWindow::keepsAnEndedTapAndContinuesIt()
{
    auto claude = host(u"weather"_s, "Claude Code");
    QVERIFY(lists(kWeather));
    choose(kWeather);
    QVERIFY(claude->ends());
    session::Observation &seen = *taps().find(kWeather);
    QVERIFY(holds([&] { return !seen.isLive(); }));
    QCOMPARE(methods(kWeather).count(u"process ended"_s), 1);
    QCOMPARE(rows(), QStringList({u"Servers 0"_s, u"Taps 1"_s, kWeather}));

    // The host starts its server again.
    claude = host(u"weather"_s, "Claude Code");
    QVERIFY(holds([&] { return seen.isLive(); }));
    QCOMPARE(taps().names(), QStringList(kWeather));
    QVERIFY(records(kWeather, u"initialize"_s, 2));
    taps().forget(kWeather); // it goes on
    QCOMPARE(taps().names(), QStringList(kWeather));

    claude->process().kill();
    QVERIFY(holds([&] { return !seen.isLive(); }));
    QVERIFY(records(kWeather, u"connection ended"_s, 1));
    list().setFocus();
    QTest::keyClick(&list(), Qt::Key_Delete);
    QCOMPARE(taps().names(), QStringList());
    QCOMPARE(m_opened->workspace.current(), QString());
}

void TstTapWindow::namesTwoOfOneKindApart()
{
    const auto first = host(u"weather"_s, "Claude Code");
    QVERIFY(lists(kWeather));
    const auto second = host(u"weather"_s, "Claude Code");
    QVERIFY(lists(kWeather + u" (2)"_s));
    // Names are one line, whatever a host calls itself, and one without a name is its program.
    const auto third = host(u"weather"_s, "\\u001b[31mevil\\n\\u2028host");
    QVERIFY(lists(u"[31mevil host → weather"_s));
    const auto fourth = host(u"weather"_s, "");
    QVERIFY(holds([&] { return taps().names().size() == 4; }));
    QVERIFY2(
        taps().names().last().startsWith(u"tst_tapwindow"_s), qPrintable(taps().names().last()));
}

void TstTapWindow::showsFindingsOfBothParties()
{
    const auto claude = host(
        u"weather"_s, "Claude Code", {test::kTestServer, u"--garbage"_s, u"Connected to db"_s});
    QVERIFY(lists(kWeather));
    choose(kWeather);
    claude->send(R"({"jsonrpc":"2.0","id":0,"method":"ping"})"); // an id that was used
    const models::FindingList &found = m_opened->window.trace().document().findings();
    const auto parties = [&] {
        QSet<int> all;
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (found.serverOf(found.at(i)) == kWeather)
                all.insert(int(found.at(i).party));
        }
        return all;
    };
    QVERIFY(holds([&] { return parties().size() == 2; }));
    QVERIFY(holds([&] { return m_opened->window.findings().count() >= 2; }));
}

QTEST_MAIN(TstTapWindow)
#include "tst_tapwindow.moc"
