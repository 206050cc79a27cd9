// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/resulttext.h"
#include "cli/terminaltext.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;

namespace {

QString toolResult(const char *json)
{
    const json::Document document = json::Document::parse(std::string_view(json));
    return toolResultText(document.root());
}

mcp::Listing listingOf(const char *page)
{
    auto message = std::make_shared<rpc::Message>();
    message->document = json::Document::parse(std::string_view(page));
    mcp::Listing listing;
    for (const json::Value tool : message->result()["tools"])
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
        toolListText(listingOf(R"({"result":{"tools":[{"name":"t","description":"d","inputSchema":)"
                               R"({"properties":{"a":{},"b":{}},"required":["a"]}}]}})"),
            80);
    QCOMPARE(text, QStringLiteral("TOOL  ARGUMENTS  DESCRIPTION\nt     a [b]      d\n"));
}

void TstCliResultText::showsAMalformedToolAsItCame()
{
    const QString text = toolListText(
        listingOf(R"({"result":{"tools":[42,{"title":"x"},{"name":"ok","inputSchema":7}]}})"), 80);
    QVERIFY2(text.contains(u"(no name)"), qPrintable(text));
    QVERIFY2(text.contains(u"42"), qPrintable(text));
    QVERIFY2(text.contains(u"{\"title\":\"x\"}"), qPrintable(text));
    QVERIFY2(text.contains(u"ok"), qPrintable(text));
}

void TstCliResultText::keepsHostileNamesHarmless()
{
    const QString text = toolListText(
        listingOf(R"({"result":{"tools":[{"name":"a\u001b[2J\nb","description":"\u202Ex",)"
                  R"("inputSchema":{"properties":{"\u0007":{}}}}]}})"),
        80);
    QCOMPARE(text.count(u'\n'), 2);
    for (const QChar c : text)
        QVERIFY(c == u'\n' || (c.unicode() >= 0x20 && c.unicode() != 0x202e));
}

QTEST_GUILESS_MAIN(TstCliResultText)
#include "tst_cliresulttext.moc"
