// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "schema/namepatterns.h"

namespace sonde::schema {

bool NamePatterns::matches(const json::Value &pattern, const std::string &name)
{
    if (m_hopeless >= kMaxHopeless)
        return false;
    const std::string text = pattern.key();
    auto known = m_known.find(text);
    if (known == m_known.end()) {
        auto made = Regex::compileForeign(text);
        known =
            m_known
                .emplace(text, made ? std::optional<Regex>(std::move(made).value()) : std::nullopt)
                .first;
    }
    if (!known->second)
        return false;
    const Regex::Match match = known->second->find(name);
    if (match == Regex::Match::TooComplex) {
        known->second.reset();
        ++m_hopeless;
    }
    return match == Regex::Match::Yes;
}

} // namespace sonde::schema
