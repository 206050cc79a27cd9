// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/entries/hostdocument.h"

#include <QString>

#include <vector>

namespace sonde::hosts {

// A value of an entry that looks secret and is written as it is.
struct ClearSecret {
    QString name; // of the variable, the header or the option; never the value
    json::Value value; // the whole word of a command line
};

// Values that refer to a variable or an input of the host do not count.
std::vector<ClearSecret> secretsInClear(const HostEntry &entry);
// Those, and the values in the variables of a bridge, which contain what the entry had before.
std::vector<ClearSecret> writtenSecrets(const HostEntry &entry);

} // namespace sonde::hosts
