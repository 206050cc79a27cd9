// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/secret.h"

#include <QWidget>

class QLineEdit;

namespace sonde::widgets {

// A private key: pasted, or read out of a file. It is not shown.
class KeyField : public QWidget {
    Q_OBJECT
public:
    // `what` names it for people who cannot see the label.
    explicit KeyField(const QString &what, QWidget *parent = nullptr);

    Secret key() const; // PEM, or whatever was entered
    void setKey(const Secret &key);
    void setPlaceholderText(const QString &text);
    // What the file holds. One that cannot be read, or is far too large for a key, leaves the field
    // empty and says why in it.
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
