// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "tap/relay/inlet.h"
#include "tap/relay/outlet.h"

#include <csignal>
#include <optional>
#include <utility>

#include <sys/types.h>

namespace sonde::tap {

struct HostStreams;

// How the server ended; one of the two is set.
struct ServerEnd {
    std::optional<int> exitCode;
    std::optional<int> signal;
};

// The tap's ends of the pipes to the server, which do not block.
struct ServerStreams {
    Outlet input;
    Inlet output;
    Inlet diagnostics;
};

// The server that a tap has started. It has everything that the host gave to the tap: process
// group, session, environment, working directory, open files, signal handling. Only its standard
// streams are pipes to the tap. It is killed when the tap ends, where the system can do that.
class Server {
public:
    // `arguments` as for execvp(): the program first, a null pointer last; a leading “~/” of the
    // program is the home folder, as hosts have it. A standard stream that the host has not given
    // is closed in the server. Fails with the errno of the failed step as Error::code, and without
    // a sentence.
    static Result<Server> start(
        char *const *arguments, const HostStreams &host, const sigset_t &mask);
    ~Server();
    Server(const Server &) = delete;
    Server &operator=(const Server &) = delete;
    Server(Server &&other) noexcept;
    Server &operator=(Server &&) = delete;

    pid_t pid() const { return m_pid; }
    // Hands over the tap's ends of the pipes.
    ServerStreams takeStreams() { return std::move(m_streams); }
    // Becomes readable when the process has ended.
    int exitDescriptor() const { return m_exit; }

    void send(int signal) const;
    // Waits for the process.
    ServerEnd wait();

private:
    Server() = default;

    pid_t m_pid = 0;
    ServerStreams m_streams;
    int m_exit = -1;
};

} // namespace sonde::tap
