// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/endservers.h"
#include "look/controls/colorlabel.h"
#include "look/controls/emptystate.h"
#include "look/controls/inlinemessage.h"
#include "support/demohttp.h"
#include "support/tappedhosts.h"
#include "widgets/request/responsepane.h"
#include "widgets/tap/composedialog.h"
#include "widgets/tap/editlist.h"
#include "widgets/tap/heldmessage.h"
#include "widgets/tools/callpane.h"

#include <optional>

using namespace sonde;
using namespace sonde::tests;

// Breakpoints of Sonde's own connections in the window, over stdio and over HTTP.
class TstOwnBreakpoints : public QObject, private TappedHosts {
    Q_OBJECT

private Q_SLOTS:
    void init() { open(); }
    void cleanup() { close(); }
    void sendsAnEditedCall_data();
    void sendsAnEditedCall();
    void showsAnEditedResponse_data() { sendsAnEditedCall_data(); }
    void showsAnEditedResponse();
    void aDroppedCallGetsNoResponse();
    void aTimeoutNamesTheBreakpoint_data();
    void aTimeoutNamesTheBreakpoint();
    void aHeldCallDoesNotTimeOut();
    void letsGoOfAllWhenTheServerIsStopped();
    void endsInOrderWhenTheProgramDoes_data();
    void endsInOrderWhenTheProgramDoes();
    void composesAMessage();
    void saysInTheWindowThatAMessageIsHeld();
    void decidesOnAllAtOnce_data();
    void decidesOnAllAtOnce();
    void offersABreakpointWhereNoneHolds();
    void aRemovedBreakpointComesBack();
    void isReachedByTheTabKey();
    void saysWhatWasChangedAndWhetherItFits();
    void namesABreakpointThatIsRemoved();
    void keepsTheListOfARenamedServer();

private:
    using Answered = std::optional<Result<mcp::Response>>;

    void connectTo(bool http, config::EraMode era = config::EraMode::Auto);
    void connectTo(const config::Profile &server);
    // In the end: the list takes in what is recorded a moment later.
    bool notes(const char *what, int count) const
    {
        return holds([&] { return noted(u"demo"_s, what) == count; });
    }
    TapBreakpoints &own() const { return *m_opened->workspace.breakpoints(u"demo"_s); }
    mcp::Client &client() const { return *m_opened->workspace.client(u"demo"_s); }
    // Calls echo, and shows what is held.
    void call(Answered &answered, const mcp::CallOptions &options = {});
    static QByteArray resultOf(const Answered &answered)
    {
        return answered && *answered ? (*answered)->message.bytes().toByteArray() : QByteArray();
    }
    QByteArray edited() const
    {
        return own().held().front().bytes.toByteArray().replace("as it came", "edited by me");
    }

    std::unique_ptr<test::Demo> m_http;
};

void TstOwnBreakpoints::connectTo(bool http, config::EraMode era)
{
    config::Profile server = demo();
    server.era = era;
    if (http) {
        m_http = std::make_unique<test::Demo>();
        server.program.clear();
        server.reachByUrl();
        server.http()->url = m_http->url().toString();
    }
    connectTo(server);
}

void TstOwnBreakpoints::connectTo(const config::Profile &server)
{
    m_opened->connectTo(server);
    QVERIFY(holds([&] { return m_opened->state(u"demo"_s) == mcp::ClientState::Ready; }));
    QVERIFY(isOffered());
}

void TstOwnBreakpoints::call(Answered &answered, const mcp::CallOptions &options)
{
    client().callTool(u"echo"_s, Bytes::copyOf(R"({"text":"as it came"})"), options, this,
        [&answered](Result<mcp::Response> &&got) { answered = std::move(got); });
    QVERIFY(holds([&] { return own().held().size() == 1; }));
    window().showPanel(panel());
    QCOMPARE(panel().count(), 1);
}

void TstOwnBreakpoints::sendsAnEditedCall_data()
{
    QTest::addColumn<bool>("http");
    QTest::newRow("stdio") << false;
    QTest::newRow("HTTP") << true;
}

void TstOwnBreakpoints::sendsAnEditedCall()
{
    QFETCH(const bool, http);
    connectTo(http);
    own().add(holdCalls());
    Answered answered;
    call(answered);
    QVERIFY(held().banner().contains(u"tools/call echo"_s));
    QVERIFY(holds([&] { return client().running().front().isAtBreakpoint; }));
    type(edited());
    window().actions().call->trigger(); // Ctrl+Return
    QVERIFY(holds([&] { return answered.has_value(); }));
    QVERIFY(resultOf(answered).contains("edited by me"));
    QVERIFY(holds([&] { return !held().canSend(); }));
    QVERIFY(holds([&] { return shownHits(0) == u"1"_s; }));

    // The trace has what the client sent, and what went in its stead.
    QVERIFY(notes(rpc::lifecycle::kMessageHeld, 1));
    QVERIFY(notes(rpc::lifecycle::kMessageChanged, 1));
    const QStringList sent = m_opened->sentBy(u"demo"_s).filter(u"tools/call"_s);
    QCOMPARE(sent.size(), 1);
    QVERIFY(sent.front().contains(u"as it came"_s));
}

void TstOwnBreakpoints::showsAnEditedResponse()
{
    QFETCH(const bool, http);
    connectTo(http);
    tap::Breakpoint responses = holdCalls();
    responses.channel = rpc::Channel::Received;
    own().add(responses);
    Answered answered;
    call(answered);
    QVERIFY(!answered);
    own().sendChanged(own().held().front().message, Bytes::fromByteArray(edited()));
    QVERIFY(holds([&] { return answered.has_value(); }));
    QVERIFY(resultOf(answered).contains("edited by me"));
    QVERIFY(notes(rpc::lifecycle::kMessageChanged, 1));
}

void TstOwnBreakpoints::aDroppedCallGetsNoResponse()
{
    connectTo(false);
    own().add(holdCalls());
    Answered answered;
    call(answered);
    QVERIFY(holds([&] { return client().running().front().isAtBreakpoint; }));
    own().drop(own().held().front().message);
    QVERIFY(holds([&] { return !client().running().front().isAtBreakpoint; })); // its time goes on
    QVERIFY(!answered);
    client().cancelRunning(client().running().front().token);
    QVERIFY(holds([&] { return answered.has_value(); }));
    // The server has got neither it nor its cancellation, and responds to what follows.
    QVERIFY(notes(rpc::lifecycle::kMessageDropped, 2));
    own().setOn(0, false);
    Answered next;
    client().callTool(u"echo"_s, Bytes::copyOf(R"({"text":"later"})"), {}, this,
        [&next](Result<mcp::Response> &&got) { next = std::move(got); });
    QVERIFY(holds([&] { return next.has_value(); }));
    QVERIFY(resultOf(next).contains("later"));
}

void TstOwnBreakpoints::aTimeoutNamesTheBreakpoint_data()
{
    QTest::addColumn<bool>("response");
    QTest::addColumn<QString>("sentence");
    QTest::newRow("request") << false << u"The request was dropped at a breakpoint."_s;
    QTest::newRow("response") << true << u"The response was dropped at a breakpoint."_s;
}

void TstOwnBreakpoints::aTimeoutNamesTheBreakpoint()
{
    QFETCH(const bool, response);
    QFETCH(const QString, sentence);
    connectTo(false);
    tap::Breakpoint drops = holdCalls();
    drops.action.kind = tap::BreakpointAction::Kind::Drop;
    drops.channel = response ? rpc::Channel::Received : rpc::Channel::Sent;
    own().add(drops);
    Answered answered;
    mcp::CallOptions options;
    options.idleTimeout = std::chrono::seconds(1);
    client().callTool(u"echo"_s, Bytes::copyOf(R"({"text":"x"})"), options, this,
        [&answered](Result<mcp::Response> &&got) { answered = std::move(got); });
    QVERIFY(holds([&] { return answered.has_value(); }));
    QVERIFY(!answered->ok());
    QVERIFY2(answered->error().sentence.endsWith(sentence), qPrintable(answered->error().sentence));
}

void TstOwnBreakpoints::aHeldCallDoesNotTimeOut()
{
    m_opened->connectTo(demo(u"other"_s));
    QVERIFY(holds([&] { return m_opened->state(u"other"_s) == mcp::ClientState::Ready; }));
    tap::Breakpoint dropped = holdCalls();
    dropped.action.kind = tap::BreakpointAction::Kind::Drop;
    m_opened->workspace.breakpoints(u"other"_s)->add(dropped);
    connectTo(false);
    own().add(holdCalls());
    Answered answered;
    mcp::CallOptions options;
    options.idleTimeout = std::chrono::seconds(1);
    call(answered, options);
    QVERIFY(holds([&] { return client().running().front().isAtBreakpoint; }));

    // A later call with the same limit, which is not held, times out.
    Answered later;
    m_opened->workspace.client(u"other"_s)
        ->callTool(u"echo"_s, Bytes::copyOf("{}"), options, this,
            [&later](Result<mcp::Response> &&got) { later = std::move(got); });
    QVERIFY(holds([&] { return later.has_value(); }));
    QVERIFY(!later->ok());
    QVERIFY(!answered);
    QVERIFY(client().givenUp().empty());
    own().sendAsItWas(own().held().front().message);
    QVERIFY(holds([&] { return answered.has_value(); }));
    QVERIFY(resultOf(answered).contains("as it came"));
}

void TstOwnBreakpoints::letsGoOfAllWhenTheServerIsStopped()
{
    connectTo(false);
    own().add(holdCalls());
    Answered answered;
    call(answered);
    m_opened->workspace.stop(u"demo"_s);
    QVERIFY(holds([&] { return answered.has_value(); }));
    QVERIFY(!answered->ok());
    QVERIFY(holds([&] { return own().held().empty(); }));
    QCOMPARE(panel().count(), 0);

    // The list stays for the next connection, and its hits begin again.
    m_opened->workspace.connectTo(u"demo"_s);
    QVERIFY(holds([&] { return m_opened->state(u"demo"_s) == mcp::ClientState::Ready; }));
    QCOMPARE(own().list().size(), std::size_t(1));
    QVERIFY(holds([&] { return shownHits(0) == u"0"_s; }));
    Answered again;
    call(again);
    own().sendAsItWas(own().held().front().message);
    QVERIFY(holds([&] { return again.has_value(); }));
}

void TstOwnBreakpoints::endsInOrderWhenTheProgramDoes_data()
{
    QTest::addColumn<bool>("http");
    QTest::addColumn<QStringList>("events");
    QTest::newRow("stdio") << false << QStringList{QLatin1String(rpc::lifecycle::kProcessEnded)};
    QTest::newRow("HTTP") << true
                          << QStringList{QLatin1String(rpc::lifecycle::kSessionEnded),
                                 QLatin1String(rpc::lifecycle::kConnectionEnded)};
}

void TstOwnBreakpoints::endsInOrderWhenTheProgramDoes()
{
    QFETCH(const bool, http);
    QFETCH(const QStringList, events);
    connectTo(http, config::EraMode::Legacy); // in which HTTP has sessions
    own().add(holdCalls());
    Answered answered;
    call(answered);
    app::endServers(m_opened->workspace);
    QCOMPARE(client().state(), mcp::ClientState::Stopped);
    QVERIFY(answered.has_value());
    for (const QString &event : events)
        QVERIFY2(holds([&] { return noted(u"demo"_s, event.toLatin1().constData()) == 1; }),
            qPrintable(event));
}

void TstOwnBreakpoints::composesAMessage()
{
    connectTo(false);
    window().showPanel(panel());
    QVERIFY(holds([&] { return button(u"compose"_s).isVisible(); }));
    button(u"compose"_s).click();
    auto &dialog = *panel().findChild<widgets::ComposeDialog *>();
    const QByteArray id = QByteArray::fromStdString(session::TapComposer::newId());
    dialog.text().setBytes(Bytes::fromByteArray(R"({"jsonrpc":"2.0","id":)" + id
        + R"(,"method":"tools/call","params":{"name":"echo",)"
          R"("arguments":{"text":"of my own"},"_meta":{"io.modelcontextprotocol/protocolVersion":)"
          R"("2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}})"));
    dialog.findChild<QPushButton *>(u"sendComposed"_s)->click();
    QVERIFY(holds([&] { return dialog.response().bytes().toByteArray().contains("of my own"); }));
    QVERIFY(notes(rpc::lifecycle::kMessageComposed, 1));
    QVERIFY(notes(rpc::lifecycle::kMessageKept, 1));
    dialog.reject();
    m_opened->workspace.stop(u"demo"_s);
    QVERIFY(holds([&] { return !button(u"compose"_s).isVisible(); }));
}

// The server list, the status bar and the pane that waits for the response.
void TstOwnBreakpoints::saysInTheWindowThatAMessageIsHeld()
{
    connectTo(false);
    QVERIFY(holds([&] { return window().tools().count() > 0; }));
    own().add(holdCalls());
    window().showPanel(window().tools());
    window().tools().chooseTool(u"echo"_s);
    window().tools().callPane().send();
    const auto &waiting = window().tools().result().waiting();
    QVERIFY(holds([&] { return waiting.isVisible(); }));
    QCOMPARE(badge(u"demo"_s), QVariant(1));
    const auto &status = *window().findChild<look::ColorLabel *>(u"heldMessages"_s);
    QVERIFY(status.isVisible());
    QVERIFY(status.text().contains(u'1'));

    waiting.findChild<QPushButton *>()->click();
    QCOMPARE(window().tabs().currentWidget(), &panel());
    held().editor().setFocus();
    button(u"sendAsItWas"_s).click();
    QVERIFY(holds([&] { return !waiting.isVisibleTo(&window().tools()); }));
    QVERIFY(holds([&] { return badge(u"demo"_s) == QVariant(0); }));
    QVERIFY(!status.isVisible());
    QVERIFY(panel().table().hasFocus()); // what had it is gone
}

void TstOwnBreakpoints::decidesOnAllAtOnce_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<bool>("sent");
    QTest::newRow("send all") << u"sendAll"_s << true;
    QTest::newRow("drop all") << u"dropAll"_s << false;
}

void TstOwnBreakpoints::decidesOnAllAtOnce()
{
    QFETCH(const bool, sent);
    QFETCH(const QString, button);
    connectTo(false);
    own().add(holdCalls());
    Answered first;
    call(first);
    QVERIFY(!this->button(button).isVisible()); // one message has its own buttons
    Answered second;
    client().callTool(u"echo"_s, Bytes::copyOf(R"({"text":"a second one"})"), {}, this,
        [&second](Result<mcp::Response> &&got) { second = std::move(got); });
    QVERIFY(holds([&] { return panel().count() == 2; }));
    QVERIFY(this->button(button).isVisible());
    this->button(button).click();
    QVERIFY(holds([&] { return own().held().empty(); }));
    QVERIFY(!held().canSend());
    own().setOn(0, false);
    Answered last; // the server reads in order
    client().callTool(u"echo"_s, Bytes::copyOf(R"({"text":"last"})"), {}, this,
        [&last](Result<mcp::Response> &&got) { last = std::move(got); });
    QVERIFY(holds([&] { return last.has_value(); }));
    QCOMPARE(resultOf(first).contains("as it came"), sent);
    QCOMPARE(resultOf(second).contains("a second one"), sent);
    QVERIFY(notes(rpc::lifecycle::kMessageDropped, sent ? 0 : 2));
}

// By the input schema of the tool, as soon as the list of tools is there.
void TstOwnBreakpoints::saysWhatWasChangedAndWhetherItFits()
{
    connectTo(false);
    QVERIFY(holds([&] { return window().tools().count() > 0; }));
    own().add(holdCalls());
    Answered answered;
    client().callTool(u"get_weather"_s, Bytes::copyOf(R"({"city":"Oslo","days":3})"), {}, this,
        [&answered](Result<mcp::Response> &&got) { answered = std::move(got); });
    QVERIFY(holds([&] { return own().held().size() == 1; }));
    window().showPanel(panel());
    widgets::EditList &edits = held().message().edits();
    QVERIFY(holds([&] { return !edits.verdict().isEmpty(); }));
    QVERIFY(!edits.isVisible()); // nothing was changed, and it fits
    const QString fits = edits.verdict();
    const QByteArray came = own().held().front().bytes.toByteArray();
    type(QByteArray(came).replace("\"days\":3", "\"days\":4"));
    QVERIFY(holds([&] { return edits.isVisible(); }));
    const QAbstractItemModel &values = *edits.table().model();
    QCOMPARE(values.rowCount(), 1);
    QCOMPARE(values.index(0, 0).data(), QVariant(u"/params/arguments/days"_s));
    QCOMPARE(edits.verdict(), fits);
    // Where there is little room, it is the value that is seen, and not the titles.
    const QRect value = edits.table().visualRect(values.index(0, 0));
    QVERIFY(edits.table().viewport()->height() >= value.height() / 2);
    QVERIFY(value.top() < edits.table().viewport()->height() / 2);
    type(QByteArray(came).replace("\"days\":3", "\"days\":\"four\""));
    QVERIFY(holds([&] { return edits.verdict() != fits; }));
    QCOMPARE(values.rowCount(), 1);
    // It can be sent all the same, and the button says that it is against the schema.
    const QPushButton &send = button(u"sendChanged"_s);
    QVERIFY(send.isEnabled());
    QCOMPARE(send.text(), u"Send anyway"_s);
    type(came);
    QVERIFY(holds([&] { return edits.verdict() == fits; }));
    QCOMPARE(send.text(), u"Send changed"_s);
    button(u"sendAsItWas"_s).click();
    QVERIFY(holds([&] { return answered.has_value(); }));
}

// From the list of breakpoints to the messages they hold, and through their editor.
void TstOwnBreakpoints::offersABreakpointWhereNoneHolds()
{
    connectTo(false);
    window().showPanel(panel());
    QPushButton &next = *held().emptyState().button();
    QVERIFY(next.isVisible());
    own().add(holdCalls());
    QVERIFY(next.isHidden());
    own().setOn(0, false);
    QVERIFY(next.isVisible());
    next.click();
    auto *dialog = panel().findChild<widgets::BreakpointDialog *>(u"breakpointDialog"_s);
    QVERIFY(dialog && dialog->isVisible());
    dialog->reject();
}

void TstOwnBreakpoints::aRemovedBreakpointComesBack()
{
    connectTo(false);
    window().showPanel(panel());
    own().add(holdCalls());
    own().add({});
    panel().table().setCurrentIndex(panel().table().model()->index(0, 0));
    QTest::keyClick(&panel().table(), Qt::Key_Delete);
    QCOMPARE(own().list().size(), std::size_t(1));
    auto &notice = *window().findChild<look::InlineMessage *>(u"removalNotice"_s);
    QVERIFY(notice.isVisible());
    QCOMPARE(notice.sentence(), u"Breakpoint 1 of “demo” was removed."_s);
    notice.findChild<QPushButton *>()->click();
    QVERIFY(notice.isHidden());
    QCOMPARE(own().list().size(), std::size_t(2));
    QCOMPARE(own().list().front().number, 1U);
    QCOMPARE(own().list().front().filter.text(), holdCalls().filter.text());

    QTest::keyClick(&panel().table(), Qt::Key_Delete);
    QVERIFY(m_opened->workspace.save(u"demo"_s, demo(u"other"_s)).ok());
    notice.findChild<QPushButton *>()->click(); // the server has another name by now
    QCOMPARE(m_opened->workspace.breakpoints(u"other"_s)->list().size(), std::size_t(1));
}

void TstOwnBreakpoints::isReachedByTheTabKey()
{
    connectTo(false);
    own().add(holdCalls());
    Answered answered;
    call(answered);
    window().activateWindow();
    const auto tabUntil = [this](const QWidget &wanted) {
        for (int steps = 0; steps < 12; ++steps) {
            QTest::keyClick(window().focusWidget(), Qt::Key_Tab);
            if (wanted.hasFocus() || wanted.isAncestorOf(window().focusWidget()))
                return true;
        }
        return false;
    };
    panel().table().setFocus();
    QVERIFY(tabUntil(button(u"compose"_s)));
    QTest::keyClick(window().focusWidget(), Qt::Key_Tab);
    QCOMPARE(window().focusWidget(), &held().list());
    QVERIFY(tabUntil(held().editor()));
    const QByteArray text = held().editor().bytes().toByteArray();
    QVERIFY(tabUntil(button(u"sendChanged"_s)));
    QCOMPARE(held().editor().bytes().toByteArray(), text);
}

void TstOwnBreakpoints::namesABreakpointThatIsRemoved()
{
    connectTo(false);
    QVERIFY(window().isVisible());
    own().add(holdCalls());
    Answered answered;
    call(answered);
    const QString before = held().banner();
    own().remove(0);
    QCOMPARE(panel().count(), 1);
    QVERIFY(held().banner() != before);
    QVERIFY(held().banner().endsWith(u"removed"_s));
}

void TstOwnBreakpoints::keepsTheListOfARenamedServer()
{
    connectTo(false);
    own().add(holdCalls());
    config::Profile renamed = demo(u"other"_s);
    QVERIFY(m_opened->workspace.save(u"demo"_s, renamed).ok());
    QVERIFY(!m_opened->workspace.breakpoints(u"demo"_s));
    QCOMPARE(m_opened->workspace.breakpoints(u"other"_s)->list().size(), std::size_t(1));
    window().showPanel(panel());
    QCOMPARE(panel().table().model()->rowCount(), 1);
}

QTEST_MAIN(TstOwnBreakpoints)
#include "tst_ownbreakpoints.moc"
