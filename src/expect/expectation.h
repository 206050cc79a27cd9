// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "changes/difference.h"
#include "changes/volatileplace.h"
#include "json/value.h"

#include <QString>
#include <QStringList>

#include <chrono>
#include <cstdint>
#include <optional>
#include <vector>

namespace sonde::expect {

// What came of a call.
struct CallOutcome {
    Bytes result{}; // JSON text as received; empty: there is no result
    std::optional<std::int64_t> errorCode{}; // of an error response
    QString sentence{}; // without a result: why
    std::chrono::nanoseconds took{-1}; // negative: not known
};

// What is wrong with it.
struct Judgement {
    QStringList sentences;
    std::vector<changes::Difference> differences; // between the expected result and the received
    bool hasPassed() const { return sentences.isEmpty(); }
};

// What a test expects of the response to a call: the member "expect" of the call.
//
//   {"result": {…}, "compare": "contains", "ignore": ["/content/0/text", "time /content/1/text"],
//    "tolerance": 0.01, "isError": false, "schema": {…}, "withinMs": 500}
//   {"errorCode": -32602}
//
// All members may be missing: then the response must be a result without isError. The result is
// compared without its _meta, and a text in its content that is JSON as that JSON.
struct Expectation {
    enum class Compare : std::uint8_t {
        Exact,
        Contains, // objects of the result may have members that are not expected
    };
    static constexpr std::size_t kMaxIgnored = 1000;

    Bytes result{}; // JSON text; empty: any
    Compare compare = Compare::Exact;
    std::vector<changes::VolatilePlace> ignore{}; // places in the result that may differ
    std::optional<double> tolerance{}; // of numbers
    std::optional<bool> isError{}; // nothing: as in `result`, else false
    std::optional<std::int64_t> errorCode{}; // an error response is expected
    Bytes schema{}; // of the result; empty: none
    std::optional<std::chrono::milliseconds> within{};

    // The error (Domain::Usage) names the member.
    static Result<Expectation> read(const json::Value &value);
    Judgement judge(const CallOutcome &outcome) const;
};

// "KIND PATH", as an entry of "ignore"; of a whole value only the path.
QString ignoredText(const changes::VolatilePlace &place);

// What is kept of a result: all but its _meta.
Bytes withoutMeta(const Bytes &result);
// What is compared of it: JSON in its texts as that JSON.
Bytes comparedResult(const Bytes &result);

} // namespace sonde::expect
