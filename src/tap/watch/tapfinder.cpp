// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/watch/tapfinder.h"

#include "tap/announce/tapsfolder.h"
#include "tap/announce/tapsocket.h"
#include "tap/watch/taplink.h"

#include <QDir>
#include <QFile>
#include <QTimer>

#include <cerrno>
#include <chrono>
#include <utility>

namespace sonde::tap {

namespace {

constexpr int kMaxTaps = 200; // that are connected at once
constexpr std::chrono::seconds kPause{2};

} // namespace

TapFinder::TapFinder(QString folder, QObject *parent)
    : QObject(parent)
    , m_folder(std::move(folder))
{
    connect(&m_watcher, &QFileSystemWatcher::directoryChanged, this, [this] {
        watch();
        look();
    });
}

bool TapFinder::start()
{
    if (!watch()) {
        QTimer::singleShot(kPause, this, [this] {
            if (start())
                Q_EMIT started();
        });
        return false;
    }
    look();
    return true;
}

// Again when the folder was removed and is there again.
bool TapFinder::watch()
{
    if (!makeTapsFolder(m_folder))
        return false;
    if (m_watcher.directories().isEmpty())
        m_watcher.addPath(m_folder);
    return true;
}

void TapFinder::look()
{
    QSet<QString> present;
    const auto entries =
        QDir(m_folder).entryList({QStringLiteral("*.sock")}, QDir::System | QDir::Files);
    for (const QString &name : entries)
        present.insert(QDir(m_folder).filePath(name));
    m_known.intersect(present);
    for (const QString &path : std::as_const(present)) {
        if (!m_known.contains(path) && m_known.size() < kMaxTaps)
            connectTo(path);
    }
}

void TapFinder::connectTo(const QString &path)
{
    auto socket = connectToOwn(path);
    if (!socket) {
        if (socket.error().code == ECONNREFUSED)
            QFile::remove(path); // the tap was killed
        return;
    }
    m_known.insert(path);
    auto *link = new TapLink(std::move(socket).value(), this);
    connect(link, &TapLink::introduced, this, [this, link] { Q_EMIT found(link); });
    connect(link, &TapLink::closed, this, [this, link, path] {
        link->deleteLater();
        // A tap that was killed leaves its socket. One that has not introduced itself was just
        // dying, or refuses this window and may take it later.
        const auto pause = link->introduction().pid != 0 ? std::chrono::seconds::zero() : kPause;
        QTimer::singleShot(pause, this, [this, path] {
            m_known.remove(path);
            look();
        });
    });
}

} // namespace sonde::tap
