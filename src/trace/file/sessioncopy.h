// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"

#include <QString>

#include <stop_token>

namespace sonde::trace {

// Copies the current state of a session file, even while it is being recorded, into one file
// without a write-ahead log. An existing file is replaced only once the copy is complete. Fails
// like openSessionFile(); when stopped, the existing file is unchanged.
Result<void> copySession(const QString &from, const QString &to, const std::stop_token &stop = {});

} // namespace sonde::trace
