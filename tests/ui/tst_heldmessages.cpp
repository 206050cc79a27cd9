// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/colorlabel.h"
#include "support/tappedhosts.h"
#include "widgets/tap/waitbar.h"

#include <QToolButton>

using namespace sonde;
using namespace sonde::tests;
using widgets::BreakpointDialog;

// What a person decides about messages that breakpoints of taps hold.
class TstHeldMessages : public QObject, private TappedHosts {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void dropsAndLetsGo();
    void delaysAndResponds();
    void keepsTheResponseOfAGoneRequest();
    void saysWhyNothingWasDone();
    void showsHowLongTheHostWaits();
    void showsTheMessageInTheTrace();
    void sendsWhatIsNotDecidedInTime();
    void saysWhenTheMessageIsSent();
    void keepsTheTextOfEachMessage();
    void doesNotPutAnotherMessageUnderTheHand();
    void holdsAgainAfterTheHostHasStartedAgain();
};

void TstHeldMessages::dropsAndLetsGo()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    holdCallsOf({kWeather});
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    button(u"dropHeld"_s).click();
    QVERIFY(holds([&] { return breakpoints(kWeather).held().empty(); }));
    const int dropped = id;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    type(echo(id, "not sent"));
    button(u"sendAsItWas"_s).click();
    QVERIFY(claude->receives(idOf(id)));
    QVERIFY(!claude->received().contains(idOf(dropped)));
    QVERIFY(!claude->received().contains("not sent"));
}

// By buttons, with a call of another host that is held as well.
void TstHeldMessages::delaysAndResponds()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    const auto cursor = host(u"notes"_s, "Cursor");
    holdCallsOf({kWeather, kNotes});
    int other = 200;
    QVERIFY(holdsCall(*cursor, kNotes, &other));
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    type(echo(id, "not sent")); // what is delayed is the message as it was
    auto &delays = *panel().findChild<QMenu *>(u"delays"_s);
    QVERIFY(delays.actions().size() > 2);
    delays.actions().last()->trigger();
    auto *ask = panel().findChild<QInputDialog *>(u"delayDialog"_s);
    QVERIFY(ask);
    ask->setDoubleValue(0.05);
    ask->accept();
    QVERIFY(claude->receives("as it came"));
    QVERIFY(claude->received().contains(idOf(id)));
    QVERIFY(holds([&] { return noted(kWeather, rpc::lifecycle::kMessageDelayed) == 1; }));
    QVERIFY(holds([&] { return breakpoints(kWeather).held().empty(); }));

    // In place of the server, with the id as the host wrote it.
    claude->send(R"({"jsonrpc":"2.0","id":"x\u00e9 1","method":"tools/call","params":{"a":1}})");
    QVERIFY(holds([&] { return panel().count() == 1; }));
    QVERIFY(button(u"respondHeld"_s).isEnabled());
    button(u"respondHeld"_s).click();
    auto *dialog = panel().findChild<widgets::RespondDialog *>(u"respondDialog"_s);
    QVERIFY(dialog);
    QCOMPARE(dialog->text().bytes().toByteArray(),
        QByteArray(
            R"({"jsonrpc":"2.0","id":"x\u00e9 1","result":{"content":[{"type":"text","text":""}]}})"));
    dialog->findChild<QComboBox *>(u"responseKind"_s)->setCurrentIndex(1);
    QVERIFY(dialog->text().bytes().toByteArray().contains(R"("id":"x\u00e9 1","error":{)"));
    const QByteArray response =
        R"({"jsonrpc":"2.0","id":"x\u00e9 1","result":{"by":"me", "n":1e400}})";
    dialog->text().setBytes(Bytes::fromByteArray(response));
    QCOMPARE(dialog->problem(), QString());
    QVERIFY(holds([&] { return dialog->isActiveWindow() && dialog->focusWidget(); }));
    QVERIFY(dialog->text().isAncestorOf(dialog->focusWidget()));
    QTest::keyClick(dialog->focusWidget(), Qt::Key_Return, Qt::ControlModifier);
    QVERIFY(claude->receives(response));
    QVERIFY(holds([&] { return breakpoints(kWeather).held().empty(); }));
    QVERIFY(holds([&] { return noted(kWeather, rpc::lifecycle::kMessageAnswered) == 1; }));
    claude->send(R"({"jsonrpc":"2.0","id":999,"method":"ping"})");
    QVERIFY(claude->receives(idOf(999)));
    QCOMPARE(claude->received().count(R"("x\u00e9 1")"), 1); // the server was not asked

    QCOMPARE(breakpoints(kNotes).held().size(), 1);
    QVERIFY(!cursor->received().contains(idOf(other)));
}

void TstHeldMessages::keepsTheResponseOfAGoneRequest()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    holdCallsOf({kWeather});
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    button(u"respondHeld"_s).click();
    auto *dialog = panel().findChild<widgets::RespondDialog *>(u"respondDialog"_s);
    QVERIFY(dialog);
    const auto &send = *dialog->findChild<QPushButton *>(u"sendResponse"_s);
    dialog->text().setBytes(Bytes::copyOf("{\n"));
    QVERIFY(!dialog->problem().isEmpty());
    QVERIFY(!send.isEnabled()); // two lines that are not JSON cannot be one message
    dialog->text().setBytes(Bytes::copyOf("{"));
    QVERIFY(!dialog->problem().isEmpty());
    QVERIFY(send.isEnabled());
    claude->send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)"
        + QByteArray::number(id) + "}}");
    QVERIFY(holds([&] { return breakpoints(kWeather).held().empty(); }));
    QVERIFY(!send.isEnabled());
    QVERIFY(!dialog->problem().isEmpty());
    QCOMPARE(dialog->text().bytes().toByteArray(), QByteArray("{")); // can be copied
    dialog->reject();
}

// A decision that the tap does not take is not silent, and touches no other tap.
void TstHeldMessages::saysWhyNothingWasDone()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    const auto cursor = host(u"notes"_s, "Cursor");
    holdCallsOf({kWeather, kNotes});
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    QVERIFY(holdsCall(*cursor, kNotes, &id));
    const std::uint64_t message = breakpoints(kWeather).held().front().message;
    breakpoints(kWeather).sendChanged(
        message, Bytes::copyOf(std::string(tap::BreakpointAction::kMaxText + 1, 'x')));
    QVERIFY(!held().question().isEmpty());
    QCOMPARE(panel().count(), 1);
    QVERIFY(held().canSend()); // it can be decided again

    claude->process().kill();
    claude->process().waitForFinished();
    held().sendChanged();
    QVERIFY(holds([&] { return breakpoints(kWeather).held().empty(); }));
    QCOMPARE(held().emptyReason(), models::refusalText(tap::TapRefusal::Ended));
    QCOMPARE(breakpoints(kNotes).held().size(), 1);
    QVERIFY(!cursor->received().contains(idOf(id)));
}

// Once the host has cancelled a request.
void TstHeldMessages::showsHowLongTheHostWaits()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    holdCallsOf({kWeather});
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    const auto &bar = *held().findChild<widgets::WaitBar *>(u"waitBar"_s);
    const auto &evidence = *held().findChild<look::ColorLabel *>(u"waitEvidence"_s);
    QVERIFY(evidence.isVisible());
    QVERIFY(evidence.text().contains(u"not known yet"_s));
    QVERIFY(evidence.text().contains(u"60 s"_s));
    QVERIFY(!bar.isVisible());
    QVERIFY(!held().banner().contains(u"gives up"_s));

    const auto takes = [this](std::int64_t seconds, const char *text) {
        rpc::Message message;
        rpc::decodeOne(Bytes::copyOf(text), message);
        const std::int64_t at = seconds * 1'000'000'000;
        breakpoints(kWeather).patience().take(rpc::Channel::Sent, {at, at}, message);
    };
    takes(0, R"({"jsonrpc":"2.0","id":"long","method":"x"})");
    takes(7200,
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":"long"}})");
    QVERIFY(holds([&] { return bar.isVisible(); }));
    QCOMPARE(bar.maximum(), 7200);
    QVERIFY(bar.value() < bar.maximum());
    QVERIFY(held().banner().contains(u"the host gives up in about"_s));
    QVERIFY(!evidence.text().contains(u"not known yet"_s));
}

// Of two hosts whose calls have the same id.
void TstHeldMessages::showsTheMessageInTheTrace()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    const auto cursor = host(u"notes"_s, "Cursor");
    holdCallsOf({kWeather, kNotes});
    auto &inTrace = *window().findChild<QAction *>(u"showHeldInTrace"_s);
    QVERIFY(!inTrace.isEnabled());
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    int other = id - 1;
    QVERIFY(holdsCall(*cursor, kNotes, &other));
    if (other != id) { // some calls crossed before the breakpoint was there
        id = other - 1;
        button(u"dropHeld"_s).click();
        QVERIFY(holds([&] { return breakpoints(kWeather).held().empty(); }));
        QVERIFY(holdsCall(*claude, kWeather, &id));
    }
    QCOMPARE(id, other);
    QVERIFY(inTrace.isEnabled());
    const auto shows = [&](const QString &server) {
        const models::TraceModel &trace = window().trace().document().model();
        const int row = trace.rowOf(window().trace().currentNumber());
        return row >= 0 && trace.stream(trace.record(row).stream).server == server
            && trace.record(row).kind == rpc::Kind::Request
            && trace.store().idText(trace.record(row)) == QString::number(id);
    };
    auto &link = *held().findChild<QToolButton *>(u"heldInTrace"_s);
    QVERIFY(!link.text().isEmpty() && (link.focusPolicy() & Qt::TabFocus));
    QVERIFY(holds([&] { // the tap may tell of the message before it is recorded
        link.click();
        return shows(kWeather);
    }));
    choose(kNotes);
    QVERIFY(holds([&] {
        inTrace.trigger(); // in a menu and in the palette
        return shows(kNotes);
    }));
    QCOMPARE(breakpoints(kWeather).held().size(), 1); // nothing was decided
    QCOMPARE(breakpoints(kNotes).held().size(), 1);
}

// No window has to decide, and the trace says why it was sent.
void TstHeldMessages::sendsWhatIsNotDecidedInTime()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    tap::Breakpoint calls = holdCalls();
    calls.action.delay = std::chrono::milliseconds(50);
    breakpoints(kWeather).add(calls);
    choose(kWeather);
    window().showPanel(panel());
    int id = 100;
    QVERIFY(holds([&] {
        claude->send(echo(++id, "not decided"));
        return claude->receives(idOf(id)) && noted(kWeather, rpc::lifecycle::kMessageReleased) >= 1;
    }));
    QVERIFY(holds([&] { return breakpoints(kWeather).held().empty(); }));
    QVERIFY(!held().canSend());
    QCOMPARE(noted(kWeather, rpc::lifecycle::kMessageChanged), 0);
}

void TstHeldMessages::saysWhenTheMessageIsSent()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    tap::Breakpoint calls = holdCalls();
    calls.action.delay = tap::BreakpointAction::kMaxDelay;
    breakpoints(kWeather).add(calls);
    choose(kWeather);
    window().showPanel(panel());
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    QVERIFY(breakpoints(kWeather).held().front().untilNs > 0);
    QVERIFY(held().banner().contains(u"sent as it was in "_s));
    button(u"sendAsItWas"_s).click(); // and can be decided before
    QVERIFY(claude->receives(idOf(id)));
}

void TstHeldMessages::keepsTheTextOfEachMessage()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    const auto cursor = host(u"notes"_s, "Cursor");
    for (const QString &name : {kWeather, kNotes}) {
        tap::Breakpoint calls = holdCalls();
        calls.othersPass = true;
        breakpoints(name).add(calls);
    }
    choose(kWeather);
    window().showPanel(panel());
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    const int first = id;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    QVERIFY(holdsCall(*cursor, kNotes, &id));
    QCOMPARE(panel().count(), 2);
    QCOMPARE(typed().toUtf8(), echo(first, "as it came")); // the newer one did not take its place
    type(echo(first, "a draft"));
    held().list().setFocus();
    QTest::keyClick(&held().list(), Qt::Key_Down);
    QCOMPARE(typed().toUtf8(), echo(first + 1, "as it came"));
    choose(kNotes);
    QCOMPARE(typed().toUtf8(), echo(id, "as it came"));
    choose(kWeather);
    QCOMPARE(typed().toUtf8(), echo(first, "a draft"));
    held().sendChanged();
    QVERIFY(claude->receives("a draft"));
    QVERIFY(holds([&] { return typed().toUtf8() == echo(first + 1, "as it came"); }));
    QCOMPARE(breakpoints(kNotes).held().size(), 1);
}

// A host that gives up takes its message away from under the editor.
void TstHeldMessages::doesNotPutAnotherMessageUnderTheHand()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    tap::Breakpoint calls = holdCalls();
    calls.othersPass = true;
    breakpoints(kWeather).add(calls);
    choose(kWeather);
    window().showPanel(panel());
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    const int first = id;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    type(echo(first, "a draft"));
    claude->send(R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":)"
        + QByteArray::number(first) + "}}");
    QVERIFY(holds([&] { return breakpoints(kWeather).held().size() == 1; }));
    QVERIFY(!held().canSend());
    QVERIFY(!held().editor().isVisible());
    held().sendChanged(); // a Ctrl+Return that came too late
    held().list().setFocus();
    held().list().setCurrentIndex(held().list().model()->index(0, 0));
    QVERIFY(held().canSend());
    QCOMPARE(typed().toUtf8(), echo(id, "as it came"));
    QCOMPARE(breakpoints(kWeather).held().size(), 1);
}

void TstHeldMessages::holdsAgainAfterTheHostHasStartedAgain()
{
    auto claude = host(u"weather"_s, "Claude Code");
    breakpoints(kWeather).add(holdCalls());
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    claude->process().kill();
    QVERIFY(holds([&] { return breakpoints(kWeather).held().empty(); }));
    QVERIFY(holds([&] { return !taps().find(kWeather)->isLive(); }));
    QCOMPARE(badge(kWeather), QVariant(0));
    claude = host(u"weather"_s, "Claude Code");
    QVERIFY(holdsCall(*claude, kWeather, &id));
    QCOMPARE(breakpoints(kWeather).list().size(), 1);

    // And a window that goes lets it cross.
    m_opened.reset();
    QVERIFY(claude->receives(idOf(id)));
}

QTEST_MAIN(TstHeldMessages)
#include "tst_heldmessages.moc"
