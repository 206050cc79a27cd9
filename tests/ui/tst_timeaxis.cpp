// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/buttons.h"
#include "support/lanerig.h"
#include "widgets/timeaxis/timeaxispanel.h"

#include <QPushButton>
#include <QSignalSpy>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using sonde::tests::kMs;
using sonde::tests::kStart;
using sonde::tests::LaneRig;

class TestTimeAxis : public QObject, private LaneRig {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void saysWhatWouldStandHere();
    void showsEverythingUntilItIsZoomed();
    void choosesTheSpanThatIsClicked();
    void staysWhereALongSpanIsClicked();
    void goesFromSpanToSpanByKeyboard();
    void marksARangeAlongTheRuler();
    void movesTheSidesOfARangeByKeyboard();
    void fitsTheSelection();
    void foldsAServer();
    void countsFromTheChosenSpan();
    void choosesRoundsBelowTheirCall();
    void foldsWhatBelongsToACall();

private:
    void callInTwoRounds();
    void call(int id, const char *tool, std::int64_t ms);
    TimeAxisView &view() const { return m_panel->view(); }
    QPushButton *button(const QString &name) const;

    std::unique_ptr<TimeAxisPanel> m_panel;
};

void TestTimeAxis::call(int id, const char *tool, std::int64_t ms)
{
    LaneRig::call(id, tool);
    m_feed->advance(ms * kMs);
    respond(id);
}

QPushButton *TestTimeAxis::button(const QString &name) const
{
    return tests::button(*m_panel, name);
}

void TestTimeAxis::init()
{
    m_panel.reset();
    start();
    m_panel = std::make_unique<TimeAxisPanel>(*m_lanes);
    m_panel->resize(1200, 400);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
}

void TestTimeAxis::saysWhatWouldStandHere()
{
    QVERIFY(!view().isVisible());
    call(1, "a", 10);
    m_model->drainNow();
    QVERIFY(view().isVisible());
    QCOMPARE(m_panel->summary(), QStringLiteral("1 server, 2 messages, 0 errors"));
}

void TestTimeAxis::showsEverythingUntilItIsZoomed()
{
    call(1, "a", 10);
    m_model->drainNow();
    m_feed->advance(100 * kMs);
    call(2, "b", 10);
    m_model->drainNow();
    QVERIFY(view().viewport()->rect().contains(view().placeOf(1)));
    QVERIFY(view().viewport()->rect().contains(view().placeOf(3)));
    const double whole = view().scale().nsPerPixel();
    view().setFocus();
    QTest::keyClick(&view(), Qt::Key_Plus);
    QVERIFY(view().scale().nsPerPixel() < whole);
    const double zoomed = view().scale().nsPerPixel();
    m_feed->advance(1000 * kMs);
    call(3, "b", 10);
    m_model->drainNow();
    QCOMPARE(view().scale().nsPerPixel(), zoomed); // stays where a person put it
    QTest::keyClick(&view(), Qt::Key_Home);
    QVERIFY(view().scale().nsPerPixel() > whole);
}

void TestTimeAxis::choosesTheSpanThatIsClicked()
{
    call(1, "a", 10);
    m_feed->advance(20 * kMs);
    call(2, "b", 10);
    m_model->drainNow();
    QSignalSpy chosen(&view(), &TimeAxisView::numberSelected);
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, view().placeOf(3).center());
    QCOMPARE(chosen.count(), 1);
    QCOMPARE(chosen[0][0].value<trace::Number>(), 3U);
    QCOMPARE(view().current(), 3U);
    view().setCurrent(2); // a response is its request's span
    QCOMPARE(view().current(), 1U);
    QCOMPARE(chosen.count(), 1); // what others choose is not said again
}

// Its ends are out of sight.
void TestTimeAxis::staysWhereALongSpanIsClicked()
{
    call(1, "a", 10'000);
    m_model->drainNow();
    const QPoint middle = view().placeOf(1).center();
    for (int i = 0; i < 12; ++i)
        QTest::keyClick(&view(), Qt::Key_Plus);
    const QRect seen = view().placeOf(1);
    QVERIFY(view().scale().xOf(m_model->record(0).steadyNs) < 0);
    QVERIFY(view().scale().xOf(m_model->record(1).steadyNs) > view().viewport()->width());
    const std::int64_t begin = view().scale().begin();
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, QPoint(middle.x(), seen.center().y()));
    QCOMPARE(view().current(), 1U);
    view().setCurrent(0);
    view().setCurrent(2); // as the list tells it
    QCOMPARE(view().current(), 1U);
    QCOMPARE(view().scale().begin(), begin);
}

void TestTimeAxis::goesFromSpanToSpanByKeyboard()
{
    call(1, "a", 10); // 1, 2
    call(2, "b", 10); // 3, 4
    call(3, "a", 10); // 5, 6
    m_feed->diagnostic("a line"); // 7
    m_model->drainNow();
    view().setFocus();
    QTest::keyClick(&view(), Qt::Key_Right); // nothing is chosen yet
    QCOMPARE(view().current(), 1U);
    QTest::keyClick(&view(), Qt::Key_Right);
    QCOMPARE(view().current(), 5U);
    QTest::keyClick(&view(), Qt::Key_Right); // the last one
    QCOMPARE(view().current(), 5U);
    QTest::keyClick(&view(), Qt::Key_Down);
    QCOMPARE(view().current(), 3U);
    QTest::keyClick(&view(), Qt::Key_Down);
    QCOMPARE(view().current(), 7U);
    QTest::keyClick(&view(), Qt::Key_Down);
    QCOMPARE(view().current(), 7U);
    QTest::keyClick(&view(), Qt::Key_Up);
    QCOMPARE(view().current(), 3U);
}

void TestTimeAxis::marksARangeAlongTheRuler()
{
    call(1, "a", 100);
    m_model->drainNow();
    QSignalSpy changed(&view(), &TimeAxisView::rangeChanged);
    const QRect span = view().placeOf(1);
    QTest::mousePress(view().viewport(), Qt::LeftButton, {}, QPoint(span.left() + 100, 5));
    QTest::mouseMove(view().viewport(), QPoint(span.left() + 200, 5));
    QTest::mouseMove(view().viewport(), QPoint(span.left() + 300, 5));
    QCOMPARE(changed.count(), 0);
    QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, QPoint(span.left() + 300, 5));
    QCOMPARE(changed.count(), 1);
    const double pixel = view().scale().nsPerPixel();
    const auto length = double(view().range().end() - view().range().begin());
    QVERIFY(std::abs(length - 200 * pixel) < 2 * pixel);
    // A side can be taken again.
    QTest::mousePress(view().viewport(), Qt::LeftButton, {}, QPoint(span.left() + 300, 50));
    QTest::mouseMove(view().viewport(), QPoint(span.left() + 350, 50));
    QTest::mouseRelease(view().viewport(), Qt::LeftButton, {}, QPoint(span.left() + 350, 50));
    QCOMPARE(changed.count(), 2);
    QVERIFY(double(view().range().end() - view().range().begin()) > length + 40 * pixel);
    QTest::keyClick(&view(), Qt::Key_Escape);
    QVERIFY(view().range().isEmpty());
    QCOMPARE(changed.count(), 3);
}

void TestTimeAxis::movesTheSidesOfARangeByKeyboard()
{
    call(1, "a", 100);
    m_model->drainNow();
    view().setFocus();
    QTest::keyClick(&view(), Qt::Key_Right, Qt::ShiftModifier);
    QVERIFY(view().range().isEmpty()); // nothing is chosen
    QTest::keyClick(&view(), Qt::Key_Right);
    QTest::keyClick(&view(), Qt::Key_Right, Qt::ShiftModifier);
    QCOMPARE(view().range().begin(), kStart);
    QVERIFY(view().range().end() > kStart + 100 * kMs);
    const auto end = view().range().end();
    QTest::keyClick(&view(), Qt::Key_Right, Qt::ShiftModifier | Qt::ControlModifier);
    QVERIFY(view().range().begin() > kStart);
    QCOMPARE(view().range().end(), end);
}

void TestTimeAxis::fitsTheSelection()
{
    call(1, "a", 10);
    m_feed->advance(10'000 * kMs);
    call(2, "a", 10);
    m_model->drainNow();
    view().setCurrent(3);
    const double whole = view().scale().nsPerPixel();
    button(QStringLiteral("fitSelection"))->click();
    QVERIFY(view().scale().nsPerPixel() * 100 < whole);
    QVERIFY(view().placeOf(3).width() > 300);
    button(QStringLiteral("fitAll"))->click();
    QVERIFY(view().scale().nsPerPixel() > whole * 0.99);
}

void TestTimeAxis::foldsAServer()
{
    call(1, "a", 10);
    m_model->drainNow();
    QVERIFY(!view().placeOf(1).isNull());
    const QPoint heading(40, view().placeOf(1).top() - 15);
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, heading);
    QVERIFY(view().placeOf(1).isNull());
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, heading);
    QVERIFY(!view().placeOf(1).isNull());
}

void TestTimeAxis::countsFromTheChosenSpan()
{
    call(1, "a", 10);
    call(2, "b", 30);
    m_model->drainNow();
    view().setCurrent(3);
    const QImage before = view().grab().toImage();
    button(QStringLiteral("axisTimesFromHere"))->click();
    QVERIFY(view().grab().toImage() != before);
    button(QStringLiteral("axisTimesFromHere"))->click();
    QCOMPARE(view().grab().toImage(), before);
}

// 1 and 2 the first round, 3 and 4 the second.
void TestTimeAxis::callInTwoRounds()
{
    m_feed->sent(R"({"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a"}})");
    m_feed->advance(10 * kMs);
    m_feed->received(R"({"jsonrpc":"2.0","id":1,"result":{"resultType":"input_required",)"
                     R"("requestState":"s"}})");
    m_feed->advance(10 * kMs);
    m_feed->sent(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"a",)"
                 R"("requestState":"s"}})");
    m_feed->advance(10 * kMs);
    m_feed->received(R"({"jsonrpc":"2.0","id":2,"result":{}})");
    m_model->drainNow();
}

void TestTimeAxis::choosesRoundsBelowTheirCall()
{
    callInTwoRounds();
    const auto *rounds = m_lanes->laneOf(3);
    QVERIFY(rounds->parent);
    QSignalSpy chosen(&view(), &TimeAxisView::numberSelected);
    const QRect call = view().placeOf(1);
    const QRect first = view().placeOf(1, rounds);
    const QRect second = view().placeOf(3);
    QVERIFY(first.top() > call.bottom()); // below the call, and as far as it takes
    QVERIFY(std::abs(first.left() - call.left()) <= 1);
    QVERIFY(std::abs(second.right() - call.right()) <= 1);
    QVERIFY(first.height() < call.height());
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, second.center());
    QCOMPARE(chosen.last()[0].value<trace::Number>(), 3U);
    QVERIFY(view().toolTip(second.center()).startsWith(QStringLiteral("round 2 of call #1")));
    QVERIFY(view().accessibleDescription().startsWith(QStringLiteral("round 2 of call #1")));
    // The first round is the call's own message, and still a span of its own.
    QTest::keyClick(&view(), Qt::Key_Left);
    QCOMPARE(view().current(), 1U);
    QVERIFY(view().accessibleDescription().startsWith(QStringLiteral("round 1 of call #1")));
    QVERIFY(view().accessibleDescription().contains(QStringLiteral("waited 10")));
    QTest::keyClick(&view(), Qt::Key_Right);
    QCOMPARE(view().current(), 3U);
    QTest::keyClick(&view(), Qt::Key_Up);
    QCOMPARE(view().current(), 1U);
    QVERIFY(!view().accessibleDescription().startsWith(QStringLiteral("round")));
}

void TestTimeAxis::foldsWhatBelongsToACall()
{
    callInTwoRounds();
    const auto *rounds = m_lanes->laneOf(3);
    view().setCurrent(4); // the response of the second round
    QCOMPARE(view().current(), 3U);
    QTest::keyClick(&view(), Qt::Key_Space);
    QVERIFY(view().placeOf(1, rounds).isNull());
    QCOMPARE(view().current(), 1U); // what is chosen is still seen
    QTest::keyClick(&view(), Qt::Key_Space);
    QVERIFY(!view().placeOf(1, rounds).isNull());
    const QPoint name(40, view().placeOf(1).center().y());
    QTest::mouseClick(view().viewport(), Qt::LeftButton, {}, name);
    QVERIFY(view().placeOf(3).isNull());
    QTest::keyClick(&view(), Qt::Key_Space, Qt::ControlModifier); // the server
    QVERIFY(view().placeOf(1).isNull());
    m_model->clear();
    QCOMPARE(view().current(), 0U); // it is gone, with its lane
}

QTEST_MAIN(TestTimeAxis)
#include "tst_timeaxis.moc"
