// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/auth/authstate.h"

#include <QWidget>

class QComboBox;
class QLineEdit;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

// What an authorization asks a person: which of several authorization servers, or the client id
// that one knows.
class AuthQuestion : public QWidget {
    Q_OBJECT
public:
    explicit AuthQuestion(QWidget *parent = nullptr);

    // Hides itself when nothing is asked.
    void setState(const models::AuthState &state, const QStringList &issuers);

Q_SIGNALS:
    void chosen(int index);
    void clientGiven(const QString &id, const QString &secret);
    void noClient();

private:
    QWidget *makeChoice();
    QWidget *makeClient();

    QWidget *m_choice;
    QComboBox *m_issuers;
    QWidget *m_client;
    look::ColorLabel *m_clientFor;
    QLineEdit *m_id;
    QLineEdit *m_secret;
};

} // namespace sonde::widgets
