// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "auth/flow/step.h"
#include "wire/link/heldrequest.h"

#include <QString>

#include <vector>

namespace sonde::auth {

// One step in a few lines: what it decided, every address that was tried and why it was rejected.
// What servers say is in it as it is; a terminal wants it made harmless.
QString summaryOf(const Step &step);

// A whole run for a bug tracker: every request and response with their secrets replaced by a note
// of their length, every decision and the rule behind it; and the requests that waited for it.
QString reportOf(const std::vector<Step> &steps, const std::vector<wire::HeldRequest> &held = {});

// "tools/call add", or "GET (standing stream)" of an exchange that carries no message.
QString nameOf(const wire::HeldRequest &held);

} // namespace sonde::auth
