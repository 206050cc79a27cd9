// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/bridgeprotocol.h"

#include <QTest>

using namespace sonde;
using namespace sonde::cli;

// What a bridge learns from messages, as a table: each line is a message, and what follows it.
class TestTapBridgeProtocol : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void learnsFromMessages_data();
    void learnsFromMessages();
    void repeatsParametersInHeaders();
};

namespace {

rpc::Message messageOf(const QByteArray &text)
{
    rpc::Message message;
    rpc::decodeOne(Bytes::fromByteArray(text), message);
    return message;
}

QByteArray describe(const char *when, const std::optional<wire::HttpProtocol> &protocol)
{
    if (!protocol)
        return {};
    return QByteArray(when) + ' ' + (protocol->stateless ? "stateless " : "") + protocol->version
        + (protocol->ready ? " ready;" : ";");
}

QByteArray describe(const BridgeProtocol::Step &step)
{
    QByteArray text = describe("before", step.before);
    if (step.message) {
        text += "send";
        for (const wire::HttpHeader &field : step.message->headers.fields())
            text += ' ' + field.name + '=' + field.value;
        text += ';';
    }
    if (step.abandoned)
        text += "abandon " + QByteArray::fromStdString(*step.abandoned) + ';';
    return text + describe("after", step.after);
}

const QByteArray kMeta = R"("_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28"})";

} // namespace

void TestTapBridgeProtocol::learnsFromMessages_data()
{
    // "<" before a message of the server.
    using Story = QList<std::pair<QByteArray, QByteArray>>;
    QTest::addColumn<Story>("story");
    const QByteArray initialize =
        R"({"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25"}})";
    const QByteArray initialized = R"({"jsonrpc":"2.0","method":"notifications/initialized"})";
    const QByteArray accepted =
        R"(<{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18"}})";
    const QByteArray cancelled =
        R"({"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}})";
    const QByteArray discover =
        R"({"jsonrpc":"2.0","id":7,"method":"server/discover","params":{)" + kMeta + "}}";
    QTest::newRow("legacy") << Story{{initialize, "before ;send;"}, {accepted, "after 2025-06-18;"},
        {initialized, "send;after 2025-06-18 ready;"},
        {R"({"jsonrpc":"2.0","id":2,"method":"ping"})", "send;"}, {cancelled, "send;"},
        {R"({"jsonrpc":"2.0","id":9,"result":{}})", "send;"}};
    QTest::newRow("modern") << Story{
        {discover, "before stateless 2026-07-28 ready;send Mcp-Method=server/discover;"},
        {R"({"jsonrpc":"2.0","id":8,"method":"prompts/get","params":{"name":"p",)" + kMeta + "}}",
            "send Mcp-Method=prompts/get Mcp-Name=p;"},
        {cancelled, "abandon 7;"}};
    QTest::newRow("modern, then legacy") << Story{
        {discover, "before stateless 2026-07-28 ready;send Mcp-Method=server/discover;"},
        {initialize, "before ;send;"}, {accepted, "after 2025-06-18;"}, {cancelled, "send;"}};
    QTest::newRow("a response with another id") << Story{{initialize, "before ;send;"},
        {R"(<{"jsonrpc":"2.0","id":"1","result":{"protocolVersion":"2025-06-18"}})", ""},
        {R"(<{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":"m"}})", ""}};
    QTest::newRow("no message") << Story{{"no message", ""}, {R"({"a":1})", ""}};
}

void TestTapBridgeProtocol::learnsFromMessages()
{
    using Story = QList<std::pair<QByteArray, QByteArray>>;
    QFETCH(Story, story);
    BridgeProtocol protocol;
    for (const auto &[text, expected] : story) {
        const QByteArray seen = text.startsWith('<')
            ? describe("after", protocol.fromServer(messageOf(text.mid(1))))
            : describe(protocol.fromHost(messageOf(text)));
        QCOMPARE(seen, expected);
    }
}

// 2026-07-28 basic/transports: x-mcp-header in the schema of a tool.
void TestTapBridgeProtocol::repeatsParametersInHeaders()
{
    BridgeProtocol protocol;
    protocol.fromHost(
        messageOf(R"({"jsonrpc":"2.0","id":1,"method":"tools/list","params":{)" + kMeta + "}}"));
    protocol.fromServer(messageOf(
        R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"t","inputSchema":{"type":"object",)"
        R"("properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}]}})"));
    QCOMPARE(describe(protocol.fromHost(
                 messageOf(R"({"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"t",)"
                           R"("arguments":{"region":"eu"},)"
                     + kMeta + "}}"))),
        QByteArray("send Mcp-Method=tools/call Mcp-Name=t Mcp-Param-Region=eu;"));
}

QTEST_GUILESS_MAIN(TestTapBridgeProtocol)
#include "tst_tapbridgeprotocol.moc"
