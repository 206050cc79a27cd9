// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "trace/transfer/exportset.h"

#include <QString>

#include <cstddef>

namespace sonde::agent {

inline constexpr std::size_t kMaxSessionText = std::size_t(256) << 20; // bytes

// Makes a session file of the chosen messages. It is made of their redacted text, so that nothing
// else gets into it. Fails with more than `most` bytes of text, and says what to do; then, and when
// the set is stopped, there is no file.
Result<void> exportSession(
    const trace::ExportSet &set, const QString &path, std::size_t most = kMaxSessionText);

} // namespace sonde::agent
