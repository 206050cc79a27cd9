// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <string>
#include <string_view>

namespace sonde::trace {

// Foreign text in Markdown (CommonMark 0.31): it stays text, whatever it contains.

// In a line: Markdown's special characters are escaped, and line breaks become blanks.
std::string plainMarkdown(std::string_view text);
// In a line, as code: its delimiter is longer than any run of backticks in the text (6.1).
std::string markdownCode(std::string_view text);
// A block: its fence is longer than any run of backticks in the text (4.5). `language` is a word of
// the caller's.
std::string markdownBlock(std::string_view text, std::string_view language);

} // namespace sonde::trace
