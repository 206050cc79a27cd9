// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/base/rule.h"
#include "trace/record/store.h"

#include <array>
#include <memory>
#include <vector>

namespace sonde::findings {

// A rule with its requirement.
struct BoundRule {
    const Rule *rule = nullptr;
    const Requirement *requirement = nullptr;
    bool holdsAlways = false; // also before a revision is negotiated
    bool isAboutFraming = false; // holds for any peer that speaks JSON-RPC
    bool isAboutLogin = false; // which comes before the first response of a protected server
    bool isOnlyOnInvalid = false; // its requirement has no rule about messages

    bool appliesTo(const Context &context) const;
    bool hasWhatItNeeds(const Context &context) const; // see Rule::needs
};

// All rules with their requirements; rules without a requirement are left out. Thread-safe.
const std::vector<BoundRule> &boundRules();

// Finds the rules for a message by what it is, who sent it, its revision and its method, without
// comparing names for every message.
class Dispatch {
public:
    explicit Dispatch(const trace::Store &store)
        : m_store(store)
    {
    }

    using Rules = std::vector<const BoundRule *>;
    // `method` is the number of the method in the store.
    const Rules &rules(On on, rpc::Channel channel, Revision revision, std::uint32_t method);

private:
    static constexpr std::size_t kChannels = 5; // of rpc::Channel
    std::unique_ptr<Rules> make(
        On on, rpc::Channel channel, Revision revision, std::uint32_t method) const;

    const trace::Store &m_store;
    // Each by method.
    std::array<std::vector<std::unique_ptr<Rules>>, kOnCount * kChannels * kRevisions.size()>
        m_rules;
};

} // namespace sonde::findings
