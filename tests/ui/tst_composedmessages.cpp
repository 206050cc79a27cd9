// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/tap/tapcomposer.h"
#include "support/tappedhosts.h"
#include "widgets/tap/composedialog.h"
#include "widgets/trace/comparewindow.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/traceview.h"

#include <QShortcut>

using namespace sonde;
using namespace sonde::tests;

// What a person sends into the conversation of others, and what the trace shows of that.
class TstComposedMessages : public QObject, private TappedHosts {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void composesForOneTap();
    void composesForTwoTaps();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void showsWhatCameAndWhatWent();

private:
    widgets::ComposeDialog *compose() const; // in the selected tap
    void type(widgets::ComposeDialog &dialog, const QByteArray &text) const;
    QPushButton &sendOf(widgets::ComposeDialog &dialog) const;
    QShortcut *shortcutOf(const widgets::ComposeDialog &dialog, const QKeySequence &keys) const;
    int rowOf(const QString &server, const QByteArray &text) const; // of a message; -1: none
};

int TstComposedMessages::rowOf(const QString &server, const QByteArray &text) const
{
    models::TraceModel &trace = window().trace().document().model();
    trace.drainNow();
    for (int row = 0; row < trace.rowCount(); ++row) {
        const trace::Record &record = trace.record(row);
        if (record.kind != rpc::Kind::Request || trace.stream(record.stream).server != server)
            continue;
        const auto bytes = trace.store().read(record);
        if (bytes && bytes->toByteArray() == text)
            return row;
    }
    return -1;
}

widgets::ComposeDialog *TstComposedMessages::compose() const
{
    button(u"compose"_s).click();
    for (auto *dialog : panel().findChildren<widgets::ComposeDialog *>()) {
        if (dialog->isFor(breakpoints(m_opened->workspace.current()).composer()))
            return dialog;
    }
    return nullptr;
}

void TstComposedMessages::type(widgets::ComposeDialog &dialog, const QByteArray &text) const
{
    dialog.text().setBytes(Bytes::fromByteArray(text));
}

QPushButton &TstComposedMessages::sendOf(widgets::ComposeDialog &dialog) const
{
    return *dialog.findChild<QPushButton *>(u"sendComposed"_s);
}

QShortcut *TstComposedMessages::shortcutOf(
    const widgets::ComposeDialog &dialog, const QKeySequence &keys) const
{
    for (QShortcut *one : dialog.findChildren<QShortcut *>()) {
        if (one->key() == keys)
            return one;
    }
    return nullptr;
}

// A request of a person reaches one server, and its response no host.
void TstComposedMessages::composesForOneTap()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    const auto cursor = host(u"notes"_s, "Cursor");
    choose(kWeather);
    window().showPanel(panel());
    auto *dialog = compose();
    QVERIFY(dialog);
    QCOMPARE(compose(), dialog); // one for each tap
    QVERIFY(!dialog->response().isVisible());
    const QByteArray id = session::TapComposer::newId().c_str();
    const QByteArray text = R"({"jsonrpc":"2.0","id":)" + id
        + R"(,"method":"tools/call","params":{"name":"echo","arguments":{"text":"mine"}}})";
    type(*dialog, text);
    QShortcut *const key = shortcutOf(*dialog, QKeySequence(Qt::CTRL | Qt::Key_Return));
    QVERIFY(key && key->isEnabled());
    Q_EMIT key->activated(); // a test has no say in which window is the active one
    QVERIFY(dialog->response().isVisible());
    QVERIFY(holds([&] { return !dialog->response().isEmpty(); }));
    const QByteArray response = dialog->response().bytes().toByteArray();
    QVERIFY2(response.contains("mine") && response.contains(id), response.constData());
    QVERIFY(dialog->response().isVisible() && dialog->response().isReadOnly());
    QVERIFY(holds([&] { return noted(kWeather, rpc::lifecycle::kMessageKept) == 1; }));
    QCOMPARE(noted(kWeather, rpc::lifecycle::kMessageComposed), 1);
    QCOMPARE(noted(kNotes, rpc::lifecycle::kMessageComposed), 0);
    const int row = rowOf(kWeather, text);
    QVERIFY(row >= 0);
    const models::TraceModel &trace = window().trace().document().model();
    QCOMPARE(trace.record(row).state, trace::State::Ok); // its response was found
    QVERIFY(trace.handlingOf(trace.number(row)) != 0);
    QVERIFY(trace.handlingOf(trace.record(row).pair) != 0);
    QVERIFY(!dialog->status().isEmpty());
    QVERIFY(
        !dialog->text().bytes().toByteArray().contains(id)); // the next one has an id of its own
    QVERIFY(sendOf(*dialog).isEnabled());
    claude->send(R"({"jsonrpc":"2.0","id":999,"method":"ping"})");
    QVERIFY(claude->receives(idOf(999)));
    QVERIFY(!claude->received().contains("mine"));
    QVERIFY(!claude->received().contains(id));

    // In the name of the server.
    dialog->findChild<QComboBox *>(u"composeDirection"_s)->setCurrentIndex(1);
    type(*dialog, R"({"jsonrpc":"2.0","method":"notifications/from_a_person"})");
    sendOf(*dialog).click();
    QVERIFY(claude->receives("notifications/from_a_person"));
    QVERIFY(!dialog->response().isVisible());
    QVERIFY(!cursor->received().contains("from_a_person"));
}

// A dialog stays with the conversation that it was opened for.
void TstComposedMessages::composesForTwoTaps()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    const auto cursor = host(u"notes"_s, "Cursor");
    choose(kWeather);
    window().showPanel(panel());
    auto *weather = compose();
    choose(kNotes);
    auto *notes = compose();
    QVERIFY(weather && notes && weather != notes);
    const auto toHost = [&](widgets::ComposeDialog &dialog, const QByteArray &method) {
        dialog.findChild<QComboBox *>(u"composeDirection"_s)->setCurrentIndex(1);
        type(dialog, R"({"jsonrpc":"2.0","method":")" + method + R"("})");
        sendOf(dialog).click();
    };
    toHost(*weather, "notifications/for_claude");
    QVERIFY(claude->receives("notifications/for_claude"));
    toHost(*notes, "notifications/for_cursor");
    QVERIFY(cursor->receives("notifications/for_cursor"));
    QVERIFY(!claude->received().contains("for_cursor"));
    QVERIFY(!cursor->received().contains("for_claude"));

    // Not offered where the conversation is over.
    const auto *action = window().findChild<QAction *>(u"composeMessage"_s);
    QVERIFY(action && action->isEnabled());
    cursor->process().kill();
    QVERIFY(holds([&] { return !taps().find(kNotes)->isLive(); }));
    QVERIFY(holds([&] { return !button(u"compose"_s).isVisible() && !action->isEnabled(); }));
    QVERIFY(!sendOf(*notes).isEnabled());
    QVERIFY(!notes->status().isEmpty());
    QVERIFY(sendOf(*weather).isEnabled());
    choose(kWeather);
    QVERIFY(button(u"compose"_s).isVisible() && action->isEnabled());
}

void TstComposedMessages::saysWhatIsWrong_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<bool>("hasNewId"); // whether another id would make it right
    QTest::newRow("empty") << QByteArray() << false;
    QTest::newRow("no JSON") << QByteArray("{\"jsonrpc\":\"2.0\",") << false;
    QTest::newRow("a batch") << QByteArray(R"([{"jsonrpc":"2.0","method":"x"}])") << false;
    QTest::newRow("a scalar") << QByteArray("7") << false;
    QTest::newRow("no version") << QByteArray(R"({"method":"x"})") << false;
    QTest::newRow("no method") << QByteArray(R"({"jsonrpc":"2.0","id":"sonde-1"})") << false;
    QTest::newRow("a response") << QByteArray(R"({"jsonrpc":"2.0","id":"sonde-1","result":{}})")
                                << false;
    QTest::newRow("a number as the id")
        << QByteArray(R"({"jsonrpc":"2.0", "id" : 5 ,"method":"ping"})") << true;
    QTest::newRow("an id of the host's kind")
        << QByteArray(R"({"jsonrpc":"2.0","id":"5","method":"ping"})") << true;
}

void TstComposedMessages::saysWhatIsWrong()
{
    QFETCH(const QByteArray, text);
    QFETCH(const bool, hasNewId);
    const auto claude = host(u"weather"_s, "Claude Code");
    choose(kWeather);
    window().showPanel(panel());
    auto *dialog = compose();
    QVERIFY(dialog);
    QVERIFY(sendOf(*dialog).isEnabled()); // the template is a good message
    type(*dialog, text);
    QVERIFY(!sendOf(*dialog).isEnabled());
    QVERIFY(!dialog->status().isEmpty());
    auto &renew = *dialog->findChild<QPushButton *>(u"newId"_s);
    QCOMPARE(renew.isVisible(), hasNewId);
    if (!hasNewId)
        return;
    renew.click();
    QVERIFY(sendOf(*dialog).isEnabled());
    QCOMPARE(dialog->status(), QString());
    const QByteArray now = dialog->text().bytes().toByteArray();
    QVERIFY(now.endsWith(text.mid(text.lastIndexOf(','))));
    QVERIFY(now.contains("\"sonde-"));
}

void TstComposedMessages::showsWhatCameAndWhatWent()
{
    const auto claude = host(u"weather"_s, "Claude Code");
    holdCallsOf({kWeather});
    int id = 100;
    QVERIFY(holdsCall(*claude, kWeather, &id));
    const QByteArray came = echo(id, "as it came");
    QVERIFY(holds([&] { return rowOf(kWeather, came) >= 0; }));
    TappedHosts::type(echo(id, "edited"));
    held().sendChanged();
    QVERIFY(claude->receives("edited"));
    QVERIFY(holds([&] { return noted(kWeather, rpc::lifecycle::kMessageChanged) == 1; }));
    const models::TraceModel &trace = window().trace().document().model();
    const int row = rowOf(kWeather, came);
    const auto [message, event] = trace.changeOf(row);
    QCOMPARE(message, trace.number(row));
    QVERIFY(event > message);
    QCOMPARE(trace.changeOf(trace.rowOf(event)), std::pair(message, event));
    const QString status = trace.index(row, models::TraceModel::StatusColumn).data().toString();
    QVERIFY2(status.contains(u"→ %1"_s.arg(event)), qPrintable(status));
    const auto text = trace.store().read(trace.record(trace.rowOf(event)));
    QVERIFY(text && text->toByteArray().endsWith(QByteArray('\n' + echo(id, "edited"))));

    // And their difference.
    window().trace().view().select(message);
    window().trace().messageActions().compareAction()->trigger();
    auto *compared = window().findChild<widgets::CompareWindow *>();
    QVERIFY(compared);
    compared->close();
}

QTEST_MAIN(TstComposedMessages)
#include "tst_composedmessages.moc"
