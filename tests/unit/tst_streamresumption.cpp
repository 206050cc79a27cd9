// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/flowscript.h"
#include "wire/streamable/streamablehttp.h"

#include <QTest>

using namespace sonde;
using namespace sonde::test;
using namespace sonde::wire;
using namespace Qt::StringLiterals;

// Of StreamableHttp: what becomes of streams that end.
class TestStreamResumption : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void conversations_data();
    void conversations();
};

void TestStreamResumption::conversations_data()
{
    QTest::addColumn<QString>("script");
    sessionRow("a stream with an id is resumed, as often as it takes", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 200 text/event-stream
        read events
        > event 4 id=a retry=500
        > end 4
        > wait 600
        after 500 ms
        begin 5 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=a
        > head 5 200 text/event-stream
        read events
        note stream resumed
        > event 5 id=b
        > break 5
        > wait 600
        after 500 ms
        begin 6 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=b
        > head 6 200 text/event-stream
        read events
        note stream resumed
        > message 6 result 1
        deliver
        abort 6)");
    sessionRow("an error answer ends resumption", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 200 text/event-stream
        read events
        > event 4 id=a
        > end 4
        > wait 1500
        after 1000 ms
        begin 5 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=a
        > head 5 405
        read excerpt
        > end 5
        refused 1 405 may have acted)");
    sessionRow("resumption without success is given up", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 200 text/event-stream
        read events
        > event 4 id=a retry=0
        > end 4
        > wait 100
        after 100 ms
        begin 5 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=a
        > break 5
        > wait 1000
        after 1000 ms
        begin 6 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=a
        > break 6
        > wait 2000
        after 2000 ms
        begin 7 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=a
        > break 7
        > wait 4000
        after 4000 ms
        begin 8 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=a
        > break 8
        > wait 8000
        after 8000 ms
        begin 9 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=a
        > break 9
        > wait 16000
        after 16000 ms
        begin 10 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=a
        > break 10
        > wait 30000
        after 30000 ms
        begin 11 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=a
        > break 11
        > wait 30000
        after 30000 ms
        begin 12 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=a
        > break 12
        > wait 30000
        after 30000 ms
        begin 13 GET Mcp-Session-Id=s MCP-Protocol-Version=v Last-Event-ID=a
        > break 13
        refused 1 0 may have acted)");
    sessionRow("an id that cannot stand in a header is not resumed from",
        R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 200 text/event-stream
        read events
        > event 4 id=)"
        "\x01"
        R"(
        > end 4
        refused 1 200 may have acted)");
    sessionRow("an abandoned stream stays, and is not resumed", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 200 text/event-stream
        read events
        > event 4 id=a
        > abandon 1
        > end 4
        > wait 60000)");
    sessionRow("but not for ever", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > abandon 1
        > wait 70000
        after 60000 ms
        abort 4)");
    sessionRow("404 to a standing stream that had been open is about the session", R"(
        > protocol v
        standing none
        > protocol v ready
        begin 4 GET Mcp-Session-Id=s MCP-Protocol-Version=v
        standing opening
        > head 4 200 text/event-stream
        read events
        note standing stream opened
        standing open
        > end 4
        note standing stream ended
        standing waiting
        > wait 1000
        after 1000 ms
        begin 5 GET Mcp-Session-Id=s MCP-Protocol-Version=v
        standing opening
        > head 5 404
        read excerpt
        > end 5
        note standing stream failed
        refused  404 session gone
        standing failed)");
    sessionRow("nor is one that was abandoned while it waits", R"(
        > send request 1
        begin 4 POST Mcp-Session-Id=s MCP-Protocol-Version=v
        > head 4 200 text/event-stream
        read events
        > event 4 id=a
        > end 4
        > abandon 1
        > wait 60000)");
    row("the standing stream comes back", uR"(
        > protocol v ready
        begin 1 GET MCP-Protocol-Version=v
        standing opening
        > head 1 200 text/event-stream
        read events
        note standing stream opened
        standing open
        > event 1 id=7 retry=200
        > end 1
        note standing stream ended
        standing waiting
        > wait 300
        after 200 ms
        begin 2 GET MCP-Protocol-Version=v Last-Event-ID=7
        standing opening
        > break 2
        standing waiting
        > wait 1000
        after 1000 ms
        begin 3 GET MCP-Protocol-Version=v Last-Event-ID=7
        standing opening
        > head 3 500
        read excerpt
        > end 3
        note standing stream failed
        standing failed
        > wait 100000)"_s);
    row("404 to the first GET only means that there is none", uR"(
        > send request 0
        begin 1 POST
        > head 1 200 application/json Mcp-Session-Id=s
        read whole
        note session started
        session s
        > protocol v ready
        begin 2 GET Mcp-Session-Id=s MCP-Protocol-Version=v
        standing opening
        > head 2 404
        read excerpt
        > end 2
        note standing stream not offered
        standing not offered)"_s);
}

void TestStreamResumption::conversations()
{
    QFETCH(QString, script);
    HttpTarget target;
    target.url = QUrl(u"https://example.org/mcp"_s);
    StreamableHttp flow(target);
    FlowScript::compare(flow, script);
}

QTEST_GUILESS_MAIN(TestStreamResumption)
#include "tst_streamresumption.moc"
