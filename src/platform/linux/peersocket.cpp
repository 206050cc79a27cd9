// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/peersocket.h"

#include "platform/linux/procfile.h"
#include "platform/linux/socketlinks.h"
#include "platform/openfiles.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <set>
#include <string>
#include <vector>

#include <netinet/in.h>
#include <sys/socket.h>

namespace sonde::platform {

namespace {

// As in /proc/net/tcp: "0100007F:0BB9", the words of the address in the byte order of the machine.
struct TableAddress {
    std::string text;
    std::string mapped; // of IPv4, in the table of IPv6
};

std::string hexadecimal(const void *address, std::size_t size)
{
    std::string text;
    for (std::size_t at = 0; at < size; at += sizeof(std::uint32_t)) {
        std::uint32_t word = 0;
        std::memcpy(&word, static_cast<const char *>(address) + at, sizeof word);
        std::array<char, 9> digits{};
        std::snprintf(digits.data(), digits.size(), "%08X", word);
        text += digits.data();
    }
    return text;
}

TableAddress addressOf(const sockaddr_storage &address)
{
    std::array<char, 12> port{};
    if (address.ss_family == AF_INET) {
        sockaddr_in v4{};
        std::memcpy(&v4, &address, sizeof v4);
        std::snprintf(port.data(), port.size(), ":%04X", unsigned(ntohs(v4.sin_port)));
        const std::string text = hexadecimal(&v4.sin_addr, sizeof v4.sin_addr);
        constexpr std::array<unsigned char, 12> kMapped{0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};
        return {
            text + port.data(), hexadecimal(kMapped.data(), kMapped.size()) + text + port.data()};
    }
    sockaddr_in6 v6{};
    std::memcpy(&v6, &address, sizeof v6);
    std::snprintf(port.data(), port.size(), ":%04X", unsigned(ntohs(v6.sin6_port)));
    const std::string text = hexadecimal(&v6.sin6_addr, sizeof v6.sin6_addr) + port.data();
    return {text, text};
}

// proc(5), /proc/net/tcp: sl local_address rem_address st … inode. A socket that no program has any
// more has the inode 0, which is returned for one that is not in the table as well.
std::uint64_t inodeIn(const char *path, const std::string &local, const std::string &remote)
{
    constexpr std::size_t kLocal = 1;
    constexpr std::size_t kRemote = 2;
    constexpr std::size_t kInode = 9;
    std::uint64_t inode = 0;
    eachLine(readProcFile(path, kMaxSocketTableBytes), [&](std::string_view line) {
        const auto words = wordsOf(line, kInode + 1);
        if (inode == 0 && words.size() > kInode && words[kLocal] == local
            && words[kRemote] == remote)
            inode = numberOf<std::uint64_t>(words[kInode]).value_or(0);
    });
    return inode;
}

// Of the peer's socket; 0: no program of this machine has it.
std::uint64_t peerInode(int socket)
{
    sockaddr_storage own{};
    sockaddr_storage peer{};
    socklen_t ownSize = sizeof own;
    socklen_t peerSize = sizeof peer;
    if (::getsockname(socket, reinterpret_cast<sockaddr *>(&own), &ownSize) != 0
        || ::getpeername(socket, reinterpret_cast<sockaddr *>(&peer), &peerSize) != 0
        || (own.ss_family != AF_INET && own.ss_family != AF_INET6))
        return 0;
    const TableAddress here = addressOf(own);
    const TableAddress there = addressOf(peer);
    const std::uint64_t inode =
        own.ss_family == AF_INET ? inodeIn("/proc/self/net/tcp", there.text, here.text) : 0;
    return inode != 0 ? inode : inodeIn("/proc/self/net/tcp6", there.mapped, here.mapped);
}

} // namespace

bool isPeerOpen(int socket)
{
    return peerInode(socket) != 0;
}

int peerProcess(int socket)
{
    const std::uint64_t inode = peerInode(socket);
    if (inode == 0)
        return 0;
    const std::set<std::string> links{socketLink(std::to_string(inode))};
    const std::vector<int> pids = listNumbers("/proc");
    const auto found = std::find_if(pids.begin(), pids.end(),
        [&links](int pid) { return hasOpen("/proc/" + std::to_string(pid), links); });
    return found == pids.end() ? 0 : *found;
}

} // namespace sonde::platform
