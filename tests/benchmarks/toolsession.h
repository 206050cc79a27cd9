// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "findings/engine/checker.h"
#include "rpc/message.h"
#include "trace/recorder/recorder.h"

#include <cstddef>
#include <cstdint>
#include <string>

// What is recorded to measure findings.
namespace sonde::bench {

inline constexpr std::int64_t kBetween = 20'000'000; // nanoseconds between two messages of a side

// One side of a connection.
class Side {
public:
    Side(trace::Recorder &recorder, rpc::Channel channel)
        : m_recorder(recorder)
        , m_stream(recorder.openStream({QStringLiteral("bench"), 1, channel, false}))
    {
    }
    void say(const std::string &line)
    {
        const Bytes bytes = Bytes::copyOf(line + '\n');
        // As in a session of a person, and not all in the same second.
        m_now.wall += kBetween;
        m_now.steady += kBetween;
        const Stamp now = m_now;
        rpc::Message message;
        rpc::decodeOne(bytes.slice(0, line.size()), message);
        m_recorder.bytes(m_stream, m_offset, now, bytes);
        m_recorder.message({m_stream, m_offset, line.size()}, now, message);
        m_offset += bytes.size();
    }

private:
    trace::Recorder &m_recorder;
    rpc::StreamId m_stream;
    std::uint64_t m_offset = 0;
    Stamp m_now = SystemClock::instance().now();
};

// A session in which tools are called, with progress and logs: five messages a call.
class Session {
public:
    explicit Session(trace::Recorder &recorder)
        : m_client(recorder, rpc::Channel::Sent)
        , m_server(recorder, rpc::Channel::Received)
    {
        m_client.say(R"({"jsonrpc":"2.0","id":0,"method":"initialize","params":{)"
                     R"("protocolVersion":"2025-11-25","capabilities":{},)"
                     R"("clientInfo":{"name":"c","version":"1"}}})");
        m_server.say(R"({"jsonrpc":"2.0","id":0,"result":{"protocolVersion":"2025-11-25",)"
                     R"("capabilities":{"tools":{},"logging":{}},)"
                     R"("serverInfo":{"name":"s","version":"1"}}})");
        m_client.say(R"({"jsonrpc":"2.0","method":"notifications/initialized"})");
        m_client.say(R"({"jsonrpc":"2.0","id":1,"method":"tools/list"})");
        m_server.say(R"({"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"weather",)"
                     R"("description":"Tells.","inputSchema":{"type":"object","properties":{)"
                     R"("city":{"type":"string","description":"Where."}}},"outputSchema":{)"
                     R"("type":"object","properties":{"days":{"type":"array","items":{)"
                     R"("type":"number"}}},"required":["days"]}}]}})");
    }
    void call()
    {
        const std::string id = std::to_string(++m_id);
        const std::string start = R"({"jsonrpc":"2.0","id":)" + id;
        m_client.say(start
            + R"(,"method":"tools/call","params":{"name":"weather","arguments":{)"
              R"("city":"Reykjavik"},"_meta":{"progressToken":)"
            + id + "}}}");
        m_server.say(R"({"jsonrpc":"2.0","method":"notifications/message","params":{"level":)"
                     R"("info","logger":"weather","data":"Asking the station."}})");
        for (const char *progress : {"1", "2"})
            m_server.say(R"({"jsonrpc":"2.0","method":"notifications/progress","params":{)"
                         R"("progressToken":)"
                + id + R"(,"progress":)" + progress + R"(,"total":2}})");
        m_server.say(start
            + R"(,"result":{"content":[{"type":"text","text":"{\"days\":[1,2.5,3]}")"
              R"(}],"structuredContent":{"days":[1,2.5,3]}}})");
    }
    static constexpr int kMessages = 5;

    // A list as large as a message may be, in which no tool and no schema is like another one.
    void listHostile()
    {
        m_client.say(R"({"jsonrpc":"2.0","id":"list","method":"tools/list"})");
        std::string line = R"({"jsonrpc":"2.0","id":"list","result":{"tools":[)";
        const std::size_t most = findings::Checker::kMaxMessage - 200; // bytes
        for (int i = 0; line.size() < most; ++i) {
            const std::string number = std::to_string(i);
            line += (i == 0 ? R"({"name":"a tool )" : R"(,{"name":"a tool )") + number
                + R"(","inputSchema":{"properties":{"p)" + number + R"(":{"type":"string"}}}})";
        }
        m_server.say(line + "]}}");
    }

private:
    Side m_client;
    Side m_server;
    int m_id = 1;
};

} // namespace sonde::bench
