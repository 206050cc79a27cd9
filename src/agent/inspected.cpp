// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/inspected.h"

#include "setup/clientconfig.h"
#include "json/builder.h"

namespace sonde::agent {

namespace {

constexpr std::string_view kDeclined = R"({"action":"decline"})";
constexpr std::string_view kNoRoots = R"({"roots":[]})";
constexpr int kUserRejected = -1; // 2025-11-25 client/sampling#error-handling
// A server that does not end when its input does gets a signal soon.
constexpr std::chrono::milliseconds kPatience{500};

// JSON of the response to a server request; empty: it is refused.
std::string_view responseTo(std::string_view method)
{
    if (method == "elicitation/create")
        return kDeclined;
    return method == "roots/list" ? kNoRoots : std::string_view();
}

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
    config.serverRequests = this;
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

void Inspected::note(std::string method, std::string response)
{
    if (m_declined.size() < kMaxDeclined)
        m_declined.push_back({std::move(method), std::move(response)});
}

void Inspected::handleRequest(const mcp::ServerRequest &request)
{
    const std::string method(std::string_view(request.message().method));
    const std::string_view response = responseTo(method);
    if (!response.empty())
        request.respond(Bytes::copyOf(response));
    else if (method == "sampling/createMessage")
        request.refuse(kUserRejected, QStringLiteral("User rejected sampling request"));
    else
        request.refuse(rpc::kMethodNotFound, QStringLiteral("Method not found"));
    note(method, response.empty() ? "refused" : std::string(response));
}

void Inspected::handleInput(const mcp::InputRound &round)
{
    json::Builder responses;
    responses.beginObject();
    bool isWhole = true;
    for (const mcp::InputRequest &question : round.questions()) {
        const std::string method = question.request["method"].text();
        const std::string_view response = responseTo(method);
        note(method, response.empty() ? "refused" : std::string(response));
        isWhole = isWhole && !response.empty();
        if (!response.empty())
            responses.rawMember(question.key, response);
    }
    responses.endObject();
    // Then the caller gets what asks for the input.
    if (round.facts().kind == mcp::InputRound::Kind::Urls || !isWhole
        || !round.goOn(responses.take()))
        round.stop();
}

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
