// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

namespace sonde::app {

class Workspace;

// A server has another name from now on: what is kept for it outside its profile follows it. All
// of it is tried; the error is the first one.
Result<void> renameKept(Workspace &workspace, const QString &server, const QString &newName);

} // namespace sonde::app
