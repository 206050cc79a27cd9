// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>

namespace sonde::json {

enum class Type : std::uint8_t { Null, Bool, Number, String, Array, Object };

using NodeId = std::uint32_t;
inline constexpr NodeId kNoNode = 0xffffffff;

// One value in the text. Byte ranges are half open; a string's range includes its quotes. The first
// child of a container is the next node in the table.
struct Node {
    std::uint32_t begin = 0;
    std::uint32_t end = 0;
    NodeId parent = kNoNode;
    NodeId next = kNoNode; // the next sibling
    std::uint32_t keyBegin = 0; // the member's name with its quotes; empty outside objects
    std::uint32_t keyEnd = 0;
    std::uint32_t count = 0; // number of children
    Type type = Type::Null;
    bool escaped = false; // the string contains a backslash
    bool keyEscaped = false;
    bool complete = true; // false: the text ended or has an error inside this value
};

} // namespace sonde::json
