// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "trace/recorder/requesttable.h"

namespace sonde::trace {

std::size_t RequestTable::Key::hash() const
{
    constexpr std::size_t kSpread = 0x9e3779b97f4a7c15U; // spreads adjacent numbers
    return number != 0 ? std::size_t(number) * kSpread : Hash()(text);
}

WaitingRequest *RequestTable::find(const Key &key)
{
    if (key.number != 0)
        return m_numbered.find(key.number);
    const auto named = m_named.find(key.text);
    return named == m_named.end() ? nullptr : &named->second;
}

WaitingRequest &RequestTable::add(const Key &key)
{
    return key.number != 0 ? m_numbered.add(key.number) : m_named[std::string(key.text)];
}

void RequestTable::erase(const Key &key)
{
    if (key.number != 0)
        m_numbered.erase(key.number);
    else if (const auto named = m_named.find(key.text); named != m_named.end())
        m_named.erase(named);
}

} // namespace sonde::trace
