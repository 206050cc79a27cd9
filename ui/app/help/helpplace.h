// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "widgets/kit/frame/helpwindow.h"

#include <vector>

class QWidget;

namespace sonde::app {

// Where the manual describes the part of a window that has the focus; its first page where none
// does, or there is no focus.
widgets::HelpWindow::Place helpPlaceOf(const QWidget *focused);

// All of them, for the test of the manual.
std::vector<widgets::HelpWindow::Place> helpPlaces();

} // namespace sonde::app
