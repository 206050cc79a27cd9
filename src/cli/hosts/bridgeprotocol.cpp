// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/hosts/bridgeprotocol.h"

#include "mcp/message/dialect.h"

namespace sonde::cli {

namespace {

constexpr std::size_t kMaxPendingLists = 1000;
// 2026-07-28 basic: every request carries the revision that it is written in.
constexpr std::string_view kVersionMeta = "io.modelcontextprotocol/protocolVersion";

wire::Outgoing::Kind outgoingKind(rpc::Kind kind)
{
    return kind == rpc::Kind::Request     ? wire::Outgoing::Kind::Request
        : kind == rpc::Kind::Notification ? wire::Outgoing::Kind::Notification
                                          : wire::Outgoing::Kind::Response;
}

} // namespace

BridgeProtocol::Step BridgeProtocol::fromHost(const rpc::Message &message)
{
    Step step;
    if (message.kind == rpc::Kind::Invalid)
        return step;
    step.message.emplace();
    step.message->message = message.bytes();
    step.message->kind = outgoingKind(message.kind);
    if (message.kind == rpc::Kind::Request)
        addRequest(message, step);
    else if (message.kind == rpc::Kind::Notification)
        addNotification(message, step);
    return step;
}

void BridgeProtocol::addRequest(const rpc::Message &message, Step &step)
{
    step.message->id = message.id;
    if (message.method == "tools/list" && m_lists.size() < kMaxPendingLists)
        m_lists.insert(message.id);
    if (message.method == "initialize") {
        m_initialize = message.id;
        m_isModern = false;
        step.before = wire::HttpProtocol{};
        return;
    }
    const json::Value version = message.params()["_meta"][kVersionMeta];
    if (!version.isString())
        return;
    const QString revision = version.toString();
    const QByteArray name = revision.toUtf8();
    if (!m_isModern || m_version != name)
        step.before = wire::HttpProtocol{true, name, true};
    m_isModern = true;
    m_version = name;
    step.message->headers = mcp::Dialect::make(mcp::Era::Modern, revision)
                                ->headers(message.method, message.params().raw(), m_tools);
}

void BridgeProtocol::addNotification(const rpc::Message &message, Step &step)
{
    if (message.method == "notifications/initialized") {
        step.after = wire::HttpProtocol{false, m_version, true};
    } else if (m_isModern && message.method == "notifications/cancelled") {
        // 2026-07-28 basic/transports: over HTTP a request is cancelled by closing its stream.
        step.abandoned = rpc::Id(message.params()["requestId"].raw());
        step.message.reset();
    }
}

std::optional<wire::HttpProtocol> BridgeProtocol::fromServer(const rpc::Message &message)
{
    if (message.kind != rpc::Kind::Response)
        return std::nullopt;
    if (m_lists.erase(message.id) > 0)
        m_tools.store(message.result());
    if (m_initialize.empty() || message.id != m_initialize)
        return std::nullopt;
    m_initialize.clear();
    m_version = message.result()["protocolVersion"].toString().toUtf8();
    return wire::HttpProtocol{false, m_version, false};
}

} // namespace sonde::cli
