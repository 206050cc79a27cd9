// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/stringtable.h"

namespace sonde::trace {

StringTable::StringTable()
    : m_texts{std::string(), std::string("…")}
{
    m_numbers.emplace(m_texts[kFull], kFull);
}

std::uint32_t StringTable::intern(std::string_view utf8, Use use)
{
    if (utf8.empty())
        return 0;
    const auto text = cutUtf8(utf8, kMaxText);
    if (const auto it = m_numbers.find(text); it != m_numbers.end())
        return it->second;
    auto &used = use == Use::Name ? m_names : m_varied;
    if (used >= (use == Use::Name ? kMaxNames : kMaxVaried))
        return kFull;
    ++used;
    const auto number = count();
    m_texts.emplace_back(text);
    m_numbers.emplace(m_texts.back(), number);
    return number;
}

std::string_view StringTable::text(std::uint32_t number) const
{
    return number < m_texts.size() ? std::string_view(m_texts[number]) : std::string_view();
}

std::string_view cutUtf8(std::string_view text, std::size_t limit)
{
    if (text.size() <= limit)
        return text;
    while (limit > 0 && (static_cast<unsigned char>(text[limit]) & 0xc0) == 0x80)
        --limit;
    return text.substr(0, limit);
}

} // namespace sonde::trace
