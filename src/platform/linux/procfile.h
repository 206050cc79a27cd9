// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <charconv>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sonde::platform {

// The beginning of a file of /proc, at most `limit` bytes; empty if it cannot be read.
std::string readProcFile(const std::string &path, std::size_t limit);

// The numbers that are names in a folder, ascending: pids, thread ids, descriptors. `found`:
// whether the folder could be read. At most a million are looked at.
std::vector<int> listNumbers(const std::string &folder, bool *found = nullptr);

// The whole text as a number.
template <typename Number>
std::optional<Number> numberOf(std::string_view text, int base = 10)
{
    Number number{};
    const char *const end = text.data() + text.size();
    const auto [at, error] = std::from_chars(text.data(), end, number, base);
    if (error != std::errc() || at != end)
        return std::nullopt;
    return number;
}

// Splits at spaces; of several in a row, one counts.
std::vector<std::string_view> wordsOf(std::string_view text, std::size_t most);

// The lines without their ends.
template <typename Take>
void eachLine(std::string_view text, Take take)
{
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        take(text.substr(0, end));
        text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
    }
}

} // namespace sonde::platform
