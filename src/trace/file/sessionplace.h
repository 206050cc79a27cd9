// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::trace {

// Where the user's recordings are, for the window and for taps: the sessions folder in the user's
// data folder. It may not exist yet.
QString userSessionsFolder();

} // namespace sonde::trace
