// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/context/probes.h"
#include "look/controls/emptystate.h"
#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"
#include "models/findings/checkedtoolmodel.h"
#include "models/signs/sign.h"
#include "session/call/toolcall.h"
#include "session/catalog/resourceread.h"
#include "session/catalog/resourcestore.h"
#include "session/catalog/toolstore.h"
#include "support/demohttp.h"
#include "support/openedwindow.h"
#include "widgets/findings/checkdialog.h"
#include "widgets/findings/findingspanel.h"
#include "widgets/findings/findingsview.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/trace/tracepanel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QCheckBox>
#include <QProgressBar>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;
using models::CheckedToolModel;
using session::CheckRun;
using widgets::CheckDialog;

namespace {

QString textOf(std::string_view text)
{
    return QString::fromUtf8(text.data(), qsizetype(text.size()));
}

} // namespace

// The check of the current server, with others connected beside it.
class TestCheckServer : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void init();
    void cleanup() { m_opened.reset(); }
    void checksTheCurrentServerOnly();
    void marksWhatItSends();
    void leavesOutWhatIsNotChosen();
    void callsTheChosenToolsAsTheyWereCalledLast();
    void asksBeforeADestructiveTool();
    void leavesTheSubscriptionAndTheLogLevelAsTheyAre();
    void startsASecondProcessOnlyIfChosen();
    void checksOverHttp();
    void isCancelled();
    void endsWithTheConnection();
    void isOfferedWhereNothingWasFound();
    void isOpenOnceForAServer();
    void isDoneByTheKeyboard();
    void toolsStayChosenWhenTheListChanges();

private:
    widgets::FindingsPanel &panel() { return m_opened->window.findings(); }
    CheckDialog *openDialog(const QString &server);
    static QCheckBox *box(CheckDialog *dialog, const char *name)
    {
        return dialog->findChild<QCheckBox *>(QLatin1String(name));
    }
    static QPushButton *button(CheckDialog *dialog)
    {
        return dialog->findChild<QPushButton *>(QStringLiteral("startCheck"));
    }
    bool callOnce(const QString &tool, const char *arguments); // of the server "one"
    static bool choose(CheckDialog *dialog, const QString &tool, bool isOn = true);
    static bool runToEnd(CheckDialog *dialog);
    int sentCount(const char *server, const QString &text)
    {
        return int(m_opened->sentBy(QLatin1String(server)).filter(text).size());
    }

    QTemporaryDir m_folder;
    std::unique_ptr<Opened> m_opened;
};

void TestCheckServer::initTestCase()
{
    look::installLook(*qApp);
    QVERIFY(m_folder.isValid());
}

void TestCheckServer::init()
{
    m_opened = std::make_unique<Opened>(m_folder.path());
    m_opened->window.resize(1280, 800);
    for (const char *name : {"one", "two", "three"})
        m_opened->connectTo(demo(QLatin1String(name)));
    for (const char *name : {"one", "two", "three"})
        QVERIFY(QTest::qWaitFor(
            [&] { return m_opened->state(QLatin1String(name)) == mcp::ClientState::Ready; },
            kPatienceMs));
}

CheckDialog *TestCheckServer::openDialog(const QString &server)
{
    m_opened->workspace.setCurrent(server);
    panel().openCheck();
    for (CheckDialog *dialog : panel().findChildren<CheckDialog *>()) {
        if (dialog->client() == m_opened->workspace.client(server))
            return dialog;
    }
    return nullptr;
}

bool TestCheckServer::callOnce(const QString &tool, const char *arguments)
{
    mcp::Client *client = m_opened->workspace.client(QStringLiteral("one"));
    session::ToolCall *call = session::ToolStore::of(client)->call(tool);
    call->call(client, Bytes::copyOf(arguments), {});
    return QTest::qWaitFor([&] { return !call->isPending(); }, kPatienceMs);
}

// Waits for the list of the tools.
bool TestCheckServer::choose(CheckDialog *dialog, const QString &tool, bool isOn)
{
    auto *table = dialog->findChild<widgets::PlainTable *>();
    const auto place = [&] {
        const auto found =
            table->model()->match(table->model()->index(0, 0), Qt::DisplayRole, tool);
        return found.isEmpty() ? QModelIndex() : found.first();
    };
    return QTest::qWaitFor([&] { return place().isValid(); }, kPatienceMs)
        && table->model()->setData(place(), isOn ? Qt::Checked : Qt::Unchecked, Qt::CheckStateRole);
}

bool TestCheckServer::runToEnd(CheckDialog *dialog)
{
    button(dialog)->click();
    return dialog->run().isRunning()
        && QTest::qWaitFor([&] { return !dialog->run().isRunning(); }, kPatienceMs)
        && dialog->run().state() == CheckRun::State::Finished;
}

void TestCheckServer::checksTheCurrentServerOnly()
{
    const QStringList before = m_opened->sentBy(QStringLiteral("one"));
    CheckDialog *dialog = openDialog(QStringLiteral("two"));
    QVERIFY(dialog);
    QVERIFY(dialog->windowTitle().contains(QStringLiteral("two")));
    // Another one is selected meanwhile.
    m_opened->workspace.setCurrent(QStringLiteral("three"));
    const qsizetype ofThree = m_opened->sentBy(QStringLiteral("three")).size();
    QVERIFY(runToEnd(dialog));
    QVERIFY(sentCount("two", textOf(findings::probe::kMethod)) > 0);
    QVERIFY(sentCount("two", textOf(findings::probe::kTool)) > 0);
    QVERIFY(sentCount("two", QStringLiteral("resources/read")) > 1);
    QCOMPARE(m_opened->sentBy(QStringLiteral("one")), before);
    QCOMPARE(m_opened->sentBy(QStringLiteral("three")).size(), ofThree);
    // Nothing that a server may end for, and no tool of the server.
    QCOMPARE(sentCount("two", textOf(findings::probe::kNoMethod)), 0);
    for (const QString &call : m_opened->sentBy(QStringLiteral("two")).filter(u"tools/call"_s)) {
        const auto document = json::Document::parse(Bytes::fromByteArray(call.toUtf8()));
        const auto name = document.root()["params"]["name"];
        QVERIFY2(!name.exists() || name.equals(findings::probe::kTool), qPrintable(call));
    }
    auto *message = dialog->findChild<look::InlineMessage *>();
    QVERIFY(message->isVisible());
    QCOMPARE(message->kind(), look::InlineMessage::Kind::Info);
    Q_EMIT message->buttonClicked();
    QVERIFY(panel().isVisible());
}

void TestCheckServer::marksWhatItSends()
{
    models::TraceModel &trace = m_opened->window.trace().document().model();
    const auto marked = [&](bool isMarked) {
        QStringList texts;
        trace.drainNow();
        for (int row = 0; row < trace.rowCount(); ++row) {
            const trace::Record &record = trace.record(row);
            const auto bytes = trace.store().read(record);
            if (record.channel == rpc::Channel::Sent && bytes
                && (record.origin == rpc::Origin::Check) == isMarked
                && trace.stream(record.stream).server == u"one")
                texts << QString::fromUtf8(bytes->toByteArray());
        }
        return texts;
    };
    QVERIFY(callOnce(QStringLiteral("get_station"), R"({"station":"helsinki-1"})"));
    QCOMPARE(marked(true), QStringList());
    const QStringList before = marked(false);
    CheckDialog *dialog = openDialog(QStringLiteral("one"));
    box(dialog, "checkMalformed")->setChecked(true);
    box(dialog, "checkAgain")->setChecked(true);
    QVERIFY(choose(dialog, QStringLiteral("echo")));
    const QStringList listed = marked(false); // what the dialog has loaded
    QVERIFY(runToEnd(dialog));
    QCOMPARE(marked(false), listed);
    QVERIFY(listed.size() >= before.size());
    const QStringList sent = marked(true);
    for (const QString &text : {textOf(findings::probe::kMethod), textOf(findings::probe::kTool),
             textOf(findings::probe::kNotification), textOf(findings::probe::kRevision),
             textOf(findings::probe::kNoMethod), u"sonde-id"_s, u"\"echo\""_s,
             u"notifications/cancelled"_s})
        QVERIFY2(!sent.filter(text).isEmpty(), qPrintable(text));
    // A row says so, also that of a response.
    for (int row = trace.rowCount() - 1; row >= 0; --row) {
        const QModelIndex method = trace.index(row, models::TraceModel::MethodColumn);
        const bool isMarked = trace.record(row).origin == rpc::Origin::Check;
        QCOMPARE(method.data(models::TagRole).toString(), isMarked ? u"check"_s : QString());
        if (isMarked)
            QVERIFY(method.data(Qt::ToolTipRole).toString().contains(u"Check server"_s));
    }
    QVERIFY(callOnce(QStringLiteral("get_station"), R"({"station":"helsinki-1"})"));
    QCOMPARE(marked(true), sent);
}

void TestCheckServer::leavesOutWhatIsNotChosen()
{
    CheckDialog *dialog = openDialog(QStringLiteral("one"));
    const qsizetype reads = sentCount("one", QStringLiteral("resources/read"));
    for (const char *name :
        {"checkBasics", "checkItems", "checkRefusals", "checkSubscriptions", "checkIds"})
        box(dialog, name)->setChecked(false);
    QVERIFY(runToEnd(dialog));
    QCOMPARE(sentCount("one", QStringLiteral("resources/read")), reads);
    QCOMPARE(sentCount("one", textOf(findings::probe::kMethod)), 0);
    QCOMPARE(sentCount("one", QStringLiteral("sonde-id")), 0);
    QVERIFY(sentCount("one", QStringLiteral("resources/templates/list")) > 0);
    // Then what is off at first.
    box(dialog, "checkMalformed")->setChecked(true);
    QVERIFY(runToEnd(dialog));
    QCOMPARE(sentCount("one", textOf(findings::probe::kNoMethod)), 1);
}

void TestCheckServer::callsTheChosenToolsAsTheyWereCalledLast()
{
    QVERIFY(callOnce(QStringLiteral("get_station"), R"({"station": "helsinki-1"})"));
    CheckDialog *dialog = openDialog(QStringLiteral("one"));
    QVERIFY(choose(dialog, QStringLiteral("echo")));
    QVERIFY(choose(dialog, QStringLiteral("get_station")));
    QVERIFY(!choose(dialog, QStringLiteral("get_weather"))); // its city was not typed
    QVERIFY(runToEnd(dialog));
    QCOMPARE(sentCount("one", QStringLiteral(R"("name":"echo")")), 1);
    QCOMPARE(sentCount("one", QStringLiteral(R"({"station": "helsinki-1"})")), 2);
    QCOMPARE(sentCount("one", QStringLiteral(R"("name":"get_weather")")), 0);
}

void TestCheckServer::asksBeforeADestructiveTool()
{
    QVERIFY(callOnce(QStringLiteral("station_delete"), R"({"station":"no-such-station"})"));
    CheckDialog *dialog = openDialog(QStringLiteral("one"));
    QVERIFY(button(dialog)->isEnabled());
    QVERIFY(!box(dialog, "confirmDestructive")->isVisible());
    QVERIFY(choose(dialog, QStringLiteral("station_delete")));
    QVERIFY(box(dialog, "confirmDestructive")->isVisible());
    QVERIFY(box(dialog, "confirmDestructive")->text().contains(QStringLiteral("station_delete")));
    QVERIFY(!button(dialog)->isEnabled());
    box(dialog, "confirmDestructive")->setChecked(true);
    QVERIFY(button(dialog)->isEnabled());
    QVERIFY(choose(dialog, QStringLiteral("station_delete"), false));
    QVERIFY(!box(dialog, "confirmDestructive")->isVisible());
    QVERIFY(runToEnd(dialog));
    QCOMPARE(sentCount("one", QStringLiteral("no-such-station")), 1);
}

void TestCheckServer::leavesTheSubscriptionAndTheLogLevelAsTheyAre()
{
    mcp::Client *client = m_opened->workspace.client(QStringLiteral("one"));
    auto *store = session::ResourceStore::of(client);
    store->resources().load();
    QVERIFY(
        QTest::qWaitFor([&] { return !store->resources().listing().items.empty(); }, kPatienceMs));
    const QString uri = store->resources().listing().items.front().value()["uri"].toString();
    session::ResourceWatch &watch = store->read(uri)->watch();
    watch.start();
    QVERIFY(QTest::qWaitFor(
        [&] { return watch.state() == session::ResourceWatch::State::On; }, kPatienceMs));
    CheckDialog dialog(client, QStringLiteral("error"));
    dialog.setAttribute(Qt::WA_DeleteOnClose, false);
    dialog.show();
    QVERIFY(runToEnd(&dialog));
    for (const QString &text : m_opened->sentBy(QStringLiteral("one")).filter(u"unsubscribe"_s))
        QVERIFY2(!text.contains(u'"' + uri + u'"'), qPrintable(text));
    QCOMPARE(watch.state(), session::ResourceWatch::State::On);
    if (client->negotiated().era == mcp::Era::Legacy)
        QCOMPARE(sentCount("one", QStringLiteral(R"("level":"error")")), 1);
    QCOMPARE(sentCount("one", QStringLiteral(R"("level":"info")")), 0);
}

void TestCheckServer::startsASecondProcessOnlyIfChosen()
{
    CheckDialog *dialog = openDialog(QStringLiteral("one"));
    QVERIFY(runToEnd(dialog));
    QCOMPARE(
        sentCount("one",
            QStringLiteral(R"("protocolVersion":"%1")").arg(textOf(findings::probe::kRevision))),
        0);
    box(dialog, "checkAgain")->setChecked(true);
    QVERIFY(runToEnd(dialog));
    QCOMPARE(
        sentCount("one",
            QStringLiteral(R"("protocolVersion":"%1")").arg(textOf(findings::probe::kRevision))),
        1);
    QCOMPARE(m_opened->state(QStringLiteral("one")), mcp::ClientState::Ready);
}

void TestCheckServer::checksOverHttp()
{
    const sonde::test::Demo server;
    config::Profile remote;
    remote.name = QStringLiteral("web");
    remote.reachByUrl();
    remote.http()->url = server.url().toString();
    m_opened->connectTo(remote);
    QVERIFY(QTest::qWaitFor(
        [&] { return m_opened->state(remote.name) == mcp::ClientState::Ready; }, kPatienceMs));
    CheckDialog *dialog = openDialog(remote.name);
    QVERIFY(!box(dialog, "checkMalformed"));
    QVERIFY(box(dialog, "checkHttp")->isChecked());
    QVERIFY(runToEnd(dialog));
    QVERIFY(sentCount("web", textOf(findings::probe::kRevision)) > 0);
    QCOMPARE(m_opened->state(remote.name), mcp::ClientState::Ready);
}

void TestCheckServer::isCancelled()
{
    CheckDialog *dialog = openDialog(QStringLiteral("one"));
    QVERIFY(choose(dialog, QStringLiteral("slow_count")));
    button(dialog)->click();
    QVERIFY(QTest::qWaitFor(
        [&] { return sentCount("one", QStringLiteral(R"("name":"slow_count")")) == 1; },
        kPatienceMs));
    button(dialog)->click();
    QCOMPARE(dialog->run().state(), CheckRun::State::Cancelled);
    QVERIFY(QTest::qWaitFor(
        [&] { return sentCount("one", QStringLiteral("notifications/cancelled")) > 0; },
        kPatienceMs));
    QVERIFY(QTest::qWaitFor(
        [&] { return m_opened->workspace.client(QStringLiteral("one"))->running().empty(); },
        kPatienceMs));
    QVERIFY(button(dialog)->isEnabled());
}

void TestCheckServer::endsWithTheConnection()
{
    CheckDialog *dialog = openDialog(QStringLiteral("one"));
    QVERIFY(choose(dialog, QStringLiteral("slow_count")));
    button(dialog)->click();
    QVERIFY(dialog->run().isRunning());
    m_opened->workspace.client(QStringLiteral("one"))->stop();
    QVERIFY(QTest::qWaitFor([&] { return !dialog->run().isRunning(); }, kPatienceMs));
    QCOMPARE(dialog->run().state(), CheckRun::State::Lost);
    QCOMPARE(
        dialog->findChild<look::InlineMessage *>()->kind(), look::InlineMessage::Kind::Warning);
    QVERIFY(!button(dialog)->isEnabled());
}

void TestCheckServer::isOfferedWhereNothingWasFound()
{
    app::Workspace &workspace = m_opened->workspace;
    const QString name = workspace.addForThisRun(demo(u"quiet"_s));
    workspace.setCurrent(name);
    m_opened->window.showPanel(panel());
    const look::EmptyState &empty = panel().view().emptyState();
    QTRY_VERIFY(empty.isVisible());
    QVERIFY(empty.button()->isHidden()); // it is not connected
    workspace.connectTo(name);
    QTRY_COMPARE(m_opened->state(name), mcp::ClientState::Ready);
    QTRY_VERIFY(empty.button()->isVisible());
    empty.button()->click();
    const auto *dialog = panel().findChild<CheckDialog *>();
    QVERIFY(dialog && dialog->isVisible());
    QCOMPARE(dialog->client(), workspace.client(name));
    workspace.stop(name);
    QTRY_VERIFY(empty.button()->isHidden());
}

void TestCheckServer::isOpenOnceForAServer()
{
    CheckDialog *first = openDialog(QStringLiteral("one"));
    QCOMPARE(openDialog(QStringLiteral("one")), first);
    CheckDialog *other = openDialog(QStringLiteral("two"));
    QVERIFY(other && other != first);
    QCOMPARE(panel().findChildren<CheckDialog *>().size(), 2);
}

void TestCheckServer::isDoneByTheKeyboard()
{
    CheckDialog *dialog = openDialog(QStringLiteral("one"));
    QVERIFY(choose(dialog, QStringLiteral("echo"), false));
    QVERIFY(QTest::qWaitForWindowActive(dialog));
    auto *table = dialog->findChild<widgets::PlainTable *>();
    const auto echo =
        table->model()->match(table->model()->index(0, 0), Qt::DisplayRole, u"echo"_s);
    table->setFocus();
    table->setCurrentIndex(echo.first());
    QTest::keyClick(table, Qt::Key_Space);
    QCOMPARE(echo.first().data(Qt::CheckStateRole).toInt(), int(Qt::Checked));
    QVERIFY(!table->accessibleName().isEmpty());
    QTest::keyClick(dialog, Qt::Key_Return);
    QVERIFY(dialog->run().isRunning());
    const QPointer<CheckDialog> gone = dialog;
    QTest::keyClick(dialog, Qt::Key_Escape);
    QVERIFY(QTest::qWaitFor([&] { return gone.isNull(); }, kPatienceMs));
    QVERIFY(QTest::qWaitFor(
        [&] { return m_opened->workspace.client(QStringLiteral("one"))->running().empty(); },
        kPatienceMs));
}

void TestCheckServer::toolsStayChosenWhenTheListChanges()
{
    CheckedToolModel model;
    const QAbstractItemModelTester tester(&model);
    model.setTools({{u"a"_s, "{}", {}, false, false}, {u"b"_s, "{}", {}, true, false}});
    QVERIFY(model.setData(model.index(1, 0), Qt::Checked, Qt::CheckStateRole));
    QVERIFY(!model.setData(model.index(1, 1), Qt::Checked, Qt::CheckStateRole));
    model.setTools({{u"b"_s, "{}", {}, true, false}, {u"c"_s, "", {}, false, true}});
    QCOMPARE(model.chosen().size(), std::size_t(1));
    QCOMPARE(model.chosen().front().name, u"b"_s);
    QVERIFY(!model.setData(model.index(1, 0), Qt::Checked, Qt::CheckStateRole));
    model.setTools({{u"b"_s, "", {}, true, false}});
    QVERIFY(model.chosen().empty());
}

QTEST_MAIN(TestCheckServer)
#include "tst_checkserver.moc"
