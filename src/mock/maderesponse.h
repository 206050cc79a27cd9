// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "mock/mockscript.h"
#include "rpc/message.h"
#include "json/document.h"

#include <QStringList>
#include <QtGlobal>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace sonde::mock {

// What a file calls the faults, in the order of Fault, without None.
const QStringList &faultNames();

// A response that a person has made, or what is done with the recorded one.
struct MadeResponse {
    std::string method{};
    std::string target{}; // the tool, prompt or resource; empty: any
    json::Document entry{}; // of the file; its "arguments" or "params" are those of the request
    std::size_t times = 0; // so many requests get it; 0: all
    std::chrono::milliseconds delay{0};
    std::chrono::milliseconds maxDelay{0}; // more than `delay`: each request has another one
    Fault fault = Fault::None;
    bool isOff = false; // it stays in its file, and responds to nothing
    bool isError = false; // `text` is that of the member "error", otherwise of "result"
    // JSON, with places of the request in braces; empty: the recorded response is played.
    std::string text{};
};

// The text of a file of responses:
//
//   {"version": 1, "responses": [
//     {"tool": "get_weather", "arguments": {"city": "Oulu"}, "result": {…}, "delay": 2000},
//     {"tool": "get_weather", "error": {"code": -32000, "message": "Busy"}, "times": 1},
//     {"prompt": "review", "fault": "silence", "off": true},
//     {"resource": "file:///notes", "delay": [200, 500]},
//     {"method": "tools/list", "params": {…}, "fault": "close"}]}
//
// "arguments" and "params" name what must be equal; the rest of the request does not matter.
class MadeResponses {
public:
    static constexpr qint64 kMaxBytes = qint64(16) << 20; // of the text
    static constexpr std::size_t kMaxResponses = 1000;
    static constexpr std::chrono::milliseconds kMaxDelay{3'600'000};
    static constexpr int kMaxTimes = 1'000'000;
    static constexpr int kMaxDepth = 100; // of the JSON: the comparison of values is recursive

    // The error (Domain::Usage) names the response.
    static Result<MadeResponses> read(const Bytes &text);

    // Of one entry: the error says what is wrong with it, without its place.
    static Result<void> check(const json::Value &entry);

    // A request gets a response.
    struct Use {
        const MadeResponse *response = nullptr; // nullptr: there is none
        std::size_t number = 0; // of the response, from 1 on; 0: there is none
        std::chrono::milliseconds delay{0};
    };

    // The first one for the request that has not been used up. Which delay of a range a request
    // gets depends on the seed, on the response and on how many requests have got that one before.
    Use use(const rpc::Message &request);
    void setSeed(std::uint64_t seed) { m_seed = seed; }

private:
    struct Entry {
        MadeResponse response;
        std::size_t used = 0; // requests that got it
    };

    std::chrono::milliseconds delayOf(const Entry &entry, std::size_t number) const;

    std::vector<Entry> m_entries;
    std::uint64_t m_seed = 0;
};

} // namespace sonde::mock
