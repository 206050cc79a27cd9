// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

class QMainWindow;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::app {

class Workspace;

// Says above the tabs where to attach a debugger, while the current server waits for one.
class DebugNotice : public QObject {
    Q_OBJECT
public:
    // Both outlive it.
    DebugNotice(Workspace &workspace, QMainWindow *window);

private:
    void update();
    void copyAddress();

    Workspace &m_workspace;
    look::InlineMessage *m_message;
};

} // namespace sonde::app
