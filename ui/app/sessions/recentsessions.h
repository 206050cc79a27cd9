// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QStringList>

class QMenu;

namespace sonde::app {

class Workspace;

// The menu of sessions to open again: the files that were opened or saved last, and the newest
// recordings. It is filled when it is about to be shown.
class RecentSessions : public QObject {
    Q_OBJECT
public:
    static constexpr int kMaxOpened = 6;
    static constexpr int kMaxRecordings = 10;

    RecentSessions(QMenu *menu, Workspace &workspace); // both outlive it

    void add(const QString &path); // was opened or saved; the settings keep it

Q_SIGNALS:
    void chosen(const QString &path);

private:
    void fill();
    void addEntries(const QStringList &paths);
    QStringList opened() const;
    QStringList recordings(const QStringList &opened) const; // without the opened ones

    QMenu *m_menu;
    Workspace &m_workspace;
};

} // namespace sonde::app
