// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mock/passages.h"

#include <algorithm>
#include <utility>

namespace sonde::mock {

Passage Passages::add(ClientMessage cause, bool isSubscription)
{
    m_passed.emplace(++m_last, Passed{std::move(cause), isSubscription});
    return m_last;
}

std::optional<ClientMessage> Passages::take(Passage passage)
{
    auto node = m_passed.extract(passage);
    if (!node)
        return {};
    return std::move(node.mapped().cause);
}

Passage Passages::withId(std::string_view id) const
{
    for (auto each = m_passed.rbegin(); each != m_passed.rend(); ++each) {
        if (each->second.cause.id == id)
            return each->first;
    }
    return 0;
}

std::vector<Passage> Passages::of(Carrier carrier) const
{
    std::vector<Passage> found;
    found.reserve(m_passed.size());
    for (const auto &[passage, passed] : m_passed) {
        if (passed.cause.carrier == carrier)
            found.push_back(passage);
    }
    return found;
}

Carrier Passages::carrierOf(Passage passage) const
{
    if (const auto found = m_passed.find(passage); found != m_passed.end())
        return found->second.cause.carrier;
    const auto waits = [](const auto &each) { return !each.second.isSubscription; };
    const bool isOnly = std::count_if(m_passed.begin(), m_passed.end(), waits) == 1;
    return passage == 0 && isOnly
        ? std::find_if(m_passed.begin(), m_passed.end(), waits)->second.cause.carrier
        : 0;
}

bool Passages::isWaiting() const
{
    return std::any_of(m_passed.begin(), m_passed.end(),
        [](const auto &each) { return !each.second.isSubscription; });
}

} // namespace sonde::mock
