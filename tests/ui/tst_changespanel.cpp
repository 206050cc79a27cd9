// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/window/panels.h"
#include "content/text/textdiffview.h"
#include "look/controls/inlinemessage.h"
#include "models/changes/serverchangemodel.h"
#include "support/changesrig.h"
#include "widgets/changes/restartfacts.h"
#include "widgets/kit/table/plaintable.h"
#include "widgets/kit/table/propertygrid.h"
#include "widgets/tools/toolspanel.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QClipboard>
#include <QComboBox>
#include <QFile>
#include <QListView>
#include <QMenu>
#include <QPushButton>
#include <QSignalSpy>
#include <QTest>
#include <QToolButton>

using namespace sonde;
using namespace sonde::tests;

// What the window shows of the starts of a server.
class TestChangesPanel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup() { m_rig.reset(); }
    void beginsEmpty();
    void theFirstStartSaysWhatIsThere();
    void aBreakingChangeIsOnTop();
    void nothingMovesWhenARestartEnds();
    void aFailedStartStaysInTheList();
    void anyTwoStartsCanBeCompared();
    void showsTheToolThatBreaks();
    void keepsTheStartsOfEachServer();
    void theNextRunOfSondeKnowsTheStarts();
    void theNextRunOfSondeKnowsTimesAndFindings();
    void reportsAsMarkdown();
    void namesFindingsThatAreNewOrGone();

private:
    std::unique_ptr<ChangesRig> m_rig;
};

void TestChangesPanel::init()
{
    m_rig = std::make_unique<ChangesRig>();
    QVERIFY(m_rig->folder.isValid());
    auto *model = m_rig->panel().restarts().view().model();
    new QAbstractItemModelTester(model, model);
    new QAbstractItemModelTester(&m_rig->panel().model(), &m_rig->panel().model());
}

void TestChangesPanel::beginsEmpty()
{
    QCOMPARE(m_rig->panel().count(), 0);
    QVERIFY(!m_rig->panel().restarts().current());
    QCOMPARE(m_rig->panel().report(), QString());
}

void TestChangesPanel::theFirstStartSaysWhatIsThere()
{
    m_rig->connectTo();
    QCOMPARE(m_rig->consequence(0), QStringLiteral("1 tool"));
    QCOMPARE(m_rig->panel().model().rowCount(), 0);
    QVERIFY(m_rig->panel().message().isHidden());
    QVERIFY(!m_rig->panel().restarts().choice().isEnabled());
    QCOMPARE(m_rig->panel().facts().facts().value(QStringLiteral("Revision")),
        QStringLiteral("2025-06-18"));
}

void TestChangesPanel::aBreakingChangeIsOnTop()
{
    m_rig->connectTo();
    m_rig->offer(QByteArray(kStricter) + ',' + kOther);
    QVERIFY(m_rig->restart(2));
    QCOMPARE(m_rig->consequence(0), QStringLiteral("1 breaking, 2 tools"));
    QCOMPARE(m_rig->panel().restarts().current()->cause.words, QStringLiteral("Restarted"));
    const auto &model = m_rig->panel().model();
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.change(0).key, std::string("alerts"));
    QCOMPARE(model.change(0).kind, changes::ChangeKind::Added);
    QCOMPARE(model.change(1).key, std::string("weather"));
    QCOMPARE(model.change(1).severity(), changes::Severity::Breaks);
    QVERIFY(!m_rig->panel().message().isHidden());
    QCOMPARE(m_rig->panel().message().kind(), look::InlineMessage::Kind::Error);
    QVERIFY(m_rig->panel().message().sentence().contains(u"New required argument “units”"));
    // The definition that breaks is the one that is shown.
    QCOMPARE(m_rig->panel().table().currentIndex().row(), 1);
    QTRY_VERIFY_WITH_TIMEOUT(m_rig->panel().diff().isReady(), kPatienceMs);
    QVERIFY(m_rig->panel().diff().summary().contains(u"added"));
    QVERIFY(m_rig->panel().report().contains(u"BREAKING: New required argument “units”"));
    // The handshake and the list were timed on both sides of the restart.
    m_rig->opened->window.showPanel(m_rig->panel());
    const QAbstractItemModel *timings = m_rig->panel().facts().timings().model();
    QCOMPARE(timings->rowCount(), 2);
    QCOMPARE(timings->index(0, 0).data().toString(), QStringLiteral("initialize"));
    QCOMPARE(timings->index(1, 0).data().toString(), QStringLiteral("tools/list"));
    for (int column = 0; column < timings->columnCount(); ++column)
        QVERIFY(!timings->index(0, column).data().toString().isEmpty());
    const QString report = m_rig->panel().report();
    QVERIFY(report.contains(u"\n### Timings (median of 10 runs)\n\n- `initialize`: "));
    QVERIFY(report.contains(u"\n- `tools/list`: "));

    m_rig->offer(QByteArray(kWeather) + ',' + kOther);
    QVERIFY(m_rig->restart(3));
    QCOMPARE(m_rig->consequence(0), QStringLiteral("1 tool"));
    QVERIFY(m_rig->panel().message().isHidden());
    QVERIFY(m_rig->restart(4));
    QCOMPARE(m_rig->consequence(0), QStringLiteral("no changes"));
}

void TestChangesPanel::nothingMovesWhenARestartEnds()
{
    m_rig->connectTo();
    m_rig->offer(QByteArray(kWeather) + ',' + kOther);
    QVERIFY(m_rig->restart(2));
    QVERIFY(m_rig->restart(3));
    widgets::Panel &front = m_rig->opened->window.tools();
    m_rig->opened->window.showPanel(front);
    front.setFocus();
    const QWidget *focus = m_rig->opened->window.focusWidget();
    // An older start is being read.
    QListView &view = m_rig->panel().restarts().view();
    view.setCurrentIndex(view.model()->index(1, 0));
    const auto chosen = m_rig->panel().restarts().current()->at.steady;
    QCOMPARE(m_rig->panel().model().rowCount(), 1);
    const QSignalSpy reset(&m_rig->panel().model(), &QAbstractItemModel::modelReset);
    m_rig->offer(kOther);
    QVERIFY(m_rig->restart(4));
    QCOMPARE(m_rig->opened->window.tabs().currentWidget(), &front);
    QCOMPARE(m_rig->opened->window.focusWidget(), focus);
    QCOMPARE(view.currentIndex().row(), 2);
    QCOMPARE(m_rig->panel().restarts().current()->at.steady, chosen);
    QCOMPARE(m_rig->panel().model().rowCount(), 1);
    QCOMPARE(reset.count(), 0);
    // Who reads the newest one reads the next one then.
    view.setCurrentIndex(view.model()->index(0, 0));
    QVERIFY(m_rig->restart(5));
    QCOMPARE(view.currentIndex().row(), 0);
}

void TestChangesPanel::aFailedStartStaysInTheList()
{
    m_rig->connectTo();
    m_rig->offer({});
    QVERIFY(m_rig->restart(2));
    const models::Restart *failed = m_rig->panel().restarts().current();
    QCOMPARE(failed->outcome, models::Restart::Outcome::Failed);
    QVERIFY(!m_rig->consequence(0).isEmpty());
    QCOMPARE(m_rig->panel().message().kind(), look::InlineMessage::Kind::Error);
    QVERIFY(!m_rig->panel().message().isHidden());
    // What was offered before is compared with the next start that succeeds.
    m_rig->offer(kStricter);
    m_rig->opened->workspace.connectTo(QStringLiteral("s"));
    QTRY_COMPARE_WITH_TIMEOUT(m_rig->panel().count(), 3, kPatienceMs);
    QCOMPARE(m_rig->consequence(0), QStringLiteral("1 breaking, 1 tool"));
}

void TestChangesPanel::anyTwoStartsCanBeCompared()
{
    m_rig->connectTo();
    m_rig->offer(QByteArray(kWeather) + ',' + kOther);
    QVERIFY(m_rig->restart(2));
    m_rig->offer(kStricter);
    QVERIFY(m_rig->restart(3));
    QCOMPARE(m_rig->panel().model().rowCount(), 2); // alerts is gone, and weather is stricter
    QComboBox &choice = m_rig->panel().restarts().choice();
    QCOMPARE(choice.count(), 3); // the one before, and two others
    choice.setCurrentIndex(2);
    Q_EMIT choice.activated(2);
    QTRY_VERIFY_WITH_TIMEOUT(!m_rig->panel().isComparing(), kPatienceMs);
    QCOMPARE(m_rig->panel().model().rowCount(), 1); // the first start had no alerts either
    QCOMPARE(m_rig->panel().model().change(0).key, std::string("weather"));
    choice.setCurrentIndex(0);
    Q_EMIT choice.activated(0);
    QCOMPARE(m_rig->panel().model().rowCount(), 2);
}

void TestChangesPanel::showsTheToolThatBreaks()
{
    m_rig->connectTo();
    m_rig->offer(kStricter);
    QVERIFY(m_rig->restart(2));
    m_rig->opened->window.showPanel(m_rig->panel());
    const auto buttons = m_rig->panel().message().findChildren<QPushButton *>();
    QCOMPARE(buttons.size(), 1);
    QVERIFY(buttons.front()->isVisible());
    buttons.front()->click();
    QCOMPARE(m_rig->opened->window.tabs().currentWidget(), &m_rig->opened->window.tools());
}

void TestChangesPanel::keepsTheStartsOfEachServer()
{
    m_rig->connectTo(QStringLiteral("one"));
    QVERIFY(m_rig->restart(2, QStringLiteral("one")));
    m_rig->connectTo(QStringLiteral("two"));
    QCOMPARE(m_rig->panel().count(), 1);
    m_rig->opened->workspace.setCurrent(QStringLiteral("one"));
    QCOMPARE(m_rig->panel().count(), 2);
    QCOMPARE(m_rig->consequence(0), QStringLiteral("no changes"));
}

void TestChangesPanel::theNextRunOfSondeKnowsTheStarts()
{
    m_rig->connectTo();
    m_rig->offer(kStricter);
    QVERIFY(m_rig->restart(2));
    m_rig->openAgain();
    // They are there before the server is connected.
    m_rig->opened->workspace.setCurrent(m_rig->opened->workspace.addForThisRun(m_rig->server()));
    QTRY_COMPARE_WITH_TIMEOUT(m_rig->panel().count(), 2, kPatienceMs);
    QCOMPARE(m_rig->consequence(0), QStringLiteral("1 breaking, 1 tool"));
    QCOMPARE(m_rig->consequence(1), QStringLiteral("1 tool"));
    QVERIFY(m_rig->panel().restarts().current()->isEarlier);
    m_rig->opened->window.showPanel(m_rig->panel());
    // Kept with the starts.
    QTRY_VERIFY_WITH_TIMEOUT(m_rig->panel().facts().timings().model()->rowCount() > 0, kPatienceMs);
    // The first start of this run is compared with the last one of the run before.
    m_rig->offer(kWeather);
    m_rig->opened->workspace.connectTo(QStringLiteral("s"));
    QTRY_COMPARE_WITH_TIMEOUT(m_rig->panel().count(), 3, kPatienceMs);
    QCOMPARE(m_rig->panel().restarts().current()->number, 3);
    QCOMPARE(m_rig->consequence(0), QStringLiteral("1 tool"));
    QCOMPARE(m_rig->panel().model().rowCount(), 1);
    // And with any other one: nothing differs from the first.
    QComboBox &choice = m_rig->panel().restarts().choice();
    QCOMPARE(choice.count(), 3);
    choice.setCurrentIndex(2);
    Q_EMIT choice.activated(2);
    QTRY_VERIFY_WITH_TIMEOUT(!m_rig->panel().isComparing(), kPatienceMs);
    QCOMPARE(m_rig->panel().model().rowCount(), 0);
    // A server that is removed leaves nothing behind.
    QVERIFY(m_rig->opened->workspace.remove(QStringLiteral("s")).ok());
    m_rig->openAgain();
    m_rig->opened->workspace.restarts().load(QStringLiteral("s"));
    m_rig->connectTo();
    QCOMPARE(m_rig->consequence(0), QStringLiteral("1 tool"));
}

void TestChangesPanel::reportsAsMarkdown()
{
    m_rig->connectTo();
    m_rig->offer(QByteArray(kStricter) + R"(,{"name":"a`b*c","inputSchema":{"type":"object"}})");
    QVERIFY(m_rig->restart(2));
    const QString report = m_rig->panel().report();
    QVERIFY(report.startsWith(QStringLiteral("## s started at ")));
    QVERIFY(report.contains(QStringLiteral("\n- ≠ Tool `weather`\n  - BREAKING: ")));
    QVERIFY(report.contains(QStringLiteral("\n- + Tool `` a`b*c ``\n"))); // as it is
    QVERIFY(report.contains(QStringLiteral("\n### ")));
    const QString path = m_rig->folder.filePath(QStringLiteral("report.md"));
    QVERIFY(m_rig->panel().exportTo(path).ok());
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(file.readAll(), report.toUtf8());
    const auto refused =
        m_rig->panel().exportTo(m_rig->folder.filePath(QStringLiteral("no/such/report.md")));
    QVERIFY(!refused.ok());
    QVERIFY(refused.error().sentence.contains(QStringLiteral("report.md")));
    auto *button = m_rig->panel().findChild<QToolButton *>(QStringLiteral("reportMenu"));
    QVERIFY(button && !button->toolTip().isEmpty());
    auto *copy = m_rig->panel().findChild<QAction *>(QStringLiteral("copyReport"));
    QVERIFY(button->menu()->actions().contains(copy));
    QVERIFY(m_rig->panel().findChild<QAction *>(QStringLiteral("exportReport")));
    copy->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), report);
}

// 2025-06-18 server/tools: a tool has an inputSchema.
void TestChangesPanel::namesFindingsThatAreNewOrGone()
{
    m_rig->connectTo();
    m_rig->opened->window.showPanel(m_rig->panel());
    const QAbstractItemModel *rows = m_rig->panel().facts().findings().model();
    QCOMPARE(rows->rowCount(), 0);
    m_rig->offer(QByteArray(kWeather) + R"(,{"name":"bad"})");
    QVERIFY(m_rig->restart(2));
    QTRY_VERIFY_WITH_TIMEOUT(
        rows->rowCount() > 0 && rows->index(0, 0).data().toString().startsWith(u'+'), kPatienceMs);
    const QString sentence = rows->index(0, 1).data().toString();
    QVERIFY(!sentence.isEmpty());
    QVERIFY(m_rig->panel().report().contains(u"\n### Findings\n\n- new: `"));
    m_rig->offer(kWeather);
    QVERIFY(m_rig->restart(3));
    // Once the findings of this start are complete.
    QTRY_VERIFY_WITH_TIMEOUT(rows->rowCount() > 0
            && !rows->index(0, 0).data().toString().startsWith(u'+')
            && rows->index(0, 1).data().toString() == sentence,
        kPatienceMs);
    // With nothing else, nothing is new or gone.
    QVERIFY(m_rig->restart(4));
    QTRY_COMPARE_WITH_TIMEOUT(rows->rowCount(), 0, kPatienceMs);
}

void TestChangesPanel::theNextRunOfSondeKnowsTimesAndFindings()
{
    m_rig->connectTo();
    m_rig->offer(QByteArray(kWeather) + R"(,{"name":"bad"})");
    QVERIFY(m_rig->restart(2));
    m_rig->opened->window.showPanel(m_rig->panel());
    const auto isNew = [](const QAbstractItemModel *rows) {
        return rows->rowCount() > 0 && rows->index(0, 0).data().toString().startsWith(u'+');
    };
    QTRY_VERIFY_WITH_TIMEOUT(isNew(m_rig->panel().facts().findings().model()), kPatienceMs);
    const QString sentence =
        m_rig->panel().facts().findings().model()->index(0, 1).data().toString();
    m_rig->openAgain();
    m_rig->opened->workspace.setCurrent(m_rig->opened->workspace.addForThisRun(m_rig->server()));
    QTRY_COMPARE_WITH_TIMEOUT(m_rig->panel().count(), 2, kPatienceMs);
    m_rig->opened->window.showPanel(m_rig->panel());
    // Both starts are of the run before.
    const QAbstractItemModel *rows = m_rig->panel().facts().findings().model();
    QTRY_VERIFY_WITH_TIMEOUT(isNew(rows), kPatienceMs);
    QCOMPARE(rows->index(0, 1).data().toString(), sentence);
    const auto listed = [this] {
        for (const models::CallTiming &each : m_rig->panel().facts().shownTimings()) {
            if (each.name == u"tools/list")
                return each;
        }
        return models::CallTiming();
    };
    QVERIFY(listed().before && listed().after);
    // And one of them is: with the tool, its finding is gone.
    m_rig->offer(kWeather);
    m_rig->opened->workspace.connectTo(QStringLiteral("s"));
    QTRY_COMPARE_WITH_TIMEOUT(m_rig->panel().count(), 3, kPatienceMs);
    QTRY_VERIFY_WITH_TIMEOUT(rows->rowCount() > 0 && !isNew(rows), kPatienceMs);
    QCOMPARE(rows->index(0, 1).data().toString(), sentence);
    QVERIFY(listed().before && listed().after);
}

QTEST_MAIN(TestChangesPanel)

#include "tst_changespanel.moc"
