// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/theme/textsize.h"

#include <QApplication>
#include <QFont>

#include <algorithm>
#include <cstdlib>

namespace sonde::look {

namespace {

int g_percent = kDesktopTextSize;

} // namespace

const QList<int> &textSizes()
{
    static const QList<int> sizes{75, 90, 100, 110, 125, 150, 175, 200};
    return sizes;
}

int nearestTextSize(int percent)
{
    const QList<int> &sizes = textSizes();
    const int wanted = std::clamp(percent, sizes.first(), sizes.last());
    return *std::min_element(sizes.begin(), sizes.end(),
        [wanted](int a, int b) { return std::abs(a - wanted) < std::abs(b - wanted); });
}

void setTextSize(int percent)
{
    if (percent == g_percent)
        return;
    static const QFont desktop = QApplication::font();
    const qreal factor = percent / qreal(kDesktopTextSize);
    QFont font = desktop;
    if (desktop.pixelSize() > 0)
        font.setPixelSize(std::max(1, qRound(desktop.pixelSize() * factor)));
    else
        font.setPointSizeF(desktop.pointSizeF() * factor);
    g_percent = percent;
    QApplication::setFont(font);
}

int textSize()
{
    return g_percent;
}

} // namespace sonde::look
