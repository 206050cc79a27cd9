// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "session/request.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

class QToolButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class SignLabel;

// How a request ended: in a sign and a word, its time and size, and the way to it in the trace.
class AnswerStrip : public QWidget {
    Q_OBJECT
public:
    explicit AnswerStrip(const QString &title, QWidget *parent = nullptr);

    void setRequest(session::Request *request); // nullptr: none
    const SignLabel &state() const { return *m_state; }

Q_SIGNALS:
    // The answer in the trace, by its time stamp.
    void messageRequested(qint64 steadyNs, sonde::rpc::Channel channel);

private:
    void refresh();
    void refreshNumbers();

    QPointer<session::Request> m_request;
    SignLabel *m_state;
    look::ColorLabel *m_numbers;
    QToolButton *m_inTrace;
    QTimer m_running; // the time of a request that is pending
};

} // namespace sonde::widgets
