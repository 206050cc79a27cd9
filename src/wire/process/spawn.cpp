// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/spawn.h"

#include "base/clock.h"

#include <QFile>

#include <cerrno>
#include <csignal>
#include <cstring>
#include <memory>
#include <optional>

#include <fcntl.h>
#include <spawn.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sonde::wire {

namespace {

// Larger than the usual 64 KiB, so that a flood needs fewer switches between the two programs.
// The kernel may refuse; then it stays as it was.
constexpr int kPipeSize = 256 * 1024;

Error failure(int code, const QString &sentence, const QString &detail = {})
{
    return {Domain::Process, code, sentence, detail, {}};
}

QString errnoText(int code)
{
    return QString::fromLocal8Bit(strerrordesc_np(code));
}

class Descriptor {
public:
    Descriptor() = default;
    ~Descriptor() { reset(); }
    Q_DISABLE_COPY_MOVE(Descriptor)

    int get() const { return m_fd; }
    int release() { return std::exchange(m_fd, -1); }
    void reset(int fd = -1)
    {
        if (m_fd >= 0)
            ::close(m_fd);
        m_fd = fd;
    }

private:
    int m_fd = -1;
};

// The pipes must not lie on 0, 1 or 2: the child's dup2() calls would overwrite one another when
// we ourselves were started without them.
bool moveUp(Descriptor &descriptor)
{
    if (descriptor.get() > STDERR_FILENO)
        return true;
    descriptor.reset(::fcntl(descriptor.get(), F_DUPFD_CLOEXEC, STDERR_FILENO + 1));
    return descriptor.get() >= 0;
}

struct Pipe {
    Descriptor read;
    Descriptor write;

    bool open()
    {
        int ends[2];
        if (::pipe2(ends, O_CLOEXEC) != 0)
            return false;
        read.reset(ends[0]);
        write.reset(ends[1]);
        if (!moveUp(read) || !moveUp(write))
            return false;
        ::fcntl(write.get(), F_SETPIPE_SZ, kPipeSize);
        return true;
    }
};

void makeNonBlocking(int fd)
{
    ::fcntl(fd, F_SETFL, ::fcntl(fd, F_GETFL) | O_NONBLOCK);
}

std::vector<char *> pointers(std::vector<QByteArray> &texts)
{
    std::vector<char *> result;
    result.reserve(texts.size() + 1);
    for (QByteArray &text : texts)
        result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

// What posix_spawn() is told: pipes, directory, group and signals.
class Plan {
public:
    Plan(const Pipe &input, const Pipe &output, const Pipe &diagnostics, const QString &directory)
    {
        posix_spawn_file_actions_init(&m_actions);
        posix_spawn_file_actions_adddup2(&m_actions, input.read.get(), STDIN_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, output.write.get(), STDOUT_FILENO);
        posix_spawn_file_actions_adddup2(&m_actions, diagnostics.write.get(), STDERR_FILENO);
        if (!directory.isEmpty()) {
            posix_spawn_file_actions_addchdir_np(
                &m_actions, QFile::encodeName(directory).constData());
        }
        posix_spawnattr_init(&m_attributes);
        sigset_t signals;
        // Every signal as a fresh program expects it: we ignore SIGPIPE, a server must not.
        sigfillset(&signals);
        posix_spawnattr_setsigdefault(&m_attributes, &signals);
        sigemptyset(&signals);
        posix_spawnattr_setsigmask(&m_attributes, &signals);
        posix_spawnattr_setpgroup(&m_attributes, 0);
        posix_spawnattr_setflags(
            &m_attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK);
    }
    ~Plan()
    {
        posix_spawnattr_destroy(&m_attributes);
        posix_spawn_file_actions_destroy(&m_actions);
    }
    Q_DISABLE_COPY_MOVE(Plan)

    const posix_spawn_file_actions_t *actions() const { return &m_actions; }
    const posix_spawnattr_t *attributes() const { return &m_attributes; }

private:
    posix_spawn_file_actions_t m_actions;
    posix_spawnattr_t m_attributes;
};

// execve() says "No such file" for a script whose interpreter is missing; that needs words.
Error spawnFailure(int code, const QString &resolved)
{
    QFile file(resolved);
    QString interpreter;
    if (file.open(QIODevice::ReadOnly)) {
        const QByteArray firstLine = file.readLine(256).trimmed();
        if (firstLine.startsWith("#!"))
            interpreter = QString::fromLocal8Bit(firstLine.mid(2).trimmed().split(' ').first());
    }
    if (code == ENOENT && !interpreter.isEmpty()) {
        return failure(code,
            QStringLiteral("“%1” was found, but the interpreter in its first line, "
                           "“%2”, does not exist.")
                .arg(resolved, interpreter));
    }
    if (code == ENOEXEC) {
        return failure(code,
            QStringLiteral("“%1” is neither a program for this machine nor a script "
                           "whose first line names an interpreter.")
                .arg(resolved));
    }
    if (code == E2BIG)
        return failure(code, QStringLiteral("The arguments and the environment are too long."));
    return failure(
        code, QStringLiteral("“%1” could not be started: %2.").arg(resolved, errnoText(code)));
}

Result<ProcessHandle> startProcess(const Launch &launch, const QString &file, const Plan &plan)
{
    std::vector<QByteArray> arguments{QFile::encodeName(launch.program)};
    for (const QString &argument : launch.arguments)
        arguments.push_back(argument.toLocal8Bit());
    std::vector<QByteArray> environment = environmentBlock(launch);

    ProcessHandle handle;
    const int code = posix_spawn(&handle.pid, QFile::encodeName(file).constData(), plan.actions(),
        plan.attributes(), pointers(arguments).data(), pointers(environment).data());
    if (code != 0)
        return spawnFailure(code, file);
    // By number: the header of glibc 2.36 declares pidfd_open() without C linkage.
    handle.pidfd = static_cast<int>(::syscall(SYS_pidfd_open, handle.pid, 0));
    if (handle.pidfd < 0) {
        const int reason = errno;
        ::kill(-handle.pid, SIGKILL);
        ::waitpid(handle.pid, nullptr, 0);
        return failure(reason,
            QStringLiteral("The process was started, but cannot be watched: %1.")
                .arg(errnoText(reason)));
    }
    return handle;
}

void describe(const Launch &launch, StartReport &report)
{
    report.program = launch.program;
    report.arguments = launch.arguments;
    report.workingDirectory = effectiveWorkingDirectory(launch);
    report.environment.clear();
    for (const auto &[name, value] : launch.environment)
        report.environment.append(name + u'=' + value.redacted());
}

} // namespace

Result<Spawned> spawn(const Launch &launch, StartReport &report)
{
    const Clock &clock = SystemClock::instance();
    describe(launch, report);
    const auto began = clock.now().steady;
    const Resolved resolved = resolveProgram(launch);
    const auto found = clock.now().steady;
    report.resolveNs = found - began;
    report.searched = resolved.searched;
    report.resolved = resolved.file;
    if (resolved.file.isEmpty())
        return resolved.error;

    Pipe input;
    Pipe output;
    Pipe diagnostics;
    if (!input.open() || !output.open() || !diagnostics.open()) {
        const int code = errno;
        return failure(
            code, QStringLiteral("No pipe to the server could be made: %1.").arg(errnoText(code)));
    }
    const Plan plan(input, output, diagnostics,
        launch.workingDirectory.isEmpty() ? QString() : report.workingDirectory);
    Result<ProcessHandle> process = startProcess(launch, resolved.file, plan);
    report.spawnNs = clock.now().steady - found;
    if (!process)
        return process.error();
    report.pid = process->pid;
    for (const int fd : {input.write.get(), output.read.get(), diagnostics.read.get()})
        makeNonBlocking(fd);
    return Spawned{
        process.value(), input.write.release(), output.read.release(), diagnostics.read.release()};
}

} // namespace sonde::wire
