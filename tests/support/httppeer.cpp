// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httpscript.h"

#include <algorithm>
#include <cerrno>

#include <netinet/in.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/socket.h>

namespace sonde::test {

namespace {

QByteArray statusLine(int status)
{
    return "HTTP/1.1 " + QByteArray::number(status) + " Scripted\r\n";
}

QByteArray headerLines(const HttpPeer::Headers &headers)
{
    QByteArray lines;
    for (const auto &[name, value] : headers)
        lines += name + ": " + value + "\r\n";
    return lines;
}

} // namespace

QByteArray SeenRequest::head() const
{
    const auto end = raw.indexOf("\r\n\r\n");
    return end < 0 ? raw : raw.left(end + 4);
}

QByteArray SeenRequest::body() const
{
    return raw.mid(head().size());
}

QByteArray SeenRequest::method() const
{
    return raw.left(raw.indexOf(' '));
}

QByteArray SeenRequest::target() const
{
    const auto begin = raw.indexOf(' ') + 1;
    return raw.mid(begin, raw.indexOf(' ', begin) - begin);
}

QList<QByteArray> SeenRequest::headerLines() const
{
    QList<QByteArray> lines;
    for (const QByteArray &line : head().split('\n').mid(1)) {
        if (line.endsWith('\r') && line.size() > 1)
            lines += line.chopped(1);
    }
    return lines;
}

QByteArray SeenRequest::header(const QByteArray &name) const
{
    for (const QByteArray &line : headerLines()) {
        const auto colon = line.indexOf(':');
        if (line.left(colon).compare(name, Qt::CaseInsensitive) == 0)
            return line.mid(colon + 1).trimmed();
    }
    return {};
}

int HttpPeer::connection() const
{
    return m_connection.number;
}

void HttpPeer::secure()
{
    if (!m_server.m_tls)
        return;
    m_connection.ssl = SSL_new(m_server.m_tls.get());
    SSL_set_fd(m_connection.ssl, m_connection.fd);
    if (SSL_accept(m_connection.ssl) != 1)
        throw Gone();
}

void HttpPeer::fill()
{
    char buffer[65536];
    ssize_t count = 0;
    if (m_connection.ssl)
        count = SSL_read(m_connection.ssl, buffer, sizeof(buffer));
    else
        do
            count = ::recv(m_connection.fd, buffer, sizeof(buffer), 0);
        while (count < 0 && errno == EINTR);
    if (count <= 0)
        throw Gone();
    m_unread.append(buffer, count);
    const std::lock_guard lock(m_server.m_mutex);
    m_connection.received.append(buffer, count);
}

SeenRequest HttpPeer::readHead()
{
    qsizetype end = 0;
    while ((end = m_unread.indexOf("\r\n\r\n")) < 0)
        fill();
    const std::lock_guard lock(m_server.m_mutex);
    SeenRequest request{m_connection.number, m_unread.left(end + 4)};
    m_unread.remove(0, end + 4);
    m_request = static_cast<int>(m_server.m_requests.size());
    m_server.m_requests.push_back(request);
    return request;
}

void HttpPeer::noteBody(qsizetype count)
{
    while (m_unread.size() < count)
        fill();
    const std::lock_guard lock(m_server.m_mutex);
    m_server.m_requests[static_cast<std::size_t>(m_request)].raw += m_unread.left(count);
    m_unread.remove(0, count);
}

QByteArray HttpPeer::nextLine()
{
    while (m_unread.indexOf("\r\n") < 0)
        fill();
    const QByteArray line = m_unread.left(m_unread.indexOf("\r\n"));
    noteBody(line.size() + 2);
    return line;
}

void HttpPeer::readBytes(qsizetype count)
{
    while (count > 0) { // large bodies in parts
        if (m_unread.isEmpty())
            fill();
        const qsizetype part = std::min(count, m_unread.size());
        noteBody(part);
        count -= part;
    }
}

void HttpPeer::readBody()
{
    const SeenRequest request = m_server.request(m_request);
    if (request.header("Transfer-Encoding").toLower() == "chunked") {
        while (const int size = nextLine().toInt(nullptr, 16))
            readBytes(size + 2);
        while (!nextLine().isEmpty()) { }
        return;
    }
    readBytes(request.header("Content-Length").toLongLong() - request.body().size());
}

SeenRequest HttpPeer::readRequest()
{
    readHead();
    readBody();
    return m_server.request(m_request);
}

void HttpPeer::send(const QByteArray &bytes)
{
    qsizetype sent = 0;
    while (sent < bytes.size()) {
        const auto left = static_cast<std::size_t>(bytes.size() - sent);
        ssize_t count = 0;
        if (m_connection.ssl)
            count = SSL_write(m_connection.ssl, bytes.constData() + sent, static_cast<int>(left));
        else
            count = ::send(m_connection.fd, bytes.constData() + sent, left, MSG_NOSIGNAL);
        if (count <= 0)
            throw Gone();
        sent += count;
    }
}

void HttpPeer::sendSplit(const QByteArray &bytes, qsizetype piece)
{
    for (qsizetype at = 0; at < bytes.size(); at += piece)
        send(bytes.mid(at, piece));
}

void HttpPeer::generate(const std::function<QByteArray()> &next)
{
    for (QByteArray bytes = next(); !bytes.isEmpty(); bytes = next())
        send(bytes);
}

void HttpPeer::respond(
    int status, const QByteArray &mediaType, const QByteArray &body, const Headers &headers)
{
    QByteArray head = statusLine(status);
    if (!mediaType.isEmpty())
        head += "Content-Type: " + mediaType + "\r\n";
    send(head + headerLines(headers) + "Content-Length: " + QByteArray::number(body.size())
        + "\r\n\r\n" + body);
}

void HttpPeer::openChunked(int status, const QByteArray &mediaType, const Headers &headers)
{
    send(statusLine(status) + "Content-Type: " + mediaType + "\r\n" + headerLines(headers)
        + "Transfer-Encoding: chunked\r\n\r\n");
}

void HttpPeer::chunk(const QByteArray &bytes)
{
    send(QByteArray::number(bytes.size(), 16) + "\r\n" + bytes + "\r\n");
}

void HttpPeer::endChunked(const QByteArray &trailers)
{
    send("0\r\n" + trailers + "\r\n");
}

void HttpPeer::openStream(const Headers &headers)
{
    openChunked(200, "text/event-stream", headers);
}

void HttpPeer::event(const QByteArray &data, const QByteArray &id, const QByteArray &name)
{
    QByteArray text;
    if (!name.isEmpty())
        text += "event: " + name + '\n';
    if (!id.isEmpty())
        text += "id: " + id + '\n';
    for (const QByteArray &line : data.split('\n'))
        text += "data: " + line + '\n';
    chunk(text + '\n');
}

QByteArray HttpPeer::readRaw(qsizetype count)
{
    while (m_unread.size() < count)
        fill();
    const QByteArray bytes = m_unread.left(count);
    m_unread.remove(0, count);
    return bytes;
}

void HttpPeer::relayTo(quint16 port)
{
    sockaddr_in to{};
    to.sin_family = AF_INET;
    to.sin_port = htons(port);
    to.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const int other = ::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int here = m_connection.fd;
    bool open = ::connect(other, reinterpret_cast<const sockaddr *>(&to), sizeof(to)) == 0
        && ::send(other, m_unread.constData(), std::size_t(m_unread.size()), MSG_NOSIGNAL) >= 0;
    while (open) {
        pollfd both[] = {{here, POLLIN, 0}, {other, POLLIN, 0}};
        if (::poll(both, 2, -1) < 0)
            break;
        for (const auto &[from, into] : {std::pair(here, other), std::pair(other, here)}) {
            if (both[from == here ? 0 : 1].revents == 0)
                continue;
            char buffer[65536];
            const ssize_t count = ::recv(from, buffer, sizeof(buffer), 0);
            open = open && count > 0
                && ::send(into, buffer, std::size_t(count), MSG_NOSIGNAL) == count;
        }
    }
    ::close(other);
    throw Gone();
}

void HttpPeer::waitFor(const QByteArray &gate)
{
    std::unique_lock lock(m_server.m_mutex);
    m_server.m_changed.wait(
        lock, [&] { return m_server.m_stopping || m_server.m_gates.contains(gate); });
    if (m_server.m_stopping)
        throw Gone();
}

void HttpPeer::waitForClose()
{
    try {
        for (;;)
            fill();
    } catch (const Gone &) {
        const std::lock_guard lock(m_server.m_mutex);
        if (m_server.m_stopping)
            throw;
    }
}

void HttpPeer::stall()
{
    std::unique_lock lock(m_server.m_mutex);
    m_server.m_changed.wait(lock, [&] { return m_server.m_stopping; });
    throw Gone();
}

void HttpPeer::close()
{
    throw Gone();
}

void HttpPeer::reset()
{
    const linger now{1, 0};
    ::setsockopt(m_connection.fd, SOL_SOCKET, SO_LINGER, &now, sizeof(now));
    // Without TLS' farewell, which would hide it.
    if (m_connection.ssl)
        SSL_set_quiet_shutdown(m_connection.ssl, 1);
    throw Gone();
}

} // namespace sonde::test
