// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "findings/rules/base/rule.h"
#include "trace/record/store.h"

#include <array>
#include <bitset>
#include <cstdint>
#include <deque>
#include <optional>
#include <string_view>
#include <vector>

namespace sonde::findings {

// The members that a message lacks, of those that rules need first: "result/inputRequests" is
// looked for once for all rules that are about what is in it.
class LackedMembers {
public:
    static constexpr std::size_t kMax = 128; // different ones

    bool has(std::size_t member) const { return m_lacked[member]; }
    void add(std::size_t member) { m_lacked.set(member); }

private:
    std::bitset<kMax> m_lacked;
};

// A rule with its requirement.
struct BoundRule {
    // Of a path to what a rule needs: "inputRequests", "*" or "type=text".
    struct Step {
        std::string_view member; // of the value; empty: any member or item
        std::optional<std::string_view> text{}; // that the member must be
        bool needsItem = false; // the member must have an item
    };

    const Rule *rule = nullptr;
    const Requirement *requirement = nullptr;
    bool holdsAlways = false; // also before a revision is negotiated
    bool isAboutFraming = false; // holds for any peer that speaks JSON-RPC
    bool isAboutLogin = false; // which comes before the first response of a protected server
    bool isOnlyOnInvalid = false; // its requirement has no rule about messages

    // What it needs (see Rule::needs): "inputRequests/*/params" of the result. Rules that need the
    // same member first have the same number of it; 0: none, or one of too many.
    enum class Part : std::uint8_t { Message, Params, Result } part = Part::Message;
    std::vector<Step> path{};
    std::size_t firstMember = 0;
    std::size_t number = 0; // of boundRules()

    bool appliesTo(const Context &context) const;
    bool hasWhatItNeeds(const Context &context, LackedMembers &lacked) const
    {
        return path.empty() || (!lacked.has(firstMember) && finds(context, lacked));
    }

private:
    bool finds(const Context &context, LackedMembers &lacked) const;
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
    static constexpr std::size_t kKinds = kOnCount * kChannels * kRevisions.size();
    const Rules *make(On on, rpc::Channel channel, Revision revision, std::string_view method);

    const trace::Store &m_store;
    std::deque<Rules> m_made;
    // By kind of message, each by method: of m_made.
    std::array<std::vector<const Rules *>, kKinds> m_rules;
    // Of the methods that no rule names, of which a hostile peer can invent any number.
    std::array<const Rules *, kKinds> m_others{};
};

} // namespace sonde::findings
