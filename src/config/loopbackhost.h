// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::config {

// Whether a URL's host, in QUrl's notation, is this machine.
bool isLoopbackHost(const QString &host);

} // namespace sonde::config
