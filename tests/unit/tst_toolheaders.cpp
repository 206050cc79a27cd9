// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/message/toolheaders.h"

#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mcp;

namespace {

json::Document documentOf(const QByteArray &text)
{
    auto document = json::Document::parse(Bytes::fromByteArray(text));
    if (document.error())
        qFatal("a test's text is no JSON: %s", text.constData());
    return document;
}

// "Name=a.b:type …", or the sentence.
QString shown(const QByteArray &schema)
{
    const json::Document document = documentOf(schema);
    const auto headers = readToolHeaders(document.root());
    if (!headers)
        return headers.error().sentence;
    QStringList list;
    for (const ToolHeader &header : *headers) {
        QStringList path;
        for (const std::string &key : header.path)
            path += QString::fromStdString(key);
        const char *type = header.type == ToolHeader::Type::String ? "string"
            : header.type == ToolHeader::Type::Integer             ? "integer"
                                                                   : "boolean";
        list += QStringLiteral("%1=%2:%3")
                    .arg(QString::fromLatin1(header.name), path.join(u'.'), QLatin1String(type));
    }
    return list.join(u' ');
}

QByteArray withProperty(const QByteArray &schema)
{
    return QByteArray(R"({"type":"object","properties":{"p":)") + schema + "}}";
}

} // namespace

class TestToolHeaders : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsAnnotatedProperties();
    void refusesATool_data();
    void refusesATool();
    void takesNoDataForAnAnnotation();
    void showsHostileNamesTame();
    void boundsDepthAndNumber();
    void repeatsArgumentsInHeaders_data();
    void repeatsArgumentsInHeaders();
    void readsTheValueAtItsExactPath();
};

void TestToolHeaders::readsAnnotatedProperties()
{
    QCOMPARE(shown("{}"), QString());
    QCOMPARE(shown("null"), QString());
    QCOMPARE(shown(R"({"type":"object","properties":{
        "region":{"type":"string","x-mcp-header":"Region"},"query":{"type":"string"},
        "n":{"type":"integer","x-mcp-header":"N"},
        "in":{"type":"object","properties":{
            "on":{"type":"boolean","x-mcp-header":"X-On!"},
            "properties":{"properties":{"items":{"type":"string","x-mcp-header":"Deep"}}}}},
        "last":{"x-mcp-header":"Method","type":"string","enum":["a"]}}})"),
        QStringLiteral("Region=region:string N=n:integer X-On!=in.on:boolean "
                       "Deep=in.properties.items:string Method=last:string"));
}

void TestToolHeaders::refusesATool_data()
{
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const QByteArray &schema, const char *says) {
        QTest::newRow(name) << schema << QString::fromUtf8(says);
    };
    const auto two = [](const char *first, const char *second) -> QByteArray {
        return QByteArray(R"({"properties":{"a":{"type":"string","x-mcp-header":")") + first
            + R"("},"b":{"type":"string","x-mcp-header":")" + second + R"("}}})";
    };
    // Those of the official suite's http-invalid-tool-headers.
    row("empty", withProperty(R"({"type":"string","x-mcp-header":""})"), "is empty");
    row("object", withProperty(R"({"type":"object","x-mcp-header":"A"})"), "type is \"object\"");
    row("array", withProperty(R"({"type":"array","items":{"type":"string"},"x-mcp-header":"A"})"),
        "type is \"array\"");
    row("null", withProperty(R"({"type":"null","x-mcp-header":"A"})"), "type is \"null\"");
    row("number", withProperty(R"({"type":"number","x-mcp-header":"A"})"), "type is \"number\"");
    row("twice", two("Region", "Region"), "more than one property");
    row("twice but for case", two("MyField", "myfield"), "more than one property");
    row("blank", withProperty(R"({"type":"string","x-mcp-header":"My Region"})"), "“My Region”");
    row("colon", withProperty(R"({"type":"string","x-mcp-header":"Region:Primary"})"), "character");
    row("non-ASCII", withProperty("{\"type\":\"string\",\"x-mcp-header\":\"R\xc3\xa9gion\"}"),
        "character");
    row("control", withProperty(R"({"type":"string","x-mcp-header":"Re\u0007gion"})"), "character");

    row("line end", withProperty(R"({"type":"string","x-mcp-header":"A\r\nB: c"})"), "character");
    row("NUL", withProperty(R"({"type":"string","x-mcp-header":"\u0000"})"), "character");
    row("no string", withProperty(R"({"type":"string","x-mcp-header":1})"), "not a string");
    row("null annotation", withProperty(R"({"type":"string","x-mcp-header":null})"),
        "not a string");
    row("no type", withProperty(R"({"x-mcp-header":"A"})"), "not given");
    row("types", withProperty(R"({"type":["string","null"],"x-mcp-header":"A"})"), "type is [");
    row("root", R"({"type":"string","x-mcp-header":"A"})", "reached through");
    const QByteArray annotated(R"({"type":"string","x-mcp-header":"A"})");
    const QByteArray inside = R"({"properties":{"p":)" + annotated + "}}";
    for (const char *keyword : {"items", "contains", "additionalProperties", "not", "if", "then",
             "else", "propertyNames"}) {
        row(keyword, withProperty("{\"" + QByteArray(keyword) + "\":" + annotated + "}"),
            "reached");
        row(keyword, "{\"" + QByteArray(keyword) + "\":" + inside + "}", "reached");
    }
    for (const char *keyword : {"oneOf", "anyOf", "allOf", "prefixItems", "items"})
        row(keyword, "{\"" + QByteArray(keyword) + "\":[{}," + inside + "]}", "reached");
    for (const char *keyword : {"$defs", "definitions", "patternProperties", "dependentSchemas"})
        row(keyword, "{\"" + QByteArray(keyword) + "\":{\"x\":" + annotated + "}}", "reached");
    row("$ref", R"({"properties":{"a":{"$ref":"#/$defs/x"}},"$defs":{"x":)" + annotated + "}}",
        "reached");
}

void TestToolHeaders::refusesATool()
{
    QFETCH(QByteArray, schema);
    QFETCH(QString, says);
    const json::Document document = documentOf(schema);
    const auto headers = readToolHeaders(document.root());
    QVERIFY(!headers);
    QCOMPARE(headers.error().domain, Domain::Protocol);
    const QString &sentence = headers.error().sentence;
    QVERIFY2(sentence.contains(says), qPrintable(sentence));
    QVERIFY(sentence.endsWith(u'.'));
}

void TestToolHeaders::takesNoDataForAnAnnotation()
{
    QCOMPARE(shown(R"({"properties":{"x-mcp-header":{"type":"string"}}})"), QString());
    QCOMPARE(shown(R"({"default":{"x-mcp-header":"A"},"enum":[{"x-mcp-header":"B"}],
        "const":{"x-mcp-header":"C"},"examples":[{"x-mcp-header":"D"}]})"),
        QString());
}

void TestToolHeaders::showsHostileNamesTame()
{
    const QString sentence =
        shown(withProperty(R"({"type":"string","x-mcp-header":"\u001b[31m\u202e\n"})"));
    QVERIFY(!sentence.contains(QChar(0x1b)));
    QVERIFY(!sentence.contains(QChar(0x202e)));
    const QByteArray name(100'000, ' ');
    QVERIFY(shown(withProperty("{\"type\":\"string\",\"x-mcp-header\":\"" + name + "\"}")).size()
        < 500);
}

void TestToolHeaders::boundsDepthAndNumber()
{
    const auto nested = [](int depth, const char *open) -> QByteArray {
        return QByteArray(open).repeated(depth) + "{\"x-mcp-header\":1}"
            + QByteArray("}}").repeated(depth);
    };
    QVERIFY(shown(nested(150, R"({"properties":{"a":)")).contains(QStringLiteral("not a string")));
    QVERIFY(shown(nested(4000, R"({"properties":{"a":)")).contains(QStringLiteral("too large")));
    QVERIFY(shown(nested(4000, R"({"$defs":{"a":)")).contains(QStringLiteral("too large")));
    QByteArray many = R"({"oneOf":[{})" + QByteArray(",{}").repeated(100'001) + "]}";
    QCOMPARE(shown(many), QString()); // nothing is annotated
    many.replace(R"([{})", R"([{"x\u002dmcp-header":1})");
    QVERIFY(shown(many).contains(QStringLiteral("too large")));
    many = R"({"properties":{"a":{})";
    for (int i = 0; i <= 200; ++i)
        many += R"(,"a":{"type":"string","x-mcp-header":"A)" + QByteArray::number(i) + "\"}";
    QVERIFY(shown(many + "}}").contains(QStringLiteral("More than 200")));
}

void TestToolHeaders::repeatsArgumentsInHeaders_data()
{
    QTest::addColumn<QByteArray>("argument");
    QTest::addColumn<QByteArray>("value");
    const auto row = [](const QByteArray &argument, const QByteArray &value) {
        QTest::newRow(argument.constData()) << argument << value;
    };
    row("\"us-west1\"", "us-west1");
    row("\"\"", "");
    row("\" a\"", "=?base64?IGE=?=");
    row("\"\\u4e16\"", "=?base64?5LiW?=");
    row("true", "true");
    row("false", "false");
    row("42", "42");
    row("-7", "-7");
    row("-0", "0");
    row("42.0", "42");
    row("4.2e1", "42");
    row("9007199254740991", "9007199254740991");
    row("-9007199254740991", "-9007199254740991");
    for (const char *none : {"null", "9007199254740992", "-9007199254740992", "1e400", "1.5",
             "123456789012345678901234567890", "{}", "[]", "[\"a\"]"})
        row(none, QByteArray());
}

void TestToolHeaders::repeatsArgumentsInHeaders()
{
    QFETCH(QByteArray, argument);
    QFETCH(QByteArray, value);
    const json::Document document = documentOf("{\"p\":" + argument + "}");
    const auto fields = toolHeaderFields({{"Region", {"p"}, {}}}, document.root());
    QCOMPARE(fields.size(), std::size_t(value.isNull() ? 0 : 1));
    if (fields.empty())
        return;
    QCOMPARE(fields[0].name, QByteArray("Mcp-Param-Region"));
    QCOMPARE(fields[0].value, value);
    QVERIFY(!fields[0].secret);
}

void TestToolHeaders::readsTheValueAtItsExactPath()
{
    const json::Document document = documentOf(R"({"a.b":"1","a":{"b":"2","c":{"b":"3"}}})");
    const std::vector<ToolHeader> headers{{"One", {"a.b"}, {}}, {"Two", {"a", "b"}, {}},
        {"Three", {"a", "c", "b"}, {}}, {"None", {"b"}, {}}, {"Through", {"a", "b", "c"}, {}}};
    const auto fields = toolHeaderFields(headers, document.root());
    QCOMPARE(fields.size(), std::size_t(3));
    QCOMPARE(fields[0].value, QByteArray("1"));
    QCOMPARE(fields[1].value, QByteArray("2"));
    QCOMPARE(fields[2].value, QByteArray("3"));
    QVERIFY(toolHeaderFields(headers, {}).empty());
}

QTEST_GUILESS_MAIN(TestToolHeaders)
#include "tst_toolheaders.moc"
