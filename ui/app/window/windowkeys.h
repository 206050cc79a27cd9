// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <vector>

class QAction;
class QWidget;

namespace sonde::app {

// Keeps keys of the window out of text fields. Where the desktop has X11's keyboard scheme, Qt's
// fields take Ctrl+E for the end of the line and Ctrl+K for deleting up to it, and the shortcuts of
// the window would not work while the user types.
class WindowKeys : public QObject {
    Q_OBJECT
public:
    WindowKeys(std::vector<QAction *> actions, QWidget *window); // the actions outlive it

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    std::vector<QAction *> m_actions;
    QWidget *m_window;
};

} // namespace sonde::app
