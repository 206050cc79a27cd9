// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"
#include "session/call/request.h"

namespace sonde::widgets {

// The sign of a request's state, and what is written after the sign's own word; empty where that
// word says it all.
models::Sign requestSign(session::Request::State state);
QString requestStateText(const session::Request &request);

} // namespace sonde::widgets
