// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/clirun.h"
#include "support/shellserver.h"

using namespace sonde::test;

namespace {

// A server of the shell that responds to every request but initialize with these members.
const QString kServer =
    shellServer("  *'\"id\"'*) say \"$0\";;\n", R"("tools":{},"resources":{},"prompts":{})");

Run responding(const QByteArray &members, const QStringList &command)
{
    return cli(QStringList{QStringLiteral("--era"), QStringLiteral("legacy")} + command
        + shellWords(kServer, {QString::fromUtf8(members)}));
}

} // namespace

// What the command line says about a result besides showing it.
class TstCliResults : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void dropsNoMemberWithoutAWord_data();
    void dropsNoMemberWithoutAWord();
    void saysNothingAboutFreeMembers();
    void endsWith11WhereAResultBreaksItsForm_data();
    void endsWith11WhereAResultBreaksItsForm();
    void endsWith0WhereAResultHasItsForm_data();
    void endsWith0WhereAResultHasItsForm();
};

void TstCliResults::dropsNoMemberWithoutAWord_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("members");
    QTest::addColumn<QByteArray>("note");
    const auto row = [](const char *command, const char *members, const char *note) {
        QTest::newRow(command) << QString::fromLatin1(command) << QByteArray(members)
                               << QByteArray(note);
    };
    row("tools list", R"("result":{"tools":[{"name":"a","inputSchema":{}}],"tools":[]})",
        "The member `tools` appears more than once in `result`.");
    row("tools show a", R"("result":{"tools":[{"name":"b","Name":"c","name":"a"}]})",
        "The members `name` and `Name` of `result.tools[0]` differ only in case.");
    row("tools call a", R"("result":{"content":[],"isError":false,"IsError":true})",
        "The members `isError` and `IsError` of `result` differ only in case.");
    row("request x", R"("result":{},"result":{"content":[]})",
        "The member `result` appears more than once in the message.");
    row("resources read a:b",
        R"("result":{"contents":[{"uri":"a:b","text":"first","text":"second"}]})",
        "The member `text` appears more than once in `result.contents[0]`.");
    row("prompts get p", R"("result":{"messages":[],"messages":[]})",
        "The member `messages` appears more than once in `result`.");
}

void TstCliResults::dropsNoMemberWithoutAWord()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, members);
    QFETCH(QByteArray, note);
    const Run run = responding(members, words(command.toLatin1().constData()));
    COMPARE_CODE(run, 0);
    QVERIFY2(run.err.contains(note), run.err.constData());
    QVERIFY2(!responding(members, words("--quiet") + words(command.toLatin1().constData()))
                  .err.contains(note),
        "--quiet has no notes");
}

void TstCliResults::saysNothingAboutFreeMembers()
{
    const Run run = responding(
        R"("result":{"content":[{"type":"text","text":"x"}],"_meta":{"a.example/id":1,"a.example/ID":2},"structuredContent":{"id":1,"Id":2}})",
        words("tools call a"));
    QVERIFY2(!run.err.contains("differ only in case"), run.err.constData());
}

void TstCliResults::endsWith11WhereAResultBreaksItsForm_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("result");
    QTest::addColumn<QByteArray>("problem");
    const auto row = [](const char *name, const char *command, const char *result,
                         const char *problem) {
        QTest::newRow(name) << QString::fromLatin1(command) << QByteArray(result)
                            << QByteArray(problem);
    };
    const char *const call = "tools call a";
    const char *const read = "resources read a:b";
    const char *const get = "prompts get p";
    row("a number as text", call, R"({"content":[{"type":"text","text":42}]})",
        "content[0].text is 42, not a string.");
    row("a text without text", call, R"({"content":[{"type":"text"}]})",
        "content[0].text is missing.");
    row("no type", call, R"({"content":[{"text":"x"}]})", "content[0].type is missing.");
    row("no block", call, R"({"content":["x"]})", "content[0] is not an object.");
    row("not base64", call, R"({"content":[{"type":"image","data":"%","mimeType":"image/png"}]})",
        "content[0].data is not base64.");
    row("a data: URL", call,
        R"({"content":[{"type":"image","data":"data:image/png;base64,AAAA","mimeType":"image/png"}]})",
        "content[0].data is a data: URL; it must be the base64 text alone.");
    row("no MIME type", call, R"({"content":[{"type":"audio","data":"AAAA"}]})",
        "content[0].mimeType is missing.");
    row("a link without a name", call, R"({"content":[{"type":"resource_link","uri":"a:b"}]})",
        "content[0].name is missing.");
    row("a resource without contents", call,
        R"({"content":[{"type":"resource","resource":{"uri":"a:b"}}]})",
        "content[0].resource.text is missing.");
    row("a list that is none", read, R"({"contents":{}})",
        "The result has no contents array; every revision requires one.");
    row("contents without a URI", read, R"({"contents":[{"text":"x"}]})",
        "contents[0].uri is missing.");
    row("contents that are both", read, R"({"contents":[{"uri":"a:b","text":"x","blob":"AA=="}]})",
        "contents[0] has text and blob; contents have only one of them.");
    row("structured content that is a list", call, R"({"content":[],"structuredContent":[1]})",
        "structuredContent is [1], not an object; revision 2025-06-18 requires one.");
    row("a bad blob", read, R"({"contents":[{"uri":"a:b","blob":"data:;base64,AA=="}]})",
        "contents[0].blob is a data: URL; it must be the base64 text alone.");
    row("no messages", get, R"({})",
        "The result has no messages array; every revision requires one.");
    row("a list of blocks", get,
        R"({"messages":[{"role":"user","content":[{"type":"text","text":"x"}]}]})",
        "messages[0].content is not an object.");
    row("no role", get, R"({"messages":[{"content":{"type":"text","text":"x"}}]})",
        "messages[0].role is missing.");
}

void TstCliResults::endsWith11WhereAResultBreaksItsForm()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, result);
    QFETCH(QByteArray, problem);
    const Run run = responding("\"result\":" + result, words(command.toLatin1().constData()));
    COMPARE_CODE(run, 11);
    QVERIFY2(run.err.contains(problem), run.err.constData());
}

void TstCliResults::endsWith0WhereAResultHasItsForm_data()
{
    QTest::addColumn<QString>("command");
    QTest::addColumn<QByteArray>("result");
    QTest::newRow("blocks of every kind")
        << QStringLiteral("tools call a")
        << QByteArray(
               R"({"content":[{"type":"text","text":""},{"type":"image","data":"","mimeType":"image/png"},{"type":"resource","resource":{"uri":"a:b","blob":"AA=="}},{"type":"resource_link","uri":"a:b","name":"b"},{"type":"later"}]})");
    QTest::newRow("contents")
        << QStringLiteral("resources read a:b")
        << QByteArray(R"({"contents":[{"uri":"a:b","text":""},{"uri":"a:c","blob":"AAA="}]})");
    QTest::newRow("messages")
        << QStringLiteral("prompts get p")
        << QByteArray(R"({"messages":[{"role":"user","content":{"type":"text","text":"x"}}]})");
}

void TstCliResults::endsWith0WhereAResultHasItsForm()
{
    QFETCH(QString, command);
    QFETCH(QByteArray, result);
    const Run run = responding("\"result\":" + result, words(command.toLatin1().constData()));
    COMPARE_CODE(run, 0);
    QCOMPARE(run.err, QByteArray());
}

QTEST_GUILESS_MAIN(TstCliResults)
#include "tst_cliresults.moc"
