// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/toolgroupmodel.h"
#include "models/catalog/toolmodel.h"
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

} // namespace

class ToolModelTest : public QObject {
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
    void groupsByWhatToolsDo();
    void keepsAGroupWhileOneOfItsToolsPassesTheFilter();
    void emptiesItself();
};

void ToolModelTest::keepsTheServersOrderAndDuplicates()
{
    ToolModel model;
    QAbstractItemModelTester tester(&model);
    model.setListing(listing(R"([{"name":"b","inputSchema":{}},{"name":"a","inputSchema":{}},
        {"name":"b","inputSchema":{"x":1}}])"));
    QCOMPARE(model.rowCount(), 3);
    QCOMPARE(model.name(0), QStringLiteral("b"));
    QCOMPARE(model.name(2), QStringLiteral("b"));
    QVERIFY(!model.index(0).data(ToolModel::DuplicateRole).toBool());
    QVERIFY(model.index(2).data(ToolModel::DuplicateRole).toBool());
    QCOMPARE(model.value(2)["inputSchema"].raw(), std::string_view(R"({"x":1})"));
    QCOMPARE(model.rowOf(QStringLiteral("b")), 0);
    QCOMPARE(model.rowOf(QStringLiteral("c")), -1);
}

void ToolModelTest::showsTitleDescriptionAndAnnotations()
{
    ToolModel model;
    model.setListing(listing(R"([{"name":"a","title":"A","description":"d","inputSchema":{},
        "annotations":{"readOnlyHint":true,"idempotentHint":true,"openWorldHint":false}},
        {"name":"b","annotations":{"title":"B","destructiveHint":true},"inputSchema":{}}])"));
    QCOMPARE(model.index(0).data(ToolModel::TitleRole).toString(), QStringLiteral("A"));
    QCOMPARE(model.index(0).data(ToolModel::DescriptionRole).toString(), QStringLiteral("d"));
    QCOMPARE(model.index(0).data(ToolModel::AnnotationsRole).toStringList(),
        QStringList({QStringLiteral("read-only"), QStringLiteral("idempotent"),
            QStringLiteral("closed world")}));
    QCOMPARE(model.index(1).data(ToolModel::TitleRole).toString(), QStringLiteral("B"));
    QVERIFY(model.index(1).data(ToolModel::DestructiveRole).toBool());
}

void ToolModelTest::neverGuessesAnAnnotation()
{
    ToolModel model;
    model.setListing(listing(R"([{"name":"a","inputSchema":{}},
        {"name":"b","inputSchema":{},"annotations":{"readOnlyHint":true,"destructiveHint":true}},
        {"name":"c","inputSchema":{},"annotations":{"readOnlyHint":"yes"}}])"));
    QVERIFY(model.index(0).data(ToolModel::AnnotationsRole).toStringList().isEmpty());
    QVERIFY(!model.index(1).data(ToolModel::DestructiveRole).toBool());
    QVERIFY(model.index(2).data(ToolModel::AnnotationsRole).toStringList().isEmpty());
}

void ToolModelTest::marksTasksAndApps_data()
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

void ToolModelTest::marksTasksAndApps()
{
    QFETCH(QByteArray, members);
    QFETCH(QString, marks);
    ToolModel model;
    model.setListing(listing("[{\"name\":\"a\",\"inputSchema\":{}" + members.toStdString() + "}]"));
    QCOMPARE(
        model.index(0).data(ToolModel::MarksRole).toStringList().join(QStringLiteral(", ")), marks);
    QCOMPARE(model.index(0).data(Qt::AccessibleDescriptionRole).toString(), marks);
}

void ToolModelTest::saysWhatIsMalformed_data()
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

void ToolModelTest::saysWhatIsMalformed()
{
    QFETCH(QByteArray, item);
    QFETCH(QString, said);
    ToolModel model;
    QAbstractItemModelTester tester(&model);
    model.setListing(listing("[" + item.toStdString() + R"(,{"name":"z","inputSchema":{}}])"));
    QCOMPARE(model.rowCount(), 2);
    const QString why = model.index(0).data(ToolModel::MalformedRole).toString();
    QVERIFY2(why.contains(said), qPrintable(why));
    QCOMPARE(static_cast<Sign>(model.index(0).data(SignRole).toInt()), Sign::ProtocolError);
    QVERIFY(!model.index(0).data().toString().isEmpty());
    QVERIFY(model.index(1).data(ToolModel::MalformedRole).toString().isEmpty());
}

void ToolModelTest::filtersByLettersInOrder_data()
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

void ToolModelTest::filtersByLettersInOrder()
{
    QFETCH(QString, text);
    QFETCH(QStringList, names);
    ToolModel model;
    model.setListing(listing(R"([{"name":"get_weather","title":"Weather forecast","inputSchema":{}},
        {"name":"make_chart","description":"Draws a chart","inputSchema":{}}])"));
    ToolFilterProxy proxy;
    proxy.setSourceModel(&model);
    QAbstractItemModelTester tester(&proxy);
    proxy.setText(text);
    QStringList found;
    for (int row = 0; row < proxy.rowCount(); ++row)
        found += proxy.index(row, 0).data().toString();
    QCOMPARE(found, names);
}

void ToolModelTest::groupsByTheCommonBeginningOfNames_data()
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

void ToolModelTest::groupsByTheCommonBeginningOfNames()
{
    QFETCH(QString, tools);
    QFETCH(QString, groups);
    ToolModel model;
    ToolGroupModel grouped;
    grouped.setSourceModel(&model);
    QAbstractItemModelTester tester(&grouped);
    std::string list;
    for (const QString &name : tools.split(u' ', Qt::SkipEmptyParts))
        list += (list.empty() ? "" : ",") + ("{\"name\":\"" + name.toStdString() + "\"}");
    model.setListing(listing("[" + list + "]"));
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

void ToolModelTest::groupsByWhatToolsDo()
{
    ToolModel model;
    ToolGroupModel grouped;
    grouped.setSourceModel(&model);
    QAbstractItemModelTester tester(&grouped);
    model.setListing(listing(R"([{"name":"a_x","annotations":{"readOnlyHint":true}},
        {"name":"a_y","annotations":{"destructiveHint":true}},{"name":"b_x"},
        {"name":"b_y","annotations":{"readOnlyHint":true}}])"));
    const auto shown = [&] {
        QStringList groups;
        for (int row = 0; row < grouped.rowCount(); ++row)
            groups += QStringLiteral("%1 %2")
                          .arg(grouped.index(row, 0).data().toString())
                          .arg(grouped.rowCount(grouped.index(row, 0)));
        return groups.join(QStringLiteral(", "));
    };
    QCOMPARE(shown(), QStringLiteral("a_ 2, b_ 2"));
    grouped.setGrouping(ToolGroupModel::Grouping::Effect);
    QCOMPARE(shown(), QStringLiteral("read-only 2, destructive 1, other 1"));
    grouped.setGrouping(ToolGroupModel::Grouping::None);
    QVERIFY(!grouped.isGrouped());
    QCOMPARE(grouped.rowCount(), 4);
    // One kind alone says nothing that its tags do not say.
    grouped.setGrouping(ToolGroupModel::Grouping::Effect);
    model.setListing(listing(R"([{"name":"a"},{"name":"b"}])"));
    QVERIFY(!grouped.isGrouped());
}

void ToolModelTest::keepsAGroupWhileOneOfItsToolsPassesTheFilter()
{
    ToolModel model;
    ToolGroupModel grouped;
    grouped.setSourceModel(&model);
    ToolFilterProxy proxy;
    proxy.setRecursiveFilteringEnabled(true);
    proxy.setSourceModel(&grouped);
    QAbstractItemModelTester tester(&proxy);
    model.setListing(
        listing(R"([{"name":"a_x"},{"name":"a_y"},{"name":"b_x"},{"name":"b_y"},{"name":"c"}])"));
    QCOMPARE(proxy.rowCount(), 3);
    proxy.setText(QStringLiteral("ay"));
    QCOMPARE(proxy.rowCount(), 1);
    QCOMPARE(proxy.rowCount(proxy.index(0, 0)), 1);
    QCOMPARE(proxy.index(0, 0).data(ToolGroupModel::HeadingRole).toString(), QStringLiteral("a_"));
    proxy.setText({});
    QCOMPARE(proxy.rowCount(), 3);
    QCOMPARE(proxy.index(2, 0).data().toString(), QStringLiteral("other"));
}

void ToolModelTest::emptiesItself()
{
    ToolModel model;
    QAbstractItemModelTester tester(&model);
    model.setListing(listing(R"([{"name":"a","inputSchema":{}}])"));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

QTEST_GUILESS_MAIN(ToolModelTest)
#include "tst_toolmodel.moc"
