// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

#include <stop_token>

namespace sonde::trace {

// Copies a session file as it is now, also while it is recorded, into one file without a log
// beside it. A file of that name is replaced, but only by a whole copy. Refuses what
// openSessionFile() refuses; when it is stopped, nothing has changed.
Result<void> copySession(const QString &from, const QString &to, const std::stop_token &stop = {});

} // namespace sonde::trace
