// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QWidget;

namespace sonde::app {

class Actions;

// The Help menu: the help pages, the shortcuts, what a problem report needs, and About.
class HelpMenu : public QObject {
    Q_OBJECT
public:
    HelpMenu(const Actions &actions, QWidget *window); // the actions outlive it

Q_SIGNALS:
    void said(const QString &sentence); // what succeeded

private:
    void showShortcuts();
    void copyDetails();
    void showAbout();

    const Actions &m_actions;
    QWidget *m_window;
};

} // namespace sonde::app
