// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "hosts/found/foundfiles.h"

#include <QString>

#include <vector>

namespace sonde::doctor {

// The users whose hosts on Windows are looked at: a machine has few, and each has many places.
inline constexpr int kMaxWindowsUsers = 8;

// The configuration files of hosts on Windows, as WSL shows them below /mnt/c/Users, of all users
// that can be read; a file of several users, such as that of the system, is there once. Without
// those of projects, which a host here may read as well. `root` is the folder of all files.
std::vector<hosts::FoundFile> filesOfWindows(const QString &root);

} // namespace sonde::doctor
