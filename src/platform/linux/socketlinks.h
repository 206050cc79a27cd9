// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <set>
#include <string>

namespace sonde::platform {

// Where a symbolic link points to; empty: it cannot be read.
std::string targetOfLink(const std::string &link);

// How the links of descriptors name a socket: "socket:[123]".
std::string socketLink(const std::string &inode);

// Whether a process has one of these open, sockets or files, as far as this user may see it.
// `process` is its folder in /proc.
bool hasOpen(const std::string &process, const std::set<std::string> &links);

} // namespace sonde::platform
