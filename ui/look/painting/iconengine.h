// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"

#include <QIcon>
#include <QIconEngine>
#include <QString>

namespace sonde::look {

// Renders a line drawing of resources/icons in a colour of the theme that is on when it is
// painted, at the device's own ratio. A disabled icon has the colour of disabled text. The drawing
// is there: icon() makes no engine for a name without one.
class IconEngine final : public QIconEngine {
public:
    IconEngine(QString name, models::ColorRole tone);

    void paint(QPainter *painter, const QRect &rect, QIcon::Mode mode, QIcon::State state) override;
    QPixmap pixmap(const QSize &size, QIcon::Mode mode, QIcon::State state) override;
    QPixmap scaledPixmap(
        const QSize &size, QIcon::Mode mode, QIcon::State state, qreal scale) override;
    QSize actualSize(const QSize &size, QIcon::Mode mode, QIcon::State state) override;
    QIconEngine *clone() const override;

private:
    QColor colorFor(QIcon::Mode mode) const;
    QPixmap render(const QSize &devicePixels, const QColor &color) const;

    QString m_name;
    models::ColorRole m_tone;
};

// The icon of that file name without ".svg"; a null icon when there is none.
QIcon icon(const QString &name, models::ColorRole tone = models::ColorRole::Normal);
QIcon icon(const char *name, models::ColorRole tone = models::ColorRole::Normal);
// A sign of the trace as an icon, for tabs and buttons.
QIcon signIcon(models::Sign sign);
// Sonde's own, in full colour.
QIcon applicationIcon();

// Paints an icon in a colour, for delegates and styles.
void paintIcon(QPainter *painter, const QRect &rect, const QString &name, const QColor &color);

} // namespace sonde::look
