// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <vector>

namespace sonde::shots {

// One picture of a form: what is in it, and what is done.
struct FormShot {
    const char *name; // of the file
    const char *tool; // of the demo server
    const char *arguments; // JSON text
    const char *focus = nullptr; // a pointer
    const char *typed = nullptr; // there
    bool raw = false; // as JSON text, and sent
};

std::vector<FormShot> formShots();

} // namespace sonde::shots
