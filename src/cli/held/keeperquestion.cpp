// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/held/keeperquestion.h"

#include "cli/held/heldplace.h"
#include "cli/held/heldsocket.h"
#include "cli/output/output.h"
#include "cli/server/serverlink.h"
#include "rpc/lineframer.h"
#include "rpc/message.h"

#include <QDeadlineTimer>

#include <array>
#include <cerrno>
#include <optional>
#include <string>

#include <poll.h>
#include <unistd.h>

namespace sonde::cli {

namespace {

// The first line; nothing: the keeper has ended, or the time is over.
std::optional<Bytes> readLine(int socket, std::chrono::milliseconds limit)
{
    const QDeadlineTimer deadline(limit.count()); // -1: it never expires
    rpc::LineFramer lines;
    std::optional<Bytes> line;
    std::array<char, std::size_t(64) << 10> buffer;
    while (!line && waitFor(socket, POLLIN, std::chrono::milliseconds(deadline.remainingTime()))) {
        const ssize_t count = ::read(socket, buffer.data(), buffer.size());
        if (count < 0 && (errno == EINTR || errno == EAGAIN))
            continue;
        if (count <= 0)
            break;
        lines.feed(Bytes::copyOf({buffer.data(), std::size_t(count)}), [&](rpc::Frame frame) {
            if (!line && !frame.tooLong)
                line = std::move(frame.text);
        });
    }
    return line;
}

} // namespace

int failWithout(const Error &error, Output &err)
{
    err.complain(error.sentence);
    return error.domain == Domain::Server ? exitCodeOfKeeper(error.code) : exitCodeOf(error.domain);
}

Result<KeeperReply> askKeeper(const QString &name, std::string_view method, std::string_view params,
    std::chrono::milliseconds limit)
{
    const Result<tap::Inlet> socket = connectToHeld(name);
    if (!socket)
        return socket.error();
    return askKeeper(name, *socket, method, params, limit);
}

Result<KeeperReply> askKeeper(const QString &name, const tap::Inlet &socket,
    std::string_view method, std::string_view params, std::chrono::milliseconds limit)
{
    const std::string question = std::string(rpc::request("1", method, params).view()) + '\n';
    // A keeper with too many commands has said so before it closed the socket.
    const bool isSent = writeAll(socket.descriptor(), question);
    const std::optional<Bytes> line =
        readLine(socket.descriptor(), isSent ? limit : std::chrono::milliseconds(0));
    if (!line)
        return noResponseOf(name);
    KeeperReply reply{json::Document::parse(*line)};
    if (const json::Value error = reply.message.root()["error"])
        return Error{.domain = Domain::Server,
            .code = int(error["code"].toInt64().value_or(0)),
            .sentence = error["message"].toString()};
    return reply;
}

} // namespace sonde::cli
