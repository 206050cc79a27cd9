// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QHash>
#include <QPointer>
#include <QSet>
#include <QWidget>

class QComboBox;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// Chooses the lowest level of log messages that the server sends: by logging/setLevel until
// 2025-11-25, by `_meta` of each request from 2026-07-28. The choice is kept for later connections
// to that server.
class LogLevelBox : public QWidget {
    Q_OBJECT
public:
    explicit LogLevelBox(QWidget *parent = nullptr);

    void setServer(const QString &name, mcp::Client *client);
    void setServers(const QStringList &names); // forgets what was chosen for others
    QString level() const; // that was asked for; empty: none
    QComboBox &box() { return *m_box; }

Q_SIGNALS:
    void levelChanged();
    void succeeded(const QString &sentence);
    void failed(const QString &sentence);

private:
    void fill();
    void choose();
    void ask(const QString &server, mcp::Client *client, const QString &level);
    void setAgain(const QString &server, mcp::Client *client);
    static bool isReady(const mcp::Client *client);
    static bool isOffered(const mcp::Client *client);
    static bool isPerRequest(const mcp::Client *client);

    QPointer<mcp::Client> m_client;
    QString m_server;
    QHash<QString, QString> m_levels; // by server
    QSet<mcp::Client *> m_watched; // whose new connections are asked again
    look::ColorLabel *m_label;
    QComboBox *m_box;
};

} // namespace sonde::widgets
