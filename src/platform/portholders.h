// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "platform/processinfo.h"

#include <cstdint>
#include <string>
#include <vector>

namespace sonde::platform {

inline constexpr std::size_t kMaxPortHolders = 8;

// A process that listens at a TCP port.
struct PortHolder {
    ProcessInfo process;
    std::vector<std::string> command;
    std::string folder; // in which it works; empty: not known
};

// The processes that listen at the port, the oldest first, as far as this user may see them. A
// process that inherited the socket is one of them. See processinfo.h for `root`.
std::vector<PortHolder> readPortHolders(const std::string &root, std::uint16_t port);

} // namespace sonde::platform
