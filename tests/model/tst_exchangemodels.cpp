// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/exchange/exchangefacts.h"
#include "models/exchange/headmodel.h"
#include "models/exchange/propertymodel.h"
#include "models/exchange/sseeventmodel.h"

#include <QAbstractItemModelTester>
#include <QTest>

using namespace sonde;
using namespace sonde::models;

namespace {

QString cell(const QAbstractItemModel &model, int row, int column)
{
    return model.index(row, column).data().toString();
}

constexpr const char *kHead = "POST /mcp HTTP/1.1\r\n"
                              "Host: localhost\r\n"
                              "X-Team: blue\r\n"
                              "Authorization: (hidden, 12 characters)\r\n"
                              "MCP-Protocol-Version: 2026-07-28\r\n"
                              "Mcp-Method: tools/call\r\n"
                              "Mcp-Name: =?base64?V2V0dGVyw6U=?=\r\n"
                              "Mcp-Param-Place: =?base64?w4U=?=\r\n"
                              "\r\n";

} // namespace

class ExchangeModelsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void readsFacts();
    void leavesOutWhatCannotBe_data();
    void leavesOutWhatCannotBe();
    void listsPhasesWithWhatTheyTook();
    void listsTheConnection();
    void showsHeadLinesExactly();
    void saysWhoSetAHeader();
    void comparesHeadersWithTheBody_data();
    void comparesHeadersWithTheBody();
    void comparesNothingWithABatch();
    void boundsTheLinesOfAHead();
    void listsEvents();
    void boundsTheEvents();
};

void ExchangeModelsTest::readsFacts()
{
    const auto facts = ExchangeFacts::parse(Bytes::copyOf(
        R"({"url":"https://a/mcp","method":"POST","purpose":"message","custom":["x-team"],)"
        R"("request":{"stream":3,"offset":100,"head":40,"body":7},)"
        R"("answer":{"stream":4,"offset":5,"interim":25,"head":60,"body":900,"trailers":8,)"
        R"("status":200,"version":"HTTP/1.1","reason":"OK","mediaType":"text/event-stream"},)"
        R"("times":{"connected":20,"resolved":10,"ended":-5},)"
        R"("connection":{"remote":"[::1]:80","reused":true,"chain":[{"subject":"CN=a",)"
        R"("names":["a","b"]}]},"error":"No.","failure":"truncated"})"));
    QCOMPARE(facts.url, QStringLiteral("https://a/mcp"));
    QCOMPARE(facts.custom, QStringList{QStringLiteral("x-team")});
    QCOMPARE(facts.requestBody.stream, rpc::StreamId(3));
    QCOMPARE(facts.requestBody.offset, std::uint64_t(140));
    QCOMPARE(facts.requestBody.length, std::uint64_t(7));
    QCOMPARE(facts.responseHead.offset, std::uint64_t(30));
    QCOMPARE(facts.responseBody.offset, std::uint64_t(90));
    QCOMPARE(facts.trailers.offset, std::uint64_t(990));
    QCOMPARE(facts.status, 200);
    QCOMPARE(facts.phases.size(), std::size_t(2));
    QCOMPARE(facts.phases[1].ns, 20);
    QVERIFY(facts.reused);
    QCOMPARE(facts.chain.size(), std::size_t(1));
    QCOMPARE(facts.error, QStringLiteral("No."));
}

void ExchangeModelsTest::leavesOutWhatCannotBe_data()
{
    QTest::addColumn<QByteArray>("json");
    QTest::newRow("nothing") << QByteArray();
    QTest::newRow("no JSON") << QByteArray("{\"request\":{\"stream\":1,");
    QTest::newRow("an array") << QByteArray("[1]");
    QTest::newRow("no stream") << QByteArray(R"({"request":{"offset":1,"head":2,"body":3}})");
    QTest::newRow("a stream that cannot be")
        << QByteArray(R"({"request":{"stream":70000,"offset":1,"head":2,"body":3}})");
    QTest::newRow("negative") << QByteArray(
        R"({"request":{"stream":1,"offset":-1,"head":-2,"body":-9223372036854775808}})");
    QTest::newRow("past every end") << QByteArray(
        R"({"request":{"stream":1,"offset":9223372036854775807,"head":1,"body":9223372036854775807}})");
    QTest::newRow("other types") << QByteArray(
        R"({"url":7,"request":"x","custom":{"a":{}},"times":[],"connection":{"chain":"x"}})");
}

void ExchangeModelsTest::leavesOutWhatCannotBe()
{
    QFETCH(QByteArray, json);
    const auto facts = ExchangeFacts::parse(Bytes::fromByteArray(json));
    QCOMPARE(facts.requestHead.length + facts.requestBody.length, std::uint64_t(0));
    QVERIFY(facts.phases.empty());
    QVERIFY(facts.chain.empty());
    QByteArray many = R"({"connection":{"chain":[)";
    for (int i = 0; i < 1000; ++i)
        many += "{},";
    many += "{}]}}";
    QCOMPARE(ExchangeFacts::parse(Bytes::fromByteArray(many)).chain.size(),
        std::size_t(ExchangeFacts::kMaxCertificates));
}

void ExchangeModelsTest::listsPhasesWithWhatTheyTook()
{
    ExchangeFacts facts;
    facts.phases = {{ExchangeFacts::Phase::Kind::Resolved, 18'000},
        {ExchangeFacts::Phase::Kind::Connected, 212'000}};
    PropertyModel model({QStringLiteral("a"), QStringLiteral("b"), QStringLiteral("c")});
    QAbstractItemModelTester tester(&model);
    model.setRows(phaseRows(facts));
    QCOMPARE(model.rowCount(), 2);
    QCOMPARE(cell(model, 1, 0), QStringLiteral("Connected"));
    QCOMPARE(cell(model, 1, 1), QStringLiteral("+0.212 ms"));
    QCOMPARE(cell(model, 1, 2), QStringLiteral("0.194 ms"));
}

void ExchangeModelsTest::listsTheConnection()
{
    ExchangeFacts facts;
    facts.remote = QStringLiteral("[::1]:443");
    facts.chain = {
        {QStringLiteral("CN=a"), {}, {}, {}, {}, {}}, {QStringLiteral("CN=b"), {}, {}, {}, {}, {}}};
    const auto rows = connectionRows(facts);
    QCOMPARE(rows.size(), std::size_t(4));
    QCOMPARE(rows[0].value(1), QStringLiteral("new"));
    QCOMPARE(rows[2].value(0), QStringLiteral("Certificate"));
    QCOMPARE(rows[3].value(0), QStringLiteral("Signed by"));
}

void ExchangeModelsTest::showsHeadLinesExactly()
{
    HeadModel model;
    QAbstractItemModelTester tester(&model);
    const QByteArray text("HTTP/1.1 200  odd \r\nA:b\n  folded\r\nSet-X: \xe9\r\n\r\n");
    model.setResponse({}, Bytes::fromByteArray(text), Bytes::copyOf("X-Sum: 1\r\n\r\n"));
    QCOMPARE(model.rowCount(), 5);
    QCOMPARE(cell(model, 0, HeadModel::LineColumn), QStringLiteral("HTTP/1.1 200  odd "));
    QCOMPARE(cell(model, 2, HeadModel::LineColumn), QStringLiteral("  folded"));
    QCOMPARE(cell(model, 3, HeadModel::LineColumn), QStringLiteral("Set-X: é"));
    QCOMPARE(cell(model, 4, HeadModel::NoteColumn), QStringLiteral("after the body"));
    QCOMPARE(model.text(), text + "X-Sum: 1\r\n\r\n");
}

void ExchangeModelsTest::saysWhoSetAHeader()
{
    HeadModel model;
    model.setRequest(Bytes::copyOf(kHead), QStringList{QStringLiteral("x-team")}, {});
    QCOMPARE(cell(model, 0, HeadModel::NoteColumn), QString());
    QCOMPARE(cell(model, 1, HeadModel::NoteColumn), QStringLiteral("by Sonde"));
    QCOMPARE(cell(model, 2, HeadModel::NoteColumn), QStringLiteral("yours"));
    QCOMPARE(cell(model, 3, HeadModel::NoteColumn), QStringLiteral("redacted when recorded"));
    QCOMPARE(cell(model, 7, HeadModel::NoteColumn), QStringLiteral("means “Å”"));
    model.setRequest(Bytes::copyOf(kHead), {}, {}); // another program's
    QCOMPARE(cell(model, 1, HeadModel::NoteColumn), QString());
    QCOMPARE(cell(model, 2, HeadModel::NoteColumn), QString());
    QCOMPARE(cell(model, 7, HeadModel::NoteColumn), QStringLiteral("means “Å”"));
}

void ExchangeModelsTest::comparesHeadersWithTheBody_data()
{
    QTest::addColumn<QByteArray>("body");
    QTest::addColumn<QStringList>("wrong");
    const auto row = [](const char *name, const char *body, const QStringList &wrong) {
        QTest::newRow(name) << QByteArray(body) << wrong;
    };
    row("all the same",
        R"({"method":"tools/call","params":{"name":"Wetterå","_meta":)"
        R"({"io.modelcontextprotocol/protocolVersion":"2026-07-28"}}})",
        {});
    row("another method", R"({"method":"tools/Call","params":{"name":"Wetterå"}})",
        {QStringLiteral("Mcp-Method"), QStringLiteral("Mcp-Name")});
    row("another name", R"({"method":"tools/call","params":{"name":"x"}})",
        {QStringLiteral("Mcp-Name")});
    row("a legacy body says no version", R"({"method":"tools/call","params":{"name":"Wetterå"}})",
        {});
    row("another version",
        R"({"method":"tools/call","params":{"name":"Wetterå","_meta":)"
        R"({"io.modelcontextprotocol/protocolVersion":"2027-01-01"}}})",
        {QStringLiteral("MCP-Protocol-Version")});
}

void ExchangeModelsTest::comparesHeadersWithTheBody()
{
    QFETCH(QByteArray, body);
    HeadModel model;
    model.setRequest(
        Bytes::copyOf(kHead), QStringList(), HeadModel::mirroredIn(Bytes::fromByteArray(body)));
    QStringList wrong;
    for (int row = 0; row < model.rowCount(); ++row) {
        const QModelIndex note = model.index(row, HeadModel::NoteColumn);
        if (ColorRole(note.data(TextColorRole).toInt()) == ColorRole::Error)
            wrong += cell(model, row, HeadModel::LineColumn).section(u':', 0, 0);
    }
    QTEST(wrong, "wrong");
}

void ExchangeModelsTest::comparesNothingWithABatch()
{
    HeadModel model;
    for (const char *body : {"", "[{\"method\":\"ping\"}]", "not json"}) {
        model.setRequest(
            Bytes::copyOf(kHead), QStringList(), HeadModel::mirroredIn(Bytes::copyOf(body)));
        QCOMPARE(cell(model, 5, HeadModel::NoteColumn), QStringLiteral("by Sonde"));
    }
    model.setRequest(
        Bytes::copyOf("POST / HTTP/1.1\r\nMcp-Name: =?base64?%%?=\r\n"), QStringList(), {});
    QVERIFY(cell(model, 1, HeadModel::NoteColumn).contains(QStringLiteral("not valid base64")));
}

void ExchangeModelsTest::boundsTheLinesOfAHead()
{
    HeadModel model;
    QByteArray head = "HTTP/1.1 200 OK\r\n";
    for (std::size_t i = 0; i < 2 * HeadModel::kMaxLines; ++i)
        head += "A: b\r\n";
    model.setResponse({}, Bytes::fromByteArray(head), {});
    QCOMPARE(model.rowCount(), int(HeadModel::kMaxLines) + 1);
    QVERIFY(cell(model, model.rowCount() - 1, HeadModel::NoteColumn)
                .contains(QStringLiteral("more lines")));
}

void ExchangeModelsTest::listsEvents()
{
    SseEventModel model;
    QAbstractItemModelTester tester(&model);
    const std::string body = "id: 1\nretry: 3000\ndata:\n\n"
                             ": alive\n\n"
                             "event: endpoint\ndata: /messages\n\n"
                             "id:\ndata: {\ndata: }\n\n";
    const auto second = body.find("/messages");
    model.setBody(Bytes::copyOf(body), {{second, {17, 5'000'000}}}, 1'000'000);
    QCOMPARE(model.rowCount(), 3);
    QVERIFY(model.anyRetry());
    QCOMPARE(model.comments(), std::uint64_t(1));
    using Model = SseEventModel;
    QCOMPARE(cell(model, 0, Model::IdColumn), QStringLiteral("1"));
    QCOMPARE(cell(model, 0, Model::RetryColumn), QStringLiteral("3,000 ms"));
    QCOMPARE(cell(model, 0, Model::TimeColumn), QString());
    QCOMPARE(cell(model, 1, Model::TypeColumn), QStringLiteral("endpoint"));
    QCOMPARE(cell(model, 1, Model::TimeColumn), QStringLiteral("+4.000 ms"));
    QCOMPARE(cell(model, 1, Model::SizeColumn), QStringLiteral("9"));
    QCOMPARE(cell(model, 1, Model::DataColumn), QStringLiteral("/messages"));
    QCOMPARE(model.index(1, 0).data(Model::MessageRole).toInt(), 17);
    QCOMPARE(cell(model, 2, Model::IdColumn), QStringLiteral("(empty)"));
    QCOMPARE(cell(model, 2, Model::DataColumn), QStringLiteral("{ }"));
    model.clear();
    QCOMPARE(model.rowCount(), 0);
}

void ExchangeModelsTest::boundsTheEvents()
{
    SseEventModel model;
    std::string body;
    for (int i = 0; i < SseEventModel::kMaxEvents + 10; ++i)
        body += "data: x\n\n";
    model.setBody(Bytes::copyOf(body), {}, 0);
    QCOMPARE(model.rowCount(), SseEventModel::kMaxEvents);
}

QTEST_GUILESS_MAIN(ExchangeModelsTest)
#include "tst_exchangemodels.moc"
