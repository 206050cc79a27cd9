// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/changes/restartcause.h"

#include "models/signs/modeltext.h"

namespace sonde::models {

namespace {

constexpr qsizetype kMaxName = 120; // characters of the file that is named

} // namespace

RestartCause RestartCause::ofFiles(const QStringList &files)
{
    QString first = files.constFirst();
    if (first.size() > kMaxName)
        first = QChar(0x2026) + first.right(kMaxName);
    const auto more = files.size() - 1;
    return {more == 0 ? first : Text::tr("%1 and %2 more").arg(first).arg(more), Kind::Files};
}

} // namespace sonde::models
