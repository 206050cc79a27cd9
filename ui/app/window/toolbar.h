// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client/client.h"

#include <QToolBar>

#include <vector>

class QComboBox;
class QPushButton;
class QToolButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::session {
class Observation;
}

namespace sonde::app {

class Actions;

// Connect, restart, stop, or for a tap of a host, remove the tap; the current server, what was
// negotiated with it, and the server requests that wait.
class ToolBar : public QToolBar {
    Q_OBJECT
public:
    explicit ToolBar(Actions *actions, QWidget *parent = nullptr);

    void setServers(const QStringList &names, const QString &current);
    // The state of a server, for a window without the list of servers.
    void setServerIcon(const QString &name, const QIcon &icon);
    void setState(const mcp::Client *client, const wire::Endpoint &endpoint);
    // A tap: its host connects, restarts and stops the server, so these buttons are hidden.
    void setObservation(const session::Observation &observation);
    // What restarts the server when it changes, in a few words; `isPartial`: not all of it is
    // watched. Empty: nothing is.
    void setWatching(const QString &words, bool isPartial);
    // How many server requests wait for the user; their button is hidden while there are none.
    void setWaiting(int count);

Q_SIGNALS:
    void serverChosen(const QString &name);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    QAction *addButton(QAction *action);
    void fitWidth(int width);
    void showWaiting();
    void showLast();
    void showOwnActions(bool shown);
    void showKeys();

    const Actions &m_actions;
    QAction *m_watchSwitch; // shown for servers that can be watched
    QAction *m_watchAction = nullptr; // shows and hides its button
    QAction *m_removeTap = nullptr; // the same, for the button of a tap of a host
    QComboBox *m_servers;
    QPushButton *m_go;
    std::vector<QAction *> m_ownActions; // connect, restart, stop, and what separates them
    std::vector<QToolButton *> m_buttons; // show only icons in a narrow window
    QString m_goKeys;
    look::ColorLabel *m_transport;
    look::ColorLabel *m_revision;
    look::ColorLabel *m_negotiated;
    look::ColorLabel *m_last; // the first response, or what is watched
    QString m_firstResponse;
    QString m_watched;
    bool m_isPartial = false;
    QToolButton *m_waiting; // the server requests that wait
    QAction *m_waitingAction; // shows and hides the button
    int m_waitingCount = 0;
    bool m_tight = false; // there is no room for words
};

} // namespace sonde::app
