// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/exercisedrules.h"

#include "findings/engine/recordrole.h"

#include <utility>

namespace sonde::findings {

void ExercisedRules::addMessage(const Context &context)
{
    (isAgreed(context) ? m_agreed : m_tried).add(context.revision);
}

void ExercisedRules::add(const BoundRule &bound, const Context &context, OfConnection &connection)
{
    In &known = connection.rules[bound.number];
    if (known == In::Agreed) // as nearly always: the rest is not asked for each message
        return;
    const bool isNegotiated = isAgreed(context);
    const In in = isNegotiated ? In::Agreed : In::Tried;
    if (known >= in)
        return;
    known = in;
    m_tested.insert(bound.requirement);
    m_exercised.push_back(
        {context.record.stream, bound.requirement, context.revision, isNegotiated});
}

void ExercisedRules::addNothingInvalid(
    const Context &context, Dispatch &dispatch, OfConnection &connection)
{
    RevisionSet &done = context.isFromClient() ? connection.validSent : connection.validReceived;
    if (!context.isNegotiated || done.has(context.revision))
        return;
    done.add(context.revision);
    for (const BoundRule *bound :
        dispatch.rules(On::Invalid, context.record.channel, context.revision, 0)) {
        const bool isElsewhere = context.connection.isHttp && bound->requirement->area() == "stdio";
        if (bound->isOnlyOnInvalid && bound->appliesTo(context) && !isElsewhere)
            add(*bound, context, connection);
    }
}

std::vector<Exercised> ExercisedRules::take()
{
    return std::exchange(m_exercised, {});
}

RuleCoverage ExercisedRules::coverage(std::optional<Party> party) const
{
    return coverageOf(m_tested, m_agreed.isEmpty() ? m_tried : m_agreed, party);
}

} // namespace sonde::findings
