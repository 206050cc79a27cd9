// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace sonde::hosts {

// The existing files below a folder that fit a pattern, such as "profiles/*/mcp.json", in the order
// of their names: parts of it may contain *, which any name or part of a name fits. Hidden names
// only fit where they are written. Both the files and the search for them are bounded.
QStringList alikeFiles(const QString &folder, const QString &pattern);

} // namespace sonde::hosts
