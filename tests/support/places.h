// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::test {

// Where tests find their data and the programs. Linked and not compiled into each of them, so that
// another folder's build can use what ccache knows.
QString sourcePath(const char *name = ""); // in the repository; empty: its folder
QString programPath(const char *name = ""); // of the build; empty: their folder
QString usesFile(); // who uses which library, for tst_layering

} // namespace sonde::test
