// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QTabWidget;
class QWidget;

namespace sonde::app {

class Workspace;

// Names in the title of the window what is in front: a review with the server that waits for it,
// else the tap that is watched or the current server. Qt adds the name of the program.
class WindowTitle : public QObject {
    Q_OBJECT
public:
    // All outlive it; the window is its parent.
    WindowTitle(Workspace &workspace, QTabWidget &tabs, QWidget *window);

private:
    QString text() const;

    Workspace &m_workspace;
    QTabWidget &m_tabs;
};

} // namespace sonde::app
