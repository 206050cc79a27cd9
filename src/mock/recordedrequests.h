// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mock/mockscript.h"

#include <vector>

namespace sonde::mock {

// Requests of a recording with equal params.
struct RecordedRequest {
    const ScriptedExchange *first = nullptr;
    std::vector<trace::Number> messages{};
    int errors = 0;
    int unanswered = 0;
    std::size_t bytes = 0; // of the responses
    int notifications = 0;
    int serverRequests = 0;
};

// In the order of the recording. The script outlives them.
std::vector<RecordedRequest> recordedRequests(const MockScript &script);

} // namespace sonde::mock
