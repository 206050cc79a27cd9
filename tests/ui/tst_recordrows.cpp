// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/style/sondestyle.h"
#include "support/openedform.h"
#include "support/patience.h"
#include "widgets/form/statebutton.h"

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QTest>
#include <QToolButton>

using namespace sonde;
using widgets::FormAction;
using widgets::FormRow;
using Opened = tests::OpenedForm;

class TestRecordRows : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void putsTheMembersOfAnElementInALine();
    void changesOnlyTheBytesOfTheCell();
    void setsTheFourStatesOfACell();
    void addsMovesAndRemovesByKeyboard();
    void walksTheColumnsWithTheArrowKeys();
    void opensARecordAsAGroupAndClosesIt();
    void keepsGroupsForWhatDoesNotFitInALine_data();
    void keepsGroupsForWhatDoesNotFitInALine();
    void makesAGroupOfWhatGetsASecondLine();
    void makesGroupsWhereThereIsNoRoom();
    void showsWhatDoesNotFitUnderItsRow();
    void saysWhatIsTypedAndIsNoValue();
    void namesEachCellForAScreenReader();
    void staysSmallWithTenThousandRecords();
};

namespace {

constexpr const char *kGuests = R"({"type":"object","properties":{"guests":{"type":"array",
    "items":{"type":"object","properties":{"name":{"type":"string"},
    "age":{"type":["integer","null"],"minimum":0},"roles":{"type":"array","uniqueItems":true,
    "items":{"enum":["guide","cook"]}}},"required":["name"]}}}})";

constexpr const char *kTwo =
    R"({"guests":[{"name":"Ada", "age":1.0e1},{"age":null,"name":"B\u00f6b"}]})";

int count(Opened &opened, FormRow::Type type)
{
    const auto &rows = opened.form.view().rows();
    return int(std::count_if(
        rows.begin(), rows.end(), [type](const FormRow &row) { return row.type == type; }));
}

QString focused(Opened &opened)
{
    return opened.form.view().focusedPointer();
}

void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
{
    QTest::keyClick(QApplication::focusWidget(), key, modifiers);
}

} // namespace

void TestRecordRows::initTestCase()
{
    look::installLook(*qApp);
}

void TestRecordRows::putsTheMembersOfAnElementInALine()
{
    Opened opened(kGuests, kTwo);
    QCOMPARE(count(opened, FormRow::Type::Heads), 1);
    QCOMPARE(count(opened, FormRow::Type::Record), 2);
    QTRY_VERIFY(opened.form.view().widgetFor(QStringLiteral("/guests/1/roles")));
    auto *row = opened.form.view().widgetFor(QStringLiteral("/guests/1/roles"));
    QCOMPARE(opened.form.view().widgetFor(QStringLiteral("/guests/1/name")), row);
    QStringList heads;
    for (auto *each : opened.form.view().findChildren<widgets::FormRowWidget *>()) {
        for (const QLabel *label :
            each->target() ? QList<QLabel *>() : each->findChildren<QLabel *>())
            heads << label->text();
    }
    for (const char *name : {"name", "age", "roles"})
        QVERIFY(heads.contains(QString::fromLatin1(name)));
}

void TestRecordRows::changesOnlyTheBytesOfTheCell()
{
    Opened opened(kGuests, kTwo);
    opened.editor<QLineEdit>("/guests/0/age");
    press(Qt::Key_End);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("0"));
    QCOMPARE(opened.text(),
        QByteArray(R"({"guests":[{"name":"Ada", "age":1.0e10},{"age":null,"name":"B\u00f6b"}]})"));
    QCOMPARE(opened.form.lastEdited(), QStringLiteral("/guests/0/age"));
}

void TestRecordRows::setsTheFourStatesOfACell()
{
    Opened opened(kGuests, R"({"guests":[{"name":"Ada","age":1}]})");
    opened.editor<QLineEdit>("/guests/0/age");
    press(Qt::Key_2, Qt::AltModifier);
    QCOMPARE(opened.text(), QByteArray(R"({"guests":[{"name":"Ada","age":null}]})"));
    press(Qt::Key_1, Qt::AltModifier);
    QCOMPARE(opened.text(), QByteArray(R"({"guests":[{"name":"Ada"}]})"));
    press(Qt::Key_4, Qt::AltModifier);
    QCOMPARE(opened.text(), QByteArray(R"({"guests":[{"name":"Ada","age":0}]})"));
    opened.editor<QLineEdit>("/guests/0/name");
    press(Qt::Key_3, Qt::AltModifier);
    QCOMPARE(opened.text(), QByteArray(R"({"guests":[{"name":"","age":0}]})"));
    QCOMPARE(focused(opened), QStringLiteral("/guests/0/name"));
    // The arrow stands for the element as a whole.
    press(Qt::Key_Backtab);
    QCOMPARE(focused(opened), QStringLiteral("/guests/0"));
    press(Qt::Key_2, Qt::AltModifier);
    QCOMPARE(opened.text(), QByteArray(R"({"guests":[null]})"));
}

void TestRecordRows::addsMovesAndRemovesByKeyboard()
{
    Opened opened(kGuests, "{}");
    FormAction add{FormAction::Kind::AddItem, QStringLiteral("/guests")};
    opened.form.act(add);
    QCOMPARE(focused(opened), QStringLiteral("/guests/0/name"));
    QCOMPARE(count(opened, FormRow::Type::Record), 1);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("Ada"));
    opened.form.act(add);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("Bob"));
    QCOMPARE(opened.text(), QByteArray(R"({"guests":[{"name":"Ada"},{"name":"Bob"}]})"));
    opened.editor<QLineEdit>("/guests/1/age");
    press(Qt::Key_Up, Qt::AltModifier);
    const auto name = [&](const char16_t *pointer) {
        return json::Document::parse(opened.form.text()).pointer(pointer).toString();
    };
    QCOMPARE(name(u"/guests/0/name"), QStringLiteral("Bob"));
    QCOMPARE(focused(opened), QStringLiteral("/guests/0/age")); // the same column
    press(Qt::Key_Delete, Qt::AltModifier);
    QCOMPARE(name(u"/guests/0/name"), QStringLiteral("Ada"));
    QCOMPARE(focused(opened), QStringLiteral("/guests/0/age"));
    press(Qt::Key_Delete, Qt::AltModifier);
    QCOMPARE(opened.text(), QByteArray(R"({"guests":[]})"));
    QCOMPARE(focused(opened), QStringLiteral("/guests"));
}

void TestRecordRows::walksTheColumnsWithTheArrowKeys()
{
    Opened opened(kGuests, kTwo);
    opened.editor<QLineEdit>("/guests/0/age");
    press(Qt::Key_Down);
    QCOMPARE(focused(opened), QStringLiteral("/guests/1/age"));
    press(Qt::Key_Down); // there is no further row
    QCOMPARE(focused(opened), QStringLiteral("/guests/1/age"));
    press(Qt::Key_Up);
    QCOMPARE(focused(opened), QStringLiteral("/guests/0/age"));
    press(Qt::Key_Tab);
    QCOMPARE(focused(opened), QStringLiteral("/guests/0/roles"));
}

void TestRecordRows::opensARecordAsAGroupAndClosesIt()
{
    Opened opened(kGuests, kTwo);
    opened.editor<QLineEdit>("/guests/1/name");
    press(Qt::Key_Backtab);
    press(Qt::Key_Right);
    QCOMPARE(count(opened, FormRow::Type::Record), 1);
    QCOMPARE(focused(opened), QStringLiteral("/guests/1"));
    QVERIFY(opened.pointers().contains(QStringLiteral("/guests/1/age")));
    opened.form.act({FormAction::Kind::AddMember, QStringLiteral("/guests/1")});
    QVERIFY(opened.text().contains(R"("name":"B\u00f6b","name2":)"));
    opened.form.act({FormAction::Kind::Remove, QStringLiteral("/guests/1/name2")});
    opened.form.goTo(QStringLiteral("/guests/1"));
    press(Qt::Key_Left);
    QCOMPARE(count(opened, FormRow::Type::Record), 2);
}

void TestRecordRows::keepsGroupsForWhatDoesNotFitInALine_data()
{
    QTest::addColumn<QByteArray>("items");
    QTest::addColumn<QByteArray>("array");
    QTest::newRow("an object in it") << QByteArray(R"({"type":"object","properties":{
        "a":{"type":"object","properties":{"b":{"type":"string"}}}}})")
                                     << QByteArray(R"([{}])");
    QTest::newRow("a union in it")
        << QByteArray(R"({"type":"object","properties":{"a":{"type":["string","integer"]}}})")
        << QByteArray(R"([{"a":1}])");
    QTest::newRow("a further name")
        << QByteArray(R"({"type":"object","properties":{"a":{"type":"string"}}})")
        << QByteArray(R"([{"x":1}])");
    QTest::newRow("null") << QByteArray(
        R"({"type":["object","null"],"properties":{"a":{"type":"string"}}})")
                          << QByteArray("[null]");
    QTest::newRow("no names") << QByteArray(R"({"type":"object"})") << QByteArray("[{}]");
    QTest::newRow("too long") << QByteArray(
        R"({"type":"object","properties":{"a":{"type":"string"}}})")
                              << "[{\"a\":\"" + QByteArray(3000, 'x') + "\"}]";
}

void TestRecordRows::keepsGroupsForWhatDoesNotFitInALine()
{
    QFETCH(QByteArray, items);
    QFETCH(QByteArray, array);
    const QByteArray schema = R"({"type":"array","items":)" + items + "}";
    Opened opened(schema.toStdString(), array.toStdString());
    QCOMPARE(count(opened, FormRow::Type::Record), 0);
    QCOMPARE(count(opened, FormRow::Type::Heads), 0);
    QVERIFY(opened.pointers().contains(QStringLiteral("/0")));
}

void TestRecordRows::makesAGroupOfWhatGetsASecondLine()
{
    Opened opened(kGuests, kTwo);
    opened.editor<QLineEdit>("/guests/0/name");
    press(Qt::Key_Return, Qt::ShiftModifier);
    QVERIFY(opened.text().contains(R"("name":"Ada\n")"));
    QCOMPARE(count(opened, FormRow::Type::Record), 1);
    QCOMPARE(focused(opened), QStringLiteral("/guests/0/name"));
}

void TestRecordRows::makesGroupsWhereThereIsNoRoom()
{
    Opened opened(kGuests, kTwo);
    opened.editor<QLineEdit>("/guests/1/age");
    opened.form.resize(320, 600);
    QTRY_COMPARE(count(opened, FormRow::Type::Record), 0);
    QCOMPARE(focused(opened), QStringLiteral("/guests/1/age"));
    opened.form.resize(700, 600);
    QTRY_COMPARE(count(opened, FormRow::Type::Record), 2);
    QCOMPARE(focused(opened), QStringLiteral("/guests/1/age"));
}

void TestRecordRows::showsWhatDoesNotFitUnderItsRow()
{
    Opened opened(kGuests, R"({"guests":[{"name":"Ada"},{"name":"Bob","age":-1}]})");
    auto &view = opened.form.view();
    QTRY_COMPARE_WITH_TIMEOUT(opened.form.problems().size(), 1u, kPatienceMs);
    QCOMPARE(opened.form.problems()[0].pointer, QStringLiteral("/guests/1/age"));
    auto *right = view.widgetFor(QStringLiteral("/guests/0"));
    auto *wrong = view.widgetFor(QStringLiteral("/guests/1"));
    QVERIFY(right && wrong && wrong->height() > right->height());
    const QString said = QStringLiteral("age: ") + opened.form.problems()[0].sentence;
    const auto labels = wrong->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(),
        [&](const QLabel *label) { return label->isVisible() && label->text() == said; }));
    opened.form.goToProblem(1);
    QCOMPARE(focused(opened), QStringLiteral("/guests/1/age"));
    QVERIFY(QApplication::focusWidget()->accessibleDescription().contains(
        opened.form.problems()[0].sentence));
}

void TestRecordRows::saysWhatIsTypedAndIsNoValue()
{
    Opened opened(kGuests, R"({"guests":[{"name":"Ada","age":1}]})");
    auto *edit = opened.editor<QLineEdit>("/guests/0/age");
    press(Qt::Key_End);
    QTest::keyClicks(edit, QStringLiteral("x"));
    QCOMPARE(opened.text(), QByteArray(R"({"guests":[{"name":"Ada","age":1}]})"));
    QCOMPARE(edit->text(), QStringLiteral("1x"));
    QCOMPARE(opened.form.problems().size(), 1u);
    const auto labels =
        opened.form.view().widgetFor(QStringLiteral("/guests/0"))->findChildren<QLabel *>();
    QVERIFY(std::any_of(labels.begin(), labels.end(), [](const QLabel *label) {
        return label->isVisible() && label->text().contains(QStringLiteral("1 is still sent"));
    }));
}

void TestRecordRows::namesEachCellForAScreenReader()
{
    Opened opened(kGuests, kTwo);
    auto *name = opened.editor<QLineEdit>("/guests/1/name");
    QCOMPARE(name->accessibleName(), QStringLiteral("name, required of element 1"));
    auto *age = opened.editor<QLineEdit>("/guests/1/age");
    QCOMPARE(age->accessibleName(), QStringLiteral("age of element 1"));
    QVERIFY(age->accessibleDescription().contains(QStringLiteral("null")));
    auto *row = opened.form.view().widgetFor(QStringLiteral("/guests/1"));
    for (const auto *state : row->findChildren<widgets::StateButton *>())
        QVERIFY(state->accessibleName().startsWith(QStringLiteral("State of ")));
    for (const auto *button : row->findChildren<QToolButton *>())
        QVERIFY(button->isHidden() || !button->accessibleName().isEmpty());
}

void TestRecordRows::staysSmallWithTenThousandRecords()
{
    std::string text = R"({"guests":[{"name":"a"})";
    for (int i = 1; i < 10'000; ++i)
        text += R"(,{"name":"a"})";
    Opened opened(kGuests, text + "]}");
    auto &view = opened.form.view();
    QVERIFY(count(opened, FormRow::Type::Record) <= int(widgets::kManyRows) + 1);
    QTest::keyClicks(opened.editor<QLineEdit>("/guests/400/name"), QStringLiteral("b"));
    QCOMPARE(json::Document::parse(opened.form.text()).pointer(u"/guests/400/name").toString(),
        QStringLiteral("b"));
    QTRY_VERIFY_WITH_TIMEOUT(
        view.findChildren<widgets::FormRowWidget *>().size() < 100, kPatienceMs);
    QVERIFY(view.mostRowsPerTurn() <= widgets::FormView::kRowsPerTurn);
}

QTEST_MAIN(TestRecordRows)
#include "tst_recordrows.moc"
