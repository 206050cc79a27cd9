// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::models {

// Text of a server as a tool tip that shows it as it is, wrapped. Qt guesses whether a tool tip is
// HTML, so plain text alone could become markup; this one always is, with everything escaped.
QString plainToolTip(const QString &text);

} // namespace sonde::models
