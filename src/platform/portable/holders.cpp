// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/holders.h"

namespace sonde::platform {

std::vector<Holder> readPortHolders(const std::string &, std::uint16_t)
{
    return {};
}

std::vector<Holder> readLockHolders(const std::string &, const std::string &)
{
    return {};
}

std::vector<Holder> readOrphans(const std::string &)
{
    return {};
}

std::optional<Holder> readHolder(const std::string &, pid_t)
{
    return {};
}

} // namespace sonde::platform
