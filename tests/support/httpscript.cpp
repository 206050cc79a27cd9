// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "support/httpscript.h"
#include "support/places.h"

#include <QFile>

#include <algorithm>
#include <cerrno>
#include <csignal>

#include <arpa/inet.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

namespace sonde::test {

namespace {

sockaddr_storage addressOf(const QByteArray &address, quint16 port, socklen_t *size)
{
    sockaddr_storage storage{};
    auto *v4 = reinterpret_cast<sockaddr_in *>(&storage);
    auto *v6 = reinterpret_cast<sockaddr_in6 *>(&storage);
    if (inet_pton(AF_INET, address.constData(), &v4->sin_addr) == 1) {
        v4->sin_family = AF_INET;
        v4->sin_port = htons(port);
        *size = sizeof(*v4);
    } else if (inet_pton(AF_INET6, address.constData(), &v6->sin6_addr) == 1) {
        v6->sin6_family = AF_INET6;
        v6->sin6_port = htons(port);
        *size = sizeof(*v6);
    }
    return storage;
}

int boundSocket(const QByteArray &address, quint16 port)
{
    socklen_t size = 0;
    const sockaddr_storage to = addressOf(address, port, &size);
    const int fd = ::socket(to.ss_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const int on = 1;
    ::setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &on, sizeof(on));
    if (fd >= 0 && ::bind(fd, reinterpret_cast<const sockaddr *>(&to), size) == 0
        && ::listen(fd, SOMAXCONN) == 0)
        return fd;
    ::close(fd);
    return -1;
}

int chooseProtocol(SSL *, const unsigned char **out, unsigned char *outSize,
    const unsigned char *offered, unsigned offeredSize, void *wanted)
{
    const auto *name = static_cast<const QByteArray *>(wanted);
    QByteArray list(1, static_cast<char>(name->size()));
    list += *name;
    unsigned char *chosen = nullptr;
    if (SSL_select_next_proto(&chosen, outSize,
            reinterpret_cast<const unsigned char *>(list.constData()),
            static_cast<unsigned>(list.size()), offered, offeredSize)
        != OPENSSL_NPN_NEGOTIATED)
        return SSL_TLSEXT_ERR_NOACK;
    // Points into what the client offered: `list` ends here.
    const auto *at = std::search(offered, offered + offeredSize, chosen, chosen + *outSize);
    *out = at;
    return SSL_TLSEXT_ERR_OK;
}

} // namespace

HttpScript::HttpScript(Script script)
    : m_script(std::move(script))
{
    // A client that is gone must not end the test.
    std::signal(SIGPIPE, SIG_IGN);
    const int fd = boundSocket("127.0.0.1", 0);
    sockaddr_in bound{};
    socklen_t size = sizeof(bound);
    if (fd < 0 || ::getsockname(fd, reinterpret_cast<sockaddr *>(&bound), &size) != 0)
        qFatal("HttpScript cannot listen");
    m_port = ntohs(bound.sin_port);
    listenOn(fd);
}

HttpScript::HttpScript(const Tls &tls, Script script)
    : HttpScript(std::move(script))
{
    m_protocol = tls.protocol;
    const auto file = [](const QString &name) { return QFile::encodeName(tlsFile(name)); };
    SSL_CTX *context = SSL_CTX_new(TLS_server_method());
    m_tls = std::shared_ptr<SSL_CTX>(context, SSL_CTX_free);
    if (SSL_CTX_use_certificate_chain_file(context, file(tls.certificate + ".pem").constData()) != 1
        || SSL_CTX_use_PrivateKey_file(context,
               file(tls.certificate.section('-', 0, 0) + ".key").constData(), SSL_FILETYPE_PEM)
            != 1)
        qFatal("HttpScript cannot read the certificate %s", qPrintable(tls.certificate));
    if (!tls.clientAuthority.isEmpty()) {
        SSL_CTX_load_verify_file(context, file(tls.clientAuthority + ".pem").constData());
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
    }
    SSL_CTX_set_alpn_select_cb(context, chooseProtocol, &m_protocol);
}

HttpScript::~HttpScript()
{
    {
        const std::lock_guard lock(m_mutex);
        m_stopping = true;
        for (const int fd : m_listening)
            ::shutdown(fd, SHUT_RDWR);
        for (const auto &connection : m_connections) {
            if (connection->fd >= 0)
                ::shutdown(connection->fd, SHUT_RDWR);
        }
    }
    m_changed.notify_all();
    // Accepting threads come first in the list and add no more once they are joined.
    while (!m_threads.empty()) {
        m_threads.front().join();
        m_threads.pop_front();
    }
    for (const int fd : m_listening)
        ::close(fd);
}

void HttpScript::listenOn(int fd)
{
    const std::lock_guard lock(m_mutex);
    m_listening.push_back(fd);
    m_threads.emplace_front([this, fd] { accept(fd); });
}

void HttpScript::listenAtPath(const QString &path)
{
    sockaddr_un to{};
    to.sun_family = AF_UNIX;
    qstrncpy(to.sun_path, QFile::encodeName(path).constData(), sizeof(to.sun_path));
    const int fd = ::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (::bind(fd, reinterpret_cast<const sockaddr *>(&to), sizeof(to)) != 0
        || ::listen(fd, 64) != 0)
        qFatal("HttpScript cannot listen at %s", qPrintable(path));
    listenOn(fd);
}

bool HttpScript::listenAt(const QByteArray &address)
{
    const int fd = boundSocket(address, m_port);
    if (fd >= 0)
        listenOn(fd);
    return fd >= 0;
}

void HttpScript::accept(int listening)
{
    for (;;) {
        const int fd = ::accept4(listening, nullptr, nullptr, SOCK_CLOEXEC);
        const std::lock_guard lock(m_mutex);
        if (m_stopping || fd < 0) {
            if (fd >= 0)
                ::close(fd);
            if (m_stopping || errno != EINTR)
                return;
            continue;
        }
        const int on = 1;
        ::setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &on, sizeof(on));
        auto connection = std::make_unique<Connection>();
        connection->number = static_cast<int>(m_connections.size());
        connection->fd = fd;
        m_connections.push_back(std::move(connection));
        m_threads.emplace_back([this, made = m_connections.back().get()] { run(*made); });
    }
}

void HttpScript::run(Connection &connection)
{
    HttpPeer peer(*this, connection);
    try {
        peer.secure();
        m_script(peer);
    } catch (const HttpPeer::Gone &) { // NOLINT(bugprone-empty-catch): how a script is left
    }
    if (connection.ssl) {
        SSL_shutdown(connection.ssl);
        SSL_free(connection.ssl);
    }
    const std::lock_guard lock(m_mutex);
    ::close(std::exchange(connection.fd, -1));
    connection.running = false;
}

QUrl HttpScript::urlWithHost(const QString &host, const QString &path) const
{
    QUrl url(path);
    url.setScheme(m_tls ? QStringLiteral("https") : QStringLiteral("http"));
    url.setHost(host);
    url.setPort(m_port);
    return url;
}

QUrl HttpScript::url(const QString &path) const
{
    return urlWithHost(QStringLiteral("127.0.0.1"), path);
}

QString HttpScript::tlsFile(const QString &name)
{
    return sonde::test::sourcePath("tests/data/tls/") + name;
}

int HttpScript::connectionCount() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(m_connections.size());
}

int HttpScript::openConnections() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(std::count_if(m_connections.begin(), m_connections.end(),
        [](const auto &connection) { return connection->running; }));
}

int HttpScript::requestCount() const
{
    const std::lock_guard lock(m_mutex);
    return static_cast<int>(m_requests.size());
}

std::vector<SeenRequest> HttpScript::requests() const
{
    const std::lock_guard lock(m_mutex);
    return m_requests;
}

SeenRequest HttpScript::request(int index) const
{
    const std::lock_guard lock(m_mutex);
    return m_requests.at(static_cast<std::size_t>(index));
}

QByteArray HttpScript::received(int connection) const
{
    const std::lock_guard lock(m_mutex);
    return m_connections.at(static_cast<std::size_t>(connection))->received;
}

void HttpScript::open(const QByteArray &gate)
{
    const std::lock_guard lock(m_mutex);
    m_gates.insert(gate);
    m_changed.notify_all();
}

} // namespace sonde::test
