// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QFileSystemWatcher>
#include <QObject>
#include <QSet>
#include <QString>

namespace sonde::tap {

class TapLink;

// Finds the taps that run, now and later, and connects to each of them. Sockets of taps that were
// killed are removed.
class TapFinder : public QObject {
    Q_OBJECT
public:
    // `folder` is that of tapsFolder().
    explicit TapFinder(QString folder, QObject *parent = nullptr);

    // Begins to watch; found() follows for each tap, later too. Returns false if the folder cannot
    // be used yet (makeTapsFolder()): it is looked at again until it can.
    bool start();

Q_SIGNALS:
    void started(); // start() had returned false, and the folder can be used now
    // It has introduced itself. The link is a child of this object and deletes itself when it is
    // closed.
    void found(sonde::tap::TapLink *link);

private:
    bool watch();
    void look();
    void connectTo(const QString &path);

    const QString m_folder;
    QFileSystemWatcher m_watcher;
    QSet<QString> m_known; // sockets that are connected, or were a moment ago
};

} // namespace sonde::tap
