// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/tooltree.h"
#include "models/signs/sign.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace sonde;
using namespace sonde::models;

namespace {

mcp::Listing listing(std::string_view tools)
{
    const std::string text =
        R"({"jsonrpc":"2.0","id":1,"result":{"tools":)" + std::string(tools) + "}}";
    auto page = std::make_shared<rpc::Message>();
    page->kind = rpc::Kind::Response;
    page->document = json::Document::parse(text);
    mcp::Listing list;
    for (const json::Value item : page->result()["tools"])
        list.items.push_back({page, item.id()});
    return list;
}

void show(CatalogModel &model, std::string_view tools)
{
    model.setParts({{CatalogKind::Tool, listing(tools)}});
}

} // namespace

class ToolTreeTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheServersOrderAndDuplicates();
    void showsTitleDescriptionAndAnnotations();
    void neverGuessesAnAnnotation();
    void marksTasksAndApps_data();
    void marksTasksAndApps();
    void saysWhatIsMalformed_data();
    void saysWhatIsMalformed();
    void filtersByLettersInOrder_data();
    void filtersByLettersInOrder();
    void groupsByTheCommonBeginningOfNames_data();
    void groupsByTheCommonBeginningOfNames();
    void showsPrefixesOnOneLineWithNothingHidden();
    void groupsByWhatToolsDo();
    void keepsAGroupWhileOneOfItsToolsPassesTheFilter();
    void emptiesItself();
};

void ToolTreeTest::keepsTheServersOrderAndDuplicates()
{
    CatalogModel model;
    QAbstractItemModelTester tester(&model);
    show(model, R"([{"name":"b","inputSchema":{}},{"name":"a","inputSchema":{}},
        {"name":"b","inputSchema":{"x":1}}])");
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.key(0), QStringLiteral("b"));
    QCOMPARE(model.key(2), QStringLiteral("b"));
    QVERIFY(!model.index(0).data(CatalogModel::DuplicateRole).toBool());
    QVERIFY(model.index(2).data(CatalogModel::DuplicateRole).toBool());
    QCOMPARE(model.item(2).value()["inputSchema"].raw(), std::string_view(R"({"x":1})"));
    QCOMPARE(model.rowOf(CatalogKind::Tool, QStringLiteral("b")), 0);
    QCOMPARE(model.rowOf(CatalogKind::Tool, QStringLiteral("c")), -1);
}

void ToolTreeTest::showsTitleDescriptionAndAnnotations()
{
    CatalogModel model;
    show(model, R"([{"name":"a","title":"A","description":"d","inputSchema":{},
        "annotations":{"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false}},
        {"name":"b","annotations":{"title":"B","destructiveHint":true},"inputSchema":{}}])");
    QCOMPARE(model.index(0).data(CatalogModel::TitleRole).toString(), QStringLiteral("A"));
    QCOMPARE(model.index(0).data(CatalogModel::DescriptionRole).toString(), QStringLiteral("d"));
    QCOMPARE(model.index(0).data(CatalogModel::AnnotationsRole).toStringList(),
        QStringList({QStringLiteral("read-only"), QStringLiteral("idempotent"),
            QStringLiteral("closed world")}));
    QCOMPARE(model.index(1).data(CatalogModel::TitleRole).toString(), QStringLiteral("B"));
    QVERIFY(model.index(1).data(CatalogModel::DestructiveRole).toBool());
}

void ToolTreeTest::neverGuessesAnAnnotation()
{
    CatalogModel model;
    show(model, R"([{"name":"a","inputSchema":{}},
        {"name":"b","inputSchema":{},"annotations":{"readOnlyHint":true,"destructiveHint":true}},
        {"name":"c","inputSchema":{},"annotations":{"readOnlyHint":"yes"}}])");
    QVERIFY(model.index(0).data(CatalogModel::AnnotationsRole).toStringList().isEmpty());
    QVERIFY(!model.index(1).data(CatalogModel::DestructiveRole).toBool());
    QVERIFY(model.index(2).data(CatalogModel::AnnotationsRole).toStringList().isEmpty());
}

void ToolTreeTest::marksTasksAndApps_data()
{
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QString>("marks");
    const auto row = [](const char *name, const char *members, const char *marks) {
        QTest::newRow(name) << QByteArray(members) << QString::fromLatin1(marks);
    };
    row("neither", "", "");
    row("no task", R"(,"execution":{"taskSupport":"forbidden"})", "");
    row("a task if wanted", R"(,"execution":{"taskSupport":"optional"})", "task");
    row("only as a task", R"(,"execution":{"taskSupport":"required"})", "always a task");
    row("an app", R"(,"_meta":{"ui":{"resourceUri":"ui:a"}})", "has an app");
    row("an app, as it was written before", R"(,"_meta":{"ui/resourceUri":"ui:a"})", "has an app");
    row("an app for both", R"(,"_meta":{"ui":{"resourceUri":"u","visibility":["model","app"]}})",
        "has an app");
    row("hidden from models", R"(,"_meta":{"ui":{"resourceUri":"u","visibility":["app"]}})",
        "app only");
    row("nonsense", R"(,"execution":7,"_meta":{"ui":"x"})", "");
    row("behind the annotations",
        R"(,"execution":{"taskSupport":"optional"},"annotations":{"readOnlyHint":true})",
        "read-only, task");
}

void ToolTreeTest::marksTasksAndApps()
{
    QFETCH(QByteArray, members);
    QFETCH(QString, marks);
    CatalogModel model;
    show(model, "[{\"name\":\"a\",\"inputSchema\":{}" + members.toStdString() + "}]");
    QCOMPARE(model.index(0).data(CatalogModel::MarksRole).toStringList().join(QStringLiteral(", ")),
        marks);
    QCOMPARE(model.index(0).data(Qt::AccessibleDescriptionRole).toString(), marks);
}

void ToolTreeTest::saysWhatIsMalformed_data()
{
    QTest::addColumn<QByteArray>("item");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, const char *item, const char *said) {
        QTest::newRow(name) << QByteArray(item) << QString::fromLatin1(said);
    };
    row("text", R"("tool")", "not an object");
    row("null", "null", "not an object");
    row("no name", R"({"inputSchema":{}})", "no name");
    row("number for a name", R"({"name":1,"inputSchema":{}})", "not a string");
    row("empty name", R"({"name":"","inputSchema":{}})", "empty");
    row("no schema", R"({"name":"a"})", "inputSchema");
    row("schema is text", R"({"name":"a","inputSchema":"x"})", "inputSchema");
    row("title is a number", R"({"name":"a","title":1,"inputSchema":{}})", "title");
}

void ToolTreeTest::saysWhatIsMalformed()
{
    QFETCH(QByteArray, item);
    QFETCH(QString, said);
    CatalogModel model;
    QAbstractItemModelTester tester(&model);
    show(model, "[" + item.toStdString() + R"(,{"name":"z","inputSchema":{}}])");
    QCOMPARE(model.rowCount(), 2);
    const QString why = model.index(0).data(CatalogModel::MalformedRole).toString();
    QVERIFY2(why.contains(said), qPrintable(why));
    QCOMPARE(static_cast<Sign>(model.index(0).data(SignRole).toInt()), Sign::ProtocolError);
    QVERIFY(!model.index(0).data().toString().isEmpty());
    QVERIFY(model.index(1).data(CatalogModel::MalformedRole).toString().isEmpty());
}

void ToolTreeTest::filtersByLettersInOrder_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QStringList>("names");
    const QString weather = QStringLiteral("get_weather");
    const QString chart = QStringLiteral("make_chart");
    QTest::newRow("empty") << QString() << QStringList({weather, chart});
    QTest::newRow("initials") << QStringLiteral("gw") << QStringList({weather});
    QTest::newRow("case") << QStringLiteral("MCH") << QStringList({chart});
    QTest::newRow("title") << QStringLiteral("forecast") << QStringList({weather});
    QTest::newRow("description") << QStringLiteral("draws") << QStringList({chart});
    QTest::newRow("blanks") << QStringLiteral(" get wea ") << QStringList({weather});
    QTest::newRow("order") << QStringLiteral("wget") << QStringList();
}

void ToolTreeTest::filtersByLettersInOrder()
{
    QFETCH(QString, text);
    QFETCH(QStringList, names);
    CatalogModel model;
    show(model, R"([{"name":"get_weather","title":"Weather forecast","inputSchema":{}},
        {"name":"make_chart","description":"Draws a chart","inputSchema":{}}])");
    ToolTree tree;
    tree.setGrouping(ToolTree::Grouping::None);
    tree.setSourceModel(&model);
    QAbstractItemModelTester tester(&tree);
    tree.setText(text);
    QStringList found;
    for (int row = 0; row < tree.rowCount(); ++row)
        found += tree.index(row, 0).data().toString();
    QCOMPARE(found, names);
}

void ToolTreeTest::groupsByTheCommonBeginningOfNames_data()
{
    QTest::addColumn<QString>("tools");
    QTest::addColumn<QString>("groups"); // "prefix: names; …", or the names when there is none
    const auto row = [](const char *name, const char *tools, const char *groups) {
        QTest::newRow(name) << QString::fromLatin1(tools) << QString::fromLatin1(groups);
    };
    row("nothing", "", "");
    row("underscores", "a_x b_x a_y b_y", "a_: a_x a_y; b_: b_x b_y");
    row("dots and slashes", "db.x db.y f/x f/y", "db.: db.x db.y; f/: f/x f/y");
    row("the rest last, in order", "z a_x q_x a_y b_x y b_y",
        "a_: a_x a_y; b_: b_x b_y; other: z q_x y");
    row("one group is none", "a_x a_y c", "a_x a_y c");
    row("groups of one are none", "a_x b_x c_x", "a_x b_x c_x");
    row("only the first separator", "mcp__a_x mcp__b_x k_a_x k_a_y",
        "mcp__: mcp__a_x mcp__b_x; k_: k_a_x k_a_y");
    row("separators at the ends", "_x _y x_ y_ a-x a-y b:x b:y",
        "a-: a-x a-y; b:: b:x b:y; other: _x _y x_ y_");
}

void ToolTreeTest::groupsByTheCommonBeginningOfNames()
{
    QFETCH(QString, tools);
    QFETCH(QString, groups);
    CatalogModel model;
    ToolTree grouped;
    grouped.setSourceModel(&model);
    QAbstractItemModelTester tester(&grouped);
    std::string list;
    for (const QString &name : tools.split(u' ', Qt::SkipEmptyParts))
        list += (list.empty() ? "" : ",") + ("{\"name\":\"" + name.toStdString() + "\"}");
    show(model, "[" + list + "]");
    const auto names = [&](const QModelIndex &parent) {
        QStringList found;
        for (int row = 0; row < grouped.rowCount(parent); ++row) {
            const QModelIndex index = grouped.index(row, 0, parent);
            found += index.data().toString();
            const QModelIndex source = grouped.mapToSource(index);
            if (source.isValid() && grouped.mapFromSource(source) != index)
                qFatal("mapping there and back does not arrive");
        }
        return found;
    };
    QStringList shown = names({});
    for (int row = 0; grouped.isGrouped() && row < shown.size(); ++row)
        shown[row] += QStringLiteral(": ") + names(grouped.index(row, 0)).join(u' ');
    const QString between = grouped.isGrouped() ? QStringLiteral("; ") : QStringLiteral(" ");
    QCOMPARE(shown.join(between), groups);
}

// The prefix of the names stays what the group is called by.
void ToolTreeTest::showsPrefixesOnOneLineWithNothingHidden()
{
    CatalogModel model;
    ToolTree grouped;
    grouped.setSourceModel(&model);
    show(model,
        R"([{"name":"a\nb\u202e_x"},{"name":"a\nb\u202e_y"},{"name":"c_x"},{"name":"c_y"}])");
    const QModelIndex group = grouped.index(0, 0);
    QCOMPARE(group.data().toString(), QStringLiteral(u"a\u240Ab\uFFFD_"));
    QCOMPARE(group.data(GroupProxy::HeadingRole).toString(), QStringLiteral(u"a\nb\u202E_"));
}

void ToolTreeTest::groupsByWhatToolsDo()
{
    CatalogModel model;
    ToolTree grouped;
    grouped.setSourceModel(&model);
    QAbstractItemModelTester tester(&grouped);
    show(model, R"([{"name":"a_x","annotations":{"readOnlyHint":true}},
        {"name":"a_y","annotations":{"destructiveHint":true}},{"name":"b_x"},
        {"name":"b_y","annotations":{"readOnlyHint":true}}])");
    const auto shown = [&] {
        QStringList groups;
        for (int row = 0; row < grouped.rowCount(); ++row)
            groups += QStringLiteral("%1 %2")
                          .arg(grouped.index(row, 0).data().toString())
                          .arg(grouped.rowCount(grouped.index(row, 0)));
        return groups.join(QStringLiteral(", "));
    };
    QCOMPARE(shown(), QStringLiteral("a_ 2, b_ 2"));
    grouped.setGrouping(ToolTree::Grouping::Effect);
    QCOMPARE(shown(), QStringLiteral("read-only 2, destructive 1, other 1"));
    grouped.setGrouping(ToolTree::Grouping::None);
    QVERIFY(!grouped.isGrouped());
    QCOMPARE(grouped.rowCount(), 4);
    // One kind alone says nothing that its tags do not say.
    grouped.setGrouping(ToolTree::Grouping::Effect);
    show(model, R"([{"name":"a"},{"name":"b"}])");
    QVERIFY(!grouped.isGrouped());
}

void ToolTreeTest::keepsAGroupWhileOneOfItsToolsPassesTheFilter()
{
    CatalogModel model;
    ToolTree tree;
    tree.setSourceModel(&model);
    QAbstractItemModelTester tester(&tree);
    show(model, R"([{"name":"a_x"},{"name":"a_y"},{"name":"b_x"},{"name":"b_y"},{"name":"c"}])");
    QCOMPARE(tree.rowCount(), 3);
    tree.setText(QStringLiteral("ay"));
    QCOMPARE(tree.rowCount(), 1);
    QCOMPARE(tree.rowCount(tree.index(0, 0)), 1);
    QCOMPARE(tree.index(0, 0).data(ToolTree::HeadingRole).toString(), QStringLiteral("a_"));
    tree.setText({});
    QCOMPARE(tree.rowCount(), 3);
    QCOMPARE(tree.index(2, 0).data().toString(), QStringLiteral("other"));
}

void ToolTreeTest::emptiesItself()
{
    CatalogModel model;
    QAbstractItemModelTester tester(&model);
    show(model, R"([{"name":"a","inputSchema":{}}])");
    model.setParts({});
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(ToolTreeTest)
#include "tst_tooltree.moc"
