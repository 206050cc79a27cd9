// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/relay/groupwitness.h"

#include "platform/descriptors.h"
#include "platform/process.h"

#include <array>
#include <cerrno>
#include <utility>

#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sonde::tap {

namespace {

constexpr int kMaxSignal = 63;
constexpr int kMaxResponseMs = 1000; // of a witness that was stopped

std::uint64_t bitOf(int signal)
{
    return std::uint64_t(1) << static_cast<unsigned>(signal);
}

// Those that wait now, which then wait no more.
std::uint64_t takePending(const sigset_t &watched)
{
    sigset_t pending;
    if (::sigpending(&pending) != 0)
        return 0;
    std::uint64_t taken = 0;
    for (int signal = 1; signal <= kMaxSignal; ++signal) {
        if (sigismember(&watched, signal) != 1 || sigismember(&pending, signal) != 1)
            continue;
        sigset_t one;
        sigemptyset(&one);
        sigaddset(&one, signal);
        int got = 0;
        if (::sigwait(&one, &got) == 0)
            taken |= bitOf(signal);
    }
    return taken;
}

// Responds until this process has ended.
[[noreturn]] void testify(int asked, int response, const sigset_t &watched)
{
    std::array kept{asked, response};
    platform::closeAllBut(kept);
    char question = 0;
    while (true) {
        const ssize_t size = ::read(asked, &question, 1);
        if (size < 0 && errno == EINTR)
            continue;
        if (size != 1)
            ::_exit(0);
        const std::uint64_t taken = takePending(watched);
        if (::write(response, &taken, sizeof taken) != ssize_t(sizeof taken))
            ::_exit(0);
    }
}

} // namespace

GroupWitness::GroupWitness(const sigset_t &watched)
{
    std::array<int, 2> ask{-1, -1};
    std::array<int, 2> response{-1, -1};
    int ends[2];
    if (!platform::openPipe(ends))
        return;
    ask = {ends[0], ends[1]};
    if (platform::openPipe(ends))
        response = {ends[0], ends[1]};
    const pid_t parent = ::getpid();
    m_pid = response[0] < 0 ? -1 : ::fork();
    if (m_pid == 0) {
        if (!platform::endWithParent(parent))
            ::_exit(0);
        testify(ask[0], response[1], watched);
    }
    ::close(ask[0]);
    if (response[1] >= 0)
        ::close(response[1]);
    m_ask = ask[1];
    m_response = response[0];
    if (m_pid < 0)
        closeAll();
}

GroupWitness::~GroupWitness()
{
    closeAll();
    if (m_pid > 0) {
        ::kill(m_pid, SIGKILL); // it may be stopped
        while (::waitpid(m_pid, nullptr, 0) < 0 && errno == EINTR) { }
    }
}

bool GroupWitness::saw(int signal)
{
    m_seen |= drained();
    const bool isSeen = (m_seen & bitOf(signal)) != 0;
    m_seen &= ~bitOf(signal);
    return isSeen;
}

std::uint64_t GroupWitness::drained()
{
    const char question = '?';
    std::uint64_t taken = 0;
    pollfd entry{m_response, POLLIN, 0};
    if (m_ask < 0)
        return 0;
    const bool isAnswered = ::write(m_ask, &question, 1) == 1
        && ::poll(&entry, 1, kMaxResponseMs) == 1
        && ::read(m_response, &taken, sizeof taken) == ssize_t(sizeof taken);
    if (isAnswered)
        return taken;
    closeAll(); // it ended, or a response would come too late
    return 0;
}

void GroupWitness::closeAll()
{
    for (int *end : {&m_ask, &m_response}) {
        if (*end >= 0)
            ::close(std::exchange(*end, -1));
    }
}

} // namespace sonde::tap
