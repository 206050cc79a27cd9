// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/linux/socketlinks.h"

#include "platform/linux/procfile.h"

#include <algorithm>
#include <array>
#include <vector>

#include <climits>
#include <unistd.h>

namespace sonde::platform {

std::string targetOfLink(const std::string &link)
{
    std::array<char, PATH_MAX> target{};
    const ssize_t size = ::readlink(link.c_str(), target.data(), target.size());
    return size > 0 ? std::string(target.data(), std::size_t(size)) : std::string();
}

std::string socketLink(const std::string &inode)
{
    return "socket:[" + inode + ']';
}

bool hasOpen(const std::string &process, const std::set<std::string> &links)
{
    const std::string folder = process + "/fd";
    const std::vector<int> descriptors = listNumbers(folder);
    return std::any_of(descriptors.begin(), descriptors.end(), [&](int descriptor) {
        return links.contains(targetOfLink(folder + '/' + std::to_string(descriptor)));
    });
}

} // namespace sonde::platform
