// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"

#include <QWidget>

class QLineEdit;

namespace sonde::widgets {

// A private key, pasted or read from a file. The key itself is never shown.
class KeyField : public QWidget {
    Q_OBJECT
public:
    // `what` is the accessible name.
    explicit KeyField(const QString &what, QWidget *parent = nullptr);

    Secret key() const; // PEM, or whatever was entered
    void setKey(const Secret &key);
    void setPlaceholderText(const QString &text);
    // Reads the key from the file. An unreadable file, or one that is too large for a key, leaves
    // the field empty, with the reason as its placeholder.
    void readFile(const QString &path);
    QLineEdit *edit() const { return m_edit; }

Q_SIGNALS:
    void changed();

private:
    void choose();

    QString m_what;
    QLineEdit *m_edit;
};

} // namespace sonde::widgets
