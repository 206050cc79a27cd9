// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/theme/metrics.h"

#include <QApplication>
#include <QEvent>
#include <QFontDatabase>
#include <QFontMetricsF>
#include <QWidget>

namespace sonde::look {

namespace {

Density g_density = Density::Compact;
constexpr int kComfortableExtra = 4;

// A step is a pixel on a screen of 96 dpi, whether the size is given in points or in pixels.
void step(QFont &font, int pixels)
{
    constexpr qreal kPointsPerPixel = 0.75;
    if (font.pixelSize() > 0)
        font.setPixelSize(qMax(1, font.pixelSize() + pixels));
    else
        font.setPointSizeF(qMax(1.0, font.pointSizeF() + pixels * kPointsPerPixel));
}

} // namespace

Metrics Metrics::of(const QFont &font, Density density)
{
    const int height = int(QFontMetricsF(font).height());
    const int extra = density == Density::Comfortable ? kComfortableExtra : 0;
    Metrics m;
    m.row = height + 5 + extra;
    m.treeRow = height + 3 + extra;
    m.bytesRow = height;
    m.twoLineRow = 2 * height + 6 + extra;
    m.formRow = height + 10 + extra;
    m.control = height + 8;
    m.formControl = height + 6;
    m.toolBar = height + 20;
    m.tab = height + 13;
    m.dockTitle = height + 8;
    m.statusBar = height + 7;
    m.sign = qMax(14, height - 2);
    m.icon = height >= 20 ? 20 : 16;
    return m;
}

Metrics metrics()
{
    return Metrics::of(QGuiApplication::font(), g_density);
}

Density density()
{
    return g_density;
}

void setDensity(Density density)
{
    if (g_density == density)
        return;
    g_density = density;
    // Views keep the heights of their rows until their style changes.
    const QWidgetList widgets = QApplication::allWidgets();
    for (QWidget *widget : widgets) {
        QEvent changed(QEvent::StyleChange);
        QApplication::sendEvent(widget, &changed);
        widget->updateGeometry();
    }
}

QFont smallFont()
{
    QFont font = QGuiApplication::font();
    step(font, -1);
    return font;
}

QFont headingFont()
{
    QFont font = QGuiApplication::font();
    step(font, 2);
    font.setBold(true);
    return font;
}

QFont boldFont()
{
    QFont font = QGuiApplication::font();
    font.setBold(true);
    return font;
}

QFont fixedFont()
{
    const QFont application = QGuiApplication::font();
    QFont font = QFontDatabase::systemFont(QFontDatabase::FixedFont);
    if (application.pixelSize() > 0)
        font.setPixelSize(application.pixelSize());
    else
        font.setPointSizeF(application.pointSizeF());
    step(font, -1);
    return font;
}

} // namespace sonde::look
