// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QWidget>

#include <chrono>

class QMenu;
class QPushButton;

namespace sonde::widgets {

// What can be done with a held message, as a row of buttons.
class HeldButtons final : public QWidget {
    Q_OBJECT
public:
    explicit HeldButtons(QWidget *parent = nullptr);

    void setCanSendChanged(bool can);
    bool canSendChanged() const;
    // It can be sent all the same: only the words of the button warn.
    void setMisfit(bool misfit);
    void setCanRespond(bool can); // only a request has a response

Q_SIGNALS:
    void dropRequested();
    void delayRequested(std::chrono::milliseconds time);
    void respondRequested();
    void sendAsItWasRequested();
    void sendChangedRequested();

private:
    QPushButton *add(const QString &name, const QString &text, const char *icon);
    QMenu *delays();
    void askForDelay();

    QPushButton *m_respond;
    QPushButton *m_sendChanged;
};

} // namespace sonde::widgets
