// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "findings/engine/dispatch.h"

#include "findings/catalogue/catalogue.h"
#include "findings/rules/ruletables.h"

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

bool BoundRule::hasWhatItNeeds(const Context &context) const
{
    if (rule->needs.empty())
        return true;
    std::string_view rest = rule->needs;
    const bool isOfResult = rest.starts_with("result/");
    json::Value value = isOfResult ? context.result() : context.root();
    rest.remove_prefix(isOfResult ? std::string_view("result/").size() : 0);
    while (!rest.empty()) {
        const auto slash = std::min(rest.find('/'), rest.size());
        value = value[rest.substr(0, slash)];
        rest.remove_prefix(std::min(slash + 1, rest.size()));
    }
    return value && (!rule->needs.ends_with('/') || value.count() > 0);
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
