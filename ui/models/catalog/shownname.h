// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::models {

// A name that a server gave, for display on one line: line breaks, other controls and what turns
// the direction of the text are visible, see visibleCharacter().
QString shownName(QString name);

} // namespace sonde::models
