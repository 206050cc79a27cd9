// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

#include <QLabel>

namespace sonde::look {

// A label of plain text in a colour of the theme, which it follows; with a sign before it if one
// is set. Without word wrap it is cut with an ellipsis where it does not fit, and the whole text is
// there on hover. Whatever a server sends is shown as it is, never as markup.
class ColorLabel final : public QLabel {
    Q_OBJECT
public:
    explicit ColorLabel(models::ColorRole tone, QWidget *parent = nullptr);
    explicit ColorLabel(const QString &text, models::ColorRole tone = models::ColorRole::Normal,
        QWidget *parent = nullptr);

    void setColorRole(models::ColorRole tone);
    models::ColorRole tone() const { return m_tone; }
    void setSign(models::Sign sign);
    void setElideMode(Qt::TextElideMode mode) { m_elideMode = mode; }

    // What is drawn: each line is cut by itself where it has no room.
    QString shownText() const;
    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void changeEvent(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void applyColorRole();
    bool isCut() const;

    models::ColorRole m_tone;
    models::Sign m_sign = models::Sign::None;
    Qt::TextElideMode m_elideMode = Qt::ElideRight;
};

} // namespace sonde::look
