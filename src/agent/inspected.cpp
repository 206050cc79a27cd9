// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/inspected.h"

#include "setup/clientconfig.h"

namespace sonde::agent {

namespace {

// A server that does not end when its input does gets a signal soon.
constexpr std::chrono::milliseconds kPatience{500};

bool mayDestroy(const json::Value &annotations)
{
    // 2025-11-25 schema, ToolAnnotations: destructiveHint is true by default, and says nothing for
    // a tool that only reads.
    if (annotations["readOnlyHint"].toBool().value_or(false))
        return false;
    return annotations["destructiveHint"].toBool().value_or(true);
}

} // namespace

Inspected::Inspected(QString handle, const config::Profile &server,
    std::shared_ptr<wire::Authorizer> authorizer, std::optional<mcp::DetectedRevision> known,
    rpc::TrafficSink *traffic)
    : m_handle(std::move(handle))
    , m_profile(server)
    , m_authorizer(std::move(authorizer))
{
    mcp::ClientConfig config = setup::clientConfig(server);
    config.name = server.name + QStringLiteral(" (%1)").arg(m_handle);
    if (wire::Launch *const launch = config.endpoint.launch())
        launch->patience = kPatience;
    config.known = std::move(known);
    config.traffic = traffic;
    config.authorizer = m_authorizer.get();
    config.capabilities = R"({"roots":{},"sampling":{},"elicitation":{}})";
    config.serverRequests = &m_requests;
    m_client = std::make_unique<mcp::Client>(std::move(config));
    connect(m_client.get(), &mcp::Client::stateChanged, this, [this] {
        const mcp::ClientState state = m_client->state();
        if (state != mcp::ClientState::Starting && state != mcp::ClientState::Stopping)
            Q_EMIT settled();
    });
    connect(m_client.get(), &mcp::Client::notificationReceived, this,
        [this](const rpc::Message &message) {
            if (message.method == "notifications/tools/list_changed")
                m_tools.reset();
        });
}

Inspected::~Inspected() = default;

std::optional<bool> Inspected::mayDestroy(const QString &tool) const
{
    if (!m_tools)
        return std::nullopt;
    const auto found = m_tools->find(tool);
    return found == m_tools->end() || found->second;
}

void Inspected::rememberTools(const mcp::Listing &tools)
{
    if (tools.pages == 0)
        return;
    m_tools.emplace();
    for (const mcp::ListItem &item : tools.items)
        (*m_tools)[item.value()["name"].toString()] =
            agent::mayDestroy(item.value()["annotations"]);
}

} // namespace sonde::agent
