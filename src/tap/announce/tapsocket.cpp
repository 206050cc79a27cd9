// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/announce/tapsocket.h"

#include "platform/descriptors.h"
#include "tap/relay/taptr.h"

#include <QFile>
#include <QStringBuilder>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <optional>

#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <unistd.h>

namespace sonde::tap {

namespace {

constexpr int kBacklog = 8;

Error socketError(const QString &path, int code)
{
    return {.domain = Domain::Transport,
        .code = code,
        .sentence = Text::tr("The socket %1 cannot be used: %2.")
                        .arg(path, QString::fromLocal8Bit(std::strerror(code)))};
}

std::optional<sockaddr_un> addressOf(const QString &path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    const QByteArray bytes = QFile::encodeName(path);
    if (std::size_t(bytes.size()) >= sizeof address.sun_path)
        return std::nullopt;
    std::copy(bytes.begin(), bytes.end(), std::begin(address.sun_path));
    return address;
}

bool isOwnPeer(int descriptor)
{
    return platform::peerUser(descriptor) == ::geteuid();
}

Inlet openUnixSocket()
{
    Inlet socket(platform::openSocket(AF_UNIX, SOCK_STREAM, 0));
    if (socket.isOpen() && !platform::makeNonBlocking(socket.descriptor()))
        socket.close();
    return socket;
}

} // namespace

Result<Inlet> listenAt(const QString &path)
{
    const QString hidden = path % QStringLiteral(".new"); // until it listens
    const auto address = addressOf(hidden);
    if (!address)
        return socketError(path, ENAMETOOLONG);
    Inlet socket = openUnixSocket();
    const QByteArray from = QFile::encodeName(hidden);
    ::unlink(from.constData());
    if (!socket.isOpen()
        || ::bind(
               socket.descriptor(), reinterpret_cast<const sockaddr *>(&*address), sizeof *address)
            != 0
        || ::chmod(from.constData(), S_IRUSR | S_IWUSR) != 0
        || ::listen(socket.descriptor(), kBacklog) != 0
        || ::rename(from.constData(), QFile::encodeName(path).constData()) != 0)
        return socketError(path, errno);
    return socket;
}

Inlet acceptOwn(int listening)
{
    Inlet peer(platform::acceptConnection(listening));
    if (peer.isOpen()
        && (!isOwnPeer(peer.descriptor()) || !platform::makeNonBlocking(peer.descriptor())))
        peer.close();
    return peer;
}

Result<Inlet> connectToOwn(const QString &path)
{
    const auto address = addressOf(path);
    if (!address)
        return socketError(path, ENAMETOOLONG);
    Inlet socket = openUnixSocket();
    if (!socket.isOpen()
        || ::connect(
               socket.descriptor(), reinterpret_cast<const sockaddr *>(&*address), sizeof *address)
            != 0)
        return socketError(path, errno);
    if (!isOwnPeer(socket.descriptor()))
        return socketError(path, EPERM);
    return socket;
}

} // namespace sonde::tap
