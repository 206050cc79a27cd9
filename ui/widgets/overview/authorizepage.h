// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/auth/authstate.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace sonde::look {
class InlineMessage;
class OtherWay;
class ColorLabel;
} // namespace sonde::look

namespace sonde::widgets {

class PropertyGrid;

// What a server that wants to be authorized waits for: who asks, for what, and the page to log in,
// which is opened when the person says so, or somewhere else by its address.
class AuthorizePage : public QWidget {
    Q_OBJECT
public:
    explicit AuthorizePage(QWidget *parent = nullptr);

    void setState(
        const QString &server, const models::AuthState &state, auth::ServerAuthorizer &authorizer);
    QPushButton &authorizeButton() { return *m_authorize; }
    QString address() const;

Q_SIGNALS:
    void authorizeRequested();
    void stepsRequested();
    void editRequested();

private:
    QLayout *makeHeading();
    QLayout *makeAddress();
    void giveUp();

    QPointer<auth::ServerAuthorizer> m_authorizer;
    QLabel *m_sign;
    look::ColorLabel *m_heading;
    QPushButton *m_authorize;
    QPushButton *m_giveUp;
    look::InlineMessage *m_message;
    look::OtherWay *m_otherWay; // of the message
    PropertyGrid *m_facts;
    QWidget *m_addressPart;
    QLineEdit *m_address;
};

} // namespace sonde::widgets
