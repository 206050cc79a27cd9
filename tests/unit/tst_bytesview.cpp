// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/bytes/bytesview.h"
#include "look/theme/theme.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using namespace sonde::content;
using namespace sonde::look;

namespace {

bool shows(const QImage &image, const QColor &color)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) == color)
                return true;
    return false;
}

bool isBlank(const QImage &image)
{
    for (int y = 0; y < image.height(); ++y)
        for (int x = 0; x < image.width(); ++x)
            if (image.pixelColor(x, y) != theme().base)
                return false;
    return true;
}

std::vector<bool> validity(std::string_view bytes)
{
    return utf8Validity(bytes, 0, bytes.size());
}

} // namespace

class TestBytesView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void bytesThatAreNotUtf8AreFound();
    void aCharacterOverTheEdgeOfARowIsValid();
    void theHighlightIsPaintedAndScrolledTo();
    void aClickTellsItsByte();
    void theKeyboardMovesTheCursor();
    void copyTakesTheSelectionOrTheHighlight();
    void aHundredMegabytesArePaintedAtOnce();
    void nothingIsPaintedOfNothing();
};

void TestBytesView::initTestCase()
{
    CurrentTheme::instance().setChoice(ThemeChoice::Light);
}

void TestBytesView::bytesThatAreNotUtf8AreFound()
{
    using V = std::vector<bool>;
    QCOMPARE(validity("aí"), V({true, true, true}));
    QCOMPARE(validity("a\xc3z"), V({true, false, true}));
    QCOMPARE(validity("\xc0\x80"), V({false, false})); // overlong
    QCOMPARE(validity("\xed\xa0\x80"), V({false, false, false})); // a surrogate
    QCOMPARE(validity("\xf4\x90\x80\x80"), V({false, false, false, false})); // over U+10FFFF
    QCOMPARE(validity("\xf0\x9f\x98\x80"), V({true, true, true, true}));
    QCOMPARE(validity("\xf0\x9f\x98"), V({false, false, false})); // cut off
}

void TestBytesView::aCharacterOverTheEdgeOfARowIsValid()
{
    const std::string text = std::string(15, 'x') + "\xf0\x9f\x98\x80" + "y";
    QCOMPARE(utf8Validity(text, 16, 20), std::vector<bool>({true, true, true, true}));
    QCOMPARE(utf8Validity(text, 0, 16), std::vector<bool>(16, true));
}

void TestBytesView::theHighlightIsPaintedAndScrolledTo()
{
    BytesView view;
    view.resize(700, 160);
    view.setBytes(Bytes::copyOf(std::string(4000, 'x')));
    QVERIFY(!shows(view.viewport()->grab().toImage(), theme().byteHi));
    view.setHighlight(3200, 3210);
    QVERIFY(view.verticalScrollBar()->value() > 0);
    QVERIFY(shows(view.viewport()->grab().toImage(), theme().byteHi));
    view.setHighlight(0, 0);
    QVERIFY(!shows(view.viewport()->grab().toImage(), theme().byteHi));
}

void TestBytesView::aClickTellsItsByte()
{
    BytesView view;
    view.resize(700, 160);
    view.setBytes(Bytes::copyOf(std::string(64, 'x')));
    QSignalSpy clicked(&view, &BytesView::byteClicked);
    // Every place in the first row: the bytes told must be 0 to 15 in order, then again as text.
    QList<qint64> told;
    for (int x = 0; x < 600; ++x) {
        QTest::mouseClick(view.viewport(), Qt::LeftButton, {}, QPoint(x, 4));
        if (!clicked.isEmpty()) {
            const qint64 offset = clicked.takeFirst().first().toLongLong();
            if (told.isEmpty() || told.last() != offset)
                told.append(offset);
        }
    }
    QList<qint64> expected;
    for (int half = 0; half < 2; ++half)
        for (qint64 i = 0; i < BytesView::kPerRow; ++i)
            expected.append(i);
    QCOMPARE(told, expected);
}

void TestBytesView::theKeyboardMovesTheCursor()
{
    BytesView view;
    view.resize(700, 160);
    view.setBytes(Bytes::copyOf(std::string(100, 'x')));
    QSignalSpy clicked(&view, &BytesView::byteClicked);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.cursor(), qint64(1));
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.cursor(), qint64(17));
    QTest::keyClick(&view, Qt::Key_End);
    QCOMPARE(view.cursor(), qint64(31));
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(view.cursor(), qint64(99));
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.cursor(), qint64(99));
    QTest::keyClick(&view, Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(view.cursor(), qint64(0));
    QCOMPARE(clicked.count(), 5);
}

void TestBytesView::copyTakesTheSelectionOrTheHighlight()
{
    BytesView view;
    view.resize(700, 160);
    view.setBytes(Bytes::copyOf("abcdef"));
    view.setHighlight(1, 3);
    view.copyHexAction()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("62 63"));
    view.setCursor(3);
    view.setCursor(4, true);
    view.copyTextAction()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("de"));
}

void TestBytesView::aHundredMegabytesArePaintedAtOnce()
{
    BytesView view;
    view.resize(700, 160);
    view.setBytes(Bytes::copyOf(std::string(100'000'000, 'x')));
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(view.verticalScrollBar()->value(), view.verticalScrollBar()->maximum());
    QVERIFY(!isBlank(view.viewport()->grab().toImage()));
}

void TestBytesView::nothingIsPaintedOfNothing()
{
    BytesView view;
    view.resize(700, 160);
    QTest::keyClick(&view, Qt::Key_End);
    QVERIFY(isBlank(view.viewport()->grab().toImage()));
}

QTEST_MAIN(TestBytesView)
#include "tst_bytesview.moc"
