// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/text/markdowndocument.h"
#include "look/style/sondestyle.h"
#include "widgets/kit/button/stayingbutton.h"
#include "widgets/kit/field/boundedseconds.h"
#include "widgets/kit/field/boundedspin.h"
#include "widgets/kit/label/description.h"

#include <QHBoxLayout>
#include <QLineEdit>
#include <QSignalSpy>
#include <QTest>
#include <QTextDocument>
#include <QTextEdit>
#include <QToolButton>

using namespace sonde;
using namespace sonde::widgets;
using content::MarkdownDocument;

// A server's description where it is read; and the small controls beside it.
class TstDescription : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void showsItsFirstLinesUntilItIsOpened();
    void hasNoMoreThanFits();
    void showsMarkdownWithoutHtml();
    void keepsThePlainTextOfAServer();
    void boundsWhatItShows();
    void tellsMarkdownFromText_data();
    void tellsMarkdownFromText();
    void saysTheBoundOfANumber();
    void takesTheBoundWhenTheFieldIsLeft();
    void takesTheBoundOfADuration();
    void keepsTheFocusOfADisabledButton();
};

void TstDescription::showsItsFirstLinesUntilItIsOpened()
{
    QWidget window;
    window.resize(400, 900);
    Description description(&window);
    description.resize(300, 10);
    connect(&description, &Description::openRequested, &description, &Description::setOpen);
    window.show();
    description.setText(QStringLiteral("many words ").repeated(60));
    const int line = description.fontMetrics().lineSpacing();
    QVERIFY(description.hasMore());
    QVERIFY(description.moreButton().isVisible());
    QVERIFY(description.height() <= 3 * line + 8);
    description.setLines(2);
    QVERIFY(description.height() <= 2 * line + 8);
    description.moreButton().click();
    QVERIFY(description.isOpen());
    QVERIFY(description.height() > 6 * line);
    QVERIFY(description.findChild<QTextEdit *>()->textInteractionFlags().testFlag(
        Qt::TextSelectableByMouse));
    description.moreButton().click();
    QVERIFY(!description.isOpen());
    QVERIFY(description.height() <= 2 * line + 8);
    description.setOpen(true);
    description.setText(QStringLiteral("another one ").repeated(60));
    QVERIFY(!description.isOpen());
}

void TstDescription::hasNoMoreThanFits()
{
    QWidget window;
    window.resize(400, 400);
    Description description(&window);
    description.resize(390, 10);
    window.show();
    description.setText(QStringLiteral("Short."));
    QVERIFY(!description.hasMore());
    QVERIFY(!description.moreButton().isVisible());
    QVERIFY(!description.isEmpty());
    description.setText({});
    QVERIFY(description.isEmpty());
}

void TstDescription::showsMarkdownWithoutHtml()
{
    Description description;
    description.setText(QStringLiteral("Does **this**:\n\n- one\n- two\n\n"
                                       "<b>no</b> ![map](http://x.example/map.png)"));
    const QString text = description.document().toPlainText();
    QVERIFY2(!text.contains(QLatin1String("**")), qPrintable(text));
    QVERIFY(text.contains(QLatin1String("<b>no</b>")));
    QVERIFY(text.contains(QLatin1String("not fetched")));
}

void TstDescription::keepsThePlainTextOfAServer()
{
    Description description;
    const QString text = QStringLiteral("First line\nsecond_line of 2 * 3 <i>things</i>");
    description.setText(text);
    QCOMPARE(description.document().toPlainText(), text);
}

void TstDescription::boundsWhatItShows()
{
    Description description;
    description.setText(QStringLiteral("word ").repeated(20'000));
    QVERIFY(description.document().characterCount() <= Description::kMaxShown + 10);
}

void TstDescription::tellsMarkdownFromText_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("markdown");
    const auto row = [](const char *text, bool markdown) {
        QTest::newRow(text) << QString::fromUtf8(text) << markdown;
    };
    row("Returns the weather.", false);
    row("a - b, 2 * 3, snake_case_name, #5", false);
    row("one\ntwo", false);
    row("# Title", true);
    row("Use:\n- this\n- that", true);
    row("1. first", true);
    row("call `echo`", true);
    row("**Important**", true);
    row("see [here](https://example.org)", true);
    row("```\ncode\n```", true);
}

void TstDescription::tellsMarkdownFromText()
{
    QFETCH(QString, text);
    QFETCH(bool, markdown);
    QCOMPARE(MarkdownDocument::isMarkdown(text), markdown);
}

void TstDescription::saysTheBoundOfANumber()
{
    BoundedSpin spin;
    spin.setRange(1, 100'000);
    spin.setValue(5);
    spin.show();
    QSignalSpy changed(&spin, &BoundedSpin::outsideChanged);
    spin.selectAll();
    QTest::keyClicks(&spin, QStringLiteral("150000"));
    QCOMPARE(spin.findChild<QLineEdit *>()->text().remove(u',').remove(u'\u00a0'),
        QStringLiteral("150000"));
    QVERIFY(spin.isOutside());
    QCOMPARE(changed.size(), 1);
    QCOMPARE(spin.boundText(), QStringLiteral("1 to 100,000"));
    spin.selectAll();
    QTest::keyClicks(&spin, QStringLiteral("15000"));
    QVERIFY(!spin.isOutside());
    QCOMPARE(spin.value(), 15'000);
}

void TstDescription::takesTheBoundWhenTheFieldIsLeft()
{
    BoundedSpin spin;
    spin.setRange(-100, 100);
    spin.setSpecialValueText(QStringLiteral("least"));
    spin.setValue(-100);
    QVERIFY(!spin.isOutside()); // what it shows is no number
    spin.show();
    for (const auto &[typed, taken] : {std::pair("-1000", -100), {"1000", 100}, {"-7", -7}}) {
        spin.selectAll();
        QTest::keyClicks(&spin, QString::fromLatin1(typed));
        QCOMPARE(spin.isOutside(), std::abs(taken) == 100);
        QTest::keyClick(&spin, Qt::Key_Return);
        QCOMPARE(spin.value(), taken);
    }
}

void TstDescription::takesTheBoundOfADuration()
{
    BoundedSeconds spin(std::chrono::hours(24));
    spin.show();
    spin.selectAll();
    QTest::keyClicks(&spin, QStringLiteral("100000"));
    QCOMPARE(spin.findChild<QLineEdit *>()->text(), QStringLiteral("100000 s"));
    QCOMPARE(spin.boundText(), QStringLiteral("0 to 86,400 s"));
    QTest::keyClick(&spin, Qt::Key_Return);
    QCOMPARE(spin.value(), 86'400.0);
    spin.selectAll();
    QTest::keyClicks(&spin, QStringLiteral("2.5"));
    QTest::keyClick(&spin, Qt::Key_Return);
    QCOMPARE(spin.value(), 2.5);
}

void TstDescription::keepsTheFocusOfADisabledButton()
{
    QWidget window;
    auto *row = new QHBoxLayout(&window);
    auto *call = new StayingButton(QStringLiteral("Call"), &window);
    auto *other = new QPushButton(QStringLiteral("Other"), &window);
    row->addWidget(call);
    row->addWidget(other);
    window.show();
    QVERIFY(QTest::qWaitForWindowActive(&window));
    call->setFocus();
    call->setEnabled(false);
    QCOMPARE(window.focusWidget(), call);
    call->setEnabled(true);
    QCOMPARE(QApplication::focusWidget(), call);
    // The Tab key still leads on from it.
    call->setEnabled(false);
    QTest::keyClick(call, Qt::Key_Tab);
    QCOMPARE(window.focusWidget(), other);
}

QTEST_MAIN(TstDescription)
#include "tst_description.moc"
