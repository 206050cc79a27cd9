// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldrelay.h"

#include "cli/held/heldplace.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/usageerror.h"

#include <QCoreApplication>

#include <array>
#include <cerrno>

#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

namespace sonde::cli {

namespace {

constexpr const char *kWord = "--relay";
constexpr std::size_t kChunk = std::size_t(64) << 10;

bool waitFor(int descriptor, short events)
{
    pollfd waited{descriptor, events, 0};
    while (::poll(&waited, 1, -1) < 0) {
        if (errno != EINTR)
            return false;
    }
    return true;
}

bool writeAll(int to, const char *data, std::size_t size)
{
    while (size > 0) {
        const ssize_t count = ::write(to, data, size);
        if (count >= 0) {
            data += count;
            size -= std::size_t(count);
        } else if (errno == EAGAIN) {
            if (!waitFor(to, POLLOUT))
                return false;
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

// What can be read at once; false: nothing follows.
bool copy(int from, int to)
{
    std::array<char, kChunk> buffer;
    const ssize_t count = ::read(from, buffer.data(), buffer.size());
    if (count < 0)
        return errno == EINTR || errno == EAGAIN;
    return count > 0 && writeAll(to, buffer.data(), std::size_t(count));
}

} // namespace

void useHeldServer(Options &options)
{
    options.server.program = QCoreApplication::applicationFilePath();
    options.server.arguments = QStringList{QString::fromLatin1(kWord), options.heldName};
}

std::optional<QString> relayedName(const std::vector<std::string> &words)
{
    if (words.size() != 2 || words.front() != kWord)
        return std::nullopt;
    return decodedWord(words.back());
}

int relayToHeld(const QString &name)
{
    Output err(STDERR_FILENO);
    const Result<tap::Inlet> socket = connectToHeld(name);
    if (!socket) {
        err.complain(socket.error().sentence);
        return kUsage;
    }
    const int held = socket->descriptor();
    std::array<pollfd, 2> waited{pollfd{STDIN_FILENO, POLLIN, 0}, pollfd{held, POLLIN, 0}};
    while (true) {
        if (::poll(waited.data(), waited.size(), -1) < 0) {
            if (errno == EINTR)
                continue;
            return kUsage;
        }
        if (waited[1].revents != 0 && !copy(held, STDOUT_FILENO))
            return kFine;
        if (waited[0].revents != 0 && !copy(STDIN_FILENO, held)) {
            // Responses on their way are still copied; the keeper then closes the socket.
            ::shutdown(held, SHUT_WR);
            waited[0].fd = -1;
        }
    }
}

} // namespace sonde::cli
