// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/dispatch.h"

#include "findings/catalogue/catalogue.h"
#include "findings/engine/ruletables.h"

#include <algorithm>
#include <map>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace sonde::findings {

namespace {

// Whether messages of that channel are the duty of the party.
bool isDutyOf(Party party, rpc::Channel channel)
{
    if (channel == rpc::Channel::Sent)
        return party == Party::Client || party == Party::Host || party == Party::Both;
    if (channel == rpc::Channel::Received)
        return party == Party::Server || party == Party::Both;
    return true; // an exchange or an event of the connection concerns both
}

// "inputRequests/*/params", read once: see Rule::needs.
std::vector<BoundRule::Step> stepsOf(std::string_view path)
{
    std::vector<BoundRule::Step> steps;
    while (!path.empty()) {
        const auto slash = std::min(path.find('/'), path.size());
        if (const auto equals = path.find('='); equals < slash) {
            steps.push_back({path.substr(0, equals), path.substr(equals + 1)}); // "type=ref/prompt"
            break;
        }
        const std::string_view step = path.substr(0, slash);
        const bool needsItem = slash + 1 == path.size();
        steps.push_back({step == "*" ? std::string_view() : step, {}, needsItem});
        path.remove_prefix(std::min(slash + 1, path.size()));
    }
    return steps;
}

// Whether the value has what the steps lead to.
bool contains(const json::Value &value, std::span<const BoundRule::Step> steps)
{
    if (steps.empty() || !value)
        return bool(value);
    const BoundRule::Step &step = steps.front();
    const auto rest = steps.subspan(1);
    if (step.member.empty())
        return std::any_of(value.begin(), value.end(),
            [rest](const json::Value &each) { return contains(each, rest); });
    const json::Value member = value[step.member];
    if (step.text)
        return member.equals(*step.text);
    return step.needsItem ? member.count() > 0 : contains(member, rest);
}

// Gives the members that rules need first their numbers.
class MemberNumbers {
public:
    std::size_t of(BoundRule::Part part, std::string_view member)
    {
        if (member.empty())
            return 0;
        const auto number = m_numbers.emplace(std::pair(part, member), m_numbers.size() + 1);
        return number.first->second < LackedMembers::kMax ? number.first->second : 0;
    }

private:
    std::map<std::pair<BoundRule::Part, std::string_view>, std::size_t> m_numbers;
};

void bindNeeds(BoundRule &bound, MemberNumbers &numbers)
{
    constexpr std::string_view kResult = "result/";
    constexpr std::string_view kParams = "params/";
    std::string_view path = bound.rule->needs;
    if (path.starts_with(kResult)) {
        bound.part = BoundRule::Part::Result;
        path.remove_prefix(kResult.size());
    } else if (path.starts_with(kParams)) {
        bound.part = BoundRule::Part::Params;
        path.remove_prefix(kParams.size());
    }
    bound.path = stepsOf(path);
    if (!bound.path.empty())
        bound.firstMember = numbers.of(bound.part, bound.path.front().member);
}

BoundRule bind(const Rule &rule, const Requirement &requirement)
{
    const auto area = requirement.area();
    BoundRule bound{&rule, &requirement};
    bound.isAboutFraming = area == "jsonrpc" || area == "stdio";
    bound.isAboutLogin = area == "auth" || area == "ext-cc" || area == "ext-dpop"
        || area == "ext-ema" || area == "ext-wif";
    bound.holdsAlways = bound.isAboutFraming || bound.isAboutLogin || area == "lifecycle"
        || area == "base" || area == "http";
    return bound;
}

const std::set<std::string_view> &namedMethods()
{
    static const std::set<std::string_view> all = [] {
        std::set<std::string_view> names;
        for (const BoundRule &bound : boundRules())
            names.insert(bound.rule->method);
        return names;
    }();
    return all;
}

} // namespace

const std::vector<BoundRule> &boundRules()
{
    static const std::vector<BoundRule> all = [] {
        std::vector<BoundRule> made;
        for (const auto table : ruleTables()) {
            for (const Rule &rule : table) {
                if (const auto *requirement = Catalogue::instance().find(rule.id))
                    made.push_back(bind(rule, *requirement));
            }
        }
        std::set<const Requirement *> ofMessages;
        for (const BoundRule &bound : made) {
            if (bound.rule->on != On::Invalid)
                ofMessages.insert(bound.requirement);
        }
        MemberNumbers numbers;
        for (BoundRule &bound : made) {
            bound.isOnlyOnInvalid = !ofMessages.contains(bound.requirement);
            bindNeeds(bound, numbers);
            bound.number = static_cast<std::size_t>(&bound - made.data());
        }
        return made;
    }();
    return all;
}

bool BoundRule::appliesTo(const Context &context) const
{
    const Connection &connection = context.connection;
    const bool isElsewhere =
        rule->over == Over::StreamableHttp && (!connection.isHttp || connection.hasEndpoint);
    if (isElsewhere)
        return false;
    if (context.isNegotiated)
        return true;
    // An older server that receives a request of the modern era does not know its rules. The client
    // does, and some of the rules are not new.
    if (context.isModern() && isAboutLogin)
        return requirement->party == Party::Client
            || requirement->revisions.has(Revision::R20251125);
    return context.isModern() ? isAboutFraming : holdsAlways;
}

bool BoundRule::finds(const Context &context, LackedMembers &lacked) const
{
    const json::Value of = part == Part::Result ? context.result()
        : part == Part::Params                  ? context.params()
                                                : context.root();
    if (contains(of, path))
        return true;
    if (firstMember != 0 && !of[path.front().member])
        lacked.add(firstMember);
    return false;
}

const Dispatch::Rules &Dispatch::rules(
    On on, rpc::Channel channel, Revision revision, std::uint32_t method)
{
    const auto kind = (static_cast<std::size_t>(on) * kChannels + static_cast<std::size_t>(channel))
            * kRevisions.size()
        + static_cast<std::size_t>(revision);
    auto &byMethod = m_rules[kind];
    if (byMethod.size() <= method)
        byMethod.resize(std::size_t(method) + 1);
    const Rules *&rules = byMethod[method];
    if (rules)
        return *rules;
    const std::string name = m_store.string(method).toStdString();
    if (namedMethods().contains(name))
        return *(rules = make(on, channel, revision, name));
    if (!m_others[kind])
        m_others[kind] = make(on, channel, revision, {});
    return *(rules = m_others[kind]);
}

const Dispatch::Rules *Dispatch::make(
    On on, rpc::Channel channel, Revision revision, std::string_view name)
{
    Rules rules;
    for (const BoundRule &bound : boundRules()) {
        const Rule &rule = *bound.rule;
        if (rule.on == on && (rule.method.empty() || rule.method == name)
            && bound.requirement->revisions.has(revision)
            && isDutyOf(bound.requirement->party, channel))
            rules.push_back(&bound);
    }
    return &m_made.emplace_back(std::move(rules));
}

} // namespace sonde::findings
