// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/parseoptions.h"
#include "cli/options/requestparams.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;

using Words = std::vector<std::string>;
Q_DECLARE_METATYPE(Words)

namespace {

Result<ReadyJson> paramsOf(const Words &words)
{
    Words line = words;
    line.insert(line.end(), {"--", "server"});
    const Result<Options> options = parseOptions(line);
    return options ? requestParams(*options) : Result<ReadyJson>(options.error());
}

} // namespace

class TstCliRequestParams : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void makesTheParams_data();
    void makesTheParams();
    void explainsWrongWords_data();
    void explainsWrongWords();
};

void TstCliRequestParams::makesTheParams_data()
{
    QTest::addColumn<Words>("words");
    QTest::addColumn<QByteArray>("json");
    const auto row = [](const char *name, const Words &words, const char *json) {
        QTest::newRow(name) << words << QByteArray(json);
    };
    row("list", {"resources", "list"}, "");
    row("request", {"request", "m", R"({ "a":1.0})"}, R"({ "a":1.0})");
    row("notify", {"notify", "m", R"({ "a":1.0})"}, R"({ "a":1.0})");
    row("tools call", {"tools", "call", "t", "a:=1.0"}, R"({"a":1.0})");
    row("read", {"resources", "read", "a://ü b"}, R"({"uri":"a://ü b"})");
    row("read what looks like a template", {"resources", "read", "a://{x}"},
        R"({"uri":"a://{x}"})");
    row("read a template", {"resources", "read", "a://{x}{?y}", "x=1 2"}, R"({"uri":"a://1%202"})");
    row("lists and maps",
        {"resources", "read", "a:{/p*}{?q*}", R"(p:=["x","y"])", R"(q:={"k":1.0})"},
        R"({"uri":"a:/x/y?k=1.0"})");
    row("undefined", {"resources", "read", "a:{x}{y}", "x:=null", "y="}, R"({"uri":"a:"})");
    row("prompt", {"prompts", "get", "p"}, R"({"name":"p"})");
    row("prompt with words", {"prompts", "get", "p", "b=1", "a:=2.0"},
        R"({"name":"p","arguments":{"b":"1","a":2.0}})");
    row("prompt with --args", {"prompts", "get", "p", "--args", R"({"a" : 1e400})"},
        R"({"name":"p","arguments":{"a" : 1e400}})");
    row("completion", {"complete", "prompt", "p", "a=x"},
        R"({"ref":{"type":"ref/prompt","name":"p"},"argument":{"name":"a","value":"x"}})");
    row("completion with context", {"complete", "resource", "a:{x}{y}", "y=", "x=\"1"},
        R"({"ref":{"type":"ref/resource","uri":"a:{x}{y}"},"argument":{"name":"y","value":""},)"
        R"("context":{"arguments":{"x":"\"1"}}})");
}

void TstCliRequestParams::makesTheParams()
{
    QFETCH(Words, words);
    QFETCH(QByteArray, json);
    const Result<ReadyJson> text = paramsOf(words);
    QVERIFY2(text.ok(), qPrintable(text ? QString() : text.error().sentence));
    QCOMPARE(text->bytes.toByteArray(), json);
}

void TstCliRequestParams::explainsWrongWords_data()
{
    QTest::addColumn<Words>("words");
    QTest::addColumn<QString>("says");
    QTest::newRow("no word") << Words{"resources", "read", "a:b", "c"}
                             << QStringLiteral("neither key=text nor");
    QTest::newRow("not in the template") << Words{"resources", "read", "a:{b}{c}",
        "x=1"} << QStringLiteral("has no variable “x”. Its variables: b, c.");
    QTest::newRow("no template") << Words{"resources", "read", "a:b", "x=1"}
                                 << QStringLiteral("Its variables: none.");
    QTest::newRow("broken template") << Words{"resources", "read", "a:{b", "b=1"}
                                     << QStringLiteral("“a:{b” is not a URI template");
    QTest::newRow("broken JSON") << Words{"prompts", "get", "p", "a:=x"}
                                 << QStringLiteral("is not JSON");
    QTest::newRow("broken context")
        << Words{"complete", "prompt", "p", "a=", "b"} << QStringLiteral("neither key=text nor");
}

void TstCliRequestParams::explainsWrongWords()
{
    QFETCH(Words, words);
    QFETCH(QString, says);
    const Result<ReadyJson> text = paramsOf(words);
    QVERIFY(!text.ok());
    QCOMPARE(text.error().domain, Domain::Usage);
    QVERIFY2(text.error().sentence.contains(says), qPrintable(text.error().sentence));
}

QTEST_GUILESS_MAIN(TstCliRequestParams)
#include "support/clicommands.h"
#include "tst_clirequestparams.moc"
