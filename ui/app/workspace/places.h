// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QDateTime>
#include <QString>

namespace sonde::app {

// The folder of servers.json and settings.ini; `given` wins over the user's own folder.
QString configFolder(const QString &given);

// A session file `stem`.sonde in `folder` that does not exist yet; where it exists, -2, -3, … is
// appended to the stem. Creates a missing folder, readable for its owner only.
Result<QString> newSessionFile(const QString &folder, const QString &stem);
// The stem of a recording that begins now: 2026-11-20-1204.
QString recordingStem(const QDateTime &now);
// Where recordings go: the user's data folder, or the given settings folder.
QString sessionsFolder(const QString &given);
// Where bundles are unpacked: the user's data folder, or the given settings folder.
QString bundlesFolder(const QString &given);
// By its name: a session file, or one that Import reads.
bool isRecordingFile(const QString &path);
// The cache of detected revisions: in the user's cache folder, or in the given settings folder.
QString detectionFile(const QString &given);

// sonde-cli beside this program, or in PATH; empty when it is in neither.
QString commandLineProgram();
// sonde-demo-server beside this program, or in PATH; empty when it is in neither.
QString demoServer();

} // namespace sonde::app
