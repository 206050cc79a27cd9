// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>
#include <QSet>
#include <QString>

namespace sonde::look {
class InlineMessage;
}

namespace sonde::app {

class ServerNotice;
class Workspace;

// Many servers request their roots each time they are connected, and end when nobody responds.
// The first request proposes to send the roots of the settings from then on, without a review.
class RootsNotice : public QObject {
    Q_OBJECT
public:
    // Both outlive it.
    RootsNotice(Workspace &workspace, look::InlineMessage &message, QObject *parent);

Q_SIGNALS:
    void failed(const QString &sentence);

private:
    void propose(quint64 number);
    void forget(quint64 number);
    void sendAlways(const QString &server);

    Workspace &m_workspace;
    ServerNotice *m_notice;
    QSet<QString> m_declined; // servers, in this run
};

} // namespace sonde::app
