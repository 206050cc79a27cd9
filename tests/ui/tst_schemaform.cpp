// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/controls/colorlabel.h"
#include "look/style/sondestyle.h"
#include "support/buttons.h"
#include "support/openedform.h"
#include "support/patience.h"
#include "support/places.h"
#include "widgets/form/fieldbox.h"
#include "widgets/form/fieldeditor.h"
#include "widgets/form/formview.h"
#include "widgets/form/rowwidgets.h"
#include "widgets/form/schemaform.h"

#include <QApplication>
#include <QCheckBox>
#include <QComboBox>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QSignalSpy>
#include <QTest>

using namespace sonde;
using schema::FieldKind;
using schema::FieldState;
using widgets::FormAction;
using widgets::FormRow;
using widgets::FormView;
using widgets::SchemaForm;
using Opened = tests::OpenedForm;

class TestSchemaForm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void initTestCase();
    void keepsWhatIsTyped_data();
    void keepsWhatIsTyped();
    void changesOnlyTheBytesOfTheValue();
    void setsTheFourStatesByKeyboard();
    void saysWhatIsTypedAndIsNoValue();
    void isFilledInByKeyboardAlone();
    void beginsASecondLine();
    void movesElementsAndKeepsTheFocus();
    void addsAndRenamesMembers();
    void choosesABranch();
    void checksSeveralOfAList();
    void opensRecursionOnDemand();
    void showsWhatDoesNotFitAtItsField();
    void asksBeforeItJudges();
    void showsOnlyWhatTheChosenBranchFinds();
    void leavesATextThatIsNoJson();
    void editsNoTextThatAFieldWouldChange();
    void makesFewRowsInATurn();
    void opensAThousandLevels();
    void outlastsAPatternThatNeverEnds();
    void hasARowForEachField_data();
    void hasARowForEachField();
    void tellsAScreenReaderWhatTheEyeSees();
};

namespace {

constexpr const char *kOne = R"({"type":"object","properties":{"n":{"type":"number"},
    "i":{"type":"integer"},"s":{"type":"string"},"b":{"type":"boolean"}}})";

constexpr const char *kPlace = R"({"type":"object","properties":{"place":{"oneOf":[
    {"title":"Address","type":"object","properties":{"type":{"const":"address"},
        "street":{"type":"string"},"note":{"type":"string"}},"required":["type","street"]},
    {"title":"Coordinates","type":"object","properties":{"type":{"const":"geo"},
        "lat":{"type":"number"},"note":{"type":"string"}},"required":["type","lat"]}]}}})";

} // namespace

void TestSchemaForm::initTestCase()
{
    look::installLook(*qApp);
}

void TestSchemaForm::keepsWhatIsTyped_data()
{
    QTest::addColumn<QString>("number");
    for (const char *number : {"9007199254740993", "1e400", "0.1000", "-0",
             "123456789012345678901234567890", "1.0", "-1E+05"})
        QTest::newRow(number) << QString::fromLatin1(number);
}

void TestSchemaForm::keepsWhatIsTyped()
{
    QFETCH(QString, number);
    for (const char *field : {"/n", "/i"}) {
        Opened opened(kOne, "{}");
        QTest::keyClicks(opened.editor<QLineEdit>(field), number);
        QCOMPARE(opened.text(), "{\"" + QByteArray(field + 1) + "\":" + number.toLatin1() + "}");
    }
}

void TestSchemaForm::changesOnlyTheBytesOfTheValue()
{
    Opened opened(kOne, "{ \"x\" : 1.0e2,\n  \"s\" : \"Bj\\u00f6rk\",\n  \"n\": 1 , \"x\":[ ] }");
    QTest::keyClicks(opened.editor<QLineEdit>("/n"), QStringLiteral("2"));
    QCOMPARE(opened.text(),
        QByteArray("{ \"x\" : 1.0e2,\n  \"s\" : \"Bj\\u00f6rk\",\n  \"n\": 12 , \"x\":[ ] }"));
    QCOMPARE(opened.form.lastEdited(), QStringLiteral("/n"));
}

void TestSchemaForm::setsTheFourStatesByKeyboard()
{
    Opened opened(R"({"properties":{"s":{"type":["string","null"]}}})", R"({"s":"a"})");
    auto *edit = opened.editor<QLineEdit>("/s");
    QTest::keyClick(edit, Qt::Key_1, Qt::AltModifier);
    QCOMPARE(opened.text(), QByteArray("{}"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_2, Qt::AltModifier);
    QCOMPARE(opened.text(), QByteArray(R"({"s":null})"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_3, Qt::AltModifier);
    QCOMPARE(opened.text(), QByteArray(R"({"s":""})"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_1, Qt::AltModifier);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_4, Qt::AltModifier);
    QCOMPARE(opened.text(), QByteArray(R"({"s":""})"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_2, Qt::AltModifier);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("b"));
    QCOMPARE(opened.text(), QByteArray(R"({"s":"b"})"));
    QCOMPARE(QApplication::focusWidget(), edit);
}

void TestSchemaForm::saysWhatIsTypedAndIsNoValue()
{
    Opened opened(kOne, R"({"n":12})");
    auto *edit = opened.editor<QLineEdit>("/n");
    QTest::keyClicks(edit, QStringLiteral("x"));
    QCOMPARE(opened.text(), QByteArray(R"({"n":12})"));
    QCOMPARE(edit->text(), QStringLiteral("12x"));
    QCOMPARE(opened.form.problems().size(), 1u);
    QVERIFY(opened.form.problems()[0].sentence.contains(QStringLiteral("12 is still sent")));
    QTest::keyClick(edit, Qt::Key_Backspace);
    QTest::keyClicks(edit, QStringLiteral("3"));
    QCOMPARE(opened.text(), QByteArray(R"({"n":123})"));
    QVERIFY(opened.form.problems().empty());
}

void TestSchemaForm::isFilledInByKeyboardAlone()
{
    Opened opened(R"({"type":"object","properties":{"title":{"type":"string"},
        "seats":{"type":"integer"},"open":{"type":"boolean"},
        "unit":{"enum":["m","km"]},"guests":{"type":"array","items":{"type":"string"}}}})",
        "{}");
    opened.form.focusFirst();
    const auto type = [](const char *keys) {
        QTest::keyClicks(QApplication::focusWidget(), QString::fromLatin1(keys));
    };
    const auto press = [](Qt::Key key, Qt::KeyboardModifiers modifiers = {}) {
        QTest::keyClick(QApplication::focusWidget(), key, modifiers);
    };
    type("Hike");
    press(Qt::Key_Tab);
    type("3");
    press(Qt::Key_Tab);
    press(Qt::Key_Space); // true
    press(Qt::Key_Tab);
    press(Qt::Key_4, Qt::AltModifier); // the first of the list
    press(Qt::Key_Down);
    press(Qt::Key_Tab); // the group
    press(Qt::Key_Tab); // what adds to it
    press(Qt::Key_Space);
    type("Ada");
    QCOMPARE(opened.text(),
        QByteArray(R"({"title":"Hike","seats":3,"open":true,"unit":"km","guests":["Ada"]})"));
}

void TestSchemaForm::beginsASecondLine()
{
    Opened opened(kOne, R"({"s":"one"})");
    QTest::keyClick(opened.editor<QLineEdit>("/s"), Qt::Key_Return, Qt::ShiftModifier);
    QCOMPARE(opened.text(), QByteArray("{\"s\":\"one\\n\"}"));
    auto *area = qobject_cast<QPlainTextEdit *>(QApplication::focusWidget());
    QVERIFY(area);
    QTest::keyClicks(area, QStringLiteral("two\u00a0"));
    QCOMPARE(opened.text(), QByteArray("{\"s\":\"one\\ntwo\u00a0\"}"));
}

void TestSchemaForm::movesElementsAndKeepsTheFocus()
{
    Opened opened(R"({"type":"object","properties":{"a":{"type":"array",
        "items":{"type":"integer"}}}})",
        R"({"a":[1, 2,3]})");
    opened.editor<QLineEdit>("/a/0");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down, Qt::AltModifier);
    QCOMPARE(json::Document::parse(opened.form.text()).pointer(u"/a/1").raw(), "1");
    QCOMPARE(opened.form.view().focusedPointer(), QStringLiteral("/a/1"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up, Qt::AltModifier);
    QCOMPARE(json::Document::parse(opened.form.text()).pointer(u"/a/0").raw(), "1");
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Delete, Qt::AltModifier);
    QCOMPARE(json::Document::parse(opened.form.text()).pointer(u"/a").count(), 2u);
    QCOMPARE(opened.form.view().focusedPointer(), QStringLiteral("/a/0"));
}

void TestSchemaForm::addsAndRenamesMembers()
{
    Opened opened(R"({"type":"object","properties":{"labels":{"type":"object",
        "additionalProperties":{"type":"string"}}}})",
        R"({"labels":{}})");
    opened.form.act({FormAction::Kind::AddMember, QStringLiteral("/labels")});
    QCOMPARE(opened.text(), QByteArray(R"({"labels":{"name":""}})"));
    auto *row = opened.form.view().widgetFor(QStringLiteral("/labels/name"));
    QVERIFY(row);
    auto *name = qobject_cast<QLineEdit *>(row->stops().front());
    QVERIFY(name);
    name->setFocus();
    name->selectAll();
    QTest::keyClicks(name, QStringLiteral("sea/son"));
    QTest::keyClick(name, Qt::Key_Tab);
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("autumn"));
    QCOMPARE(opened.text(), QByteArray(R"({"labels":{"sea/son":"autumn"}})"));
}

void TestSchemaForm::choosesABranch()
{
    Opened opened(kPlace, R"({"place":{"type":"address","street":"a","note":"\u006b"}})");
    QVERIFY(opened.pointers().contains(QStringLiteral("/place/street")));
    FormAction action{FormAction::Kind::ChooseBranch, QStringLiteral("/place")};
    action.index = 1;
    opened.form.act(action);
    QCOMPARE(opened.text(), QByteArray(R"({"place":{"type":"geo","note":"\u006b"}})"));
    QVERIFY(opened.pointers().contains(QStringLiteral("/place/lat")));
    QVERIFY(!opened.pointers().contains(QStringLiteral("/place/street")));
    // And with the keys of the picker.
    auto *address = opened.form.findChild<QRadioButton *>(QStringLiteral("branch0"));
    QVERIFY(address && !address->isChecked());
    address->setFocus();
    QTest::keyClick(address, Qt::Key_Space);
    QVERIFY(opened.pointers().contains(QStringLiteral("/place/street")));
}

void TestSchemaForm::checksSeveralOfAList()
{
    Opened opened(R"({"properties":{"roles":{"type":"array","uniqueItems":true,
        "items":{"enum":["guide","cook"]}}}})",
        "{}");
    opened.form.goTo(QStringLiteral("/roles"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QCOMPARE(opened.text(), QByteArray(R"({"roles":["guide"]})"));
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
    QCOMPARE(opened.text(), QByteArray(R"({"roles":["guide","cook"]})"));
}

void TestSchemaForm::opensRecursionOnDemand()
{
    Opened opened(R"({"type":"object","properties":{"parts":{"type":"array",
        "items":{"$ref":"#"}},"name":{"type":"string"}}})",
        R"({"name":"a"})");
    QCOMPARE(opened.pointers(), (QStringList{QStringLiteral("/parts"), QStringLiteral("/name")}));
    opened.form.act({FormAction::Kind::AddItem, QStringLiteral("/parts")});
    QCOMPARE(opened.text(), QByteArray(R"({"name":"a","parts":[{}]})"));
    QVERIFY(opened.pointers().contains(QStringLiteral("/parts/0/name")));
    QVERIFY(!opened.pointers().contains(QStringLiteral("/parts/0/parts/0")));
}

void TestSchemaForm::showsWhatDoesNotFitAtItsField()
{
    Opened opened(R"({"type":"object","required":["title"],"properties":{
        "title":{"type":"string"},"seats":{"type":"integer","minimum":1}}})",
        R"({"seats":0})");
    QTRY_COMPARE_WITH_TIMEOUT(opened.form.problems().size(), 2u, kPatienceMs);
    const auto problems = opened.form.problems();
    QCOMPARE(problems[0].pointer, QStringLiteral("/title"));
    QCOMPARE(problems[1].pointer, QStringLiteral("/seats"));
    bool said = false;
    auto *row = opened.form.view().widgetFor(QStringLiteral("/seats"));
    for (const QLabel *label : row->findChildren<QLabel *>())
        said |= label->isVisible() && label->text() == problems[1].sentence;
    QVERIFY(said);
    opened.form.goToProblem(1);
    const QString first = opened.form.view().focusedPointer();
    opened.form.goToProblem(1);
    QVERIFY(opened.form.view().focusedPointer() != first);
    opened.form.goToProblem(-1);
    QCOMPARE(opened.form.view().focusedPointer(), first);
    opened.form.setText(Bytes::copyOf(R"({"seats":1,"title":""})"));
    QTRY_VERIFY_WITH_TIMEOUT(opened.form.isChecked(), kPatienceMs);
    QVERIFY(opened.form.problems().empty());
}

// A required field says that it is required; only once the user has touched it, or tries to send,
// is it an error that it is missing.
void TestSchemaForm::asksBeforeItJudges()
{
    Opened opened(R"({"type":"object","required":["city","days","place"],"properties":{
        "city":{"type":"string"},"days":{"type":"integer","minimum":1},
        "place":{"type":"object","required":["lat"],"properties":{"lat":{"type":"number"}}}}})",
        R"({"days":0})");
    SchemaForm &form = opened.form;
    const auto isRed = [&](const char *pointer) {
        auto *row = form.view().widgetFor(QString::fromLatin1(pointer));
        const auto labels = row->findChildren<look::ColorLabel *>();
        return std::any_of(labels.begin(), labels.end(), [](const look::ColorLabel *label) {
            return label->isVisible() && label->tone() == models::ColorRole::Error
                && label->text() != QStringLiteral("*");
        });
    };
    const auto says = [&](const char *pointer, const QString &word) {
        auto *row = form.view().widgetFor(QString::fromLatin1(pointer));
        const auto labels = row->findChildren<QLabel *>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel *label) {
            return label->isVisible() && label->text().contains(word);
        });
    };
    QTRY_COMPARE_WITH_TIMEOUT(form.problems().size(), 3U, kPatienceMs);
    QVERIFY(isRed("/days")); // what is there and wrong is said at once
    QVERIFY(!isRed("/city") && says("/city", QStringLiteral("required")));
    QVERIFY(!isRed("/place") && says("/place", QStringLiteral("required")));
    QCOMPARE(form.awaited(), QStringList({QStringLiteral("city"), QStringLiteral("place")}));

    QTest::keyClicks(opened.editor<QLineEdit>("/city"), QStringLiteral("L"));
    QTRY_COMPARE_WITH_TIMEOUT(form.problems().size(), 2U, kPatienceMs);
    QTest::keyClick(QApplication::focusWidget(), Qt::Key_1, Qt::AltModifier); // left out again
    QTRY_VERIFY_WITH_TIMEOUT(form.isChecked() && isRed("/city"), kPatienceMs);
    QVERIFY(!isRed("/place"));
    form.judgeAll();
    QVERIFY(isRed("/place"));
    QCOMPARE(form.awaited(), QStringList());
    form.forgetTouched();
    QTRY_VERIFY_WITH_TIMEOUT(form.isChecked() && !isRed("/city"), kPatienceMs);
    QVERIFY(!isRed("/place"));
    QVERIFY(isRed("/days"));
}

void TestSchemaForm::showsOnlyWhatTheChosenBranchFinds()
{
    Opened opened(kPlace, R"({"place":{"type":"geo","lat":"x"}})");
    QTRY_VERIFY_WITH_TIMEOUT(opened.form.isChecked(), kPatienceMs);
    const auto problems = opened.form.problems();
    QVERIFY2(std::any_of(problems.begin(), problems.end(),
                 [](const auto &each) { return each.pointer == QLatin1String("/place/lat"); }),
        qPrintable(opened.sentences().join(u'\n')));
    QCOMPARE(problems.size(), 1u); // nor that no branch fits
    for (const auto &problem : problems)
        QVERIFY2(!problem.sentence.contains(QLatin1String("street")), qPrintable(problem.sentence));
}

void TestSchemaForm::leavesATextThatIsNoJson()
{
    Opened opened(kOne, "{\"n\": }");
    QVERIFY(opened.form.parseError());
    QCOMPARE(opened.form.parseError()->line, 1);
    QCOMPARE(opened.text(), QByteArray("{\"n\": }"));
    QSignalSpy wanted(&opened.form, &SchemaForm::jsonRequested);
    auto buttons = opened.form.findChildren<QPushButton *>();
    const auto go = std::find_if(buttons.begin(), buttons.end(),
        [](const QPushButton *button) { return button->isVisible(); });
    QVERIFY(go != buttons.end());
    tests::press(*go);
    QCOMPARE(wanted.size(), 1);
    opened.form.setText(Bytes::copyOf("{}"));
    QVERIFY(!opened.form.parseError());
    QVERIFY(opened.form.view().isVisible());
}

void TestSchemaForm::editsNoTextThatAFieldWouldChange()
{
    using Type = widgets::FieldEditor::Type;
    for (const char *text :
        {R"({"s":"a\rb"})", R"({"s":"\ud800"})", R"({"s":"\u2028"})", R"({"s":"\u0000"})"}) {
        Opened opened(kOne, text);
        const auto *field = opened.form.form()->find(u"/s");
        QCOMPARE(widgets::FieldEditor::typeFor(*field), Type::Elsewhere);
    }
    Opened opened(kOne, "{\"s\":\"" + std::string(30'000, 'x') + "\"}");
    QCOMPARE(widgets::FieldEditor::typeFor(*opened.form.form()->find(u"/s")), Type::Elsewhere);
}

void TestSchemaForm::makesFewRowsInATurn()
{
    std::string schema = R"({"type":"object","properties":{)";
    for (int i = 0; i < 5000; ++i)
        schema += (i ? ",\"p" : "\"p") + std::to_string(i)
            + R"(":{"type":"string","title":"T","description":"D"})";
    Opened opened(schema + "}}", "{}");
    FormView &view = opened.form.view();
    QCOMPARE(view.rows().size(), 5000u);
    QTRY_VERIFY_WITH_TIMEOUT(view.widgetFor(QStringLiteral("/p20")), kPatienceMs);
    QVERIFY(view.findChildren<widgets::FormRowWidget *>().size() < 100);
    QTest::keyClicks(opened.editor<QLineEdit>("/p4999"), QStringLiteral("last"));
    QCOMPARE(opened.text(), QByteArray(R"({"p4999":"last"})"));
    QTest::keyClicks(opened.editor<QLineEdit>("/p2500"), QStringLiteral("x"));
    QTRY_VERIFY_WITH_TIMEOUT(
        view.findChildren<widgets::FormRowWidget *>().size() < 100, kPatienceMs);
    QVERIFY(view.mostRowsPerTurn() <= FormView::kRowsPerTurn);
}

void TestSchemaForm::opensAThousandLevels()
{
    std::string text;
    for (int i = 0; i < 1000; ++i)
        text += R"({"next":)";
    text += "{}" + std::string(1000, '}');
    Opened opened(R"({"$ref":"#/$defs/n","$defs":{"n":{"type":"object","properties":{
        "next":{"$ref":"#/$defs/n"},"name":{"type":"string"}}}}})",
        text);
    QVERIFY(opened.form.view().rows().size() < 10);
    QString deep;
    for (int i = 0; i < 1000; ++i)
        deep += QStringLiteral("/next");
    opened.form.goTo(deep + QStringLiteral("/name"));
    QTest::keyClicks(QApplication::focusWidget(), QStringLiteral("x"));
    QVERIFY(opened.text().contains(R"({"name":"x"})"));
    QVERIFY(opened.form.view().mostRowsPerTurn() <= FormView::kRowsPerTurn);
}

void TestSchemaForm::outlastsAPatternThatNeverEnds()
{
    Opened opened(
        R"({"type":"object","properties":{"s":{"type":"string","pattern":"^(a+)+$"}}})", "{}");
    QTest::keyClicks(
        opened.editor<QLineEdit>("/s"), QString(40, QLatin1Char('a')) + QLatin1Char('!'));
    QTRY_VERIFY_WITH_TIMEOUT(opened.form.isChecked(), kPatienceMs);
    QVERIFY(!opened.form.unknown().isEmpty() || !opened.form.problems().empty());
}

void TestSchemaForm::hasARowForEachField_data()
{
    QTest::addColumn<QString>("path");
    const QDir folder(sonde::test::sourcePath("tests/data/toolschemas"));
    const QStringList names = folder.entryList({QStringLiteral("*.json")});
    QVERIFY(names.size() >= 30);
    for (const QString &name : names)
        QTest::newRow(qPrintable(name)) << folder.filePath(name);
}

void TestSchemaForm::hasARowForEachField()
{
    QFETCH(QString, path);
    QFile file(path);
    QVERIFY(file.open(QIODevice::ReadOnly));
    const QByteArray schema = file.readAll();
    Opened opened({schema.constData(), std::size_t(schema.size())}, "{}");
    // Every group is opened, as far as nothing repeats itself.
    for (int round = 0; round < 6; ++round) {
        QStringList closed;
        for (const FormRow &row : opened.form.view().rows()) {
            if (row.type == FormRow::Type::Group && !row.open && !row.field->isRecursive)
                closed << row.field->pointer;
        }
        for (const QString &pointer : closed) {
            FormAction open{FormAction::Kind::Open, pointer};
            open.on = true;
            opened.form.act(open);
        }
    }
    const schema::Form &form = *opened.form.form();
    QStringList expected;
    const std::function<void(const schema::Field &)> collect = [&](const schema::Field &field) {
        if (field.parent || field.kind != FieldKind::Object)
            expected << field.pointer;
        if (field.isContainer() && !(field.parent && field.isRecursive)) {
            for (const auto &child : form.children(field))
                collect(*child);
        }
    };
    collect(*form.root());
    QCOMPARE(opened.pointers(), expected);
    // And each can be made.
    for (const FormRow &row : std::vector<FormRow>(opened.form.view().rows())) {
        std::unique_ptr<widgets::FormRowWidget> made(widgets::makeRowWidget(row, &opened.form));
        made->showRow({form, row, {}});
        const bool isHeads = row.type == FormRow::Type::Heads;
        QCOMPARE(made->target() == nullptr, isHeads);
        QCOMPARE(made->stops().isEmpty(), isHeads);
    }
}

void TestSchemaForm::tellsAScreenReaderWhatTheEyeSees()
{
    Opened opened(R"({"type":"object","required":["seats"],"properties":{"seats":{
        "type":"integer","title":"Seats","description":"How many","minimum":1,"default":3}}})",
        "{}");
    auto *edit = opened.editor<QLineEdit>("/seats");
    QCOMPARE(edit->accessibleName(), QStringLiteral("Seats, required"));
    QVERIFY(edit->accessibleDescription().contains(QStringLiteral("omitted")));
    QVERIFY(edit->accessibleDescription().contains(QStringLiteral("default 3")));
    opened.form.judgeAll(); // the user tries to send
    QTRY_VERIFY_WITH_TIMEOUT(
        edit->accessibleDescription().contains(QStringLiteral("Missing")), kPatienceMs);
    QTest::keyClicks(edit, QStringLiteral("2"));
    QTRY_VERIFY_WITH_TIMEOUT(
        edit->accessibleDescription().contains(QStringLiteral("How many")), kPatienceMs);
    bool isBuddy = false;
    for (const QLabel *label : opened.form.findChildren<QLabel *>())
        isBuddy |= label->buddy() == edit;
    QVERIFY(isBuddy);
}

QTEST_MAIN(TestSchemaForm)
#include "tst_schemaform.moc"
