// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/auth/credentialmodel.h"

#include <QDialog>

class QLineEdit;
class QPushButton;

namespace sonde::content {
class JsonTreeView;
}

namespace sonde::look {
class EmptyState;
class InlineMessage;
} // namespace sonde::look

namespace sonde::widgets {

class PropertyGrid;
class PlainTable;

// What is kept for all servers: who it is from and for, until when, what a token says of itself
// when it is a JWT; the token only after it was asked for. Forgets one, or all.
class CredentialsWindow : public QDialog {
    Q_OBJECT
public:
    explicit CredentialsWindow(auth::CredentialCache &cache, QWidget *parent = nullptr);

    models::CredentialModel &model() { return m_model; }
    void choose(int row);
    const PropertyGrid &facts() const { return *m_facts; }
    content::JsonTreeView &claims() { return *m_claims; }
    QString shownToken() const;

private:
    QWidget *makeDetail();
    QLayout *makeButtons();
    void refresh();
    void showChosen();
    void reveal();
    void forgetAll();

    auth::CredentialCache &m_cache;
    models::CredentialModel m_model;
    look::InlineMessage *m_message;
    look::EmptyState *m_empty;
    PlainTable *m_table;
    QWidget *m_detail;
    PropertyGrid *m_facts;
    QWidget *m_jwt;
    content::JsonTreeView *m_header;
    content::JsonTreeView *m_claims;
    QPushButton *m_reveal;
    QLineEdit *m_token;
    QPushButton *m_forget;
    QPushButton *m_forgetAll;
};

} // namespace sonde::widgets
