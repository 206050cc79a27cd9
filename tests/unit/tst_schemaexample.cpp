// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/regex.h"
#include "schema/example.h"
#include "schema/exampletext.h"
#include "schema/format.h"
#include "schema/validator.h"
#include "support/randomschema.h"

#include <QTest>

#include <utility>

using namespace sonde;
using schema::ExampleMaker;

// Values that are made up for a schema.
class TestSchemaExample : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void fitsTheSchema_data();
    void fitsTheSchema();
    void fitsMostRandomSchemas();
    void dependsOnTheSeedAlone();
    void takesWhatTheSchemaNames();
    void hasATextOfEachFormat();
    void takesTheFormatFromTheName();
    void matchesPatterns_data();
    void matchesPatterns();
    void refusesWhatItDoesNotUnderstand();
    void endsOnHostileSchemas_data();
    void endsOnHostileSchemas();
};

namespace {

constexpr std::uint64_t kSeeds = 20;

std::shared_ptr<const json::Document> documentOf(const std::string &text)
{
    return std::make_shared<json::Document>(json::Document::parse(std::string_view(text)));
}

QByteArray shown(const std::string &schema, const std::string &value)
{
    return QByteArray::fromStdString(value + " for " + schema);
}

} // namespace

void TestSchemaExample::fitsTheSchema_data()
{
    QTest::addColumn<QByteArray>("text");
    const auto row = [](const char *name, const char *text) {
        QTest::newRow(name) << QByteArray(text);
    };
    row("anything", "{}");
    row("an object", R"({"type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer"},
        "c":{"type":"boolean"}},"required":["a","b"],"additionalProperties":false})");
    row("limits", R"({"type":"array","minItems":5,"items":{"type":"integer","minimum":-3,
        "exclusiveMaximum":2}})");
    row("one number", R"({"type":"integer","minimum":7,"maximum":7})");
    row("only a maximum", R"({"type":"number","exclusiveMaximum":-5})");
    row("multiples", R"({"type":"array","minItems":3,"items":{"type":"integer","multipleOf":7,
        "minimum":1}})");
    row("prices", R"({"type":"number","multipleOf":0.01,"minimum":1,"maximum":9})");
    row("between 0 and 1", R"({"type":"number","exclusiveMinimum":0,"exclusiveMaximum":1})");
    row("a large number", R"({"type":"integer","minimum":9007199254740993000})");
    row("a long text", R"({"type":"string","minLength":200,"maxLength":210})");
    row("a short text", R"({"type":"string","maxLength":2})");
    row("a pattern", R"({"type":"string","pattern":"^[A-Z]{2}-\\d{4}$"})");
    row("null", R"({"type":"null"})");
    row("only null", R"({"enum":[null]})");
    row("unions", R"({"oneOf":[{"type":"object","properties":{"kind":{"const":"a"},
        "n":{"type":"integer"}},"required":["kind","n"]},{"type":"object",
        "properties":{"kind":{"const":"b"}},"required":["kind"]},{"type":"null"}]})");
    row("types", R"({"type":["string","integer","null"]})");
    row("references", R"({"$ref":"#/$defs/node","$defs":{"node":{"type":"object",
        "properties":{"name":{"type":"string"},"children":{"type":"array",
        "items":{"$ref":"#/$defs/node"}}},"required":["name"]}}})");
    row("allOf", R"({"allOf":[{"type":"object","properties":{"a":{"type":"string"}},
        "required":["a"]},{"properties":{"b":{"type":"integer","minimum":10}},
        "required":["b"]}]})");
    row("unique items", R"({"type":"array","minItems":2,"uniqueItems":true,
        "items":{"enum":["a","b"]}})");
    row("a tuple", R"({"type":"array","prefixItems":[{"type":"string"},{"type":"number"}],
        "items":false})");
    row("a map", R"({"type":"object","additionalProperties":{"type":"number"}})");
    row("a wrong example", R"({"type":"object","properties":{"a":{"type":"integer",
        "examples":["x"]}},"required":["a"]})");
    row("a wrong default", R"({"type":"string","format":"date","default":7})");
    row("a condition", R"({"type":"object","properties":{"gift":{"type":"boolean"},
        "note":{"type":"string"}},"if":{"properties":{"gift":{"const":true}},
        "required":["gift"]},"then":{"required":["note"]}})");
}

void TestSchemaExample::fitsTheSchema()
{
    QFETCH(QByteArray, text);
    const ExampleMaker maker(documentOf(text.toStdString()));
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        const ExampleMaker::Example example = maker.make(seed);
        QVERIFY2(example.fits, shown(text.toStdString(), example.text).constData());
    }
}

// Of those some have patterns of names and conditions that nothing here looks at.
void TestSchemaExample::fitsMostRandomSchemas()
{
    constexpr unsigned kSchemas = 300;
    unsigned fitting = 0;
    for (unsigned seed = 0; seed < kSchemas; ++seed) {
        const auto document = documentOf(test::RandomSchema(seed).make().first);
        QVERIFY(document->isValid());
        const ExampleMaker::Example example = ExampleMaker(document).make(seed);
        QVERIFY(json::Document::parse(std::string_view(example.text)).isValid());
        fitting += example.fits ? 1 : 0;
    }
    QVERIFY2(fitting >= kSchemas * 2 / 3, QByteArray::number(fitting).constData());
}

void TestSchemaExample::dependsOnTheSeedAlone()
{
    const std::string text = R"({"type":"object","properties":{"id":{"type":"string",
        "format":"uuid"},"n":{"type":"integer"}},"required":["id","n"]})";
    const std::string first = ExampleMaker(documentOf(text)).make(1).text;
    QCOMPARE(ExampleMaker(documentOf(text)).make(1).text, first);
    QVERIFY(ExampleMaker(documentOf(text)).make(2).text != first);
    schema::SeededNumbers numbers(0); // the reference values of SplitMix64
    QCOMPARE(numbers.next(), 0xE220A8397B1DCDAFU);
    QCOMPARE(numbers.next(), 0x6E789E6AA1B965F4U);
}

void TestSchemaExample::takesWhatTheSchemaNames()
{
    const std::pair<const char *, const char *> pairs[] = {
        {R"({"const":1.0})", "1.0"},
        {R"({"type":"string","examples":["Oulu"]})", R"("Oulu")"},
        {R"({"type":"integer","default":42})", "42"},
        {R"({"enum":["only"]})", R"("only")"},
    };
    for (const auto &[text, value] : pairs)
        QCOMPARE(ExampleMaker(documentOf(text)).make(3).text, std::string(value));
}

void TestSchemaExample::hasATextOfEachFormat()
{
    for (const char *format :
        {"date", "time", "date-time", "duration", "email", "idn-email", "hostname", "idn-hostname",
            "ipv4", "ipv6", "uri", "iri", "uri-reference", "iri-reference", "uri-template", "uuid",
            "json-pointer", "relative-json-pointer", "regex"}) {
        for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
            schema::SeededNumbers numbers(seed);
            const std::string text = schema::exampleOfFormat(format, numbers);
            QVERIFY2(
                !text.empty() && schema::fitsFormat(format, text), shown(format, text).constData());
        }
    }
}

void TestSchemaExample::takesTheFormatFromTheName()
{
    const auto made = [](std::string_view name) {
        schema::SeededNumbers numbers(5);
        return schema::exampleText({}, name, numbers);
    };
    for (const char *name : {"date", "dueDate", "due_date"})
        QVERIFY2(schema::isDate(made(name)), name);
    for (const char *name : {"imageUrl", "uri"})
        QVERIFY2(schema::isUri(made(name), false), name);
    QVERIFY(schema::isDateTime(made("created_at")));
    QVERIFY(schema::isEmail(made("EMAIL")));
    for (const char *name : {"candidate", "curl", "format", "name", "", "a"})
        QCOMPARE(made(name), made("none"));
}

void TestSchemaExample::matchesPatterns_data()
{
    QTest::addColumn<QByteArray>("pattern");
    for (const char *pattern :
        {"^[0-9]{3,6}$", "^(?:red|green|blue)$", "^[^/]+$", "^\\w+@\\w+\\.com$",
            "^v\\d+(\\.\\d+){2}$", "^(?<year>\\d{4})-\\d\\d$", "^[a-f0-9]{8}(-[a-f0-9]{4})?$",
            "^.{5,}$", "^[+-]?\\d*$", "^\xC3\xA4+$", "^\\[[\\w-]+\\]$"})
        QTest::newRow(pattern) << QByteArray(pattern);
}

void TestSchemaExample::matchesPatterns()
{
    QFETCH(QByteArray, pattern);
    const auto regex = Regex::compileForeign(pattern.toStdString());
    QVERIFY(regex);
    for (std::uint64_t seed = 0; seed < kSeeds; ++seed) {
        schema::SeededNumbers numbers(seed);
        const auto text = schema::exampleOfPattern(pattern.toStdString(), numbers);
        QVERIFY(text);
        QVERIFY2(regex->find(*text) == Regex::Match::Yes,
            shown(pattern.toStdString(), *text).constData());
    }
}

void TestSchemaExample::refusesWhatItDoesNotUnderstand()
{
    for (const char *pattern :
        {"(?=a)b", "(?<!a)b", "(a", "a)", "[a", "a{", "\\", "\\bx", "\\p{L}", "(a)\\1", "*",
            "[b-a]", "[\xC3\xA4]", "((((a{999}){999}){999}){999})", "a{99999999}"}) {
        schema::SeededNumbers numbers(1);
        QVERIFY2(!schema::exampleOfPattern(pattern, numbers), pattern);
    }
    schema::SeededNumbers numbers(1);
    QVERIFY(!schema::exampleOfPattern(std::string(10'000, '('), numbers));
}

void TestSchemaExample::endsOnHostileSchemas_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::newRow("no schema") << QByteArray("7");
    QTest::newRow("nothing fits") << QByteArray("false");
    QTest::newRow("endless") << QByteArray(
        R"({"type":"object","properties":{"a":{"$ref":"#"}},"required":["a"]})");
    QTest::newRow("endless, and wide")
        << QByteArray(R"({"type":"array","minItems":9999999999,"items":{"$ref":"#"}})");
    QTest::newRow("a circle") << QByteArray(R"({"$ref":"#"})");
    QTest::newRow("too long") << QByteArray(R"({"type":"string","minLength":1e18})");
    QTest::newRow("contradictions")
        << QByteArray(R"({"type":"integer","minimum":1e400,"maximum":-1e400,"multipleOf":1e-400})");
    QTest::newRow("no reference") << QByteArray(R"({"$ref":"https://example.org/x"})");
}

void TestSchemaExample::endsOnHostileSchemas()
{
    QFETCH(QByteArray, text);
    const ExampleMaker::Example example = ExampleMaker(documentOf(text.toStdString())).make(1);
    QVERIFY(!example.fits);
    QVERIFY(json::Document::parse(std::string_view(example.text)).isValid());
    QVERIFY(example.text.size() < 2 * ExampleMaker::kMaxText);
}

QTEST_GUILESS_MAIN(TestSchemaExample)
#include "tst_schemaexample.moc"
