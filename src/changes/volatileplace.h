// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "changes/difference.h"

#include <QString>

#include <optional>
#include <string_view>
#include <vector>

namespace sonde::changes {

// A place of a result whose value differs from run to run although nothing else does.
struct VolatilePlace {
    enum class Kind : std::uint8_t {
        Time, // a time, a date or a duration, or a text that contains some
        Id, // an identifier, or a text that contains some
        Value, // anything else: the whole value
    };
    QString pointer; // RFC 6901; the token * stands for every index of an array
    Kind kind = Kind::Value;
    friend bool operator==(const VolatilePlace &, const VolatilePlace &) = default;
};

inline constexpr std::size_t kMaxVolatilePlaces = 200; // that are learned of one call

// "time", "id", "value": a name for files, never translated.
QLatin1String kindName(VolatilePlace::Kind kind);
std::optional<VolatilePlace::Kind> kindOfName(std::string_view name);

// What differs between two results of the same call of the same server, one right after the other.
std::vector<VolatilePlace> learnedPlaces(const std::vector<Difference> &ofTwoRuns);

// The place that explains a difference; nullptr: there is none. A time or an id explains a
// difference only if nothing else in the value differs.
const VolatilePlace *explanation(
    const Difference &difference, const std::vector<VolatilePlace> &places);

} // namespace sonde::changes
