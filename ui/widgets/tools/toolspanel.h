// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/call/callmemory.h"
#include "widgets/catalog/catalogpanel.h"

class QToolButton;

namespace sonde::session {
class SavedCallStore;
class ToolCall;
class ToolStore;
} // namespace sonde::session

namespace sonde::widgets {

class CallPane;
class DestructiveGuard;
class ResultPane;
class SavedCallsMenu;
class ToolActions;
class ToolList;

// The tools of the current server: the list, the chosen one with its arguments, and its result.
class ToolsPanel : public CatalogPanel {
    Q_OBJECT
public:
    // The settings keep the arguments that were used last; they outlive the panel.
    explicit ToolsPanel(QSettings *settings, QWidget *parent = nullptr);

    Tab tab() const override;
    void updateActions() override;
    void setServer(const QString &name, mcp::Client *client) override;
    void chooseTool(const QString &name);
    bool fill(const json::Value &request) override;
    void showInTrace() override; // also a call that was not answered
    // Whether tools of this server that say they are destructive are called only when confirmed.
    bool asksBeforeDestructive() const;
    void setAsksBeforeDestructive(bool asks);
    // Opens a window that calls the chosen tool many times, with the arguments as they stand.
    void callMany();
    // Requests a window that calls the chosen tool on other servers too, with the arguments as they
    // stand.
    void callOnServers();
    // Sends the chosen tool with its arguments as they stand, as a task.
    void callAsTask();
    session::ToolCall *currentCall() const; // nullptr without a chosen tool

    // The saved calls of the server. Running one puts it into the editor and sends it as it was
    // saved; the last one is that which was saved or run last.
    session::SavedCallStore &savedCalls() { return *m_saved; }
    SavedCallsMenu &savedCallsMenu() { return *m_savedMenu; }
    void openSavedCalls(bool toSave);
    void editSavedCall(const QString &name);
    void runSavedCall(const QString &name);
    void runLastSavedCall();

    CallPane &callPane() { return *m_call; }
    ResultPane &resultPane() { return *m_callResult; }

Q_SIGNALS:
    void callRequestedInTrace(); // the current one
    void logRequested(); // of the current call
    void fanOutRequested(const QString &tool, const sonde::Bytes &arguments);
    void tasksRequested(); // the current call runs as a task

protected:
    std::vector<session::ListStore *> storesOf(mcp::Client *client) override;
    std::vector<models::CatalogKind> kinds() const override { return {models::CatalogKind::Tool}; }
    void showItem(int row) override;
    void showNoItem() override;

private:
    void keepPaging(QSettings *settings);
    void makeSavedCalls(QSettings *settings);
    void makeGuard(QSettings *settings);
    void makeMenuActions();
    bool showSavedCall(const QString &name);
    bool isDestructive() const; // the chosen one says so
    bool canCallAside(); // with the arguments as they stand; says what is wrong with them
    session::ToolStore *store() const;

    session::CallMemory m_memory;
    bool m_pageByPage = false; // as was chosen, and is kept
    ToolList *m_tools;
    CallPane *m_call;
    ResultPane *m_callResult;
    DestructiveGuard *m_guard = nullptr;
    session::SavedCallStore *m_saved;
    SavedCallsMenu *m_savedMenu;
    QToolButton *m_savedButton;
    ToolActions *m_menuActions;
};

} // namespace sonde::widgets
