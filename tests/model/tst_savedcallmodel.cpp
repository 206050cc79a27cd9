// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/catalog/savedcallmodel.h"

#include <QAbstractItemModelTester>
#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using models::SavedCallModel;

class TestSavedCallModel : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void showsNameAndTool();
    void takesOverWhatIsDifferent();
    void asksForAnotherName();
};

namespace {

std::vector<config::SavedCall> calls(int count)
{
    std::vector<config::SavedCall> made;
    for (int i = 0; i < count; ++i)
        made.push_back({QStringLiteral("call %1").arg(i), QStringLiteral("tool"),
            Bytes::copyOf("{\"n\": 1.0}")});
    return made;
}

} // namespace

void TestSavedCallModel::showsNameAndTool()
{
    SavedCallModel model;
    const QAbstractItemModelTester tester(&model);
    model.setCalls(calls(2));
    QCOMPARE(model.rowCount(), 2);
    const QModelIndex index = model.index(1, SavedCallModel::NameColumn);
    QCOMPARE(index.data().toString(), QStringLiteral("call 1"));
    QCOMPARE(index.siblingAtColumn(SavedCallModel::ToolColumn).data().toString(),
        QStringLiteral("tool"));
    QCOMPARE(index.data(Qt::ToolTipRole).toString(), QStringLiteral("{\"n\": 1.0}"));
    QCOMPARE(index.data(Qt::AccessibleTextRole).toString(), QStringLiteral("call 1, calls tool"));
    QCOMPARE(model.rowOf(QStringLiteral("call 1")), 1);
    QCOMPARE(model.rowOf(QStringLiteral("other")), -1);
}

void TestSavedCallModel::takesOverWhatIsDifferent()
{
    SavedCallModel model;
    const QAbstractItemModelTester tester(&model);
    QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
    for (const int count : {3, 5, 5, 1, 0, 2}) {
        model.setCalls(calls(count));
        QCOMPARE(model.rowCount(), count);
    }
    QCOMPARE(resets.count(), 0);
}

void TestSavedCallModel::asksForAnotherName()
{
    SavedCallModel model;
    const QAbstractItemModelTester tester(&model);
    model.setCalls(calls(1));
    QSignalSpy wanted(&model, &SavedCallModel::renameRequested);
    const QModelIndex name = model.index(0, SavedCallModel::NameColumn);
    const QModelIndex tool = model.index(0, SavedCallModel::ToolColumn);
    QVERIFY(name.flags().testFlag(Qt::ItemIsEditable));
    QVERIFY(!tool.flags().testFlag(Qt::ItemIsEditable));
    QVERIFY(!model.setData(name, QStringLiteral("  "), Qt::EditRole));
    QVERIFY(!model.setData(name, QStringLiteral("call 0"), Qt::EditRole));
    QVERIFY(!model.setData(tool, QStringLiteral("x"), Qt::EditRole));
    QVERIFY(model.setData(name, QStringLiteral(" new "), Qt::EditRole));
    QCOMPARE(wanted.count(), 1);
    QCOMPARE(wanted.front().at(1).toString(), QStringLiteral("new"));
    QCOMPARE(name.data().toString(), QStringLiteral("call 0"));
}

QTEST_GUILESS_MAIN(TestSavedCallModel)
#include "tst_savedcallmodel.moc"
