// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/numberedtable.h"
#include "trace/record/record.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace sonde::trace {

// A request without a response yet.
struct WaitingRequest {
    Number number = 0;
    Record record;
    bool isProbe = false; // an error is no failure
    bool isSubscription = false; // it lasts until it is closed
    std::vector<WaitingRequest> later; // later requests with the same id
};

// The pending requests of one direction, by the text of their id. Ids that are plain numbers are
// looked up as numbers.
class RequestTable {
public:
    // A key for look-ups, parsed once.
    struct Key {
        explicit Key(std::string_view id)
            : text(id)
            , number(rpc::plainNumber(id))
        {
        }
        std::size_t hash() const;
        std::string_view text;
        std::int64_t number; // 0: look up the text
    };

    // Null if there is none. Valid until the next add() or erase().
    WaitingRequest *find(const Key &key);
    // Returns an entry to fill in; there must be none with that id.
    WaitingRequest &add(const Key &key);
    void erase(const Key &key);
    std::size_t size() const { return m_numbered.size() + m_named.size(); }

    // Calls visit(id, request) for each, in no particular order, until it returns false. `visit`
    // must not add or erase requests.
    template <typename Visit>
    void visit(Visit visit)
    {
        bool goesOn = true;
        m_numbered.visit([&](std::int64_t number, WaitingRequest &request) {
            return goesOn = visit(std::to_string(number), request);
        });
        for (auto at = m_named.begin(); goesOn && at != m_named.end(); ++at)
            goesOn = visit(at->first, at->second);
    }

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const
        {
            return std::hash<std::string_view>()(text);
        }
    };

    NumberedTable<WaitingRequest> m_numbered;
    std::unordered_map<std::string, WaitingRequest, Hash, std::equal_to<>> m_named;
};

} // namespace sonde::trace
