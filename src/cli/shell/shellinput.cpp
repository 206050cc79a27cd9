// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/shell/shellinput.h"

namespace sonde::cli {

void ShellInput::discard() { }

} // namespace sonde::cli
