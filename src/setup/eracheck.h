// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"

namespace sonde::setup {

// A sentence when the pinned revision belongs to another era than the one that is chosen; empty:
// they go together, or nobody knows the revision.
QString eraContradiction(const config::Profile &profile);

} // namespace sonde::setup
