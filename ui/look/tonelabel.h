// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

#include <QLabel>

namespace sonde::content {

// A label of plain text in a colour of the theme, which it follows; with a sign before it if one
// is set. Without word wrap it is cut with an ellipsis where it does not fit, and the whole text is
// there on hover. Whatever a server sends is shown as it is, never as markup.
class ToneLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ToneLabel(models::Tone tone, QWidget *parent = nullptr);
    explicit ToneLabel(
        const QString &text, models::Tone tone = models::Tone::Normal, QWidget *parent = nullptr);

    void setTone(models::Tone tone);
    models::Tone tone() const { return m_tone; }
    void setSign(models::Sign sign);
    void setElideMode(Qt::TextElideMode mode) { m_elideMode = mode; }

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void applyTone();
    bool isCut() const;

    models::Tone m_tone;
    models::Sign m_sign = models::Sign::None;
    Qt::TextElideMode m_elideMode = Qt::ElideRight;
};

} // namespace sonde::content
