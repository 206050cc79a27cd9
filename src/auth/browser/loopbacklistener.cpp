// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "auth/browser/loopbacklistener.h"

#include <QTcpSocket>
#include <QTimer>

#include "auth/base/authtext.h"

namespace sonde::auth {

namespace {

constexpr char kPath[] = "/callback";

QByteArray page(const QString &sentence)
{
    return "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Sonde</title>"
           "<body style=\"font-family:sans-serif;margin:4em\"><h1>Sonde</h1><p>"
        + sentence.toUtf8() + "</p></body></html>\n";
}

} // namespace

LoopbackListener::LoopbackListener(QObject *parent)
    : QObject(parent)
{
    connect(&m_server, &QTcpServer::newConnection, this, &LoopbackListener::accept);
}

Result<QUrl> LoopbackListener::open(int port, bool mayVary)
{
    close();
    bool listens = m_server.listen(QHostAddress::LocalHost, static_cast<quint16>(port));
    if (!listens && mayVary && port != 0)
        listens = m_server.listen(QHostAddress::LocalHost, 0);
    if (!listens)
        return Error{.domain = Domain::Authorization,
            .sentence = AuthText::tr("Cannot listen for the redirect on 127.0.0.1:%1: %2.")
                            .arg(port)
                            .arg(m_server.errorString())};
    m_port = m_server.serverPort();
    // The address and not the name, which may lead elsewhere (RFC 8252 section 8.3).
    return QUrl(QStringLiteral("http://127.0.0.1:%1%2").arg(m_port).arg(QLatin1String(kPath)));
}

void LoopbackListener::close()
{
    m_server.close();
    while (QTcpSocket *const socket = m_server.nextPendingConnection())
        socket->deleteLater();
}

void LoopbackListener::accept()
{
    while (QTcpSocket *const socket = m_server.nextPendingConnection()) {
        if (m_heads.size() >= kMaxConnections) {
            delete socket;
            continue;
        }
        socket->setParent(this);
        socket->setReadBufferSize(kMaxHead + 1);
        m_heads.emplace(socket, QByteArray());
        connect(socket, &QTcpSocket::readyRead, this, [this, socket] { read(socket); });
        connect(socket, &QTcpSocket::disconnected, this, [this, socket] {
            m_heads.erase(socket);
            socket->deleteLater();
        });
        QTimer::singleShot(kMaxWait, socket, [socket] { socket->abort(); });
    }
}

void LoopbackListener::read(QTcpSocket *socket)
{
    const auto found = m_heads.find(socket);
    if (found == m_heads.end())
        return; // answered
    found->second += socket->readAll();
    const qsizetype end = found->second.indexOf("\r\n\r\n");
    if (end >= 0 && end <= kMaxHead)
        return receive(socket, found->second.left(end + 2));
    if (found->second.size() > kMaxHead)
        respond(socket, "431 Request Header Fields Too Large",
            AuthText::tr("The request is too long."));
}

// A page of another site could reach us under a name of its own (DNS rebinding).
bool LoopbackListener::isForUs(const QByteArray &head) const
{
    const QByteArray port = ':' + QByteArray::number(m_port);
    int hosts = 0;
    bool ours = false;
    for (const QByteArray &line : head.split('\n').mid(1)) {
        const qsizetype colon = line.indexOf(':');
        if (line.left(colon).compare("host", Qt::CaseInsensitive) != 0)
            continue;
        const QByteArray host = line.mid(colon + 1).trimmed().toLower();
        ours = host == "127.0.0.1" + port || host == "localhost" + port;
        ++hosts;
    }
    return hosts == 1 && ours;
}

void LoopbackListener::receive(QTcpSocket *socket, const QByteArray &head)
{
    const QByteArrayList words = head.left(head.indexOf('\r')).split(' ');
    if (words.size() != 3 || !words[2].startsWith("HTTP/1.") || !isForUs(head))
        return respond(socket, "400 Bad Request", AuthText::tr("This request is not for Sonde."));
    if (words[0] != "GET")
        return respond(socket, "405 Method Not Allowed", AuthText::tr("Only GET is supported."));
    const qsizetype mark = words[1].indexOf('?');
    const QByteArray path = mark < 0 ? words[1] : words[1].left(mark);
    if (path != kPath || !isOpen()) // /favicon.ico, and every request after the redirect
        return respond(socket, "404 Not Found", AuthText::tr("Page not found."));
    const QByteArray query = mark < 0 ? QByteArray() : words[1].mid(mark + 1);
    close();
    respond(socket, "200 OK",
        AuthText::tr(
            "Sonde received the response. You can close this page; the result is shown in Sonde."));
    Q_EMIT redirected(query);
}

void LoopbackListener::respond(QTcpSocket *socket, const char *status, const QString &sentence)
{
    m_heads.erase(socket);
    const QByteArray body = page(sentence);
    socket->write(QByteArray("HTTP/1.1 ") + status
        + "\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: "
        + QByteArray::number(body.size())
        + "\r\nCache-Control: no-store\r\nReferrer-Policy: no-referrer\r\n"
          "Content-Security-Policy: default-src 'none'; style-src 'unsafe-inline'\r\n"
          "Connection: close\r\n\r\n"
        + body);
    socket->disconnectFromHost();
}

} // namespace sonde::auth
