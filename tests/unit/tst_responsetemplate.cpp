// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "rpc/lifecycle.h"
#include "rpc/responsetemplate.h"
#include "support/breakpointeffects.h"

#include <QTest>

using namespace sonde;
using namespace sonde::tests;
using namespace Qt::StringLiterals;
using rpc::Channel;

// What the response of a breakpoint takes over from the request.
class TestResponseTemplate : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void takesOverValues_data();
    void takesOverValues();
    void saysWhichValueIsMissing();
    void namesWhatNoRequestHas_data();
    void namesWhatNoRequestHas();
    void answersWithValuesOfTheRequest();
    void sendsTheRequestAsItWasWithoutTheValue();
    void boundsTheResponse();
};

namespace {

constexpr auto kRequest =
    R"({"jsonrpc":"2.0","id":"a\u00e9","method":"tools/call","params":{"name":"get_weather",)"
    R"("arguments":{"city":"Reykjav\u00edk \"x\"","n":9007199254740993,"f":1.0,"big":1e400,)"
    R"("on":true,"list":[1, {"k":"v"}],"a b":-0,"x/y":2}}})";

rpc::Message request()
{
    rpc::Message message;
    rpc::decodeOne(Bytes::copyOf(kRequest), message);
    return message;
}

tap::Breakpoint respondWith(const char *text)
{
    tap::Breakpoint one;
    one.number = 3;
    one.action.kind = tap::BreakpointAction::Kind::Respond;
    one.action.text = text;
    return one;
}

} // namespace

void TestResponseTemplate::takesOverValues_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("filled");
    const auto row = [](const char *name, const char *text, const char *filled) {
        QTest::newRow(name) << QByteArray(text) << QByteArray(filled);
    };
    row("nothing", R"({"a":{"b":{"c":1}}})", R"({"a":{"b":{"c":1}}})");
    row("a whole string", R"({"a":"{{params.name}}"})", R"({"a":"get_weather"})");
    row("the id as it is written", R"({"a":"{{id}}"})", R"({"a":"a\u00e9"})");
    row("with blanks", R"({"a":"{{ method }}"})", R"({"a":"tools/call"})");
    row("part of a string", R"({"a":"in {{params.arguments.city}}!"})",
        R"({"a":"in Reykjav\u00edk \"x\"!"})");
    row("two of them", R"({"a":"{{params.name}}{{method}}"})", R"({"a":"get_weathertools/call"})");
    row("every digit", R"(["{{params.arguments.n}}","{{params.arguments.f}}"])",
        R"([9007199254740993,1.0])");
    row("what no double holds", R"(["{{params.arguments.big}}"])", R"([1e400])");
    row("a number in a text", R"(["n is {{params.arguments.n}}"])", R"(["n is 9007199254740993"])");
    row("an object", R"({"a":"{{params.arguments.list[1]}}"})", R"({"a":{"k":"v"}})");
    row("an object in a text", R"({"a":"got {{params.arguments.list}}"})",
        R"({"a":"got [1, {\"k\":\"v\"}]"})");
    row("a pointer", R"(["{{/params/arguments/x~1y}}","{{/params/arguments/a b}}"])", R"([2,-0])");
    row("a name", R"({"{{params.name}}" : 1})", R"({"get_weather" : 1})");
    row("a name of a number", R"({"{{params.arguments.n}}":1})", R"({"9007199254740993":1})");
    row("after a quote", R"({"a":"say \"{{params.name}}\""})", R"({"a":"say \"get_weather\""})");
    row("braces that are escaped", R"({"a":"\u007b{id}}"})", R"({"a":"\u007b{id}}"})");
    row("braces that do not end", R"({"a":"{{id","b":{"c":{}}})", R"({"a":"{{id","b":{"c":{}}})");
}

void TestResponseTemplate::takesOverValues()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, filled);
    const auto made = rpc::filledResponse(request(), text.toStdString());
    QCOMPARE(QByteArray::fromStdString(made.text), filled);
    QVERIFY(made.problem.empty());
}

void TestResponseTemplate::saysWhichValueIsMissing()
{
    const auto made = rpc::filledResponse(request(), R"({"a":"{{id}} {{params.arguments.town}}"})");
    QCOMPARE(QString::fromStdString(made.problem), u"the request has no params.arguments.town"_s);
}

void TestResponseTemplate::namesWhatNoRequestHas_data()
{
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QByteArray>("unknown");
    const auto row = [](const char *text, const char *unknown) {
        QTest::newRow(text) << QByteArray(text) << QByteArray(unknown);
    };
    row(R"({"a":"{{id}} {{method}} {{params}} {{jsonrpc}}"})", "");
    row(R"({"a":"{{params.x}} {{/params/x}} {{/id}}"})", "");
    row(R"({"a":"{{id}} {{city}}"})", "city");
    row(R"({"a":"{{paramsx.a}}"})", "paramsx.a");
    row(R"({"a":"{{/arguments}}"})", "/arguments");
    row(R"({"a":"{{result.a}}"})", "result.a");
}

void TestResponseTemplate::namesWhatNoRequestHas()
{
    QFETCH(const QByteArray, text);
    QFETCH(const QByteArray, unknown);
    QCOMPARE(QByteArray::fromStdString(rpc::unknownPlaceholder(text.toStdString())), unknown);
}

void TestResponseTemplate::answersWithValuesOfTheRequest()
{
    tap::BreakpointEngine engine;
    engine.setBreakpoints(
        {respondWith(R"({"content":[{"type":"text","text":"{{params.arguments.n}}"}]})")});
    tap::BreakpointEffects effects;
    engine.setAttached(true, effects);
    const QStringList done = take(engine, Channel::Sent, kRequest);
    QCOMPARE(done.size(), 2);
    QCOMPARE(done.front(), u"note message answered"_s);
    QVERIFY(done.back().startsWith(u"< "_s));
    QVERIFY(done.back().contains(u"\"text\":9007199254740993"_s));
}

// The trace says why.
void TestResponseTemplate::sendsTheRequestAsItWasWithoutTheValue()
{
    tap::BreakpointEngine engine;
    engine.setBreakpoints({respondWith(R"({"a":"{{params.arguments.town}}"})")});
    tap::BreakpointEffects effects;
    engine.setAttached(true, effects);
    engine.take({Channel::Sent, Bytes::copyOf(std::string(kRequest) + '\n'), at(0), 0}, effects);
    QCOMPARE(told(effects),
        (QStringList{u"note breakpoint failed"_s, u"> "_s + QLatin1String(kRequest) + u'|'}));
    QVERIFY(effects.front().detail.ends_with("the request has no params.arguments.town"));
}

void TestResponseTemplate::boundsTheResponse()
{
    rpc::Message message;
    rpc::decodeOne(Bytes::copyOf(R"({"jsonrpc":"2.0","id":1,"method":"m","params":{"t":")"
                       + std::string(std::size_t(1) << 20, 'x') + R"("}})"),
        message);
    std::string text = R"({"a":")";
    for (int i = 0; i < 20; ++i)
        text += "{{params.t}}";
    QVERIFY(!rpc::filledResponse(message, text + "\"}").problem.empty());
}

QTEST_GUILESS_MAIN(TestResponseTemplate)
#include "tst_responsetemplate.moc"
