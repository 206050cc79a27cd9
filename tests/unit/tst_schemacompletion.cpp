// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/completion.h"

#include <QTest>

using namespace sonde;
using schema::Completion;
using schema::Proposals;

// What is proposed where. In the texts, ^ is the caret.
class TestSchemaCompletion : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void proposesWhatMayStandAtTheCaret_data();
    void proposesWhatMayStandAtTheCaret();
    void replacesWhatWasBegun_data();
    void replacesWhatWasBegun();
    void saysWhatAPropertyIs();
    void proposesNothingForALongText();
    void proposesAtMostSoMany();
};

namespace {

constexpr const char *kSchema = R"({
  "type": "object",
  "properties": {
    "title": {"type": "string", "description": "What it is called"},
    "kind": {"enum": ["walk", "talk", "a \"quoted\" one"]},
    "open": {"type": "boolean"},
    "note": {"anyOf": [{"type": "string", "examples": ["by bus"]}, {"type": "null"}]},
    "zoom": {"type": "integer", "default": 9007199254740993},
    "place": {"oneOf": [{"$ref": "#/$defs/geo"}, {"$ref": "#/$defs/address"}]},
    "pair": {"type": "array", "prefixItems": [{"const": 1.0}, {"enum": ["x"]}], "items": false},
    "parts": {"type": "array", "items": {"$ref": "#"}},
    "labels": {"type": "object", "additionalProperties": {"enum": ["red", "green"]}}
  },
  "required": ["title", "kind"],
  "if": {"properties": {"kind": {"const": "walk"}}, "required": ["kind"]},
  "then": {"properties": {"boots": {"type": "boolean"}}, "required": ["boots"]},
  "dependentSchemas": {"zoom": {"properties": {"centre": {"type": "array"}}}},
  "$defs": {
    "geo": {"type": "object", "properties": {"type": {"const": "geo"}, "lat": {}, "lon": {}}},
    "address": {"type": "object", "properties": {"type": {"const": "address"}, "street": {}}}
  }
})";

Completion completion(std::string_view schema)
{
    return Completion(std::make_shared<json::Document>(json::Document::parse(schema)));
}

Proposals at(std::string_view schema, std::string text)
{
    const std::size_t caret = text.find('^');
    text.erase(caret, 1);
    return completion(schema).at(text, caret);
}

QString texts(const Proposals &proposals)
{
    QStringList out;
    for (const auto &proposal : proposals.list)
        out << QString::fromStdString(proposal.text);
    return out.join(u' ');
}

} // namespace

void TestSchemaCompletion::proposesWhatMayStandAtTheCaret_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("proposed");
    const char *const rest =
        R"("title" "kind" "open" "note" "zoom" "place" "pair" "parts" "labels")";
    const auto row = [](const char *name, const char *text, const char *proposed) {
        QTest::newRow(name) << QString::fromLatin1(text) << QString::fromLatin1(proposed);
    };
    row("an empty text", "^", "{}");
    row("names", "{^}", rest);
    row("names of an object without end", "{\n  \"^\n", rest);
    row("begun name", R"({"p^"})", R"("place" "pair" "parts")");
    row("begun without a quote", "{ti^}", R"("title")");
    row("not in the case it has", R"({"TI^})", R"("title")");
    row("a name that is there in full", R"({"title"^:1})", "");
    row("only what is not there", R"({"title":"a","kind":"talk","open":true,
        "note":null,"zoom":1,"place":{},"pair":[],^"labels":{}})",
        R"("parts" "labels" "centre")");
    row("members behind the caret", R"({"l^":{},"title":"a"})", R"("labels")");
    row("a comma is missing behind", R"({"o^ "title":"a"})", R"("open")");
    row("enum", R"({"kind":^})", R"("walk" "talk" "a \"quoted\" one")");
    row("begun enum", R"({"kind": "t^)", R"("talk")");
    row("boolean", R"({"open":^)", "true false");
    row("begun boolean", R"({"open":t^})", "true");
    row("example and null", R"({"note":^})", R"("by bus" null)");
    row("default, as written", R"({"zoom":^})", "9007199254740993");
    row("all branches", R"({"place":{"^"}})", R"("type" "lat" "lon" "street")");
    row("the branch that fits", R"({"place":{"type":"geo","^"}})", R"("lat" "lon")");
    row("what tells branches apart", R"({"place":{"type":^}})", R"("geo" "address")");
    row("first of a tuple", R"({"pair":[^)", "1.0");
    row("second of a tuple", R"({"pair":[1.0, ^])", R"("x")");
    row("third of a tuple", R"({"pair":[1.0, "x", ^])", "");
    row("through itself", R"({"parts":[{"parts":[{"kind":"w^)", R"("walk")");
    row("a further name", R"({"labels":{"any":"^"}})", R"("red" "green")");
    row("a condition that holds", R"({"kind":"walk","b^"})", R"("boots")");
    row("a condition that does not", R"({"kind":"talk","b^"})", "");
    row("what a name brings with it", R"({"zoom":1,"c^"})", R"("centre")");
    row("behind a value", R"({"kind":"walk" ^})", "");
    row("behind a string", R"({"kind":"walk"^})", "");
    row("the text before is broken", R"({"open":yes, "^"})", "");
    row("in an unknown place", R"({"other":{"^"}})", "");
    row("free text", R"({"title":"^"})", "");
}

void TestSchemaCompletion::proposesWhatMayStandAtTheCaret()
{
    QFETCH(QString, text);
    QFETCH(QString, proposed);
    QCOMPARE(texts(at(kSchema, text.toStdString())), proposed);
}

void TestSchemaCompletion::replacesWhatWasBegun_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("after"); // the first proposal put in
    QTest::addColumn<bool>("names");
    QTest::newRow("nothing begun") << R"({^})"
                                   << R"({"title":})" << true;
    QTest::newRow("a quote") << R"({"^})"
                             << R"({"title":})" << true;
    QTest::newRow("both quotes") << R"({"^"})"
                                 << R"({"title":})" << true;
    QTest::newRow("a colon is there") << R"({"ki^" : 1})"
                                      << R"({"kind" : 1})" << true;
    QTest::newRow("before another name") << R"({"^"open":true})"
                                         << R"({"title":"open":true})" << true;
    QTest::newRow("an unclosed name on its line") << "{\n\"k^\n}"
                                                  << "{\n\"kind\":\n}" << true;
    QTest::newRow("a whole string") << R"({"kind":"wa^xyz"})"
                                    << R"({"kind":"walk"})" << false;
    QTest::newRow("a word") << R"({"open":f^als})"
                            << R"({"open":false})" << false;
    QTest::newRow("in front of a string") << R"({"kind":^"walk"})"
                                          << R"({"kind":"walk"})" << false;
}

void TestSchemaCompletion::replacesWhatWasBegun()
{
    QFETCH(QString, text);
    QFETCH(QString, after);
    QFETCH(bool, names);
    const Proposals proposals = at(kSchema, text.toStdString());
    QVERIFY(!proposals.list.empty());
    QCOMPARE(proposals.names, names);
    QString whole = text;
    whole.remove(u'^');
    QString put = QString::fromStdString(proposals.list.front().text);
    if (proposals.names && proposals.needsColon)
        put += u':';
    whole.replace(int(proposals.begin), int(proposals.end - proposals.begin), put);
    QCOMPARE(whole, after);
}

void TestSchemaCompletion::saysWhatAPropertyIs()
{
    const Proposals proposals = at(kSchema, "{^}");
    QVERIFY(proposals.list.size() > 3);
    QCOMPARE(proposals.list[0].detail, QStringLiteral("string"));
    QCOMPARE(proposals.list[0].description, QStringLiteral("What it is called"));
    QVERIFY(proposals.list[0].required);
    QVERIFY(proposals.list[1].required);
    QCOMPARE(proposals.list[1].detail, QStringLiteral("enum"));
    QVERIFY(!proposals.list[2].required);
}

void TestSchemaCompletion::proposesNothingForALongText()
{
    const std::string space(Completion::kMaxText, ' ');
    QVERIFY(completion(kSchema).at("{" + space, 1).list.empty());
    QVERIFY(!completion(kSchema).at("{" + space.substr(1), 1).list.empty());
}

void TestSchemaCompletion::proposesAtMostSoMany()
{
    std::string schema = R"({"properties":{)";
    for (int i = 0; i < 5000; ++i)
        schema += (i ? ",\"p" : "\"p") + std::to_string(i) + "\":{}";
    schema += "}}";
    QCOMPARE(at(schema, "{^}").list.size(), Completion::kMaxProposals);
    const QString one = texts(at(schema, "{\"p4321^"));
    QCOMPARE(one, QStringLiteral("\"p4321\""));
    const std::string longValue(Completion::kMaxValue, 'x');
    QVERIFY(at(R"({"enum":[")" + longValue + "\"]}", "^").list.empty());
}

QTEST_GUILESS_MAIN(TestSchemaCompletion)
#include "tst_schemacompletion.moc"
