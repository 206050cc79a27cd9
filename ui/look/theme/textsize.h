// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QList>

namespace sonde::look {

inline constexpr int kDesktopTextSize = 100; // percent

// The text sizes that can be chosen, in percent of the desktop's, ascending.
const QList<int> &textSizes();
// The one that is nearest.
int nearestTextSize(int percent);

// Gives the application the font of the desktop in this size, which must be one of textSizes().
// Windows that exist keep the measures of their parts: for a new size they are made anew.
void setTextSize(int percent);
int textSize();

} // namespace sonde::look
