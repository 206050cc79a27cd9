// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "review/requestcheck.h"
#include "review/responsecheck.h"
#include "review/responsedraft.h"
#include "json/document.h"

#include <QTest>

using namespace sonde;
using namespace sonde::review;
using namespace Qt::StringLiterals;

// What is judged before a response goes, and of what a server asks.
class TestResponseCheck : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void judgesResponses_data();
    void judgesResponses();
    void saysWhichMemberIsMissing();
    void judgesRequests_data();
    void judgesRequests();
    void showsAUrlAsItIs_data();
    void showsAUrlAsItIs();
    void draftsKeepWhatTheyDoNotChange();
    void aFreshResponseFits();
    void endsWithAHostileRequest();
};

namespace {

// The remarks as "path: sentence" lines; SHOULDs in brackets.
QStringList lines(const Remarks &remarks)
{
    QStringList out;
    for (const Remark &remark : remarks) {
        const QString line = remark.path + u": "_s + remark.sentence;
        out += remark.must ? line : u'(' + line + u')';
    }
    return out;
}

Kind kindOfName(const QByteArray &name)
{
    return name == "sampling" ? Kind::Sampling
        : name == "form"      ? Kind::Form
        : name == "url"       ? Kind::Url
                              : Kind::Roots;
}

} // namespace

void TestResponseCheck::judgesResponses_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QByteArray>("response");
    QTest::addColumn<QString>("revision");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const char *kind, const char *params,
                         const char *response, const char *revision, const QStringList &expected) {
        QTest::newRow(name) << QByteArray(kind) << QByteArray(params) << QByteArray(response)
                            << QString::fromLatin1(revision) << expected;
    };
    row("text", "sampling", "{}",
        R"({"role":"assistant","content":{"type":"text","text":"x"},"model":"m"})", "2024-11-05",
        {});
    row("nothing", "sampling", "{}", "{}", "2025-11-25",
        {u"role: role is missing"_s, u"model: model is missing"_s,
            u"content: content is missing"_s});
    row("no object", "sampling", "{}", "[]", "2025-11-25", {u": The response is not an object"_s});
    row("audio is too new", "sampling", "{}",
        R"({"role":"assistant","content":{"type":"audio","data":"","mimeType":"a/b"},"model":"m"})",
        "2024-11-05", {u"content: Audio content requires 2025-03-26 or later"_s});
    row("a list is too new", "sampling", "{}", R"({"role":"assistant","content":[],"model":"m"})",
        "2025-06-18", {u"content: Several content blocks require 2025-11-25 or later"_s});
    row("a list", "sampling", "{}",
        R"({"role":"assistant","content":[{"type":"image","data":"AA==","mimeType":"image/png"}],"model":"m"})",
        "2025-11-25", {});
    row("not base64", "sampling", "{}",
        R"({"role":"assistant","content":{"type":"image","data":"%","mimeType":"image/png"},"model":"m"})",
        "2025-11-25", {u"content.data: data is not base64"_s});
    row("a tool", "sampling", R"({"tools":[{"name":"t"}]})",
        R"({"role":"assistant","content":{"type":"tool_use","id":"1","name":"t","input":{}},"model":"m","stopReason":"toolUse"})",
        "2025-11-25", {});
    row("a tool that is not there, and another reason", "sampling", R"({"tools":[{"name":"t"}]})",
        R"({"role":"assistant","content":{"type":"tool_use","id":"1","name":"u","input":{}},"model":"m"})",
        "2025-11-25",
        {u"content.name: The request offers no tool with this name"_s,
            u"(stopReason: stopReason is not “toolUse”, but the response uses a tool)"_s});
    row("a tool must be used", "sampling", R"({"toolChoice":{"mode":"required"}})",
        R"({"role":"assistant","content":{"type":"text","text":"x"},"model":"m"})", "2025-11-25",
        {u"content: toolChoice is “required”: the response must use a tool"_s});
    row("a role nobody has", "sampling", "{}",
        R"({"role":"system","content":{"type":"text","text":"x"},"model":1})", "2025-11-25",
        {u"role: The role is neither “assistant” nor “user”"_s, u"model: model is not a string"_s});
    const char *const form = R"({"requestedSchema":{"type":"object","properties":{"n":{"type":)"
                             R"("number","minimum":2}},"required":["n"]}})";
    row("accepted", "form", form, R"({"action":"accept","content":{"n":2.5}})", "2025-06-18", {});
    row("accepted without content", "form", form, R"({"action":"accept"})", "2025-06-18",
        {u"content: content is missing"_s});
    row("a list is too new for a form", "form", "{}",
        R"({"action":"accept","content":{"a":["x"]}})", "2025-06-18",
        {u"content.a: A field is a string, a number, true or false"_s});
    row("a list in a form", "form", "{}", R"({"action":"accept","content":{"a":["x"]}})",
        "2025-11-25", {});
    row("values that do not fit name their property", "form",
        R"({"requestedSchema":{"type":"object","properties":{"approve":{"type":"boolean"},"n":{"minimum":1}}}})",
        R"({"action":"accept","content":{"approve":"yes","n":0}})", "2025-11-25",
        {u"content.approve: Must be of type boolean."_s, u"content.n: Must be at least 1."_s});
    row("declined", "form", form, R"({"action":"decline"})", "2025-11-25", {});
    row("declined with content", "form", form, R"({"action":"decline","content":{}})", "2025-11-25",
        {u"(content: Only an accepted request has content)"_s});
    row("no action", "form", form, R"({"action":"ok"})", "2025-11-25",
        {u"action: The action must be “accept”, “decline” or “cancel”"_s});
    row("a visited URL", "url", "{}", R"({"action":"accept"})", "2025-11-25", {});
    row("a URL with content", "url", "{}", R"({"action":"accept","content":{}})", "2025-11-25",
        {u"content: A response to a URL request has no content"_s});
    row("roots", "roots", "{}", R"({"roots":[{"uri":"file:///a","name":"a"}]})", "2025-11-25", {});
    row("a root elsewhere", "roots", "{}", R"({"roots":[{"uri":"https://a"}]})", "2025-11-25",
        {u"roots[0].uri: A root's URI begins with file://"_s});
}

void TestResponseCheck::judgesResponses()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, params);
    QFETCH(QByteArray, response);
    QFETCH(QString, revision);
    const auto asked = json::Document::parse(Bytes::fromByteArray(params));
    const auto given = json::Document::parse(Bytes::fromByteArray(response));
    const RequestedInput question{{}, {}, kindOfName(kind), asked.root()};
    QTEST(lines(checkResponse(question, given.root(), revision)), "expected");
}

void TestResponseCheck::judgesRequests_data()
{
    QTest::addColumn<QByteArray>("kind");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QString>("revision");
    QTest::addColumn<QStringList>("expected");
    const auto row = [](const char *name, const char *kind, const char *params,
                         const char *revision, const QStringList &expected) {
        QTest::newRow(name) << QByteArray(kind) << QByteArray(params)
                            << QString::fromLatin1(revision) << expected;
    };
    row("as it should be", "sampling",
        R"({"messages":[{"role":"user","content":{"type":"text","text":"x"}}],"maxTokens":1})",
        "2025-11-25", {});
    row("deprecated", "sampling", R"({"messages":[],"maxTokens":1,"includeContext":"thisServer"})",
        "2025-11-25",
        {u"(includeContext: includeContext is soft-deprecated, and the client did not declare it.)"_s});
    row("modern", "sampling", R"({"messages":[],"maxTokens":1})", "2026-07-28",
        {u"(: The whole feature is deprecated since 2026-07-28.)"_s});
    row("tools without a declaration", "sampling", R"({"messages":[],"maxTokens":1,"tools":[]})",
        "2025-11-25",
        {u"tools: tools is present, but the client did not declare sampling.tools."_s});
    row("what nobody knows", "sampling", R"({"messages":[],"maxTokens":1,"top_p":1})", "2025-11-25",
        {u"(top_p: The revision defines no field “top_p”.)"_s});
    row("priorities", "sampling",
        R"({"messages":[],"maxTokens":1,"modelPreferences":{"costPriority":2}})", "2025-11-25",
        {u"modelPreferences.costPriority: costPriority is not between 0 and 1."_s});
    row("a use and its result", "sampling",
        R"({"maxTokens":1,"messages":[{"role":"assistant","content":{"type":"tool_use","id":"1"}},)"
        R"({"role":"user","content":{"type":"tool_result","toolUseId":"1"}}]})",
        "2025-11-25", {});
    row("a result of nothing, beside a text", "sampling",
        R"({"maxTokens":1,"messages":[{"role":"user","content":[{"type":"tool_result",)"
        R"("toolUseId":"1"},{"type":"text"}]}]})",
        "2025-11-25",
        {u"messages[0]: Tool results are mixed with other content blocks."_s,
            u"messages[0].content[0]: The tool result matches no tool use in the previous message."_s});
    row("a use without a result", "sampling",
        R"({"maxTokens":1,"messages":[{"role":"assistant","content":{"type":"tool_use","id":"1"}},)"
        R"({"role":"user","content":{"type":"text"}}]})",
        "2025-11-25", {u"messages[1]: A tool use in the previous message has no result here."_s});
    row("a form", "form",
        R"({"message":"Who?","requestedSchema":{"type":"object","properties":{"a":{"type":"string"}}}})",
        "2025-11-25", {});
    row("a form for a secret, with a link and an object", "form",
        R"({"message":"see https://x","requestedSchema":{"type":"object","properties":)"
        R"({"password":{"type":"string"},"o":{"type":"object"}}}})",
        "2025-11-25",
        {u"requestedSchema.properties.password: The form appears to request a secret."_s,
            u"requestedSchema.properties.o: Form fields cannot have the type “object”."_s,
            u"(message: The message of the form contains a URL.)"_s});
    row("a URL", "url", R"({"url":"https://example.com/","elicitationId":"1"})", "2025-11-25", {});
    row("a URL without its id, not encrypted", "url", R"({"url":"http://example.com/"})",
        "2025-11-25",
        {u"elicitationId: elicitationId is missing."_s,
            u"(url: The URL uses http: data sent to it is not encrypted.)"_s});
    row("a URL of the modern era, which has no id", "url", R"({"url":"https://example.com/"})",
        "2026-07-28", {});
}

void TestResponseCheck::judgesRequests()
{
    QFETCH(QByteArray, kind);
    QFETCH(QByteArray, params);
    QFETCH(QString, revision);
    const auto asked = json::Document::parse(Bytes::fromByteArray(params));
    const RequestedInput question{{}, {}, kindOfName(kind), asked.root()};
    QTEST(lines(checkRequest(question, {}, revision)), "expected");
}

void TestResponseCheck::showsAUrlAsItIs_data()
{
    QTest::addColumn<QString>("url");
    QTest::addColumn<QString>("text");
    QTest::addColumn<QString>("host");
    QTest::addColumn<bool>("canBeOpened");
    QTest::addColumn<int>("warnings");
    const auto row = [](const char *name, const QString &url, const QString &text,
                         const QString &host, bool canBeOpened, int warnings) {
        QTest::newRow(name) << url << text << host << canBeOpened << warnings;
    };
    row("plain", u"https://example.com/a?b=c"_s, u"https://example.com/a?b=c"_s, u"example.com"_s,
        true, 0);
    row("letters that look like others", u"https://ex\u0430mple.com/"_s,
        u"https://ex\u0430mple.com/"_s, u"xn--exmple-4nf.com"_s, true, 1);
    row("punycode", u"https://xn--exmple-4nf.com/"_s, u"https://xn--exmple-4nf.com/"_s,
        u"xn--exmple-4nf.com"_s, true, 1);
    row("turned around", u"https://example.com/\u202egpj.exe"_s,
        u"https://example.com/‹U+202E›gpj.exe"_s, u"example.com"_s, true, 1);
    row("a name before the host", u"https://bank.com@evil.example/"_s,
        u"https://bank.com@evil.example/"_s, u"evil.example"_s, true, 1);
    row("a file", u"file:///etc/passwd"_s, u"file:///etc/passwd"_s, u""_s, false, 1);
    row("a script", u"javascript:alert(1)"_s, u"javascript:alert(1)"_s, u""_s, false, 1);
    row("nothing", u""_s, u""_s, u""_s, false, 1);
}

// By its name, so that no one needs to look for it in the sentence: that of another member may be
// in there, too.
void TestResponseCheck::saysWhichMemberIsMissing()
{
    const auto params = json::Document::parse(std::string_view(
        R"({"requestedSchema":{"properties":{"n":{"type":"object","required":["city"]}},)"
        R"("required":["“city”","n"]}})"));
    const auto response =
        json::Document::parse(std::string_view(R"({"action":"accept","content":{"n":{}}})"));
    QMap<QString, QString> missing;
    for (const Remark &remark :
        checkResponse({{}, {}, Kind::Form, params.root()}, response.root(), u"2025-11-25"_s))
        missing[remark.missing] = remark.path;
    const QMap<QString, QString> expected{
        {u"“city”"_s, u"content"_s}, {u"city"_s, u"content.n"_s}, {QString(), u"content.n"_s}};
    QCOMPARE(missing, expected);
}

void TestResponseCheck::showsAUrlAsItIs()
{
    QFETCH(QString, url);
    const WebAddress address = webAddress(url, u"2025-11-25"_s);
    QTEST(address.text, "text");
    QTEST(address.host, "host");
    QTEST(address.canBeOpened, "canBeOpened");
    QTEST(int(address.warnings.size()), "warnings");
}

void TestResponseCheck::draftsKeepWhatTheyDoNotChange()
{
    const Bytes first =
        Bytes::copyOf(R"({ "x": 1.0, "content": {"type":"text","text":""}, "model":"a" })");
    const auto named = withMember(first, "model", "b");
    const std::string_view renamed =
        R"({ "x": 1.0, "content": {"type":"text","text":""}, "model":"b" })";
    QCOMPARE(named->view(), renamed);
    const auto written = withText(*named, "é\"");
    const std::string_view filled =
        R"({ "x": 1.0, "content": {"type":"text","text":"é\""}, "model":"b" })";
    QCOMPARE(written->view(), filled);
    const auto two = withBlock(*written, dataBlock("image", "\x01", "image/png"));
    const auto document = json::Document::parse(*two);
    QCOMPARE(document.root()["content"].count(), 2U);
    QCOMPARE(document.root()["content"].at(1)["data"].text(), std::string("AQ=="));
    const auto three = withBlock(*two, toolUseBlock("i", "t"));
    QCOMPARE(json::Document::parse(*three).root()["content"].count(), 3U);
    const auto instead = withBlock(first, textBlock("only"));
    QCOMPARE(firstText(json::Document::parse(*instead).root()).text(), std::string("only"));
    QVERIFY(!withText(Bytes::copyOf("[]"), "x"));
    QVERIFY(!withMember(Bytes::copyOf("{"), "model", "x"));
}

void TestResponseCheck::aFreshResponseFits()
{
    const auto response = json::Document::parse(freshResponse());
    const auto params = json::Document::parse(std::string_view("{}"));
    for (const char *revision : {"2024-11-05", "2025-11-25", "2026-07-28"})
        QCOMPARE(lines(checkResponse({{}, {}, Kind::Sampling, params.root()}, response.root(),
                     QString::fromLatin1(revision))),
            QStringList());
}

// Not more than a person reads, whatever comes.
void TestResponseCheck::endsWithAHostileRequest()
{
    std::string messages;
    for (int i = 0; i < 20'000; ++i)
        messages += R"({"role":"x","content":[{"type":"tool_result"},1]},)";
    messages.back() = ']';
    const auto params = json::Document::parse(R"({"maxTokens":1,"messages":[)" + messages + '}');
    QVERIFY(params.isValid());
    const auto remarks = checkRequest({{}, {}, Kind::Sampling, params.root()}, {}, u"2025-11-25"_s);
    QCOMPARE(remarks.size(), std::size_t(50));
    QCOMPARE(summaryOf({{}, {}, Kind::Sampling, params.root()}), u"%L1 messages"_s.arg(20000));
}

QTEST_GUILESS_MAIN(TestResponseCheck)
#include "tst_responsecheck.moc"
