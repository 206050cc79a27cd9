// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <functional>

class QWidget;

namespace sonde::look {

// Who gives the focus to a container gives it to one of the controls in it. Unlike
// QWidget::setFocusProxy(), which moves the container behind that control in the order of the Tab
// key, so that the key would come back to the control for ever.
void passFocus(QWidget &container, QWidget &control);
// To `instead`, what says why the control is not shown, while that is so.
void passFocus(QWidget &container, QWidget &control, QWidget &instead);
// To another one at another time.
void passFocus(QWidget &container, std::function<QWidget *()> control);

// What was put into a container after other controls were made comes behind `last` in the order of
// the Tab key, and not at the end of the window.
void continueTabOrder(QWidget &last, QWidget &container);

} // namespace sonde::look
