// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/client/inputround.h"

#include "mcp/client/inputkeeper.h"

namespace sonde::mcp {

InputRound::InputRound(std::weak_ptr<InputKeeper> keeper, Properties facts)
    : m_keeper(std::move(keeper))
    , m_facts(std::make_shared<const Properties>(std::move(facts)))
{
}

std::vector<InputRequest> InputRound::questions() const
{
    if (!m_facts->asked)
        return {};
    const json::Value asked = m_facts->asked->root();
    if (m_facts->kind != Kind::Urls)
        return inputRequests(asked);
    std::vector<InputRequest> urls;
    for (const json::Value elicitation : asked["data"]["elicitations"])
        urls.push_back({elicitation["elicitationId"].text(), elicitation});
    return urls;
}

bool InputRound::waits() const
{
    const auto keeper = m_keeper.lock();
    return keeper && keeper->waitsFor(*this);
}

Result<void> InputRound::goOn(const Bytes &responses, const StateEcho &echo) const
{
    const auto keeper = m_keeper.lock();
    return keeper && keeper->waitsFor(*this) ? keeper->goOn(responses, echo) : Result<void>();
}

void InputRound::stop() const
{
    const auto keeper = m_keeper.lock();
    if (keeper && keeper->waitsFor(*this))
        keeper->stop();
}

void InputRound::logLifecycle(const QString &what, const QString &detail) const
{
    const auto keeper = m_keeper.lock();
    if (keeper && keeper->waitsFor(*this))
        keeper->logLifecycle(what, detail);
}

} // namespace sonde::mcp
