// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/connection/observation.h"

#include "mcp/message/methods.h"

#include <QStringBuilder>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace sonde::session {

using models::CatalogKind;

namespace {

constexpr qsizetype kMaxHostText = 200; // characters
// 2026-07-28 basic: what a handshake said before is part of every request.
constexpr std::string_view kProtocolVersion = "io.modelcontextprotocol/protocolVersion";
constexpr std::string_view kClientInfo = "io.modelcontextprotocol/clientInfo";
constexpr std::string_view kClientCapabilities = "io.modelcontextprotocol/clientCapabilities";

struct ListMethod {
    std::string_view method;
    const char *member;
    CatalogKind kind;
};
constexpr ListMethod kListMethods[] = {
    {"tools/list", "tools", CatalogKind::Tool},
    {"resources/list", "resources", CatalogKind::Resource},
    {"resources/templates/list", "resourceTemplates", CatalogKind::Template},
    {"prompts/list", "prompts", CatalogKind::Prompt},
};

const ListMethod *listMethod(std::string_view method)
{
    const auto *const found = std::find_if(std::begin(kListMethods), std::end(kListMethods),
        [method](const ListMethod &one) { return one.method == method; });
    return found == std::end(kListMethods) ? nullptr : found;
}

bool isOfInterest(std::string_view method)
{
    return method == "initialize" || method == "server/discover" || method == "tools/call"
        || method.starts_with("tasks/") || listMethod(method);
}

rpc::Channel opposite(rpc::Channel channel)
{
    return channel == rpc::Channel::Sent ? rpc::Channel::Received : rpc::Channel::Sent;
}

} // namespace

QString Observation::Ends::transport() const
{
    return isHttp() ? tr("HTTP") : tr("stdio");
}

QString Observation::Ends::addresses() const
{
    return address.isEmpty() ? tr("%1, PID %2 → %3").arg(program).arg(host).arg(url)
                             : QString(address % QStringLiteral(" → ") % url);
}

Observation::Observation(QObject *parent)
    : QObject(parent)
{
}

void Observation::begin(Ends ends)
{
    m_ends = std::move(ends);
    m_ended = {};
    m_hostName.clear();
    m_hostVersion.clear();
    m_negotiated = {};
    m_asked.clear();
    m_order.clear();
    m_lists = {};
    m_tasks.clear();
    Q_EMIT changed();
}

void Observation::end(const QDateTime &at)
{
    m_ended = at;
    Q_EMIT changed();
}

const mcp::Listing &Observation::list(CatalogKind kind) const
{
    static const mcp::Listing none;
    const auto &cursor = m_lists.at(static_cast<std::size_t>(kind));
    return cursor ? cursor->listing : none;
}

void Observation::take(rpc::Channel channel, const rpc::Message &message, int client)
{
    switch (message.kind) {
    case rpc::Kind::Request:
        ask({client, channel, message.id}, message);
        break;
    case rpc::Kind::Response:
        takeResponse({client, opposite(channel), message.id}, message);
        break;
    case rpc::Kind::ErrorResponse:
        m_asked.erase({client, opposite(channel), message.id});
        break;
    case rpc::Kind::Notification:
        if (message.method == "notifications/tasks/status"
            || message.method == "notifications/tasks")
            learnTask(message.params(), {});
        break;
    default:
        break;
    }
}

void Observation::ask(const Key &key, const rpc::Message &request)
{
    if (std::get<rpc::Channel>(key) == rpc::Channel::Sent)
        learnFromMeta(request);
    const std::string method(request.method.view());
    if (!isOfInterest(method))
        return;
    while (m_asked.size() >= kMaxAsked && !m_order.empty()) {
        m_asked.erase(m_order.front());
        m_order.pop_front();
    }
    m_asked[key] = {method, std::make_shared<const rpc::Message>(request)};
    m_order.push_back(key);
    if (m_order.size() > 2 * kMaxAsked)
        std::erase_if(m_order, [this](const Key &one) { return !m_asked.contains(one); });
}

// `key` is that of the request.
void Observation::takeResponse(const Key &key, const rpc::Message &response)
{
    const bool fromHost = std::get<rpc::Channel>(key) == rpc::Channel::Sent;
    const auto found = m_asked.find(key);
    if (found == m_asked.end())
        return;
    const Asked asked = std::move(found->second);
    m_asked.erase(found);
    if (asked.method == "initialize" || asked.method == "server/discover") {
        if (fromHost)
            open(*asked.request, response);
    } else if (asked.method == "tools/call") {
        if (mcp::isTaskCreated(response.result()))
            learnTask(response.result(), asked.request->params()["name"].toString());
    } else if (asked.method.starts_with("tasks/")) {
        learnTask(response.result(), {});
    } else if (fromHost) {
        list(asked, response);
    }
}

void Observation::open(const rpc::Message &request, const rpc::Message &response)
{
    m_negotiated.response = response;
    if (request.method == "initialize") {
        const json::Value params = request.params();
        setHost(params["clientInfo"]);
        m_negotiated.era = mcp::Era::Legacy;
        m_negotiated.revision = response.result()["protocolVersion"].toString().left(kMaxHostText);
        m_negotiated.clientCapabilities = json::Document::parse(params["capabilities"].raw());
        const QString wanted = params["protocolVersion"].toString().left(kMaxHostText);
        m_negotiated.detection = wanted == m_negotiated.revision
            ? tr("The host requested this revision in initialize.")
            : tr("The host requested %1, and the server responded with %2.")
                  .arg(wanted, m_negotiated.revision);
    }
    const json::Value info = m_negotiated.serverInfo();
    m_negotiated.serverName = info["name"].toString();
    m_negotiated.serverTitle = info["title"].toString();
    m_negotiated.serverVersion = info["version"].toString();
    m_negotiated.instructions = response.result()["instructions"].toString();
    Q_EMIT changed();
}

void Observation::learnFromMeta(const rpc::Message &request)
{
    const json::Value meta = request.params()["_meta"];
    const json::Value version = meta[kProtocolVersion];
    if (!version.exists() || !m_negotiated.revision.isEmpty())
        return;
    setHost(meta[kClientInfo]);
    m_negotiated.era = mcp::Era::Modern;
    m_negotiated.revision = version.toString().left(kMaxHostText);
    m_negotiated.clientCapabilities = json::Document::parse(meta[kClientCapabilities].raw());
    m_negotiated.detection = tr("The requests of the host name this revision.");
    Q_EMIT changed();
}

void Observation::setHost(const json::Value &info)
{
    const QString title = info["title"].toString().left(kMaxHostText);
    m_hostName = title.isEmpty() ? info["name"].toString().left(kMaxHostText) : title;
    m_hostVersion = info["version"].toString().left(kMaxHostText);
}

// The first page begins the list anew; the host may load it again at any time.
void Observation::list(const Asked &asked, const rpc::Message &response)
{
    const ListMethod *const method = listMethod(asked.method);
    auto &cursor = m_lists.at(static_cast<std::size_t>(method->kind));
    if (!cursor || !asked.request->params()["cursor"].exists())
        cursor = std::make_unique<mcp::ListCursor>(method->member);
    mcp::Response page;
    page.message = response;
    cursor->advance(page);
    Q_EMIT changed();
}

void Observation::learnTask(const json::Value &holder, const QString &target)
{
    std::optional<mcp::TaskFacts> facts = mcp::taskOf(holder);
    if (!facts)
        return;
    const auto found = std::find_if(m_tasks.begin(), m_tasks.end(),
        [&](const Task &task) { return task.facts.id == facts->id; });
    if (found == m_tasks.end()) {
        if (m_tasks.size() >= kMaxTasks)
            m_tasks.pop_front();
        m_tasks.push_back({std::move(*facts), target});
    } else {
        found->facts = std::move(*facts);
    }
    Q_EMIT changed();
}

} // namespace sonde::session
