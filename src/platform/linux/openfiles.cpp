// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/openfiles.h"

#include "platform/linux/procfile.h"

#include <algorithm>
#include <array>
#include <map>

#include <arpa/inet.h>
#include <climits>
#include <cstring>
#include <sys/stat.h>
#include <unistd.h>

namespace sonde::platform {

namespace {

struct SocketFacts {
    std::string protocol;
    std::string address;
    std::string peer;
    bool isListening = false;
};

using SocketTable = std::map<std::uint64_t, SocketFacts>; // by inode

constexpr std::string_view kSocketPrefix = "socket:[";
constexpr std::string_view kDeleted = " (deleted)";

// "0100007F:0BB9", the words of the address in the byte order of the machine, the port in
// hexadecimal digits. Empty for what is none, and for port 0 of the address 0, which is no address.
std::string endpointText(std::string_view text)
{
    constexpr std::size_t kWord = 8; // digits
    const std::size_t colon = text.find(':');
    if (colon != kWord && colon != 4 * kWord)
        return {};
    const auto port = numberOf<std::uint16_t>(text.substr(colon + 1), 16);
    std::array<std::uint32_t, 4> words{};
    bool isZero = true;
    for (std::size_t at = 0; at * kWord < colon; ++at) {
        const auto word = numberOf<std::uint32_t>(text.substr(at * kWord, kWord), 16);
        if (!word)
            return {};
        words[at] = *word;
        isZero = isZero && *word == 0;
    }
    if (!port || (isZero && *port == 0))
        return {};
    const bool isShort = colon == kWord;
    std::array<char, INET6_ADDRSTRLEN> shown{};
    if (!::inet_ntop(isShort ? AF_INET : AF_INET6, words.data(), shown.data(), shown.size()))
        return {};
    const std::string address(shown.data());
    return (isShort ? address : '[' + address + ']') + ':' + std::to_string(*port);
}

// proc(5), /proc/net/tcp: sl local_address rem_address st … inode; the state 0A is listening.
void readInternetTable(const std::string &path, const char *protocol, SocketTable &table)
{
    constexpr std::size_t kLocal = 1;
    constexpr std::size_t kRemote = 2;
    constexpr std::size_t kState = 3;
    constexpr std::size_t kInode = 9;
    const bool isStream = std::strcmp(protocol, "tcp") == 0;
    eachLine(readProcFile(path, kMaxSocketTableBytes), [&](std::string_view line) {
        const auto words = wordsOf(line, kInode + 1);
        const auto inode =
            words.size() > kInode ? numberOf<std::uint64_t>(words[kInode]) : std::nullopt;
        if (!inode || *inode == 0)
            return;
        table[*inode] = {protocol, endpointText(words[kLocal]), endpointText(words[kRemote]),
            isStream && words[kState] == "0A"};
    });
}

// proc(5), /proc/net/unix: Num RefCount Protocol Flags Type St Inode Path; the flag
// __SO_ACCEPTCON (0x10000) is listening.
void readUnixTable(const std::string &path, SocketTable &table)
{
    constexpr std::size_t kFlags = 3;
    constexpr std::size_t kInode = 6;
    constexpr std::uint64_t kAccepts = 0x10000;
    eachLine(readProcFile(path, kMaxSocketTableBytes), [&](std::string_view line) {
        const auto words = wordsOf(line, kInode + 1);
        const auto inode =
            words.size() > kInode ? numberOf<std::uint64_t>(words[kInode]) : std::nullopt;
        if (!inode)
            return;
        const auto end = std::size_t(words[kInode].data() + words[kInode].size() - line.data());
        // The path is the rest of the line and may contain spaces.
        const std::string_view name =
            end + 1 < line.size() ? line.substr(end + 1) : std::string_view();
        const auto flags = numberOf<std::uint64_t>(words[kFlags], 16).value_or(0);
        table[*inode] = {"unix", std::string(name), {}, (flags & kAccepts) != 0};
    });
}

SocketTable readSocketTable(const std::string &folder)
{
    SocketTable table;
    readInternetTable(folder + "/net/tcp", "tcp", table);
    readInternetTable(folder + "/net/tcp6", "tcp", table);
    readInternetTable(folder + "/net/udp", "udp", table);
    readInternetTable(folder + "/net/udp6", "udp", table);
    readUnixTable(folder + "/net/unix", table);
    return table;
}

OpenFile describeLink(int descriptor, std::string target)
{
    OpenFile file;
    file.descriptor = descriptor;
    if (target.starts_with('/')) {
        file.kind = target.starts_with("/dev/") ? OpenFile::Kind::Device : OpenFile::Kind::File;
        if (target.ends_with(kDeleted)) {
            file.isDeleted = true;
            target.resize(target.size() - kDeleted.size());
        }
    } else if (target.starts_with("pipe:")) {
        file.kind = OpenFile::Kind::Pipe;
    } else if (target.starts_with(kSocketPrefix)) {
        file.kind = OpenFile::Kind::Socket;
    } else if (target.starts_with("anon_inode:")) {
        file.kind = OpenFile::Kind::Anonymous;
    }
    file.target = std::move(target);
    return file;
}

void resolveSocket(OpenFile &file, const SocketTable &table)
{
    std::string_view inode(file.target);
    inode.remove_prefix(kSocketPrefix.size());
    if (inode.ends_with(']'))
        inode.remove_suffix(1);
    const auto number = numberOf<std::uint64_t>(inode);
    const auto found = number ? table.find(*number) : table.end();
    if (found == table.end())
        return;
    file.protocol = found->second.protocol;
    file.peer = found->second.peer;
    file.isListening = found->second.isListening;
    if (!found->second.address.empty())
        file.target = found->second.address;
}

} // namespace

OpenFileList readOpenFiles(const std::string &root, pid_t pid)
{
    OpenFileList list;
    const std::string folder = root + '/' + std::to_string(pid);
    const std::vector<int> descriptors = listNumbers(folder + "/fd", &list.isReadable);
    list.count = descriptors.size();
    for (const int descriptor : descriptors) {
        if (list.files.size() >= kMaxListedFiles)
            break;
        std::array<char, PATH_MAX> target{};
        const std::string path = folder + "/fd/" + std::to_string(descriptor);
        const ssize_t size = ::readlink(path.c_str(), target.data(), target.size());
        if (size > 0) // otherwise it was closed meanwhile
            list.files.push_back(
                describeLink(descriptor, std::string(target.data(), std::size_t(size))));
    }
    const bool hasSockets = std::any_of(list.files.begin(), list.files.end(),
        [](const OpenFile &file) { return file.kind == OpenFile::Kind::Socket; });
    if (!hasSockets)
        return list;
    const SocketTable table = readSocketTable(folder);
    for (OpenFile &file : list.files) {
        if (file.kind == OpenFile::Kind::Socket)
            resolveSocket(file, table);
    }
    return list;
}

} // namespace sonde::platform
