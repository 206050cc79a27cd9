// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/fanout/fanconnection.h"

#include "cli/server/callwatch.h"

namespace sonde::cli {

FanConnection::FanConnection(const FanColumn &column, const Bytes &payload,
    rpc::TrafficSink *traffic, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(column.options)
    , m_payload(payload)
    , m_traffic(traffic)
    , m_err(err)
{
    m_result.title = column.title;
}

FanConnection::~FanConnection() = default;

QString FanConnection::methodOf(const Options &options)
{
    switch (options.fanOut.request) {
    case Command::ToolsCall:
        return QStringLiteral("tools/call");
    case Command::ResourcesRead:
        return QStringLiteral("resources/read");
    case Command::PromptsGet:
        return QStringLiteral("prompts/get");
    default:
        return options.name; // of request METHOD
    }
}

void FanConnection::start()
{
    if (!setup::ProfileSecrets::missing(m_options.server))
        return connectTo();
    m_secrets = std::make_unique<ServerSecrets>(m_options.server, m_err);
    connect(m_secrets.get(), &ServerSecrets::finished, this,
        [this](int exitCode) { exitCode == kFine ? connectTo() : end(exitCode); });
    m_secrets->start();
}

void FanConnection::connectTo()
{
    m_link = std::make_unique<ServerLink>(m_options, &m_traffic, m_err);
    connect(m_link.get(), &ServerLink::ready, this, &FanConnection::prepare);
    connect(m_link.get(), &ServerLink::closing, this, &FanConnection::close);
    connect(m_link.get(), &ServerLink::finished, this, &FanConnection::end);
    m_link->start();
}

// The list has the output schema, by which the result is judged; and over HTTP it says which
// arguments are headers as well (2026-07-28 server/tools, "x-mcp-header"). The call goes on without
// a list that the server refuses.
void FanConnection::prepare()
{
    const mcp::Negotiated &negotiated = m_link->client().negotiated();
    m_result.outcome = fanout::FanResult::Outcome::NoResponse;
    m_result.serverName = negotiated.serverName;
    m_result.serverVersion = negotiated.serverVersion;
    m_result.revision = negotiated.revision;
    if (m_options.fanOut.request != Command::ToolsCall)
        return send();
    m_request = m_link->client().list({QStringLiteral("tools/list"), QStringLiteral("tools")},
        CallWatch::timeouts(m_options), this, [this](const mcp::Listing &) {
            if (m_link->isReady())
                send();
        });
}

void FanConnection::send()
{
    mcp::Client &client = m_link->client();
    const mcp::CallOptions call = CallWatch::timeouts(m_options);
    const auto done = [this](const Result<mcp::Response> &response) { receive(response); };
    m_request = m_options.fanOut.request == Command::ToolsCall
        ? client.callTool(m_options.name, m_payload, call, this, done)
        : client.request(methodOf(m_options), m_payload, call, this, done);
}

void FanConnection::receive(const Result<mcp::Response> &response)
{
    if (m_isOver)
        return;
    m_isOver = true;
    m_result.adopt(response);
    if (!response && response.error().domain != Domain::Server)
        return m_link->fail(response.error());
    m_link->end(m_result.hasResponse() ? kFine : kNoResponse);
}

void FanConnection::close()
{
    if (m_isOver)
        return;
    m_isOver = true;
    if (m_link->client().state() == mcp::ClientState::Failed)
        m_result.sentence = m_link->client().failure().sentence;
}

void FanConnection::end(int exitCode)
{
    m_isOver = true;
    m_result.streams = m_traffic.streams();
    Q_EMIT finished(exitCode);
}

void FanConnection::interrupt(int signal)
{
    if (!m_link)
        return end(kSignalBase + signal);
    if (m_signal != 0 || m_link->isEnding())
        return m_link->abandon(kSignalBase + signal);
    m_signal = signal;
    m_link->end(kSignalBase + signal);
}

} // namespace sonde::cli
