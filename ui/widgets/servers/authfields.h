// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/authsettings.h"

#include <QObject>

class QComboBox;
class QLineEdit;
class QSpinBox;
class QToolButton;
class QWidget;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class FieldRows;
class KeyField;

// The authorization settings of a server, folded until the user opens or changes them. The form
// owns the widgets; the rows outlive this object.
class AuthFields : public QObject {
    Q_OBJECT
public:
    AuthFields(FieldRows &rows, QWidget *form);

    void fill(const config::AuthSettings &settings);
    config::AuthSettings settings() const;
    void setVisible(bool visible);
    void showProblemPlaces(); // unfolds the settings that have a problem

Q_SIGNALS:
    void changed();

private:
    void makeFold(QWidget *form);
    void makeClient(QWidget *form);
    void makeIdentity(QWidget *form);
    void makeLogin(QWidget *form);
    QComboBox *makeChoice(const char *name, QWidget *form);
    QLineEdit *makeLine(const char *name, const QString &placeholder, QWidget *form);
    config::AuthGrant grant() const;
    config::AuthProof proof() const;
    void showGroups();
    void unfold(bool open);
    void markChanged();

    FieldRows &m_rows;
    bool m_visible = true;
    QToolButton *m_fold;
    look::ColorLabel *m_note;
    QComboBox *m_grant;
    QLineEdit *m_clientId;
    QComboBox *m_proof;
    QLineEdit *m_clientSecret;
    KeyField *m_privateKey;
    QLineEdit *m_identityEndpoint;
    QLineEdit *m_identityClientId;
    QLineEdit *m_identitySecret;
    KeyField *m_idToken;
    QLineEdit *m_issuer;
    QLineEdit *m_scopes;
    QSpinBox *m_port;
    QComboBox *m_login;
};

} // namespace sonde::widgets
