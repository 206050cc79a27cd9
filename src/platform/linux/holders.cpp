// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/holders.h"

#include "platform/linux/procfile.h"
#include "platform/linux/socketlinks.h"
#include "platform/openfiles.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <utility>

#include <sys/stat.h>
#include <sys/sysmacros.h>
#include <unistd.h>

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

struct TableLock {
    // Of a process (fcntl(2), F_SETLK). Otherwise it stays with the open file description, which
    // other processes have by inheritance, and the pid is -1, or that of the process that took it
    // and may have ended: "exec 9>file; flock 9" of a shell.
    bool isOfProcess = false;
    pid_t pid = 0;
    bool isOfDevice = false;
    bool isExclusive = false; // several processes may have the others at once
};

// "fd:00" of /proc/locks: the numbers of the device, as hexadecimal digits.
bool isDevice(std::string_view text, dev_t device)
{
    const std::size_t colon = std::min(text.find(':'), text.size());
    const auto first = numberOf<unsigned int>(text.substr(0, colon), 16);
    const auto second = numberOf<unsigned int>(text.substr(std::min(colon + 1, text.size())), 16);
    return first && second && *first == major(device) && *second == minor(device);
}

// proc(5), /proc/locks: 1: POSIX ADVISORY WRITE pid fd:00:inode start end. A line with -> behind
// the number is of a process that waits. Some file systems (btrfs, overlayfs) have another device
// there than stat(2) says, so the inode alone counts first.
std::vector<TableLock> locksOn(const std::string &table, const struct stat &file)
{
    constexpr std::size_t kClass = 1;
    constexpr std::size_t kMode = 3;
    constexpr std::size_t kPid = 4;
    constexpr std::size_t kFile = 5;
    const std::string end = ':' + std::to_string(file.st_ino);
    std::vector<TableLock> locks;
    eachLine(readProcFile(table, kMaxLockTableBytes), [&](std::string_view line) {
        const auto words = wordsOf(line, kFile + 1);
        if (words.size() <= kFile || words[kClass] == "->" || !words[kFile].ends_with(end))
            return;
        const std::string_view device = words[kFile].substr(0, words[kFile].size() - end.size());
        locks.push_back({words[kClass] == "POSIX", numberOf<pid_t>(words[kPid]).value_or(0),
            isDevice(device, file.st_dev), words[kMode] == "WRITE"});
    });
    return locks;
}

// What the system makes the parent of a process whose own has ended. The first process of a
// container may be any program, which has started its children itself.
bool adopts(const std::string &root, pid_t pid)
{
    static constexpr std::array<std::string_view, 8> kNames{"systemd", "init", "tini",
        "docker-init", "podman-init", "dumb-init", "catatonit", "s6-svscan"};
    const auto process = pid > 0 ? readProcess(root, pid) : std::nullopt;
    return process && std::find(kNames.begin(), kNames.end(), process->name) != kNames.end();
}

void sortByStart(std::vector<Holder> &holders)
{
    std::sort(holders.begin(), holders.end(), [](const Holder &a, const Holder &b) {
        return std::pair(a.process.id.startTicks, a.process.id.pid)
            < std::pair(b.process.id.startTicks, b.process.id.pid);
    });
}

// The processes of these numbers, the oldest first.
std::vector<Holder> holdersOf(const std::string &root, const std::set<pid_t> &pids)
{
    std::vector<Holder> holders;
    for (const pid_t pid : pids) {
        if (auto holder = readHolder(root, pid))
            holders.push_back(std::move(*holder));
    }
    sortByStart(holders);
    if (holders.size() > kMaxHolders)
        holders.resize(kMaxHolders);
    return holders;
}

// Whether a descriptor of the process has a lock on the file: proc(5), /proc/PID/fdinfo names the
// locks of its open file description.
bool hasLockOn(const std::string &process, const std::string &path)
{
    constexpr std::size_t kMaxDescriptorBytes = std::size_t(16) << 10;
    const std::vector<int> descriptors = listNumbers(process + "/fd");
    return std::any_of(descriptors.begin(), descriptors.end(), [&](int descriptor) {
        const std::string number = std::to_string(descriptor);
        return targetOfLink(process + "/fd/" + number) == path
            && readProcFile(process + "/fdinfo/" + number, kMaxDescriptorBytes).find("\nlock:")
            != std::string::npos;
    });
}

} // namespace

std::vector<Holder> readPortHolders(const std::string &root, std::uint16_t port)
{
    std::set<std::string> sockets;
    addListening(root + "/net/tcp", port, sockets);
    addListening(root + "/net/tcp6", port, sockets);
    if (sockets.empty())
        return {};
    std::set<pid_t> pids;
    for (const int pid : listNumbers(root)) {
        if (hasOpen(root + '/' + std::to_string(pid), sockets))
            pids.insert(pid);
    }
    return holdersOf(root, pids);
}

std::vector<Holder> readLockHolders(const std::string &root, const std::string &path)
{
    struct stat info { };
    if (::stat(path.c_str(), &info) != 0 || !S_ISREG(info.st_mode))
        return {};
    std::set<pid_t> pids;
    bool isOfDescription = false;
    const std::vector<TableLock> locks = locksOn(root + "/locks", info);
    const bool hasExclusive = std::any_of(
        locks.begin(), locks.end(), [](const TableLock &lock) { return lock.isExclusive; });
    for (const TableLock &lock : locks) {
        if (hasExclusive
            && !lock.isExclusive) // of another part of the file: it keeps no reader out
            continue;
        isOfDescription = isOfDescription || !lock.isOfProcess;
        if (lock.isOfProcess
            && (lock.isOfDevice || hasOpen(root + '/' + std::to_string(lock.pid), {path})))
            pids.insert(lock.pid);
    }
    for (const int pid : isOfDescription ? listNumbers(root) : std::vector<int>()) {
        if (hasLockOn(root + '/' + std::to_string(pid), path))
            pids.insert(pid);
    }
    return holdersOf(root, pids);
}

std::vector<Holder> readOrphans(const std::string &root)
{
    std::vector<Holder> orphans;
    std::map<pid_t, bool> parents;
    for (const int pid : listNumbers(root)) {
        const auto process = readProcess(root, pid);
        if (!process || pid == ::getpid())
            continue;
        const auto [known, isNew] = parents.emplace(process->parent, false);
        if (isNew)
            known->second = adopts(root, process->parent);
        if (!known->second || !isOwnProcess(root, pid))
            continue;
        if (auto orphan = readHolder(root, pid))
            orphans.push_back(std::move(*orphan));
        if (orphans.size() >= kMaxOrphans)
            break;
    }
    sortByStart(orphans);
    return orphans;
}

std::optional<Holder> readHolder(const std::string &root, pid_t pid)
{
    auto process = readProcess(root, pid);
    if (!process || process->state == 'Z' || process->state == 'X') // it has ended
        return std::nullopt;
    return Holder{std::move(*process), readCommandLine(root, pid),
        targetOfLink(root + '/' + std::to_string(pid) + "/cwd")};
}

} // namespace sonde::platform
