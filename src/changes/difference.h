// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "json/value.h"

#include <QString>

#include <cstdint>
#include <vector>

namespace sonde::changes {

enum class ChangeKind : std::uint8_t { Added, Removed, Changed };

// A value that differs between two JSON values.
struct Difference {
    ChangeKind kind = ChangeKind::Changed;
    QString pointer; // RFC 6901: in the later value, for a removed one in the earlier value
    Bytes before; // JSON text; empty if it was added
    Bytes after; // empty if it was removed
};

inline constexpr std::size_t kMaxDifferences = 1000; // of two values; the others are left out

// What differs, innermost values first named: members by their names, whatever their order, and
// elements by their place after the equal beginning and end of an array. In a list of plain values
// (required, enum) each value that is gone or new is named. Equal by value is equal: 1.0 and 1 do
// not differ.
std::vector<Difference> differences(const json::Value &before, const json::Value &after);

} // namespace sonde::changes
