// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "content/json/jsonruns.h"
#include "content/json/jsontreemodel.h"
#include "content/json/jsontreeview.h"
#include "look/controls/plaintooltip.h"

#include <QAbstractItemModelTester>
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

std::shared_ptr<const json::Document> parse(std::string_view text)
{
    return std::make_shared<const json::Document>(json::Document::parse(text));
}

// All rows below an index, as a person reads them, indented by two blanks a level.
void readRows(JsonTreeModel &model, const QModelIndex &parent, QStringList &rows, int level)
{
    while (model.hasMore(parent))
        model.listMore(parent);
    for (int row = 0; row < model.rowCount(parent); ++row) {
        const QModelIndex index = model.index(row, 0, parent);
        rows.append(QString(2 * level, u' ') + index.data().toString());
        readRows(model, index, rows, level + 1);
    }
}

QStringList rowsOf(std::string_view text)
{
    JsonTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    tester.setUseFetchMore(false); // we ask for more ourselves
    model.setDocument(parse(text));
    QStringList rows;
    readRows(model, {}, rows, 0);
    return rows;
}

bool hasInk(const QModelIndex &index, const QString &text, JsonInk ink)
{
    const auto runs = index.data(JsonTreeModel::RunsRole).value<JsonRuns>();
    return std::any_of(runs.begin(), runs.end(),
        [&](const JsonRun &run) { return run.text == text && run.ink == ink; });
}

QByteArray bigArray(int count)
{
    QByteArray text = "[0";
    for (int i = 1; i < count; ++i)
        text += ',' + QByteArray::number(i);
    return text + ']';
}

} // namespace

class TestJsonTreeModel : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void numbersAreShownAsWritten();
    void duplicateNamesKeepTheirOrder();
    void containersTellTheirCount();
    void elementsHaveAnIndexAndAPreview();
    void aTextThatIsNotJsonShowsWhatIsThereAndWhy();
    void aTextWithoutAnyValueShowsOnlyTheError();
    void escapesAndInvalidBytesHaveTheirOwnInk();
    void charactersThatHideAreShownByNumber();
    void longStringsAreCut();
    void aHundredThousandElementsStayLazy();
    void aNodeIsFoundFarDown();
    void aPartOfADocumentCanBeShown();
    void tenThousandLevelsCanBeOpened();
    void theViewSelectsTheNodeUnderAByte();
    void expandingStopsAtItsLimit();
    void scrollingToTheEndListsMore();
    void aToolTipIsNeverMarkup();
    void countsWhatIsWrongWithAValue();
    void copyingGivesTheBytesAndTheirPlace();
};

void TestJsonTreeModel::numbersAreShownAsWritten()
{
    QCOMPARE(rowsOf(R"({"a":9007199254740993,"b":1.0,"c":1e400,"d":-0})"),
        (QStringList{QStringLiteral("{ 4 members }"), QStringLiteral("  \"a\": 9007199254740993"),
            QStringLiteral("  \"b\": 1.0"), QStringLiteral("  \"c\": 1e400"),
            QStringLiteral("  \"d\": -0")}));
}

void TestJsonTreeModel::duplicateNamesKeepTheirOrder()
{
    QCOMPARE(rowsOf(R"({"z":1,"a":2,"z":3})"),
        (QStringList{QStringLiteral("{ 3 members }"), QStringLiteral("  \"z\": 1"),
            QStringLiteral("  \"a\": 2"), QStringLiteral("  \"z\": 3")}));
}

void TestJsonTreeModel::containersTellTheirCount()
{
    QCOMPARE(rowsOf(R"({"content":[[]],"o":{}})"),
        (QStringList{QStringLiteral("{ 2 members }"), QStringLiteral("  \"content\": [1]"),
            QStringLiteral("    0: [0]"), QStringLiteral("  \"o\": {0}")}));
    QCOMPARE(rowsOf("[null]").first(), QStringLiteral("[ 1 element ]"));
}

void TestJsonTreeModel::elementsHaveAnIndexAndAPreview()
{
    QCOMPARE(rowsOf(R"([{"min":-1.0,"in":[],"max":4.0}])").at(1),
        QStringLiteral("  0: {3} min -1.0 max 4.0"));
}

void TestJsonTreeModel::aTextThatIsNotJsonShowsWhatIsThereAndWhy()
{
    const QStringList rows = rowsOf("{\"a\":[1,2,\n x");
    QVERIFY(rows.size() >= 5);
    QVERIFY(rows.at(0).contains(QStringLiteral("unfinished")));
    QVERIFY(rows.at(1).startsWith(QStringLiteral("  \"a\": [2]")));
    QCOMPARE(rows.at(2), QStringLiteral("    0: 1"));
    QVERIFY2(rows.last().startsWith(QStringLiteral("not JSON: line 2, column 2")),
        qPrintable(rows.last()));
}

void TestJsonTreeModel::aTextWithoutAnyValueShowsOnlyTheError()
{
    const QStringList rows = rowsOf("hello");
    QVERIFY(rows.last().startsWith(QStringLiteral("not JSON: line 1, column 1")));
    JsonTreeModel model;
    model.setDocument(nullptr);
    QCOMPARE(model.rowCount(), 0);
}

void TestJsonTreeModel::escapesAndInvalidBytesHaveTheirOwnInk()
{
    JsonTreeModel model;
    model.setDocument(parse("\"a\\u00f6b\\n\""));
    const QModelIndex row = model.index(0, 0);
    QVERIFY(hasInk(row, QStringLiteral("\\u00f6"), JsonInk::Escape));
    QVERIFY(hasInk(row, QStringLiteral("\\n"), JsonInk::Escape));
    JsonRuns runs;
    appendRaw(runs, "a\xc3z", JsonInk::String);
    QCOMPARE(plainText(runs), QStringLiteral("a‹c3›z"));
    QCOMPARE(runs.at(1).ink, JsonInk::Invalid);
}

void TestJsonTreeModel::charactersThatHideAreShownByNumber()
{
    JsonRuns runs;
    appendRaw(runs, "\"a\xe2\x80\xaez\"", JsonInk::String); // right-to-left override
    QCOMPARE(plainText(runs), QStringLiteral("\"a‹U+202e›z\""));
}

void TestJsonTreeModel::longStringsAreCut()
{
    const std::string text = '"' + std::string(100'000, 'x') + '"';
    const QStringList rows = rowsOf(text);
    QVERIFY(rows.first().size() <= qsizetype(kShownBytes) + 1);
    QVERIFY(rows.first().endsWith(u'…'));
    JsonTreeModel model;
    model.setDocument(parse(text));
    const QString tip = model.index(0, 0).data(Qt::ToolTipRole).toString();
    QCOMPARE(tip.size(), kMaxToolTip + 1);
}

void TestJsonTreeModel::aHundredThousandElementsStayLazy()
{
    JsonTreeModel model;
    QAbstractItemModelTester tester(&model, QAbstractItemModelTester::FailureReportingMode::QtTest);
    tester.setUseFetchMore(false); // we ask for more ourselves
    const QByteArray text = bigArray(100'000);
    model.setDocument(parse({text.data(), std::size_t(text.size())}));
    const QModelIndex root = model.index(0, 0);
    QVERIFY(model.hasChildren(root));
    QCOMPARE(model.rowCount(root), 0);
    model.fetchMore(root);
    QCOMPARE(model.rowCount(root), JsonTreeModel::kStep);
    QVERIFY(!model.canFetchMore(root));
    QVERIFY(model.hasMore(root));
    model.listMore(root);
    QCOMPARE(model.rowCount(root), 2 * JsonTreeModel::kStep);
    QCOMPARE(model.index(1999, 0, root).data().toString(), QStringLiteral("1999: 1999"));
}

void TestJsonTreeModel::aNodeIsFoundFarDown()
{
    JsonTreeModel model;
    const QByteArray text = "{\"list\":" + bigArray(5'000) + ",\"end\":{\"x\":true}}";
    const auto document = parse({text.data(), std::size_t(text.size())});
    model.setDocument(document);
    const QModelIndex element = model.indexOf(document->pointer(QStringLiteral("/list/4321")).id());
    QCOMPARE(element.row(), 4321);
    QCOMPARE(element.parent().data().toString(), QStringLiteral("\"list\": [5,000]"));
    const QModelIndex last = model.indexOf(document->pointer(QStringLiteral("/end/x")).id());
    QCOMPARE(last.data().toString(), QStringLiteral("\"x\": true"));
    QCOMPARE(last.parent().row(), 1);
    QVERIFY(!model.indexOf(json::kNoNode).isValid());
}

void TestJsonTreeModel::aPartOfADocumentCanBeShown()
{
    JsonTreeModel model;
    const auto document = parse(R"({"id":7,"result":{"ok":true}})");
    model.setDocument(document, document->root()["result"].id());
    QCOMPARE(model.index(0, 0).data().toString(), QStringLiteral("{ 1 member }"));
    QVERIFY(model.indexOf(document->root()["result"]["ok"].id()).isValid());
    QVERIFY(!model.indexOf(document->root()["id"].id()).isValid());
}

void TestJsonTreeModel::tenThousandLevelsCanBeOpened()
{
    constexpr int kLevels = 9'000;
    const std::string text = std::string(kLevels, '[') + std::string(kLevels, ']');
    JsonTreeModel model;
    const auto document = parse(text);
    QVERIFY(document->isValid());
    model.setDocument(document);
    const QModelIndex deepest = model.indexOf(json::NodeId(kLevels - 1));
    QVERIFY(deepest.isValid());
    int levels = 0;
    for (QModelIndex at = deepest; at.isValid(); at = at.parent())
        ++levels;
    QCOMPARE(levels, kLevels);
}

void TestJsonTreeModel::theViewSelectsTheNodeUnderAByte()
{
    JsonTreeView view;
    view.setDocument(parse(R"({"city":"Reykjavik","days":3})"));
    QSignalSpy selected(&view, &JsonTreeView::nodeSelected);
    view.selectAt(10);
    QCOMPARE(view.currentIndex().data().toString(), QStringLiteral("\"city\": \"Reykjavik\""));
    QCOMPARE(selected.count(), 0); // it was not the person who chose it here
    QTest::keyClick(&view, Qt::Key_Down);
    QCOMPARE(selected.count(), 1);
    QCOMPARE(view.currentIndex().data().toString(), QStringLiteral("\"days\": 3"));
}

void TestJsonTreeModel::expandingStopsAtItsLimit()
{
    QByteArray text = "[";
    for (int i = 0; i < 2'000; ++i)
        text += "[1,2,3,4,5,6,7,8,9],";
    text += "0]";
    JsonTreeView view;
    view.setDocument(parse({text.data(), std::size_t(text.size())}));
    view.expandAllAction()->trigger();
    int open = 0;
    for (QModelIndex at = view.model()->index(0, 0); at.isValid(); at = view.indexBelow(at))
        ++open;
    QVERIFY2(open <= JsonTreeView::kMaxExpandedRows + JsonTreeModel::kStep,
        qPrintable(QString::number(open)));
    QVERIFY(open > 4'000);
}

void TestJsonTreeModel::scrollingToTheEndListsMore()
{
    const QByteArray text = "{\"list\":" + bigArray(2'500) + ",\"after\":1}";
    JsonTreeView view;
    view.resize(300, 200);
    view.setDocument(parse({text.data(), std::size_t(text.size())}));
    view.show();
    const QPersistentModelIndex list = view.model()->index(0, 0, view.model()->index(0, 0));
    view.expand(list);
    QCOMPARE(view.model()->rowCount(list), JsonTreeModel::kStep);
    for (const int expected : {2'000, 2'500}) {
        view.verticalScrollBar()->setValue(view.verticalScrollBar()->maximum());
        QTRY_COMPARE(view.model()->rowCount(list), expected);
    }
}

void TestJsonTreeModel::aToolTipIsNeverMarkup()
{
    QCOMPARE(plainToolTip(QStringLiteral("<img src=\"file:///x\">\nb")),
        QStringLiteral("<qt>&lt;img src=&quot;file:///x&quot;&gt;<br>b</qt>"));
    QVERIFY(plainToolTip(QString(100'000, u'<')).size() < 10 * kMaxToolTip);
}

// The worst decides the sign, whichever comes first; all sentences are in the tool tip.
void TestJsonTreeModel::countsWhatIsWrongWithAValue()
{
    using models::Sign;
    JsonTreeModel model;
    model.setDocument(parse(R"({"a":1,"b":2})"));
    const json::NodeId a = model.document()->pointer(QStringLiteral("/a")).id();
    const json::NodeId b = model.document()->pointer(QStringLiteral("/b")).id();
    model.setMarks({{a, QStringLiteral("One."), Sign::FindingNote},
        {a, QStringLiteral("Two."), Sign::FindingError},
        {a, QStringLiteral("Three."), Sign::Finding},
        {b, QStringLiteral("Four."), Sign::FindingNote}});
    const QModelIndex first = model.indexOf(a);
    QCOMPARE(
        first.data(JsonTreeModel::MarkRole).toString(), QStringLiteral("3 · One. Two. Three."));
    QCOMPARE(Sign(first.data(JsonTreeModel::MarkSignRole).toInt()), Sign::FindingError);
    QCOMPARE(first.data(Qt::ToolTipRole).toString(), QStringLiteral("One.\nTwo.\nThree."));
    const QModelIndex second = model.indexOf(b);
    QCOMPARE(second.data(JsonTreeModel::MarkRole).toString(), QStringLiteral("Four."));
    QCOMPARE(Sign(second.data(JsonTreeModel::MarkSignRole).toInt()), Sign::FindingNote);
}

void TestJsonTreeModel::copyingGivesTheBytesAndTheirPlace()
{
    JsonTreeView view;
    view.setDocument(parse(R"({"a/b":[1,  {"x" : 1.0}]})"));
    view.selectNode(view.document()->pointer(QStringLiteral("/a~1b/1")).id());
    view.copyValueAction()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("{\"x\" : 1.0}"));
    view.copyPointerAction()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("/a~1b/1"));
    view.copyPathAction()->trigger();
    QCOMPARE(QGuiApplication::clipboard()->text(), QStringLiteral("[\"a/b\"][1]"));
}

QTEST_MAIN(TestJsonTreeModel)
#include "tst_jsontreemodel.moc"
