// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/responselist.h"

#include <QTest>

using namespace sonde;
using namespace sonde::mock;

using Content = ResponseFields::Content;

// The file of responses of a mock, while it is edited.
class TestResponseList : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void keepsWhatIsNotEdited();
    void writesEachPartOfAnEntry();
    void writesARangeOfDelays();
    void writesANewFile();
    void refusesAFileThatTheMockRefuses();
    void saysWhatIsWrong_data();
    void saysWhatIsWrong();
    void knowsATemplate();
    void overridesARecordedRequest_data();
    void overridesARecordedRequest();
};

namespace {

constexpr const char *kFile = R"({
  "version": 1, "about": "the weather of 1.0",
  "responses": [
    {"tool":   "get_weather", "arguments": {"days": 1.0},
     "result": {"content": []}},
    {"prompt": "packing_list", "delay": 2000, "note": ["kept"]}
  ]
}
)";

ResponseFields someFields()
{
    ResponseFields fields;
    fields.name = "get_weather";
    fields.content = Content::Result;
    fields.text = "{}";
    return fields;
}

QByteArray textOf(const ResponseList &list)
{
    const auto text = list.text();
    return text ? QByteArray(text->view().data(), qsizetype(text->size()))
                : text.error().sentence.toUtf8();
}

} // namespace

void TestResponseList::keepsWhatIsNotEdited()
{
    auto list = ResponseList::read(Bytes::copyOf(kFile));
    QVERIFY(list);
    QCOMPARE(list->responses.size(), std::size_t(2));
    ListedResponse &second = list.value().responses[1];
    second.fields.delay = 40;
    second.written = {};
    const QByteArray text = textOf(*list);
    QVERIFY2(text.startsWith("{\n  \"version\": 1, \"about\": \"the weather of 1.0\","),
        text.constData());
    QVERIFY2(text.contains("{\"tool\":   \"get_weather\", \"arguments\": {\"days\": 1.0},\n"),
        text.constData());
    QVERIFY2(text.contains(R"({"prompt": "packing_list", "delay": 40, "note": ["kept"]})"),
        text.constData());
}

void TestResponseList::writesEachPartOfAnEntry()
{
    const QByteArray entry =
        R"({"tool": "a\"b", "arguments": {"x": 1e400}, "params": {"task": {}}, )"
        R"("error": {"code": -32000, "message": "Busy"}, "fault": "wrong-id", "delay": 5, )"
        R"("times": 3, "off": true, "note": "why"})";
    const auto list =
        ResponseList::read(Bytes::copyOf("{\"responses\":[" + entry.toStdString() + "]}"));
    QVERIFY(list);
    const ResponseFields &fields = list->responses.front().fields;
    QCOMPARE(fields.name, std::string("a\"b"));
    QCOMPARE(fields.fault, Fault::WrongId);
    QCOMPARE(fields.times, std::int64_t(3));
    QCOMPARE(entryText(fields).view(), std::string_view(entry.constData(), entry.size()));
}

void TestResponseList::writesARangeOfDelays()
{
    const auto list =
        ResponseList::read(Bytes::copyOf(R"({"responses":[{"tool": "t", "delay": [0, 500]}]})"));
    QVERIFY(list);
    ResponseFields fields = list->responses.front().fields;
    QCOMPARE(fields.delay, std::int64_t(0));
    QCOMPARE(fields.maxDelay, std::int64_t(500));
    QVERIFY(hasRange(fields));
    QCOMPARE(entryText(fields).view(), std::string_view(R"({"tool": "t", "delay": [0, 500]})"));
    fields.delay = 500; // which is none any more
    QCOMPARE(entryText(fields).view(), std::string_view(R"({"tool": "t", "delay": 500})"));
}

void TestResponseList::writesANewFile()
{
    ResponseList list;
    QCOMPARE(textOf(list), QByteArray("{\"version\": 1, \"responses\": []}\n"));
    list.responses.push_back({someFields()});
    list.responses.push_back({someFields()});
    const QByteArray entry = R"({"tool": "get_weather", "result": {}})";
    QCOMPARE(
        textOf(list), "{\"version\": 1, \"responses\": [\n  " + entry + ",\n  " + entry + "\n]}\n");
}

void TestResponseList::refusesAFileThatTheMockRefuses()
{
    const auto list = ResponseList::read(Bytes::copyOf(R"({"responses":[{"tool":"t"}]})"));
    QVERIFY(!list);
    QVERIFY(list.error().sentence.startsWith(u"Response 1: It changes nothing."));
}

void TestResponseList::saysWhatIsWrong_data()
{
    QTest::addColumn<ResponseFields>("fields");
    QTest::addColumn<QString>("sentence");
    const auto row = [](const char *name, const char *sentence, auto change) {
        ResponseFields fields = someFields();
        change(fields);
        QTest::newRow(name) << fields << QString::fromUtf8(sentence);
    };
    row("no JSON", "Response 2: “result” is not JSON. Line 1, column ",
        [](ResponseFields &fields) { fields.text = "{\"a\":}"; });
    row("an empty error", "Response 2: “error” is not JSON. Line 1, column 1: ",
        [](ResponseFields &fields) { fields.content = Content::Error, fields.text.clear(); });
    row("arguments that end the entry", "Response 2: “arguments” is not JSON. ",
        [](ResponseFields &fields) { fields.arguments = "{}, \"times\": 1"; });
    row("params", "Response 2: “params” must be an object.",
        [](ResponseFields &fields) { fields.params = "[]"; });
    row("nothing", "Response 2: It changes nothing.",
        [](ResponseFields &fields) { fields.content = Content::Recorded; });
    row("a range that begins behind its end", "Response 2: “delay” must be ",
        [](ResponseFields &fields) { fields.delay = 500, fields.maxDelay = 200; });
    row("a range that is too long", "Response 2: “delay” must be ",
        [](ResponseFields &fields) { fields.maxDelay = 3'600'001; });
    row("no method", "Response 2: It does not say to which request it responds.",
        [](ResponseFields &fields) { fields.thing = "method", fields.name.clear(); });
    row("too deep", "Response 2: ", [](ResponseFields &fields) {
        fields.text = "{\"a\":" + std::string(100, '[') + std::string(100, ']') + '}';
    });
}

void TestResponseList::saysWhatIsWrong()
{
    QFETCH(ResponseFields, fields);
    QFETCH(QString, sentence);
    ResponseList list;
    list.responses.push_back({someFields()});
    list.responses.push_back({fields});
    const auto text = list.text();
    QVERIFY(!text);
    QVERIFY2(text.error().sentence.startsWith(sentence), qUtf8Printable(text.error().sentence));
    QCOMPARE(list.wrongEntry(), 1);
    list.responses.pop_back();
    QCOMPARE(list.wrongEntry(), -1);
}

void TestResponseList::knowsATemplate()
{
    ResponseFields fields = someFields();
    QVERIFY(!isTemplate(fields));
    fields.text = R"({"a": "{{id}}"})";
    QVERIFY(isTemplate(fields));
    fields.content = Content::Recorded;
    QVERIFY(!isTemplate(fields));
}

void TestResponseList::overridesARecordedRequest_data()
{
    QTest::addColumn<QByteArray>("method");
    QTest::addColumn<QByteArray>("params");
    QTest::addColumn<QByteArray>("response");
    QTest::addColumn<QByteArray>("entry");
    QTest::newRow("a tool")
        << QByteArray("tools/call")
        << QByteArray(R"({"name":"t","arguments":{"n":1.0},"_meta":{"x":1}})")
        << QByteArray(R"("result":{"content":[]})")
        << QByteArray(R"({"tool": "t", "arguments": {"n":1.0}, "result": {"content":[]}})");
    QTest::newRow("an error") << QByteArray("resources/read") << QByteArray(R"({"uri":"a:b"})")
                              << QByteArray(R"("error":{"code":1,"message":"m"})")
                              << QByteArray(
                                     R"({"resource": "a:b", "error": {"code":1,"message":"m"}})");
    QTest::newRow("a list")
        << QByteArray("tools/list") << QByteArray(R"({"_meta":{},"cursor":"c"})")
        << QByteArray(R"("result":{"tools":[]})")
        << QByteArray(
               R"({"method": "tools/list", "params": {"cursor":"c"}, "result": {"tools":[]}})");
}

void TestResponseList::overridesARecordedRequest()
{
    QFETCH(QByteArray, method);
    QFETCH(QByteArray, params);
    QFETCH(QByteArray, response);
    QFETCH(QByteArray, entry);
    ScriptedExchange exchange;
    exchange.method = method.toStdString();
    exchange.message = json::Document::parse(Bytes::fromByteArray(
        R"({"jsonrpc":"2.0","id":1,"method":")" + method + R"(","params":)" + params + '}'));
    exchange.events.push_back({.kind = EventKind::Notification, .bytes = Bytes::copyOf("{}")});
    exchange.events.push_back({.kind = EventKind::Response,
        .bytes = Bytes::fromByteArray(R"({"jsonrpc":"2.0","id":1,)" + response + '}')});
    exchange.hasResponse = true;
    const ResponseFields fields = responseFields(RecordedRequest{.first = &exchange});
    QCOMPARE(
        QByteArray(entryText(fields).view().data(), qsizetype(entryText(fields).size())), entry);
    QVERIFY(checkFields(fields).ok());
}

QTEST_MAIN(TestResponseList)
#include "tst_responselist.moc"
