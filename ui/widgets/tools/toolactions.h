// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

#include <vector>

class QAction;

namespace sonde::mcp {
class Client;
}

namespace sonde::session {
class ToolCall;
}

namespace sonde::widgets {

class CallPane;
class Panel;

// The actions of the panel of tools in the menus of the window.
class ToolActions : public QObject {
    Q_OBJECT
public:
    // What the panel shows.
    struct Shown {
        QString server;
        const mcp::Client *client = nullptr; // of the server, if there is one
        const session::ToolCall *call = nullptr; // of the chosen tool, if there is one
        bool asksBeforeDestructive = false;
    };

    ToolActions(Panel *panel, CallPane *callPane); // the panel is the parent

    // Enables the actions for what the panel shows.
    void update(const Shown &shown);

Q_SIGNALS:
    void callManyRequested();
    void fanOutRequested();
    void callAsTaskRequested();
    void asksBeforeDestructiveChosen(bool asks);
    void logRequested();
    void lastSavedCallRequested();
    void savedCallsRequested(bool toSave);
    void reloadRequested();

private:
    void makeCallActions();
    void makeSavedCallActions();
    void makeEditorActions();

    Panel *m_panel;
    CallPane *m_callPane;
    QAction *m_callMany, *m_fanOut, *m_callAsTask, *m_askForProgress, *m_confirmDestructive,
        *m_showLog;
    QAction *m_runSavedCall, *m_savedCalls, *m_saveCall;
    QAction *m_reload;
    std::vector<QAction *> m_editorActions; // need a chosen tool
};

} // namespace sonde::widgets
