// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/vectorstate.h"

namespace sonde::platform {

void clearVectorState() { }

} // namespace sonde::platform
