// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::platform {

// The system's text for a value of errno: "No such file or directory".
QString errorText(int code);

// "SIGTERM"; empty for a number without a name.
QString signalName(int signal);

} // namespace sonde::platform
