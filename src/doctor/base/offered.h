// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QString>

#include <chrono>
#include <optional>
#include <vector>

namespace sonde::doctor {

// What a server offers, as far as hosts differ in what they make of it.
struct Offered {
    static constexpr std::size_t kMaxTools = 1000;

    QString modernOnly; // its revision, if it refuses initialize
    std::vector<Bytes> tools; // definitions as the server sent them
    bool hasAllTools = false;
    // Of a program, from the start to its first response.
    std::optional<std::chrono::nanoseconds> firstResponse;
    bool isStreamable = false; // it has a URL, and responded over Streamable HTTP
};

} // namespace sonde::doctor
