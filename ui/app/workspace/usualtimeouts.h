// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/profile.h"

class QSettings;

namespace sonde::app {

// Gives a new profile the timeouts that the user chose for new servers, where it has none of its
// own.
void applyUsualTimeouts(config::Profile &profile, QSettings &settings);

} // namespace sonde::app
