// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/peersocket.h"

#include "platform/linux/procfile.h"
#include "platform/openfiles.h"

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstring>

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
// more has the inode 0.
bool hasOwner(const char *path, const std::string &local, const std::string &remote)
{
    constexpr std::size_t kLocal = 1;
    constexpr std::size_t kRemote = 2;
    constexpr std::size_t kInode = 9;
    bool found = false;
    eachLine(readProcFile(path, kMaxSocketTableBytes), [&](std::string_view line) {
        const auto words = wordsOf(line, kInode + 1);
        found = found
            || (words.size() > kInode && words[kLocal] == local && words[kRemote] == remote
                && numberOf<std::uint64_t>(words[kInode]).value_or(0) != 0);
    });
    return found;
}

} // namespace

bool isPeerOpen(int socket)
{
    sockaddr_storage own{};
    sockaddr_storage peer{};
    socklen_t ownSize = sizeof own;
    socklen_t peerSize = sizeof peer;
    if (::getsockname(socket, reinterpret_cast<sockaddr *>(&own), &ownSize) != 0
        || ::getpeername(socket, reinterpret_cast<sockaddr *>(&peer), &peerSize) != 0
        || (own.ss_family != AF_INET && own.ss_family != AF_INET6))
        return false;
    const TableAddress here = addressOf(own);
    const TableAddress there = addressOf(peer);
    const bool isShort = own.ss_family == AF_INET;
    return (isShort && hasOwner("/proc/self/net/tcp", there.text, here.text))
        || hasOwner("/proc/self/net/tcp6", there.mapped, here.mapped);
}

} // namespace sonde::platform
