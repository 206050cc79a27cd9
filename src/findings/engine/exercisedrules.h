// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/engine/dispatch.h"
#include "findings/engine/exercised.h"
#include "findings/engine/rulecoverage.h"

#include <cstdint>
#include <optional>
#include <set>
#include <vector>

namespace sonde::findings {

// Which rules the messages of a recording have put to the test, on which connection and in which
// revision.
class ExercisedRules {
public:
    enum class In : std::uint8_t { None, Tried, Agreed }; // a revision that a client tried, or both

    struct OfConnection {
        std::vector<In> rules = std::vector<In>(boundRules().size());
        RevisionSet validSent, validReceived; // in which there were messages
    };

    // A message came, in its revision.
    void addMessage(const Context &context);
    // The rule was run on it.
    void add(const BoundRule &bound, const Context &context, OfConnection &connection);
    // What must not be there is tested by every message that could have been it.
    void addNothingInvalid(const Context &context, Dispatch &dispatch, OfConnection &connection);

    // What was exercised since the last call.
    std::vector<Exercised> take();
    // Of the requirements of that party; without a party, of all.
    RuleCoverage coverage(std::optional<Party> party) const;

private:
    std::set<const Requirement *> m_tested;
    RevisionSet m_agreed; // that both parties follow
    RevisionSet m_tried;
    std::vector<Exercised> m_exercised;
};

} // namespace sonde::findings
