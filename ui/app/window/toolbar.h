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

namespace sonde::app {

class Actions;

// Connect, restart, stop; the current server, what was negotiated with it, and the server requests
// that wait.
class ToolBar : public QToolBar {
    Q_OBJECT
public:
    explicit ToolBar(Actions *actions, QWidget *parent = nullptr);

    void setServers(const QStringList &names, const QString &current);
    // The state of a server, for a window without the list of servers.
    void setServerIcon(const QString &name, const QIcon &icon);
    void setState(const mcp::Client *client, bool byUrl);
    // How many server requests wait for the user; their button is hidden while there are none.
    void setWaiting(int count);

Q_SIGNALS:
    void serverChosen(const QString &name);

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    void fitWidth(int width);
    void showWaiting();

    QComboBox *m_servers;
    QPushButton *m_go;
    std::vector<QToolButton *> m_buttons; // show only icons in a narrow window
    QString m_goKeys;
    look::ColorLabel *m_transport;
    look::ColorLabel *m_revision;
    look::ColorLabel *m_negotiated;
    QToolButton *m_waiting; // the server requests that wait
    QAction *m_waitingAction; // shows and hides the button
    int m_waitingCount = 0;
    bool m_tight = false; // there is no room for words
};

} // namespace sonde::app
