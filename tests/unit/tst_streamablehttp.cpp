// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/flowscript.h"
#include "wire/streamable/streamablehttp.h"

#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using namespace Qt::StringLiterals;

class TestStreamableHttp : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void conversations_data();
    void conversations();
    void sendsWhatThePersonSetsInPlaceOfItsOwn();
};

namespace {

void responses()
{
    sessionRow("an answer as JSON", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 200 application/json
        read whole
        > message 4 result 1
        deliver
        > end 4)");
    sessionRow("a stream with what the server asks before the answer", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 200 Text/Event-Stream
        read events
        > event 4 id=1
        > message 4 {"jsonrpc":"2.0","id":1,"method":"ping"}
        deliver
        > message 4 result 1
        deliver
        > end 4)");
    sessionRow("an error without an id is the answer", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 400 application/json
        read excerpt
        > message 4 error null
        deliver
        > end 4)");
    sessionRow("an error with 401 is not the answer", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 401 application/json
        read excerpt
        > message 4 error 1
        keep
        > end 4
        refused 1 401)");
    sessionRow("403 is, with the request's own id and no challenge", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 403 application/json
        read excerpt
        > message 4 error 1
        deliver
        > end 4
        > send request 2
        begin 5 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 5 403 application/json
        read excerpt
        > message 5 error null
        keep
        > end 5
        refused 2 403)");
    sessionRow("a refused notification", R"(
        > send notification x
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 400 application/json
        read excerpt
        > message 4 error null
        keep
        > end 4
        note message refused
        refused  400)");
    sessionRow("a notification that is not taken", R"(
        > send notification x
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > wait 70000
        after 60000 ms
        abort 4
        note message refused
        refused  0 may have acted)");
    sessionRow("an answer in an event of another type is not to come again", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 200 text/event-stream
        read events
        > event 4 id=7 type=error data={"jsonrpc":"2.0","id":1,"result":{}}
        > end 4
        refused 1 200 may have acted
        > wait 60000)");
    sessionRow("an answer that broke off", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 200 application/json
        read whole
        > break 4
        refused 1 200 may have acted)");
    sessionRow("a failing gateway may have passed the request on", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 502
        read excerpt
        > end 4
        refused 1 502 may have acted)");
    sessionRow("what comes for a forgotten exchange is passed over", R"(
        > head 99 200 text/event-stream
        read excerpt
        > event 99 id=1
        > message 99 result 1
        keep
        > end 99)");
}

void sessions()
{
    sessionRow("404 to a request loses the session, and the next one has none", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > send request 2
        begin 5 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 404 application/json
        read excerpt
        > message 4 error null
        keep
        > end 4
        refused 1 404 session gone
        no session
        standing none
        > protocol
        > send request 3
        begin 6 POST
        > head 6 200 application/json Mcp-Session-Id=t
        read whole
        note session started
        session t
        > head 5 404
        read excerpt
        > end 5
        refused 2 404 session gone)");
    sessionRow("404 to a notification leaves it to the next request to find out", R"(
        > send notification x
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 404
        read excerpt
        > end 4
        note message refused
        refused  404 session gone
        > send request 1
        begin 5 POST Mcp-Session-Id=s MCP-Protocol-Version=v)");
    sessionRow("another id takes the place of the first", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 200 application/json Mcp-Session-Id=t
        read whole
        note session id changed
        session t)");
    row("an id that is not visible ASCII is not used",
        u"> send request 0\nbegin 1 POST\n"
        "> head 1 200 application/json "
        "Mcp-Session-Id=\u00fc\n"
        "read whole\nnote session id not usable\n"_s);
    sessionRow("the session is ended with DELETE", R"(
        > stop
        begin 4 DELETE Mcp-Session-Id=s MCP-Protocol-Version=v
        standing none
        > head 4 200
        read excerpt
        > end 4
        note session ended
        note connection ended
        ended
        no session)");
    sessionRow("405 to DELETE is fine", R"(
        > stop
        begin 4 DELETE Mcp-Session-Id=s MCP-Protocol-Version=v
        standing none
        > head 4 405
        read excerpt
        > end 4
        note session not ended
        note connection ended
        ended)");
    sessionRow("a stalling server is waited for in turn", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > send notification x
        begin 5 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > stop
        abort 4
        standing none
        > send request 2
        > wait 5000
        after 1000 ms
        abort 5
        begin 6 DELETE Mcp-Session-Id=s MCP-Protocol-Version=v
        after 2000 ms
        abort 6
        note session not ended
        note connection ended
        ended
        > stop)");
    row("requests wait for the end of the handshake, and the standing stream", uR"(
        > send notification notifications/initialized
        begin 1 POST
        > protocol v ready
        > send request 1
        > send request 2
        > abandon 1
        > head 1 202
        read excerpt
        begin 2 GET MCP-Protocol-Version=v
        standing opening
        > end 1
        > head 2 405
        read excerpt
        begin 3 POST MCP-Protocol-Version=v
        > end 2
        note standing stream not offered
        standing not offered)"_s);
    row("which may be slow to open", uR"(
        > send notification notifications/initialized
        begin 1 POST
        > protocol v ready
        > send request 1
        > head 1 202
        read excerpt
        begin 2 GET MCP-Protocol-Version=v
        standing opening
        > wait 1000
        after 250 ms
        begin 3 POST MCP-Protocol-Version=v)"_s);
    row("at the end, what is no request goes out without waiting", uR"(
        > send notification notifications/initialized
        begin 1 POST
        > protocol v ready
        > send request 1
        > send notification x
        > stop
        begin 2 POST MCP-Protocol-Version=v
        > head 1 202
        read excerpt
        > end 1
        > head 2 202
        read excerpt
        > end 2
        note connection ended
        ended)"_s);
    row("but not for ever", uR"(
        > send notification notifications/initialized
        begin 1 POST
        > send request 1
        > wait 6000
        after 5000 ms
        begin 2 POST)"_s);
}

void stateless()
{
    static constexpr auto kModern = "> protocol 2026-07-28 stateless ready\n> send request 1\n"
                                    "begin 1 POST MCP-Protocol-Version=2026-07-28\n";
    const auto add = [](const char *name, const char *script) {
        row(name, QString::fromUtf8(kModern) + QString::fromUtf8(script));
    };
    add("never a session, a standing stream or a DELETE", R"(
        > head 1 200 application/json Mcp-Session-Id=s
        read whole
        > message 1 result 1
        deliver
        > end 1
        > send request 2
        begin 2 POST MCP-Protocol-Version=2026-07-28
        > stop
        abort 2
        note connection ended
        ended)");
    add("closing the stream cancels", R"(
        > head 1 200 text/event-stream
        read events
        > abandon 1
        abort 1
        > end 1)");
    add("a stream that ends without the answer is not resumed", R"(
        > head 1 200 text/event-stream
        read events
        > event 1 id=7
        > end 1
        refused 1 200 may have acted
        > wait 60000)");
    add("404 is about the method", R"(
        > head 1 404 application/json
        read excerpt
        > message 1 error 1
        deliver
        > end 1)");
}

} // namespace

void TestStreamableHttp::conversations_data()
{
    QTest::addColumn<QString>("script");
    responses();
    sessions();
    stateless();
}

void TestStreamableHttp::conversations()
{
    QFETCH(QString, script);
    HttpTarget target;
    target.url = QUrl(u"https://example.org/mcp"_s);
    StreamableHttp flow(target);
    FlowScript::compare(flow, script);
}

void TestStreamableHttp::sendsWhatThePersonSetsInPlaceOfItsOwn()
{
    HttpTarget target;
    target.url = QUrl(u"https://example.org/mcp"_s);
    target.headers = {{"accept", "*/*"}, {"X-A", "1"}, {"MCP-PROTOCOL-VERSION", "mine"}};
    StreamableHttp flow(target);
    HttpActions actions;
    flow.setProtocol({false, "2025-11-25", false}, {1, 1}, actions);
    flow.send({rpc::request("1", "ping", {}), Outgoing::Kind::Request, "1"}, {1, 1}, actions);
    const auto &request = std::get<BeginExchange>(actions.at(0)).request;
    QByteArrayList lines;
    for (const HttpHeader &field : request.headers.fields()) {
        if (field.name != "User-Agent")
            lines << field.name + ": " + field.value;
    }
    QCOMPARE(lines,
        QByteArrayList({"Content-Type: application/json", "accept: */*", "X-A: 1",
            "MCP-PROTOCOL-VERSION: mine"}));
}

QTEST_GUILESS_MAIN(TestStreamableHttp)
#include "tst_streamablehttp.moc"
