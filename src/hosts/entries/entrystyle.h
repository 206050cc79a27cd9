// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/table/hosttable.h"

#include <QLatin1String>

namespace sonde::hosts {

// The names and words with which a host writes an entry. An empty one: the host has none.
struct EntryStyle {
    QLatin1String command{"command"};
    bool hasCommandList = false; // the program and its arguments are one array
    QLatin1String environment{"env"};
    QLatin1String url{"url"};
    QLatin1String headers{"headers"}; // members, separated by slashes
    QLatin1String type{"type"}; // the member that tells the transports apart
    QLatin1String stdio{}; // its words
    QLatin1String http{};
    QLatin1String sse{};
    QLatin1String folder{}; // the member of the working folder
    QLatin1String variableNames{}; // the member that lists variables to be passed on
    QLatin1String reference{}; // to a variable of the environment, with %1 for its name
    QLatin1String more{}; // members as JSON that the host needs besides, each with a comma
};

const EntryStyle &entryStyle(const Host &host);

} // namespace sonde::hosts
