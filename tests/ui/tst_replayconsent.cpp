// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/sessionreplayrig.h"
#include "widgets/tools/toolspanel.h"

#include <QCheckBox>
#include <QComboBox>

using namespace sonde;
using namespace Qt::StringLiterals;

// A replay sends nothing that a person did not ask for.
class TestReplayConsent : public tests::SessionReplayRig {
    Q_OBJECT

private Q_SLOTS:
    void init() { openWindow(); }
    void cleanup() { closeWindow(); }
    void callsADestructiveToolOnlyWhenChosen();
    void callsNoToolUnaskedWhenNoListWasRecorded();
    void callsNoToolUnaskedThatNoRecordedListHas();
    void asksWhatTheServerNowCallsDestructive();
    void anAgreementIsForTheToolsThatWereNamed();
    void aClosedWindowReplaysNothingLater();
    void canBeStoppedWhileItWaits();
    void choosesNoServerForAnotherOne();
};

void TestReplayConsent::callsADestructiveToolOnlyWhenChosen()
{
    addServer({u"mock"_s, path("now.sonde")});
    open(path("then.sonde"));
    const auto forgets = [this] {
        return m_opened->sentBy(u"weather"_s).filter(u"\"forget\""_s).size();
    };
    replay();
    QCOMPARE(cell("forget", ReplayModel::VerdictColumn), u"not sent"_s);
    QCOMPARE(cell("forget", ReplayModel::WhyColumn),
        u"The tool may be destructive, so it was not called."_s);
    QCOMPARE(forgets(), 0);
    QVERIFY(part<QCheckBox>("replayDestructive")->isVisible());
    part<QCheckBox>("replayDestructive")->setChecked(true);
    replay();
    QCOMPARE(cell("forget", ReplayModel::VerdictColumn), u"same"_s);
    QCOMPARE(forgets(), 1);
}

// Whether they are destructive is not known.
void TestReplayConsent::callsNoToolUnaskedWhenNoListWasRecorded()
{
    QVERIFY(tests::recordWeather(path("bare.sonde"), "4.0", "old", {}));
    addServer({u"mock"_s, path("now.sonde")});
    open(path("bare.sonde"));
    replay();
    for (const char *tool : {"get_weather", "log_in", "forget"})
        QCOMPARE(cell(tool, ReplayModel::VerdictColumn), u"not sent"_s);
    QCOMPARE(calls(), 0);
    part<QCheckBox>("replayDestructive")->setChecked(true);
    replay();
    QCOMPARE(cell("forget", ReplayModel::VerdictColumn), u"same"_s);
    QCOMPARE(calls(), 3);
}

// As when only the first page of the list was recorded.
void TestReplayConsent::callsNoToolUnaskedThatNoRecordedListHas()
{
    QVERIFY(tests::recordWeather(path("page.sonde"), "4.0", "old",
        R"({"tools":[{"name":"get_weather","inputSchema":{"type":"object"}},)"
        R"({"name":"log_in","inputSchema":{"type":"object"}}]})"));
    addServer({u"mock"_s, path("now.sonde")});
    open(path("page.sonde"));
    replay();
    QCOMPARE(cell("forget", ReplayModel::VerdictColumn), u"not sent"_s);
    QCOMPARE(calls(), 2);
    QVERIFY(part<QCheckBox>("replayDestructive")->isVisible());
    part<QCheckBox>("replayDestructive")->setChecked(true);
    replay();
    QCOMPARE(cell("forget", ReplayModel::VerdictColumn), u"same"_s);
    QCOMPARE(calls(), 5);
}

void TestReplayConsent::asksWhatTheServerNowCallsDestructive()
{
    QVERIFY(tests::recordWeather(path("hints.sonde"), "4.0", "old",
        R"({"tools":[{"name":"get_weather","inputSchema":{"type":"object"},)"
        R"("annotations":{"destructiveHint":true}},)"
        R"({"name":"log_in","inputSchema":{"type":"object"}},)"
        R"({"name":"forget","inputSchema":{"type":"object"}}]})"));
    addServer({u"mock"_s, path("hints.sonde")});
    m_opened->workspace.setCurrent(u"weather"_s);
    m_opened->workspace.connectTo(u"weather"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->window.tools().count(), 3, kPatienceMs);
    open(path("then.sonde"));
    replay();
    QCOMPARE(cell("get_weather", ReplayModel::VerdictColumn), u"not sent"_s);
    QCOMPARE(cell("forget", ReplayModel::VerdictColumn), u"not sent"_s);
    QCOMPARE(cell("log_in", ReplayModel::VerdictColumn), u"same"_s);
    QCOMPARE(calls(), 1);
    auto *also = part<QCheckBox>("replayDestructive");
    QVERIFY2(also->toolTip().contains(u"get_weather"_s), qPrintable(also->toolTip()));
    also->setChecked(true);
    replay();
    QCOMPARE(cell("get_weather", ReplayModel::VerdictColumn), u"same"_s);
    QCOMPARE(calls(), 4);
}

// Who agrees to one tool has not agreed to another that the server names later.
void TestReplayConsent::anAgreementIsForTheToolsThatWereNamed()
{
    QVERIFY(tests::recordWeather(path("hints.sonde"), "4.0", "old",
        R"({"tools":[{"name":"get_weather","inputSchema":{"type":"object"},)"
        R"("annotations":{"destructiveHint":true}}]})"));
    addServer({u"mock"_s, path("hints.sonde")});
    m_opened->workspace.setCurrent(u"weather"_s);
    m_opened->workspace.connectTo(u"weather"_s);
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->window.tools().count(), 1, kPatienceMs);
    open(path("then.sonde"));
    part<QCheckBox>("replayDestructive")->setChecked(true);
    replay();
    QCOMPARE(cell("forget", ReplayModel::VerdictColumn), u"same"_s);
    QCOMPARE(cell("get_weather", ReplayModel::VerdictColumn), u"not sent"_s);
    QVERIFY(!part<QCheckBox>("replayDestructive")->isChecked());
}

void TestReplayConsent::aClosedWindowReplaysNothingLater()
{
    addServerThatWaits();
    open(path("then.sonde"));
    part<QPushButton>("startReplay")->click();
    QVERIFY(!part<QPushButton>("startReplay")->isEnabled());
    window()->close();
    QTRY_VERIFY_WITH_TIMEOUT(!window(), kPatienceMs);
    m_session->findChild<QAction *>(u"sessionReplay"_s)->trigger();
    QTRY_VERIFY_WITH_TIMEOUT(part<QPushButton>("startReplay")->isEnabled(), kPatienceMs);
    QVERIFY(letItGoOn());
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(u"weather"_s), mcp::ClientState::Ready, kPatienceMs);
    QCOMPARE(window()->replay().state(), State::NotStarted);
    QCOMPARE(calls(), 0);
}

void TestReplayConsent::canBeStoppedWhileItWaits()
{
    addServerThatWaits();
    open(path("then.sonde"));
    QVERIFY(!part<QPushButton>("stopReplay")->isVisible());
    part<QPushButton>("startReplay")->click();
    QVERIFY(part<QPushButton>("stopReplay")->isVisible());
    part<QPushButton>("stopReplay")->click();
    QVERIFY(!part<QPushButton>("stopReplay")->isVisible());
    QVERIFY(part<QPushButton>("startReplay")->isEnabled());
    QVERIFY(letItGoOn());
    QTRY_COMPARE_WITH_TIMEOUT(m_opened->state(u"weather"_s), mcp::ClientState::Ready, kPatienceMs);
    QCOMPARE(window()->replay().state(), State::NotStarted);
}

void TestReplayConsent::choosesNoServerForAnotherOne()
{
    addServer({u"mock"_s, path("now.sonde")});
    open(path("then.sonde"));
    QTRY_COMPARE_WITH_TIMEOUT(
        part<QComboBox>("replayServer")->currentText(), u"weather"_s, kPatienceMs);
    QVERIFY(m_opened->workspace.remove(u"weather"_s).ok());
    QTRY_COMPARE_WITH_TIMEOUT(part<QComboBox>("replayServer")->count(), 1, kPatienceMs);
    QCOMPARE(part<QComboBox>("replayServer")->currentIndex(), -1);
    QVERIFY(!part<QPushButton>("startReplay")->isEnabled());
    QCOMPARE(window()->heading(), u"Choose a server to replay against"_s);
}

QTEST_MAIN(TestReplayConsent)
#include "tst_replayconsent.moc"
