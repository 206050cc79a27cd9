// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/holders.h"

#include "platform/linux/procfile.h"
#include "platform/linux/socketlinks.h"
#include "platform/openfiles.h"

#include <algorithm>
#include <set>
#include <utility>

#include <sys/stat.h>

namespace sonde::platform {

namespace {

constexpr std::size_t kMaxLockTableBytes = std::size_t(1) << 20;

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
            sockets.insert(socketLink(std::string(words[kInode])));
    });
}

// proc(5), /proc/locks: 1: POSIX ADVISORY WRITE pid fd:00:inode start end. The device of a lock is
// not always the one that stat(2) says, so only the inode is compared.
bool hasLock(const std::string &table, ino_t inode)
{
    constexpr std::size_t kFile = 5;
    const std::string end = ':' + std::to_string(inode);
    bool isFound = false;
    eachLine(readProcFile(table, kMaxLockTableBytes), [&](std::string_view line) {
        const auto words = wordsOf(line, kFile + 1);
        isFound = isFound || (words.size() > kFile && words[kFile].ends_with(end));
    });
    return isFound;
}

// The processes that have one of these open: sockets or files.
std::vector<Holder> holdersOf(const std::string &root, const std::set<std::string> &targets)
{
    std::vector<Holder> holders;
    for (const int pid : listNumbers(root)) {
        if (!hasOpen(root + '/' + std::to_string(pid), targets))
            continue;
        if (auto holder = readHolder(root, pid))
            holders.push_back(std::move(*holder));
    }
    std::sort(holders.begin(), holders.end(), [](const Holder &a, const Holder &b) {
        return std::pair(a.process.id.startTicks, a.process.id.pid)
            < std::pair(b.process.id.startTicks, b.process.id.pid);
    });
    if (holders.size() > kMaxHolders)
        holders.resize(kMaxHolders);
    return holders;
}

} // namespace

std::vector<Holder> readPortHolders(const std::string &root, std::uint16_t port)
{
    std::set<std::string> sockets;
    addListening(root + "/net/tcp", port, sockets);
    addListening(root + "/net/tcp6", port, sockets);
    return sockets.empty() ? std::vector<Holder>() : holdersOf(root, sockets);
}

std::vector<Holder> readLockHolders(const std::string &root, const std::string &path)
{
    struct stat info { };
    if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode)
        || !hasLock(root + "/locks", info.st_ino))
        return {};
    return holdersOf(root, {path});
}

std::optional<Holder> readHolder(const std::string &root, pid_t pid)
{
    auto process = readProcess(root, pid);
    if (!process)
        return std::nullopt;
    return Holder{std::move(*process), readCommandLine(root, pid),
        targetOfLink(root + '/' + std::to_string(pid) + "/cwd")};
}

} // namespace sonde::platform
