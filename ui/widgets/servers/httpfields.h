// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "config/httpsettings.h"

#include <QObject>

class QCheckBox;
class QComboBox;
class QLineEdit;
class QToolButton;
class QWidget;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class AuthFields;
class FieldRows;
class PathField;
class SecretTable;

// The fields of a server with a URL. Rarely needed ones are folded until the user opens or sets
// them. The form owns the widgets; the rows outlive this object.
class HttpFields : public QObject {
    Q_OBJECT
public:
    HttpFields(FieldRows &rows, QWidget *form);

    void fill(const config::HttpSettings &settings);
    config::HttpSettings settings() const;
    void setVisible(bool visible);
    // Unfolds the fields that have a problem.
    void showProblemPlaces();
    SecretTable &headers() { return *m_headers; }

    // The connection and the headers of every request, with secrets redacted.
    static QString preview(const config::HttpSettings &settings);

Q_SIGNALS:
    void changed();

private:
    void makeBasics(QWidget *form);
    void makeDetails(QWidget *form);
    QWidget *makeProxy(QWidget *form);
    void unfold(bool open);
    int detailsSet() const;
    void markChanged();

    FieldRows &m_rows;
    bool m_visible = true;
    QLineEdit *m_url;
    QComboBox *m_transport;
    SecretTable *m_headers;
    QToolButton *m_fold;
    look::ColorLabel *m_foldNote;
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
    AuthFields *m_authorization;
};

} // namespace sonde::widgets
