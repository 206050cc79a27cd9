// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/context/finding.h"

#include <QString>
#include <QStringList>

#include <string>
#include <vector>

namespace sonde::cli {

// The names of the formats, the default one first.
const QStringList &checkFormats();

// Findings as a report in one of the formats. They must be sorted by level and requirement. `file`
// is the recording, `count` the number of its records.
std::string findingReport(const std::vector<findings::Finding> &found, std::size_t count,
    const QString &file, const QString &format);

} // namespace sonde::cli
