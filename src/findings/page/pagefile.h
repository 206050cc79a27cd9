// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"

#include <QStringList>

namespace sonde::findings {

// A file of resources/rules.qrc, as "rules/tools.txt"; empty when there is none.
Bytes pageFile(const QString &name);
// The files with examples, as "rules/tools.txt".
QStringList exampleFiles();

} // namespace sonde::findings
