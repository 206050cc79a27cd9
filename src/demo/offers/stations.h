// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "demo/call/changehandlers.h"

#include <string>
#include <string_view>
#include <vector>

namespace sonde::demo {

struct Station {
    std::string id; // the text of an integer; some are beyond 2^53
    std::string name;
    std::string city;

    std::string uri() const { return "demo://stations/" + id; }
    std::string json() const; // {"id":…,"name":…,"city":…}
};

// The demo's weather stations: what tools can rename and delete, and resources show.
class Stations {
public:
    explicit Stations(const ChangeHandlers &changes)
        : m_changes(changes)
    {
    }

    const std::vector<Station> &all() const { return m_stations; }
    const Station *find(std::string_view id) const;
    bool rename(std::string_view id, std::string_view name); // false: there is none
    bool remove(std::string_view id);

private:
    const ChangeHandlers &m_changes;
    std::vector<Station> m_stations{
        {"9007199254740993", "Harbour", "Reykjavík"},
        {"9007199254740995", "Airport", "Reykjavík"},
        {"17", "Observatory", "Oulu"},
        {"42", "Bay", "Yokohama"},
    };
};

} // namespace sonde::demo
