// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/task/taskinput.h"

#include "mcp/message/mcptext.h"

#include <algorithm>

namespace sonde::mcp {

TaskInput::TaskInput(TaskInputOwner *owner, quint64 number)
    : m_owner(owner)
    , m_number(number)
{
}

const InputRound &TaskInput::begin(InputRound::Properties facts)
{
    m_round = InputRound(weak_from_this(), std::move(facts));
    for (const InputRequest &request : m_round.questions())
        m_keys.push_back(request.key);
    return m_round;
}

bool TaskInput::drop(const std::string &key)
{
    return std::erase(m_keys, key) > 0 && m_keys.empty();
}

bool TaskInput::waitsFor(const InputRound &round) const
{
    return m_waits && m_owner && m_round.isSame(round);
}

// A task has no state that a client gives back.
Result<void> TaskInput::goOn(const Bytes &responses, const StateEcho & /*echo*/)
{
    const json::Document parsed = json::Document::parse(responses);
    if (!parsed.isValid() || !parsed.root().isObject())
        return Error{
            .domain = Domain::Usage, .sentence = Text::tr("The responses are not a JSON object.")};
    m_waits = false;
    m_owner->respondToInput(m_number, *this, responses);
    return {};
}

void TaskInput::stop()
{
    m_waits = false;
    m_owner->stopInput(m_number, *this);
}

void TaskInput::logLifecycle(const QString &what, const QString &detail) const
{
    m_owner->logLifecycle(what, detail);
}

} // namespace sonde::mcp
