// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QTcpServer>

namespace sonde::app {

// For pictures: a server that lets nobody pass without a token, and its authorization server, at
// one port of this machine. It gives none.
class ProtectedExample : public QTcpServer {
    Q_OBJECT
public:
    // With a wrong issuer the metadata names another one than it was fetched for.
    explicit ProtectedExample(bool wrongIssuer, QObject *parent = nullptr);

    QString url() const; // of the MCP server
    QString origin() const;

private:
    void serve(QTcpSocket *socket);
    QByteArray answerTo(const QByteArray &path) const;

    bool m_wrongIssuer;
};

} // namespace sonde::app
