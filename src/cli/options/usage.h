// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringView>

namespace sonde::cli {

// What --help prints: the whole interface, exit codes included, within 80 cells.
QStringView helpText();

} // namespace sonde::cli
