// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/program/mainwindow.h"

#include <QObject>

#include <functional>
#include <memory>

namespace sonde::app {

// The main window of the program. Another language or text size takes another window over the same
// workspace: the servers stay connected and the trace stays, the settings are open again, dialogs
// and windows of opened sessions close.
class ProgramWindow : public QObject {
    Q_OBJECT
public:
    explicit ProgramWindow(Workspace &workspace, QObject *parent = nullptr); // outlives it
    ~ProgramWindow() override;

    MainWindow &window() { return *m_window; }

Q_SIGNALS:
    void replaced(); // window() is another one

private:
    void makeWindow();
    void chooseLanguage(const QString &language);
    void chooseTextSize(int percent);
    void replaceWindow(const std::function<void()> &change); // which is made between both

    Workspace &m_workspace;
    std::unique_ptr<MainWindow> m_window;
};

} // namespace sonde::app
