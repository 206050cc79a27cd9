// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/uritemplate.h"

#include <QTest>

using namespace sonde;
using schema::UriTemplate;

class TestUriTemplate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void expandsTheExamplesOfTheRfc_data();
    void expandsTheExamplesOfTheRfc();
    void namesItsVariablesOnce();
    void refusesWhatIsNoTemplate_data();
    void refusesWhatIsNoTemplate();
    void refusesAPrefixOfAList();
    void countsCharactersNotBytes();
};

namespace {

// RFC 6570 section 3.2: the variables of all its examples.
const UriTemplate::Values &values()
{
    static const UriTemplate::Values all{
        {"count", UriTemplate::List{"one", "two", "three"}},
        {"dom", UriTemplate::List{"example", "com"}},
        {"dub", "me/too"},
        {"hello", "Hello World!"},
        {"half", "50%"},
        {"var", "value"},
        {"who", "fred"},
        {"base", "http://example.com/home/"},
        {"path", "/foo/bar"},
        {"list", UriTemplate::List{"red", "green", "blue"}},
        {"keys", UriTemplate::Map{{"semi", ";"}, {"dot", "."}, {"comma", ","}}},
        {"v", "6"},
        {"x", "1024"},
        {"y", "768"},
        {"empty", ""},
        {"empty_keys", UriTemplate::Map{}},
        {"year", UriTemplate::List{"1965", "2000", "2012"}},
        {"semi", ";"},
    };
    return all;
}

struct Example {
    const char *text;
    const char *expanded;
};
constexpr Example kExamples[] = {
    // 1.2, the four levels
    {"{var}", "value"},
    {"{hello}", "Hello%20World%21"},
    {"{+var}", "value"},
    {"{+hello}", "Hello%20World!"},
    {"{+path}/here", "/foo/bar/here"},
    {"here?ref={+path}", "here?ref=/foo/bar"},
    {"X{#var}", "X#value"},
    {"X{#hello}", "X#Hello%20World!"},
    {"map?{x,y}", "map?1024,768"},
    {"{x,hello,y}", "1024,Hello%20World%21,768"},
    {"{+x,hello,y}", "1024,Hello%20World!,768"},
    {"{+path,x}/here", "/foo/bar,1024/here"},
    {"{#x,hello,y}", "#1024,Hello%20World!,768"},
    {"{#path,x}/here", "#/foo/bar,1024/here"},
    {"X{.var}", "X.value"},
    {"X{.x,y}", "X.1024.768"},
    {"{/var}", "/value"},
    {"{/var,x}/here", "/value/1024/here"},
    {"{;x,y}", ";x=1024;y=768"},
    {"{;x,y,empty}", ";x=1024;y=768;empty"},
    {"{?x,y}", "?x=1024&y=768"},
    {"{?x,y,empty}", "?x=1024&y=768&empty="},
    {"?fixed=yes{&x}", "?fixed=yes&x=1024"},
    {"{&x,y,empty}", "&x=1024&y=768&empty="},
    // 3.2.1
    {"{count}", "one,two,three"},
    {"{count*}", "one,two,three"},
    {"{/count}", "/one,two,three"},
    {"{/count*}", "/one/two/three"},
    {"{;count}", ";count=one,two,three"},
    {"{;count*}", ";count=one;count=two;count=three"},
    {"{?count}", "?count=one,two,three"},
    {"{?count*}", "?count=one&count=two&count=three"},
    {"{&count*}", "&count=one&count=two&count=three"},
    // 3.2.2
    {"{half}", "50%25"},
    {"O{empty}X", "OX"},
    {"O{undef}X", "OX"},
    {"{x,y}", "1024,768"},
    {"?{x,empty}", "?1024,"},
    {"?{x,undef}", "?1024"},
    {"?{undef,y}", "?768"},
    {"{var:3}", "val"},
    {"{var:30}", "value"},
    {"{list}", "red,green,blue"},
    {"{list*}", "red,green,blue"},
    {"{keys}", "semi,%3B,dot,.,comma,%2C"},
    {"{keys*}", "semi=%3B,dot=.,comma=%2C"},
    // 3.2.3
    {"{+half}", "50%25"},
    {"{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"},
    {"{+base}index", "http://example.com/home/index"},
    {"O{+empty}X", "OX"},
    {"O{+undef}X", "OX"},
    {"up{+path}{var}/here", "up/foo/barvalue/here"},
    {"{+path:6}/here", "/foo/b/here"},
    {"{+list}", "red,green,blue"},
    {"{+keys}", "semi,;,dot,.,comma,,"},
    {"{+keys*}", "semi=;,dot=.,comma=,"},
    // 3.2.4
    {"{#half}", "#50%25"},
    {"foo{#empty}", "foo#"},
    {"foo{#undef}", "foo"},
    {"{#path:6}/here", "#/foo/b/here"},
    {"{#keys*}", "#semi=;,dot=.,comma=,"},
    // 3.2.5
    {"{.who}", ".fred"},
    {"{.who,who}", ".fred.fred"},
    {"{.half,who}", ".50%25.fred"},
    {"www{.dom*}", "www.example.com"},
    {"X{.empty}", "X."},
    {"X{.undef}", "X"},
    {"X{.var:3}", "X.val"},
    {"X{.list}", "X.red,green,blue"},
    {"X{.list*}", "X.red.green.blue"},
    {"X{.keys}", "X.semi,%3B,dot,.,comma,%2C"},
    {"X{.keys*}", "X.semi=%3B.dot=..comma=%2C"},
    {"X{.empty_keys}", "X"},
    {"X{.empty_keys*}", "X"},
    // 3.2.6
    {"{/who,who}", "/fred/fred"},
    {"{/half,who}", "/50%25/fred"},
    {"{/who,dub}", "/fred/me%2Ftoo"},
    {"{/var,empty}", "/value/"},
    {"{/var,undef}", "/value"},
    {"{/var:1,var}", "/v/value"},
    {"{/list*,path:4}", "/red/green/blue/%2Ffoo"},
    {"{/keys*}", "/semi=%3B/dot=./comma=%2C"},
    // 3.2.7
    {"{;who}", ";who=fred"},
    {"{;half}", ";half=50%25"},
    {"{;empty}", ";empty"},
    {"{;v,empty,who}", ";v=6;empty;who=fred"},
    {"{;v,bar,who}", ";v=6;who=fred"},
    {"{;hello:5}", ";hello=Hello"},
    {"{;list}", ";list=red,green,blue"},
    {"{;list*}", ";list=red;list=green;list=blue"},
    {"{;keys}", ";keys=semi,%3B,dot,.,comma,%2C"},
    {"{;keys*}", ";semi=%3B;dot=.;comma=%2C"},
    // 3.2.8
    {"{?who}", "?who=fred"},
    {"{?half}", "?half=50%25"},
    {"{?x,y,undef}", "?x=1024&y=768"},
    {"{?var:3}", "?var=val"},
    {"{?list*}", "?list=red&list=green&list=blue"},
    {"{?keys}", "?keys=semi,%3B,dot,.,comma,%2C"},
    {"{?keys*}", "?semi=%3B&dot=.&comma=%2C"},
    // 3.2.9
    {"{&who}", "&who=fred"},
    {"{&half}", "&half=50%25"},
    {"{&var:3}", "&var=val"},
    {"{&keys*}", "&semi=%3B&dot=.&comma=%2C"},
};

} // namespace

void TestUriTemplate::expandsTheExamplesOfTheRfc_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("expanded");
    for (const Example &example : kExamples)
        QTest::newRow(example.text)
            << QString::fromUtf8(example.text) << QString::fromUtf8(example.expanded);
}

void TestUriTemplate::expandsTheExamplesOfTheRfc()
{
    QFETCH(QString, text);
    QFETCH(QString, expanded);
    const auto parsed = UriTemplate::parse(text.toStdString());
    QVERIFY2(parsed.ok(), parsed ? "" : qUtf8Printable(parsed.error().sentence));
    const auto uri = parsed->expand(values());
    QVERIFY(uri.ok());
    QCOMPARE(QString::fromStdString(*uri), expanded);
}

void TestUriTemplate::namesItsVariablesOnce()
{
    const auto parsed = UriTemplate::parse("demo://{station}/{?from,to,station}{&tags*}");
    QVERIFY(parsed.ok());
    QCOMPARE(parsed->variables(), (std::vector<std::string>{"station", "from", "to", "tags"}));
    QVERIFY(parsed->isExploded("tags"));
    QVERIFY(!parsed->isExploded("from"));
}

void TestUriTemplate::refusesWhatIsNoTemplate_data()
{
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *text, const char *sentence) {
        QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(sentence);
    };
    row("a{b", "a brace is not matched (at character 2)");
    row("a}b", "a brace is not matched (at character 2)");
    row("{a{b}}", "a brace is not matched (at character 1)");
    row("{}", "is not a valid variable name (at character 2)");
    row("{a,}", "is not a valid variable name (at character 4)");
    row("{=a}", "is reserved (at character 2)");
    row("{a b}", "is not a valid variable name");
    row("{a:0}", "a prefix length must be a number");
    row("{a:10000}", "a prefix length must be a number");
    row("{a:}", "a prefix length must be a number");
    row("a b", "is not allowed outside braces (at character 2)");
    row("50%", "is not allowed outside braces (at character 3)");
}

void TestUriTemplate::refusesWhatIsNoTemplate()
{
    QFETCH(QString, text);
    QFETCH(QString, sentence);
    const auto parsed = UriTemplate::parse(text.toStdString());
    QVERIFY(!parsed.ok());
    QVERIFY2(parsed.error().sentence.contains(sentence), qUtf8Printable(parsed.error().sentence));
}

void TestUriTemplate::refusesAPrefixOfAList()
{
    const auto uri = UriTemplate::parse("{list:3}")->expand(values());
    QVERIFY(!uri.ok());
    QVERIFY(uri.error().sentence.contains(QStringLiteral("“list” has several values")));
}

void TestUriTemplate::countsCharactersNotBytes()
{
    const auto parsed = UriTemplate::parse("{x:2}");
    QVERIFY(parsed.ok());
    const auto uri = parsed->expand({{"x", std::string("äöü")}});
    QCOMPARE(QString::fromStdString(*uri), QStringLiteral("%C3%A4%C3%B6"));
}

QTEST_GUILESS_MAIN(TestUriTemplate)
#include "tst_uritemplate.moc"
