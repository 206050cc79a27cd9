// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/callmemory.h"
#include "widgets/kit/panel.h"

#include "mcp/client/client.h"

#include <QPointer>

class QStackedLayout;
class QToolButton;

namespace sonde::look {
class EmptyState;
class Splitter;
} // namespace sonde::look

namespace sonde::session {
class SavedCallStore;
class ToolCall;
class ToolStore;
} // namespace sonde::session

namespace sonde::widgets {

class CallPane;
class ChangesFrame;
class DestructiveGuard;
class ResultPane;
class SavedCallsMenu;
class ToolActions;
class ToolList;

// The tools of the current server: the list, the chosen one with its arguments, and its result.
class ToolsPanel : public Panel {
    Q_OBJECT
public:
    // The settings keep the arguments that were used last; they outlive the panel.
    explicit ToolsPanel(QSettings *settings, QWidget *parent = nullptr);

    Tab tab() const override;
    void updateActions() override;
    bool hasCommands() const override { return true; }
    bool canRunCommand(Command command) const override;
    void runCommand(Command command) override;
    void setServer(const QString &name, mcp::Client *client) override;
    int count() const override;
    QStringList toolNames() const;
    void chooseTool(const QString &name);
    void focusFilter() override;
    void reload();
    // Whether tools of this server that say they are destructive are called only when confirmed.
    bool asksBeforeDestructive() const;
    void setAsksBeforeDestructive(bool asks);
    // Opens a window that calls the chosen tool many times, with the arguments as they stand.
    void callMany();
    // Sends the chosen tool with its arguments as they stand, as a task.
    void callAsTask();
    // Where there is no room for three columns, the result is a tab beside the arguments.
    void setNarrow(bool narrow) override;
    session::ToolCall *currentCall() const; // nullptr without a chosen tool

    // The saved calls of the server. Running one puts it into the editor and sends it as it was
    // saved; the last one is that which was saved or run last.
    session::SavedCallStore &savedCalls() { return *m_saved; }
    SavedCallsMenu &savedCallsMenu() { return *m_savedMenu; }
    void openSavedCalls(bool toSave);
    void editSavedCall(const QString &name);
    void runSavedCall(const QString &name);
    void runLastSavedCall();

    ToolList &list() { return *m_list; }
    CallPane &callPane() { return *m_call; }
    ResultPane &resultPane() { return *m_result; }
    ChangesFrame &changes() { return *m_changes; }

Q_SIGNALS:
    void showInTraceRequested();
    void logRequested(); // of the current call
    void linkRequested(const QString &uri); // of a result; a person chose it

private:
    void makeSavedCalls(QSettings *settings);
    bool showSavedCall(const QString &name);
    bool isDestructive() const; // the chosen one says so
    void makeGuard(QSettings *settings);
    void refresh();
    void showTool(int row);
    void showEmpty(const QString &what, const QString &why, const QString &action);

    session::CallMemory m_memory;
    QString m_server;
    QPointer<mcp::Client> m_client;
    QPointer<session::ToolStore> m_store;
    QPointer<session::ToolStore> m_shownStore; // whose listing the list has
    const void *m_shownPage = nullptr;
    QStackedLayout *m_stack;
    look::EmptyState *m_empty;
    look::Splitter *m_columns;
    ToolList *m_list;
    CallPane *m_call;
    ResultPane *m_result;
    DestructiveGuard *m_guard = nullptr;
    ChangesFrame *m_changes; // around the columns
    session::SavedCallStore *m_saved;
    SavedCallsMenu *m_savedMenu;
    QToolButton *m_savedButton;
    ToolActions *m_menuActions;
};

} // namespace sonde::widgets
