// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include <sys/types.h>

namespace sonde::platform {

inline constexpr std::size_t kMaxListedFiles = 2'000;
// Of a table of sockets: a socket that stands after them has no address.
inline constexpr std::size_t kMaxSocketTableBytes = std::size_t(4) << 20;

struct OpenFile {
    enum class Kind : std::uint8_t { File, Device, Pipe, Socket, Anonymous, Other };

    int descriptor = -1;
    Kind kind = Kind::Other;
    // The path of a file; what else the system says: "eventpoll", "pipe:[123]". Of a socket its
    // own address, "127.0.0.1:3001" or the path of a Unix socket, if it has one.
    std::string target;
    std::string peer; // of a connected socket
    std::string protocol; // of a socket: "tcp", "udp", "unix"; empty: not known
    bool isListening = false;
    bool isDeleted = false; // a file that has no name any more
};

struct OpenFileList {
    std::vector<OpenFile> files; // by descriptor
    std::size_t count = 0; // with those beyond kMaxListedFiles
    bool isReadable = false; // false: the process has ended, or access is denied
};

// See processinfo.h for `root`.
OpenFileList readOpenFiles(const std::string &root, pid_t pid);

} // namespace sonde::platform
