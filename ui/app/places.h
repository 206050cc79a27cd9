// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QDateTime>
#include <QString>

namespace sonde::app {

// The folder of servers.json and settings.ini; `given` wins over the user's own folder.
QString configFolder(const QString &given);

// A session file that does not exist yet, as 2026-11-20-1204.sonde in `folder`; two of a minute
// get -2, -3, … Creates a missing folder, readable for its owner only.
Result<QString> newSessionFile(const QString &folder, const QDateTime &now);
// Where recordings go: the user's data folder, or the given settings folder.
QString sessionsFolder(const QString &given);
// The cache of detected revisions: in the user's cache folder, or in the given settings folder.
QString detectionFile(const QString &given);

// sonde-demo-server beside this program, or in PATH; empty when it is in neither.
QString demoServer();

} // namespace sonde::app
