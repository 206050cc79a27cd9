// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "platform/processinfo.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace sonde::platform {

inline constexpr std::size_t kMaxHolders = 8;
inline constexpr std::size_t kMaxOrphans = 1'000;

// A process that has what another one needs.
struct Holder {
    ProcessInfo process;
    std::vector<std::string> command;
    std::string folder; // in which it works; empty: not known
};

// See processinfo.h for `root`. The oldest comes first; only processes that this user may see.

// The processes that listen at a TCP port. A process that inherited the socket is one of them.
std::vector<Holder> readPortHolders(const std::string &root, std::uint16_t port);
// The processes that have a lock on the file; where one of them is exclusive, those that have such
// a lock. Each process that inherited the descriptor of a lock by flock has it. The path is one
// without symbolic links.
std::vector<Holder> readLockHolders(const std::string &root, const std::string &path);
// The processes of this user that lost their parent: children of systemd or of another program that
// takes such processes over, which may have started some of them itself. At most kMaxOrphans,
// and not this process.
std::vector<Holder> readOrphans(const std::string &root);
// A running process of that number.
std::optional<Holder> readHolder(const std::string &root, pid_t pid);

} // namespace sonde::platform
