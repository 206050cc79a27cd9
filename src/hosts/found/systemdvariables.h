// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QByteArray>

namespace sonde::hosts {

// The value of a variable in what `systemctl show-environment` prints: lines "NAME=value", with a
// value that a shell would not read as one word quoted as $'…'. Empty: it is not there.
QByteArray systemdValue(const QByteArray &output, const QByteArray &name);

} // namespace sonde::hosts
