// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/listtext.h"
#include "cli/output/resulttext.h"
#include "cli/output/terminaltext.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;

namespace {

QString toolResult(const char *json)
{
    const json::Document document = json::Document::parse(std::string_view(json));
    return toolResultText(document.root());
}

mcp::Listing listingOf(const char *page, const char *member = "tools")
{
    auto message = std::make_shared<rpc::Message>();
    message->document = json::Document::parse(std::string_view(page));
    mcp::Listing listing;
    for (const json::Value tool : message->result()[member])
        listing.items.push_back({message, tool.id()});
    return listing;
}

} // namespace

class TstCliResultText : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void showsEveryKindOfContent_data();
    void showsEveryKindOfContent();
    void marksOptionalArguments();
    void showsAMalformedToolAsItCame();
    void keepsHostileNamesHarmless();
    void listsResourcesTemplatesAndPrompts();
    void quotesACursorForAShell_data();
    void quotesACursorForAShell();
    void showsWhatWasRead_data();
    void showsWhatWasRead();
    void showsAPromptAsAConversation();
    void showsCompletionsLineByLine();
};

void TstCliResultText::showsEveryKindOfContent_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const char *json, const char *text) {
        QTest::newRow(name) << QByteArray(json) << QString::fromUtf8(text);
    };
    row("text", R"({"content":[{"type":"text","text":"a\nb"}]})", "a\nb\n");
    row("two texts", R"({"content":[{"type":"text","text":"a\n"},{"type":"text","text":"b"}]})",
        "a\nb\n");
    row("image", R"({"content":[{"type":"image","mimeType":"image/png","data":"AAAAAA=="}]})",
        "[image, image/png, 4 bytes]\n");
    row("no base64", R"({"content":[{"type":"image","mimeType":"image/png","data":"!!!"}]})",
        "[image, image/png, invalid base64]\n");
    row("audio", R"({"content":[{"type":"audio","mimeType":"audio/wav","data":"AAAA"}]})",
        "[audio, audio/wav, 3 bytes]\n");
    row("link", R"({"content":[{"type":"resource_link","uri":"a:b","name":"n"}]})",
        "[resource link, a:b, n]\n");
    row("resource", R"({"content":[{"type":"resource","resource":{"uri":"a:b","text":"t"}}]})",
        "[resource, a:b]\nt\n");
    row("binary resource",
        R"({"content":[{"type":"resource","resource":{"uri":"a:b","blob":"AAA="}}]})",
        "[resource, a:b, 2 bytes]\n");
    row("a kind of its own", R"({"content":[{"type":"hologram","depth":1.0}]})",
        "{\n  \"type\": \"hologram\",\n  \"depth\": 1.0\n}\n");
    row("text beside structure",
        R"({"content":[{"type":"text","text":"{}"}],"structuredContent":{"a":1e400}})", "{}\n");
    row("structure alone", R"({"content":[],"structuredContent":{"a":1e400}})",
        "{\n  \"a\": 1e400\n}\n");
    row("no content at all", R"({"resultType":"x"})", "{\n  \"resultType\": \"x\"\n}\n");
    row("text that is none", R"({"content":[{"type":"text","text":1}]})",
        "{\n  \"type\": \"text\",\n  \"text\": 1\n}\n");
    row("not an object", "[1]", "[\n  1\n]\n");
    row("escapes", R"({"content":[{"type":"text","text":"\u001b[2Jx\u009b"}]})", "␛[2Jx\uFFFD\n");
}

void TstCliResultText::showsEveryKindOfContent()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, text);
    QCOMPARE(toolResult(json.constData()), text);
}

void TstCliResultText::marksOptionalArguments()
{
    const QString text =
        toolTable(listingOf(R"({"result":{"tools":[{"name":"t","description":"d","inputSchema":)"
                            R"({"properties":{"a":{},"b":{}},"required":["a"]}}]}})"))
            .text(80);
    QCOMPARE(text, QStringLiteral("TOOL  ARGUMENTS  DESCRIPTION\nt     a [b]      d\n"));
}

void TstCliResultText::showsAMalformedToolAsItCame()
{
    const QString text = toolTable(
        listingOf(R"({"result":{"tools":[42,{"title":"x"},{"name":"ok","inputSchema":7}]}})"))
                             .text(80);
    QVERIFY2(text.contains(u"(no name)"), qPrintable(text));
    QVERIFY2(text.contains(u"42"), qPrintable(text));
    QVERIFY2(text.contains(u"{\"title\":\"x\"}"), qPrintable(text));
    QVERIFY2(text.contains(u"ok"), qPrintable(text));
}

void TstCliResultText::keepsHostileNamesHarmless()
{
    const QString text = toolTable(
        listingOf(R"({"result":{"tools":[{"name":"a\u001b[2J\nb","description":"\u202Ex",)"
                  R"("inputSchema":{"properties":{"\u0007":{}}}}]}})"))
                             .text(80);
    QCOMPARE(text.count(u'\n'), 2);
    for (const QChar c : text)
        QVERIFY(c == u'\n' || (c.unicode() >= 0x20 && c.unicode() != 0x202e));
}

void TstCliResultText::listsResourcesTemplatesAndPrompts()
{
    const QString resources = resourceTable(
        listingOf(R"({"result":{"resources":[{"uri":"a:b","name":"n","mimeType":"t/x","size":12,)"
                  R"("title":"T"},{"name":"no uri"}]}})",
            "resources"))
                                  .text(100);
    QCOMPARE(resources,
        QStringLiteral("URI        NAME  TYPE  SIZE  DESCRIPTION\n"
                       "a:b        n     t/x   12    T\n"
                       "(no name)                    {\"name\":\"no uri\"}\n"));
    const QString templates = templateTable(
        listingOf(R"({"result":{"resourceTemplates":[{"uriTemplate":"a:{b}","name":"n"}]}})",
            "resourceTemplates"))
                                  .text(80);
    QCOMPARE(templates, QStringLiteral("TEMPLATE  NAME\na:{b}     n\n"));
    const QString prompts =
        promptTable(listingOf(R"({"result":{"prompts":[{"name":"p","description":"d",)"
                              R"("arguments":[{"name":"a","required":true},{"name":"b"}]},7]}})",
                        "prompts"))
            .text(80);
    QCOMPARE(prompts,
        QStringLiteral("PROMPT     ARGUMENTS  DESCRIPTION\n"
                       "p          a [b]      d\n"
                       "(no name)             7\n"));
}

void TstCliResultText::quotesACursorForAShell_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("word");
    QTest::newRow("base64") << QByteArray(R"("YTo0+/==")") << QStringLiteral("YTo0+/==");
    QTest::newRow("empty") << QByteArray(R"("")") << QStringLiteral("''");
    QTest::newRow("blank") << QByteArray(R"("a b")") << QStringLiteral("'a b'");
    QTest::newRow("quote") << QByteArray(R"("it's")") << QStringLiteral("'it'\\''s'");
    QTest::newRow("command") << QByteArray(R"("`rm` $x")") << QStringLiteral("'`rm` $x'");
    QTest::newRow("control") << QByteArray(R"("\u001b[2J")") << QString();
    QTest::newRow("number") << QByteArray("7") << QString();
}

void TstCliResultText::quotesACursorForAShell()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, word);
    QCOMPARE(cursorWord(json.toStdString()), word);
}

void TstCliResultText::showsWhatWasRead_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::addColumn<QString>("text");
    const auto row = [](const char *name, const char *json, const char *text) {
        QTest::newRow(name) << QByteArray(json) << QString::fromUtf8(text);
    };
    row("text", R"({"contents":[{"uri":"a:b","text":"x\ny"}]})", "x\ny\n");
    row("bytes", R"({"contents":[{"uri":"a:b","mimeType":"image/png","blob":"AAA="}]})",
        "[resource, a:b, image/png, 2 bytes]\n");
    row("several", R"({"contents":[{"uri":"a:b","text":"x"},{"uri":"a:c","text":"y"}]})",
        "[resource, a:b]\nx\n[resource, a:c]\ny\n");
    row("nothing", R"({"contents":[]})", "");
    row("neither", R"({"contents":[{"uri":"a:b"}]})", "{\n  \"uri\": \"a:b\"\n}\n");
    row("malformed", R"({"contents":7})", "{\n  \"contents\": 7\n}\n");
    row("escapes", R"({"contents":[{"uri":"a","text":"\u001b[2J"}]})", "␛[2J\n");
}

void TstCliResultText::showsWhatWasRead()
{
    QFETCH(QByteArray, json);
    QFETCH(QString, text);
    const json::Document document = json::Document::parse(json.toStdString());
    QCOMPARE(readResultText(document.root()), text);
}

void TstCliResultText::showsAPromptAsAConversation()
{
    const json::Document document = json::Document::parse(std::string_view(
        R"({"messages":[{"role":"user","content":{"type":"text","text":"a"}},)"
        R"({"role":"assistant","content":[{"type":"text","text":"b"},{"type":"image",)"
        R"("mimeType":"image/png","data":"AAAA"}]},{"role":7}]})"));
    QCOMPARE(promptText(document.root()),
        QStringLiteral("user:\na\n\nassistant:\nb\n[image, image/png, 3 bytes]\n\n{\n  "
                       "\"role\": 7\n}\n"));
}

void TstCliResultText::showsCompletionsLineByLine()
{
    const auto text = [](std::string_view json) {
        return completionText(json::Document::parse(json).root());
    };
    QCOMPARE(text(R"({"completion":{"values":["a b","c",1.0]}})"), QStringLiteral("a b\nc\n1.0\n"));
    QCOMPARE(text(R"({"completion":{"values":[]}})"), QString());
    QCOMPARE(text("{}"), QStringLiteral("{}\n"));
}

QTEST_GUILESS_MAIN(TstCliResultText)
#include "tst_cliresulttext.moc"
