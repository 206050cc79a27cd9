// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/view/contentview.h"
#include "look/controls/inlinemessage.h"
#include "models/document/tracedocument.h"
#include "models/fanout/fantablemodel.h"
#include "models/findings/findinglist.h"
#include "support/openedfanout.h"
#include "support/toolserver.h"
#include "widgets/fanout/fanoutwindow.h"
#include "widgets/fanout/fanresultview.h"
#include "widgets/kit/label/argumentslabel.h"
#include "widgets/kit/table/plaintable.h"

#include <QApplication>
#include <QCheckBox>
#include <QClipboard>
#include <QLabel>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace Qt::StringLiterals;
using namespace sonde;
using models::FanServerModel;
using models::FanTableModel;
using session::FanOutRun;
using tests::cellOf;
using tests::stateOf;
using widgets::FanOutWindow;

namespace {

const QString kEcho = u"{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"}}"_s;
const QString kErase = u"{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\"},"
                       "\"annotations\":{\"destructiveHint\":true}}"_s;
const QString kOther = u"{\"name\":\"other\",\"inputSchema\":{\"type\":\"object\"}}"_s;

} // namespace

// The same call on several servers, opened from the menu of the main window.
class TestFanOutWindow : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_opened.reset(); }
    void marksWhatDiffers();
    void showsWhatIsEqualByChoice();
    void showsFindingsOfItsOwnServer();
    void showsFindingsOfItsOwnCall();
    void showsItsArgumentsUpToABound();
    void saysWhyAServerCannotBeCalled();
    void warnsOfArgumentsThatDoNotFit();
    void warnsOfADestructiveTool();
    void itsKeysCallAndGoToDifferences();
    void itsKeyCancelsTheCalls();
    void aClosedWindowCancelsItsCalls();
    void staysUsableInASmallWindow();

private:
    void connectTo(const config::Profile &server);
    FanOutWindow *openFromMenu(
        const QString &tool = u"echo"_s, const char *arguments = R"({"note":"hi"})")
    {
        return tests::fanOutFromMenu(*m_opened, tool, arguments);
    }

    std::unique_ptr<QTemporaryDir> m_folder;
    std::unique_ptr<tests::Opened> m_opened;
};

void TestFanOutWindow::init()
{
    m_folder = std::make_unique<QTemporaryDir>();
    m_opened = std::make_unique<tests::Opened>(m_folder->path());
    connectTo(tests::demo());
}

void TestFanOutWindow::connectTo(const config::Profile &server)
{
    m_opened->connectTo(server);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(server.name), mcp::ClientState::Ready, kPatienceMs);
}

void TestFanOutWindow::marksWhatDiffers()
{
    connectTo(tests::toolServer(u"plain"_s, kEcho));
    connectTo(tests::toolServer(u"second"_s, kEcho));
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    for (const QString &server : {u"plain"_s, u"second"_s})
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, server), u"Offers the tool"_s, kPatienceMs);
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(window->run().state(), FanOutRun::State::Finished, kPatienceMs);
    QCOMPARE(window->heading(), u"Differ from the response of demo: 2 of 2"_s);
    QCOMPARE(cellOf(*window, u"Outcome"_s, 1), u"result"_s);
    QCOMPARE(cellOf(*window, u"Outcome"_s, 2), u"error -32601"_s);
    QVERIFY(cellOf(*window, u"Comparison"_s, 2).startsWith(u"different"_s));
    QVERIFY(cellOf(*window, u"/error"_s, 2).startsWith(u"+ "_s));

    // The response that differs is shown; the way to the other one is a key.
    const content::ContentView &response = window->results().response();
    QVERIFY(response.content().bytes.toByteArray().contains("-32601"));
    QCOMPARE(window->results().table().currentIndex().column(), 2); // the first of both
    QTest::keyClick(&window->results().table(), Qt::Key_Left);
    QVERIFY(response.content().bytes.toByteArray().contains("\"note\""));

    window->findChild<QPushButton *>(u"copyFanOut"_s)->click();
    const QString copied = QGuiApplication::clipboard()->text();
    QVERIFY2(copied.contains(u"| Place | demo | plain | second |\n"_s), qPrintable(copied));
    QCOMPARE(m_opened->sentBy(u"plain"_s).filter(u"tools/call"_s).size(), 1);
}

void TestFanOutWindow::showsWhatIsEqualByChoice()
{
    connectTo(tests::demo(u"second"_s));
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, u"second"_s), u"Offers the tool"_s, kPatienceMs);
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(window->run().state(), FanOutRun::State::Finished, kPatienceMs);
    QCOMPARE(window->heading(), u"All 2 responses are equal"_s);
    const FanTableModel &model = window->results().model();
    const int few = model.rowCount();
    const int places = int(model.report().places.places.size());
    QVERIFY(places > 0);
    window->results().onlyDifferences().click();
    QCOMPARE(model.rowCount(), few + places);
    QCOMPARE(model.index(few, 2).data().toString(), u"="_s);
    QVERIFY(!window->findChild<QWidget *>(u"fanMore"_s)->isVisible());
}

// Both respond with an error, and the one that comes later violates a rule with it.
void TestFanOutWindow::showsFindingsOfItsOwnServer()
{
    config::Profile wordy = tests::toolServer(u"wordy"_s, kEcho);
    wordy.arguments[1].replace(u"\"unknown\""_s, u'"' + u"word "_s.repeated(1000) + u'"');
    connectTo(tests::toolServer(u"plain"_s, kEcho));
    connectTo(wordy);
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    for (const QString &server : {u"plain"_s, u"wordy"_s})
        QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, server), u"Offers the tool"_s, kPatienceMs);
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(window->run().state(), FanOutRun::State::Finished, kPatienceMs);
    const QString rule = u"jsonrpc.error-message-short"_s;
    QTRY_VERIFY_WITH_TIMEOUT(cellOf(*window, u"Findings"_s, 3).contains(rule), kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(!cellOf(*window, u"Findings"_s, 2).isEmpty(), kPatienceMs);
    QVERIFY(!cellOf(*window, u"Findings"_s, 2).contains(rule));
}

// The server gets another call of the tool before it responds, and violates a rule with that one.
void TestFanOutWindow::showsFindingsOfItsOwnCall()
{
    config::Profile slow = tests::toolServer(u"slow"_s, kEcho);
    slow.arguments[1].replace(u"*'\"id\"'*) say"_s,
        u"*wait*) held=$id;;\n*hurry*) say '\"error\":{\"code\":-1,\"message\":\""_s
            + u"word "_s.repeated(1000)
            + u"\"}'; id=$held; say '\"error\":{\"code\":-2,"
              "\"message\":\"short\"}';;\n*'\"id\"'*) say"_s);
    connectTo(slow);
    FanOutWindow *const window = openFromMenu(u"echo"_s, R"({"note":"wait"})");
    QVERIFY(window);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, u"slow"_s), u"Offers the tool"_s, kPatienceMs);
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    const auto sent = [this] { return m_opened->sentBy(u"slow"_s).filter(u"tools/call"_s).size(); };
    QTRY_COMPARE_WITH_TIMEOUT(sent(), 1, kPatienceMs);
    session::ToolCall other(u"echo"_s, nullptr);
    other.call(m_opened->workspace.client(u"slow"_s), Bytes::copyOf(R"({"note":"hurry"})"), {});
    QTRY_COMPARE_WITH_TIMEOUT(window->run().state(), FanOutRun::State::Finished, kPatienceMs);
    QCOMPARE(cellOf(*window, u"Outcome"_s, 2), u"error -2"_s);
    QTRY_VERIFY_WITH_TIMEOUT(!cellOf(*window, u"Findings"_s, 2).isEmpty(), kPatienceMs);
    QTRY_COMPARE_WITH_TIMEOUT(
        m_opened->workspace.trace().findings().behind(), std::uint64_t(0), kPatienceMs);
    QVERIFY(!cellOf(*window, u"Findings"_s, 2).contains(u"jsonrpc.error-message-short"_s));
}

void TestFanOutWindow::showsItsArgumentsUpToABound()
{
    const auto shown = [](const QByteArray &arguments) {
        const FanOutWindow window(u"t"_s, Bytes::fromByteArray(arguments), nullptr);
        return window.findChild<QLabel *>(u"arguments"_s)->text();
    };
    QCOMPARE(shown("{\"a\":\"two  spaces\"}"), u"{\"a\":\"two  spaces\"}"_s);
    const QByteArray start(int(widgets::ArgumentsLabel::kMaxShown) - 1, 'a');
    QCOMPARE(shown(start + "\xC3\xA9"), QString::fromLatin1(start) + QChar(0x2026));
}

void TestFanOutWindow::saysWhyAServerCannotBeCalled()
{
    connectTo(tests::toolServer(u"lacking"_s, kOther));
    m_opened->workspace.addForThisRun(tests::demo(u"stopped"_s));
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    QTRY_COMPARE_WITH_TIMEOUT(
        stateOf(*window, u"lacking"_s), u"Has no tool with this name"_s, kPatienceMs);
    QCOMPARE(stateOf(*window, u"stopped"_s), u"Not connected"_s);
    m_opened->workspace.connectTo(u"stopped"_s);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, u"stopped"_s), u"Offers the tool"_s, kPatienceMs);
}

// Which the user may still send.
void TestFanOutWindow::warnsOfArgumentsThatDoNotFit()
{
    connectTo(tests::toolServer(u"strict"_s,
        u"{\"name\":\"echo\",\"inputSchema\":{\"type\":\"object\",\"required\":[\"id\"]}}"_s));
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(*window, u"strict"_s)
                                 .startsWith(u"Offers the tool, but the arguments do not fit: "_s),
        kPatienceMs);
    QVERIFY(stateOf(*window, u"strict"_s).contains(u"id"));
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, u"demo"_s), u"Offers the tool"_s, kPatienceMs);
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    QTRY_COMPARE_WITH_TIMEOUT(window->run().state(), FanOutRun::State::Finished, kPatienceMs);
    QCOMPARE(m_opened->sentBy(u"strict"_s).filter(u"tools/call"_s).size(), 1);
}

void TestFanOutWindow::warnsOfADestructiveTool()
{
    connectTo(tests::toolServer(u"eraser"_s, kErase));
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    m_opened->workspace.setCurrent(u"eraser"_s); // the window was opened for another server
    QTRY_VERIFY_WITH_TIMEOUT(stateOf(*window, u"eraser"_s).contains(u"destructive"_s), kPatienceMs);
    auto *model = window->servers().model();
    const QModelIndex eraser = model->index(1, FanServerModel::NameColumn);
    QCOMPARE(eraser.data().toString(), u"eraser"_s);
    QCOMPARE(eraser.data(Qt::CheckStateRole).toInt(), int(Qt::Unchecked));
    auto *warning = window->findChild<look::InlineMessage *>();
    QVERIFY(!warning->isVisible());
    QVERIFY(model->setData(eraser, Qt::Checked, Qt::CheckStateRole));
    QVERIFY(warning->isVisible());
    QVERIFY(warning->sentence().contains(u"eraser"_s));

    // The first press asks, and sends nothing to any server.
    const auto calls = [this](const QString &server) {
        return m_opened->sentBy(server).filter(u"tools/call"_s).size();
    };
    for (int press = 0; press < 2; ++press) { // nor does another press answer
        window->findChild<QPushButton *>(u"startFanOut"_s)->click();
        QCOMPARE(window->run().state(), FanOutRun::State::NotStarted);
    }
    auto *anyway = warning->findChild<QPushButton *>();
    QVERIFY(anyway->isVisible());
    QCOMPARE(calls(u"eraser"_s) + calls(u"demo"_s), 0);
    // Escape, and another choice, take the question back.
    window->activateWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), window, kPatienceMs);
    QTest::keyClick(anyway, Qt::Key_Escape);
    QVERIFY(window->isVisible() && !anyway->isVisible());
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    QVERIFY(anyway->isVisible());
    QVERIFY(model->setData(eraser, Qt::Unchecked, Qt::CheckStateRole));
    QVERIFY(model->setData(eraser, Qt::Checked, Qt::CheckStateRole));
    QVERIFY(!anyway->isVisible());
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    QCOMPARE(calls(u"eraser"_s) + calls(u"demo"_s), 0);
    anyway->click();
    QTRY_COMPARE_WITH_TIMEOUT(window->run().state(), FanOutRun::State::Finished, kPatienceMs);
    QCOMPARE(calls(u"eraser"_s), 1);
}

void TestFanOutWindow::itsKeysCallAndGoToDifferences()
{
    connectTo(tests::toolServer(u"plain"_s, kEcho));
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    QTRY_COMPARE_WITH_TIMEOUT(stateOf(*window, u"plain"_s), u"Offers the tool"_s, kPatienceMs);
    window->activateWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), window, kPatienceMs);
    QTest::keyClick(window, Qt::Key_F5);
    QTRY_COMPARE_WITH_TIMEOUT(window->run().state(), FanOutRun::State::Finished, kPatienceMs);
    QCOMPARE(m_opened->sentBy(u"plain"_s).filter(u"tools/call"_s).size(), 1);

    const widgets::PlainTable &table = window->results().table();
    const FanTableModel &model = window->results().model();
    const int first = model.nextDifference(-1, false);
    const int second = model.nextDifference(first, false);
    QVERIFY(first >= 0 && second > first);
    QCOMPARE(table.currentIndex().row(), first);
    QTest::keyClick(window, Qt::Key_F8);
    QCOMPARE(table.currentIndex().row(), second);
    QTest::keyClick(window, Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(table.currentIndex().row(), first);
}

void TestFanOutWindow::itsKeyCancelsTheCalls()
{
    FanOutWindow *const window = openFromMenu(u"slow_count"_s, R"({"n":1000})");
    QVERIFY(window);
    window->activateWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), window, kPatienceMs);
    QTest::keyClick(window, Qt::Key_F5);
    const auto sent = [this](const QString &method) {
        return m_opened->sentBy(u"demo"_s).filter(method).size();
    };
    QTRY_COMPARE_WITH_TIMEOUT(sent(u"tools/call"_s), 1, kPatienceMs);
    QTest::keyClick(window, Qt::Key_Period, Qt::ControlModifier);
    QTRY_COMPARE_WITH_TIMEOUT(window->run().state(), FanOutRun::State::Finished, kPatienceMs);
    QCOMPARE(window->heading(), u"No server sent a response"_s);
    QTRY_COMPARE_WITH_TIMEOUT(sent(u"notifications/cancelled"_s), 1, kPatienceMs);
}

void TestFanOutWindow::aClosedWindowCancelsItsCalls()
{
    FanOutWindow *const window = openFromMenu(u"slow_count"_s, R"({"n":1000})");
    QVERIFY(window);
    window->findChild<QPushButton *>(u"startFanOut"_s)->click();
    const auto sent = [this](const QString &method) {
        return m_opened->sentBy(u"demo"_s).filter(method).size();
    };
    QTRY_COMPARE_WITH_TIMEOUT(sent(u"tools/call"_s), 1, kPatienceMs);
    window->close();
    QTRY_COMPARE_WITH_TIMEOUT(sent(u"notifications/cancelled"_s), 1, kPatienceMs);
}

void TestFanOutWindow::staysUsableInASmallWindow()
{
    FanOutWindow *const window = openFromMenu();
    QVERIFY(window);
    window->resize(720, 480);
    QVERIFY2(window->width() <= 720 && window->height() <= 480,
        qPrintable(u"%1 × %2"_s.arg(window->width()).arg(window->height())));
    QVERIFY(window->findChild<QPushButton *>(u"startFanOut"_s)->isVisible());
}

QTEST_MAIN(TestFanOutWindow)
#include "tst_fanoutwindow.moc"
