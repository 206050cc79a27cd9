// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/authsettings.h"
#include "widgets/kit/table/secretstorage.h"

#include <QObject>

class QComboBox;
class QLineEdit;
class QWidget;

namespace sonde::widgets {

class BoundedSpin;
class FieldRows;
class KeyField;

// The authorization settings of a server. The page owns the widgets; the rows outlive this object.
class AuthFields : public QObject {
    Q_OBJECT
public:
    explicit AuthFields(FieldRows &rows);

    void fill(const config::AuthSettings &settings);
    config::AuthSettings settings() const;
    void setSecretStorage(SecretStorage storage);

Q_SIGNALS:
    void changed();

private:
    void makeClient(QWidget *page);
    void makeIdentity(QWidget *page);
    void makeLogin(QWidget *page);
    QComboBox *makeChoice(const char *name, QWidget *page);
    QLineEdit *makeLine(const char *name, const QString &placeholder, QWidget *page);
    config::AuthGrant grant() const;
    config::AuthProof proof() const;
    void showGroups();
    void showPlaceholders();
    void markChanged();

    FieldRows &m_rows;
    SecretStorage m_storage = SecretStorage::Keychain;
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
    BoundedSpin *m_port;
    QComboBox *m_login;
};

} // namespace sonde::widgets
