// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/httpsettings.h"
#include "widgets/kit/table/secretstorage.h"

#include <QObject>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QWidget;

namespace sonde::widgets {

class AuthFields;
class FieldRows;
class PathField;
class SecretTable;

// The fields of a server with a URL, on four pages, which own the widgets.
class HttpFields : public QObject {
    Q_OBJECT
public:
    struct Pages {
        FieldRows &url;
        FieldRows &headers;
        FieldRows &authorization;
        FieldRows &network;
    };
    explicit HttpFields(const Pages &pages);

    void fill(const config::HttpSettings &settings);
    config::HttpSettings settings() const;
    // Where secrets are kept: in the keychain, or only in memory.
    void setSecretStorage(SecretStorage storage);
    SecretTable &headers() { return *m_headers; }

    // The connection and the headers of every request, with secrets redacted.
    static QString preview(const config::HttpSettings &settings);

Q_SIGNALS:
    void changed();

private:
    void makeUrl(FieldRows &rows);
    void makeHeaders(FieldRows &rows);
    void makeNetwork(FieldRows &rows);
    QWidget *makeProxy(QWidget *page);
    void showProxy();
    void markChanged();

    QLineEdit *m_url;
    QComboBox *m_transport;
    SecretTable *m_headers;
    QComboBox *m_proxy;
    QLineEdit *m_proxyUrl;
    QLineEdit *m_proxyPassword;
    bool m_proxyPasswordKept = false; // in the keychain, not loaded
    PathField *m_caFile;
    PathField *m_certificate;
    PathField *m_key;
    QLineEdit *m_pinnedKey;
    PathField *m_socket;
    QCheckBox *m_followSameOrigin;
    SecretStorage m_storage = SecretStorage::Keychain;
    AuthFields *m_authorization;
};

} // namespace sonde::widgets
