// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::shots {

// Renders the main screens in the light and the dark theme as 1440 × 900 PNG files into the folder:
// every panel with the demo server's content, narrow windows, failed starts, an authorization, the
// server editor. Needs no display (QT_QPA_PLATFORM=offscreen). Returns the exit code: 0, or 1 after
// a sentence on stderr.
int drawShots(const QString &folder);

} // namespace sonde::shots
