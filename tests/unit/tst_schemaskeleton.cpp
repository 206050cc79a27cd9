// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/call/schemaskeleton.h"
#include "session/catalog/fuzzymatch.h"
#include "json/document.h"
#include "json/singleline.h"

#include <QTest>

using namespace sonde;

namespace {

QByteArray skeleton(const char *schema)
{
    const auto document = json::Document::parse(std::string_view(schema));
    return QByteArray::fromStdString(session::argumentSkeleton(document.root()));
}

// Single quotes are easier to read than escaped ones.
QByteArray quoted(QByteArray text)
{
    return text.replace('\'', '"');
}

} // namespace

class TstSchemaSkeleton : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void writesWhatTheSchemaGives_data()
    {
        QTest::addColumn<QByteArray>("schema");
        QTest::addColumn<QByteArray>("expected");
        const auto row = [](const char *name, const char *schema, const char *expected) {
            QTest::newRow(name) << QByteArray(schema) << QByteArray(expected);
        };
        row("nothing required", R"({"properties":{"a":{"type":"string"}}})", "{}");
        row("no schema at all", "null", "{}");
        row("nothing that a person must decide",
            R"({"properties":{"s":{"type":"string"},"n":{"type":"integer"}},)"
            R"("required":["s","n"]})",
            "{}");
        row("numbers as the schema wrote them",
            R"({"properties":{"n":{"default":9007199254740993}},"required":["n"]})",
            "{\n  \"n\": 9007199254740993\n}");
        row("const before default",
            R"({"properties":{"k":{"const":"x","default":"y"}},"required":["k"]})",
            "{\n  \"k\": \"x\"\n}");
        row("no choice of an enum",
            R"({"properties":{"u":{"enum":["metric","imperial"]}},)"
            R"("required":["u"]})",
            "{}");
        row("the only one of an enum",
            R"({"properties":{"u":{"enum":["metric"]}},)"
            R"("required":["u"]})",
            "{\n  \"u\": \"metric\"\n}");
        row("nested",
            R"({"properties":{"o":{"type":"object","properties":{"b":{"default":false},)"
            R"("c":{"type":"string"}},"required":["b","c"]}},"required":["o"]})",
            "{\n  \"o\": {\n    \"b\": false\n  }\n}");
        row("a reference",
            R"({"$defs":{"p":{"default":[]}},"properties":{"p":)"
            R"({"$ref":"#/$defs/p"}},"required":["p"]})",
            "{\n  \"p\": []\n}");
        row("no empty object",
            R"({"properties":{"o":{"type":"object","properties":{"c":{"type":"string"}},)"
            R"("required":["c"]}},"required":["o"]})",
            "{}");
        row("required without a property", R"({"required":["x"]})", "{}");
    }

    void writesWhatTheSchemaGives()
    {
        QFETCH(QByteArray, schema);
        QFETCH(QByteArray, expected);
        QCOMPARE(skeleton(schema.constData()), expected);
        const auto document = json::Document::parse(
            std::string_view(expected.constData(), std::size_t(expected.size())));
        QVERIFY(document.isValid());
    }

    void endsOnASchemaThatContainsItself()
    {
        const QByteArray schema = quoted("{'$defs':{'n':{'type':'object','properties':{'n':"
                                         "{'$ref':'#/$defs/n'}},'required':['n']}},'properties':"
                                         "{'n':{'$ref':'#/$defs/n'}},'required':['n']}");
        const QByteArray text = skeleton(schema.constData());
        QVERIFY(json::Document::parse(std::string_view(text.constData(), std::size_t(text.size())))
                    .isValid());
        QVERIFY(text.size() < 1000);
    }

    void staysSmallOnASchemaThatMultiplies()
    {
        QByteArrayList names;
        QByteArrayList properties;
        for (int i = 0; i < 20; ++i) {
            const QByteArray name = quoted("'" + QByteArray::number(i) + "'");
            names << name;
            properties << name + quoted(":{'$ref':'#'}");
        }
        const QByteArray schema = quoted("{'type':'object','properties':{") + properties.join(',')
            + quoted("},'required':[") + names.join(',') + "]}";
        QCOMPARE(skeleton(schema.constData()), QByteArray("{}"));
    }

    void takesOnlyLineEndsAndIndentationOut_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QByteArray>("line");
        QTest::newRow("one line") << QByteArray("{ \"a\" : 1e400 }")
                                  << QByteArray("{ \"a\" : 1e400 }");
        QTest::newRow("indented") << QByteArray("{\n  \"a\": 1.0,\r\n\t\"b c\":  -0\n}\n")
                                  << QByteArray("{\"a\": 1.0,\"b c\":  -0}");
        QTest::newRow("nothing") << QByteArray() << QByteArray();
        QTest::newRow("only line ends") << QByteArray("\n\n") << QByteArray();
    }

    void takesOnlyLineEndsAndIndentationOut()
    {
        QFETCH(QByteArray, text);
        QFETCH(QByteArray, line);
        QCOMPARE(json::singleLine(Bytes::fromByteArray(text)).toByteArray(), line);
    }

    void findsNamesByTheirLetters()
    {
        using session::fuzzyScore;
        QVERIFY(fuzzyScore(u"gwt", u"get_weather").has_value());
        QVERIFY(!fuzzyScore(u"gwx", u"get_weather").has_value());
        QVERIFY(*fuzzyScore(u"call", u"Call") > *fuzzyScore(u"call", u"Cancel the call"));
        QVERIFY(*fuzzyScore(u"trace", u"Trace") > *fuzzyScore(u"trace", u"t-r-a-c-e"));
    }
};

QTEST_GUILESS_MAIN(TstSchemaSkeleton)
#include "tst_schemaskeleton.moc"
