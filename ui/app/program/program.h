// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

#include <functional>

class QApplication;
class QWidget;

namespace sonde::app {

// Gives the application its name, its icon and its look. Called once, before any widget exists.
void setUp(QApplication &application);

// main() of `sonde`. `commit`: of its sources, for --version. `created` is called with the main
// window before it is shown. Exit codes: 0 fine, 1 usage or no display, 128 + N after signal N.
int run(int argc, char **argv, const QString &commit = {},
    const std::function<void(QWidget &)> &created = {});

} // namespace sonde::app
