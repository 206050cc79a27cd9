// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/entries/hostdocument.h"

#include <QString>

namespace sonde::hosts {

// What a tap of an entry sees whose program is mcp-remote, which hosts without HTTP use to reach a
// server with a URL; empty for every other entry.
QString remoteBridgeText(const HostEntry &entry);

} // namespace sonde::hosts
