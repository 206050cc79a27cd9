// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/auth/authstate.h"

#include <QPointer>
#include <QWidget>

class QLabel;
class QLineEdit;
class QPushButton;

namespace sonde::content {
class InlineMessage;
class ToneLabel;
} // namespace sonde::content

namespace sonde::widgets {

class FactGrid;

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
    void authorizeWanted();
    void stepsWanted();
    void editWanted();
    void copied(qint64 bytes);

private:
    QLayout *makeHeading();
    QLayout *makeAddress();
    void giveUp();

    QPointer<auth::ServerAuthorizer> m_authorizer;
    QLabel *m_sign;
    content::ToneLabel *m_heading;
    QPushButton *m_authorize;
    QPushButton *m_giveUp;
    content::InlineMessage *m_message;
    FactGrid *m_facts;
    QWidget *m_addressPart;
    QLineEdit *m_address;
};

} // namespace sonde::widgets
