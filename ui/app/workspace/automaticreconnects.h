// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/restart/reconnect.h"

#include <QObject>

#include <map>
#include <memory>

namespace sonde::app {

class Workspace;

// Connects again to servers with a URL that have gone away, when they are to be.
class AutomaticReconnects : public QObject {
    Q_OBJECT
public:
    // The workspace outlives it.
    explicit AutomaticReconnects(Workspace &workspace,
        std::chrono::milliseconds firstDelay = session::Reconnect::kFirstDelay,
        QObject *parent = nullptr);
    ~AutomaticReconnects() override;

    // Why it is not connected, and when it is tried again, as sentences; empty: it is not tried.
    QString state(const QString &server) const;
    QStringList waiting() const; // servers that are not connected and are tried again

Q_SIGNALS:
    void changed(const QString &server);

private:
    void stateChanged(const QString &server);
    void forget();
    session::Reconnect &reconnect(const QString &server);

    Workspace &m_workspace;
    std::chrono::milliseconds m_firstDelay;
    std::map<QString, std::unique_ptr<session::Reconnect>> m_reconnects;
};

} // namespace sonde::app
