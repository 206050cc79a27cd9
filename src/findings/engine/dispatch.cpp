// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/dispatch.h"

#include "findings/catalogue/catalogue.h"
#include "findings/engine/ruletables.h"

#include <algorithm>
#include <set>

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

// Whether the value has the member: see Rule::needs.
bool contains(const json::Value &value, std::string_view path)
{
    if (path.empty() || !value)
        return bool(value);
    const auto slash = std::min(path.find('/'), path.size());
    const std::string_view step = path.substr(0, slash);
    const std::string_view rest = path.substr(std::min(slash + 1, path.size()));
    const bool needsItem = slash + 1 == path.size();
    if (const auto equals = path.find('='); equals < slash)
        return value[path.substr(0, equals)].equals(path.substr(equals + 1));
    if (step == "*")
        return std::any_of(value.begin(), value.end(),
            [rest](const json::Value &each) { return contains(each, rest); });
    return needsItem ? value[step].count() > 0 : contains(value[step], rest);
}

BoundRule bind(const Rule &rule, const Requirement &requirement)
{
    const auto area = requirement.area();
    BoundRule bound{&rule, &requirement};
    bound.isAboutFraming = area == "jsonrpc" || area == "stdio";
    bound.isAboutLogin = area == "auth" || area == "ext-cc" || area == "ext-dpop"
        || area == "ext-ema" || area == "ext-wif";
    bound.holdsAlways =
        bound.isAboutFraming || bound.isAboutLogin || area == "lifecycle" || area == "http";
    return bound;
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
        for (BoundRule &bound : made)
            bound.isOnlyOnInvalid = !ofMessages.contains(bound.requirement);
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

// See Rule::needs.
bool BoundRule::hasWhatItNeeds(const Context &context) const
{
    constexpr std::string_view kResult = "result/";
    if (rule->needs.empty())
        return true;
    const bool isOfResult = rule->needs.starts_with(kResult);
    return isOfResult ? contains(context.result(), rule->needs.substr(kResult.size()))
                      : contains(context.root(), rule->needs);
}

const Dispatch::Rules &Dispatch::rules(
    On on, rpc::Channel channel, Revision revision, std::uint32_t method)
{
    const auto kind = static_cast<std::size_t>(on) * kChannels + static_cast<std::size_t>(channel);
    auto &byMethod = m_rules[kind * kRevisions.size() + static_cast<std::size_t>(revision)];
    if (byMethod.size() <= method)
        byMethod.resize(std::size_t(method) + 1);
    auto &rules = byMethod[method];
    if (!rules)
        rules = make(on, channel, revision, method);
    return *rules;
}

std::unique_ptr<Dispatch::Rules> Dispatch::make(
    On on, rpc::Channel channel, Revision revision, std::uint32_t method) const
{
    auto rules = std::make_unique<Rules>();
    const std::string name = m_store.string(method).toStdString();
    for (const BoundRule &bound : boundRules()) {
        const Rule &rule = *bound.rule;
        if (rule.on == on && (rule.method.empty() || rule.method == name)
            && bound.requirement->revisions.has(revision)
            && isDutyOf(bound.requirement->party, channel))
            rules->push_back(&bound);
    }
    return rules;
}

} // namespace sonde::findings
