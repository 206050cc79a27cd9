// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

#include <QWidget>

class QHBoxLayout;
class QToolButton;

namespace sonde::look {
class ColorLabel;
}

namespace sonde::widgets {

class SignLabel;

// How a request ended: in a sign and a word, its time and size, and the way to it in the trace.
class ResponseStrip : public QWidget {
    Q_OBJECT
public:
    explicit ResponseStrip(const QString &title, QWidget *parent = nullptr);

    void setState(models::Sign sign, const QString &text);
    void setNumbers(const QString &text); // time, size and progress
    void setTraceable(bool traceable);
    QToolButton *addLink(const QString &text); // before the one to the trace
    const SignLabel &state() const { return *m_state; }
    QString spoken() const; // state and numbers

Q_SIGNALS:
    void traceRequested();

private:
    QToolButton *makeLink(const QString &text);

    SignLabel *m_state;
    look::ColorLabel *m_numbers;
    QHBoxLayout *m_links;
    QToolButton *m_inTrace;
};

} // namespace sonde::widgets
