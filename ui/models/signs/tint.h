// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

namespace sonde::models {

// A ColorRole as int whose tint stands behind the row; invalid without.
inline constexpr int TintRole = Qt::UserRole + 105;

} // namespace sonde::models
