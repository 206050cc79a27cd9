// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <vector>

class QAction;

namespace sonde::mcp {
class Client;
}

namespace sonde::widgets {

class ToolsPanel;

// The actions of the panel of tools in the menus of the window.
class ToolActions : public QObject {
    Q_OBJECT
public:
    explicit ToolActions(ToolsPanel *panel); // its parent

    // Enables the actions for what the panel shows of the server; `client` may be nullptr.
    void update(const QString &server, const mcp::Client *client);

private:
    void makeCallActions();
    void makeSavedCallActions();
    void makeEditorActions();

    ToolsPanel *m_panel;
    QAction *m_callMany, *m_callAsTask, *m_askForProgress, *m_confirmDestructive, *m_showLog;
    QAction *m_runSavedCall, *m_savedCalls, *m_saveCall;
    QAction *m_reload;
    std::vector<QAction *> m_editorActions; // need a chosen tool
};

} // namespace sonde::widgets
