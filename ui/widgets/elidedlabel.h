// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/sign.h"

#include <QLabel>

namespace sonde::widgets {

// A label of plain text in a colour of the theme. Without word wrap it is cut with an ellipsis
// where it does not fit, and the whole text is there on hover.
class ElidedLabel : public QLabel {
    Q_OBJECT
public:
    explicit ElidedLabel(models::Tone tone, QWidget *parent = nullptr);
    ElidedLabel(const QString &text, models::Tone tone, QWidget *parent = nullptr);

    void setTone(models::Tone tone);
    void setElideMode(Qt::TextElideMode mode) { m_elideMode = mode; }

    QSize minimumSizeHint() const override;

protected:
    bool event(QEvent *event) override;
    void paintEvent(QPaintEvent *event) override;

private:
    void applyTheme();
    bool isCut() const;

    models::Tone m_tone;
    Qt::TextElideMode m_elideMode = Qt::ElideRight;
};

} // namespace sonde::widgets
