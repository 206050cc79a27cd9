// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "accept/fact.h"
#include "models/signs/sign.h"

namespace sonde::models {

Sign acceptSign(accept::Level level);
ColorRole acceptColor(accept::Level level);

} // namespace sonde::models
