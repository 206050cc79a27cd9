// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/replay/replayconnection.h"

#include "cli/output/clitr.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "cli/server/callwatch.h"

namespace sonde::cli {

namespace {

constexpr std::chrono::milliseconds kPatience{5000};

} // namespace

ReplayConnection::ReplayConnection(const Options &options, const ReplayLine &line,
    rpc::TrafficSink *traffic, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_line(line)
    , m_err(err)
    , m_responses(line.script)
    , m_link(options, traffic, err, nullptr, [this](mcp::ClientConfig &config) {
        config.capabilities = replay::recordedCapabilities(m_line.script);
        config.serverRequests = this;
    })
{
    connect(&m_link, &ServerLink::ready, this, &ReplayConnection::replay);
    connect(&m_link, &ServerLink::closing, this, &ReplayConnection::close);
    connect(&m_link, &ServerLink::finished, this, &ReplayConnection::finished);
}

ReplayConnection::~ReplayConnection() = default;

void ReplayConnection::start()
{
    m_link.start();
}

void ReplayConnection::replay()
{
    m_wasConnected = true;
    const QString recorded = replay::recordedRevision(m_line.script);
    const QString revision = m_link.client().negotiated().revision;
    if (!recorded.isEmpty() && recorded != revision)
        m_err.note(
            Text::tr("The recording is of revision %1, and the server was connected with revision "
                     "%2. Use --revision %1 to compare both in one revision.")
                .arg(harmlessLine(recorded.left(100)), revision));
    m_run = std::make_unique<replay::ReplayRun>(m_line.script,
        replay::ReplayPlan(m_line.script, m_line.chosen), m_link.client(),
        CallWatch::timeouts(m_options), m_options.timeout.value_or(kPatience));
    connect(m_run.get(), &replay::ReplayRun::finished, this, [this] { m_link.end(kFine); });
    m_run->start();
}

void ReplayConnection::close()
{
    if (!m_run)
        return;
    m_run->abandon(Text::tr("The connection ended before the request was sent or had a response."));
    m_outcomes = m_run->outcomes();
    m_run.release()->deleteLater(); // it may be on the stack
}

void ReplayConnection::handleRequest(const mcp::ServerRequest &request)
{
    const replay::RecordedResponses::Response response = m_responses.responseTo(request.message());
    if (!response.note.isEmpty())
        m_err.note(harmlessLine(response.note));
    if (response.result.isEmpty())
        request.refuse(response.error);
    else
        request.respond(response.result);
}

void ReplayConnection::interrupt(int signal)
{
    if (m_signal != 0 || m_link.isEnding())
        return m_link.abandon(kSignalBase + signal);
    m_signal = signal;
    m_link.end(kSignalBase + signal);
}

} // namespace sonde::cli
