// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/bytes/bytesview.h"
#include "look/controls/splitter.h"
#include "models/findings/findinglist.h"
#include "support/handshake.h"
#include "support/panelofstore.h"
#include "support/patience.h"
#include "support/tracefeed.h"
#include "widgets/trace/annotations.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/messageactions.h"
#include "widgets/trace/messagedetail.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QAction>
#include <QLabel>
#include <QScrollBar>
#include <QTabBar>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using sonde::tests::TraceFeed;

namespace {

constexpr int kCalls = 300;
constexpr int kQuietCalls = 20'000; // more than the filter looks at in one go

std::string call(int id, const std::string &tool)
{
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id)
        + R"(,"method":"tools/call","params":{"name":")" + tool + R"(","arguments":{}}})";
}

std::string result(int id)
{
    return R"({"jsonrpc":"2.0","id":)" + std::to_string(id) + R"(,"result":{"content":[]}})";
}

} // namespace

// What is selected in the list, what the detail shows and what commands act on are one row, which
// stays in sight.
class TraceSelectionTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void cleanup();
    void movesTheSelectionToTheEnds_data();
    void movesTheSelectionToTheEnds();
    void movesWhenTheClickedColumnIsHidden();
    void selectsNothingWhenItGetsTheFocus();
    void keepsTheRowInSightWhenTheFilterGoes();
    void keepsTheRowInSightInALongTrace();
    void followsTheEndWhenTheRowWasOutOfSight();
    void keepsTheRowInSightBesideTheDetail();
    void goesToTheFirstMatch();
    void waitsForTheFirstMatch();
    void keepsTheListWhileAWordIsTyped();
    void showsTheBytesOfTheSelectedMessage();
    void leavesATabThatGoesOffForNow();

private:
    void record(int calls, const std::string &tool = "echo");
    bool isInSight(trace::Number number);
    TraceView &view() { return m_panel->view(); }
    FilterEdit &filter() { return m_panel->filterBar().edit(); }
    std::string_view shownBytes() const { return m_detail->bytes().bytes().view(); }

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
    std::unique_ptr<look::Splitter> m_window;
    TracePanel *m_panel = nullptr;
    MessageDetail *m_detail = nullptr;
    int m_calls = 0;
};

void TraceSelectionTest::init()
{
    m_calls = 0;
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
    m_window = std::make_unique<look::Splitter>(Qt::Vertical, nullptr);
    m_panel = new tests::PanelOfStore(*m_recorder, m_window.get());
    m_detail = new MessageDetail(m_panel->document().model(), m_window.get());
    m_window->addWidget(m_panel);
    m_window->addWidget(m_detail);
    m_window->setDefaultSizes({300, 400});
    m_detail->hide();
    connect(m_panel, &TracePanel::messageSelected, m_detail, &MessageDetail::showMessage);
    connect(m_panel, &TracePanel::messageOpened, m_detail, &QWidget::show);
    m_window->resize(1200, 800);
    m_window->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_window.get()));
}

void TraceSelectionTest::cleanup()
{
    delete m_detail;
    delete m_panel;
    m_window.reset();
    m_feed.reset();
    m_recorder.reset();
}

// Two rows for each.
void TraceSelectionTest::record(int calls, const std::string &tool)
{
    for (int i = 0; i < calls; ++i) {
        m_feed->sent(call(++m_calls, tool));
        m_feed->received(result(m_calls));
        m_feed->advance(1'000'000);
    }
    m_panel->document().model().drainNow();
}

bool TraceSelectionTest::isInSight(trace::Number number)
{
    const int row = m_panel->proxy().rowOf(number);
    const QRect place = view().visualRect(view().model()->index(row, 0));
    return row >= 0 && place.top() >= 0 && place.bottom() < view().viewport()->height();
}

void TraceSelectionTest::movesTheSelectionToTheEnds_data()
{
    QTest::addColumn<int>("key");
    QTest::addColumn<Qt::KeyboardModifiers>("modifiers");
    QTest::addColumn<int>("row");
    const Qt::KeyboardModifiers none = Qt::NoModifier;
    const Qt::KeyboardModifiers control = Qt::ControlModifier;
    const int last = 2 * kCalls - 1;
    QTest::newRow("Home") << int(Qt::Key_Home) << none << 0;
    QTest::newRow("End") << int(Qt::Key_End) << none << last;
    QTest::newRow("Ctrl+Home") << int(Qt::Key_Home) << control << 0;
    QTest::newRow("Ctrl+End") << int(Qt::Key_End) << control << last;
    QTest::newRow("Ctrl+Down") << int(Qt::Key_Down) << control << 100;
    QTest::newRow("Ctrl+Up") << int(Qt::Key_Up) << control << 98;
    QTest::newRow("Down") << int(Qt::Key_Down) << none << 100;
}

void TraceSelectionTest::movesTheSelectionToTheEnds()
{
    QFETCH(int, key);
    QFETCH(Qt::KeyboardModifiers, modifiers);
    QFETCH(int, row);
    record(kCalls);
    QVERIFY(view().select(100));
    QTest::keyClick(&view(), Qt::Key(key), modifiers);
    const trace::Number number = m_panel->proxy().number(row);
    QCOMPARE(view().currentNumber(), number);
    QCOMPARE(m_detail->number(), number);
    QCOMPARE(view().selectedNumbers(), std::vector<trace::Number>{number});
    QVERIFY(isInSight(number));
    m_panel->messageActions().annotations().markAction()->trigger();
    QVERIFY(m_recorder->notes().of(number).marked);
}

// The detail that a click opens leaves no room for some columns.
void TraceSelectionTest::movesWhenTheClickedColumnIsHidden()
{
    using models::TraceModel;
    record(kCalls);
    QVERIFY(view().select(100));
    const auto clickAndHide = [this] {
        view().showColumn(TraceModel::KindColumn);
        view().setCurrentIndex(view().currentIndex().siblingAtColumn(TraceModel::KindColumn));
        view().hideColumn(TraceModel::KindColumn);
    };
    const auto isAt = [this](trace::Number number) {
        return view().currentNumber() == number && isInSight(number)
            && view().selectedNumbers() == std::vector<trace::Number>{number};
    };
    clickAndHide();
    QTest::keyClick(&view(), Qt::Key_Down);
    QVERIFY(isAt(101));
    clickAndHide();
    QTest::keyClick(&view(), Qt::Key_Up);
    QVERIFY(isAt(100));
    clickAndHide();
    QTest::keyClick(&view(), Qt::Key_End);
    QVERIFY(isAt(2 * kCalls));
    clickAndHide();
    QVERIFY(view().select(50)); // as a search does
    QVERIFY(isAt(50));
}

void TraceSelectionTest::selectsNothingWhenItGetsTheFocus()
{
    record(kCalls);
    view().setFocus(Qt::TabFocusReason);
    QCOMPARE(view().currentNumber(), trace::Number(0));
    QVERIFY(view().select(50));
    filter().setText(QStringLiteral("kind == stderr or number == 70"));
    filter().setFocus();
    view().setFocus(Qt::TabFocusReason);
    QCOMPARE(m_detail->number(), trace::Number(50));
    filter().clear();
    QCOMPARE(view().currentIndex().row(), 49);
    QVERIFY(isInSight(50));
}

void TraceSelectionTest::keepsTheRowInSightWhenTheFilterGoes()
{
    record(kCalls);
    QVERIFY(view().isFollowing());
    filter().setText(QStringLiteral("number == 200"));
    QTest::keyClick(&filter(), Qt::Key_Return);
    QCOMPARE(view().currentNumber(), trace::Number(200));
    filter().clear();
    QTRY_COMPARE(m_panel->proxy().rowCount(), 2 * kCalls);
    QVERIFY(isInSight(200));
    QVERIFY(!view().isFollowing());
    // Also by way of a filter that hides it.
    filter().setText(QStringLiteral("number == 300"));
    filter().clear();
    QTRY_COMPARE(m_panel->proxy().rowCount(), 2 * kCalls);
    QVERIFY(isInSight(200));
    QCOMPARE(m_panel->currentNumber(), trace::Number(200));
    QCOMPARE(view().selectedNumbers(), std::vector<trace::Number>{200});
}

// The filter looks at it in slices.
void TraceSelectionTest::keepsTheRowInSightInALongTrace()
{
    record(kQuietCalls);
    for (const trace::Number number : {1'000U, 39'000U}) {
        filter().setText(QStringLiteral("number == %1").arg(number));
        QTRY_COMPARE(m_panel->proxy().rowCount(), 1);
        QTest::keyClick(&filter(), Qt::Key_Return);
        QCOMPARE(view().currentNumber(), number);
        filter().clear();
        QTRY_COMPARE(m_panel->proxy().rowCount(), 2 * kQuietCalls);
        QTRY_VERIFY(m_panel->proxy().isComplete());
        QVERIFY(isInSight(number));
    }
}

void TraceSelectionTest::followsTheEndWhenTheRowWasOutOfSight()
{
    record(kCalls);
    QVERIFY(view().select(5));
    view().setFollowing(true);
    filter().setText(QStringLiteral("tool == echo"));
    QTRY_COMPARE(view().verticalScrollBar()->value(), view().verticalScrollBar()->maximum());
    filter().clear();
    QTRY_COMPARE(view().verticalScrollBar()->value(), view().verticalScrollBar()->maximum());
    QVERIFY(view().isFollowing());
}

void TraceSelectionTest::keepsTheRowInSightBesideTheDetail()
{
    record(kCalls);
    for (const trace::Number number : {trace::Number(2 * kCalls - 3), trace::Number(250)}) {
        m_detail->hide();
        QTRY_VERIFY(view().viewport()->height() > m_window->height() / 2);
        m_panel->showMessage(number);
        QTRY_VERIFY(m_detail->isVisible());
        QTRY_VERIFY(view().viewport()->height() < m_window->height() / 2);
        QVERIFY(isInSight(number));
    }
}

void TraceSelectionTest::goesToTheFirstMatch()
{
    record(kCalls / 2);
    record(kCalls / 2, "wanted");
    QVERIFY(view().isFollowing());
    filter().setFocus();
    QTest::keyClicks(&filter(), QStringLiteral("kind == request and tool == wanted"));
    QTest::keyClick(&filter(), Qt::Key_Return);
    const trace::Number first = kCalls + 1;
    // The filter looks for a few milliseconds at once, and goes on later.
    QTRY_COMPARE_WITH_TIMEOUT(view().currentNumber(), first, kPatienceMs);
    QCOMPARE(m_detail->number(), first);
    QVERIFY(isInSight(first));
    // Down goes to the list, and leaves the row that is selected in it.
    QVERIFY(view().select(first + 2));
    filter().setFocus();
    QTest::keyClick(&filter(), Qt::Key_Down);
    QCOMPARE(view().currentNumber(), first + 2);
    // Without a filter there is no match to go to.
    filter().clear();
    QTest::keyClick(&filter(), Qt::Key_Return);
    QCOMPARE(view().currentNumber(), first + 2);
}

// What the text of messages tells is looked at in the background.
void TraceSelectionTest::waitsForTheFirstMatch()
{
    record(kCalls);
    record(1, "wanted");
    filter().setText(QStringLiteral("text contains wanted"));
    QTest::keyClick(&filter(), Qt::Key_Return);
    QTRY_COMPARE_WITH_TIMEOUT(view().currentNumber(), trace::Number(2 * kCalls + 1), kPatienceMs);
    QVERIFY(isInSight(view().currentNumber()));
}

void TraceSelectionTest::keepsTheListWhileAWordIsTyped()
{
    record(10);
    m_feed->diagnostic("ready");
    m_panel->document().model().drainNow();
    m_window->activateWindow();
    filter().setFocus();
    filter().setText(QStringLiteral("method == \"tools/call\""));
    for (const QChar c : QStringLiteral(" and duration >= 0ns")) {
        QTest::keyClick(&filter(), c.toLatin1());
        QVERIFY2(m_panel->proxy().rowCount() > 0, qPrintable(filter().text()));
    }
    QVERIFY(filter().filter());
    filter().setText(QStringLiteral("method == \"tools/call\""));
    QTest::keyClicks(&filter(), QStringLiteral(" and dur"));
    const auto labels = m_panel->filterBar().findChildren<QLabel *>();
    QTRY_VERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->isVisible() && label->text().contains(QStringLiteral("duration"));
    }));
    QCOMPARE(m_panel->proxy().rowCount(), 20);
    // Return takes it as a word to search for.
    QTest::keyClick(&filter(), Qt::Key_Return);
    QTRY_COMPARE(m_panel->proxy().rowCount(), 0);
}

// A finding in the response was looked at, and then the request.
void TraceSelectionTest::showsTheBytesOfTheSelectedMessage()
{
    tests::shakeHands(*m_feed);
    const std::string request = R"({"jsonrpc":"2.0","id":7,"method":"tools/list"})";
    const std::string response =
        R"({"jsonrpc":"2.0","id":7,"result":{"tools":[{"name":"a b","description":"Adds.",)"
        R"("inputSchema":{"type":"object"}}]}})";
    m_feed->sent(request);
    m_feed->received(response);
    m_panel->document().model().drainNow();
    const trace::Number answered =
        m_panel->document().model().number(m_panel->document().model().rowCount() - 1);
    models::FindingList &list = m_panel->document().findings();
    QTRY_VERIFY_WITH_TIMEOUT(!list.of(answered).empty(), kPatienceMs);
    m_panel->showMessage(answered);
    QTRY_VERIFY(m_detail->isVisible());
    m_detail->showFinding(list.at(list.of(answered).front()));
    QCOMPARE(shownBytes(), std::string_view(response));
    QVERIFY(m_detail->bytes().highlightEnd() > 0);
    m_panel->showMessage(answered - 1);
    QVERIFY(m_detail->request().isVisible());
    QCOMPARE(shownBytes(), std::string_view(request));
    // What comes later about the response does not change that.
    const auto &model = m_panel->document().model();
    const int row = model.rowOf(answered);
    Q_EMIT m_panel->document().model().dataChanged(
        model.index(row, 0), model.index(row, models::TraceModel::FindingsColumn));
    QCOMPARE(shownBytes(), std::string_view(request));
    // The value is marked again with the response.
    m_panel->showMessage(answered);
    QCOMPARE(shownBytes(), std::string_view(response));
    QVERIFY(m_detail->bytes().highlightEnd() > 0);
}

void TraceSelectionTest::leavesATabThatGoesOffForNow()
{
    record(1);
    m_feed->note("process started");
    m_panel->document().model().drainNow();
    m_panel->showMessage(2);
    QTRY_VERIFY(m_detail->isVisible());
    QCOMPARE(m_detail->tabs().currentIndex(), int(MessageDetail::ResponseTab));
    m_panel->showMessage(3);
    QCOMPARE(m_detail->tabs().currentIndex(), int(MessageDetail::RequestTab));
    QCOMPARE(shownBytes(), std::string_view("process started"));
    m_panel->showMessage(1);
    QCOMPARE(m_detail->tabs().currentIndex(), int(MessageDetail::RequestTab));
    m_panel->showMessage(2);
    QCOMPARE(m_detail->tabs().currentIndex(), int(MessageDetail::ResponseTab));
}

QTEST_MAIN(TraceSelectionTest)
#include "tst_traceselection.moc"
