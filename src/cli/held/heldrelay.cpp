// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/heldrelay.h"

#include "cli/held/heldplace.h"
#include "cli/held/heldsocket.h"
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

// What can be read at once; false: nothing follows.
bool copy(int from, int to)
{
    std::array<char, kChunk> buffer;
    const ssize_t count = ::read(from, buffer.data(), buffer.size());
    if (count < 0)
        return errno == EINTR || errno == EAGAIN;
    return count > 0 && writeAll(to, {buffer.data(), std::size_t(count)});
}

} // namespace

Result<void> useHeldServer(Options &options)
{
    if (options.heldName.isEmpty())
        return {};
    if (const Result<tap::Inlet> socket = connectToHeld(options.heldName); !socket)
        return socket.error();
    options.server.program = QCoreApplication::applicationFilePath();
    options.server.arguments = QStringList{QString::fromLatin1(kWord), options.heldName};
    return {};
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
