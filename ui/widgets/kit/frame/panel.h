// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"

#include <QKeySequence>
#include <QStringList>
#include <QWidget>

#include <functional>
#include <vector>

class QAction;

namespace sonde::config {
struct Profile;
}

namespace sonde::mcp {
class Client;
}

namespace sonde::session {
class Observation;
}

namespace sonde::widgets {

// A tab of the main window. A panel shows one aspect of the current server. It brings its tab, its
// actions and its shortcuts; what concerns the whole window it requests by signals.
class Panel : public QWidget {
    Q_OBJECT
public:
    using QWidget::QWidget;

    // The tab of the panel, and its entry in the View menu.
    struct Tab {
        const char *name; // the settings keep the shortcut of the entry under show-NAME
        QString title; // with the mnemonic of the menu entry
        const char *icon;
        QKeySequence shortcut;
    };
    // The menus of the main window that show actions of panels.
    enum class Menu { Call, Tools, Authorization };
    struct MenuAction {
        Menu menu;
        QAction *action;
    };
    // The settings of a server; null of one that Sonde does not have.
    using FindProfile = std::function<const config::Profile *(const QString &server)>;
    // Actions of the Call menu that mean something else in each panel with requests.
    enum class Command { Call, CallAgain, Cancel, ShowInTrace };

    virtual Tab tab() const = 0;
    const std::vector<MenuAction> &menuActions() const { return m_menuActions; }
    // Enables the actions for the state of the panel and of its client. Called after every change
    // of them.
    virtual void updateActions() { }

    // The window runs a command in the panel in front, when that panel has commands.
    virtual bool hasCommands() const { return false; }
    virtual bool canRunCommand(Command) const { return false; }
    virtual void runCommand(Command) { }

    // `name` is empty when there is no server; `client` is nullptr before the first connection, and
    // may be the client of the call before.
    virtual void setServer(const QString &name, mcp::Client *client) = 0;
    // The names of all servers and taps: what is kept for another one goes.
    virtual void setServers(const QStringList &) { }
    // In place of a server: a conversation between a host and a server that Sonde only watches,
    // which is shown and offers no actions. It outlives the next call of this or of setServer().
    // Returns false if the panel has nothing to show of it.
    virtual bool setObservation(const QString &name, session::Observation *)
    {
        setServer(name, nullptr);
        return false;
    }
    // Whether ordinary servers have its tab; otherwise only observations have it.
    virtual bool isForServers() const { return true; }
    virtual int count() const { return 0; } // for the badge of its tab; 0 is not shown
    virtual void focusFilter() { setFocus(Qt::ShortcutFocusReason); }
    virtual void setNarrow(bool) { } // the window has no room for three columns

    // Shows an action of the panel in a menu of the window and in the command palette, in the order
    // of the calls.
    void addToMenu(Menu menu, QAction *action);
    // Creates such an action; `name` identifies it (QObject::objectName).
    QAction *addToMenu(Menu menu, const QString &name, const QString &text,
        const char *icon = nullptr, const QKeySequence &shortcut = {});

Q_SIGNALS:
    void countChanged();
    void actionsChanged(); // what its actions and commands can do now
    void showRequested(); // to the front
    void connectRequested();
    void editRequested(); // the settings of the current server
    void doingRequested(); // what the server does while a request is pending
    void succeeded(const QString &sentence); // shown for a few seconds
    void failed(const QString &sentence); // shown until it is closed
    // The message of the trace with this time stamp.
    void messageRequested(qint64 steadyNs, sonde::rpc::Channel channel);

private:
    std::vector<MenuAction> m_menuActions;
};

} // namespace sonde::widgets
