// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/agenttoolcall.h"
#include "agent/inspected.h"

namespace sonde::agent {

// list: lists what a server offers, as it was sent. A call that is cancelled cancels the request.
void list(const AgentToolCall &tool, Inspected &server);

} // namespace sonde::agent
