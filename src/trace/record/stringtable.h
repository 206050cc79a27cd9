// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sonde::trace {

// The strings that records name by number: each text once. Number 0 is the empty text. The table
// is bounded, and texts of which a session makes ever new ones ("progress 17 of 1000") have a
// budget of their own, so that they never crowd out the names of methods and tools.
class StringTable {
public:
    enum class Use : std::uint8_t { Name, Varied };

    static constexpr std::size_t kMaxText = 200; // bytes of one text
    static constexpr std::size_t kMaxNames = 64 * 1024;
    static constexpr std::size_t kMaxVaried = 128 * 1024;

    StringTable();

    // The number of the text as UTF-8, cut to kMaxText; that of "…" when the table is full. Bytes
    // that are no UTF-8 are U+FFFD in it.
    std::uint32_t intern(std::string_view utf8, Use use);
    std::uint32_t count() const { return static_cast<std::uint32_t>(m_texts.size()); }
    // The view stays valid as long as the table.
    std::string_view text(std::uint32_t number) const;

private:
    static constexpr std::uint32_t kFull = 1;
    std::deque<std::string> m_texts; // a deque: their places never move
    std::unordered_map<std::string_view, std::uint32_t> m_numbers;
    std::uint32_t m_newest = 0; // that was asked for: often it is asked for again
    std::size_t m_names = 0;
    std::size_t m_varied = 0;
};

} // namespace sonde::trace
