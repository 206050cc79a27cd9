// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/record/record.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace sonde::models {

// A row of the time axis: spans of one kind, or the heading of a server.
struct TimeLane {
    enum class Kind : std::uint8_t {
        Server, // a heading without spans
        Calls,
        Exchanges,
        Rounds, // below calls
        Notifications,
        Stderr,
        Lifecycle,
        Stray, // not a message
    };

    Kind kind = Kind::Calls;
    int server = 0;
    QString title;
    const TimeLane *parent = nullptr; // the calls it stands below
    bool hasChildren = false;
    std::size_t count() const { return numbers.size(); }
    int rowCount = 1;

private:
    friend class TimeLanes;
    friend class LanePlaces;
    static constexpr std::size_t kBlock = 64;
    struct Block { // of kBlock spans
        std::int64_t begin = 0;
        std::int64_t end = 0;
        bool error = false;
        bool settled = false; // nothing in it goes on: the end and the error stay
    };
    std::vector<trace::Number> numbers; // in the order of their times
    std::vector<std::uint8_t> rows;
    mutable std::vector<Block> blocks;
    std::vector<trace::Number> lastOf; // by row: its last span
    int id = 0; // in the order they were made
    int requestLanes = 0; // below it
};

} // namespace sonde::models
