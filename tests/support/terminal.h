// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/clirun.h"

#include <QDeadlineTimer>
#include <QProcess>

#include <pty.h>
#include <unistd.h>

namespace sonde::test {

// sonde-cli on a terminal of so many columns, whose other side is `m_master`.
class Terminal {
public:
    Terminal(const QStringList &arguments, const QProcessEnvironment &environment, int columns)
    {
        int slave = -1;
        const winsize size{24, static_cast<unsigned short>(columns), 0, 0};
        if (::openpty(&m_master, &slave, nullptr, nullptr, &size) != 0)
            return;
        m_process.setProcessEnvironment(environment);
        m_process.setChildProcessModifier([slave] {
            ::setsid();
            for (int fd : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
                ::dup2(slave, fd);
        });
        m_process.start(kCli, arguments);
        m_process.waitForStarted();
        ::close(slave);
    }
    ~Terminal()
    {
        m_process.kill();
        m_process.waitForFinished();
        ::close(m_master);
    }

    void type(const char *keys) { (void)!::write(m_master, keys, strlen(keys)); }
    // What the terminal showed, up to and with `text`; everything when it never comes.
    bool shows(const QByteArray &text)
    {
        QDeadlineTimer deadline(kDeadline);
        while (!m_seen.contains(text) && !deadline.hasExpired()) {
            char bytes[4096];
            const ssize_t size = ::read(m_master, bytes, sizeof bytes);
            if (size <= 0)
                break;
            m_seen.append(bytes, size);
        }
        const qsizetype at = m_seen.indexOf(text);
        if (at >= 0)
            m_seen.remove(0, at + text.size());
        return at >= 0;
    }
    // Everything until the program ends.
    const QByteArray &showsAtLast()
    {
        shows(QByteArray(1, '\0'));
        m_process.waitForFinished();
        return m_seen;
    }
    const QByteArray &seen() const { return m_seen; }
    QProcess &process() { return m_process; }

private:
    QProcess m_process;
    int m_master = -1;
    QByteArray m_seen;
};

} // namespace sonde::test
