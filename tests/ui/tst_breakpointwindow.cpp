// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/tappedhosts.h"
#include "widgets/tap/heldmessage.h"

using namespace sonde;
using namespace sonde::tests;
using widgets::BreakpointDialog;

// Breakpoints of taps in the window.
class TstBreakpointWindow : public QObject, private TappedHosts {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void isOfferedForServersAndTaps();
    void isEditedByKeys();
    void sendsAnEditedCallAndLeavesTheOthersAlone();
    void asksBeforeItSendsWhatIsNoJson();
    void changesACallByAProgram();
    void countsHitsOfEachTap();
};

void TstBreakpointWindow::isOfferedForServersAndTaps()
{
    m_opened->connectTo(demo());
    QVERIFY(isOffered());
    const auto claude = host(u"weather"_s, "Claude Code");
    choose(kWeather);
    QVERIFY(isOffered());
    window().showPanel(panel());
    breakpoints(kWeather).add(holdCalls());
    QCOMPARE(panel().table().model()->rowCount(), 1);
    choose(u"demo"_s);
    QVERIFY(isOffered());
    QCOMPARE(window().tabs().currentWidget(), &panel());
    QCOMPARE(panel().table().model()->rowCount(), 0); // each has a list of its own
    QVERIFY(!m_opened->workspace.taps().breakpoints(u"demo"_s));
}

void TstBreakpointWindow::isEditedByKeys()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    const auto cursor = host(u"notes"_s, "Cursor");
    choose(kWeather);
    window().showPanel(panel());
    widgets::PlainTable &table = panel().table();
    panel().setFocus();
    QTest::keyClick(&table, Qt::Key_Insert);
    auto *dialog = panel().findChild<BreakpointDialog *>(u"breakpointDialog"_s);
    QVERIFY(dialog);
    QTest::keyClicks(&dialog->filter(), u"id == 5"_s);
    QTest::keyClick(dialog, Qt::Key_Return);
    QCOMPARE(breakpoints(kWeather).list().size(), 1);
    QCOMPARE(breakpoints(kWeather).list().front().filter.text(), u"id == 5"_s);
    QVERIFY(breakpoints(kNotes).list().empty());
    QVERIFY(holds([&] { return !panel().findChild<BreakpointDialog *>(u"breakpointDialog"_s); }));

    QTest::keyClick(&table, Qt::Key_Space);
    QVERIFY(!breakpoints(kWeather).list().front().on);
    QTest::keyClick(&table, Qt::Key_Space);
    QVERIFY(breakpoints(kWeather).list().front().on);
    const QRect cell = table.visualRect(table.model()->index(0, models::BreakpointModel::OnColumn));
    QTest::mouseClick(
        table.viewport(), Qt::LeftButton, {}, cell.topLeft() + QPoint(12, cell.height() / 2));
    QVERIFY(!breakpoints(kWeather).list().front().on);
    QTest::keyClick(&table, Qt::Key_Return);
    dialog = panel().findChild<BreakpointDialog *>(u"breakpointDialog"_s);
    QVERIFY(dialog);
    QCOMPARE(dialog->filter().text(), u"id == 5"_s);
    QTest::keyClick(&dialog->filter(), Qt::Key_End); // the whole text is selected
    QTest::keyClicks(&dialog->filter(), u"0"_s);
    QTest::keyClick(dialog, Qt::Key_Return);
    QCOMPARE(breakpoints(kWeather).list().front().filter.text(), u"id == 50"_s);

    // The other tap has a list of its own.
    choose(kNotes);
    QCOMPARE(table.model()->rowCount(), 0);
    QVERIFY(!button(u"removeBreakpoint"_s).isEnabled());
    choose(kWeather);
    QCOMPARE(table.model()->rowCount(), 1);
    QTest::keyClick(&table, Qt::Key_Delete);
    QVERIFY(breakpoints(kWeather).list().empty());
}

void TstBreakpointWindow::sendsAnEditedCallAndLeavesTheOthersAlone()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    const auto cursor = host(u"notes"_s, "Cursor");
    breakpoints(kWeather).add(holdCalls());
    m_opened->connectTo(demo());
    QVERIFY(holds([&] { return m_opened->state(u"demo"_s) == mcp::ClientState::Ready; }));
    window().activateWindow();
    window().showPanel(window().tools());
    window().tools().setFocus();
    QVERIFY(holds([&] { return window().tools().list().isAncestorOf(window().focusWidget()); }));
    const QWidget *const focus = window().focusWidget();
    const int tab = window().tabs().currentIndex();

    // It is held while a person is at another server, who is not interrupted.
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    QVERIFY(holds([&] { return badge(kWeather) == 1; }));
    QCOMPARE(badge(kNotes), QVariant(0));
    QCOMPARE(badge(u"demo"_s), QVariant(0));
    QCOMPARE(m_opened->workspace.current(), u"demo"_s);
    QCOMPARE(window().focusWidget(), focus);
    QCOMPARE(window().tabs().currentIndex(), tab);

    // The other host calls the same tool meanwhile, and gets its response.
    cursor->send(echo(7, "not touched"));
    QVERIFY(cursor->receives("not touched"));
    QVERIFY(!claude->received().contains(idOf(id)));

    choose(kWeather);
    window().showPanel(panel());
    QCOMPARE(panel().count(), 1);
    QVERIFY(held().banner().contains(u"tools/call echo"_s));
    QCOMPARE(typed().toUtf8(), echo(id, "as it came"));
    QVERIFY(window().actions().call->isEnabled());
    type(echo(id, "edited by a person"));
    window().actions().call->trigger(); // Ctrl+Return
    QVERIFY(claude->receives("edited by a person"));
    QVERIFY(claude->received().contains(idOf(id)));
    QVERIFY(holds([&] { return badge(kWeather) == 0; }));
    QCOMPARE(panel().count(), 0);
    QVERIFY(!held().canSend());
    QVERIFY(!window().actions().call->isEnabled());
    QVERIFY(holds([&] { return shownHits(0) == u"1"_s; }));

    // The recordings say the same of it.
    QVERIFY(holds([&] { return noted(kWeather, rpc::lifecycle::kMessageChanged) == 1; }));
    QCOMPARE(noted(kWeather, rpc::lifecycle::kMessageHeld), 1);
    cursor->send(R"({"jsonrpc":"2.0","id":8,"method":"ping"})");
    QVERIFY(cursor->receives(idOf(8)));
    for (const char *what : {rpc::lifecycle::kMessageHeld, rpc::lifecycle::kMessageChanged,
             rpc::lifecycle::kMessageReleased}) {
        QCOMPARE(noted(kNotes, what), 0);
        QCOMPARE(noted(u"demo"_s, what), 0);
    }
    QCOMPARE(m_opened->state(u"demo"_s), mcp::ClientState::Ready);
    QVERIFY(breakpoints(kNotes).held().empty());
}

void TstBreakpointWindow::asksBeforeItSendsWhatIsNoJson()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    holdCallsOf({kWeather});
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    type("{\"jsonrpc\":\n");
    held().sendChanged();
    const QString refused = held().question();
    QVERIFY(!refused.isEmpty());
    auto &question = *held().message().decisions().findChild<QWidget *>(u"question"_s);
    auto &anyway = *question.findChild<QPushButton *>();
    QVERIFY(!anyway.isVisible()); // two lines cannot be one message

    type("{\"jsonrpc\":");
    QCOMPARE(held().question(), QString());
    held().sendChanged();
    QVERIFY(!held().question().isEmpty());
    QVERIFY(held().question() != refused);
    QVERIFY(anyway.isVisible());
    QCOMPARE(breakpoints(kWeather).held().size(), 1); // until it is confirmed
    anyway.click();
    QVERIFY(holds([&] { return breakpoints(kWeather).held().empty(); }));
    QVERIFY(holds([&] { return noted(kWeather, rpc::lifecycle::kMessageChanged) == 1; }));
}

// The host gets what the program made of its call, and of a failure nothing but a line in the
// trace.
void TstBreakpointWindow::changesACallByAProgram()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    tap::Breakpoint changes = holdCalls();
    changes.action.kind = tap::BreakpointAction::Kind::Program;
    changes.action.text = "sed 's/as the host said/by a program/'";
    breakpoints(kWeather).add(changes);
    int id = 100;
    QVERIFY(holds([&] {
        claude->send(echo(++id, "as the host said"));
        return claude->receives(idOf(id)) && claude->received().contains("by a program");
    }));
    QVERIFY(holds([&] { return noted(kWeather, rpc::lifecycle::kMessageChanged) >= 1; }));
    QCOMPARE(panel().count(), 0); // no person has to decide

    changes.action.text = "sh -c 'echo no disk >&2; exit 4'";
    breakpoints(kWeather).replace(0, changes);
    QVERIFY(holds([&] {
        claude->send(echo(++id, "passes"));
        return claude->receives("passes")
            && noted(kWeather, rpc::lifecycle::kBreakpointFailed) >= 1;
    }));
}

void TstBreakpointWindow::countsHitsOfEachTap()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    const auto cursor = host(u"notes"_s, "Cursor");
    tap::Breakpoint counted = holdCalls();
    counted.only = 1000; // acts on none of these
    tap::Breakpoint never = counted;
    never.filter = std::get<trace::Filter>(trace::Filter::compile(u"method == \"none\""_s));
    for (const QString &name : {kWeather, kNotes})
        breakpoints(name).add(counted);
    choose(kWeather);
    window().showPanel(panel());
    QVERIFY(holds([&] { return shownHits(0) == u"0"_s; }));
    claude->send(echo(1, "one"));
    claude->send(echo(2, "two"));
    QVERIFY(holds([&] { return shownHits(0) == u"2"_s; }));
    breakpoints(kWeather).add(never);
    QVERIFY(holds([&] { return shownHits(1) == u"0"_s; }));
    QCOMPARE(shownHits(0), u"2"_s);
    cursor->send(echo(1, "one"));
    QVERIFY(holds([&] { return breakpoints(kNotes).hits().at(1) == 1; }));
    QCOMPARE(shownHits(0), u"2"_s);
    claude->send(echo(3, "three"));
    QVERIFY(holds([&] { return shownHits(0) == u"3"_s; }));
    choose(kNotes);
    QCOMPARE(shownHits(0), u"1"_s);
}

QTEST_MAIN(TstBreakpointWindow)
#include "tst_breakpointwindow.moc"
