// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "mcp/client.h"

#include <QToolBar>

class QComboBox;
class QLabel;

namespace sonde::content {
class ToneLabel;
}

namespace sonde::app {

class Actions;

// Connect, restart, stop; which server is the current one, and what was agreed with it.
class ToolBar : public QToolBar {
    Q_OBJECT
public:
    explicit ToolBar(Actions *actions, QWidget *parent = nullptr);

    void setServers(const QStringList &names, const QString &current);
    void setState(const mcp::Client *client);

Q_SIGNALS:
    void serverChosen(const QString &name);

private:
    QComboBox *m_servers;
    content::ToneLabel *m_transport;
    content::ToneLabel *m_revision;
    content::ToneLabel *m_agreed;
};

} // namespace sonde::app
