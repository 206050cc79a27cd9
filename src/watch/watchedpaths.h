// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace sonde::watch {

// Which paths to watch for a server that is started with this command line: the folder of the
// project in which its script or program is (one with package.json, pyproject.toml, Cargo.toml,
// go.mod, CMakeLists.txt, .git, …), or else the script or program itself; of a command that runs
// the project of its working directory (npm start), that folder. Empty for every other command
// line: a program in PATH, a package that a launcher downloads. `folder` is the absolute working
// directory. A script in a folder of what was built (dist/index.js) changes with that folder, which
// is then the one to watch, unless a build command makes it (`isBuilt`).
QStringList proposedPaths(const QString &program, const QStringList &arguments,
    const QString &folder, bool isBuilt = false);

} // namespace sonde::watch
