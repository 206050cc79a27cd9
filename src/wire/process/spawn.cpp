// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/spawn.h"

#include "base/clock.h"
#include "platform/descriptors.h"
#include "platform/process.h"
#include "platform/systemtext.h"
#include "wire/http/wiretr.h"
#include "wire/process/processguard.h"

#include <QFile>

#include <cerrno>
#include <csignal>
#include <memory>
#include <optional>

#include <fcntl.h>
#include <sys/wait.h>
#include <unistd.h>

namespace sonde::wire {

namespace {

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

// The pipes must not be 0, 1 or 2, which they can be if Sonde itself was started without them: the
// child's dup2() calls would overwrite one another.
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
        if (!platform::openPipe(ends))
            return false;
        read.reset(ends[0]);
        write.reset(ends[1]);
        if (!moveUp(read) || !moveUp(write))
            return false;
        platform::enlargePipe(write.get(), kPipeSize);
        return true;
    }
};

std::vector<char *> pointers(std::vector<QByteArray> &texts)
{
    std::vector<char *> result;
    result.reserve(texts.size() + 1);
    for (QByteArray &text : texts)
        result.push_back(text.data());
    result.push_back(nullptr);
    return result;
}

// For a script whose interpreter is missing, execve() reports "No such file", which needs an
// explanation.
LaunchError spawnFailure(int code, const QString &resolved)
{
    QFile file(resolved);
    QString interpreter;
    bool hasCarriageReturn = false; // then it is a part of the interpreter's name
    if (file.open(QIODevice::ReadOnly)) {
        const QByteArray firstLine = file.readLine(256);
        if (firstLine.startsWith("#!"))
            interpreter = QString::fromLocal8Bit(firstLine.mid(2).trimmed().split(' ').first());
        hasCarriageReturn =
            firstLine.trimmed().endsWith(interpreter.toLocal8Bit()) && firstLine.endsWith("\r\n");
    }
    if (code == ENOENT && hasCarriageReturn && !interpreter.isEmpty()) {
        return launchError(code,
            told(QT_TRANSLATE_NOOP("sonde::wire",
                     "“%1” was found, but its first line ends with CR LF, so the system looks for "
                     "“%2” and a carriage return. Save the file with line ends LF."),
                {resolved, interpreter}));
    }
    if (code == ENOENT && !interpreter.isEmpty()) {
        return launchError(code,
            told(
                QT_TRANSLATE_NOOP("sonde::wire",
                    "“%1” was found, but the interpreter in its first line, “%2”, does not exist."),
                {resolved, interpreter}));
    }
    if (code == ENOEXEC) {
        return launchError(code,
            told(QT_TRANSLATE_NOOP("sonde::wire",
                     "“%1” is neither a program for this machine nor a script whose first line "
                     "names an interpreter."),
                {resolved}));
    }
    if (code == E2BIG)
        return launchError(code,
            told(QT_TRANSLATE_NOOP(
                "sonde::wire", "The arguments and the environment are too long.")));
    return launchError(code,
        told(QT_TRANSLATE_NOOP("sonde::wire", "“%1” could not be started: %2."),
            {resolved, platform::errorText(code)}));
}

Error failed(StartReport &report, const LaunchError &error)
{
    report.failure = error.said;
    return error;
}

Result<ProcessHandle> startProcess(
    const Launch &launch, const QString &file, platform::SpawnRequest request, StartReport &report)
{
    std::vector<QByteArray> arguments{QFile::encodeName(launch.program)};
    for (const QString &argument : launch.arguments)
        arguments.push_back(argument.toLocal8Bit());
    std::vector<QByteArray> environment = environmentBlock(launch);
    const QByteArray path = QFile::encodeName(file);
    const std::vector<char *> argumentPointers = pointers(arguments);
    const std::vector<char *> environmentPointers = pointers(environment);
    request.file = path.constData();
    request.arguments = argumentPointers.data();
    request.environment = environmentPointers.data();

    ProcessGuard::prepare();
    ProcessHandle handle;
    if (const int code = platform::spawnProcess(request, handle.pid); code != 0)
        return failed(report, spawnFailure(code, file));
    ProcessGuard::watch(handle.pid);
    handle.exitDescriptor = platform::openExitDescriptor(handle.pid);
    if (handle.exitDescriptor < 0) {
        const int reason = errno;
        ::kill(-handle.pid, SIGKILL);
        ProcessGuard::release(handle.pid);
        ::waitpid(handle.pid, nullptr, 0);
        return failed(report,
            launchError(reason,
                told(QT_TRANSLATE_NOOP(
                         "sonde::wire", "The process was started, but cannot be watched: %1."),
                    {platform::errorText(reason)})));
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
        return failed(report, resolved.error);

    Pipe input;
    Pipe output;
    Pipe diagnostics;
    if (!input.open() || !output.open() || !diagnostics.open()) {
        const int code = errno;
        return failed(report,
            launchError(code,
                told(QT_TRANSLATE_NOOP("sonde::wire", "Cannot create a pipe to the server: %1."),
                    {platform::errorText(code)})));
    }
    platform::SpawnRequest request;
    const QByteArray directory = QFile::encodeName(report.workingDirectory);
    if (!launch.workingDirectory.isEmpty())
        request.workingDirectory = directory.constData();
    request.input = input.read.get();
    request.output = output.write.get();
    request.diagnostics = diagnostics.write.get();
    Result<ProcessHandle> process = startProcess(launch, resolved.file, request, report);
    report.spawnNs = clock.now().steady - found;
    if (!process)
        return process.error();
    report.pid = process->pid;
    for (const int fd : {input.write.get(), output.read.get(), diagnostics.read.get()})
        platform::makeNonBlocking(fd);
    return Spawned{
        process.value(), input.write.release(), output.read.release(), diagnostics.read.release()};
}

} // namespace sonde::wire
