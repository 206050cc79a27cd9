// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/peersocket.h"

namespace sonde::platform {

bool isPeerOpen(int)
{
    return false;
}

int peerProcess(int)
{
    return 0;
}

} // namespace sonde::platform
