// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/jsonlayout.h"
#include "cli/output/table.h"
#include "cli/output/terminaltext.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;

namespace {

int widest(const QString &text)
{
    int cells = 0;
    for (const QStringView line : QStringView(text).split(u'\n'))
        cells = std::max(cells, cellWidth(line));
    return cells;
}

Table toolTable()
{
    Table table({{QStringLiteral("TOOL")}, {QStringLiteral("ARGUMENTS"), 2},
        {QStringLiteral("DESCRIPTION"), 2}});
    table.addRow({QStringLiteral("echo"), QStringLiteral("message"),
        QStringLiteral("Sends back what it gets, word for word")});
    table.addRow({QStringLiteral("a_tool_with_a_name_longer_than_its_column"),
        QStringLiteral("[one] [two] [three] [four] [five] [six]"), QString(u'x').repeated(400)});
    table.addRow({QStringLiteral("天気"), QString(), QStringLiteral("東京の天気を調べる道具です")});
    return table;
}

} // namespace

class TstCliTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void fitsTheTerminal_data();
    void fitsTheTerminal();
    void showsANameInFull();
    void breaksNoWholeColumn();
    void elidesALongDescription();
    void alignsWideCharacters();
    void leavesOutAnEmptyColumn();
    void isEmptyWithoutRows();
    void letsNoEscapeSequenceThrough_data();
    void letsNoEscapeSequenceThrough();
    void keepsLineBreaksAndSpreadsTabs();
    void makesOneLineOfMany();
    void measuresCells_data();
    void measuresCells();
    void breaksAtBlanks();
    void breaksBetweenWideCharacters_data();
    void breaksBetweenWideCharacters();
    void laysOutJsonWithoutTouchingItsTokens();
    void laysOutDeepJsonWithoutEnd();
};

void TstCliTable::fitsTheTerminal_data()
{
    QTest::addColumn<int>("width");
    for (const int width : {20, 21, 33, 40, 80, 119, 500})
        QTest::addRow("%d", width) << width;
}

void TstCliTable::fitsTheTerminal()
{
    QFETCH(int, width);
    QVERIFY2(widest(toolTable().text(width)) <= width, qPrintable(toolTable().text(width)));
}

void TstCliTable::showsANameInFull()
{
    QString firstColumn;
    Table table({{QStringLiteral("TOOL")}, {QStringLiteral("DESCRIPTION"), 1}});
    table.addRow({QStringLiteral("abcdefghijklmnopqrstuvwxyz"), QString(u'x').repeated(50)});
    for (const QString &line : table.text(30).split(u'\n').mid(1))
        firstColumn += line.left(14).trimmed();
    QCOMPARE(firstColumn, QStringLiteral("abcdefghijklmnopqrstuvwxyz"));
}

void TstCliTable::breaksNoWholeColumn()
{
    const QString uri = QStringLiteral("file:///a/rather/long/address.txt");
    Table table({{QStringLiteral("URI"), 0, true}, {QStringLiteral("DESCRIPTION"), 1}});
    table.addRow({uri, QString(u'x').repeated(50)});
    QVERIFY2(table.text(30).contains(uri), qPrintable(table.text(30)));
    QVERIFY(table.text(80).split(u'\n')[1].startsWith(uri + QStringLiteral("  xxx")));
    QVERIFY(widest(table.text(80)) <= 80);
}

void TstCliTable::elidesALongDescription()
{
    Table table({{QStringLiteral("D"), 2}});
    table.addRow({QStringLiteral("one two three four five six seven eight nine ten")});
    QCOMPARE(table.text(20), QStringLiteral("D\none two three four\nfive six seven eigh…\n"));
}

void TstCliTable::alignsWideCharacters()
{
    Table table({{QStringLiteral("A")}, {QStringLiteral("B")}});
    table.addRow({QStringLiteral("天気"), QStringLiteral("x")});
    table.addRow({QStringLiteral("abcd"), QStringLiteral("y")});
    QCOMPARE(table.text(80), QStringLiteral("A     B\n天気  x\nabcd  y\n"));
}

void TstCliTable::leavesOutAnEmptyColumn()
{
    Table table({{QStringLiteral("A")}, {QStringLiteral("B")}, {QStringLiteral("C")}});
    table.addRow({QStringLiteral("1"), QString(), QStringLiteral("3")});
    QCOMPARE(table.text(80), QStringLiteral("A  C\n1  3\n"));
}

void TstCliTable::isEmptyWithoutRows()
{
    QCOMPARE(Table({{QStringLiteral("A")}}).text(80), QString());
}

void TstCliTable::letsNoEscapeSequenceThrough_data()
{
    QTest::addColumn<QString>("hostile");
    QTest::addRow("clear the screen") << QStringLiteral("\x1b[2J\x1b[H");
    QTest::addRow("title") << QStringLiteral("\x1b]0;owned\x07");
    QTest::addRow("C1 CSI") << QString(QChar(0x9b)) + QStringLiteral("31m");
    QTest::addRow("back over") << QStringLiteral("rm -rf /\b\b\b\b\b\b\b\becho hi");
    QTest::addRow("carriage return") << QStringLiteral("bad\rgood");
    QTest::addRow("delete") << QString(QChar(0x7f));
    QTest::addRow("NUL") << QString(QChar(0));
    QTest::addRow("right to left override") << QString(QChar(0x202e)) + QStringLiteral("gpj.exe");
    QTest::addRow("isolate") << QString(QChar(0x2066)) + QStringLiteral("x");
}

void TstCliTable::letsNoEscapeSequenceThrough()
{
    QFETCH(QString, hostile);
    for (const QString &shown : {harmless(hostile), harmlessLine(hostile)}) {
        for (const QChar c : shown) {
            const char16_t u = c.unicode();
            QVERIFY(u >= 0x20 && (u < 0x7f || u >= 0xa0));
            QVERIFY(!(u >= 0x202a && u <= 0x202e) && !(u >= 0x2066 && u <= 0x2069));
        }
    }
}

void TstCliTable::keepsLineBreaksAndSpreadsTabs()
{
    QCOMPARE(harmless(u"a\nb\r\nc\td"), QStringLiteral("a\nb\nc    d"));
    QCOMPARE(harmlessLines(u"a\r\nsonde-cli: b\nc\u2028sonde-cli: d"),
        QStringLiteral("a\n  sonde-cli: b\nc\n  sonde-cli: d"));
    QCOMPARE(harmlessLines(u"sonde-cli: a"), QStringLiteral("  sonde-cli: a"));
    QCOMPARE(harmless(u"\x1b[31m"), QStringLiteral("␛[31m"));
}

void TstCliTable::makesOneLineOfMany()
{
    QCOMPARE(harmlessLine(u"  one \n\n two\tthree\r\n"), QStringLiteral("one two three"));
}

void TstCliTable::measuresCells_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<int>("cells");
    QTest::addRow("nothing") << QString() << 0;
    QTest::addRow("ASCII") << QStringLiteral("abc") << 3;
    QTest::addRow("accents") << QStringLiteral("äöü") << 3;
    QTest::addRow("a mark on its own") << QStringLiteral("e") + QChar(0x301) << 1;
    QTest::addRow("Japanese") << QStringLiteral("日本語") << 6;
    QTest::addRow("emoji") << QStringLiteral("🙂") << 2;
    QTest::addRow("half a pair") << QString(QChar(0xd83d)) << 1;
}

void TstCliTable::measuresCells()
{
    QFETCH(QString, text);
    QFETCH(int, cells);
    QCOMPARE(cellWidth(text), cells);
}

void TstCliTable::breaksAtBlanks()
{
    QCOMPARE(wrapped(u"one two three", 8),
        (QStringList{QStringLiteral("one two"), QStringLiteral("three")}));
    QCOMPARE(wrapped(u"abcdefgh", 3),
        (QStringList{QStringLiteral("abc"), QStringLiteral("def"), QStringLiteral("gh")}));
    QCOMPARE(
        wrapped(u"a\n\nb", 9), (QStringList{QStringLiteral("a"), QString(), QStringLiteral("b")}));
    QCOMPARE(wrapped(u"日本語", 4), (QStringList{QStringLiteral("日本"), QStringLiteral("語")}));
    QCOMPARE(wrapped(u"", 4), QStringList{QString()});
}

void TstCliTable::breaksBetweenWideCharacters_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("lines"); // of 10 cells, with | between them
    const auto row = [](const char *name, const QString &text, const QString &lines) {
        QTest::newRow(name) << text << lines;
    };
    row("Japanese", QStringLiteral("引数を取らないもの"), QStringLiteral("引数を取ら|ないもの"));
    row("after a word", QStringLiteral("ping ツールの一覧"), QStringLiteral("ping ツー|ルの一覧"));
    row("before a word", QStringLiteral("一覧の options"), QStringLiteral("一覧の|options"));
    row("beside a word", QStringLiteral("标准的json对象"), QStringLiteral("标准的json|对象"));
    row("no full stop begins", QStringLiteral("一二三四五。六"), QStringLiteral("一二三四|五。六"));
    row("nor a closing bracket", QStringLiteral("一二三（四）五"),
        QStringLiteral("一二三|（四）五"));
    row("nor a prolonged sound", QStringLiteral("これらのサーバー"),
        QStringLiteral("これらの|サーバー"));
    row("no opening bracket ends", QStringLiteral("一二三四「五」"),
        QStringLiteral("一二三四|「五」"));
    row("no blank ends", QStringLiteral("abcdefghi 漢字"), QStringLiteral("abcdefghi|漢字"));
    row("Korean", QStringLiteral("가나 다라마바"), QStringLiteral("가나|다라마바"));
    row("emoji", QStringLiteral("🙂🙂🙂🙂🙂🙂"),
        QStringLiteral("🙂🙂🙂🙂🙂|🙂"));
}

void TstCliTable::breaksBetweenWideCharacters()
{
    QFETCH(const QString, text);
    QFETCH(const QString, lines);
    QCOMPARE(wrapped(text, 10), lines.split(u'|'));
}

void TstCliTable::laysOutJsonWithoutTouchingItsTokens()
{
    const json::Document document = json::Document::parse(std::string_view(
        R"({"a":9007199254740993,"b":1.0, "c":1e400,"d":-0,"a":[1,"\u00e9"],"e":{}})"));
    QCOMPARE(jsonText(document.root()),
        QStringLiteral("{\n  \"a\": 9007199254740993,\n  \"b\": 1.0,\n  \"c\": 1e400,\n"
                       "  \"d\": -0,\n  \"a\": [\n    1,\n    \"\\u00e9\"\n  ],\n"
                       "  \"e\": {}\n}\n"));
}

void TstCliTable::laysOutDeepJsonWithoutEnd()
{
    const std::string deep = std::string(5000, '[') + std::string(5000, ']');
    const QString text = jsonText(json::Document::parse(deep).root());
    QCOMPARE(text.count(u'['), 5000);
    QVERIFY(text.count(u'\n') <= 2 * kDeepestLayout + 1);
}

QTEST_GUILESS_MAIN(TstCliTable)
#include "tst_clitable.moc"
