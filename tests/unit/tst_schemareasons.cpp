// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "changes/schemafit.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using changes::SchemaUse;
using changes::Severity;

// Which changes of a schema break those who use it as it was.
class TestSchemaReasons : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhetherAChangeBreaks_data();
    void saysWhetherAChangeBreaks();
    void aSchemaFitsItself_data();
    void aSchemaFitsItself();
    void namesThePlace_data();
    void namesThePlace();
    void endsWithinItsLimits();
};

namespace {

std::vector<changes::Reason> reasonsOf(
    const QByteArray &before, const QByteArray &after, SchemaUse use)
{
    const auto earlier = json::Document::parse(Bytes::fromByteArray(before));
    const auto later = json::Document::parse(Bytes::fromByteArray(after));
    return changes::schemaReasons(earlier.root(), later.root(), use);
}

// "breaks", "may break" or "harmless", by the worst reason.
QString verdict(const std::vector<changes::Reason> &reasons)
{
    Severity worst = Severity::Harmless;
    for (const changes::Reason &reason : reasons)
        worst = std::max(worst, reason.severity);
    return worst == Severity::Breaks  ? QStringLiteral("breaks")
        : worst == Severity::MayBreak ? QStringLiteral("may break")
                                      : QStringLiteral("harmless");
}

// A schema of arguments with one property.
QByteArray withA(const char *schema, const char *more = "")
{
    return QByteArray("{\"type\":\"object\",\"properties\":{\"a\":") + schema + "}" + more + "}";
}

} // namespace

void TestSchemaReasons::saysWhetherAChangeBreaks_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<QString>("arguments"); // the verdict when they are arguments
    QTest::addColumn<QString>("result"); // the verdict when they are results
    const auto row = [](const char *name, const QByteArray &before, const QByteArray &after,
                         const char *arguments, const char *result) {
        QTest::newRow(name) << before << after << QString::fromLatin1(arguments)
                            << QString::fromLatin1(result);
    };
    const auto value = [&row](const char *name, const char *before, const char *after,
                           const char *arguments, const char *result) {
        row(name, withA(before), withA(after), arguments, result);
    };
    // Types. A value that is restricted for arguments is a promise for results.
    value("an integer in place of a number", "{\"type\":\"number\"}", "{\"type\":\"integer\"}",
        "breaks", "harmless");
    value("a number in place of an integer", "{\"type\":\"integer\"}", "{\"type\":\"number\"}",
        "harmless", "breaks");
    value("another type", "{\"type\":\"string\"}", "{\"type\":\"integer\"}", "breaks", "breaks");
    value("no longer null", "{\"type\":[\"string\",\"null\"]}", "{\"type\":\"string\"}", "breaks",
        "harmless");
    value("the same types in another order", "{\"type\":[\"string\",\"null\"]}",
        "{\"type\":[\"null\",\"string\"]}", "harmless", "harmless");
    value("a type where there was none", "{}", "{\"type\":\"string\"}", "breaks", "harmless");
    value("no type any more", "{\"type\":\"string\"}", "{}", "harmless", "breaks");
    value("true becomes a type", "true", "{\"type\":\"string\"}", "breaks", "harmless");
    value("nothing is allowed", "{\"type\":\"string\"}", "false", "breaks", "harmless");
    value("only a description", "{\"type\":\"string\"}",
        "{\"type\":\"string\",\"description\":\"x\",\"default\":\"y\",\"x-hint\":1}", "harmless",
        "harmless");
    // Values.
    value(
        "a value is gone", "{\"enum\":[\"x\",\"y\"]}", "{\"enum\":[\"x\"]}", "breaks", "harmless");
    value("a value is new", "{\"enum\":[\"x\"]}", "{\"enum\":[\"x\",\"y\"]}", "harmless", "breaks");
    value("values in another order", "{\"enum\":[1,2]}", "{\"enum\":[2,1.0]}", "harmless",
        "harmless");
    value("values in place of a type", "{\"type\":\"string\"}", "{\"enum\":[\"x\"]}", "breaks",
        "harmless");
    value("a type in place of values", "{\"enum\":[\"x\"]}", "{\"type\":\"string\"}", "harmless",
        "breaks");
    value("both truth values in place of the type", "{\"type\":\"boolean\"}",
        "{\"enum\":[true,false]}", "harmless", "harmless");
    value("a constant in place of its list", "{\"enum\":[\"x\"]}", "{\"const\":\"x\"}", "harmless",
        "harmless");
    value("another constant", "{\"const\":1}", "{\"const\":2}", "breaks", "breaks");
    value("a listed value is now too long", "{\"enum\":[\"long\"]}", "{\"maxLength\":2}", "breaks",
        "breaks");
    // Bounds.
    value("a lower maximum", "{\"type\":\"integer\",\"maximum\":14}",
        "{\"type\":\"integer\",\"maximum\":7}", "breaks", "harmless");
    value("a higher maximum", "{\"type\":\"integer\",\"maximum\":7}",
        "{\"type\":\"integer\",\"maximum\":14}", "harmless", "breaks");
    value("a new minimum", "{\"type\":\"number\"}", "{\"type\":\"number\",\"minimum\":0}", "breaks",
        "harmless");
    value("a bound of another type", "{\"type\":\"string\"}", "{\"type\":\"string\",\"minimum\":0}",
        "harmless", "harmless");
    value("an exclusive minimum of integers is the next one",
        "{\"type\":\"integer\",\"exclusiveMinimum\":0}", "{\"type\":\"integer\",\"minimum\":1}",
        "harmless", "harmless");
    value("an exclusive minimum of numbers", "{\"type\":\"number\",\"minimum\":0}",
        "{\"type\":\"number\",\"exclusiveMinimum\":0}", "breaks", "harmless");
    value("bounds beyond every double", "{\"type\":\"number\",\"maximum\":1e400}",
        "{\"type\":\"number\",\"maximum\":9e399}", "breaks", "harmless");
    value("the same bound, written otherwise", "{\"type\":\"number\",\"maximum\":1.0}",
        "{\"type\":\"number\",\"maximum\":1}", "harmless", "harmless");
    value("multiples", "{\"type\":\"integer\"}", "{\"type\":\"integer\",\"multipleOf\":5}",
        "breaks", "harmless");
    value("a divisor of the divisor", "{\"type\":\"integer\",\"multipleOf\":10}",
        "{\"type\":\"integer\",\"multipleOf\":5}", "harmless", "breaks");
    value("integers are multiples of 1", "{\"type\":\"integer\"}",
        "{\"type\":\"integer\",\"multipleOf\":1}", "harmless", "harmless");
    value("a longer text is needed", "{\"type\":\"string\"}",
        "{\"type\":\"string\",\"minLength\":1}", "breaks", "harmless");
    value("a length that every text has", "{\"type\":\"string\"}",
        "{\"type\":\"string\",\"minLength\":0}", "harmless", "harmless");
    value("fewer items", "{\"type\":\"array\",\"maxItems\":9}",
        "{\"type\":\"array\",\"maxItems\":8}", "breaks", "harmless");
    value("unique items", "{\"type\":\"array\"}", "{\"type\":\"array\",\"uniqueItems\":true}",
        "breaks", "harmless");
    value("a new pattern", "{\"type\":\"string\"}", "{\"type\":\"string\",\"pattern\":\"^a\"}",
        "breaks", "harmless");
    value("another pattern", "{\"type\":\"string\",\"pattern\":\"^a\"}",
        "{\"type\":\"string\",\"pattern\":\"^ab\"}", "may break", "may break");
    value("a format, which nobody must assert", "{\"type\":\"string\"}",
        "{\"type\":\"string\",\"format\":\"uri\"}", "may break", "harmless");
    // Objects.
    row("a new required member", withA("{}"), withA("{}", ",\"required\":[\"a\"]"), "breaks",
        "harmless");
    row("no longer required", withA("{}", ",\"required\":[\"a\"]"), withA("{}"), "harmless",
        "breaks");
    row("a required member without a description", withA("{}"),
        withA("{}", ",\"required\":[\"b\"]"), "breaks", "harmless");
    row("a new optional member", "{\"type\":\"object\"}", withA("{\"type\":\"string\"}"),
        "harmless", "harmless");
    row("a member is gone", withA("{\"type\":\"string\"}"), "{\"type\":\"object\"}", "harmless",
        "harmless");
    row("a member is gone where no others are allowed",
        withA("{\"type\":\"string\"}", ",\"additionalProperties\":false"),
        "{\"type\":\"object\",\"additionalProperties\":false}", "breaks", "harmless");
    row("a new member where no others are allowed",
        "{\"type\":\"object\",\"additionalProperties\":false}",
        withA("{\"type\":\"string\"}", ",\"additionalProperties\":false"), "harmless", "breaks");
    row("closed", withA("{}"), withA("{}", ",\"additionalProperties\":false"), "may break",
        "harmless");
    row("closed, though it was open on purpose", withA("{}", ",\"additionalProperties\":true"),
        withA("{}", ",\"additionalProperties\":false"), "breaks", "harmless");
    row("other members have a type", withA("{}", ",\"additionalProperties\":{\"type\":\"number\"}"),
        withA("{}", ",\"additionalProperties\":{\"type\":\"integer\"}"), "breaks", "harmless");
    row("a named member against the others", withA("{\"type\":\"string\"}"),
        "{\"type\":\"object\",\"additionalProperties\":{\"type\":\"integer\"}}", "breaks",
        "breaks");
    row("members by pattern", "{\"patternProperties\":{\"^a\":{}}}",
        "{\"patternProperties\":{\"^a\":{\"type\":\"string\"}}}", "may break", "may break");
    value("deep inside", "{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"number\"}}}",
        "{\"type\":\"object\",\"properties\":{\"b\":{\"type\":\"integer\"}}}", "breaks",
        "harmless");
    // Arrays.
    value("items", "{\"type\":\"array\",\"items\":{\"type\":\"string\"}}",
        "{\"type\":\"array\",\"items\":{\"enum\":[\"x\"]}}", "breaks", "harmless");
    value("first items", "{\"type\":\"array\",\"prefixItems\":[{\"type\":\"string\"}]}",
        "{\"type\":\"array\",\"prefixItems\":[{\"type\":\"integer\"}]}", "breaks", "breaks");
    value("first items as draft-07 writes them",
        "{\"type\":\"array\",\"items\":[{\"type\":\"string\"}]}",
        "{\"type\":\"array\",\"items\":[{\"type\":\"integer\"}]}", "breaks", "breaks");
    value("contains", "{\"type\":\"array\"}", "{\"type\":\"array\",\"contains\":{\"const\":1}}",
        "may break", "harmless");
    // Alternatives.
    value("no longer null, as a generator writes it",
        "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}", "{\"type\":\"string\"}",
        "breaks", "harmless");
    value("null as well", "{\"type\":\"string\"}",
        "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}", "harmless", "breaks");
    value("types as alternatives", "{\"type\":[\"string\",\"null\"]}",
        "{\"anyOf\":[{\"type\":\"null\"},{\"type\":\"string\"}]}", "harmless", "harmless");
    value("one alternative is narrower", "{\"anyOf\":[{\"type\":\"string\"},{\"type\":\"null\"}]}",
        "{\"anyOf\":[{\"type\":\"string\",\"maxLength\":3},{\"type\":\"null\"}]}", "breaks",
        "harmless");
    value("constants as alternatives", "{\"oneOf\":[{\"const\":\"x\"},{\"const\":\"y\"}]}",
        "{\"oneOf\":[{\"const\":\"x\"}]}", "breaks", "harmless");
    value("objects told apart by a member",
        "{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"k\":{\"const\":1}},\"required\":[\"k\"]"
        "}]}",
        "{\"oneOf\":[{\"type\":\"object\",\"properties\":{\"k\":{\"const\":2}},\"required\":[\"k\"]"
        "}]}",
        "breaks", "breaks");
    value("alternatives that overlap", "{\"type\":\"string\"}",
        "{\"anyOf\":[{\"type\":\"string\",\"maxLength\":5},{\"type\":\"string\",\"minLength\":5}]}",
        "may break", "harmless");
    value("all of several", "{\"type\":\"string\"}",
        "{\"type\":\"string\",\"allOf\":[{\"minLength\":1},{\"maxLength\":9}]}", "breaks",
        "harmless");
    value("what is not", "{\"type\":\"string\"}", "{\"type\":\"string\",\"not\":{\"const\":\"\"}}",
        "may break", "harmless");
    value("conditions", "{\"type\":\"string\"}",
        "{\"type\":\"string\",\"if\":{\"minLength\":1},\"then\":{\"pattern\":\"a\"}}", "may break",
        "harmless");
    // References.
    row("a definition is narrower",
        withA("{\"$ref\":\"#/$defs/d\"}", ",\"$defs\":{\"d\":{\"type\":\"number\"}}"),
        withA("{\"$ref\":\"#/$defs/d\"}", ",\"$defs\":{\"d\":{\"type\":\"integer\"}}"), "breaks",
        "harmless");
    row("a definition is written in place",
        withA("{\"$ref\":\"#/$defs/d\"}", ",\"$defs\":{\"d\":{\"type\":\"number\"}}"),
        withA("{\"type\":\"number\"}"), "harmless", "harmless");
    row("a definition behind allOf, as a generator writes it",
        withA("{\"allOf\":[{\"$ref\":\"#/$defs/d\"}],\"title\":\"A\"}",
            ",\"$defs\":{\"d\":{\"enum\":[\"x\",\"y\"]}}"),
        withA("{\"$ref\":\"#/$defs/d\"}", ",\"$defs\":{\"d\":{\"enum\":[\"x\"]}}"), "breaks",
        "harmless");
    row("a schema that contains itself",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#\"},\"b\":{\"type\":\"number\"}}}",
        "{\"type\":\"object\",\"properties\":{\"a\":{\"$ref\":\"#\"},\"b\":{\"type\":\"integer\"}}"
        "}",
        "breaks", "harmless");
    row("a schema that is only itself", "{\"$ref\":\"#\"}", "{\"$ref\":\"#\",\"type\":\"object\"}",
        "breaks", "harmless");
    value("a reference that leads elsewhere", "{\"$ref\":\"https://example.org/a\"}",
        "{\"$ref\":\"https://example.org/b\"}", "may break", "may break");
    // What no schema should be.
    row("a schema that is no schema", "7", "\"x\"", "breaks", "breaks");
    value("keywords of the wrong type", "{\"type\":\"string\"}",
        "{\"type\":7,\"enum\":{},\"properties\":[],\"required\":5,\"maximum\":\"x\"}", "breaks",
        "harmless");
}

void TestSchemaReasons::saysWhetherAChangeBreaks()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QTEST(verdict(reasonsOf(before, after, SchemaUse::Arguments)), "arguments");
    QTEST(verdict(reasonsOf(before, after, SchemaUse::Result)), "result");
}

void TestSchemaReasons::aSchemaFitsItself_data()
{
    saysWhetherAChangeBreaks_data();
}

void TestSchemaReasons::aSchemaFitsItself()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    for (const QByteArray &schema : {before, after}) {
        QCOMPARE(
            verdict(reasonsOf(schema, schema, SchemaUse::Arguments)), QStringLiteral("harmless"));
        QCOMPARE(verdict(reasonsOf(schema, schema, SchemaUse::Result)), QStringLiteral("harmless"));
    }
}

void TestSchemaReasons::namesThePlace_data()
{
    QTest::addColumn<QByteArray>("before");
    QTest::addColumn<QByteArray>("after");
    QTest::addColumn<bool>("isResult");
    QTest::addColumn<QString>("pointer");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const QByteArray &before, const QByteArray &after, bool isResult,
                         const char *pointer, const char *sentence) {
        QTest::newRow(sentence) << before << after << isResult << QString::fromLatin1(pointer)
                                << QString::fromUtf8(sentence);
    };
    row(withA("{}"), withA("{}", ",\"required\":[\"units\"]"), false, "/required/0",
        "New required argument “units”");
    row(withA("{}"), withA("{}", ",\"required\":[\"a\"]"), false, "/required/0",
        "Argument “a” is now required");
    row(withA("{}", ",\"required\":[\"a\"]"), "{\"type\":\"object\"}", true, "",
        "Required result field “a” is gone");
    row(withA("{}", ",\"required\":[\"a\"]"), withA("{}"), true, "/properties/a",
        "Result field “a” is no longer required");
    row(withA("{\"type\":[\"integer\",\"string\"]}"), withA("{\"type\":\"integer\"}"), false,
        "/properties/a/type", "Argument “a”: type was integer or string, is now integer");
    row(withA("{\"type\":\"integer\"}"), withA("{\"type\":\"number\"}"), true, "/properties/a/type",
        "Result field “a”: type was integer, is now number");
    row(withA("{\"type\":\"integer\",\"maximum\":14}"),
        withA("{\"type\":\"integer\",\"maximum\":7}"), false, "/properties/a/maximum",
        "Argument “a”: maximum was 14, is now 7");
    row(withA("{\"type\":\"integer\",\"maximum\":7}"), withA("{\"type\":\"integer\"}"), true,
        "/properties/a", "Result field “a”: maximum 7 is gone");
    row(withA("{\"enum\":[\"x\",\"y\"]}"), withA("{\"enum\":[\"x\"]}"), false, "/properties/a/enum",
        "Argument “a”: \"y\" is no longer accepted");
    row(withA("{\"type\":\"array\",\"items\":{\"properties\":{\"b\":{\"type\":\"string\"}}}}"),
        withA("{\"type\":\"array\",\"items\":{\"properties\":{\"b\":{\"type\":\"null\"}}}}"), false,
        "/properties/a/items/properties/b/type", "Argument “a[].b”: type was string, is now null");
    row(withA("{}"), withA("{}", ",\"additionalProperties\":false"), false, "/additionalProperties",
        "The arguments: additional members are no longer allowed");
}

void TestSchemaReasons::namesThePlace()
{
    QFETCH(QByteArray, before);
    QFETCH(QByteArray, after);
    QFETCH(bool, isResult);
    const auto reasons =
        reasonsOf(before, after, isResult ? SchemaUse::Result : SchemaUse::Arguments);
    QCOMPARE(reasons.size(), std::size_t(1));
    QTEST(reasons.front().pointer, "pointer");
    QTEST(reasons.front().sentence, "sentence");
}

void TestSchemaReasons::endsWithinItsLimits()
{
    // Each level has two ways to the next one: without a limit, 2^200 comparisons.
    QByteArray before = "{\"$defs\":{";
    QByteArray after = before;
    for (int i = 0; i < 200; ++i) {
        const QByteArray next = "{\"$ref\":\"#/$defs/" + QByteArray::number(i + 1) + "\"}";
        const QByteArray both = "\"" + QByteArray::number(i)
            + "\":{\"type\":\"object\",\"properties\":{\"l\":" + next + ",\"r\":" + next + "}},";
        before += both;
        after += both;
    }
    before += "\"200\":{\"type\":\"number\"}},\"$ref\":\"#/$defs/0\"}";
    after += "\"200\":{\"type\":\"integer\"}},\"$ref\":\"#/$defs/0\"}";
    const auto reasons = reasonsOf(before, after, SchemaUse::Arguments);
    QCOMPARE(reasons.back().severity, Severity::MayBreak);
    QVERIFY(reasons.back().sentence.contains(u"too large"));

    QByteArray wide = "{\"type\":\"object\",\"properties\":{";
    for (int i = 0; i < 1000; ++i)
        wide += "\"p" + QByteArray::number(i) + "\":{\"type\":\"string\"},";
    wide += "\"z\":{}}}";
    const auto many =
        reasonsOf(wide, QByteArray(wide).replace("\"string\"", "\"null\""), SchemaUse::Arguments);
    QCOMPARE(many.size(), changes::kMaxReasons);
}

QTEST_GUILESS_MAIN(TestSchemaReasons)

#include "tst_schemareasons.moc"
