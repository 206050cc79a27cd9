// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/inlinemessage.h"
#include "look/style/sondestyle.h"

#include <QApplication>
#include <QLabel>
#include <QPushButton>
#include <QTest>

#include <algorithm>
#include <cstdlib>

using namespace Qt::StringLiterals;
using namespace sonde;
using look::InlineMessage;

// A message inside of a panel.
class TestInlineMessage : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase() { QApplication::setStyle(new look::SondeStyle); }
    void putsItsWordsOnOneLine_data();
    void putsItsWordsOnOneLine();
};

void TestInlineMessage::putsItsWordsOnOneLine_data()
{
    QTest::addColumn<QString>("button");
    QTest::addColumn<int>("words");
    QTest::newRow("a line alone") << QString() << 1;
    QTest::newRow("a line beside a button") << u"Call anyway"_s << 1;
    QTest::newRow("lines beside a button") << u"Call anyway"_s << 60;
}

void TestInlineMessage::putsItsWordsOnOneLine()
{
    QFETCH(QString, button);
    QFETCH(int, words);
    QWidget window;
    window.resize(500, 300);
    InlineMessage message(&window);
    const QString sentence = u"sentence "_s.repeated(words);
    message.showMessage(InlineMessage::Kind::Warning, sentence, button, u"Not called yet."_s);
    message.resize(500, message.heightForWidth(500));
    window.show();
    const auto labels = message.findChildren<QLabel *>();
    const auto labelWith = [&labels](const QString &text) {
        const auto found = std::find_if(labels.begin(), labels.end(),
            [&text](const QLabel *label) { return label->text() == text; });
        return found == labels.end() ? nullptr : *found;
    };
    const QLabel *lead = labelWith(u"Not called yet."_s);
    const QLabel *shown = labelWith(sentence);
    QVERIFY(lead && shown);
    QCOMPARE(lead->fontMetrics().ascent(), shown->fontMetrics().ascent());
    QCOMPARE(lead->height(), lead->sizeHint().height());
    QCOMPARE(lead->y(), shown->y());
    QVERIFY(shown->alignment().testFlag(Qt::AlignTop));
    QVERIFY(shown->height() >= shown->heightForWidth(shown->width()));
    const auto *next = message.findChild<QPushButton *>();
    if (words == 1 && !button.isEmpty())
        QVERIFY(std::abs(lead->geometry().center().y() - next->geometry().center().y()) <= 1);
}

QTEST_MAIN(TestInlineMessage)
#include "tst_inlinemessage.moc"
