// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "trace/transfer/exportset.h"

#include <cstddef>
#include <string>
#include <string_view>

namespace sonde::trace {

struct MarkdownForm {
    std::string_view heading = "##"; // its level
    std::size_t maxShown = std::size_t(100) * 1024; // bytes of the message
};

// A message of the set with its number, direction, time, state and note, and its bytes as a block:
// redacted first, then cut, with a sentence that says how many bytes were left out. Fails if it
// cannot be read.
Result<std::string> markdownMessage(
    const ExportSet &set, Number number, const MarkdownForm &form = {});

} // namespace sonde::trace
