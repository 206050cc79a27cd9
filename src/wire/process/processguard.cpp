// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "wire/process/processguard.h"

#include "platform/descriptors.h"
#include "platform/process.h"
#include "wire/process/guardmessage.h"

#include <QCoreApplication>
#include <QFile>

#include <csignal>

#include <fcntl.h>
#include <unistd.h>

extern char **environ;

namespace sonde::wire {

ProcessGuard &ProcessGuard::instance()
{
    static ProcessGuard guard;
    return guard;
}

ProcessGuard::ProcessGuard()
{
    QByteArray file = QFile::encodeName(
        QCoreApplication::applicationDirPath() + QLatin1String("/../lib/sonde/sonde-guard"));
    int ends[2];
    if (!QFile::exists(QFile::decodeName(file)) || !platform::openPipe(ends))
        return;
    ::signal(SIGPIPE, SIG_IGN); // in case the guard is killed
    const int nowhere = ::open("/dev/null", O_RDWR | O_CLOEXEC);
    char *const arguments[] = {file.data(), nullptr};
    platform::SpawnRequest request;
    request.file = file.constData();
    request.arguments = arguments;
    request.environment = environ;
    request.input = ends[0];
    request.output = nowhere;
    request.diagnostics = nowhere;
    pid_t pid = 0;
    if (nowhere >= 0 && platform::spawnProcess(request, pid) == 0) {
        m_pipe = ends[1];
        ::fcntl(m_pipe, F_SETFL, O_NONBLOCK);
    } else {
        ::close(ends[1]);
    }
    ::close(ends[0]);
    if (nowhere >= 0)
        ::close(nowhere);
}

void ProcessGuard::tell(const GuardMessage &message) const
{
    if (m_pipe >= 0) [[maybe_unused]]
        const ssize_t written = ::write(m_pipe, &message, sizeof message);
}

void ProcessGuard::watch(pid_t group)
{
    instance().tell({GuardMessage::What::Watch, group});
}

void ProcessGuard::release(pid_t group)
{
    instance().tell({GuardMessage::What::Release, group});
}

} // namespace sonde::wire
