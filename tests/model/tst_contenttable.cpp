// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/table/contenttablemodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace sonde;
using namespace sonde::content;
using namespace Qt::StringLiterals;

class TestContentTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void csvIsReadWithQuotes();
    void aRowOfAnotherLengthIsSaid();
    void aQuoteThatIsNeverClosedStallsNothing();
    void tabsSeparateToo();
    void objectsBecomeRowsWithEveryName();
    void numbersStayAsWritten();
    void rowsThatAreNoObjectsAreShown();
    void theTableIsFoundInAMember();
    void aMillionRowsAreIndexedNotRead();
    void theModelIsSound();
};

namespace {

std::shared_ptr<const TableData> csv(std::string_view text, char separator = ',')
{
    return csvTable(Bytes::copyOf(text), separator, {});
}

std::shared_ptr<const TableData> objects(std::string_view text)
{
    const auto document = std::make_shared<const json::Document>(json::Document::parse(text));
    return jsonTable(document, tableIn(document->root()), {});
}

QStringList texts(const TableData &table, std::size_t row)
{
    QStringList list;
    for (const TableData::Cell &cell : table.row(row))
        list << (cell.isMissing ? u"(missing)"_s : cell.text);
    return list;
}

} // namespace

void TestContentTable::csvIsReadWithQuotes()
{
    const auto table = csv("a,b,c\r\n1,\"x, y\",\"say \"\"hi\"\"\"\r\n2,\"two\nlines\",\n");
    QCOMPARE(table->columns().size(), 3U);
    QCOMPARE(table->rowCount(), 2U);
    QCOMPARE(texts(*table, 0), (QStringList{u"1"_s, u"x, y"_s, u"say \"hi\""_s}));
    QCOMPARE(texts(*table, 1), (QStringList{u"2"_s, u"two‹U+000a›lines"_s, u""_s}));
    QVERIFY(table->row(0)[0].isNumber);
    QVERIFY(!table->row(0)[1].isNumber);
    QVERIFY(table->note().isEmpty());
    QCOMPARE(csv("")->rowCount(), 0U);
    QCOMPARE(csv("a,b")->rowCount(), 0U);
}

void TestContentTable::aRowOfAnotherLengthIsSaid()
{
    const auto table = csv("a,b\n1\n1,2,3\n1,2\n");
    QVERIFY(table->note().contains(u"2"_s));
    QCOMPARE(texts(*table, 0), (QStringList{u"1"_s, u"(missing)"_s}));
    QCOMPARE(texts(*table, 1), (QStringList{u"1"_s, u"2"_s}));
}

void TestContentTable::aQuoteThatIsNeverClosedStallsNothing()
{
    const auto table = csv("a,b\n1,\"" + std::string(20'000'000, 'x'));
    QCOMPARE(table->rowCount(), 1U);
    QVERIFY(texts(*table, 0)[1].size() <= TableData::kMaxCell + 1);
}

void TestContentTable::tabsSeparateToo()
{
    QCOMPARE(texts(*csv("a\tb\n1,5\t2\n", '\t'), 0), (QStringList{u"1,5"_s, u"2"_s}));
}

void TestContentTable::objectsBecomeRowsWithEveryName()
{
    const auto table = objects(R"([{"a":1,"b":"x"},{"b":"y","c":[1,2]},{}])");
    QCOMPARE(table->columns(), (std::vector<QString>{u"a"_s, u"b"_s, u"c"_s}));
    QCOMPARE(table->rowCount(), 3U);
    QCOMPARE(texts(*table, 0), (QStringList{u"1"_s, u"x"_s, u"(missing)"_s}));
    QCOMPARE(texts(*table, 1)[2], u"[ 2 elements ]"_s);
    QCOMPARE(texts(*table, 2)[0], u"(missing)"_s);
}

void TestContentTable::numbersStayAsWritten()
{
    const auto table = objects(R"([{"n":9007199254740993},{"n":1e400},{"n":-0}])");
    QCOMPARE(texts(*table, 0)[0], u"9007199254740993"_s);
    QCOMPARE(texts(*table, 1)[0], u"1e400"_s);
    QCOMPARE(texts(*table, 2)[0], u"-0"_s);
}

void TestContentTable::rowsThatAreNoObjectsAreShown()
{
    std::string text = "[{\"a\":1}";
    for (int i = 0; i < 200; ++i)
        text += ",{\"a\":2}";
    const auto table = objects(text + ",7]");
    QVERIFY(table);
    QCOMPARE(texts(*table, table->rowCount() - 1)[0], u"7"_s);
}

void TestContentTable::theTableIsFoundInAMember()
{
    QVERIFY(objects(R"({"count":2,"items":[{"id":1},{"id":2}]})"));
    QVERIFY(!objects(R"({"items":[1,2]})"));
    QVERIFY(!objects(R"([])"));
    QVERIFY(!objects(R"([{},1])"));
}

void TestContentTable::aMillionRowsAreIndexedNotRead()
{
    std::string text = "n\n";
    for (std::size_t i = 0; i < TableData::kMaxRows + 3; ++i)
        text += "1\n";
    const auto table = csv(text);
    QCOMPARE(table->rowCount(), TableData::kMaxRows);
    QVERIFY(table->isCut());
    std::string wide = "c";
    for (int i = 0; i < 2 * TableData::kMaxColumns; ++i)
        wide += ",c";
    QCOMPARE(int(csv(wide)->columns().size()), TableData::kMaxColumns);
}

void TestContentTable::theModelIsSound()
{
    ContentTableModel model;
    const QAbstractItemModelTester tester(
        &model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    model.setTable(csv("a,b\n1,2\n3\n"));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(model.columnCount(), 2);
    QCOMPARE(model.headerData(1, Qt::Horizontal, Qt::DisplayRole).toString(), u"b"_s);
    QCOMPARE(model.index(1, 0).data().toString(), u"3"_s);
    QVERIFY(model.index(1, 1).data(ContentTableModel::MissingRole).toBool());
    model.setTable(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

QTEST_MAIN(TestContentTable)

#include "tst_contenttable.moc"
