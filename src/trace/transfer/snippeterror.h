// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/error.h"

#include <cstddef>

namespace sonde::trace {

// Length limit in bytes of a word of a command line: Linux rejects words of 128 KiB.
inline constexpr std::size_t kMaxSnippetWord = 100'000;

// Why a message cannot be expressed in a form.
Error snippetError(const char *why);

} // namespace sonde::trace
