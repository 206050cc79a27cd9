// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agenttoolcall.h"
#include "agent/inspected.h"

namespace sonde::agent {

// respond: responds to a request of the server, and ends with the result of the call that waited
// for it. Without a request: lists those that wait.
void respond(const AgentToolCall &tool, Inspected &server);

} // namespace sonde::agent
