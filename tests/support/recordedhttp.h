// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/message.h"
#include "rpc/sseparser.h"
#include "trace/recorder/recorder.h"

#include <map>
#include <string>
#include <utility>

namespace sonde::test {

// Records HTTP exchanges of one connection as a wire does: in lanes, each used by one exchange at
// a time, with the messages of the bodies and the facts.
class RecordedHttp {
public:
    explicit RecordedHttp(trace::Recorder &recorder, int connection = 1,
        const QString &server = QStringLiteral("demo"))
        : m_recorder(recorder)
        , m_server(server)
        , m_connection(connection)
    {
        m_facts.stream = open(rpc::Channel::Http);
        m_lifecycle.stream = open(rpc::Channel::Lifecycle);
    }

    // Starts an exchange in a lane that none is using. `more` is spliced into its facts, with a
    // comma in front.
    trace::Number request(int lane, std::string_view method, std::string_view target,
        std::string_view head, std::string_view body, Stamp at)
    {
        auto &used = m_lanes[lane];
        if (used.sent.stream == 0) {
            used.sent.stream = open(rpc::Channel::Sent);
            used.received.stream = open(rpc::Channel::Received);
        }
        used.now = {};
        used.method = method;
        used.target = target;
        used.now.begun = at;
        used.more.clear();
        used.requestAt = used.sent.length;
        used.requestHead = head.size();
        used.requestBody = body.size();
        used.responseAt = used.received.length;
        used.responseHead = 0;
        used.now.facts = writeFacts(used, at);
        used.id = m_recorder.openExchange(look(used));
        append(used.sent, head, at);
        const auto bodyAt = append(used.sent, body, at);
        record(used.sent.stream, bodyAt, Bytes::copyOf(body), at, used.id);
        return used.id;
    }
    void respond(int lane, int status, std::string_view head, Stamp at)
    {
        auto &used = m_lanes[lane];
        used.now.status = status;
        used.responseHead += head.size();
        used.isStream = head.find("text/event-stream") != std::string_view::npos;
        append(used.received, head, at);
        update(lane, at);
    }
    // The whole body, which is one message or a batch.
    void body(int lane, std::string_view text, Stamp at)
    {
        auto &used = m_lanes[lane];
        used.now.received += text.size();
        const auto offset = append(used.received, text, at);
        record(used.received.stream, offset, Bytes::copyOf(text), at, used.id);
    }
    // What a read brings of the next events(): the beginning of a block.
    void part(int lane, std::string_view text, Stamp at)
    {
        auto &used = m_lanes[lane];
        used.now.received += text.size();
        append(used.received, text, at);
        used.part += text;
    }
    // A part of an event stream: whole blocks, with what part() has brought.
    void events(int lane, std::string_view rest, Stamp at)
    {
        auto &used = m_lanes[lane];
        used.now.received += rest.size();
        const std::string text = std::exchange(used.part, {}).append(rest);
        const auto offset = append(used.received, rest, at) + rest.size() - text.size();
        rpc::SseParser parser;
        parser.feed(Bytes::copyOf(text), [&](const rpc::SseEvent &event) {
            if (event.hasData && event.data.view().starts_with('{')) {
                record(used.received.stream, offset + event.dataOffset, event.data, at, used.id,
                    event.folded, event.dataLength);
                return;
            }
            rpc::Message other = rpc::plainRecord(
                rpc::Kind::Event, Bytes::copyOf(text).slice(event.offset, event.length));
            other.method = event.hasData ? event.type : "priming";
            m_recorder.message(
                {used.received.stream, offset + event.offset, event.length, used.id}, at, other);
        });
    }
    void end(int lane, rpc::Exchange::State state, Stamp at)
    {
        auto &used = m_lanes[lane];
        used.now.state = state;
        used.now.ended = at;
        update(lane, at);
    }
    // Puts members into the facts, from the next update on: `,"times":{…}`.
    void tell(int lane, std::string_view members) { m_lanes[lane].more += members; }
    void update(int lane, Stamp at)
    {
        auto &used = m_lanes[lane];
        used.now.facts = writeFacts(used, at);
        m_recorder.updateExchange(used.id, look(used));
    }
    void lifecycle(std::string_view line, std::string_view name, Stamp at)
    {
        const auto offset = append(m_lifecycle, std::string(line) + '\n', at);
        auto message = rpc::plainRecord(rpc::Kind::Lifecycle, Bytes::copyOf(line));
        message.method = name;
        m_recorder.message({m_lifecycle.stream, offset, line.size()}, at, message);
    }
    rpc::StreamId sentStream(int lane) { return m_lanes[lane].sent.stream; }
    rpc::StreamId receivedStream(int lane) { return m_lanes[lane].received.stream; }

private:
    struct Stream {
        rpc::StreamId stream = 0;
        std::uint64_t length = 0;
    };
    struct Lane {
        Stream sent;
        Stream received;
        rpc::ExchangeId id = 0;
        rpc::Exchange now;
        std::string method;
        std::string target;
        std::string more;
        std::string part;
        bool isStream = false;
        std::uint64_t requestAt = 0;
        std::uint64_t requestHead = 0;
        std::uint64_t requestBody = 0;
        std::uint64_t responseAt = 0;
        std::uint64_t responseHead = 0;
    };

    rpc::StreamId open(rpc::Channel channel)
    {
        return m_recorder.openStream({m_server, m_connection, channel, false});
    }
    std::uint64_t append(Stream &stream, std::string_view bytes, Stamp at)
    {
        const auto offset = stream.length;
        m_recorder.bytes(stream.stream, offset, at, Bytes::copyOf(bytes));
        stream.length += bytes.size();
        return offset;
    }
    void record(rpc::StreamId stream, std::uint64_t offset, const Bytes &text, Stamp at,
        rpc::ExchangeId exchange, bool folded = false, std::uint64_t length = 0)
    {
        if (text.isEmpty())
            return;
        for (const auto &message : rpc::decode(text, true)) {
            const auto inside = folded ? 0 : message.bytes().data() - text.data();
            m_recorder.message({stream, offset + static_cast<std::uint64_t>(inside),
                                   folded ? length : message.bytes().size(), exchange, folded},
                at, message);
        }
    }
    static rpc::Exchange look(const Lane &lane)
    {
        rpc::Exchange exchange = lane.now;
        exchange.method = lane.method;
        exchange.target = lane.target;
        return exchange;
    }
    static std::string range(
        rpc::StreamId stream, std::uint64_t at, std::uint64_t head, std::uint64_t body)
    {
        return R"({"stream":)" + std::to_string(stream) + R"(,"offset":)" + std::to_string(at)
            + R"(,"head":)" + std::to_string(head) + R"(,"body":)" + std::to_string(body);
    }
    rpc::Place writeFacts(const Lane &lane, Stamp at)
    {
        std::string text = R"({"url":"http://127.0.0.1:3001)" + lane.target + R"(","method":")"
            + lane.method + R"(","request":)"
            + range(lane.sent.stream, lane.requestAt, lane.requestHead, lane.requestBody) + '}';
        if (lane.responseHead > 0) {
            text += R"(,"answer":)"
                + range(lane.received.stream, lane.responseAt, lane.responseHead, lane.now.received)
                + R"(,"status":)" + std::to_string(lane.now.status)
                + R"(,"version":"HTTP/1.1","mediaType":")"
                + (lane.isStream ? "text/event-stream" : "application/json") + R"("})";
        }
        text += lane.more + '}';
        const auto offset = append(m_facts, text + '\n', at);
        return {m_facts.stream, offset, text.size()};
    }

    trace::Recorder &m_recorder;
    QString m_server;
    int m_connection;
    Stream m_facts;
    Stream m_lifecycle;
    std::map<int, Lane> m_lanes;
};

} // namespace sonde::test
