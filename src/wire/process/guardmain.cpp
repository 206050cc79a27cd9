// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

// sonde-guard: see processguard.h. Without Qt, so that it starts in a millisecond and stays small.

#include "wire/process/guardmessage.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <thread>
#include <vector>

#include <unistd.h>

namespace {

using sonde::wire::GuardMessage;
using namespace std::chrono_literals;

constexpr auto kPatience = 2s; // for a server to exit by itself, and again after SIGTERM
constexpr auto kStep = 50ms;

bool readMessage(GuardMessage &message)
{
    ssize_t size = 0;
    do
        size = ::read(STDIN_FILENO, &message, sizeof message);
    while (size < 0 && errno == EINTR);
    return size == sizeof message;
}

// Waits until the guarded program has ended, and returns the groups it left.
std::vector<pid_t> watchUntilTheEnd()
{
    std::vector<pid_t> groups;
    GuardMessage message;
    while (readMessage(message)) {
        std::erase(groups, message.group);
        if (message.what == GuardMessage::What::Watch && message.group > 1)
            groups.push_back(message.group);
    }
    return groups;
}

bool isAlive(pid_t group)
{
    return ::kill(-group, 0) == 0;
}

// Waits until all groups have ended or the time is up. Returns whether all have ended.
bool haveEnded(const std::vector<pid_t> &groups)
{
    for (auto waited = 0ms; waited < kPatience; waited += kStep) {
        if (std::none_of(groups.begin(), groups.end(), isAlive))
            return true;
        std::this_thread::sleep_for(kStep);
    }
    return false;
}

void signalAll(const std::vector<pid_t> &groups, int signal)
{
    for (const pid_t group : groups)
        ::kill(-group, signal);
}

} // namespace

int main()
{
    // The guard ends only with the pipe.
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGQUIT})
        ::signal(signal, SIG_IGN);
    const std::vector<pid_t> groups = watchUntilTheEnd();
    if (haveEnded(groups))
        return 0;
    signalAll(groups, SIGTERM);
    if (!haveEnded(groups))
        signalAll(groups, SIGKILL);
    return 0;
}
