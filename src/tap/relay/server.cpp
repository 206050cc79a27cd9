// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/server.h"

#include "platform/descriptors.h"
#include "platform/process.h"
#include "platform/startreport.h"
#include "tap/relay/hoststreams.h"

#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <string>
#include <utility>

#include <sys/wait.h>
#include <unistd.h>

namespace sonde::tap {

namespace {

constexpr int kNotStarted = 127;

Error failedStep(int code)
{
    return {.domain = Domain::Process, .code = code};
}

struct PipeEnds {
    int read = -1;
    int write = -1;

    PipeEnds() = default;
    ~PipeEnds()
    {
        closeEnd(read);
        closeEnd(write);
    }
    PipeEnds(const PipeEnds &) = delete;
    PipeEnds &operator=(const PipeEnds &) = delete;

    bool open()
    {
        int ends[2];
        if (!platform::openPipe(ends))
            return false;
        read = ends[0];
        write = ends[1];
        return true;
    }
    static void closeEnd(int &end)
    {
        if (end >= 0)
            ::close(std::exchange(end, -1));
    }
};

// What the child needs, made before fork(): after it only async-signal-safe calls are allowed.
struct Start {
    std::string file;
    char *const *arguments;
    int streams[3]; // -1: closed
    const sigset_t *mask;
    bool ignoresChildren; // SIGCHLD, as the host does
    pid_t parent;
};

// Runs in the child; returns if a step failed.
void becomeProgram(const Start &start)
{
    if (!platform::endWithParent(start.parent))
        ::_exit(kNotStarted);
    for (int stream = 0; stream < 3; ++stream) {
        if (start.streams[stream] < 0)
            ::close(stream);
        else if (::dup2(start.streams[stream], stream) < 0)
            return;
    }
    if (start.ignoresChildren)
        ::signal(SIGCHLD, SIG_IGN);
    if (::sigprocmask(SIG_SETMASK, start.mask, nullptr) == 0)
        ::execvp(start.file.c_str(), start.arguments);
}

Result<pid_t> forkProgram(const Start &start)
{
    PipeEnds report;
    if (!report.open())
        return failedStep(errno);
    const pid_t pid = ::fork();
    if (pid < 0)
        return failedStep(errno);
    if (pid == 0) {
        becomeProgram(start);
        platform::reportStartFailure(report.write, kNotStarted);
    }
    PipeEnds::closeEnd(report.write);
    if (const int failure = platform::readStartFailure(report.read); failure != 0) {
        ::waitpid(pid, nullptr, 0);
        return failedStep(failure);
    }
    return pid;
}

// The tap replaces what the host would have expanded.
std::string fileOf(const char *program)
{
    const char *const home = std::getenv("HOME");
    return std::strncmp(program, "~/", 2) == 0 && home ? std::string(home) + (program + 1)
                                                       : std::string(program);
}

} // namespace

Result<Server> Server::start(char *const *arguments, const HostStreams &host, const sigset_t &mask)
{
    PipeEnds input;
    PipeEnds output;
    PipeEnds diagnostics;
    if ((host.input.isOpen() && !input.open()) || (host.output.isOpen() && !output.open())
        || (host.diagnostics.isOpen() && !diagnostics.open()))
        return failedStep(errno);
    // With SIGCHLD ignored, which a host may pass on, there would be no exit code to wait for.
    struct sigaction children { };
    ::sigaction(SIGCHLD, nullptr, &children);
    ::signal(SIGCHLD, SIG_DFL);
    const Start start{fileOf(arguments[0]), arguments,
        {input.read, output.write, diagnostics.write}, &mask, children.sa_handler == SIG_IGN,
        ::getpid()};
    const Result<pid_t> pid = forkProgram(start);
    if (!pid)
        return pid.error();
    Server server;
    server.m_pid = *pid;
    server.m_exit = platform::openExitDescriptor(*pid);
    if (server.m_exit < 0) {
        const int failure = errno;
        ::kill(*pid, SIGKILL);
        ::waitpid(*pid, nullptr, 0);
        return failedStep(failure);
    }
    for (const int end : {input.write, output.read, diagnostics.read}) {
        if (end >= 0)
            platform::makeNonBlocking(end);
    }
    server.m_streams = {Outlet(std::exchange(input.write, -1)),
        Inlet(std::exchange(output.read, -1)), Inlet(std::exchange(diagnostics.read, -1))};
    return server;
}

Server::Server(Server &&other) noexcept
    : m_pid(std::exchange(other.m_pid, 0))
    , m_streams(std::move(other.m_streams))
    , m_exit(std::exchange(other.m_exit, -1))
{
}

Server::~Server()
{
    if (m_exit >= 0)
        ::close(m_exit);
}

void Server::send(int signal) const
{
    ::kill(m_pid, signal);
}

ServerEnd Server::wait()
{
    int status = 0;
    while (::waitpid(m_pid, &status, 0) < 0 && errno == EINTR) { }
    ServerEnd end;
    if (WIFSIGNALED(status))
        end.signal = WTERMSIG(status);
    else
        end.exitCode = WEXITSTATUS(status);
    return end;
}

} // namespace sonde::tap
