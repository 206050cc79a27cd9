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

// The fields of a server that is reached by URL. What is seldom needed is folded away until it is
// asked for, or set. The widgets belong to the form, the rows outlive this.
class HttpFields : public QObject {
    Q_OBJECT
public:
    HttpFields(FieldRows &rows, QWidget *form);

    void fill(const config::HttpSettings &settings);
    config::HttpSettings settings() const;
    void setVisible(bool visible);
    // Unfolds what has a problem.
    void showProblemPlaces();
    SecretTable &headers() { return *m_headers; }

    // How the server is reached and what goes with every request, secrets hidden.
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
    bool m_proxyPasswordKept = false; // in the keychain, and not known here
    PathField *m_caFile;
    PathField *m_certificate;
    PathField *m_key;
    QLineEdit *m_pinnedKey;
    PathField *m_socket;
    QCheckBox *m_followSameOrigin;
    AuthFields *m_authorization;
};

} // namespace sonde::widgets
