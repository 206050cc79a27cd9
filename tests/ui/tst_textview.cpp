// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/decodedtext.h"
#include "content/text/findbar.h"
#include "content/text/textrows.h"
#include "content/text/textview.h"
#include "content/text/textviewer.h"
#include "look/theme/theme.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QLineEdit>
#include <QScrollBar>
#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using namespace sonde::content;
using namespace sonde::look;
using namespace Qt::StringLiterals;

class TestTextView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase();
    void linesAreBrokenAtTheirEndsAndAtTheWidth();
    void aBreakComesBehindASpace();
    void widthsAreCountedInColumns();
    void everyRowIsFoundAgain();
    void aHundredMillionEmptyLinesCostLessThanThemselves();
    void theBeginningIsThereBeforeTheRest();
    void aLineOfTwoMegabytesIsPainted();
    void whatNobodyCouldSeeIsShownByNumber();
    void theKeyboardMovesAndSelects();
    void copyTakesTheSelectionOrEverything();
    void aSearchGoesFromPlaceToPlace();
    void aPlaceForAllRowsHasNoScrollBar();
};

namespace {

Bytes bytesOf(std::string_view text)
{
    return Bytes::copyOf(text);
}

QStringList rowsOf(std::string_view text, int columns)
{
    const Bytes bytes = bytesOf(text);
    const TextRows rows = TextRows::build(bytes, columns);
    QStringList found;
    for (const TextRows::Row &row : rows.rows(0, 1000))
        found << QString::fromUtf8(bytes.data() + row.begin, qsizetype(row.end - row.begin));
    return found;
}

} // namespace

void TestTextView::initTestCase()
{
    CurrentTheme::instance().setChoice(ThemeChoice::Light);
}

void TestTextView::linesAreBrokenAtTheirEndsAndAtTheWidth()
{
    QCOMPARE(rowsOf("a\nb\r\nc\rd", 80), (QStringList{u"a"_s, u"b"_s, u"c"_s, u"d"_s}));
    QCOMPARE(rowsOf("a\n\nb\n", 80), (QStringList{u"a"_s, u""_s, u"b"_s}));
    QCOMPARE(rowsOf("abcdefgh", 3), (QStringList{u"abc"_s, u"def"_s, u"gh"_s}));
    QCOMPARE(rowsOf("", 80), QStringList());
}

void TestTextView::aBreakComesBehindASpace()
{
    QCOMPARE(rowsOf("the quick brown fox", 12), (QStringList{u"the quick "_s, u"brown fox"_s}));
}

void TestTextView::widthsAreCountedInColumns()
{
    QCOMPARE(columnsOf(U'a'), 1);
    QCOMPARE(columnsOf(U'界'), 2);
    QCOMPARE(columnsOf(0x0301), 0); // a combining accent
    QCOMPARE(rowsOf("界界界", 4), (QStringList{u"界界"_s, u"界"_s}));
    QCOMPARE(rowsOf("a\tb", 8), (QStringList{u"a\t"_s, u"b"_s}));
}

void TestTextView::everyRowIsFoundAgain()
{
    std::string text;
    for (int i = 0; i < 1000; ++i)
        text += std::to_string(i) + (i % 7 == 0 ? " a longer line than the others\n" : "\n");
    const TextRows rows = TextRows::build(bytesOf(text), 20);
    const auto all = rows.rows(0, int(rows.count()));
    QCOMPARE(qint64(all.size()), rows.count());
    for (qint64 row = 0; row < rows.count(); ++row) {
        const auto one = rows.rows(row, 1);
        QCOMPARE(one.front().begin, all[std::size_t(row)].begin);
        QCOMPARE(rows.rowOf(one.front().begin), row);
        QCOMPARE(rows.rowOf(one.front().next - 1), row);
    }
    QVERIFY(rows.rows(rows.count(), 1).empty());
}

void TestTextView::aHundredMillionEmptyLinesCostLessThanThemselves()
{
    const TextRows rows = TextRows::build(bytesOf(std::string(10'000'000, '\n')), 80);
    QCOMPARE(rows.count(), 10'000'000);
    QCOMPARE(rows.rows(9'999'999, 10).size(), 1U);
}

void TestTextView::theBeginningIsThereBeforeTheRest()
{
    TextView view;
    view.resize(600, 300);
    view.show();
    std::string text;
    while (text.size() < 20'000'000)
        text += "a line of a very long text, one of a million\n";
    QSignalSpy laidOut(&view, &TextView::laidOut);
    view.setText(bytesOf(text));
    QVERIFY(!view.isLaidOut());
    QVERIFY(view.rowCount() > 100);
    view.grab();
    QTRY_VERIFY(view.isLaidOut());
    QVERIFY(laidOut.count() >= 1);
    QVERIFY(view.rowCount() >= qint64(text.size() / 45));
    view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
    const QImage end = view.viewport()->grab().toImage();
    QVERIFY(end != QImage());
    QTest::keyClick(&view, Qt::Key_Home, Qt::ControlModifier);
    QCOMPARE(view.verticalScrollBar()->value(), 0);
}

void TestTextView::aLineOfTwoMegabytesIsPainted()
{
    TextView view;
    view.resize(600, 300);
    view.show();
    view.setText(bytesOf(std::string(2'000'000, 'x')));
    QTRY_VERIFY(view.isLaidOut());
    QVERIFY(view.rowCount() > 10'000);
    view.setWrapped(false);
    QTRY_VERIFY(view.isLaidOut() && view.rowCount() == 2000);
    QVERIFY(view.horizontalScrollBar()->maximum() > 0);
    view.grab();
}

void TestTextView::whatNobodyCouldSeeIsShownByNumber()
{
    QCOMPARE(rowsOf("\xE2\x80\xAE", 7).size(), 1); // eight columns, but alone in its row
    QCOMPARE(columnsOf(0x202E), 8);
    TextView plain;
    TextView hiding;
    plain.resize(300, 40);
    hiding.resize(300, 40);
    plain.setText(bytesOf("abc"));
    hiding.setText(bytesOf("a\xE2\x80\x8B\x62\x63"));
    QVERIFY(plain.grab().toImage() != hiding.grab().toImage());
}

void TestTextView::theKeyboardMovesAndSelects()
{
    TextView view;
    view.resize(600, 300);
    view.show();
    view.setText(bytesOf("first\nse\xC3\xADtond\nthird"));
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(view.selection().first, 6U);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Right);
    QTest::keyClick(&view, Qt::Key_Right);
    QCOMPARE(view.selection().first, 10U); // over a character of two bytes
    QTest::keyClick(&view, Qt::Key_End, Qt::ShiftModifier);
    QCOMPARE(view.selection(), (std::pair<std::size_t, std::size_t>(10, 14)));
    QTest::keyClick(&view, Qt::Key_Home);
    QTest::keyClick(&view, Qt::Key_Left);
    QCOMPARE(view.selection().first, 5U);
    QTest::keyClick(&view, Qt::Key_End, Qt::ControlModifier);
    QCOMPARE(view.selection().first, 20U);
}

void TestTextView::copyTakesTheSelectionOrEverything()
{
    TextView view;
    view.resize(600, 300);
    view.setText(bytesOf("one two"));
    view.copyAction()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"one two"_s);
    view.select(4, 7);
    view.copyAction()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), u"two"_s);
}

void TestTextView::aSearchGoesFromPlaceToPlace()
{
    DecodedText text = decodeText(bytesOf("needle\nhay\nNeedle\nhay needle"), {});
    TextViewer viewer(text);
    viewer.resize(600, 300);
    viewer.show();
    QVERIFY(viewer.facts().contains(u"4 lines"_s));
    auto *bar = viewer.findChild<FindBar *>();
    bar->open({});
    QTest::keyClicks(bar->findChild<QLineEdit *>(), u"needle"_s);
    using Range = std::pair<std::size_t, std::size_t>;
    QTRY_COMPARE(viewer.view().selection(), Range(0, 6));
    QTest::keyClick(bar->findChild<QLineEdit *>(), Qt::Key_F3);
    QCOMPARE(viewer.view().selection(), Range(11, 17));
    QTest::keyClick(bar->findChild<QLineEdit *>(), Qt::Key_F3, Qt::ShiftModifier);
    QCOMPARE(viewer.view().selection(), Range(0, 6));
    QTest::keyClick(bar->findChild<QLineEdit *>(), Qt::Key_Escape);
    QVERIFY(bar->isHidden());
}

// Also after it was too low once, and the scroll bar took columns away.
void TestTextView::aPlaceForAllRowsHasNoScrollBar()
{
    TextView view;
    view.setText(bytesOf("Access denied - path outside allowed directories:\n/etc/passwd is not in "
                         "/srv/files/allowed, /srv/files/other\nTry another path."));
    for (int width = 200; width < 500; ++width) {
        view.resize(width, 30);
        view.show();
        QCoreApplication::processEvents();
        view.resize(width, view.heightOf(width, 1000));
        QCoreApplication::processEvents();
        QVERIFY2(view.verticalScrollBar()->maximum() == 0, qPrintable(QString::number(width)));
    }
}

QTEST_MAIN(TestTextView)

#include "tst_textview.moc"
