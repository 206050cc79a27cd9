// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/form.h"
#include "schema/validator.h"
#include "support/randomschema.h"

#include <QTest>

using namespace sonde;
using schema::Field;
using schema::FieldKind;
using schema::FieldState;
using schema::Form;

class TestForm : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void findsTheKindOfAField_data();
    void findsTheKindOfAField();
    void keepsNumbersAsTyped_data();
    void keepsNumbersAsTyped();
    void tellsTheFourStatesApart();
    void makesTheObjectsAroundAnOmittedField();
    void guessesTheBranchThatFits();
    void keepsWhatBothBranchesKnow();
    void appliesConditionsToTheValueAsItIs();
    void changesArrays();
    void takesFurtherNames();
    void selectsSeveral();
    void saysWhatCannotBeFollowed();
    void writesNothingByItself_data();
    void writesNothingByItself();
};

namespace {

std::shared_ptr<const json::Document> document(std::string_view text)
{
    return std::make_shared<json::Document>(json::Document::parse(text));
}

QByteArray text(const Result<Bytes> &bytes)
{
    return bytes ? bytes->toByteArray() : "error: " + bytes.error().sentence.toUtf8();
}

struct Filled {
    Filled(std::string_view schema, std::string_view instance)
        : form(document(schema))
    {
        form.setText(Bytes::copyOf(instance));
    }
    const Field &at(const char *pointer) const
    {
        const Field *field = form.find(QString::fromLatin1(pointer));
        if (!field)
            qFatal("no field at %s", pointer);
        return *field;
    }
    void take(const Result<Bytes> &bytes)
    {
        QVERIFY2(bytes.ok(), text(bytes).constData());
        form.setText(bytes.value());
    }
    QByteArray now() const { return form.document().bytes().toByteArray(); }
    Form form;
};

constexpr const char *kPlace = R"({"type":"object","properties":{"place":{"oneOf":[
    {"title":"Address","type":"object","properties":{"type":{"const":"address"},
        "street":{"type":"string"},"note":{"type":"string"}},"required":["type","street"]},
    {"title":"Coordinates","type":"object","properties":{"type":{"const":"geo"},
        "lat":{"type":"number"},"note":{"type":"string"}},"required":["type","lat"]}]}}})";

// Every leaf set to its own text.
int visit(const Form &form, const Field &field, const QByteArray &whole)
{
    int seen = 1;
    if (field.value.exists()) {
        if (const QByteArray same = text(form.setFieldText(field, field.text())); same != whole)
            qFatal("%s became %s", whole.constData(), same.constData());
        const QByteArray raw = text(form.setRaw(field, field.value.raw()));
        if (raw != whole)
            qFatal("%s became %s", whole.constData(), raw.constData());
        if (text(form.setState(field, field.state)) != whole)
            qFatal("the state of %s", whole.constData());
    }
    if (field.isRecursive && !field.value.exists())
        return seen;
    for (const auto &child : form.children(field))
        seen += visit(form, *child, whole);
    return seen;
}

} // namespace

void TestForm::findsTheKindOfAField_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<int>("kind");
    QTest::addColumn<int>("choices");
    QTest::addColumn<bool>("nullable");
    const auto row = [](const char *name, const char *schema, FieldKind kind, int choices = 0,
                         bool nullable = false) {
        QTest::newRow(name) << QByteArray(schema) << int(kind) << choices << nullable;
    };
    row("text", R"({"type":"string","format":"date"})", FieldKind::Text);
    row("integer", R"({"type":"integer"})", FieldKind::Integer);
    row("number", R"({"type":"number"})", FieldKind::Number);
    row("boolean", R"({"type":"boolean"})", FieldKind::Boolean);
    row("null", R"({"type":"null"})", FieldKind::Null, 0, true);
    row("const", R"({"const":"a"})", FieldKind::Const, 1);
    row("enum", R"({"type":"string","enum":["a","b"]})", FieldKind::Enum, 2);
    row("enum with names", R"({"enum":["a","b"],"enumNames":["A","B"]})", FieldKind::Enum, 2);
    row("titled constants", R"({"oneOf":[{"const":"a","title":"A"},{"const":"b","title":"B"}]})",
        FieldKind::Enum, 2);
    row("array of enum", R"({"type":"array","items":{"type":"string","enum":["a","b"]}})",
        FieldKind::MultiEnum, 2);
    row("array of titled constants",
        R"({"type":"array","items":{"anyOf":[{"const":"a","title":"A"},{"const":"b"}]}})",
        FieldKind::MultiEnum, 2);
    row("nullable by anyOf", R"({"anyOf":[{"type":"string"},{"type":"null"}]})", FieldKind::Text, 0,
        true);
    row("nullable by type", R"({"type":["integer","null"]})", FieldKind::Integer, 0, true);
    row("nullable enum", R"({"enum":["a",null]})", FieldKind::Enum, 1, true);
    row("array", R"({"type":"array","items":{"type":"string"}})", FieldKind::Array);
    row("tuple", R"({"type":"array","prefixItems":[{"type":"string"}]})", FieldKind::Tuple);
    row("tuple of draft-07",
        R"({"$schema":"http://json-schema.org/draft-07/schema#","items":[{"type":"string"}]})",
        FieldKind::Tuple);
    row("merged", R"({"allOf":[{"$ref":"#/$defs/a"}],"$defs":{"a":{"type":"integer"}}})",
        FieldKind::Integer);
    row("dynamic", R"({"$dynamicRef":"#a","$defs":{"a":{"$dynamicAnchor":"a","type":"string"}}})",
        FieldKind::Text);
    row("anything", "true", FieldKind::Json, 0, true);
    row("nothing said", "{}", FieldKind::Json, 0, true);
    row("nothing allowed", "false", FieldKind::Json);
}

void TestForm::findsTheKindOfAField()
{
    QFETCH(QByteArray, schema);
    Form form(document(schema.toStdString()));
    QVERIFY(form.setText(Bytes::copyOf("null")));
    const Field &field = *form.root();
    QTEST(int(field.kind), "kind");
    QTEST(int(field.choices.size()), "choices");
    QTEST(field.nullable, "nullable");
}

void TestForm::keepsNumbersAsTyped_data()
{
    QTest::addColumn<QString>("typed");
    for (const char *typed :
        {"9007199254740993", "1e400", "0.1000", "-0", "123456789012345678901234567890"})
        QTest::newRow(typed) << QString::fromLatin1(typed);
}

void TestForm::keepsNumbersAsTyped()
{
    QFETCH(QString, typed);
    Filled filled(R"({"properties":{"n":{"type":"number"}}})", R"({ "a" : 1.0 })");
    filled.take(filled.form.setFieldText(filled.at("/n"), typed));
    QCOMPARE(filled.now(), R"({ "a" : 1.0, "n": )" + typed.toLatin1() + " }");
    QCOMPARE(filled.at("/n").text(), typed);
    QVERIFY(!filled.form.setFieldText(filled.at("/n"), QStringLiteral("1.")).ok());
}

void TestForm::tellsTheFourStatesApart()
{
    Filled filled(R"({"properties":{"s":{"type":["string","null"],"default":"d"}}})", "{}");
    const auto state = [&] { return filled.at("/s").state; };
    QCOMPARE(state(), FieldState::Omitted);
    for (const FieldState next :
        {FieldState::Null, FieldState::Empty, FieldState::Value, FieldState::Omitted}) {
        QVERIFY(filled.at("/s").allows(next));
        filled.take(filled.form.setState(filled.at("/s"), next));
        QCOMPARE(state(), next);
        if (next == FieldState::Value)
            QCOMPARE(filled.now(), R"({"s":"d"})");
    }
    QCOMPARE(filled.now(), "{}");
}

void TestForm::makesTheObjectsAroundAnOmittedField()
{
    Filled filled(R"({"properties":{"a":{"type":"object","required":["k"],"properties":{
        "k":{"const":1},"b":{"type":"array","prefixItems":[{"type":"integer"},
        {"type":"string"}]}}}}})",
        "{}");
    filled.take(filled.form.setFieldText(filled.at("/a/b/1"), QStringLiteral("x")));
    QCOMPARE(filled.now(), R"({"a":{"k":1,"b":[0,"x"]}})");
}

void TestForm::guessesTheBranchThatFits()
{
    Filled filled(kPlace, R"({"place":{"type":"geo","lat":"wrong"}})");
    const Field &place = filled.at("/place");
    QCOMPARE(place.pickers.size(), 1u);
    QCOMPARE(place.pickers[0].chosen, 1u);
    QCOMPARE(place.pickers[0].fits, false);
    QCOMPARE(place.pickers[0].by, QStringLiteral("type"));
    QCOMPARE(place.pickers[0].branches[0], QStringLiteral("Address"));
    QCOMPARE(filled.at("/place/type").kind, FieldKind::Const);
    Filled types(R"({"type":["string","integer"]})", "12");
    QCOMPARE(types.at("").kind, FieldKind::Integer);
    types.take(types.form.chooseBranch(types.at(""), 0, 0));
    QCOMPARE(types.now(), R"("")");
}

void TestForm::keepsWhatBothBranchesKnow()
{
    Filled filled(kPlace, R"({"place":{"type":"geo","lat":1.50,"note":"\u00f6"}})");
    filled.take(filled.form.chooseBranch(filled.at("/place"), 0, 0));
    QCOMPARE(filled.now(), R"({"place":{"type":"address","note":"\u00f6"}})");
    QCOMPARE(filled.at("/place").pickers[0].chosen, 0u);
}

void TestForm::appliesConditionsToTheValueAsItIs()
{
    Filled filled(R"({"properties":{"every":{"enum":["day","week"]}},
        "if":{"properties":{"every":{"const":"week"}},"required":["every"]},
        "then":{"properties":{"weekday":{"type":"string"}},"required":["weekday"]},
        "dependentRequired":{"every":["until"]}})",
        R"({"every":"day"})");
    QVERIFY(!filled.form.find(u"/weekday"));
    QVERIFY(filled.at("/until").required);
    filled.take(filled.form.choose(filled.at("/every"), 1));
    QVERIFY(filled.at("/weekday").required);
}

void TestForm::changesArrays()
{
    Filled filled(R"({"items":{"type":"integer","minimum":3}})", "[ 1, 2 ]");
    filled.take(filled.form.addItem(filled.at("")));
    QCOMPARE(filled.now(), "[ 1, 2, 3 ]");
    filled.take(filled.form.moveItem(filled.at("/2"), 0));
    QCOMPARE(filled.now(), "[ 3, 1, 2 ]");
    filled.take(filled.form.removeItem(filled.at("/1")));
    QCOMPARE(filled.now(), "[ 3, 2 ]");
}

void TestForm::takesFurtherNames()
{
    Filled filled(R"({"patternProperties":{"^n":{"type":"integer"}},
        "additionalProperties":{"type":"string"}})",
        "{}");
    QVERIFY(filled.at("").takesMembers);
    filled.take(filled.form.addMember(filled.at(""), QStringLiteral("n")));
    filled.take(filled.form.addMember(filled.at(""), QStringLiteral("t")));
    QCOMPARE(filled.now(), R"({"n":0,"t":""})");
    QVERIFY(filled.at("/n").isAdded);
    filled.take(filled.form.renameMember(filled.at("/t"), QStringLiteral("u/v")));
    QCOMPARE(filled.at("/u~1v").kind, FieldKind::Text);
    QVERIFY(!filled.form.addMember(filled.at(""), QStringLiteral("n")).ok());
}

void TestForm::selectsSeveral()
{
    Filled filled(R"({"type":"array","items":{"enum":["a","b"]}})", "[]");
    filled.take(filled.form.choose(filled.at(""), 1));
    filled.take(filled.form.choose(filled.at(""), 0));
    QCOMPARE(filled.now(), R"(["b","a"])");
    QVERIFY(filled.at("").hasChoice(0));
    filled.take(filled.form.choose(filled.at(""), 1));
    QCOMPARE(filled.now(), R"(["a"])");
    filled.take(Bytes::copyOf(R"(["a","a"])"));
    QCOMPARE(filled.at("").kind, FieldKind::Array); // no check boxes for a repetition
}

void TestForm::saysWhatCannotBeFollowed()
{
    Filled filled(R"({"properties":{"a":{"$ref":"#/nowhere"},"b":{"type":"string"}}})", "{}");
    QVERIFY(filled.at("/a").problem.contains(QLatin1String("#/nowhere")));
    QCOMPARE(filled.at("/a").kind, FieldKind::Json);
    QCOMPARE(filled.at("/b").kind, FieldKind::Text);
    Filled dialect(
        R"({"$schema":"http://example.org/own","properties":{"b":{"type":"string"}}})", "{}");
    QVERIFY(!dialect.form.problem().isEmpty());
    QCOMPARE(dialect.at("/b").kind, FieldKind::Text);
    QVERIFY(!dialect.form.setText(Bytes::copyOf("{")));
    QVERIFY(!dialect.form.root());
}

void TestForm::writesNothingByItself_data()
{
    QTest::addColumn<uint>("seed");
    for (uint seed = 0; seed < 600; ++seed)
        QTest::addRow("seed %u", seed) << seed;
}

void TestForm::writesNothingByItself()
{
    QFETCH(uint, seed);
    const auto [schema, instance] = sonde::test::RandomSchema(seed).make();
    const auto validator = schema::Validator::make(document(schema));
    QVERIFY2(validator, schema.c_str());
    const json::Document parsed = json::Document::parse(instance);
    QVERIFY2(validator->validate(parsed.root()).isValid(), (schema + "\n" + instance).c_str());
    Form form(document(schema));
    QVERIFY2(form.setText(Bytes::copyOf(instance)), instance.c_str());
    QVERIFY(visit(form, *form.root(), QByteArray::fromStdString(instance)) > 0);
    QCOMPARE(form.document().bytes().toByteArray(), QByteArray::fromStdString(instance));
}

QTEST_GUILESS_MAIN(TestForm)
#include "tst_form.moc"
