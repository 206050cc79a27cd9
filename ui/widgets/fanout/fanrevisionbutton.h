// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/fanout/fanservermodel.h"

#include <QPushButton>

namespace sonde::widgets {

// A menu with the revisions in which a server may get a call besides the one that it negotiated.
class FanRevisionButton : public QPushButton {
    Q_OBJECT
public:
    explicit FanRevisionButton(QWidget *parent);

    // `on`: the revisions of the server that are switched on; `hasRoom`: whether there may be more.
    void showServer(const models::FanServer &server, const QStringList &on, bool hasRoom);

Q_SIGNALS:
    void switched(const QString &server, const QString &revision, bool on); // by the user

private:
    QString m_server;
};

} // namespace sonde::widgets
