// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>
#include <QVersionNumber>

#include <optional>

namespace sonde::doctor {

// The version in a line such as "v18.20.4", "Python 3.11.7" or "uv 0.5.1 (abc 2024)".
std::optional<QVersionNumber> versionIn(const QString &line);

// Whether a version satisfies a range as package.json ("^20.1 || >=22", "18.x", ">=18 <23") or
// pyproject.toml (">=3.10,<4", "~=3.11") writes it. Empty for a range that is not understood.
std::optional<bool> satisfies(const QVersionNumber &version, const QString &range);

} // namespace sonde::doctor
