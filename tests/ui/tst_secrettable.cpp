// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/style/sondestyle.h"
#include "widgets/kit/table/secrettable.h"
#include "widgets/servers/servereditor.h"

#include <QApplication>
#include <QPushButton>
#include <QSignalSpy>
#include <QTableWidget>
#include <QTest>

using namespace sonde;
using widgets::SecretTable;

// The tables of names and values in the server editor: environment variables and headers.
class TestSecretTable : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { look::installLook(*qApp); }
    void everyButtonHasItsAccessibleName_data();
    void everyButtonHasItsAccessibleName();
    void aNameMarksItsValue_data();
    void aNameMarksItsValue();
    void headersMove();
};

void TestSecretTable::everyButtonHasItsAccessibleName_data()
{
    QTest::addColumn<QString>("name");
    QTest::newRow("variables") << QStringLiteral("environment");
    QTest::newRow("headers") << QStringLiteral("headers");
}

void TestSecretTable::everyButtonHasItsAccessibleName()
{
    QFETCH(QString, name);
    const widgets::ServerEditor editor({}, {});
    const auto *const table = editor.findChild<SecretTable *>(name);
    QVERIFY(table);
    QVERIFY(!table->table()->accessibleName().isEmpty());
    const auto buttons = table->findChildren<QPushButton *>();
    QVERIFY(buttons.size() >= 2);
    for (const QPushButton *button : buttons) {
        QVERIFY2(!button->accessibleName().isEmpty(), qPrintable(button->text()));
        QVERIFY(button->accessibleName() != button->text());
        QVERIFY(!button->autoDefault()); // Enter in the table saves nothing
    }
}

// A header's name marks its value at once, a variable's only once there is a value: an empty secret
// is looked for in the keychain.
void TestSecretTable::aNameMarksItsValue_data()
{
    QTest::addColumn<QString>("name");
    QTest::addColumn<bool>("markedWhenEmpty");
    QTest::newRow("variables") << QStringLiteral("environment") << false;
    QTest::newRow("headers") << QStringLiteral("headers") << true;
}

void TestSecretTable::aNameMarksItsValue()
{
    QFETCH(QString, name);
    QFETCH(bool, markedWhenEmpty);
    const widgets::ServerEditor editor({}, {});
    auto *const table = editor.findChild<SecretTable *>(name);
    QVERIFY(table);
    QSignalSpy changed(table, &SecretTable::changed);
    table->add({});
    QVERIFY(table->rows().empty()); // there is nothing in the row yet
    table->table()->item(0, SecretTable::NameColumn)->setText(QStringLiteral("X_API_KEY"));
    QCOMPARE(table->rows().at(0).secret, markedWhenEmpty);
    QCOMPARE(changed.size(), 2);
    table->add({QStringLiteral("AUTH_TOKEN"), Secret(QStringLiteral("hush")), true});
    const auto *value = table->table()->item(1, SecretTable::ValueColumn);
    QVERIFY(!value->data(Qt::AccessibleTextRole).toString().isEmpty());
    QVERIFY(!value->data(Qt::AccessibleTextRole).toString().contains(QStringLiteral("hush")));
    QVERIFY(table->rows().at(1).secret);
}

void TestSecretTable::headersMove()
{
    const widgets::ServerEditor editor({}, {});
    auto *const table = editor.findChild<SecretTable *>(QStringLiteral("headers"));
    QVERIFY(table);
    table->setRows({{QStringLiteral("a"), Secret(QStringLiteral("1")), true},
        {QStringLiteral("b"), Secret(QStringLiteral("2")), false}});
    table->table()->setCurrentCell(0, SecretTable::NameColumn);
    table->findChild<QPushButton *>(QStringLiteral("moveRowDown"))->click();
    QCOMPARE(table->rows().at(1).name, QStringLiteral("a"));
    QVERIFY(table->rows().at(1).secret && !table->rows().at(0).secret);
    table->findChild<QPushButton *>(QStringLiteral("removeRow"))->click();
    QCOMPARE(table->rows().size(), std::size_t(1));
    QCOMPARE(table->rows().at(0).name, QStringLiteral("b"));
}

QTEST_MAIN(TestSecretTable)
#include "tst_secrettable.moc"
