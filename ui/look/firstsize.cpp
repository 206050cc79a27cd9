// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/firstsize.h"

#include <QScreen>
#include <QStyle>
#include <QWidget>

namespace sonde::look {

namespace {

// A window manager tells its frame only once it has drawn one: what the usual ones draw at most.
constexpr int kWindowEdge = 4;

} // namespace

void setFirstSize(QWidget *window, QSize wanted)
{
    const int title = window->style()->pixelMetric(QStyle::PM_TitleBarHeight, nullptr, window);
    const QSize room =
        window->screen()->availableSize() - QSize(2 * kWindowEdge, title + 2 * kWindowEdge);
    window->resize(wanted.boundedTo(room));
}

} // namespace sonde::look
