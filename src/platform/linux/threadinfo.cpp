// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "platform/threadinfo.h"

#include "platform/linux/procfile.h"
#include "platform/processinfo.h"

#include <algorithm>
#include <array>

#include <sys/syscall.h>

namespace sonde::platform {

namespace {

constexpr std::size_t kMaxCallText = 512;
constexpr std::size_t kMaxFunctionText = 128;

struct NamedCall {
    long number;
    const char *name;
    SystemWait wait = SystemWait::Unknown;
    bool onDescriptor = false; // its first argument is one
};

using Wait = SystemWait;

// The system calls that threads usually wait in. Not all of them exist on every processor.
constexpr NamedCall kCalls[] = {
    {SYS_read, "read", Wait::Input, true},
    {SYS_write, "write", Wait::Output, true},
    {SYS_readv, "readv", Wait::Input, true},
    {SYS_writev, "writev", Wait::Output, true},
    {SYS_pread64, "pread64", Wait::File, true},
    {SYS_pwrite64, "pwrite64", Wait::File, true},
    {SYS_futex, "futex", Wait::Thread},
    {SYS_epoll_pwait, "epoll_pwait", Wait::Events, true},
    {SYS_ppoll, "ppoll", Wait::Events},
    {SYS_pselect6, "pselect6", Wait::Events},
#ifdef SYS_epoll_wait
    {SYS_epoll_wait, "epoll_wait", Wait::Events, true},
    {SYS_poll, "poll", Wait::Events},
    {SYS_select, "select", Wait::Events},
    {SYS_pause, "pause", Wait::Signal},
    {SYS_open, "open", Wait::File},
#endif
#ifdef SYS_epoll_pwait2
    {SYS_epoll_pwait2, "epoll_pwait2", Wait::Events, true},
#endif
    {SYS_nanosleep, "nanosleep", Wait::Time},
    {SYS_clock_nanosleep, "clock_nanosleep", Wait::Time},
    {SYS_wait4, "wait4", Wait::Child},
    {SYS_waitid, "waitid", Wait::Child},
    {SYS_accept, "accept", Wait::Client, true},
    {SYS_accept4, "accept4", Wait::Client, true},
    {SYS_connect, "connect", Wait::Connection, true},
    {SYS_recvfrom, "recvfrom", Wait::Input, true},
    {SYS_recvmsg, "recvmsg", Wait::Input, true},
    {SYS_recvmmsg, "recvmmsg", Wait::Input, true},
    {SYS_sendto, "sendto", Wait::Output, true},
    {SYS_sendmsg, "sendmsg", Wait::Output, true},
    {SYS_fsync, "fsync", Wait::File, true},
    {SYS_fdatasync, "fdatasync", Wait::File, true},
    {SYS_flock, "flock", Wait::FileLock, true},
    {SYS_fcntl, "fcntl", Wait::FileLock, true},
    {SYS_ioctl, "ioctl", Wait::Unknown, true},
    {SYS_openat, "openat", Wait::File},
    {SYS_rt_sigtimedwait, "rt_sigtimedwait", Wait::Signal},
    {SYS_rt_sigsuspend, "rt_sigsuspend", Wait::Signal},
    {SYS_restart_syscall, "restart_syscall"},
    {SYS_io_getevents, "io_getevents", Wait::Events},
#ifdef SYS_io_uring_enter
    {SYS_io_uring_enter, "io_uring_enter", Wait::Events, true},
#endif
    {SYS_semtimedop, "semtimedop", Wait::Thread},
    {SYS_msgrcv, "msgrcv", Wait::Input},
    {SYS_exit, "exit"},
    {SYS_exit_group, "exit_group"},
};

// proc(5), /proc/pid/syscall: "running", or the number of the call and its arguments in
// hexadecimal digits. -1 is a thread that waits outside a system call.
std::optional<SystemCall> parseSystemCall(std::string_view text)
{
    const auto words = wordsOf(text, 2);
    const auto number = words.empty() ? std::nullopt : numberOf<long>(words[0]);
    if (!number || *number < 0)
        return std::nullopt;
    const auto *const found = std::find_if(std::begin(kCalls), std::end(kCalls),
        [&number](const NamedCall &call) { return call.number == *number; });
    if (found == std::end(kCalls))
        return SystemCall{std::to_string(*number), std::nullopt, Wait::Unknown};
    SystemCall call{found->name, std::nullopt, found->wait};
    if (found->onDescriptor && words.size() > 1 && words[1].starts_with("0x")) {
        const auto argument = numberOf<std::uint64_t>(words[1].substr(2), 16);
        constexpr std::uint64_t kMostDescriptor = 1 << 24;
        if (argument && *argument < kMostDescriptor)
            call.descriptor = int(*argument);
    }
    return call;
}

} // namespace

ThreadList readThreads(const std::string &root, pid_t pid)
{
    ThreadList list;
    const std::string tasks = root + '/' + std::to_string(pid) + "/task";
    const std::vector<int> ids = listNumbers(tasks);
    list.count = ids.size();
    for (const int tid : ids) {
        if (list.threads.size() >= kMaxListedThreads)
            break;
        const std::string folder = tasks + '/' + std::to_string(tid);
        const auto info = readProcess(tasks, tid);
        if (!info)
            continue;
        ThreadInfo thread;
        thread.tid = tid;
        thread.name = info->name;
        thread.state = info->state;
        thread.cpuNs = info->cpuNs;
        thread.call = parseSystemCall(readProcFile(folder + "/syscall", kMaxCallText));
        thread.kernelFunction = readProcFile(folder + "/wchan", kMaxFunctionText);
        if (thread.kernelFunction == "0")
            thread.kernelFunction.clear();
        list.threads.push_back(std::move(thread));
    }
    return list;
}

std::optional<SystemCall> readSystemCall(const std::string &root, pid_t pid)
{
    return parseSystemCall(
        readProcFile(root + '/' + std::to_string(pid) + "/syscall", kMaxCallText));
}

} // namespace sonde::platform
