// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/context.h"

#include <string>
#include <string_view>
#include <vector>

namespace sonde::findings {

// Whether the response announces a task of 2025-11-25 in place of its result.
bool isTaskCreated(const Context &context);
// The tasks in a message of 2025-11-25: announced, told or listed.
std::vector<json::Value> tasksIn(const Context &context);
// The task that the params of the request of a response name, as far as it is known; or null.
const SeenTask *taskOfRequest(const Context &context);

// The name of the task that a message belongs to; nothing without.
json::Value relatedTask(const json::Value &holder);

// Whether a party declares that requests of the method may be sent to it as tasks (2025-11-25).
bool takesTasks(const Declared &party, std::string_view method);

// Whether an id is certainly guessable: shorter than any random one, or a number that counts up.
bool isGuessable(std::string_view id);

// How long after the newest tasks/get of its task this one comes, in milliseconds, if that is too
// early; nothing otherwise, or if it cannot be told.
std::optional<std::int64_t> pollsEarly(const Context &context, const SeenTask *task);

} // namespace sonde::findings
