// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringList>

namespace sonde::mcp {

// What a client may send in that revision: requests first, then notifications. Extensions are
// named where they have become usual (io.modelcontextprotocol/tasks).
QStringList methodsOf(const QString &revision);
bool isNotification(const QString &method);

} // namespace sonde::mcp
