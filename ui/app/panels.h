// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "rpc/trafficsink.h"

#include <QTabWidget>

#include <vector>

class QAction;

namespace sonde::mcp {
class Client;
}

namespace sonde::widgets {
class CountBadge;
class Panel;
} // namespace sonde::widgets

namespace sonde::app {

// The tabs of the current server: what it is and offers, each a panel.
class Panels : public QTabWidget {
    Q_OBJECT
public:
    explicit Panels(QWidget *parent = nullptr);

    // The action brings the panel to the front, and gives the tab its picture and its word.
    void add(widgets::Panel *panel, QAction *show);
    void setServer(const QString &name, mcp::Client *client);
    void setNarrow(bool narrow);
    widgets::Panel *inFront() const; // nullptr when a tab of another kind is

Q_SIGNALS:
    void wanted(); // somebody asked for one of them, which may be hidden with all others
    // What any of them says (widgets/kit/panel.h).
    void actionsChanged();
    void connectRequested();
    void succeeded(const QString &sentence);
    void failed(const QString &sentence);
    void messageRequested(qint64 steadyNs, sonde::rpc::Channel channel);

private:
    struct Tab {
        widgets::Panel *panel;
        widgets::CountBadge *badge;
    };
    void showCount(const Tab &tab);

    std::vector<Tab> m_panels;
};

} // namespace sonde::app
