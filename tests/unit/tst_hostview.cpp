// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "accept/hostlist.h"
#include "accept/hostview.h"
#include "accept/schemamatch.h"
#include "json/document.h"

#include <QTest>

#include <algorithm>

using namespace sonde;
using namespace sonde::accept;

// What hosts make of the tools of a server.
class TestHostView : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void findsTheShapesOfASchema_data();
    void findsTheShapesOfASchema();
    void judgesATool_data();
    void judgesATool();
    void saysWhereAndWhoSaysSo();
    void findsEqualNames();
    void countsTools();
    void measuresDescriptions();
    void estimatesTokens();
    void whatIsNotKnownIsNotAccepted();
    void aConditionAloneLosesNothing();
    void hostileSchemasEnd_data();
    void hostileSchemasEnd();

private:
    static HostView view(const char *host, const QByteArrayList &tools);
};

HostView TestHostView::view(const char *host, const QByteArrayList &tools)
{
    JudgedOffer offer;
    offer.server = QStringLiteral("desk");
    for (const QByteArray &tool : tools)
        offer.tools.push_back(Bytes::fromByteArray(tool));
    return viewOf(*HostList::instance().find(QString::fromLatin1(host)), offer);
}

void TestHostView::findsTheShapesOfASchema_data()
{
    QTest::addColumn<int>("shape");
    QTest::addColumn<QByteArray>("schema");
    QTest::addColumn<QStringList>("places");
    const auto row = [](Shape shape, const char *schema, const QStringList &places) {
        QTest::addRow("%d %s", int(shape), schema) << int(shape) << QByteArray(schema) << places;
    };
    const auto at = [](const char *place) { return QStringList{QString::fromLatin1(place)}; };
    const QStringList none;
    row(Shape::Keyword, R"({"properties":{"a":{"x":1},"x":{}}})", at("/properties/a/x"));
    row(Shape::Keyword, R"({"enum":[{"x":1}],"items":[{"x":1}]})", at("/items/0/x"));
    row(Shape::OtherKeyword, R"({"x":1,"y":{}})", at("/y"));
    row(Shape::RootKeyword, R"({"x":1,"not":{"x":1}})", at("/x"));
    row(Shape::RootNotObject, R"({"type":"object","items":{}})", none);
    row(Shape::RootNotObject, R"({"type":["object"]})", at(""));
    row(Shape::NoProperties, R"({"type":"object","items":{"type":"object","properties":{}}})",
        at(""));
    row(Shape::MissingType, R"({"properties":{"a":{"description":"d"},"b":{"enum":[1]}}})",
        at("/properties/a"));
    row(Shape::MissingItems, R"({"items":{"type":"array"},"type":["array","null"]})", at("/items"));
    row(Shape::BooleanSchema, R"({"properties":{"a":true},"additionalProperties":true})",
        at("/properties/a"));
    row(Shape::TypeUnion, R"({"type":["string","integer"]})", at("/type"));
    row(Shape::NullableUnion, R"({"type":["string","null"],"items":{"type":["a","b"]}})",
        at("/type"));
    row(Shape::UnresolvedRef, R"({"$defs":{"a b":{}},"items":{"$ref":"#/$defs/c"}})",
        at("/items/$ref"));
    row(Shape::UnresolvedRef, R"({"$defs":{"a b":{}},"items":{"$ref":"#/$defs/a%20b"}})", none);
    row(Shape::UnresolvedRef, R"({"items":{"$ref":"#"},"not":{"$ref":"https://e.org/a"}})", none);
    row(Shape::UnresolvedRef, R"({"anyOf":[{}],"items":{"$ref":"#/anyOf/1"}})", at("/items/$ref"));
    row(Shape::CyclicRef, R"({"items":{"$ref":"#"}})", at("/items/$ref"));
    row(Shape::CyclicRef,
        R"({"$defs":{"a":{"$ref":"#/$defs/b"},"b":{"items":{"$ref":"#/$defs/a"}}}})",
        {QStringLiteral("/$defs/a/$ref"), QStringLiteral("/$defs/b/items/$ref")});
    row(Shape::CyclicRef, R"({"$defs":{"a":{"$ref":"#/$defs/b"},"b":{}}})", none);
    row(Shape::Format, R"({"format":"x","items":{"format":"uuid"}})", at("/items/format"));
    row(Shape::NonStringEnum, R"({"enum":["a"],"items":{"enum":["a",1]}})", at("/items/enum"));
    row(Shape::TupleItems, R"({"items":[{},{}]})", at("/items"));
    row(Shape::SeveralBranches, R"({"x":[{}],"items":{"x":[{},{}]}})", at("/items/x"));
    row(Shape::OpenObject,
        R"({"type":"object","items":{"type":"object","additionalProperties":false}})", at(""));
    row(Shape::OptionalProperty, R"({"properties":{"a":{},"b":{}},"required":["b"]})",
        at("/properties/a"));
    row(Shape::PropertyName, R"({"properties":{"a":{},"a b":{}}})", at("/properties/a b"));
    row(Shape::UndefinedRequired, R"({"properties":{"a":{}},"required":["a","b"]})",
        at("/required/1"));
    row(Shape::TooDeep, R"({"properties":{"a":{"properties":{"b":{"properties":{"c":{}}}}}}})",
        at("/properties/a/properties/b"));
    row(Shape::TooManyProperties, R"({"properties":{"a":{"properties":{"b":{},"c":{}}}}})",
        at("/properties/a/properties"));
    row(Shape::TooManyEnumValues, R"({"enum":[1,2,3]})", at("/enum"));
}

void TestHostView::findsTheShapesOfASchema()
{
    QFETCH(const int, shape);
    QFETCH(const QByteArray, schema);
    QFETCH(const QStringList, places);
    Fact fact;
    fact.shape = static_cast<Shape>(shape);
    fact.keywords = {"x"};
    fact.pattern = "^[a-z]+$";
    fact.max = 2;
    const auto document = json::Document::parse(Bytes::fromByteArray(schema));
    QVERIFY(document.isValid());
    QStringList found;
    for (const SchemaMatch &match : matchesOf(fact, SchemaPlaces(document.root())))
        found << match.place.pointer();
    QCOMPARE(found, places);
}

void TestHostView::judgesATool_data()
{
    QTest::addColumn<QByteArray>("host");
    QTest::addColumn<QByteArray>("tool");
    QTest::addColumn<int>("verdict");
    const auto row = [](const char *host, const char *what, const char *tool, Level verdict) {
        QTest::addRow("%s %s", host, what) << QByteArray(host) << QByteArray(tool) << int(verdict);
    };
    const char *plain = R"({"name":"a","inputSchema":{"type":"object","properties":{}}})";
    for (const char *host : {"claude-code", "vscode", "codex", "gemini-cli", "openai-api"})
        row(host, "plain", plain, Level::Accepted);
    row("openai-strict", "open", plain, Level::Refused);
    row("openai-strict", "strict",
        R"({"name":"a","inputSchema":{"type":"object","properties":{"a":{"type":["string","null"]}},
            "required":["a"],"additionalProperties":false}})",
        Level::Accepted);
    const char *branches =
        R"({"name":"a","inputSchema":{"type":"object","properties":{},"oneOf":[{},{}]}})";
    row("claude-code", "oneOf", branches, Level::Dropped);
    row("anthropic-api", "oneOf", branches, Level::Refused);
    row("vscode", "oneOf", branches, Level::Changed);
    row("codex", "oneOf", branches, Level::Changed);
    row("openai-api", "oneOf", branches, Level::Refused);
    const char *list =
        R"({"name":"a","inputSchema":{"type":"object","properties":{"l":{"type":"array"}}}})";
    row("vscode", "array", list, Level::Refused);
    row("openai-api", "array", list, Level::Refused);
    row("codex", "array", list, Level::Changed);
    row("claude-code", "array", list, Level::Accepted);
    const char *bound =
        R"({"name":"a","inputSchema":{"type":"object","properties":{"s":{"type":"string","minLength":1}}}})";
    row("codex", "bound", bound, Level::Ignored);
    row("vscode", "bound", bound, Level::Accepted); // only with some models
    const char *dot = R"({"name":"a.b","inputSchema":{"type":"object","properties":{}}})";
    row("claude-desktop", "dot", dot, Level::Refused);
    row("vscode", "dot", dot, Level::Changed);
    row("gemini-cli", "dot", dot, Level::Accepted);
    row("claude-code", "output schema",
        R"({"name":"a","inputSchema":{"type":"object"},"outputSchema":{"$ref":"#/$defs/b"}})",
        Level::Refused);
    row("codex", "nothing", "{}", Level::Accepted);
    row("codex", "not an object", "[1]", Level::Accepted);
}

void TestHostView::judgesATool()
{
    QFETCH(const QByteArray, host);
    QFETCH(const QByteArray, tool);
    const HostView made = view(host.constData(), {tool});
    QCOMPARE(made.tools.size(), std::size_t(1));
    QTEST(int(made.tools.front().verdict), "verdict");
}

void TestHostView::saysWhereAndWhoSaysSo()
{
    const HostView made =
        view("codex", {R"({"name":"a","inputSchema":{"type":"object","properties":{
            "s":{"type":"string","minLength":1,"maxLength":9},"t":{"type":"string","maxLength":9}}}})"});
    const ToolView &tool = made.tools.front();
    QCOMPARE(tool.seen, QStringLiteral("mcp__desk__a"));
    QCOMPARE(tool.issues.size(), std::size_t(1));
    const Issue &issue = tool.issues.front();
    QCOMPARE(issue.level, Level::Ignored);
    QCOMPARE(issue.what, QStringLiteral("minLength, maxLength"));
    QCOMPARE(issue.count, 3);
    QCOMPARE(issue.places,
        (QStringList{QStringLiteral("/inputSchema/properties/s/minLength"),
            QStringLiteral("/inputSchema/properties/s/maxLength"),
            QStringLiteral("/inputSchema/properties/t/maxLength")}));
    QVERIFY2(issue.fact->source.startsWith(QStringLiteral("https://github.com/openai/codex/")),
        qPrintable(issue.fact->source));
    QVERIFY(!made.isRefused());
}

void TestHostView::findsEqualNames()
{
    const QByteArrayList tools{R"({"name":"a.b","inputSchema":{"type":"object","properties":{}}})",
        R"({"name":"a_b","inputSchema":{"type":"object","properties":{}}})"};
    const HostView codex = view("codex", tools);
    QCOMPARE(codex.tools[1].verdict, Level::Dropped);
    QVERIFY(codex.isRefused());
    const HostView desktop = view("gemini-cli", tools);
    QVERIFY(desktop.tools[1].issues.empty()); // they stay apart
    const HostView unknown = view("vscode", tools);
    QCOMPARE(unknown.tools[1].issues.size(), std::size_t(1));
    QVERIFY(!unknown.tools[1].issues.front().fact);
}

void TestHostView::countsTools()
{
    QByteArrayList tools;
    for (int i = 0; i < 129; ++i)
        tools << R"({"name":"t)" + QByteArray::number(i)
                + R"(","inputSchema":{"type":"object","properties":{}}})";
    const HostView many = view("openai-api", tools);
    QCOMPARE(many.issues.size(), std::size_t(1));
    QVERIFY(many.isRefused());
    QCOMPARE(many.lost(), 0);
    QVERIFY(view("openai-api", tools.mid(1)).issues.empty());
    QVERIFY(!view("cursor", tools).issues.empty());
}

void TestHostView::measuresDescriptions()
{
    const auto tool = [](int length) -> QByteArray {
        return R"({"name":"a","description":")" + QByteArray(length, 'x')
            + R"(","inputSchema":{"type":"object"}})";
    };
    QCOMPARE(view("claude-code", {tool(2048)}).tools.front().verdict, Level::Accepted);
    const HostView cut = view("claude-code", {tool(2049)});
    QCOMPARE(cut.tools.front().verdict, Level::Changed);
    QCOMPARE(cut.tools.front().issues.front().places, QStringList{QStringLiteral("/description")});
}

void TestHostView::estimatesTokens()
{
    QCOMPARE(tokensOf(0), std::uint64_t(0));
    QCOMPARE(tokensOf(4), std::uint64_t(1));
    QCOMPARE(tokensOf(5), std::uint64_t(2));
    const auto size = [](const char *text) {
        const auto document = json::Document::parse(std::string_view(text));
        return sizeForModel(document.root());
    };
    QCOMPARE(size("{\"name\":\"a b\"}"), std::uint64_t(5));
    QCOMPARE(size("{\"name\":\"a\\\" b\",\"x\":\"ignored\"}"), std::uint64_t(7));
    QCOMPARE(
        size("{\"name\":\"a\",\"inputSchema\":{ \"type\" :\n \"object\" }}"), std::uint64_t(20));
    QCOMPARE(size("[]"), std::uint64_t(0));
}

void TestHostView::whatIsNotKnownIsNotAccepted()
{
    const HostView made = view("cursor", {R"({"name":"a","inputSchema":{"type":"object"}})"});
    QCOMPARE(made.tools.front().verdict, Level::NotKnown);
    QVERIFY(made.tools.front().seen.isEmpty());
}

void TestHostView::aConditionAloneLosesNothing()
{
    const HostView made =
        view("zed", {R"({"name":"a","inputSchema":{"type":"object","if":{},"then":{}}})"});
    QCOMPARE(made.tools.front().issues.front().level, Level::Dropped);
    QVERIFY(!made.tools.front().issues.front().isAlways());
    QCOMPARE(made.tools.front().verdict, Level::Accepted);
    QVERIFY(!made.isRefused());
}

void TestHostView::hostileSchemasEnd_data()
{
    QTest::addColumn<QByteArray>("schema");
    QByteArray deep;
    for (int i = 0; i < 400; ++i)
        deep += R"({"items":)";
    QTest::newRow("deep") << deep + "{}" + QByteArray(400, '}');
    QByteArray wide = R"({"properties":{)";
    for (int i = 0; i < 30'000; ++i)
        wide += (i > 0 ? ",\"" : "\"") + QByteArray::number(i) + R"(":{"$ref":"#/properties/)"
            + QByteArray::number((i + 1) % 30'000) + R"("})";
    QTest::newRow("wide and in a loop") << wide + "}}";
    QByteArray list = R"({"anyOf":[)";
    for (int i = 0; i < 30'000; ++i)
        list += (i > 0 ? R"(,{"$ref":"#/anyOf/)" : R"({"$ref":"#/anyOf/)")
            + QByteArray::number((i + 1) % 30'000) + R"("})";
    QTest::newRow("a long list in a loop") << list + "]}";
}

void TestHostView::hostileSchemasEnd()
{
    QFETCH(const QByteArray, schema);
    for (const JudgingHost &host : HostList::instance().all()) {
        const HostView made =
            view(host.id.toLatin1().constData(), {R"({"name":"a","inputSchema":)" + schema + '}'});
        const auto &issues = made.tools.front().issues;
        QVERIFY(std::any_of(issues.begin(), issues.end(),
            [](const Issue &issue) { return !issue.fact && issue.level == Level::NotKnown; }));
        for (const Issue &issue : issues)
            QVERIFY(issue.places.size() <= Issue::kMaxPlaces);
    }
}

QTEST_GUILESS_MAIN(TestHostView)
#include "tst_hostview.moc"
