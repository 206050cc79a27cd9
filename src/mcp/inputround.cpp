// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/inputround.h"

#include "mcp/inputrun.h"

namespace sonde::mcp {

InputRound::InputRound(std::weak_ptr<InputRun> run, Facts facts)
    : m_run(std::move(run))
    , m_facts(std::make_shared<const Facts>(std::move(facts)))
{
}

std::vector<InputRequest> InputRound::questions() const
{
    if (!m_facts->asked)
        return {};
    const json::Value asked = m_facts->asked->root();
    if (m_facts->kind == Kind::Input)
        return inputRequests(asked);
    std::vector<InputRequest> urls;
    for (const json::Value elicitation : asked["data"]["elicitations"])
        urls.push_back({elicitation["elicitationId"].text(), elicitation});
    return urls;
}

bool InputRound::waits() const
{
    const auto run = m_run.lock();
    return run && run->waitsFor(*this);
}

Result<void> InputRound::goOn(const Bytes &responses, const StateEcho &echo) const
{
    const auto run = m_run.lock();
    return run && run->waitsFor(*this) ? run->goOn(responses, echo) : Result<void>();
}

void InputRound::stop() const
{
    const auto run = m_run.lock();
    if (run && run->waitsFor(*this))
        run->stop();
}

void InputRound::note(const QString &what, const QString &detail) const
{
    const auto run = m_run.lock();
    if (run && run->waitsFor(*this))
        run->note(what, detail);
}

} // namespace sonde::mcp
