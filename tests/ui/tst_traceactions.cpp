// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsontreeview.h"
#include "models/trace/filterstore.h"
#include "support/panelofstore.h"
#include "support/patience.h"
#include "support/recordedhttp.h"
#include "support/tracefeed.h"
#include "widgets/trace/conditionactions.h"
#include "widgets/trace/copyasmenu.h"
#include "widgets/trace/doingaction.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/problemwindow.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QMenu>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QSignalSpy>
#include <QTemporaryDir>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using trace::SnippetKind;
using namespace Qt::StringLiterals;

class TraceActionsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void filtersAndColoursByACell();
    void filtersByAValueOfAMessage();
    void copiesTheRequestOfAResponse();
    void copiesWithTheServersCommand();
    void copiesAnExchangeAsCurl();
    void saysWhyItCannotCopy();
    void opensTheWaysToCopyByKey();
    void jumpsToTheCauseByKey();
    void saysThatNothingIsKnownOfTheCause();
    void asksWhatTheServerOfAPendingRequestDoes();
    void reportsTheSelectedMessages();
    void reportsTheMessagesShownWithoutASelection();

private:
    void showNow()
    {
        m_panel->document().model().drainNow();
        m_panel->show();
        m_panel->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m_panel.get()));
        m_panel->view().setFocus();
    }
    QString copied(SnippetKind kind)
    {
        QGuiApplication::clipboard()->clear();
        m_panel->messageActions().copyAs().action(kind)->trigger();
        return QGuiApplication::clipboard()->text();
    }

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<tests::TraceFeed> m_feed;
    std::unique_ptr<TracePanel> m_panel;
};

void TraceActionsTest::init()
{
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<tests::TraceFeed>(*m_recorder);
    m_panel = std::make_unique<tests::PanelOfStore>(*m_recorder);
    m_panel->resize(1400, 400);
}

void TraceActionsTest::cleanup()
{
    m_panel.reset();
    m_feed.reset();
    m_recorder.reset();
}

void TraceActionsTest::filtersAndColoursByACell()
{
    models::FilterStore filters(nullptr);
    m_panel = std::make_unique<tests::PanelOfStore>(
        *m_recorder, nullptr, models::TraceDocument::Shared{&filters});
    m_panel->resize(1400, 400);
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"tools/list\"}");
    showNow();
    QVERIFY(m_panel->view().select(1));
    const auto choose = [this](int column) {
        TraceView &view = m_panel->view();
        view.selectionModel()->setCurrentIndex(
            view.model()->index(view.currentIndex().row(), column), QItemSelectionModel::NoUpdate);
        m_panel->messageActions().conditions().update();
    };
    const auto action = [this](const QString &name) {
        for (QAction *each : m_panel->messageActions().conditions().actions()) {
            if (each->objectName() == name)
                return each;
        }
        return static_cast<QAction *>(nullptr);
    };
    choose(models::TraceModel::DeltaColumn);
    QVERIFY(!action(u"useAsFilter"_s)->isEnabled());
    choose(models::TraceModel::MethodColumn);
    action(u"useAsFilter"_s)->trigger();
    QCOMPARE(m_panel->filterBar().edit().text(), u"method == \"ping\""_s);
    QTRY_COMPARE(m_panel->proxy().rowCount(), 1);
    choose(models::TraceModel::IdColumn);
    action(u"excludeByFilter"_s)->trigger();
    QCOMPARE(m_panel->filterBar().edit().text(), u"method == \"ping\" and not id == 1"_s);
    m_panel->filterBar().clear();
    QVERIFY(m_panel->view().select(2));
    choose(models::TraceModel::MethodColumn);
    action(u"colourByThis"_s)->menu()->actions().constFirst()->trigger();
    QCOMPARE(filters.rules().size(), std::size_t(1));
    QCOMPARE(filters.rules().front().text, u"method == \"tools/list\""_s);
    QCOMPARE(filters.rules().front().tone, models::ColorRole::Error);
    QVERIFY(m_panel->filterBar().edit().text().isEmpty());
}

void TraceActionsTest::filtersByAValueOfAMessage()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"x\",\"params\":{\"a\":[5]}}");
    showNow();
    MessageDetail detail(m_panel->document().model());
    detail.showMessage(1);
    QSignalSpy used(&detail, &MessageDetail::conditionUsed);
    content::JsonTreeView *tree = detail.request().tree();
    QTRY_VERIFY(tree->document());
    tree->selectNode(tree->document()->path(u"params.a[0]").id());
    for (QAction *action : tree->actions()) {
        if (action->objectName() == u"useAsFilter")
            action->trigger();
    }
    QCOMPARE(used.size(), 1);
    QCOMPARE(used[0][0].toString(), u"params.a[0] == 5"_s);
}

void TraceActionsTest::copiesTheRequestOfAResponse()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{ }}");
    showNow();
    QVERIFY(m_panel->view().select(2));
    QCOMPARE(copied(SnippetKind::Command), u"sonde-cli request ping -- PROGRAM"_s);
    QCOMPARE(copied(SnippetKind::Json), u"{\"jsonrpc\":\"2.0\",\"id\":1,\"result\":{ }}"_s);
}

void TraceActionsTest::copiesWithTheServersCommand()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    showNow();
    m_panel->messageActions().copyAs().setServerWords([](const QString &server) {
        return QStringList{u"--"_s, server, u"it's"_s};
    });
    QVERIFY(m_panel->view().select(1));
    QCOMPARE(copied(SnippetKind::Command), u"sonde-cli request ping -- demo 'it'\\''s'"_s);
}

void TraceActionsTest::copiesAnExchangeAsCurl()
{
    test::RecordedHttp http(*m_recorder);
    http.request(0, "POST", "/mcp", "POST /mcp HTTP/1.1\r\nX: 1\r\n\r\n",
        "{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}", {1, 1});
    showNow();
    for (const trace::Number number : {1U, 2U}) {
        QVERIFY(m_panel->view().select(number));
        const QString line = copied(SnippetKind::Curl);
        QVERIFY2(line.startsWith(u"curl "_s) && line.contains(u"-H 'X: 1'"_s)
                && line.contains(u"--data-raw '{\"jsonrpc\""_s),
            qPrintable(line));
        QVERIFY(copied(SnippetKind::Command).startsWith(u"sonde-cli request ping --url http"_s));
    }
}

void TraceActionsTest::saysWhyItCannotCopy()
{
    m_feed->received("no JSON");
    showNow();
    QVERIFY(m_panel->view().select(1));
    const QSignalSpy said(m_panel.get(), &TracePanel::said);
    QCOMPARE(copied(SnippetKind::Curl), QString());
    QCOMPARE(copied(SnippetKind::Python), QString());
    QCOMPARE(said.size(), 2);
    QVERIFY(said[0][0].toString().contains(u"was not sent over HTTP"_s));
}

void TraceActionsTest::opensTheWaysToCopyByKey()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    showNow();
    QVERIFY(m_panel->view().select(1));
    QTest::keyClick(&m_panel->view(), Qt::Key_C, Qt::ControlModifier | Qt::ShiftModifier);
    QTRY_VERIFY(m_panel->messageActions().copyAs().isVisible());
    m_panel->messageActions().copyAs().close();
}

void TraceActionsTest::jumpsToTheCauseByKey()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"tools/call\","
                 "\"params\":{\"name\":\"x\",\"_meta\":{\"progressToken\":7}}}");
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":2,\"method\":\"ping\"}");
    m_feed->received("{\"jsonrpc\":\"2.0\",\"method\":\"notifications/progress\","
                     "\"params\":{\"progressToken\":7,\"progress\":1}}");
    showNow();
    QVERIFY(m_panel->view().select(3));
    QTest::keyClick(&m_panel->view(), Qt::Key_P, Qt::ControlModifier | Qt::AltModifier);
    QTRY_COMPARE(m_panel->currentNumber(), trace::Number(1));
}

void TraceActionsTest::saysThatNothingIsKnownOfTheCause()
{
    m_feed->sent("{\"jsonrpc\":\"2.0\",\"id\":1,\"method\":\"ping\"}");
    showNow();
    QVERIFY(m_panel->view().select(1));
    const QSignalSpy said(m_panel.get(), &TracePanel::said);
    m_panel->messageActions().causeAction()->trigger();
    QTRY_COMPARE(said.size(), 1);
    QCOMPARE(m_panel->currentNumber(), trace::Number(1));
}

void TraceActionsTest::asksWhatTheServerOfAPendingRequestDoes()
{
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"tools/call"})");
    m_feed->received(R"({"jsonrpc":"2.0","id":"a","method":"roots/list"})");
    m_feed->sent(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
    showNow();
    DoingAction &doing = m_panel->messageActions().doing();
    QVERIFY(m_panel->view().select(1));
    QVERIFY(!doing.action()->isVisible()); // as in a session file
    bool runs = true;
    doing.setHasProcess([&runs](const rpc::StreamInfo &conversation) {
        return runs && conversation.server == u"demo";
    });
    QVERIFY(doing.action()->isVisible());
    QVERIFY(doing.action()->isEnabled());
    QMenu menu;
    m_panel->messageActions().addTo(menu);
    QVERIFY(menu.actions().contains(doing.action()));
    const QSignalSpy requested(&doing, &DoingAction::requested);
    doing.action()->trigger();
    QCOMPARE(requested.size(), 1);
    QCOMPARE(requested.front().front().toString(), u"demo"_s);
    for (const trace::Number other : {trace::Number(2), trace::Number(3)}) {
        QVERIFY(m_panel->view().select(other));
        QVERIFY(!doing.action()->isVisible());
    }
    QVERIFY(m_panel->view().select(1));
    QVERIFY(doing.action()->isVisible());
    // What has ended meanwhile is not offered in the next menu.
    runs = false;
    QMenu next;
    m_panel->messageActions().addTo(next);
    QVERIFY(!doing.action()->isVisible());
    runs = true;
    doing.update();
    QVERIFY(doing.action()->isVisible());
    m_feed->received(R"({"jsonrpc":"2.0","id":1,"result":{}})");
    m_panel->document().model().drainNow();
    QVERIFY(!doing.action()->isVisible());
    QVERIFY(!doing.action()->isEnabled());
}

// The text is the user's own from then on.
void TraceActionsTest::reportsTheSelectedMessages()
{
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"tools/call",)"
                 R"("params":{"name":"log_in","arguments":{"password":"sup3rX"}}})");
    m_feed->sent(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
    showNow();
    QVERIFY(m_panel->view().select(1));
    ProblemWindow *window = m_panel->openReport();
    const QSignalSpy ready(window, &ProblemWindow::ready);
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, kPatienceMs);
    const QString text = window->text().toPlainText();
    QVERIFY2(text.contains(u"\n### 1 sent request tools/call log\\_in\n"_s), qPrintable(text));
    QVERIFY2(text.contains(u"sonde-cli tools call log_in --args "_s), qPrintable(text));
    QVERIFY(!text.contains(u"\n### 2 "_s));
    QVERIFY(!text.contains(u"sup3rX"_s));
    window->text().setPlainText(u"# Mine é"_s);
    window->findChild<QPushButton *>(u"copyServerProblem"_s)->click();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"# Mine é"_s);
    const QTemporaryDir folder;
    const QSignalSpy written(window, &ProblemWindow::written);
    window->saveTo(folder.filePath(u"report.md"_s));
    QCOMPARE(written.size(), 1);
    QFile file(folder.filePath(u"report.md"_s));
    QVERIFY(file.open(QIODevice::ReadOnly));
    QCOMPARE(QString::fromUtf8(file.readAll()), u"# Mine é"_s);
    window->saveTo(folder.filePath(u"nowhere/report.md"_s));
    QCOMPARE(written.size(), 1);
}

void TraceActionsTest::reportsTheMessagesShownWithoutASelection()
{
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"ping"})");
    m_feed->sent(R"({"jsonrpc":"2.0","id":2,"method":"ping"})");
    showNow();
    m_panel->view().clearSelection();
    ProblemWindow *window = m_panel->openReport();
    const QSignalSpy ready(window, &ProblemWindow::ready);
    QTRY_COMPARE_WITH_TIMEOUT(ready.size(), 1, kPatienceMs);
    const QString text = window->text().toPlainText();
    QVERIFY2(text.contains(u"\n### 1 "_s) && text.contains(u"\n### 2 "_s), qPrintable(text));
}

QTEST_MAIN(TraceActionsTest)
#include "tst_traceactions.moc"
