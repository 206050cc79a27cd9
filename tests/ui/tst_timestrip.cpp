// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/theme/metrics.h"
#include "support/panelofstore.h"
#include "support/tracefeed.h"
#include "widgets/trace/filterbar.h"
#include "widgets/trace/filteredit.h"
#include "widgets/trace/timestrip.h"
#include "widgets/trace/tracepanel.h"
#include "widgets/trace/traceview.h"

#include <QImage>
#include <QSet>
#include <QTest>

#include <memory>

using namespace sonde;
using namespace sonde::widgets;
using sonde::tests::TraceFeed;

namespace {
constexpr std::int64_t kMs = 1'000'000;
} // namespace

class TestTimeStrip : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void aDragLimitsTheList();
    void keepsTheFilterOfAPerson();
    void aClickChoosesTheNearest();
    void worksByKeyboard();
    void cutsNoLabel();
    void givesItsPlaceToTheRowsOfALowPanel();
    void tellsWhichRangeIsMarked();

private:
    TimeStrip &strip() const { return m_panel->strip(); }
    QString filter() const { return m_panel->filterBar().edit().text(); }
    int shown() const { return m_panel->proxy().rowCount(); }
    void drag(double from, double to) const;

    std::unique_ptr<trace::Recorder> m_recorder;
    std::unique_ptr<TraceFeed> m_feed;
    std::unique_ptr<TracePanel> m_panel;
};

// Ten lines, a tenth of a second apart.
void TestTimeStrip::init()
{
    m_panel.reset();
    m_recorder = std::make_unique<trace::Recorder>();
    m_feed = std::make_unique<TraceFeed>(*m_recorder);
    m_panel = std::make_unique<tests::PanelOfStore>(*m_recorder);
    m_panel->resize(1000, 400);
    m_panel->show();
    QVERIFY(QTest::qWaitForWindowExposed(m_panel.get()));
    QVERIFY(!strip().isVisible());
    for (int i = 0; i < 10; ++i) {
        m_feed->diagnostic(std::to_string(i));
        m_feed->advance(100 * kMs);
    }
    m_panel->document().model().drainNow();
    QTRY_VERIFY(strip().isVisible());
    QTRY_COMPARE(shown(), 10);
    QTRY_VERIFY(strip().width() > 900);
    strip().repaint();
}

// In shares of the recorded time.
void TestTimeStrip::drag(double from, double to) const
{
    const auto x = [&](double share) { return int(strip().width() * (0.02 + 0.96 * share)); };
    QTest::mousePress(&strip(), Qt::LeftButton, {}, QPoint(x(from), 10));
    QTest::mouseMove(&strip(), QPoint(x((from + to) / 2), 10));
    QTest::mouseMove(&strip(), QPoint(x(to), 10));
    QTest::mouseRelease(&strip(), Qt::LeftButton, {}, QPoint(x(to), 10));
}

void TestTimeStrip::aDragLimitsTheList()
{
    drag(0.28, 0.72); // of 0.9 s: from 0.252 to 0.648 s
    QVERIFY(filter().startsWith(QStringLiteral("time >= ")));
    QTRY_COMPARE(shown(), 4);
    QCOMPARE(m_panel->proxy().index(0, 0).data(models::TraceModel::NumberRole).toUInt(), 4U);
    drag(0.9, 0.5); // another one in its place, drawn backwards
    QTRY_COMPARE(shown(), 4);
    QCOMPARE(filter().count(QStringLiteral("time >= ")), 1);
    strip().clearRange();
    QCOMPARE(filter(), QString());
    QTRY_COMPARE(shown(), 10);
}

void TestTimeStrip::keepsTheFilterOfAPerson()
{
    m_panel->filterBar().edit().setText(QStringLiteral("size == 1"));
    drag(0.28, 0.72);
    QVERIFY(filter().startsWith(QStringLiteral("(size == 1) and time >= ")));
    QTRY_COMPARE(shown(), 4);
    drag(0.28, 0.5);
    QVERIFY(filter().startsWith(QStringLiteral("(size == 1) and time >= ")));
    strip().clearRange();
    QCOMPARE(filter(), QStringLiteral("size == 1"));
    // What a person adds stays.
    drag(0.28, 0.72);
    m_panel->filterBar().edit().setText(filter() + QStringLiteral(" and kind == stderr"));
    strip().clearRange();
    QCOMPARE(filter(), QStringLiteral("(size == 1) and kind == stderr"));
    QTRY_COMPARE(shown(), 10);
}

void TestTimeStrip::aClickChoosesTheNearest()
{
    QTest::mouseClick(
        &strip(), Qt::LeftButton, {}, QPoint(int(strip().width() * (0.02 + 0.96 * 0.45)), 10));
    QCOMPARE(filter(), QString());
    const auto number = m_panel->currentNumber();
    QVERIFY(number == 5 || number == 6);
}

void TestTimeStrip::worksByKeyboard()
{
    strip().setFocus();
    QTest::keyClick(&strip(), Qt::Key_Right, Qt::ControlModifier);
    QVERIFY(!strip().range().isEmpty());
    QTRY_COMPARE(shown(), 9); // the first one is before the beginning now
    QTest::keyClick(&strip(), Qt::Key_Escape);
    QVERIFY(strip().range().isEmpty());
    QTRY_COMPARE(shown(), 10);
}

// Beside the frame there are the colours of the ground and of the ticks' lines alone.
void TestTimeStrip::cutsNoLabel()
{
    m_feed->diagnostic("10"); // at a tick, near the edge
    m_panel->document().model().drainNow();
    QTRY_COMPARE(shown(), 11);
    for (int width = 900; width < 1020; ++width) {
        m_panel->resize(width, 400);
        QTRY_COMPARE(strip().width(), strip().parentWidget()->contentsRect().width());
        const QImage image = strip().grab().toImage();
        const int labels = image.height() - strip().fontMetrics().height() / 2;
        QSet<QRgb> colors;
        for (int y = labels - 4; y < labels + 4; ++y)
            colors.insert(image.pixel(image.width() - 2, y));
        QVERIFY2(colors.size() == 1, qPrintable(QString::number(width)));
    }
}

// As its accessible description, before the keys.
void TestTimeStrip::tellsWhichRangeIsMarked()
{
    const QString keys = strip().accessibleDescription();
    QVERIFY(!keys.isEmpty());
    drag(0.28, 0.72);
    const QString marked = strip().accessibleDescription();
    QVERIFY2(
        marked.startsWith(QStringLiteral("Marked: ")) && marked.endsWith(keys), qPrintable(marked));
    strip().setFocus();
    QTest::keyClick(&strip(), Qt::Key_Left);
    QVERIFY(strip().accessibleDescription() != marked);
    strip().clearRange();
    QCOMPARE(strip().accessibleDescription(), keys);
}

void TestTimeStrip::givesItsPlaceToTheRowsOfALowPanel()
{
    QVERIFY(strip().isVisible());
    const QSize size = m_panel->size();
    m_panel->resize(size.width(), strip().height() + 6 * look::metrics().row);
    QTRY_VERIFY(!strip().isVisible());
    m_panel->resize(size);
    QTRY_VERIFY(strip().isVisible());
}

QTEST_MAIN(TestTimeStrip)
#include "tst_timestrip.moc"
