// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/options/parseoptions.h"
#include "cli/server/responsedialogue.h"

#include <QTemporaryDir>
#include <QTest>

using namespace sonde;
using namespace sonde::cli;
using How = ResponseOption::How;

class TstCliResponses : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void readsWhereResponsesComeFrom();
    void declaresOnlyWhatIsAnswered();
    void refusesWhatCannotWork_data();
    void refusesWhatCannotWork();
    void dialogues_data();
    void dialogues();
    void showsNothingThatATerminalWouldObey();
    void asksForABoundedNumberOfFields();

private:
    static Result<Options> parsed(const QStringList &responses)
    {
        std::vector<std::string> words{"tools", "list"};
        for (const QString &word : responses)
            words.push_back(word.toStdString());
        words.insert(words.end(), {"--", "server"});
        return parseOptions(words);
    }
};

void TstCliResponses::readsWhereResponsesComeFrom()
{
    const QTemporaryDir folder;
    QFile file(folder.filePath(QStringLiteral("a.json")));
    QVERIFY(file.open(QIODevice::WriteOnly));
    const auto options =
        parsed({QStringLiteral("--sampling"), QStringLiteral("answer.py --model 'a b'"),
            QStringLiteral("--elicitation"), u'@' + file.fileName(), QStringLiteral("--roots"),
            folder.path(), QStringLiteral("--roots"), QStringLiteral("/")});
    QVERIFY2(options, qPrintable(options ? QString() : options.error().sentence));
    const ResponseOptions &responses = options->responses;
    QCOMPARE(int(responses.sampling.how), int(How::Program));
    QCOMPARE(responses.sampling.words,
        QStringList(
            {QStringLiteral("answer.py"), QStringLiteral("--model"), QStringLiteral("a b")}));
    QCOMPARE(int(responses.elicitation.how), int(How::File));
    QCOMPARE(responses.elicitation.file, file.fileName());
    QCOMPARE(int(responses.roots.how), int(How::Folders));
    QCOMPARE(responses.roots.words.size(), 2);
    QVERIFY(rootsResultOf(responses).find("file://") != std::string::npos);
    QVERIFY(!responses.usesTerminal());
    QVERIFY(parsed({QStringLiteral("--roots"), QStringLiteral("ask")})->responses.usesTerminal());
}

void TstCliResponses::declaresOnlyWhatIsAnswered()
{
    QVERIFY(!parsed({})->responses.any());
    QCOMPARE(capabilitiesOf(ResponseOptions()), std::string("{}"));
    const auto ask = parsed({QStringLiteral("--sampling"), QStringLiteral("ask")});
    QCOMPARE(capabilitiesOf(ask->responses), std::string(R"({"sampling":{}})"));
    const auto program = parsed({QStringLiteral("--sampling"), QStringLiteral("p"),
        QStringLiteral("--elicitation"), QStringLiteral("p")});
    QCOMPARE(capabilitiesOf(program->responses),
        std::string(R"({"sampling":{"tools":{}},"elicitation":{"form":{},"url":{}}})"));
    const auto roots = parsed({QStringLiteral("--roots"), QStringLiteral("/")});
    QCOMPARE(capabilitiesOf(roots->responses), std::string(R"({"roots":{}})"));
}

void TstCliResponses::refusesWhatCannotWork_data()
{
    QTest::addColumn<QStringList>("words");
    QTest::addColumn<QString>("says");
    const auto row = [](const char *name, const char *words, const char *says) {
        QTest::newRow(name) << QString::fromUtf8(words).split(u'|') << QString::fromUtf8(says);
    };
    row("no such file", "--sampling|@/nowhere/a.json", "Cannot find the file");
    row("twice", "--sampling|ask|--sampling|ask", "given twice");
    row("no value", "--elicitation", "needs a value");
    row("nothing", "--elicitation|", "is empty");
    row("open quotes", "--sampling|'a", "Cannot parse the command line");
    row("only an assignment", "--sampling|A=b", "contains no program");
    row("a folder and something else", "--roots|/|--roots|ask", "must be a folder");
}

void TstCliResponses::refusesWhatCannotWork()
{
    QFETCH(const QStringList, words);
    QFETCH(const QString, says);
    const auto options = parsed(words);
    QVERIFY(!options);
    QVERIFY2(options.error().sentence.contains(says), qPrintable(options.error().sentence));
    const auto stdinTwice =
        parseOptions({"tools", "call", "x", "--args", "-", "--sampling", "ask", "--", "server"});
    QVERIFY(!stdinTwice);
    QVERIFY(stdinTwice.error().sentence.contains("standard input"));
}

void TstCliResponses::dialogues_data()
{
    QTest::addColumn<QString>("method");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QString>("typed"); // lines
    QTest::addColumn<QString>("complaint"); // of the line before the last
    QTest::addColumn<QByteArray>("response"); // empty: refused
    const auto row = [](const char *name, const char *method, const char *params, const char *typed,
                         const char *complaint, const char *response) {
        QTest::newRow(name) << QString::fromUtf8(method) << QByteArray(params)
                            << QString::fromUtf8(typed) << QString::fromUtf8(complaint)
                            << QByteArray(response);
    };
    const char *sampling = "sampling/createMessage";
    const char *form = "elicitation/create";
    const char *messages =
        R"({"messages":[{"role":"user","content":{"type":"text","text":"Hi"}}],"maxTokens":9})";
    row("an answer", sampling, messages, "Hello \"you\"", "",
        R"({"role":"assistant","content":{"type":"text","text":"Hello \"you\""},)"
        R"("model":"a person","stopReason":"endTurn"})");
    row("an answer is refused", sampling, messages, "", "", "");
    const char *fields = R"({"message":"m","requestedSchema":{"type":"object","properties":{)"
                         R"("name":{"type":"string"},"age":{"type":"integer","default":7},)"
                         R"("ok":{"type":"boolean"}},"required":["name"]}})";
    row("a form", form, fields, "Ada\n9007199254740993\nyes", "",
        R"({"action":"accept","content":{"name":"Ada","age":9007199254740993,"ok":true}})");
    row("defaults, and what is left out", form, fields, "Ada\n\n", "",
        R"({"action":"accept","content":{"name":"Ada","age":7}})");
    row("what is required", form, fields, "\nAda\n\n", "required",
        R"({"action":"accept","content":{"name":"Ada","age":7}})");
    row("what is no number", form, fields, "Ada\nold\n1\nno", "not a number",
        R"({"action":"accept","content":{"name":"Ada","age":1,"ok":false}})");
    row("declined", form, fields, "Ada\n:decline", "", R"({"action":"decline"})");
    row("cancelled", form, fields, ":cancel", "", R"({"action":"cancel"})");
    row("no fields", form, R"({"message":"m","requestedSchema":{"type":"object"}})", "yes", "",
        R"({"action":"accept","content":{}})");
    const char *choices =
        R"({"message":"m","requestedSchema":{"type":"object","properties":{)"
        R"("one":{"type":"string","enum":["a","b"]},)"
        R"("titled":{"type":"string","oneOf":[{"const":"x","title":"X!"}]},)"
        R"("many":{"type":"array","items":{"anyOf":[{"const":"p"},{"const":"q"}]}}}}})";
    row("choices", form, choices, "b\nx\np, q", "",
        R"({"action":"accept","content":{"one":"b","titled":"x","many":["p","q"]}})");
    row("not one of the choices", form, choices, "c\na\nx\np", "not one of the choices",
        R"({"action":"accept","content":{"one":"a","titled":"x","many":["p"]}})");
    const char *url =
        R"({"mode":"url","message":"m","url":"https://x.example","elicitationId":"1"})";
    row("a URL is accepted", form, url, "a", "", R"({"action":"accept"})");
    row("a URL is declined", form, url, "perhaps\ndecline", "Enter accept",
        R"({"action":"decline"})");
    row("folders", "roots/list", "{}", "/nowhere/at/all\n/\n", "does not exist",
        R"({"roots":[{"uri":"file:///"}]})");
}

void TstCliResponses::dialogues()
{
    QFETCH(const QString, method);
    QFETCH(const QByteArray, params);
    QFETCH(const QString, typed);
    QFETCH(const QString, complaint);
    QFETCH(const QByteArray, response);
    const auto document = json::Document::parse(Bytes::fromByteArray(params));
    const review::RequestedInput question{
        {}, method, review::kindOf(method, document.root()), document.root()};
    ResponseDialogue dialogue(question);
    QVERIFY(!dialogue.opening().isEmpty());
    QStringList complaints;
    bool over = false;
    for (const QString &line : typed.split(u'\n')) {
        QVERIFY(!over);
        QVERIFY(!dialogue.prompt().isEmpty());
        over = dialogue.read(line);
        if (!dialogue.complaint().isEmpty())
            complaints += dialogue.complaint();
    }
    QVERIFY(over);
    QCOMPARE(complaints.isEmpty(), complaint.isEmpty());
    QVERIFY2(complaints.join(u' ').contains(complaint), qPrintable(complaints.join(u' ')));
    QCOMPARE(dialogue.response() ? dialogue.response()->toByteArray() : QByteArray(), response);
}

void TstCliResponses::showsNothingThatATerminalWouldObey()
{
    const auto document = json::Document::parse(
        Bytes::copyOf("{\"mode\":\"url\",\"message\":\"\\u001b[2J\\nsonde-cli: a\",\"url\":"
                      "\"https://\\u202eexample.org/\\u001b\"}"));
    const review::RequestedInput question{
        {}, QStringLiteral("elicitation/create"), review::Kind::Url, document.root()};
    const ResponseDialogue dialogue(question);
    QVERIFY(!dialogue.opening().contains(QChar(0x1b)));
    QVERIFY(!dialogue.opening().contains(QChar(0x202e)));
    QVERIFY(dialogue.opening().contains(QStringLiteral("\n  sonde-cli: a")));
}

void TstCliResponses::asksForABoundedNumberOfFields()
{
    std::string properties;
    for (int i = 0; i < 2 * ResponseDialogue::kMaxFields; ++i)
        properties.append(i == 0 ? "\"f" : ",\"f")
            .append(std::to_string(i))
            .append(R"(":{"type":"string"})");
    const auto document = json::Document::parse(
        Bytes::copyOf(R"({"message":"m","requestedSchema":{"type":"object","properties":{)"
            + properties + "}}}"));
    const review::RequestedInput question{
        {}, QStringLiteral("elicitation/create"), review::Kind::Form, document.root()};
    ResponseDialogue dialogue(question);
    int lines = 1;
    while (!dialogue.read(QString()))
        ++lines;
    QCOMPARE(lines, ResponseDialogue::kMaxFields);
}

QTEST_GUILESS_MAIN(TstCliResponses)
#include "support/clicommands.h"
#include "tst_cliresponses.moc"
