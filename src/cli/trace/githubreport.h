// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/engine/listedfinding.h"

#include <QString>

#include <vector>

namespace sonde::cli {

// The value of a property of a workflow command of GitHub Actions, and its message: what would end
// them is written as %0A, %3A, …
QString githubProperty(const QString &text);
QString githubMessage(const QString &text);

// Annotations of a workflow, one a line: "::error title=tools.name-charset::…". `file` is the
// recording; empty: there is none.
QString githubReport(
    const std::vector<findings::ListedFinding> &found, const QString &file, bool explains);

} // namespace sonde::cli
