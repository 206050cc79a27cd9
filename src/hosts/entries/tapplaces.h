// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/entries/hostdocument.h"
#include "hosts/entries/tapprogram.h"
#include "hosts/text/splice.h"

#include <vector>

namespace sonde::hosts {

// What changes in the text of an entry that has a command and no tap.
std::vector<Splice> splicesOfTap(
    const Host &host, const HostDocument &document, const HostEntry &entry, const TapCommand &tap);
// What changes when the tap of an entry goes.
std::vector<Splice> splicesOfUntap(
    const Host &host, const HostDocument &document, const HostEntry &entry);

} // namespace sonde::hosts
