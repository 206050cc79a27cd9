// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/keeperprocess.h"

#include "cli/output/exitcode.h"
#include "platform/descriptors.h"

#include <QCoreApplication>
#include <QFile>

#include <cerrno>
#include <utility>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sonde::cli {

namespace {

constexpr const char *kVariable = "SONDE_KEEPER"; // the descriptor of the pipe
constexpr int kMaxInherited = 1024; // descriptors; shells have small ones

int exitCodeOfChild(pid_t child)
{
    int status = 0;
    while (::waitpid(child, &status, 0) < 0) {
        if (errno != EINTR)
            return kCannotConnect;
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : kCannotConnect;
}

} // namespace

int KeeperProcess::start(std::vector<std::string> words)
{
    int ends[2];
    if (!platform::openPipe(ends))
        return kCannotConnect;
    QByteArray program = QFile::encodeName(QCoreApplication::applicationFilePath());
    std::vector<char *> arguments{program.data()};
    arguments.reserve(words.size() + 2);
    for (std::string &word : words)
        arguments.push_back(word.data());
    arguments.push_back(nullptr);
    qputenv(kVariable, QByteArray::number(ends[1]));
    const pid_t child = ::fork();
    if (child == 0) {
        // It outlives the command, and with it what a shell has opened for that.
        for (int other = STDERR_FILENO + 1; other < kMaxInherited; ++other) {
            if (other != ends[1])
                ::close(other);
        }
        ::fcntl(ends[1], F_SETFD, 0); // it goes through the exec
        ::execv(arguments.front(), arguments.data());
        ::_exit(kCannotConnect);
    }
    ::close(ends[1]);
    char ready = 0;
    ssize_t count = 0;
    do
        count = ::read(ends[0], &ready, 1);
    while (count < 0 && errno == EINTR);
    ::close(ends[0]);
    if (count == 1)
        return kFine;
    return child < 0 ? int(kCannotConnect) : exitCodeOfChild(child);
}

bool KeeperProcess::isHere()
{
    return qEnvironmentVariableIsSet(kVariable);
}

KeeperProcess KeeperProcess::here()
{
    bool isNumber = false;
    const int ready = qEnvironmentVariableIntValue(kVariable, &isNumber);
    qunsetenv(kVariable); // not for the server
    if (!isNumber || ready <= STDERR_FILENO || ::fcntl(ready, F_SETFD, FD_CLOEXEC) < 0)
        return KeeperProcess(-1);
    return KeeperProcess(ready);
}

bool KeeperProcess::detach()
{
    ::setsid();
    const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
        ::dup2(nothing, stream);
    ::close(nothing);
    const char ready = 1;
    ssize_t count = 0;
    do
        count = ::write(m_ready, &ready, 1);
    while (count < 0 && errno == EINTR);
    ::close(std::exchange(m_ready, -1));
    return count == 1;
}

} // namespace sonde::cli
