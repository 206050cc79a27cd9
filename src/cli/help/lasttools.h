// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QStringList>

namespace sonde::cli {

// More would keep the user waiting for the next word.
inline constexpr qint64 kMaxStartsFile = qint64(8) << 20;
inline constexpr qsizetype kMaxLastTools = 2000;

// The tools that the server had at its newest start in the window, as far as that is kept in the
// settings folder; nothing is started. A server names its tools: names with characters that mean
// something to a shell are left out.
QStringList lastTools(const QString &folder, const QString &server);

} // namespace sonde::cli
