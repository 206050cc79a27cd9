// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/shellserver.h"

using namespace sonde::test;

namespace {

// A server of the shell with one tool, "count_words", whose result is the first argument. A call of
// another name is refused.
const QString kServer = shellServer(
    "  *tools/list*) say '\"result\":{\"tools\":[{\"name\":\"count_words\",\"inputSchema\":"
    "{\"type\":\"object\",\"properties\":{\"text\":{\"type\":\"string\"},"
    "\"limit\":{\"type\":\"integer\"}}},\"outputSchema\":{\"type\":\"object\",\"properties\":"
    "{\"words\":{\"type\":\"integer\"}},\"required\":[\"words\"]}}]}';;\n"
    "  *'\"count_words\"'*) say \"\\\"result\\\":$0\";;\n"
    "  *'\"id\"'*) say '\"error\":{\"code\":-32602,\"message\":\"no\"}';;\n");

Run callWith(const QByteArray &result, const char *command)
{
    return cli(
        words("--era legacy") + words(command) + shellWords(kServer, {QString::fromUtf8(result)}));
}

} // namespace

// What sonde-cli says of a request besides its response.
class TstCliCheck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void judgesTheResult_data();
    void judgesTheResult();
    void proposesTheNameThatWasMeant();
    void saysWhichArgumentsAreNoStrings();
    void printsAListAsItIsNeeded_data();
    void printsAListAsItIsNeeded();
};

void TstCliCheck::judgesTheResult_data()
{
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<int>("code");
    QTest::addColumn<QByteArray>("said");
    const auto row = [](const char *name, const char *result, int code, const char *said) {
        QTest::newRow(name) << QByteArray(result) << code << QByteArray(said);
    };
    row("it matches", R"({"content":[],"structuredContent":{"words":3}})", 0, "");
    row("it does not match", R"({"content":[],"structuredContent":{"words":"3"}})", 11,
        "does not match the tool's output schema: /words: ");
    row("no content", "{}", 11, "no content array");
    row("isError is a string", R"({"content":[],"isError":"yes"})", 11, "isError");
    row("isError in a block", R"({"content":[{"type":"text","text":"a","isError":true}]})", 11,
        "isError is inside the content");
    row("an error needs no output", R"({"content":[],"isError":true})", 5, "reported an error");
}

void TstCliCheck::judgesTheResult()
{
    QFETCH(QByteArray, result);
    QFETCH(int, code);
    QFETCH(QByteArray, said);
    const Run run = callWith(result, "tools call count_words text=a");
    COMPARE_CODE(run, code);
    QVERIFY2(said.isEmpty() ? run.err.isEmpty() : run.err.contains(said), run.err.constData());
}

void TstCliCheck::proposesTheNameThatWasMeant()
{
    const Run near = callWith("{}", "tools call count_word");
    COMPARE_CODE(near, 6);
    QVERIFY2(near.err.contains("There is no tool “count_word”. Did you mean “count_words”?"),
        near.err.constData());
    const Run far = callWith("{}", "tools call weather");
    QVERIFY2(!far.err.contains("Did you mean"), far.err.constData());
}

void TstCliCheck::saysWhichArgumentsAreNoStrings()
{
    const QByteArray refused(R"({"content":[{"type":"text","text":"no"}],"isError":true})");
    const Run run = callWith(refused, "tools call count_words text=7 limit=7");
    COMPARE_CODE(run, 5);
    QVERIFY2(run.err.contains("Use limit:=7 to send JSON."), run.err.constData());
    QVERIFY2(!run.err.contains("text:="), run.err.constData());
    const Run right = callWith(refused, "tools call count_words limit:=7");
    QVERIFY2(!right.err.contains("to send JSON"), right.err.constData());
}

void TstCliCheck::printsAListAsItIsNeeded_data()
{
    QTest::addColumn<QByteArray>("options");
    QTest::addColumn<QByteArray>("out");
    QTest::newRow("table") << QByteArray("")
                           << QByteArray("TOOL         ARGUMENTS\ncount_words  [text] [limit]\n");
    QTest::newRow("without a header")
        << QByteArray("--no-header") << QByteArray("count_words  [text] [limit]\n");
    QTest::newRow("names") << QByteArray("--output-format name") << QByteArray("count_words\n");
    QTest::newRow("CSV") << QByteArray("--output-format=csv")
                         << QByteArray("TOOL,ARGUMENTS,DESCRIPTION\r\n"
                                       "count_words,[text] [limit],\r\n");
    QTest::newRow("JSON Lines")
        << QByteArray("--output-format jsonl")
        << QByteArray(R"({"name":"count_words","inputSchema":{"type":"object","properties":)"
                      R"({"text":{"type":"string"},"limit":{"type":"integer"}}},"outputSchema":)"
                      R"({"type":"object","properties":{"words":{"type":"integer"}},)"
                      R"("required":["words"]}})"
                      "\n");
}

void TstCliCheck::printsAListAsItIsNeeded()
{
    QFETCH(QByteArray, options);
    QFETCH(QByteArray, out);
    const Run run = callWith("{}", QByteArray("tools list " + options).constData());
    COMPARE_CODE(run, 0);
    QCOMPARE(run.out, out);
}

QTEST_GUILESS_MAIN(TstCliCheck)
#include "tst_clicheck.moc"
