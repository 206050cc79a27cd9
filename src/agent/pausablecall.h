// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agenttoolcall.h"

#include <chrono>
#include <string_view>

namespace sonde::agent {

// A call of an inspected server that may need responses of the agent before it ends. The agent
// waits for one tool at a time: the tool ends with what is needed, and another one goes on with the
// call.
class PausableCall {
public:
    PausableCall() = default;
    PausableCall(const PausableCall &) = delete;
    PausableCall &operator=(const PausableCall &) = delete;
    virtual ~PausableCall() = default;

    // Whether it is a request with this method, to the tool, prompt or resource of that name.
    virtual bool matches(std::string_view method, std::string_view target) const = 0;
    // How long the agent has for a response.
    virtual std::chrono::milliseconds patience() const = 0;
    virtual bool isOver() const = 0; // it has its result
    // Ends its tool with what waits.
    virtual void pause() = 0;
    // From now on it belongs to this tool, which ends with its result.
    virtual void goOn(const AgentToolCall &tool) = 0;
};

} // namespace sonde::agent
