// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "app/workspace/workspace.h"

#include <QObject>

class QWidget;

namespace sonde::widgets {
class MockListWindow;
}

namespace sonde::app {

// Lists of responses of a mock, each in a window of its own.
class MockLists : public QObject {
    Q_OBJECT
public:
    MockLists(Workspace &workspace, QWidget *window); // both outlive it

    void askOpen();
    // In the window that has it already, which reads it again unless changes would be lost, or in a
    // new one.
    void open(const QString &path);

protected:
    // The window closes with its lists, or stays while one of them has changes that are not saved.
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    widgets::MockListWindow *windowOf(const QString &path) const; // nullptr: there is none

    Workspace &m_workspace;
    QWidget *m_window;
};

} // namespace sonde::app
