// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::models {

class ReplayModel;

// What a replay against a server found, for a report: the sum, a table of what is not the same, and
// the places that differ. Secrets are redacted as in an export.
QString replayMarkdown(const ReplayModel &model, const QString &recording, const QString &server);

} // namespace sonde::models
