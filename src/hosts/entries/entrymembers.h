// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "config/profile.h"
#include "hosts/table/hosttable.h"

#include <QStringList>

#include <string>

namespace sonde::hosts {

// The members of a server's entry in the words of a host.
struct EntryMembers {
    std::string json; // an object
    QStringList notes; // sentences about what it does not have
};

Result<EntryMembers> entryMembers(const Host &host, const config::Profile &server);

} // namespace sonde::hosts
