// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/theme/theme.h"
#include "rpc/lifecycle.h"
#include "support/lanerig.h"
#include "widgets/timeaxis/spantext.h"
#include "widgets/timeaxis/timeaxispanel.h"
#include "widgets/trace/timestrip.h"

#include <QImage>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using namespace Qt::StringLiterals;
using sonde::tests::kMs;
using sonde::tests::kStart;
using sonde::tests::LaneRig;

// A call that waited at a breakpoint, on the time axis and on the strip.
class TestHeldSpans : public QObject, private LaneRig {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void theHeldPartHasTheColourOfWaiting();
    void theDurationIsWithoutTheHeldPart();
    void aCallThatIsHeldWaitsUntilNow();
    void aCallThatNoBreakpointHeldHasNoSuchPart();
    void theStripShowsTheHeldPart();

private:
    void note(const char *what);
    void heldCall();
    Piece piece() const { return m_lanes->pieceOf(1, m_now); }

    std::unique_ptr<TimeAxisPanel> m_panel;
};

void TestHeldSpans::init()
{
    m_panel.reset();
    start();
}

void TestHeldSpans::note(const char *what)
{
    m_feed->noteAbout(std::string(what) + "\tbreakpoint 1 · id 1", rpc::Channel::Sent, 0);
}

// Three seconds at the breakpoint, and one more until the response.
void TestHeldSpans::heldCall()
{
    call(1, "get_weather");
    note(rpc::lifecycle::kMessageHeld);
    m_feed->advance(3000 * kMs);
    note(rpc::lifecycle::kMessageChanged);
    m_feed->advance(1000 * kMs);
    respond(1);
    m_model->drainNow();
}

void TestHeldSpans::theHeldPartHasTheColourOfWaiting()
{
    heldCall();
    m_panel = std::make_unique<TimeAxisPanel>(*m_lanes);
    m_panel->resize(1200, 400);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    TimeAxisView &view = m_panel->view();
    const QRect place = view.placeOf(1);
    const QImage image = view.viewport()->grab().toImage();
    const auto colourAt = [&](double part) { // above the text
        return image.pixelColor(place.left() + int(part * place.width()), place.top() + 2);
    };
    QCOMPARE(colourAt(0.4).rgb(), look::theme().spanWaiting.rgb());
    QCOMPARE(colourAt(0.7).rgb(), look::theme().spanWaiting.rgb());
    QCOMPARE(colourAt(0.8).rgb(), look::theme().spanCall.rgb());
    QVERIFY(view.toolTip(place.center()).contains(u"held 3.00 s at a breakpoint"_s));
}

void TestHeldSpans::theDurationIsWithoutTheHeldPart()
{
    heldCall();
    QCOMPARE(piece().begin, kStart);
    QCOMPARE(piece().held, kStart + 3000 * kMs);
    QCOMPARE(piece().end, kStart + 4000 * kMs);
    QCOMPARE(SpanText::label(piece()), u"1.00 s"_s);
    QCOMPARE(SpanText::heldLabel(piece()), u"held, 3.00 s"_s);
}

void TestHeldSpans::aCallThatIsHeldWaitsUntilNow()
{
    call(1, "get_weather");
    note(rpc::lifecycle::kMessageHeld);
    m_model->drainNow();
    QVERIFY(piece().isHeld());
    QCOMPARE(piece().held, m_now);
    QVERIFY(SpanText::label(piece()).startsWith(u"held, 5"_s));
    note(rpc::lifecycle::kMessageReleased);
    m_model->drainNow();
    QVERIFY(!piece().isHeld());
}

void TestHeldSpans::aCallThatNoBreakpointHeldHasNoSuchPart()
{
    call(1, "get_weather");
    note(rpc::lifecycle::kMessageAnswered);
    m_feed->advance(1000 * kMs);
    respond(1);
    m_model->drainNow();
    QCOMPARE(piece().held, 0);
    QCOMPARE(SpanText::label(piece()), u"1.00 s"_s);
}

void TestHeldSpans::theStripShowsTheHeldPart()
{
    heldCall();
    TimeStrip strip(*m_lanes);
    strip.resize(1000, strip.height());
    const QImage image = strip.grab().toImage();
    const auto has = [&image](double part, const QColor &colour) {
        for (int y = 0; y < image.height(); ++y) {
            if (image.pixelColor(int(part * image.width()), y).rgb() == colour.rgb())
                return true;
        }
        return false;
    };
    QVERIFY(has(0.4, look::theme().spanWaiting));
    QVERIFY(!has(0.9, look::theme().spanWaiting));
    QVERIFY(has(0.9, look::theme().spanCall));
}

QTEST_MAIN(TestHeldSpans)
#include "tst_heldspans.moc"
