// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "replay/recordedorder.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sonde::replay {

// Values that a server gives in a result and that the client sends back to it: cursors of lists,
// states of requests that ask for input, and ids of tasks. A live server gives others than the
// recorded one.
class GivenValues {
public:
    explicit GivenValues(const mock::MockScript &script); // outlives it

    // The exchanges whose results have what the request of `exchange` sends back.
    std::vector<Index> sources(Index exchange) const;
    // What the live server responded to the request of `exchange`.
    void learn(Index exchange, const json::Value &result);
    // The params of `exchange` with the live values in place of the recorded ones, without the
    // progress token and what each connection says of itself in _meta. Fails if the live server
    // gave no such value.
    Result<Bytes> params(Index exchange) const;

private:
    enum class Kind : std::uint8_t { Cursor, State, Task };
    struct Use {
        Kind kind;
        Index source; // its exchange
    };
    void addUses(Index exchange);
    void addGiven(Index exchange, trace::Number at, const json::Value &result);
    static std::vector<std::pair<Kind, json::Value>> valuesIn(const json::Value &result);

    const mock::MockScript &m_script;
    struct Given {
        Index exchange;
        trace::Number at; // of the response
    };
    std::map<std::string, std::vector<Given>, std::less<>> m_given; // only while it is made
    std::map<Index, std::vector<Use>> m_uses;
    std::map<std::pair<Index, Kind>, std::string> m_live; // JSON text
};

} // namespace sonde::replay
