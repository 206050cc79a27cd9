// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "shots/protectedexample.h"

#include <QTcpSocket>

namespace sonde::shots {

namespace {

QByteArray response(const char *status, const QByteArray &body, const QByteArray &more = {})
{
    return QByteArray("HTTP/1.1 ") + status + "\r\nContent-Type: application/json\r\n" + more
        + "Content-Length: " + QByteArray::number(body.size()) + "\r\nConnection: close\r\n\r\n"
        + body;
}

} // namespace

ProtectedExample::ProtectedExample(bool wrongIssuer, QObject *parent)
    : QTcpServer(parent)
    , m_wrongIssuer(wrongIssuer)
{
    listen(QHostAddress::LocalHost);
    connect(this, &QTcpServer::newConnection, this, [this] {
        while (QTcpSocket *socket = nextPendingConnection()) {
            connect(socket, &QTcpSocket::readyRead, this, [this, socket] { serve(socket); });
            connect(socket, &QTcpSocket::disconnected, socket, &QObject::deleteLater);
        }
    });
}

QString ProtectedExample::origin() const
{
    return QStringLiteral("http://127.0.0.1:%1").arg(serverPort());
}

QString ProtectedExample::url() const
{
    return origin() + QStringLiteral("/mcp");
}

// Responds once the headers are complete; the body makes no difference.
void ProtectedExample::serve(QTcpSocket *socket)
{
    constexpr qsizetype kMaxHead = 65'536;
    const QByteArray head = socket->peek(kMaxHead);
    const qsizetype end = head.indexOf("\r\n\r\n");
    if (end < 0 && head.size() < kMaxHead)
        return;
    socket->readAll();
    const QList<QByteArray> words = head.left(head.indexOf("\r\n")).split(' ');
    socket->write(responseTo(words.value(1).split('?').front()));
    socket->disconnectFromHost();
}

QByteArray ProtectedExample::responseTo(const QByteArray &path) const
{
    const QByteArray at = origin().toLatin1();
    const QByteArray issuer = at + "/tenant1";
    if (path == "/mcp")
        return response("401 Unauthorized", "{}",
            "WWW-Authenticate: Bearer resource_metadata=\"" + at
                + "/.well-known/oauth-protected-resource/mcp\", scope=\"tickets:read\"\r\n");
    if (path == "/.well-known/oauth-protected-resource/mcp")
        return response("200 OK",
            "{\n  \"resource\": \"" + at + "/mcp\",\n  \"authorization_servers\": [\"" + issuer
                + "\"],\n  \"scopes_supported\": [\"tickets:read\", \"tickets:write\"]\n}");
    if (path == "/tenant1/.well-known/openid-configuration")
        return response("200 OK",
            "{\n  \"issuer\": \"" + (m_wrongIssuer ? at + "/" : issuer)
                + "\",\n  \"authorization_endpoint\": \"" + issuer
                + "/authorize\",\n  \"token_endpoint\": \"" + issuer
                + "/token\",\n  \"registration_endpoint\": \"" + issuer
                + "/register\",\n  \"code_challenge_methods_supported\": [\"S256\"],\n"
                  "  \"token_endpoint_auth_methods_supported\": [\"none\"]\n}");
    if (path == "/tenant1/register")
        return response("201 Created", "{\n  \"client_id\": \"c-4711\"\n}");
    return response("404 Not Found", "{}");
}

} // namespace sonde::shots
