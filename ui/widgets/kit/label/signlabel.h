// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

#include <QBasicTimer>
#include <QWidget>

namespace sonde::widgets {

// A status icon with its word, in the colour of the status.
class SignLabel : public QWidget {
    Q_OBJECT
public:
    explicit SignLabel(QWidget *parent = nullptr);

    // Without a word, the label shows the status's own.
    void setSign(models::Sign sign, const QString &word = {});
    models::Sign sign() const { return m_sign; }
    QString word() const { return m_word; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

protected:
    void paintEvent(QPaintEvent *event) override;
    void timerEvent(QTimerEvent *event) override;

private:
    models::Sign m_sign = models::Sign::None;
    QString m_word;
    QBasicTimer m_turn; // turns the ring of a pending status
};

} // namespace sonde::widgets
