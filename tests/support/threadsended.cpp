// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include <sched.h>

#include <chrono>
#include <filesystem>

namespace {

// QThread::wait() returns a moment before the thread gives back what Qt keeps for it. The search
// for leaks, at the very end of a program, may find it in that moment (each QTest program has such
// a thread, its watchdog). Linked into every test with the address sanitizer.
class ThreadsEnded {
public:
    ~ThreadsEnded()
    {
        using namespace std::chrono;
        const auto deadline = steady_clock::now() + seconds(20);
        while (threadCount() > 1 && steady_clock::now() < deadline)
            sched_yield();
    }

private:
    static std::ptrdiff_t threadCount()
    {
        std::error_code error;
        return std::distance(std::filesystem::directory_iterator("/proc/self/task", error), {});
    }
};

const ThreadsEnded kThreadsEnded;

} // namespace
