// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agenttoolcall.h"

#include <functional>
#include <string>

namespace sonde::agent {

// What a person is asked before it is done.
struct Question {
    std::string sentence;
    std::string what; // the command or the arguments, as they are; shown without secrets
    std::string option; // what allows it where the host cannot ask
    bool mayBeCut = false; // a long end of `what` may stay unseen; otherwise the call fails
};

// Asks the person through the host (elicitation, form mode) and calls `allowed` when the person
// accepts, at once or later, unless the call is over. Otherwise, and where the host cannot ask, the
// call fails.
void askPerson(const AgentToolCall &tool, const Question &question, std::function<void()> allowed);

} // namespace sonde::agent
