// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/help/helpmarkdown.h"
#include "cli/output/terminaltext.h"
#include "help/helppages.h"

#include <QTest>

using namespace Qt::StringLiterals;
using namespace sonde::cli;

// Help pages as plain text on a terminal.
class TestCliMarkdown : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPageBecomesPlainText_data();
    void aPageBecomesPlainText();
    void everyHelpPageFitsTheTerminal_data();
    void everyHelpPageFitsTheTerminal();
};

void TestCliMarkdown::aPageBecomesPlainText_data()
{
    QTest::addColumn<QString>("markdown");
    QTest::addColumn<QString>("text");
    QTest::newRow("headings") << u"# Title\n\n## Part\nText.\n"_s
                              << u"Title\n=====\n\nPart\n----\n\nText.\n"_s;
    QTest::newRow("a paragraph is wrapped")
        << u"one two three\nfour five six seven\n"_s << u"one two three four five six\nseven\n"_s;
    QTest::newRow("marks") << u"**Bold** and `code`\n"_s << u"Bold and code\n"_s;
    QTest::newRow("a link") << u"[a](b.md)\n"_s << u"a (b.md)\n"_s;
    QTest::newRow("code keeps its spaces")
        << u"See:\n\n    a  `b`\n\nEnd\n"_s << u"See:\n\n    a  `b`\n\nEnd\n"_s;
    QTest::newRow("a list") << u"- one two three four five six seven\n  eight\n- nine\n"_s
                            << u"- one two three four five six\n  seven eight\n- nine\n"_s;
    QTest::newRow("a table") << u"| a | b |\n|---|---|\n| `x` | y \\| z |\n| long | w |\n"_s
                             << u"A     B\nx     y | z\nlong  w\n"_s;
}

void TestCliMarkdown::aPageBecomesPlainText()
{
    QFETCH(const QString, markdown);
    QFETCH(const QString, text);
    QCOMPARE(markdownText(markdown, 30), text);
}

void TestCliMarkdown::everyHelpPageFitsTheTerminal_data()
{
    QTest::addColumn<QString>("page");
    for (const auto &topic : sonde::help::topics()) {
        QVERIFY(!topic.title.isEmpty());
        QTest::newRow(qPrintable(topic.name)) << *sonde::help::page(topic.name);
    }
}

void TestCliMarkdown::everyHelpPageFitsTheTerminal()
{
    QFETCH(const QString, page);
    for (const QString &line : markdownText(page, 80).split(u'\n')) {
        QVERIFY2(cellWidth(line) <= 80, qPrintable(line));
        QVERIFY2(!line.contains(u"**") && !line.startsWith(u'|'), qPrintable(line));
    }
}

QTEST_GUILESS_MAIN(TestCliMarkdown)
#include "tst_climarkdown.moc"
