// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"

#include <QTabWidget>
#include <QTimer>

#include <vector>

class QAction;
class QToolButton;

namespace sonde::mcp {
class Client;
}

namespace sonde::session {
class Observation;
}

namespace sonde::widgets {
class CountBadge;
class Panel;
class TightTabBar;
} // namespace sonde::widgets

namespace sonde::app {

class Actions;

// The tabs of the current server, each a panel. A panel that is added gets its tab, its entry in
// the View menu and its actions in the other menus; the shared actions of the Call menu run in the
// panel in front.
class Panels : public QTabWidget {
    Q_OBJECT
public:
    explicit Panels(Actions &actions, QWidget *parent = nullptr); // outlive it

    void add(widgets::Panel *panel);
    void show(widgets::Panel *panel); // brings it to the front
    void setServers(const QStringList &names); // all of them, and the taps
    void setServer(const QString &name, mcp::Client *client);
    // Shows a conversation of others in the panels that have something to show of it; the other
    // tabs are hidden.
    void setObservation(const QString &name, session::Observation *observation);
    void setNarrow(bool narrow);
    // Enables the actions of all panels for their state and that of the current client.
    void updateActions();
    widgets::Panel *inFront() const; // nullptr when a tab of another kind is
    // Of the tab in front: those behind it take no room of the docks.
    QSize minimumSizeHint() const override;
    // Lists all tabs; visible while some of them are out of sight.
    QToolButton &more() { return *m_more; }

Q_SIGNALS:
    void shown(); // by show(); the tabs may be hidden
    // Signals of any panel (widgets/kit/frame/panel.h).
    void actionsChanged();
    void connectRequested();
    void doingRequested();
    void succeeded(const QString &sentence);
    void failed(const QString &sentence);
    void messageRequested(qint64 steadyNs, sonde::rpc::Channel channel);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Tab {
        widgets::Panel *panel;
        widgets::CountBadge *badge;
        QAction *show;
    };
    int placeOf(const Tab &tab) const; // among the tabs, where it comes back
    void setOffered(const Tab &tab, bool offered);
    void connectCommands();
    void makeMore();
    void fitTabs();
    void noteFocus(int next);
    void moveFocus();
    void listTabs();
    void addActions(const widgets::Panel &panel);
    void showCount(const Tab &tab);
    // The panel in front, or the first panel with commands when the one in front has none.
    widgets::Panel *commandPanel() const;

    Actions &m_actions;
    widgets::TightTabBar *m_bar;
    QToolButton *m_more;
    QTimer m_fitSoon;
    bool m_movesFocus = false; // it is in the page that goes
    bool m_isNew = false; // the page that comes had no focus yet
    std::vector<Tab> m_panels;
};

} // namespace sonde::app
