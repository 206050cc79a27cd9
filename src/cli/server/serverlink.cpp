// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/serverlink.h"

#include "cli/output/clitr.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "cli/server/responses.h"
#include "cli/server/serveraccess.h"
#include "setup/clientconfig.h"

namespace sonde::cli {

namespace {

// A server that does not end when its input does gets a signal soon: somebody waits for the
// prompt, and the result is printed already.
constexpr std::chrono::milliseconds kPatience{500};
// Whether it ends is judged there, and a busy machine is no fault of the server.
constexpr std::chrono::seconds kPatienceOfCheck{5};

mcp::ClientConfig clientConfig(const Options &options, const KnownServer &known,
    rpc::TrafficSink *traffic, ServerAccess *access, Responses *responses,
    const ServerLink::Adjust &adjust)
{
    mcp::ClientConfig config = setup::clientConfig(options.server);
    if (wire::Launch *const launch = config.endpoint.launch()) {
        config.name = options.server.program;
        launch->patience = options.command == Command::Check ? kPatienceOfCheck : kPatience;
        launch->hostEnvironment = options.cleanEnvironment;
    }
    if (wire::HttpTarget *const target = config.endpoint.target()) {
        config.name = target->url.host();
        target->connectTimeout = options.timeout.value_or(target->connectTimeout);
    }
    if (options.timeout)
        config.timeouts.handshake = config.timeouts.fetch = *options.timeout;
    if (options.cache && !options.probe)
        config.known = known.find();
    config.traffic = traffic;
    if (access)
        config.authorizer = &access->authorizer();
    config.capabilities = capabilitiesOf(options.responses);
    if (responses)
        responses->declare(config);
    if (adjust)
        adjust(config);
    return config;
}

} // namespace

bool isOfKeeper(const Options &options, const Error &error)
{
    return !options.heldName.isEmpty() && error.domain == Domain::Server
        && (error.code == kParkedCode || error.code == kLostCode || error.code == kFullCode);
}

int exitCodeOfKeeper(int code)
{
    return code == kParkedCode ? kNoResponse : kCannotConnect;
}

ServerLink::ServerLink(const Options &options, rpc::TrafficSink *traffic, Output &err,
    QObject *parent, const Adjust &adjust)
    : QObject(parent)
    , m_options(options)
    , m_err(err)
    , m_known(m_options.server)
    , m_access(ServerAccess::isRequested(options)
              ? std::make_unique<ServerAccess>(options, traffic, false)
              : nullptr)
    , m_responses(
          options.responses.any() ? std::make_unique<Responses>(options.responses, err) : nullptr)
    , m_client(clientConfig(options, m_known, traffic, m_access.get(), m_responses.get(), adjust))
    , m_report(m_options, m_client, m_err, m_access.get())
{
    if (m_options.cache)
        connect(&m_client, &mcp::Client::revisionDetected, this,
            [this](const mcp::DetectedRevision &detected) { m_known.remember(detected); });
    connect(&m_client, &mcp::Client::stateChanged, this, &ServerLink::clientChanged);
    connect(&m_client, &mcp::Client::stepsChanged, this, &ServerLink::reportWaiting);
    connect(&m_client, &mcp::Client::notificationRefused, this, [this](const Error &error) {
        if (!m_wasReady || m_options.command != Command::Notify) // whose failure it is
            m_err.note(harmlessLine(error.sentence));
    });
}

ServerLink::~ServerLink() = default;

void ServerLink::start()
{
    m_client.start();
}

void ServerLink::abandon(int exitCode)
{
    m_finished = true;
    Q_EMIT finished(exitCode);
}

// What a start waits for, once: a server that is downloaded first.
void ServerLink::reportWaiting()
{
    for (const mcp::StartStep &step : m_client.steps()) {
        if (step.status != mcp::StartStep::Status::Running || step.detail.isEmpty()
            || step.detail == m_waitingFor)
            continue;
        m_waitingFor = step.detail;
        m_err.note(Text::tr("%1 …", "a step that is running").arg(m_waitingFor));
    }
}

void ServerLink::clientChanged()
{
    switch (m_client.state()) {
    case mcp::ClientState::Starting:
    case mcp::ClientState::Stopping:
        return;
    case mcp::ClientState::Ready:
        m_wasReady = true;
        if (m_responses)
            m_responses->setRevision(m_client.negotiated().revision);
        if (!m_exitCode)
            Q_EMIT ready();
        return;
    case mcp::ClientState::Failed:
        if (!m_exitCode) {
            reportFailure();
            m_exitCode = m_client.failure().domain == Domain::Authorization ? kAuthorization
                                                                            : kCannotConnect;
            Q_EMIT closing();
        }
        break;
    case mcp::ClientState::Stopped:
        break;
    }
    if (m_responses)
        m_responses->lose(Text::tr("The connection was closed."));
    if (m_finished)
        return;
    m_finished = true;
    if (m_wasReady)
        m_report.discardedInput();
    m_known.save(); // only now, when the result is printed
    const int code = m_exitCode.value_or(kCannotConnect);
    // A token that was got on the way: the one before it may be worth nothing any more (OAuth 2.1
    // section 4.3.1, rotation).
    if (m_access && m_access->cache().isWriting())
        connect(
            &m_access->cache(), &auth::CredentialCache::written, this,
            [this, code] { Q_EMIT finished(code); }, Qt::SingleShotConnection);
    else
        Q_EMIT finished(code);
}

void ServerLink::reportFailure()
{
    const Error &failure = m_client.failure();
    if (isOfKeeper(m_options, failure)) // neither the server nor its start is at fault
        return m_err.complain(harmlessLine(failure.sentence));
    if (m_wasReady) // and then the request's response brings the same news
        m_err.complain(failure.sentence);
    else
        m_report.failedStart();
    m_report.lostServer();
}

void ServerLink::fail(const Error &error)
{
    if (isOfKeeper(m_options, error)) {
        m_err.complain(harmlessLine(error.sentence));
        return end(exitCodeOfKeeper(error.code));
    }
    m_report.error(error);
    end(exitCodeOf(error.domain));
}

void ServerLink::failAfterEnd(const Error &error)
{
    m_exitCode.reset();
    fail(error);
}

void ServerLink::end(int exitCode)
{
    // What the server made of it follows from the response that was missing.
    const bool isConsequence =
        exitCode == kFine || exitCode == kToolError || exitCode == kServerError;
    if (isConsequence && m_responses && m_responses->hasFailed())
        exitCode = kNoResponse;
    if (!m_exitCode)
        m_exitCode = exitCode;
    Q_EMIT closing();
    const auto over = [this] {
        return m_client.state() == mcp::ClientState::Failed
            || m_client.state() == mcp::ClientState::Stopped;
    };
    if (!over())
        m_client.stop();
    if (over())
        clientChanged();
}

} // namespace sonde::cli
