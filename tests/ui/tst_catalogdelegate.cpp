// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/tooltree.h"
#include "support/listing.h"
#include "widgets/catalog/catalogdelegate.h"

#include <QTest>

using namespace sonde;
using models::CatalogKind;
using widgets::CatalogDelegate;

class TstCatalogDelegate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void init();
    void repeatsNoPrefixOfAGroup();
    void givesTheNameTheRoomOfATag();

private:
    QModelIndex at(int group, int row) const
    {
        return m_tree->index(row, 0, m_tree->index(group, 0));
    }

    std::unique_ptr<models::CatalogModel> m_model;
    std::unique_ptr<models::ToolTree> m_tree;
};

void TstCatalogDelegate::init()
{
    m_model = std::make_unique<models::CatalogModel>();
    m_tree = std::make_unique<models::ToolTree>();
    m_tree->setSourceModel(m_model.get());
    m_model->setParts({{CatalogKind::Tool, tests::listingOf(R"([
        {"name":"files_read","inputSchema":{},"annotations":{"readOnlyHint":true}},
        {"name":"files_remove","inputSchema":{},"annotations":{"destructiveHint":true}},
        {"name":"db_get","inputSchema":{}},{"name":"db_put","inputSchema":{}},
        {"name":"echo","inputSchema":{}}])")}});
}

void TstCatalogDelegate::repeatsNoPrefixOfAGroup()
{
    QCOMPARE(CatalogDelegate::nameInGroup(at(0, 0)), QStringLiteral("read"));
    QCOMPARE(CatalogDelegate::nameInGroup(at(1, 1)), QStringLiteral("put"));
    QCOMPARE(CatalogDelegate::nameInGroup(at(2, 0)), QStringLiteral("echo"));
    m_tree->setGrouping(models::ToolTree::Grouping::Effect);
    QCOMPARE(CatalogDelegate::nameInGroup(at(0, 0)), QStringLiteral("files_read"));
    m_tree->setGrouping(models::ToolTree::Grouping::None);
    QCOMPARE(CatalogDelegate::nameInGroup(m_tree->index(0, 0)), QStringLiteral("files_read"));
}

// A warning is never gone: it loses its word.
void TstCatalogDelegate::givesTheNameTheRoomOfATag()
{
    const auto readOnly = CatalogDelegate::tagBeside(at(0, 0), 300, 100);
    QVERIFY(readOnly && readOnly->word == QStringLiteral("read-only"));
    QVERIFY(!CatalogDelegate::tagBeside(at(0, 0), 300, 290));
    const auto destructive = CatalogDelegate::tagBeside(at(0, 1), 300, 100);
    QVERIFY(destructive && destructive->word == QStringLiteral("destructive"));
    const auto sign = CatalogDelegate::tagBeside(at(0, 1), 300, 290);
    QVERIFY(sign && sign->warning && sign->word.isEmpty());
    QVERIFY(!CatalogDelegate::tagBeside(at(1, 0), 300, 100));
}

QTEST_MAIN(TstCatalogDelegate)
#include "tst_catalogdelegate.moc"
