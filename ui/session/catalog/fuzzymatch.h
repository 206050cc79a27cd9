// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <QStringView>

#include <optional>

namespace sonde::session {

// How well `typed` fits `text`: all of its characters, in order, whatever stands between. Higher
// is better: runs and beginnings of words count. Nothing when it does not fit.
std::optional<int> fuzzyScore(QStringView typed, QStringView text);

} // namespace sonde::session
