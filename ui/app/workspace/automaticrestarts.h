// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/restart/restartonchange.h"

#include <QObject>
#include <QTimer>

#include <map>
#include <memory>

namespace sonde::app {

class Workspace;

// Restarts the servers whose files change, and connects again to those with a URL: each one by its
// own settings, from its connection until it is stopped.
class AutomaticRestarts : public QObject {
    Q_OBJECT
public:
    // What went wrong at the newest change of a server.
    struct Trouble {
        QString sentence; // empty: nothing
        bool isBuild = false; // the build failed, and the server goes on
    };

    // The workspace outlives it.
    explicit AutomaticRestarts(Workspace &workspace, QObject *parent = nullptr);
    ~AutomaticRestarts() override;

    // nullptr: the server is not watched now.
    const session::RestartOnChange *find(const QString &server) const;
    Trouble trouble(const QString &server) const;
    // With trouble, or with files that are not watched; the newest one last.
    const QStringList &troubled() const { return m_troubled; }

Q_SIGNALS:
    void changed(const QString &server); // what find() or trouble() says

private:
    struct Watched {
        std::unique_ptr<session::RestartOnChange> restarts;
        Trouble trouble;
    };
    void syncAll();
    void sync(const QString &server);
    Watched &watched(const QString &server);
    void report(const QString &server, const Trouble &trouble);
    void stateChanged(const QString &server);
    void leave(const QString &server, const models::RestartCause &cause,
        const session::BuildResult &result);

    Workspace &m_workspace;
    QTimer m_syncTimer;
    std::map<QString, Watched> m_watched;
    QStringList m_troubled;
};

} // namespace sonde::app
