// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/shell/pipeinput.h"

#include <QSocketNotifier>

#include <cerrno>

#include <sys/stat.h>
#include <unistd.h>

namespace sonde::cli {

namespace {

// An event loop cannot wait for a file.
bool isFile(int fd)
{
    struct stat info { };
    return ::fstat(fd, &info) == 0 && S_ISREG(info.st_mode);
}

} // namespace

PipeInput::PipeInput(int fd, QObject *parent)
    : ShellInput(parent)
    , m_fd(fd)
    , m_isTerminal(::isatty(fd) == 1)
{
    if (isFile(fd))
        return;
    m_notifier = new QSocketNotifier(fd, QSocketNotifier::Read, this);
    m_notifier->setEnabled(false);
    connect(m_notifier, &QSocketNotifier::activated, this, [this] {
        readMore();
        look();
    });
}

void PipeInput::next()
{
    m_isWanted = true;
    QMetaObject::invokeMethod(this, &PipeInput::look, Qt::QueuedConnection);
}

void PipeInput::readMore()
{
    char bytes[4096];
    const ssize_t size = ::read(m_fd, bytes, sizeof bytes);
    if (size > 0)
        m_waiting.append(bytes, std::size_t(size));
    else if (size == 0 || (errno != EINTR && errno != EAGAIN))
        m_hasEnded = true;
}

void PipeInput::look()
{
    if (!m_isWanted)
        return;
    std::size_t end = m_waiting.find('\n');
    while (end == std::string::npos && !m_notifier && !m_hasEnded && m_waiting.size() < kMaxLine) {
        readMore();
        end = m_waiting.find('\n');
    }
    const bool isWhole = end != std::string::npos && end <= kMaxLine;
    if (m_notifier && !isWhole && m_waiting.size() < kMaxLine && !m_hasEnded) {
        m_notifier->setEnabled(true);
        return;
    }
    if (m_notifier)
        m_notifier->setEnabled(false);
    m_isWanted = false;
    if (m_waiting.empty() && m_hasEnded)
        return Q_EMIT ended();
    const std::size_t size = isWhole ? end : std::min(m_waiting.size(), kMaxLine);
    const QString line = QString::fromUtf8(m_waiting.data(), qsizetype(size));
    m_waiting.erase(0, size + (isWhole ? 1 : 0));
    Q_EMIT entered(line);
}

} // namespace sonde::cli
