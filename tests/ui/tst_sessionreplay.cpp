// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/textdiffview.h"
#include "look/controls/inlinemessage.h"
#include "models/replay/replaymarkdown.h"
#include "models/trace/diffmodel.h"
#include "support/sessionreplayrig.h"
#include "widgets/replay/mockwindow.h"
#include "widgets/replay/replaydetail.h"

#include <QAbstractItemModelTester>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QGuiApplication>
#include <QJsonDocument>
#include <QJsonObject>
#include <QKeyEvent>
#include <QPlainTextEdit>
#include <QProcess>

using namespace sonde;
using namespace Qt::StringLiterals;

// What the window shows of a replay, and what it copies.
class TestSessionReplay : public tests::SessionReplayRig {
    Q_OBJECT

private Q_SLOTS:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }
    void choosesTheServerOfTheRecording();
    void showsWhatDiffersFromTheRecording();
    void anIgnoredPlaceIsComparedAgainWithoutSending();
    void deleteRemovesOneRuleHoweverOftenItIsPressed();
    void aHeldDeleteIgnoresNoOtherPlace();
    void theNextDifferenceIsChosenByKey();
    void theDetailIsBelowTheRowsWhereItIsNarrow();
    void copiesAsMarkdownWithoutSecrets();
    void copiesTheNamesOfTargetsWithoutSecrets();
    void copiesTheServerOfTheReportAfterAnotherOneFailed();
    void saysWhyAServerCannotBeConnected();
    void saysWhyARecordingCannotBeReplayed();
    void aRemovedServerEndsTheReplay();
    void showsHowToServeTheSessionAsAMock();
};

void TestSessionReplay::choosesTheServerOfTheRecording()
{
    addServer({u"mock"_s, path("now.sonde")});
    open(path("then.sonde"));
    QTRY_COMPARE_WITH_TIMEOUT(
        part<QComboBox>("replayServer")->currentText(), u"weather"_s, kPatienceMs);
    QVERIFY(part<QPushButton>("startReplay")->isEnabled());
    QVERIFY(!part<QPushButton>("copyReplay")->isEnabled());
}

void TestSessionReplay::showsWhatDiffersFromTheRecording()
{
    addServer({u"mock"_s, path("now.sonde")});
    open(path("then.sonde"));
    const QAbstractItemModelTester tester(window()->rows().model());
    replay();
    QCOMPARE(cell("get_weather", ReplayModel::VerdictColumn), u"different"_s);
    QCOMPARE(cell("get_weather", ReplayModel::RecordedColumn), u"1.000 ms"_s);
    QVERIFY(!cell("get_weather", ReplayModel::NowColumn).isEmpty());
    QCOMPARE(window()->heading(), u"2 same, 2 different, 1 not sent"_s);
    // The first difference is shown: its place, and its lines.
    QCOMPARE(window()->detail().places().model()->index(0, 0).data(),
        u"/result/structuredContent/min"_s);
    QTRY_VERIFY_WITH_TIMEOUT(window()->detail().diff().isReady(), kPatienceMs);
    QCOMPARE(window()->detail().diff().summary(), u"Lines: 1 removed, 1 added"_s);
}

void TestSessionReplay::anIgnoredPlaceIsComparedAgainWithoutSending()
{
    addServer({u"mock"_s, path("now.sonde")});
    open(path("then.sonde"));
    replay();
    QCOMPARE(calls(), 2);
    QTest::keyClick(&window()->detail().places(), Qt::Key_Delete);
    QTRY_COMPARE_WITH_TIMEOUT(
        cell("get_weather", ReplayModel::VerdictColumn), u"same"_s, kPatienceMs);
    QCOMPARE(cell("get_weather", ReplayModel::WhyColumn), u"1 place ignored"_s);
    QCOMPARE(window()->detail().rules().model()->rowCount(), 1);
    QCOMPARE(calls(), 2);
    window()->detail().rules().selectRow(0);
    part<QPushButton>("removeRule")->click();
    QTRY_COMPARE_WITH_TIMEOUT(
        cell("get_weather", ReplayModel::VerdictColumn), u"different"_s, kPatienceMs);
    QCOMPARE(window()->detail().rules().model()->rowCount(), 0);
}

// The rules are shown again only when the responses have been compared.
void TestSessionReplay::deleteRemovesOneRuleHoweverOftenItIsPressed()
{
    addServer({u"mock"_s, path("now.sonde")});
    open(path("then.sonde"));
    replay();
    const widgets::ReplayDetail &detail = window()->detail();
    QTest::keyClick(&detail.places(), Qt::Key_Delete);
    QTRY_COMPARE_WITH_TIMEOUT(detail.rules().model()->rowCount(), 1, kPatienceMs);
    window()->rows().selectRow(window()->rows().currentIndex().row() + 1);
    QTest::keyClick(&detail.places(), Qt::Key_Delete);
    QTRY_COMPARE_WITH_TIMEOUT(detail.rules().model()->rowCount(), 2, kPatienceMs);
    detail.rules().selectRow(0);
    QTest::keyClick(&detail.rules(), Qt::Key_Delete);
    QTest::keyClick(&detail.rules(), Qt::Key_Delete);
    QCOMPARE(window()->replay().rules().size(), std::size_t(1));
    QCOMPARE(window()->replay().rules().front().target, std::string("log_in"));
}

void TestSessionReplay::aHeldDeleteIgnoresNoOtherPlace()
{
    addServer({u"mock"_s, path("now.sonde")});
    open(path("then.sonde"));
    replay();
    QVERIFY(window()->detail().places().currentIndex().isValid());
    QKeyEvent repeated(QEvent::KeyPress, Qt::Key_Delete, Qt::NoModifier, QString(), true);
    QCoreApplication::sendEvent(&window()->detail().places(), &repeated);
    QVERIFY(window()->replay().rules().empty());
}

void TestSessionReplay::theNextDifferenceIsChosenByKey()
{
    addServer({u"mock"_s, path("now.sonde")});
    open(path("then.sonde"));
    replay();
    const auto chosen = [this] {
        const int row = window()->rows().currentIndex().row();
        return window()->rows().model()->index(row, ReplayModel::TargetColumn).data().toString();
    };
    QCOMPARE(chosen(), u"get_weather"_s);
    window()->activateWindow();
    QTRY_COMPARE_WITH_TIMEOUT(QApplication::activeWindow(), window(), kPatienceMs);
    QTest::keyClick(window(), Qt::Key_F8);
    QCOMPARE(chosen(), u"log_in"_s);
    QTest::keyClick(window(), Qt::Key_F8, Qt::ShiftModifier);
    QCOMPARE(chosen(), u"get_weather"_s);
}

// What is narrow follows the width of the columns, and so the size of the text.
void TestSessionReplay::theDetailIsBelowTheRowsWhereItIsNarrow()
{
    addServer({u"mock"_s, path("now.sonde")});
    open(path("then.sonde"));
    replay();
    const auto top = [this](const QWidget &part) { return part.mapTo(window(), QPoint()).y(); };
    const auto isBelow = [&] {
        return top(window()->detail()) >= top(window()->rows()) + window()->rows().height();
    };
    const int both = window()->rows().usualWidth() + window()->detail().places().usualWidth();
    window()->resize(both + 100, 680);
    QTRY_VERIFY_WITH_TIMEOUT(!isBelow(), kPatienceMs);
    window()->resize(both - 20, 680);
    QTRY_VERIFY_WITH_TIMEOUT(isBelow(), kPatienceMs);
    QVERIFY(window()->width() < both);
    QVERIFY(window()->rows().width() > both / 2);
    window()->resize(both + 100, 680);
    QTRY_VERIFY_WITH_TIMEOUT(!isBelow(), kPatienceMs);
}

void TestSessionReplay::copiesAsMarkdownWithoutSecrets()
{
    addServer({u"mock"_s, path("now.sonde")});
    open(path("then.sonde"));
    replay();
    part<QPushButton>("copyReplay")->click();
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(
        text.startsWith(u"**Replay of then.sonde against weather: 2 same"_s), qPrintable(text));
    QVERIFY2(text.contains(u"|  |  |  | /result/structuredContent/min | 4.0 | 39.2 |\n"_s),
        qPrintable(text));
    QVERIFY2(text.contains(u"/result/structuredContent/password | \\*\\*\\* | \\*\\*\\* |"_s),
        qPrintable(text));
    QVERIFY2(!text.contains(u"\"new\""_s), qPrintable(text));
}

void TestSessionReplay::copiesTheNamesOfTargetsWithoutSecrets()
{
    replay::ReplayReport report;
    report.requests.push_back({.number = 1,
        .method = "resources/read",
        .target = "https://h.example/?token=hunter2hunter2",
        .verdict = replay::Verdict::Missing});
    ReplayModel model;
    model.setReport(report);
    const QString text = models::replayMarkdown(model, u"then.sonde"_s, u"weather"_s);
    QVERIFY2(text.contains(u"resources/read https://h.example/?token=***"_s), qPrintable(text));
    QVERIFY2(!text.contains(u"hunter2"_s), qPrintable(text));
}

void TestSessionReplay::copiesTheServerOfTheReportAfterAnotherOneFailed()
{
    addServer({u"mock"_s, path("now.sonde")});
    m_opened->workspace.addForThisRun(tests::profile(u"broken"_s, path("missing"), {}));
    open(path("then.sonde"));
    replay();
    part<QComboBox>("replayServer")->setCurrentText(u"broken"_s);
    part<QPushButton>("startReplay")->click();
    const auto *message = window()->findChild<look::InlineMessage *>();
    QTRY_VERIFY_WITH_TIMEOUT(message->isVisible(), kPatienceMs);
    part<QPushButton>("copyReplay")->click();
    const QString text = QGuiApplication::clipboard()->text();
    QVERIFY2(text.startsWith(u"**Replay of then.sonde against weather: "_s), qPrintable(text));
}

void TestSessionReplay::saysWhyAServerCannotBeConnected()
{
    m_opened->workspace.addForThisRun(tests::profile(u"weather"_s, path("missing"), {}));
    open(path("then.sonde"));
    part<QPushButton>("startReplay")->click();
    const auto *message = window()->findChild<look::InlineMessage *>();
    QTRY_VERIFY_WITH_TIMEOUT(message->isVisible(), kPatienceMs);
    QVERIFY2(message->sentence().contains(path("missing")), qPrintable(message->sentence()));
    QVERIFY(part<QPushButton>("startReplay")->isEnabled()); // again, once it is there
}

void TestSessionReplay::saysWhyARecordingCannotBeReplayed()
{
    {
        trace::Recorder recorder;
        QVERIFY(recorder.open(path("empty.sonde")).ok());
        tests::TraceFeed feed(recorder);
        feed.diagnostic("no request");
        QVERIFY(recorder.flush().ok());
    }
    addServer({u"mock"_s, path("now.sonde")});
    open(path("empty.sonde"));
    QCOMPARE(window()->replay().state(), State::Unreadable);
    QVERIFY(window()->findChild<look::InlineMessage *>()->isVisible());
    QVERIFY(!part<QPushButton>("startReplay")->isEnabled());
}

void TestSessionReplay::aRemovedServerEndsTheReplay()
{
    addServer({u"mock"_s, path("now.sonde"), u"--speed"_s, u"0.001"_s});
    open(path("then.sonde"));
    part<QPushButton>("startReplay")->click();
    QTRY_COMPARE_WITH_TIMEOUT(window()->replay().state(), State::Running, kPatienceMs);
    QVERIFY(m_opened->workspace.remove(u"weather"_s).ok());
    QTRY_VERIFY_WITH_TIMEOUT(window()->replay().canStart(), kPatienceMs);
    QCOMPARE(part<QComboBox>("replayServer")->findText(u"weather"_s), -1);
}

void TestSessionReplay::showsHowToServeTheSessionAsAMock()
{
    open(path("then.sonde"));
    m_session->findChild<QAction *>(u"sessionMock"_s)->trigger();
    const auto *mock = m_session->findChild<widgets::MockWindow *>();
    QVERIFY(mock);
    mock->findChild<QAction *>(u"copy-mockCommand"_s)->trigger();
    QProcess shell;
    shell.start(u"sh"_s, {u"-c"_s, QGuiApplication::clipboard()->text() + u" --list"_s});
    QVERIFY(shell.waitForFinished());
    QVERIFY2(shell.readAllStandardOutput().contains("get_weather"),
        shell.readAllStandardError().constData());
    mock->findChild<QAction *>(u"copy-mockHttp"_s)->trigger();
    QVERIFY(QGuiApplication::clipboard()->text().endsWith(u"then.sonde --http 8080"_s));
    mock->findChild<QAction *>(u"copy-mockEntry"_s)->trigger();
    const QByteArray entry = QGuiApplication::clipboard()->text().toUtf8();
    const QJsonObject servers =
        QJsonDocument::fromJson(entry).object().value(u"mcpServers"_s).toObject();
    const QJsonObject server = servers.value(u"then-mock"_s).toObject();
    QCOMPARE(server.value(u"command"_s).toString(), app::commandLineProgram());
    QCOMPARE(server.value(u"args"_s).toVariant().toStringList(),
        (QStringList{u"mock"_s, path("then.sonde")}));
}

QTEST_MAIN(TestSessionReplay)
#include "tst_sessionreplay.moc"
