// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QWidget>

class QCheckBox;
class QSettings;

namespace sonde::look {
class InlineMessage;
}

namespace sonde::widgets {

// Holds back the call of a tool that says it is destructive, until it is asked for once more; not
// where a person has said for a server that it shall not ask.
class DestructiveGuard : public QWidget {
    Q_OBJECT
public:
    // The settings keep the servers that are not asked for; they outlive the guard.
    explicit DestructiveGuard(QSettings *settings, QWidget *parent = nullptr);

    void setServer(const QString &server);
    // Forgets what is held back.
    void setDestructive(bool destructive);
    // Whether the call may go now. Otherwise it is held back, and shown as such. `misfit` says what
    // does not fit the schema; empty: nothing.
    bool lets(const Bytes &arguments, const QString &misfit);
    void drop();
    bool isHolding() const { return m_holding; }

    bool asks() const { return m_asks; } // on this server
    void setAsks(bool asks);

Q_SIGNALS:
    void confirmed(const sonde::Bytes &arguments); // and is not asked for again
    void asksChanged();

protected:
    bool event(QEvent *event) override; // Esc leaves it at that

private:
    void confirm();

    QSettings *m_settings;
    QString m_server;
    bool m_asks = true;
    bool m_destructive = false;
    bool m_holding = false;
    Bytes m_arguments;
    look::InlineMessage *m_message;
    QCheckBox *m_neverAgain;
};

} // namespace sonde::widgets
