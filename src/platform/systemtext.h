// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::platform {

// What the system says of a value of errno: "No such file or directory".
QString errorText(int code);

// "SIGTERM"; empty for a number without a name.
QString signalName(int signal);

} // namespace sonde::platform
