// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/bytes/bytesview.h"
#include "content/json/jsontreeview.h"
#include "look/controls/clipboard.h"
#include "look/controls/emptystate.h"
#include "look/controls/signdelegate.h"
#include "support/panelofstore.h"
#include "support/tracefeed.h"
#include "support/watchedstore.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QGuiApplication>
#include <QHeaderView>
#include <QLineEdit>
#include <QPushButton>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using sonde::tests::TraceFeed;
using sonde::tests::WatchedStore;

namespace {

constexpr const char *kRequest =
    R"({"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"echo","arguments":)"
    R"({"a":9007199254740993,"b":1.0,"c":1e400,"d":-0,"a":2}}})";
constexpr const char *kResponse = R"({"jsonrpc":"2.0","id":7,"result":{"content":[]}})";

} // namespace

class TracePanelTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void saysWhatWouldFillIt();
    void listsWhatCrosses();
    void filtersAndKeepsTheSelection();
    void offersToClearAFilterThatHidesEverything();
    void followsOnlyAtTheEnd();
    void spacePausesAndFollows();
    void clearsTheListOnly();
    void jumpsToThePairAndBack();
    void copiesTheExactMessage();
    void copiesManyMessagesFromTheBackground();
    void survivesTheEndWhileCopying();
    void showsRequestAndResponseInTabs();
    void staysInTheTabThatWasChosen();
    void opensOnAClickAndOnReturn();
    void movesByRowsToTheEnds();
    void showsAResponseThatComesLater();
    void linksNodesAndBytesBothWays();
    void showsTheRawText();
    void showsLinesThatAreNoMessages();
    void readsALargeMessageInTheBackground_data();
    void readsALargeMessageInTheBackground();
    void survivesTheEndWhileReading();

private:
    void record()
    {
        m_feed->sent(kRequest);
        m_feed->advance(41'306'000);
        m_feed->received(kResponse);
        m_feed->diagnostic("[weather] cache miss");
        m_panel->document().model().drainNow();
    }
    TraceView &view() { return m_panel->view(); }
    QLineEdit *filter() { return m_panel->findChild<QLineEdit *>(); }

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
    std::unique_ptr<TracePanel> m_panel;
    std::unique_ptr<MessageDetail> m_detail;
};

void TracePanelTest::init()
{
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
    m_panel = std::make_unique<tests::PanelOfStore>(*m_recorder);
    m_detail = std::make_unique<MessageDetail>(m_panel->document().model());
    connect(
        m_panel.get(), &TracePanel::messageSelected, m_detail.get(), &MessageDetail::showMessage);
    m_panel->resize(1400, 300);
    m_panel->show();
    m_detail->resize(1400, 200);
    m_detail->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TracePanelTest::cleanup()
{
    m_detail.reset();
    m_panel.reset();
    m_feed.reset();
    m_recorder.reset();
}

void TracePanelTest::saysWhatWouldFillIt()
{
    QVERIFY(!view().isVisible());
    QCOMPARE(m_panel->summary(), QStringLiteral("0 messages"));
    auto *next = m_panel->findChild<look::EmptyState *>()->button();
    QVERIFY(next->isHidden());
    QAction connectServer;
    QSignalSpy triggered(&connectServer, &QAction::triggered);
    m_panel->setConnectAction(&connectServer);
    QVERIFY(next->isVisible());
    connectServer.setEnabled(false); // there is none, or it is connected
    QVERIFY(next->isHidden());
    connectServer.setEnabled(true);
    next->click();
    QCOMPARE(triggered.count(), 1);
    record();
    QVERIFY(view().isVisible());
    QTest::keyClicks(filter(), QStringLiteral("no such thing"));
    QTRY_VERIFY(next->isVisible());
    next->click();
    QCOMPARE(filter()->text(), QString());
    QCOMPARE(triggered.count(), 1);
}

void TracePanelTest::listsWhatCrosses()
{
    QSignalSpy summary(m_panel.get(), &TracePanel::summaryChanged);
    record();
    QCOMPARE(m_panel->proxy().rowCount(), 3);
    QCOMPARE(summary.last().first().toString(), QStringLiteral("3 messages"));
    QCOMPARE(view().rowHeight(0), view().rowHeight(2));
    // Only Target takes what is left.
    QCOMPARE(view().horizontalHeader()->sectionResizeMode(models::TraceModel::TargetColumn),
        QHeaderView::Stretch);
    QVERIFY(!view().horizontalScrollBar()->isVisible());
}

void TracePanelTest::filtersAndKeepsTheSelection()
{
    record();
    QVERIFY(view().select(2));
    QSignalSpy selected(m_panel.get(), &TracePanel::messageSelected);
    QTest::keyClicks(filter(), QStringLiteral("cache"));
    QTRY_COMPARE(m_panel->proxy().rowCount(), 1);
    QCOMPARE(m_panel->summary(), QStringLiteral("1 of 3 messages shown"));
    QCOMPARE(m_panel->currentNumber(), trace::Number(2));
    filter()->clear();
    QTRY_COMPARE(m_panel->proxy().rowCount(), 3);
    QCOMPARE(view().currentIndex().row(), 1);
    QVERIFY(selected.isEmpty());
}

void TracePanelTest::offersToClearAFilterThatHidesEverything()
{
    record();
    QTest::keyClicks(filter(), QStringLiteral("no such thing"));
    QTRY_VERIFY(!view().isVisible());
    m_panel->showMessage(3);
    QVERIFY(view().isVisible());
    QCOMPARE(m_panel->currentNumber(), trace::Number(3));
    QCOMPARE(filter()->text(), QString());
}

void TracePanelTest::followsOnlyAtTheEnd()
{
    for (int i = 0; i < 100; ++i)
        record();
    QScrollBar *bar = view().verticalScrollBar();
    QTRY_VERIFY(bar->maximum() > 0);
    QTRY_COMPARE(bar->value(), bar->maximum());
    QVERIFY(view().select(5));
    QVERIFY(!view().isFollowing());
    QVERIFY(!m_panel->followAction()->isChecked());
    const int value = bar->value();
    const int maximum = bar->maximum();
    for (int i = 0; i < 10; ++i)
        record();
    QTRY_VERIFY(bar->maximum() > maximum);
    QCOMPARE(bar->value(), value);
    QCOMPARE(m_panel->currentNumber(), trace::Number(5));
    bar->setValue(bar->maximum());
    QVERIFY(m_panel->followAction()->isChecked());
    const int end = bar->maximum();
    record();
    QTRY_VERIFY(bar->maximum() > end);
    QTRY_COMPARE(bar->value(), bar->maximum());
    QCOMPARE(m_panel->currentNumber(), trace::Number(5));
}

void TracePanelTest::spacePausesAndFollows()
{
    record();
    QTest::keyClick(&view(), Qt::Key_Space);
    QVERIFY(m_panel->pauseAction()->isChecked());
    record();
    QCOMPARE(m_panel->proxy().rowCount(), 3);
    QTest::keyClick(&view(), Qt::Key_Space);
    QVERIFY(!m_panel->pauseAction()->isChecked());
    QVERIFY(m_panel->followAction()->isChecked());
    QTRY_COMPARE(m_panel->proxy().rowCount(), 6);
}

void TracePanelTest::clearsTheListOnly()
{
    record();
    QVERIFY(view().select(1));
    m_panel->clearAction()->trigger();
    QCOMPARE(m_panel->proxy().rowCount(), 0);
    QVERIFY(!view().isVisible());
    QCOMPARE(m_recorder->messageCount(), std::uint64_t(3));
    record();
    QCOMPARE(m_panel->proxy().number(0), trace::Number(4));
}

void TracePanelTest::jumpsToThePairAndBack()
{
    record();
    QVERIFY(view().select(1));
    auto *delegate = qobject_cast<look::SignDelegate *>(view().itemDelegate());
    QVERIFY(delegate);
    QCOMPARE(delegate->pairRow(), 1);
    m_panel->messageActions().pairAction()->trigger();
    QCOMPARE(m_panel->currentNumber(), trace::Number(2));
    QCOMPARE(delegate->pairRow(), 0);
    m_panel->messageActions().pairAction()->trigger();
    QCOMPARE(m_panel->currentNumber(), trace::Number(1));
    QVERIFY(view().select(3));
    QCOMPARE(delegate->pairRow(), -1);
    m_panel->messageActions().pairAction()->trigger();
    QCOMPARE(m_panel->currentNumber(), trace::Number(3));
}

void TracePanelTest::copiesTheExactMessage()
{
    record();
    QVERIFY(view().select(1));
    m_panel->activateWindow();
    view().setFocus();
    QTRY_COMPARE(QApplication::focusWidget(), &view());
    QSignalSpy copied(&look::ClipboardNotice::instance(), &look::ClipboardNotice::copied);
    QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
    QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromLatin1(kRequest));
    QCOMPARE(copied.size(), 1);
}

void TracePanelTest::copiesManyMessagesFromTheBackground()
{
    const std::string big =
        R"({"jsonrpc":"2.0","method":"big","params":[")" + std::string(20'000, 'x') + R"("]})";
    for (int i = 0; i < 3; ++i)
        m_feed->received(big);
    m_panel->document().model().drainNow();
    view().selectAll();
    QGuiApplication::clipboard()->clear();
    QSignalSpy copied(&look::ClipboardNotice::instance(), &look::ClipboardNotice::copied);
    view().copyMessages();
    QVERIFY(copied.isEmpty());
    QTRY_COMPARE(copied.size(), 1);
    const QString line = QString::fromStdString(big);
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringList({line, line, line}).join(u'\n'));
}

void TracePanelTest::survivesTheEndWhileCopying()
{
    m_feed->received(
        R"({"jsonrpc":"2.0","method":"big","params":[")" + std::string(8 << 20, 'x') + R"("]})");
    m_panel.reset(); // which reads as well
    WatchedStore store(*m_recorder);
    auto panel = std::make_unique<tests::PanelOfStore>(store);
    panel->document().model().drainNow();
    panel->view().selectAll();
    look::copyToClipboard(QStringLiteral("before"));
    const QSignalSpy copied(&look::ClipboardNotice::instance(), &look::ClipboardNotice::copied);
    panel->view().copyMessages();
    QTRY_VERIFY(store.readers() > 0);
    store.release();
    panel.reset();
    QCOMPARE(store.readers(), 0);
    QCoreApplication::processEvents();
    QVERIFY(copied.isEmpty());
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("before"));
}

void TracePanelTest::showsRequestAndResponseInTabs()
{
    record();
    for (const trace::Number number : {1U, 2U}) {
        QVERIFY(view().select(number));
        QCOMPARE(m_detail->request().bytes().view(), std::string_view(kRequest));
        QCOMPARE(m_detail->response().bytes().view(), std::string_view(kResponse));
        QCOMPARE(m_detail->request().isVisible(), number == 1);
        QCOMPARE(m_detail->response().isVisible(), number == 2);
        QCOMPARE(
            m_detail->bytes().bytes().view(), std::string_view(number == 1 ? kRequest : kResponse));
    }
    QVERIFY(view().select(3));
    QVERIFY(!m_detail->tabs().isTabEnabled(MessageDetail::ResponseTab));
}

void TracePanelTest::staysInTheTabThatWasChosen()
{
    record();
    m_detail->resize(500, 400);
    QVERIFY(view().select(1));
    QVERIFY(m_detail->bytes().isVisible()); // kept in sight
    m_detail->bytesAction()->trigger();
    QVERIFY(!m_detail->bytes().isVisible());
    m_detail->tabs().setCurrentIndex(MessageDetail::BytesTab);
    QVERIFY(m_detail->bytes().isVisible());
    QVERIFY(!m_detail->request().isVisible());
    QVERIFY(view().select(2));
    QCOMPARE(m_detail->tabs().currentIndex(), int(MessageDetail::BytesTab));
    QCOMPARE(m_detail->bytes().bytes().view(), std::string_view(kResponse));
    m_detail->tabs().setCurrentIndex(MessageDetail::RequestTab);
    QCOMPARE(m_detail->bytes().bytes().view(), std::string_view(kRequest));
    QVERIFY(view().select(1));
    QVERIFY(view().select(2));
    QCOMPARE(m_detail->tabs().currentIndex(), int(MessageDetail::ResponseTab));
}

void TracePanelTest::opensOnAClickAndOnReturn()
{
    record();
    const QSignalSpy opened(m_panel.get(), &TracePanel::messageOpened);
    const QSignalSpy closed(m_panel.get(), &TracePanel::closeRequested);
    QVERIFY(view().select(1));
    QTest::keyClick(&view(), Qt::Key_Down);
    QCOMPARE(opened.size(), 0); // keys only move
    QTest::keyClick(&view(), Qt::Key_Return);
    QCOMPARE(opened.size(), 1);
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {},
        view().visualRect(view().model()->index(0, 1)).center());
    QCOMPARE(opened.size(), 2);
    m_panel->showMessage(3);
    QCOMPARE(opened.size(), 3);
    QTest::keyClick(&view(), Qt::Key_Escape);
    QCOMPARE(closed.size(), 1);
}

void TracePanelTest::movesByRowsToTheEnds()
{
    record();
    QVERIFY(view().select(2));
    QTest::keyClick(&view(), Qt::Key_Home);
    QCOMPARE(view().currentNumber(), trace::Number(1));
    QTest::keyClick(&view(), Qt::Key_End);
    QCOMPARE(view().currentIndex().row(), view().model()->rowCount() - 1);
}

void TracePanelTest::showsAResponseThatComesLater()
{
    m_feed->sent(kRequest);
    m_panel->document().model().drainNow();
    QVERIFY(view().select(1));
    QVERIFY(m_detail->tabs().isTabEnabled(MessageDetail::ResponseTab));
    QVERIFY(m_detail->response().bytes().isEmpty());
    m_feed->received(kResponse);
    m_panel->document().model().drainNow();
    QCOMPARE(m_detail->response().bytes().view(), std::string_view(kResponse));
}

void TracePanelTest::linksNodesAndBytesBothWays()
{
    record();
    QVERIFY(view().select(1));
    const std::string_view text(kRequest);
    const std::size_t at = text.find("9007199254740993");
    Q_EMIT m_detail->bytes().byteClicked(static_cast<qint64>(at + 3));
    content::JsonTreeView *tree = m_detail->request().tree();
    const json::Value chosen = tree->document()->value(tree->currentNode());
    QCOMPARE(chosen.raw(), std::string_view("9007199254740993"));
    QCOMPARE(m_detail->bytes().highlightBegin(), at);

    content::JsonTreeView *other = m_detail->response().tree();
    const json::NodeId node = other->document()->path(u"result.content").id();
    Q_EMIT other->nodeSelected(node);
    QCOMPARE(m_detail->bytes().bytes().view(), std::string_view(kResponse));
    QCOMPARE(m_detail->bytes().highlightEnd() - m_detail->bytes().highlightBegin(), std::size_t(2));
}

void TracePanelTest::showsTheRawText()
{
    record();
    QVERIFY(view().select(1));
    QVERIFY(m_detail->request().tree()->isVisible());
    m_detail->rawAction()->trigger();
    QVERIFY(!m_detail->request().tree()->isVisible());
    QVERIFY(view().select(2));
    QVERIFY(!m_detail->response().tree()->isVisible());
    m_detail->rawAction()->trigger();
    QVERIFY(m_detail->response().tree()->isVisible());
}

void TracePanelTest::showsLinesThatAreNoMessages()
{
    m_feed->received("<b>Listening</b>");
    m_feed->note("process started");
    m_panel->document().model().drainNow();
    for (const trace::Number number : {1U, 2U}) {
        QVERIFY(view().select(number));
        QVERIFY(!m_detail->request().isJson());
        QVERIFY(!m_detail->request().bytes().isEmpty());
    }
}

void TracePanelTest::readsALargeMessageInTheBackground_data()
{
    QTest::addColumn<int>("size");
    QTest::newRow("just") << int(MessageSide::kMaxInline);
    QTest::newRow("by far") << (3 << 20);
}

void TracePanelTest::readsALargeMessageInTheBackground()
{
    QFETCH(int, size);
    const std::string big = R"({"jsonrpc":"2.0","method":"big","params":[")"
        + std::string(std::size_t(size), 'x') + R"("]})";
    m_feed->received(big);
    m_panel->document().model().drainNow();
    QVERIFY(view().select(1));
    QVERIFY(m_detail->request().isReading());
    QTRY_VERIFY(!m_detail->request().isReading());
    QCOMPARE(m_detail->request().bytes().size(), big.size());
    QCOMPARE(m_detail->bytes().bytes().size(), big.size());
    QVERIFY(m_detail->request().isJson());
}

void TracePanelTest::survivesTheEndWhileReading()
{
    m_feed->received(
        R"({"jsonrpc":"2.0","method":"big","params":[")" + std::string(8 << 20, 'x') + R"("]})");
    m_panel.reset();
    WatchedStore store(*m_recorder);
    models::TraceModel model(store); // without the other readers of a panel
    auto detail = std::make_unique<MessageDetail>(model);
    model.drainNow();
    detail->showMessage(1);
    QTRY_VERIFY(store.readers() > 0);
    store.release();
    detail.reset();
    QCOMPARE(store.readers(), 0);
}

QTEST_MAIN(TracePanelTest)
#include "tst_tracepanel.moc"
