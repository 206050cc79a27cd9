// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QPointer>

class QMainWindow;
class QWidget;

namespace sonde::widgets {
class SettingsWindow;
}

namespace sonde::app {

class Actions;
class Shortcuts;
class Workspace;

// Opens the settings of the program.
class SettingsCommands : public QObject {
    Q_OBJECT
public:
    // After all parts of the window have added their actions. Everything outlives this.
    SettingsCommands(Workspace &workspace, const Actions &actions, QMainWindow &window);
    ~SettingsCommands() override;

    void open();
    // From now on the window has the shortcuts that the user chose.
    void follow(QWidget *window);
    Shortcuts &shortcuts() { return *m_shortcuts; }
    widgets::SettingsWindow *window() const; // nullptr: it is closed

    // What is shown of the settings, for the next main window.
    struct Place {
        int page = -1; // -1: the window is closed
        QString focused; // the object name of the control with the focus
        QByteArray geometry;
    };
    Place place() const;
    void reopen(const Place &place);

private:
    void make();
    void openFolder(const QString &folder);

    Workspace &m_workspace;
    const Actions &m_actions;
    QMainWindow &m_parent;
    Shortcuts *m_shortcuts;
    QPointer<widgets::SettingsWindow> m_window;
};

} // namespace sonde::app
