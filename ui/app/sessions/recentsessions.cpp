// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/sessions/recentsessions.h"

#include "app/workspace/places.h"
#include "app/workspace/workspace.h"
#include "look/controls/plaintooltip.h"
#include "models/settings/settings.h"

#include <QAction>
#include <QDir>
#include <QFileInfo>
#include <QMenu>
#include <QTextDocument>

namespace sonde::app {

RecentSessions::RecentSessions(QMenu *menu, Workspace &workspace)
    : QObject(menu)
    , m_menu(menu)
    , m_workspace(workspace)
{
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, &RecentSessions::fill);
}

void RecentSessions::add(const QString &path)
{
    models::Settings settings(&m_workspace.settings());
    QStringList paths = settings.openedSessions();
    const QString absolute = QFileInfo(path).absoluteFilePath();
    paths.removeAll(absolute);
    paths.prepend(absolute);
    settings.setOpenedSessions(paths.mid(0, kMaxOpened));
}

void RecentSessions::fill()
{
    m_menu->clear();
    const QStringList first = opened();
    const QStringList second = recordings(first);
    addEntries(first);
    if (!first.isEmpty() && !second.isEmpty())
        m_menu->addSeparator();
    addEntries(second);
    if (m_menu->isEmpty())
        m_menu->addAction(tr("No sessions yet"))->setEnabled(false);
}

void RecentSessions::addEntries(const QStringList &paths)
{
    for (const QString &path : paths) {
        QString name = QFileInfo(path).fileName();
        QAction *entry = m_menu->addAction(name.replace(u'&', QStringLiteral("&&")));
        entry->setToolTip(look::plainToolTip(QDir::toNativeSeparators(path)));
        connect(entry, &QAction::triggered, this, [this, path] { Q_EMIT chosen(path); });
    }
}

QStringList RecentSessions::opened() const
{
    QStringList paths = models::Settings(&m_workspace.settings()).openedSessions();
    paths.removeIf([](const QString &path) { return !QFileInfo::exists(path); });
    return paths;
}

QStringList RecentSessions::recordings(const QStringList &opened) const
{
    QStringList paths;
    const auto files = QDir(sessionsFolder(m_workspace.givenFolder()))
                           .entryInfoList({QStringLiteral("*.sonde")}, QDir::Files, QDir::Time);
    const QString recorded = QFileInfo(m_workspace.recorder().path()).absoluteFilePath();
    for (const QFileInfo &file : files) {
        const QString path = file.absoluteFilePath();
        if (path == recorded || opened.contains(path))
            continue;
        paths += path;
        if (paths.size() >= kMaxRecordings)
            break;
    }
    return paths;
}

} // namespace sonde::app
