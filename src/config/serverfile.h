// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::config {

// The JSON file of a server in a folder that has one for each server.
QString serverFile(const QString &folder, const QString &server);

} // namespace sonde::config
