// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <functional>

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
    // Runs `send` now, or holds it back, and shows so, until the person asks for it once more.
    // `misfit` says what does not fit the schema; empty: nothing.
    void pass(const QString &misfit, std::function<void()> send);
    void drop();
    bool isHolding() const { return m_held != nullptr; }

    bool asks() const { return m_asks; } // on this server
    void setAsks(bool asks);

Q_SIGNALS:
    void asksChanged();

protected:
    bool event(QEvent *event) override; // Esc leaves it at that

private:
    void confirm();

    QSettings *m_settings;
    QString m_server;
    bool m_asks = true;
    bool m_destructive = false;
    std::function<void()> m_held; // empty: nothing is held back
    look::InlineMessage *m_message;
    QCheckBox *m_neverAgain;
};

} // namespace sonde::widgets
