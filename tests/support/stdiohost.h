// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "support/patience.h"

#include <QByteArray>
#include <QDeadlineTimer>
#include <QFile>
#include <QStringList>

#include <array>
#include <cerrno>
#include <csignal>
#include <string_view>
#include <utility>
#include <vector>

#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

// A host that starts a program on three pipes and sees what a host can see of it.
namespace sonde::test {

// What the host does, in this order.
struct HostScript {
    QByteArray input{};
    bool endsInput = true; // closes stdin when all of it is written
    bool endsLate = false; // and stdout has ended
    QByteArray awaited{}; // on stdout, before the host does the following
    int signal = 0;
    bool toGroup = false; // the signal goes to the process group, which the program leads
    bool closesOutput = false;
    bool writesUntilRefused = false; // until stdin has no reader any more; then SIGTERM
    bool readsLate = false; // stdout only when something was written to stderr
    bool hasInput = true; // false: the program is started without a stdin
};

// What the host sees of a program.
struct Transcript {
    QByteArray out;
    QByteArray err;
    int code = -1; // -1: ended by a signal
    int signal = 0;
    bool refused = false; // stdin had no reader
    bool inTime = true;

    bool operator==(const Transcript &other) const = default;
    QByteArray told() const
    {
        const auto flag = [](bool set, const char *name) {
            return set ? QByteArray(" ") + name : QByteArray();
        };
        return "code " + QByteArray::number(code) + " signal " + QByteArray::number(signal)
            + flag(refused, "refused") + flag(!inTime, "too late") + " out "
            + QByteArray::number(out.size()) + ": " + out.left(300) + " err "
            + QByteArray::number(err.size()) + ": " + err.left(300);
    }
};

class StdioHost {
public:
    explicit StdioHost(const QStringList &command, bool hasInput = true, bool ownGroup = false)
    {
        // So that no write of ours ends the test, and the program sees what a shell would give it.
        ::signal(SIGPIPE, SIG_IGN);
        std::vector<QByteArray> words;
        for (const QString &word : command)
            words.push_back(QFile::encodeName(word));
        std::vector<char *> pointers;
        for (QByteArray &word : words)
            pointers.push_back(word.data());
        pointers.push_back(nullptr);
        std::array<std::array<int, 2>, 3> pipes{};
        for (auto &ends : pipes) {
            if (::pipe2(ends.data(), O_CLOEXEC) != 0)
                qFatal("no pipe");
        }
        m_pid = ::fork();
        if (m_pid == 0) {
            ::signal(SIGPIPE, SIG_DFL);
            if (ownGroup)
                ::setpgid(0, 0);
            ::dup2(pipes[0][0], STDIN_FILENO);
            ::dup2(pipes[1][1], STDOUT_FILENO);
            ::dup2(pipes[2][1], STDERR_FILENO);
            if (!hasInput)
                ::close(STDIN_FILENO);
            ::execvp(pointers[0], pointers.data());
            ::_exit(127);
        }
        ::close(pipes[0][0]);
        ::close(pipes[1][1]);
        ::close(pipes[2][1]);
        m_input = pipes[0][1];
        m_output = pipes[1][0];
        m_diagnostics = pipes[2][0];
        for (const int end : {m_input, m_output, m_diagnostics})
            ::fcntl(end, F_SETFL, O_NONBLOCK);
    }
    ~StdioHost()
    {
        if (m_pid > 0) {
            ::kill(m_pid, SIGKILL);
            ::waitpid(m_pid, nullptr, 0);
        }
        for (int *end : {&m_input, &m_output, &m_diagnostics})
            closeEnd(*end);
    }
    StdioHost(const StdioHost &) = delete;
    StdioHost &operator=(const StdioHost &) = delete;

    pid_t pid() const { return m_pid; }
    const QByteArray &output() const { return m_seen.out; }

    // Like a host that is killed: all pipes are closed at once, and nobody waits for the program.
    void vanish()
    {
        for (int *end : {&m_input, &m_output, &m_diagnostics})
            closeEnd(*end);
    }

    // For a script that awaitOutput() begins.
    void begin(const HostScript &script) { m_script = script; }

    // Follows the script until the program has ended and its streams have, too.
    Transcript play(const HostScript &script)
    {
        m_script = script;
        const QDeadlineTimer deadline(kLongPatienceMs);
        while (!step()) {
            if (deadline.hasExpired()) {
                m_seen.inTime = false;
                return m_seen;
            }
        }
        // The program may have ended between a look at stdin and one at the process.
        if (m_written < m_script.input.size())
            move();
        return m_seen;
    }

    // Reads until the text has come on stdout.
    bool awaitOutput(const QByteArray &text)
    {
        const QDeadlineTimer deadline(kLongPatienceMs);
        while (!m_seen.out.contains(text) && m_output >= 0 && !deadline.hasExpired())
            move();
        return m_seen.out.contains(text);
    }

private:
    static void closeEnd(int &end)
    {
        if (end >= 0)
            ::close(std::exchange(end, -1));
    }

    // Returns true when all is over.
    bool step()
    {
        move();
        if (!m_acted && m_seen.out.contains(m_script.awaited)) {
            m_acted = true;
            if (m_script.signal != 0)
                ::kill(m_script.toGroup ? -m_pid : m_pid, m_script.signal);
            if (m_script.closesOutput) {
                closeEnd(m_output);
                m_seen.out.truncate(m_script.awaited.size()); // how much more came is chance
            }
        }
        int status = 0;
        if (m_pid > 0 && ::waitpid(m_pid, &status, WNOHANG) == m_pid) {
            m_pid = 0;
            if (WIFSIGNALED(status))
                m_seen.signal = WTERMSIG(status);
            else
                m_seen.code = WEXITSTATUS(status);
        }
        return m_pid == 0 && m_output < 0 && m_diagnostics < 0;
    }

    void move()
    {
        const bool probes = m_script.writesUntilRefused && m_acted && !m_seen.refused;
        const bool reads = !m_script.readsLate || !m_seen.err.isEmpty();
        const bool writes = m_written < m_script.input.size() || probes;
        std::array<pollfd, 3> entries{pollfd{writes ? m_input : -1, POLLOUT, 0},
            pollfd{reads ? m_output : -1, POLLIN, 0}, pollfd{m_diagnostics, POLLIN, 0}};
        constexpr int kLookMs = 5; // at the process as well
        ::poll(entries.data(), entries.size(), kLookMs);
        if (entries[0].revents != 0)
            write(probes);
        if (m_script.endsInput && m_written >= m_script.input.size() && !probes
            && !m_script.writesUntilRefused && (!m_script.endsLate || m_output < 0))
            closeEnd(m_input);
        read(entries[1], m_output, m_seen.out);
        read(entries[2], m_diagnostics, m_seen.err);
    }

    void write(bool probes)
    {
        static constexpr std::string_view kProbe = "x";
        const char *const from = probes ? kProbe.data() : m_script.input.constData() + m_written;
        const auto size = probes ? kProbe.size() : std::size_t(m_script.input.size() - m_written);
        const ssize_t count = ::write(m_input, from, size);
        if (count < 0 && errno == EPIPE) {
            m_seen.refused = true;
            m_written = m_script.input.size();
            if (probes)
                ::kill(m_pid, SIGTERM);
        } else if (count > 0 && !probes) {
            m_written += count;
        }
    }

    static void read(const pollfd &entry, int &end, QByteArray &into)
    {
        if (entry.revents == 0)
            return;
        static std::array<char, 1 << 20> buffer;
        const ssize_t count = ::read(end, buffer.data(), buffer.size());
        if (count > 0)
            into.append(buffer.data(), count);
        else if (count == 0 || errno != EAGAIN)
            closeEnd(end);
    }

    pid_t m_pid = 0;
    int m_input = -1;
    int m_output = -1;
    int m_diagnostics = -1;
    HostScript m_script;
    qsizetype m_written = 0;
    bool m_acted = false;
    Transcript m_seen;
};

} // namespace sonde::test
