// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"

namespace sonde::setup {

// A sentence if the pinned revision does not belong to the chosen era; empty if it does, or if the
// revision is unknown.
QString eraContradiction(const config::Profile &profile);

} // namespace sonde::setup
