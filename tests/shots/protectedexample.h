// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTcpServer>

namespace sonde::shots {

// For pictures: an MCP server that requires a token, and its authorization server, at one port of
// this machine. It issues no token.
class ProtectedExample : public QTcpServer {
public:
    // With `wrongIssuer` the metadata names another issuer than the one that it was fetched for.
    explicit ProtectedExample(bool wrongIssuer, QObject *parent = nullptr);

    QString url() const; // of the MCP server
    QString origin() const;

private:
    void serve(QTcpSocket *socket);
    QByteArray responseTo(const QByteArray &path) const;

    bool m_wrongIssuer;
};

} // namespace sonde::shots
