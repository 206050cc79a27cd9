// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "fanout/fanresult.h"

#include <QString>

#include <cstddef>
#include <vector>

namespace sonde::fanout {

// A place of the responses, with what each column has there.
struct FanPlace {
    static constexpr int kNoDifference = -1;
    static constexpr int kElsewhere = -2; // it differs at a place above or below
    static constexpr int kNotCompared = -3; // only responses of the first one's era have the place

    QString pointer{}; // RFC 6901; begins with /result or /error
    Bytes first{}; // JSON text of the first response; empty: it has no value there
    // By column: which of its differences is there, or one of the constants.
    std::vector<int> differences{};

    bool differs() const;
};

struct FanPlaces {
    static constexpr std::size_t kMaxPlaces = 2000;

    std::vector<FanPlace> places{};
    bool hasMore = false; // kMaxPlaces were not enough
};

// Where compared responses differ from the first one, in the order of their columns; after that the
// values of the first response, without containers, in which no response differs.
FanPlaces placesOf(const FanResults &results);

} // namespace sonde::fanout
