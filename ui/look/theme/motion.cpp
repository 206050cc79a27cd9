// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "look/theme/motion.h"

#include <QApplication>

namespace sonde::look {

namespace {

bool g_reduced = false;

} // namespace

bool isMotionReduced()
{
    return g_reduced;
}

void setMotionReduced(bool reduced)
{
    if (g_reduced == reduced)
        return;
    static const int blinking = QApplication::cursorFlashTime(); // of the desktop
    g_reduced = reduced;
    QApplication::setCursorFlashTime(reduced ? 0 : blinking);
}

} // namespace sonde::look
