// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/record/stringtable.h"

#include "base/utf8.h"

#include <QString>

namespace sonde::trace {

namespace {

constexpr std::size_t kMaxCharacter = 4; // bytes in UTF-8

// The text as intern() stores it: invalid UTF-8 becomes U+FFFD, which is longer, so the text is
// truncated afterwards. Otherwise a text read back from a file would be truncated elsewhere.
std::string keptText(std::string_view utf8)
{
    const auto head = utf8.substr(0, StringTable::kMaxText + kMaxCharacter);
    const auto valid = QString::fromUtf8(head.data(), qsizetype(head.size())).toStdString();
    return std::string(cutUtf8(valid, StringTable::kMaxText));
}

} // namespace

StringTable::StringTable()
    : m_texts{std::string(), std::string("…")}
{
    m_numbers.emplace(m_texts[kFull], kFull);
}

std::uint32_t StringTable::intern(std::string_view utf8, Use use)
{
    if (utf8.empty())
        return 0;
    if (utf8 == m_texts[m_newest])
        return m_newest;
    if (const auto it = m_numbers.find(cutUtf8(utf8, kMaxText)); it != m_numbers.end())
        return m_newest = it->second;
    std::string text = keptText(utf8);
    if (text.empty())
        return 0; // the text was a byte order mark
    if (const auto it = m_numbers.find(text); it != m_numbers.end())
        return it->second;
    auto &used = use == Use::Name ? m_names : m_varied;
    if (used >= (use == Use::Name ? kMaxNames : kMaxVaried))
        return kFull;
    ++used;
    const auto number = count();
    m_texts.push_back(std::move(text));
    m_numbers.emplace(m_texts.back(), number);
    return number;
}

std::string_view StringTable::text(std::uint32_t number) const
{
    return number < m_texts.size() ? std::string_view(m_texts[number]) : std::string_view();
}

} // namespace sonde::trace
