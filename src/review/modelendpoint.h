// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"

#include <QString>

#include <chrono>
#include <cstdint>

namespace sonde::review {

// A model server that speaks OpenAI's chat completions, local or not.
struct ModelEndpoint {
    static constexpr std::uint64_t kMaxResponse = std::uint64_t(64) << 20;

    QString baseUrl; // "http://localhost:11434/v1": /chat/completions is added where it is missing
    QString model;
    Secret key; // empty: none is sent
    bool stream = true;
    std::chrono::milliseconds timeout{120'000}; // without a byte
};

} // namespace sonde::review
