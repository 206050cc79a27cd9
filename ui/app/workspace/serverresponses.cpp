// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/workspace/serverresponses.h"

#include "app/workspace/apptext.h"
#include "config/offers.h"
#include "mcp/client/serverrequesthandler.h"
#include "review/responserule.h"

#include <utility>
#include <vector>

namespace sonde::app {

namespace {

constexpr qsizetype kMaxRuleProblems = 3; // that are shown at once

} // namespace

// The requests of one server, into the queue of all.
class ServerResponses::Entrance : public mcp::ServerRequestHandler {
public:
    Entrance(QString server, review::ServerRequestQueue &queue, std::function<void()> update)
        : m_server(std::move(server))
        , m_queue(queue)
        , m_update(std::move(update))
    {
    }

    void handleRequest(const mcp::ServerRequest &request) override
    {
        m_update();
        m_queue.receive(m_server, request);
    }
    void withdrawRequest(const rpc::Id &id, const QString &why) override
    {
        m_queue.withdraw(m_server, id, why);
    }
    bool takesInput() const override { return true; }
    void handleInput(const mcp::InputRound &round) override { m_queue.receive(m_server, round); }
    void withdrawInput(const mcp::InputRound &round, const QString &why) override
    {
        m_queue.withdraw(round, why);
    }

private:
    const QString m_server;
    review::ServerRequestQueue &m_queue;
    const std::function<void()> m_update;
};

ServerResponses::ServerResponses() = default;
ServerResponses::~ServerResponses() = default;

// The window declares these capabilities because the user can review the requests.
void ServerResponses::connectTo(
    const config::Profile &profile, mcp::ClientConfig &config, const std::function<void()> &update)
{
    config.capabilities = config::capabilitiesOf(profile.offers);
    // An earlier client of the server may still have its entrance: it is kept.
    std::unique_ptr<Entrance> &entrance = m_entrances[profile.name];
    if (!entrance)
        entrance = std::make_unique<Entrance>(profile.name, m_queue, update);
    config.serverRequests = entrance.get();
}

void ServerResponses::setStanding(const config::Profile &profile, const mcp::Client &client)
{
    const bool ready = client.state() == mcp::ClientState::Ready;
    m_queue.setStanding(profile.name,
        {ready ? client.negotiated().revision : QString(),
            std::make_shared<const json::Document>(
                json::Document::parse(client.config().capabilities)),
            Bytes::copyOf(config::rootsResult(profile.offers.folders)),
            profile.offers.respondToRoots});
    std::vector<review::ResponseRule> rules;
    if (profile.offers.respondByRules) {
        const json::Document kept = json::Document::parse(profile.offers.rules);
        // The file was edited by hand: an invalid rule never responds.
        rules = review::rulesFromJson(kept.root()).rules;
    }
    m_rules.setRules(profile.name, std::move(rules));
    if (!ready)
        lose(profile.name);
}

void ServerResponses::lose(const QString &name)
{
    m_queue.lose(name, Text::tr("The connection was closed."));
}

QString ServerResponses::problemOfRules(const config::Profile &profile)
{
    if (!profile.offers.respondByRules || profile.offers.rules.empty())
        return {};
    const auto read = review::rulesFromJson(json::Document::parse(profile.offers.rules).root());
    if (read.problems.empty())
        return {};
    QStringList sentences;
    for (const review::RuleProblem &problem : read.problems) {
        if (sentences.size() == kMaxRuleProblems)
            break;
        sentences << problem.sentence;
    }
    const QString what = sentences.join(QStringLiteral("; "));
    return read.rules.empty()
        ? Text::tr(
            "%1: the response rules in servers.json are invalid and are ignored: %2. Fix them in "
            "the server settings.")
              .arg(profile.name, what)
        : Text::tr(
            "%1: a response rule in servers.json is invalid: %2. It is skipped, and the other "
            "rules respond. Fix it in the server settings.")
              .arg(profile.name, what);
}

// 2025-11-25 client/roots#root-list-changes; the stateless era has no such notification.
void ServerResponses::announceRoots(const config::Profile &profile, mcp::Client &client)
{
    if (client.state() == mcp::ClientState::Ready && client.negotiated().era == mcp::Era::Legacy
        && profile.offers.roots && profile.offers.rootsChanged)
        client.notify(QStringLiteral("notifications/roots/list_changed"), {});
}

} // namespace sonde::app
