// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QObject>

namespace sonde::look {
class InlineMessage;
class OtherWay;
} // namespace sonde::look

namespace sonde::app {

class Workspace;

// The message above the tabs: the current server waits for the user to authorize. Hidden while a
// tab in front says so itself.
class AuthorizationNotice : public QObject {
    Q_OBJECT
public:
    AuthorizationNotice(Workspace &workspace, look::InlineMessage &message, QObject *parent);

    // Which tab is in front: the overview reports the authorization of a server that starts, the
    // authorization panel every authorization.
    void setFront(bool isOverview, bool isAuth);
    void update();

private:
    void act(); // the button
    bool isShownByTab() const;

    Workspace &m_workspace;
    look::InlineMessage &m_message;
    look::OtherWay *m_otherWay;
    bool m_overviewInFront = false;
    bool m_authInFront = false;
};

} // namespace sonde::app
