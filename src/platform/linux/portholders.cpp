// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/portholders.h"

#include "platform/linux/procfile.h"
#include "platform/openfiles.h"

#include <algorithm>
#include <array>
#include <set>
#include <utility>

#include <climits>
#include <unistd.h>

namespace sonde::platform {

namespace {

std::string targetOf(const std::string &link)
{
    std::array<char, PATH_MAX> target{};
    const ssize_t size = ::readlink(link.c_str(), target.data(), target.size());
    return size > 0 ? std::string(target.data(), std::size_t(size)) : std::string();
}

// The links of descriptors to the sockets that listen at the port: "socket:[123]".
// proc(5), /proc/net/tcp: sl local_address rem_address st … inode; the state 0A is listening.
void addListening(const std::string &table, std::uint16_t port, std::set<std::string> &sockets)
{
    constexpr std::size_t kLocal = 1;
    constexpr std::size_t kState = 3;
    constexpr std::size_t kInode = 9;
    eachLine(readProcFile(table, kMaxSocketTableBytes), [&](std::string_view line) {
        const auto words = wordsOf(line, kInode + 1);
        if (words.size() <= kInode || words[kState] != "0A")
            return;
        const std::size_t colon = words[kLocal].rfind(':');
        if (colon == std::string_view::npos)
            return;
        if (numberOf<std::uint16_t>(words[kLocal].substr(colon + 1), 16) == port)
            sockets.insert("socket:[" + std::string(words[kInode]) + ']');
    });
}

bool hasOpen(const std::string &process, const std::set<std::string> &sockets)
{
    const std::string folder = process + "/fd";
    const std::vector<int> descriptors = listNumbers(folder);
    return std::any_of(descriptors.begin(), descriptors.end(), [&](int descriptor) {
        return sockets.contains(targetOf(folder + '/' + std::to_string(descriptor)));
    });
}

} // namespace

std::vector<PortHolder> readPortHolders(const std::string &root, std::uint16_t port)
{
    std::set<std::string> sockets;
    addListening(root + "/net/tcp", port, sockets);
    addListening(root + "/net/tcp6", port, sockets);
    std::vector<PortHolder> holders;
    if (sockets.empty())
        return holders;
    for (const int pid : listNumbers(root)) {
        const std::string folder = root + '/' + std::to_string(pid);
        if (!hasOpen(folder, sockets))
            continue;
        if (auto process = readProcess(root, pid))
            holders.push_back(
                {std::move(*process), readCommandLine(root, pid), targetOf(folder + "/cwd")});
    }
    std::sort(holders.begin(), holders.end(), [](const PortHolder &a, const PortHolder &b) {
        return std::pair(a.process.id.startTicks, a.process.id.pid)
            < std::pair(b.process.id.startTicks, b.process.id.pid);
    });
    if (holders.size() > kMaxPortHolders)
        holders.resize(kMaxPortHolders);
    return holders;
}

} // namespace sonde::platform
