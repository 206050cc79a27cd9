// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/inspected.h"
#include "json/builder.h"

namespace sonde::agent {

// Adds what came of the start of a server to a result: what was negotiated, or why it failed.
void addStart(json::Builder &out, const Inspected &server);

} // namespace sonde::agent
