// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "changes/difference.h"
#include "findings/engine/listedfinding.h"
#include "mcp/message/response.h"
#include "trace/record/record.h"

#include <QString>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace sonde::fanout {

// What came of a request that several servers received, in the column of one of them.
struct FanResult {
    enum class Outcome : std::uint8_t {
        NotConnected,
        NoResponse,
        Error, // an error response
        ToolError, // a result with isError
        Result,
    };
    enum class Verdict : std::uint8_t {
        NotCompared, // there is no response
        First, // the others are compared with it
        Equal,
        Different,
    };

    QString title;
    QString serverName{}; // as the server says; empty: it does not
    QString serverVersion{};
    QString revision{}; // the negotiated one
    Outcome outcome = Outcome::NotConnected;
    Bytes value{}; // JSON text of the result or of the error, as received
    int errorCode = 0; // of an error response
    QString sentence{}; // why there is no result
    std::chrono::nanoseconds took{-1}; // of the request alone; negative: not known
    std::set<rpc::StreamId> streams{}; // of its connection, in the recording
    // What the server violated; without a value: not known yet.
    std::optional<std::vector<findings::ListedFinding>> findings{};
    Verdict verdict = Verdict::NotCompared;
    std::vector<changes::Difference> differences{};
    bool hasMore = false; // the comparison ended there: there may be further differences

    // Without a response: why there is none.
    void adopt(const Result<mcp::Response> &response);
    bool hasResponse() const { return outcome >= Outcome::Error; }
};
using FanResults = std::vector<FanResult>;

} // namespace sonde::fanout
