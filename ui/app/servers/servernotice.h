// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QHash>
#include <QObject>
#include <QString>

#include <functional>

namespace sonde::look {
class InlineMessage;
}

namespace sonde::app {

class Workspace;

// A message about one server, which is there while that server is the current one, and goes when a
// person closes it.
class ServerNotice : public QObject {
    Q_OBJECT
public:
    struct Content {
        QString sentence;
        QString button; // empty: there is none
        std::function<void()> act; // of the button, which ends the notice
    };

    // Both outlive it.
    ServerNotice(Workspace &workspace, look::InlineMessage &message, QObject *parent);

    void show(const QString &server, const Content &content);
    void drop(const QString &server);

Q_SIGNALS:
    void closed(const QString &server); // by a person, without the button

private:
    void update();
    void dropRemoved();
    void act();

    Workspace &m_workspace;
    look::InlineMessage &m_message;
    QHash<QString, Content> m_contents; // by server
};

} // namespace sonde::app
