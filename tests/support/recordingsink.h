// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/sseparser.h"
#include "rpc/trafficsink.h"

#include <atomic>
#include <map>
#include <string>
#include <vector>

namespace sonde::test {

// Keeps all that is reported, and checks what every traffic may rely on. Look at it only when the
// other thread is known to be done (`messageCount` may be watched at any time).
class RecordingSink final : public rpc::TrafficSink {
public:
    struct Message {
        rpc::StreamId stream = 0;
        std::uint64_t offset = 0;
        Stamp at;
        rpc::Kind kind = rpc::Kind::Invalid;
        rpc::Problem problem = rpc::Problem::None;
        std::string text;
        std::string method;
        rpc::ExchangeId exchange = 0;
        rpc::Id id;
    };
    struct Exchange {
        rpc::Exchange::State state = rpc::Exchange::State::Open;
        std::string method;
        std::string target;
        int status = 0;
        Stamp begun;
        Stamp ended;
        std::string facts; // the JSON text
    };

    rpc::StreamId openStream(const rpc::StreamInfo &info) override
    {
        streams.push_back(info);
        return static_cast<rpc::StreamId>(streams.size() - 1);
    }
    void bytes(rpc::StreamId stream, std::uint64_t offset, Stamp at, const Bytes &bytes) override
    {
        inOrder = inOrder && offset == recorded[stream].size() && at.steady > 0;
        recorded[stream] += bytes.view();
        ++bytesCalls[stream];
    }
    std::int64_t message(const rpc::Place &place, Stamp at, const rpc::Message &message) override
    {
        const std::string text(message.bytes().view());
        const std::string &stream = recorded[place.stream];
        inOrder = inOrder && at.steady > 0 && place.offset + place.length <= stream.size()
            && place.exchange <= exchanges.size();
        const auto raw = inOrder ? stream.substr(place.offset, place.length) : std::string();
        inOrder = inOrder && (place.folded ? rpc::unfoldSseData(raw) : raw) == text;
        messages.push_back({place.stream, place.offset, at, message.kind, message.problem, text,
            message.method.toStdString(), place.exchange, message.id});
        ++messageCount;
        return 0;
    }
    rpc::ExchangeId openExchange(const rpc::Exchange &exchange) override
    {
        exchanges.emplace_back();
        updateExchange(static_cast<rpc::ExchangeId>(exchanges.size()), exchange);
        return static_cast<rpc::ExchangeId>(exchanges.size());
    }
    void updateExchange(rpc::ExchangeId id, const rpc::Exchange &exchange) override
    {
        const auto &place = exchange.facts;
        const std::string &stream = recorded[place.stream];
        inOrder = inOrder && id > 0 && place.offset + place.length <= stream.size();
        exchanges.at(id - 1) = {exchange.state, std::string(exchange.method),
            std::string(exchange.target), exchange.status, exchange.begun, exchange.ended,
            inOrder ? stream.substr(place.offset, place.length) : std::string()};
    }
    void problem(rpc::StreamId, std::uint64_t offset, rpc::Problem problem) override
    {
        problems.emplace_back(offset, problem);
    }

    std::string bytesOf(rpc::Channel channel) const
    {
        std::string all;
        for (std::size_t i = 0; i < streams.size(); ++i) {
            const auto found = recorded.find(static_cast<rpc::StreamId>(i));
            if (streams[i].channel == channel && found != recorded.end())
                all += found->second;
        }
        return all;
    }
    std::vector<Message> messagesOf(rpc::Channel channel) const
    {
        std::vector<Message> result;
        for (const Message &message : messages) {
            if (streams[message.stream].channel == channel)
                result.push_back(message);
        }
        return result;
    }

    std::vector<rpc::StreamInfo> streams;
    std::map<rpc::StreamId, std::string> recorded;
    std::map<rpc::StreamId, int> bytesCalls;
    std::vector<Message> messages;
    std::vector<Exchange> exchanges; // ExchangeId 1 is the first
    std::vector<std::pair<std::uint64_t, rpc::Problem>> problems;
    std::atomic<int> messageCount = 0;
    bool inOrder = true;
};

} // namespace sonde::test
