// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QString>

namespace sonde::models {

class FanTableModel;

// The rows that the model shows, as a table in Markdown without secrets.
QString fanMarkdown(const FanTableModel &model, const QString &tool);

} // namespace sonde::models
