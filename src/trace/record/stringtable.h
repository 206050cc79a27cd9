// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <unordered_map>

namespace sonde::trace {

// The strings that records refer to by number; each text is stored once. Number 0 is the empty
// text. The table is bounded, and texts that vary endlessly within a session ("progress 17 of
// 1000") have their own budget, so that names of methods and tools always have room.
class StringTable {
public:
    enum class Use : std::uint8_t { Name, Varied };

    static constexpr std::size_t kMaxText = 200; // bytes of one text
    static constexpr std::size_t kMaxNames = 64 * 1024;
    static constexpr std::size_t kMaxVaried = 128 * 1024;

    StringTable();

    // The number of a UTF-8 text, truncated to kMaxText; the number of "…" if the table is full.
    // Invalid UTF-8 becomes U+FFFD.
    std::uint32_t intern(std::string_view utf8, Use use);
    std::uint32_t count() const { return static_cast<std::uint32_t>(m_texts.size()); }
    // The view is valid as long as the table exists.
    std::string_view text(std::uint32_t number) const;

private:
    static constexpr std::uint32_t kFull = 1;
    std::deque<std::string> m_texts; // a deque, because its elements never move
    std::unordered_map<std::string_view, std::uint32_t> m_numbers;
    std::uint32_t m_newest = 0; // number of the last text looked up, which is often looked up again
    std::size_t m_names = 0;
    std::size_t m_varied = 0;
};

} // namespace sonde::trace
