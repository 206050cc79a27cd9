// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/output/output.h"

#include "cli/output/table.h"
#include "cli/output/terminaltext.h"

#include <QByteArray>
#include <QString>

#include <algorithm>
#include <cerrno>

#include <poll.h>
#include <sys/ioctl.h>
#include <unistd.h>

namespace sonde::cli {

namespace {

constexpr int kUnlimited = 1 << 20; // cells: a pipe or a file
constexpr int kWidest = 10'000;

} // namespace

Output::Output(int fd)
    : m_fd(fd)
    , m_palette(Palette::of(isTerminal()))
{
}

void Output::write(std::string_view bytes)
{
    while (!bytes.empty() && m_error == 0) {
        const ssize_t written = ::write(m_fd, bytes.data(), bytes.size());
        if (written >= 0) {
            bytes.remove_prefix(static_cast<std::size_t>(written));
        } else if (errno == EAGAIN) { // a non-blocking pipe, inherited from the parent process
            pollfd waiting{m_fd, POLLOUT, 0};
            ::poll(&waiting, 1, -1);
        } else if (errno != EINTR) {
            m_error = errno;
        }
    }
}

void Output::write(QStringView text)
{
    const QByteArray utf8 = text.toUtf8();
    write(std::string_view(utf8.constData(), static_cast<std::size_t>(utf8.size())));
}

void Output::line(Ink ink, const QString &sentence)
{
    write(QString(
        m_palette.ink(ink, QStringLiteral("sonde-cli:")) + u' ' + harmlessLines(sentence) + u'\n'));
}

void Output::complain(const QString &sentence)
{
    line(Ink::Bad, sentence);
}

void Output::note(const QString &sentence)
{
    if (!m_quiet)
        line(Ink::Muted, sentence);
}

QString Output::failure() const
{
    return m_error == 0 || m_error == EPIPE ? QString() : qt_error_string(m_error);
}

bool Output::isTerminal() const
{
    return ::isatty(m_fd) == 1;
}

int Output::width() const
{
    winsize size{};
    if (::ioctl(m_fd, TIOCGWINSZ, &size) == 0 && size.ws_col > 0)
        return size.ws_col;
    bool isNumber = false;
    const int columns = qEnvironmentVariableIntValue("COLUMNS", &isNumber);
    return isNumber ? std::clamp(columns, Table::kNarrowest, kWidest) : kUnlimited;
}

} // namespace sonde::cli
