// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/catalogtree.h"
#include "models/signs/sign.h"
#include "support/listing.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace sonde;
using namespace sonde::models;
using tests::listingOf;

class TstCatalogModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsTheServersOrderAndDuplicates();
    void showsNamesOnOneLineWithNothingHidden_data();
    void showsNamesOnOneLineWithNothingHidden();
    void saysWhatIsMalformed_data();
    void saysWhatIsMalformed();
    void takesIconsFromDataUrisAlone_data();
    void takesIconsFromDataUrisAlone();
    void groupsByKindWhereThereIsMoreThanOne();
    void filtersByLettersInOrder_data();
    void filtersByLettersInOrder();
    void findsItemsOfTenThousand();
};

namespace {

using Part = CatalogModel::Part;

std::vector<Part> twoKinds()
{
    return {{CatalogKind::Resource, listingOf(R"([{"uri":"demo://b","name":"b","title":"Beta"},
                    {"uri":"demo://a","name":"a","description":"the first letter"},
                    {"uri":"demo://b","name":"again"}])")},
        {CatalogKind::Template, listingOf(R"([{"uriTemplate":"demo://x/{id}","name":"x"}])")}};
}

} // namespace

void TstCatalogModel::keepsTheServersOrderAndDuplicates()
{
    CatalogModel model;
    QAbstractItemModelTester tester(&model);
    model.setParts(twoKinds());
    QCOMPARE(model.rowCount(), 4);
    QCOMPARE(model.key(0), QStringLiteral("demo://b"));
    QCOMPARE(model.index(0).data().toString(), QStringLiteral("Beta"));
    QCOMPARE(model.index(1).data().toString(), QStringLiteral("a"));
    QVERIFY(!model.index(0).data(CatalogModel::DuplicateRole).toBool());
    QVERIFY(model.index(2).data(CatalogModel::DuplicateRole).toBool());
    QCOMPARE(model.kind(3), CatalogKind::Template);
    QCOMPARE(model.rowOf(CatalogKind::Resource, QStringLiteral("demo://b")), 0);
    QCOMPARE(model.rowOf(CatalogKind::Template, QStringLiteral("demo://b")), -1);
    QCOMPARE(model.item(2).value()["name"].raw(), std::string_view(R"("again")"));
}

void TstCatalogModel::showsNamesOnOneLineWithNothingHidden_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("item");
    QTest::newRow("a tool") << int(CatalogKind::Tool)
                            << QByteArray(R"({"name":NAME,"inputSchema":{"type":"object"}})");
    QTest::newRow("a resource") << int(CatalogKind::Resource)
                                << QByteArray(R"({"uri":"a:b","name":"n","title":NAME})");
    QTest::newRow("a template") << int(CatalogKind::Template)
                                << QByteArray(R"({"uriTemplate":"a:{b}","name":NAME})");
    QTest::newRow("a prompt") << int(CatalogKind::Prompt) << QByteArray(R"({"name":NAME})");
}

void TstCatalogModel::showsNamesOnOneLineWithNothingHidden()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, item);
    item.replace("NAME", R"("a\nb\u202ec\u001bd\u2028e é")");
    CatalogModel model;
    model.setParts({{CatalogKind(kind), listingOf("[" + item.toStdString() + "]")}});
    QCOMPARE(
        model.index(0).data().toString(), QStringLiteral(u"a\u240Ab\uFFFDc\u241Bd\uFFFDe \u00E9"));
    if (CatalogKind(kind) == CatalogKind::Tool) // it is called by its name
        QCOMPARE(model.key(0), QStringLiteral(u"a\nb\u202Ec\u001Bd\u2028e \u00E9"));
}

void TstCatalogModel::saysWhatIsMalformed_data()
{
    QTest::addColumn<int>("kind");
    QTest::addColumn<QByteArray>("item");
    QTest::addColumn<QString>("said");
    const auto row = [](const char *name, CatalogKind kind, const char *item, const char *said) {
        QTest::newRow(name) << int(kind) << QByteArray(item) << QString::fromLatin1(said);
    };
    constexpr auto kResource = CatalogKind::Resource;
    constexpr auto kPrompt = CatalogKind::Prompt;
    row("text", kResource, R"("resource")", "not an object");
    row("no uri", kResource, R"({"name":"a"})", "uri");
    row("number for a uri", kResource, R"({"uri":1,"name":"a"})", "not a string");
    row("empty uri", kResource, R"({"uri":"","name":"a"})", "empty");
    row("no name", kResource, R"({"uri":"a:b"})", "name");
    row("mime type", kResource, R"({"uri":"a:b","name":"a","mimeType":1})", "mimeType");
    row("no template", CatalogKind::Template, R"({"uri":"a:b","name":"a"})", "uriTemplate");
    row("arguments", kPrompt, R"({"name":"a","arguments":{}})", "not an array");
    row("argument", kPrompt, R"({"name":"a","arguments":[{"name":"x"},{}]})", "argument 2");
}

void TstCatalogModel::saysWhatIsMalformed()
{
    QFETCH(int, kind);
    QFETCH(QByteArray, item);
    QFETCH(QString, said);
    CatalogModel model;
    QAbstractItemModelTester tester(&model);
    model.setParts({{CatalogKind(kind),
        listingOf(
            "[" + item.toStdString() + R"(,{"name":"z","uri":"z:z","uriTemplate":"z:z"}])")}});
    QCOMPARE(model.rowCount(), 2);
    const QString why = model.index(0).data(CatalogModel::MalformedRole).toString();
    QVERIFY2(why.contains(said), qPrintable(why));
    QVERIFY(model.isMalformed(0));
    QCOMPARE(Sign(model.index(0).data(SignRole).toInt()), Sign::ProtocolError);
    QVERIFY(!model.index(0).data().toString().isEmpty());
    QVERIFY(!model.isMalformed(1));
}

void TstCatalogModel::takesIconsFromDataUrisAlone_data()
{
    QTest::addColumn<QByteArray>("icons");
    QTest::addColumn<QString>("icon");
    QTest::newRow("none") << QByteArray("[]") << QString();
    QTest::newRow("no array") << QByteArray("1") << QString();
    QTest::newRow("http") << QByteArray(R"([{"src":"https://a/b.png"}])") << QString();
    QTest::newRow("file") << QByteArray(R"([{"src":"file:///a.png"}])") << QString();
    QTest::newRow("data") << QByteArray(
        R"([{"src":"https://a/b.png"},{"src":"data:image/png;base64,AA"}])")
                          << QStringLiteral("data:image/png;base64,AA");
    QTest::newRow("too long")
        << QByteArray("[{\"src\":\"data:,").append(QByteArray(1 << 17, 'a')).append("\"}]")
        << QString();
}

void TstCatalogModel::takesIconsFromDataUrisAlone()
{
    QFETCH(QByteArray, icons);
    QFETCH(QString, icon);
    CatalogModel model;
    model.setParts({{CatalogKind::Prompt,
        listingOf(R"([{"name":"a","icons":)" + icons.toStdString() + "}]")}});
    QCOMPARE(model.index(0).data(CatalogModel::IconRole).toString(), icon);
}

void TstCatalogModel::groupsByKindWhereThereIsMoreThanOne()
{
    CatalogModel model;
    CatalogTree tree;
    tree.setSourceModel(&model);
    QAbstractItemModelTester tester(&tree);
    QCOMPARE(tree.rowCount(), 0);
    model.setParts(twoKinds());
    QVERIFY(tree.isGrouped());
    QCOMPARE(tree.rowCount(), 2);
    const QModelIndex resources = tree.index(0, 0);
    QCOMPARE(resources.data(CatalogTree::HeadingRole).toInt(), int(CatalogKind::Resource));
    QCOMPARE(tree.rowCount(resources), 3);
    const QModelIndex again = tree.index(2, 0, resources);
    QCOMPARE(tree.mapToSource(again).row(), 2);
    QCOMPARE(tree.mapFromSource(model.index(2)), again);
    model.setParts({{CatalogKind::Prompt, listingOf(R"([{"name":"a"},{"name":"b"}])")}});
    QVERIFY(!tree.isGrouped());
    QCOMPARE(tree.rowCount(), 2);
    QCOMPARE(tree.index(1, 0).data().toString(), QStringLiteral("b"));
}

void TstCatalogModel::filtersByLettersInOrder_data()
{
    QTest::addColumn<QString>("typed");
    QTest::addColumn<QStringList>("left");
    const QString beta = QStringLiteral("Beta");
    const QString a = QStringLiteral("a");
    const QString again = QStringLiteral("again");
    const QString x = QStringLiteral("x");
    QTest::newRow("everything") << QStringLiteral(" ") << QStringList{beta, a, again, x};
    QTest::newRow("title") << QStringLiteral("bt") << QStringList{beta};
    QTest::newRow("uri") << QStringLiteral("demo id") << QStringList{x};
    QTest::newRow("description") << QStringLiteral("first LETTER") << QStringList{a};
    QTest::newRow("nothing") << QStringLiteral("qqq") << QStringList{};
}

void TstCatalogModel::filtersByLettersInOrder()
{
    QFETCH(QString, typed);
    QFETCH(QStringList, left);
    CatalogModel model;
    CatalogTree tree;
    tree.setSourceModel(&model);
    QAbstractItemModelTester tester(&tree);
    model.setParts(twoKinds());
    tree.setText(typed);
    QStringList found;
    for (int row = 0; row < tree.rowCount(); ++row) {
        const QModelIndex group = tree.index(row, 0);
        for (int i = 0; i < tree.rowCount(group); ++i)
            found += tree.index(i, 0, group).data().toString();
    }
    QCOMPARE(found, left);
    QVERIFY(tree.isGrouped()); // also when one kind is left
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex shown = tree.mapFromSource(model.index(row));
        QCOMPARE(shown.isValid(), left.contains(model.index(row).data().toString()));
    }
}

void TstCatalogModel::findsItemsOfTenThousand()
{
    std::string items = "[";
    for (int i = 0; i < 10'000; ++i)
        items += (i ? "," : "") + std::string(R"({"uri":"demo://)") + std::to_string(i)
            + R"(","name":"item )" + std::to_string(i) + "\"}";
    CatalogModel model;
    CatalogTree tree;
    tree.setSourceModel(&model);
    model.setParts({{CatalogKind::Resource, listingOf(items + "]")}});
    QCOMPARE(tree.rowCount(), 10'000);
    int resets = 0;
    int others = 0;
    connect(&tree, &QAbstractItemModel::modelReset, this, [&] { ++resets; });
    connect(&tree, &QAbstractItemModel::rowsRemoved, this, [&] { ++others; });
    tree.setText(QStringLiteral("item 999"));
    QCOMPARE(resets, 1); // and not one change for every row that goes
    QCOMPARE(others, 0);
    QVERIFY(tree.mapFromSource(model.index(9'999)).isValid());
    QVERIFY(!tree.mapFromSource(model.index(1'000)).isValid());
    QVERIFY(tree.rowCount() < 100);
}

QTEST_GUILESS_MAIN(TstCatalogModel)
#include "tst_catalogmodel.moc"
