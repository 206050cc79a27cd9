// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "base/regex.h"
#include "schema/validator.h"

#include <QTest>

#include <string>
#include <vector>

using namespace sonde;
using schema::Outcome;
using schema::Validator;

class TestValidator : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void comparesNumbersExactly_data();
    void comparesNumbersExactly();
    void saysWhereAndWhy();
    void pointsAtTheNameThatIsWrong();
    void collectsWhatKeywordsSay();
    void refusesASchemaThatCannotBeUsed_data();
    void refusesASchemaThatCannotBeUsed();
    void endsWithTooComplexWhereItWouldNotEnd_data();
    void endsWithTooComplexWhereItWouldNotEnd();
    void followsARecursiveSchemaAThousandLevels();
    void triesEachChoiceOnce();
    void tellsNamesOfAnyLengthApart();
    void findsAMemberAmongManyQuickly();
    void readsExpressionsAsEcmaScriptDoes_data();
    void readsExpressionsAsEcmaScriptDoes();
};

namespace {

std::shared_ptr<const json::Document> document(std::string_view text)
{
    return std::make_shared<json::Document>(json::Document::parse(text));
}

Outcome judge(
    std::string_view schema, std::string_view instance, schema::ValidatorOptions options = {})
{
    const auto validator = Validator::make(document(schema), {}, options);
    if (!validator) {
        Outcome outcome;
        outcome.verdict = Outcome::Verdict::TooComplex;
        outcome.sentence = QStringLiteral("unusable: ") + validator.error().sentence + u' '
            + validator.error().detail;
        return outcome;
    }
    const auto text = json::Document::parse(instance);
    return validator->validate(text.root());
}

// "keyword location | instance location | sentence" of each error.
QStringList findings(const Outcome &outcome)
{
    QStringList lines;
    for (const auto &unit : outcome.errors)
        lines << unit.keywordLocation + QStringLiteral(" | ") + unit.instanceLocation
                + QStringLiteral(" | ") + unit.sentence;
    return lines;
}

std::string nested(
    std::string_view open, std::string_view inside, std::string_view close, int times)
{
    std::string text;
    for (int i = 0; i < times; ++i)
        text += open;
    text += inside;
    for (int i = 0; i < times; ++i)
        text += close;
    return text;
}

struct Comparison {
    const char *schema;
    const char *instance;
    bool valid;
};
constexpr Comparison kComparisons[] = {
    {R"({"maximum":9007199254740992})", "9007199254740993", false},
    {R"({"maximum":9007199254740993})", "9007199254740993", true},
    {R"({"const":9007199254740993})", "9007199254740992", false},
    {R"({"const":1})", "1.0", true},
    {R"({"const":100})", "1e2", true},
    {R"({"const":0})", "-0", true},
    {R"({"enum":[0.1]})", "0.1000", true},
    {R"({"type":"integer"})", "1.0", true},
    {R"({"type":"integer"})", "1e400", true},
    {R"({"type":"integer"})", "1.50e1", true},
    {R"({"type":"integer"})", "1e-1", false},
    {R"({"exclusiveMinimum":-0.1})", "-0.10", false},
    {R"({"multipleOf":0.01})", "19.99", true},
    {R"({"multipleOf":0.0001})", "0.00751", false},
    {R"({"multipleOf":3})", "123456789012345678901234567890", true},
    {R"({"multipleOf":11})", "123456789012345678901234567890", false},
    {R"({"multipleOf":123456789123456789123})", "246913578246913578246", true},
    {R"({"maxLength":1})", R"("😀")", true},
    {R"({"maxItems":2.0})", "[1,2,3]", false},
    {R"({"uniqueItems":true})", "[1,1.0]", false},
    {R"({"uniqueItems":true})", R"([{"a":1,"b":2},{"b":2,"a":1}])", false},
    {R"({"minimum":1e400})", "1e401", true},
    {R"({"minimum":1e999999999999})", "1", false},
    // Decided by the whole part, by the fraction, or by neither.
    {R"({"maximum":90})", "89.999", true},
    {R"({"maximum":90})", "90.0", true},
    {R"({"maximum":90})", "90.01", false},
    {R"({"maximum":90})", "9001e-2", false},
    {R"({"maximum":-1})", "-1.5", true},
    {R"({"maximum":-1})", "-0.5", false},
    {R"({"minimum":-1})", "-1.5", false},
    {R"({"minimum":-1})", "-0.5", true},
    {R"({"exclusiveMaximum":0})", "-0", false},
    {R"({"exclusiveMaximum":0})", "-0.0", false},
    {R"({"minimum":100000000000000000})", "99999999999999999.9", false},
    // A character has one to four bytes, an escape more than its character.
    {R"({"minLength":2})", R"("😀")", false},
    {R"({"minLength":2})", R"("éé")", true},
    {R"({"minLength":3})", R"("éé")", false},
    {R"({"minLength":2})", R"("\u0061")", false},
    {R"({"maxLength":2})", R"("\u0061b")", true},
    // Members in the order of the schema, in another one, twice, and with escapes.
    {R"({"required":["a","b","c"]})", R"({"a":1,"x":2,"b":3,"c":4})", true},
    {R"({"required":["a","b","c"]})", R"({"c":1,"b":2,"a":3})", true},
    {R"({"required":["a","b","c"]})", R"({"c":1,"a":2,"a":3})", false},
    {R"({"required":["a","a"]})", R"({"\u0061":1})", true},
    {R"({"required":["a"]})", "{}", false},
    {R"({"properties":{"a":{"const":1},"b":{"const":2}}})", R"({"b":2,"a":1})", true},
    {R"({"properties":{"a":{"const":1},"b":{"const":2}}})", R"({"b":2,"a":2})", false},
    {R"({"properties":{"a":{"const":1},"b":{"const":2}}})", R"({"x":2,"\u0062":1})", false},
    {R"({"properties":{"a":{"const":1},"b":{"const":2},"a":{"const":3}}})", R"({"a":3})", true},
    {R"({"properties":{"a":{"const":1},"b":{"const":2},"a":{"const":3}}})", R"({"a":1})", false},
};

} // namespace

void TestValidator::comparesNumbersExactly_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("instance");
    QTest::addColumn<bool>("valid");
    for (const Comparison &each : kComparisons) {
        QTest::addRow("%s: %s", each.schema, each.instance)
            << QString::fromUtf8(each.schema) << QString::fromUtf8(each.instance) << each.valid;
    }
}

void TestValidator::comparesNumbersExactly()
{
    QFETCH(QString, schema);
    QFETCH(QString, instance);
    QFETCH(bool, valid);
    const auto outcome = judge(schema.toStdString(), instance.toStdString());
    QCOMPARE(outcome.sentence, QString());
    QCOMPARE(outcome.isValid(), valid);
}

void TestValidator::saysWhereAndWhy()
{
    const auto outcome =
        judge("{\"$id\":\"https://example.org/person\",\"type\":\"object\",\"required\":[\"name\"],"
              "\"properties\":{\"age\":{\"$ref\":\"#/$defs/"
              "age\"},\"tags\":{\"items\":{\"type\":\"string\"}}},"
              "\"additionalProperties\":false,\"$defs\":{\"age\":{\"minimum\":0}}}",
            R"({"age":-1,"tags":["a",2],"extra":true})");
    QCOMPARE(findings(outcome),
        (QStringList{
            QStringLiteral("/required |  | Missing property “name”."),
            QStringLiteral("/properties/age/$ref/minimum | /age | Must be at least 0."),
            QStringLiteral("/properties/tags/items/type | /tags/1 | Must be of type string."),
            QStringLiteral("/additionalProperties | /extra | The schema allows no value here."),
        }));
    QCOMPARE(outcome.errors[1].absoluteLocation,
        QStringLiteral("https://example.org/person#/$defs/age/minimum"));
    QCOMPARE(outcome.errors[1].begin, std::size_t(7));
    QCOMPARE(outcome.errors[1].end, std::size_t(9));
}

void TestValidator::pointsAtTheNameThatIsWrong()
{
    const auto outcome = judge(R"({"propertyNames":{"maxLength":3}})", R"({"ab":1,"abcd":2})");
    QCOMPARE(outcome.errors.size(), std::size_t(1));
    QCOMPARE(outcome.errors[0].begin, std::size_t(8));
    QCOMPARE(outcome.errors[0].end, std::size_t(14));
    QCOMPARE(outcome.errors[0].instanceLocation, QStringLiteral("/abcd"));
}

void TestValidator::collectsWhatKeywordsSay()
{
    schema::ValidatorOptions options;
    options.annotations = true;
    const auto outcome = judge(
        R"({"title":"T","anyOf":[{"type":"string","title":"no"},{"title":"yes"}]})", "1", options);
    QVERIFY(outcome.isValid());
    QStringList said;
    for (const auto &unit : outcome.annotations)
        said << unit.keywordLocation + u'=' + QString::fromStdString(unit.annotation);
    QCOMPARE(said,
        (QStringList{QStringLiteral("/anyOf/1/title=\"yes\""), QStringLiteral("/title=\"T\"")}));
}

void TestValidator::refusesASchemaThatCannotBeUsed_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *schema, const char *sentence) {
        QTest::newRow(schema) << QString::fromUtf8(schema) << QString::fromUtf8(sentence);
    };
    row(R"({"$ref":"https://example.org/other"})", "Sonde fetches no schema from the network.");
    row("{\"properties\":{\"a\":{\"$ref\":\"#/$defs/none\"}}}", "at #/properties/a/$ref");
    row(R"({"$schema":"https://example.org/mine"})", "unsupported dialect");
    row(R"({"type":"text"})", "“type” must be one or more of");
    row("{\"allOf\":[]}", "“allOf” must be an array");
    row(R"({"multipleOf":0})", "must be a number greater than 0");
    row("{\"pattern\":\"(\"}", "is not a valid regular expression");
    row(R"({"items":5})", "must be an object, true or false");
    row(R"({"required":[1]})", "“required” must be an array of strings");
    row("{\"a\":", "The schema is not JSON");
    row("[]", "must be an object, true or false");
}

void TestValidator::refusesASchemaThatCannotBeUsed()
{
    QFETCH(QString, schema);
    QFETCH(QString, sentence);
    const auto outcome = judge(schema.toStdString(), "{}");
    QVERIFY2(outcome.sentence.startsWith(QStringLiteral("unusable: ")),
        qUtf8Printable(outcome.sentence));
    QVERIFY2(outcome.sentence.contains(sentence), qUtf8Printable(outcome.sentence));
}

void TestValidator::endsWithTooComplexWhereItWouldNotEnd_data()
{
    QTest::addColumn<QString>("schema");
    QTest::addColumn<QString>("instance");
    QTest::newRow("catastrophic expression") << QStringLiteral("{\"pattern\":\"^(a+)+$\"}")
                                             << QStringLiteral("\"%1!\"").arg(QString(40, u'a'));
    // Each level asks both branches of the next: 2 to the 40.
    QString explosion = QStringLiteral("false");
    for (int i = 0; i < 40; ++i)
        explosion = QStringLiteral("{'$defs':{'a':%1},'anyOf':[{'$ref':'#%2/$defs/a'},"
                                   "{'$ref':'#%2/$defs/a'}]}")
                        .replace(QStringLiteral("'"), QStringLiteral("\""))
                        .arg(explosion, QStringLiteral("/$defs/a").repeated(39 - i));
    QTest::newRow("explosion of branches") << explosion << QStringLiteral("1");
    QTest::newRow("a schema inside itself")
        << QStringLiteral("{\"allOf\":[{\"$ref\":\"#\"}]}") << QStringLiteral("1");
    QTest::newRow("endless number")
        << QStringLiteral(R"({"multipleOf":7})") << QStringLiteral("1e100000000");
}

void TestValidator::endsWithTooComplexWhereItWouldNotEnd()
{
    QFETCH(QString, schema);
    QFETCH(QString, instance);
    const auto outcome = judge(schema.toStdString(), instance.toStdString());
    QCOMPARE(outcome.verdict, Outcome::Verdict::TooComplex);
    QVERIFY2(outcome.sentence.startsWith(QStringLiteral("Too complex")),
        qUtf8Printable(outcome.sentence));
}

void TestValidator::followsARecursiveSchemaAThousandLevels()
{
    const auto schema = "{\"properties\":{\"next\":{\"type\":\"object\",\"$ref\":\"#\"}}}";
    QVERIFY(judge(schema, nested("{\"next\":", "{}", "}", 1000)).isValid());
    const auto outcome = judge(schema, nested("{\"next\":", "1", "}", 1000));
    QCOMPARE(outcome.errors.size(), std::size_t(1));
}

// Not twice at each level, which would end as too complex.
void TestValidator::triesEachChoiceOnce()
{
    const std::string schema = nested("{\"anyOf\":[", R"({"type":"string"})", "]}", 100);
    const Outcome outcome = judge(schema, "1");
    QCOMPARE(outcome.verdict, Outcome::Verdict::Invalid);
    QVERIFY(findings(outcome).front().endsWith(QStringLiteral("Must be of type string.")));
}

void TestValidator::tellsNamesOfAnyLengthApart()
{
    std::string properties;
    std::vector<std::string> names;
    names.reserve(20);
    names.emplace_back();
    for (const std::size_t length : {1U, 2U, 63U, 64U, 65U, 300U}) {
        for (const char last : {'c', 'a', 'e'})
            names.push_back(std::string(length - 1, 'x') + last);
    }
    for (std::size_t i = 0; i < names.size(); ++i)
        properties +=
            (i == 0 ? "\"" : ",\"") + names[i] + R"(":{"const":)" + std::to_string(i) + '}';
    const std::string schema =
        R"({"additionalProperties":false,"properties":{)" + properties + "}}";
    const auto isValid = [&schema](const std::string &name, std::size_t value) {
        return judge(schema, "{\"" + name + "\":" + std::to_string(value) + '}').isValid();
    };
    for (std::size_t i = 0; i < names.size(); ++i) {
        QVERIFY2(isValid(names[i], i), names[i].c_str());
        QVERIFY2(!isValid(names[i], i + 1), names[i].c_str());
        if (!names[i].empty()) {
            names[i].back() = 'd';
            QVERIFY2(!isValid(names[i], i), names[i].c_str());
        }
    }
    QVERIFY(!isValid(std::string(301, 'x'), 0));
}

void TestValidator::findsAMemberAmongManyQuickly()
{
    std::string schema = "{\"required\":[";
    std::string properties;
    std::string instance = "{";
    constexpr int kCount = 5000;
    for (int i = 0; i < kCount; ++i) {
        const std::string name = "\"p" + std::to_string(i) + '"';
        schema += (i ? "," : "") + name;
        properties += (i ? "," : "") + name + ":{\"type\":\"integer\"}";
        instance += (i ? "," : "") + name + ":1";
    }
    schema += "],\"properties\":{" + properties + "}}";
    QVERIFY(judge(schema, instance + "}").isValid());
}

void TestValidator::readsExpressionsAsEcmaScriptDoes_data()
{
    QTest::addColumn<QString>("pattern");
    QTest::addColumn<QString>("text");
    QTest::addColumn<bool>("matches");
    const auto row = [](const char *pattern, const QString &text, bool matches) {
        QTest::addRow("%s", pattern) << QString::fromUtf8(pattern) << text << matches;
    };
    row("^.$", QStringLiteral("\u2028"), false);
    row("^\\s$", QStringLiteral("\u00a0"), true);
    row("^[\\s]$", QStringLiteral("\ufeff"), true);
    row("^\\S$", QStringLiteral("\u3000"), false);
    row("^a$", QStringLiteral("a\n"), false);
    row("^\\d$", QStringLiteral("٣"), false);
    row("^\\p{Letter}$", QStringLiteral("é"), true);
    row("^\\u{1F600}$", QStringLiteral("😀"), true);
    row("^[[]$", QStringLiteral("["), true);
    row("[]", QStringLiteral("a"), false);
    row("^[^]$", QStringLiteral("\n"), true);
    row("^\\v$", QStringLiteral("\n"), false);
}

void TestValidator::readsExpressionsAsEcmaScriptDoes()
{
    QFETCH(QString, pattern);
    QFETCH(QString, text);
    QFETCH(bool, matches);
    const auto regex = Regex::compile(pattern.toStdString());
    QVERIFY2(regex.ok(), regex ? "" : qUtf8Printable(regex.error().sentence));
    QCOMPARE(regex->find(text.toStdString()), matches ? Regex::Match::Yes : Regex::Match::No);
}

QTEST_GUILESS_MAIN(TestValidator)
#include "tst_validator.moc"
