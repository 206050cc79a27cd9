// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "widgets/fanout/fanrevisionbutton.h"

#include "mcp/message/revision.h"

#include <QAction>
#include <QMenu>

namespace sonde::widgets {

using models::FanServer;

FanRevisionButton::FanRevisionButton(QWidget *parent)
    : QPushButton(tr("&Revisions"), parent)
{
    setObjectName(QStringLiteral("fanRevisions"));
    auto *menu = new QMenu(this);
    for (const QString &revision : mcp::knownRevisions()) {
        QAction *const action = menu->addAction(revision);
        action->setCheckable(true);
        connect(action, &QAction::triggered, this,
            [this, revision](bool on) { Q_EMIT switched(m_server, revision, on); });
    }
    setMenu(menu);
}

void FanRevisionButton::showServer(const FanServer &server, const QStringList &on, bool hasRoom)
{
    m_server = server.name;
    const bool isConnected = !server.revision.isEmpty();
    const QList<QAction *> actions = menu()->actions();
    for (QAction *const action : actions) {
        const bool isOn = on.contains(action->text());
        action->setChecked(isOn);
        action->setEnabled(isOn || (hasRoom && isConnected));
        action->setVisible(isOn || server.offered.contains(action->text()));
    }
    setToolTip(isConnected
            ? tr("Call %1 in further revisions of the protocol, each on a connection of its own")
                  .arg(server.name)
            : tr("Connect the server first: a revision is asked for on a further connection"));
}

} // namespace sonde::widgets
