// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/server/runner.h"

#include "cli/answers/answers.h"
#include "cli/auth/serveraccess.h"
#include "cli/output/output.h"
#include "cli/output/terminaltext.h"
#include "cli/output/text.h"
#include "cli/result/failuretext.h"
#include "cli/server/resourcewatch.h"
#include "mcp/discardedinput.h"
#include "mcp/servererror.h"
#include "setup/clientconfig.h"

namespace sonde::cli {

namespace {

// A server that does not end when its input does gets a signal soon: somebody waits for the
// prompt, and the result is printed already.
constexpr std::chrono::milliseconds kPatience{500};
// A call waits that long for a person who is asked because of it.
constexpr std::chrono::hours kThinking{1};

mcp::ClientConfig clientConfig(const Options &options, const KnownServer &known,
    rpc::TrafficSink *traffic, ServerAccess *access, Answers *answers)
{
    mcp::ClientConfig config = setup::clientConfig(options.server);
    config.name = options.server.http ? config.http->url.host() : options.server.program;
    config.launch.patience = kPatience;
    if (options.timeout) {
        config.handshakeTimeout = *options.timeout;
        if (config.http)
            config.http->connectTimeout = *options.timeout;
    }
    if (options.cache && !options.probe)
        config.known = known.find();
    config.traffic = traffic;
    if (access)
        config.authorizer = &access->authorizer();
    if (answers)
        answers->declare(config);
    return config;
}

int exitCodeOf(Domain domain)
{
    switch (domain) {
    case Domain::Usage:
    case Domain::Json:
    case Domain::Storage:
    case Domain::Config:
        return kUsage;
    case Domain::Server:
        return kServerError;
    case Domain::Timeout:
        return kTimeout;
    case Domain::Authorization:
        return kAuthorization;
    case Domain::Process:
    case Domain::Transport:
    case Domain::Protocol:
    case Domain::Cancelled:
        break;
    }
    return kCannotConnect;
}

QString eraAdvice(config::EraMode era, const Error &failure)
{
    using Mode = config::EraMode;
    if (era == Mode::Auto || !mcp::suggestsOtherEra(failure))
        return {};
    return Text::tr("The era was set with --era %1. Try --era auto or --era %2.\n")
        .arg(era == Mode::Modern ? QStringLiteral("modern") : QStringLiteral("legacy"),
            era == Mode::Modern ? QStringLiteral("legacy") : QStringLiteral("modern"));
}

bool wantsAuthorization(const Error &error)
{
    return error.domain == Domain::Authorization;
}

} // namespace

Runner::Runner(const Options &options, Bytes payload, rpc::TrafficSink *traffic, Output &out,
    Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_payload(std::move(payload))
    , m_out(out)
    , m_err(err)
    , m_known(m_options.server)
    , m_access(ServerAccess::isRequested(options)
              ? std::make_unique<ServerAccess>(options, traffic, false)
              : nullptr)
    , m_answers(options.answers.any() ? std::make_unique<Answers>(options.answers, err) : nullptr)
    , m_client(clientConfig(options, m_known, traffic, m_access.get(), m_answers.get()))
{
    if (m_options.cache)
        connect(&m_client, &mcp::Client::verdictFound, this,
            [this](const mcp::Verdict &verdict) { m_known.take(verdict); });
    connect(&m_client, &mcp::Client::stateChanged, this, &Runner::clientChanged);
}

void Runner::start()
{
    m_client.start();
}

void Runner::interrupt(int signal)
{
    const bool inFlight = m_wasReady && !m_exitCode;
    if (m_signal != 0 || m_exitCode) { // impatient: only the stop is still under way
        m_finished = true;
        Q_EMIT finished(kSignalBase + signal);
        return;
    }
    m_signal = signal;
    if (m_watch) {
        m_watch->stop();
        end(kSignalBase + signal);
    } else if (inFlight)
        m_request.cancel(); // sends notifications/cancelled; the answer is then Cancelled
    else
        end(kSignalBase + signal);
}

void Runner::clientChanged()
{
    switch (m_client.state()) {
    case mcp::ClientState::Starting:
    case mcp::ClientState::Stopping:
        return;
    case mcp::ClientState::Ready:
        m_wasReady = true;
        if (m_answers)
            m_answers->setRevision(m_client.negotiated().revision);
        if (!m_exitCode)
            runCommand();
        return;
    case mcp::ClientState::Failed:
        if (!m_exitCode) {
            if (m_wasReady) // and then the request's answer brings the same news
                m_err.complain(m_client.failure().sentence);
            else
                explainFailedStart();
            explainLostServer();
            m_exitCode = wantsAuthorization(m_client.failure()) ? kAuthorization : kCannotConnect;
        }
        break;
    case mcp::ClientState::Stopped:
        break;
    }
    if (m_answers)
        m_answers->lose(Text::tr("The connection was closed."));
    if (m_finished)
        return;
    m_finished = true;
    reportDiscardedInput();
    m_known.save(); // only now: nobody waits for it
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

Runner::~Runner() = default;

mcp::CallOptions Runner::callOptions() const
{
    mcp::CallOptions options;
    if (m_options.timeout)
        options.idleTimeout = options.totalTimeout = *m_options.timeout;
    else if (m_options.answers.usesTerminal())
        options.idleTimeout = options.totalTimeout = kThinking;
    return options;
}

// Whether an answer comes too late to matter. The answer to cancel() ends an interrupted run.
bool Runner::isOver()
{
    if (m_signal != 0)
        end(kSignalBase + m_signal);
    return m_exitCode.has_value();
}

void Runner::fail(const Error &error)
{
    const QString code = error.domain == Domain::Server ? mcp::errorCodeText(error) : QString();
    if (!code.isEmpty())
        m_err.complain(Text::tr("The server returned error %1: %2").arg(code, error.sentence));
    else
        m_err.complain(error.sentence);
    writeEvidence(error);
    if (wantsAuthorization(error))
        explainAuthorization(error);
    if (exitCodeOf(error.domain) == kCannotConnect)
        explainLostServer();
    end(exitCodeOf(error.domain));
}

// What a JSON-RPC error holds besides its message, and what else is known.
void Runner::writeEvidence(const Error &error)
{
    if (!error.detail.isEmpty())
        m_err.write(QString(harmless(error.detail) + u'\n'));
    if (error.domain == Domain::Server && !error.data.isEmpty())
        m_err.write(QString(harmless(QString::fromUtf8(error.data)) + u'\n'));
    m_reportedDiscarded =
        m_reportedDiscarded || error.domain == Domain::Timeout || error.domain == Domain::Transport;
}

// The result is there all the same, and the server has a mistake.
void Runner::reportDiscardedInput()
{
    const mcp::DiscardedInput &unusable = m_client.discardedInput();
    if (m_options.trace || m_reportedDiscarded || !m_wasReady || unusable.count() == 0)
        return;
    m_err.complain(unusable.summary() + Text::tr("; the first: ") + unusable.items().front().text()
        + Text::tr(" (--trace shows all of them)"));
}

void Runner::explainFailedStart()
{
    const Error &failure = m_client.failure();
    const bool authorization = wantsAuthorization(failure);
    m_err.complain((authorization ? QString() : Text::tr("Cannot connect. ")) + failure.sentence);
    m_err.write(stepsText(m_client.steps()));
    writeEvidence(failure);
    if (authorization)
        explainAuthorization(failure);
    else
        m_err.write(eraAdvice(m_options.server.era, failure));
    if (const wire::HttpFailure *http = m_client.httpFailure())
        m_err.write(certificateText(http->outcome));
}

void Runner::explainAuthorization(const Error &error)
{
    m_err.write(challengesText(error.data));
    if (m_access)
        m_err.write(QString(Text::tr("To log in: ")
            + harmlessLine(ServerAccess::loginCommand(m_options, missingScopes(error.data)))
            + u'\n'));
    m_err.write(Text::tr("If you have a token, use --header 'Authorization: Bearer TOKEN'.\n"));
}

void Runner::explainLostServer()
{
    if (const QString report = m_client.endReport(); !report.isEmpty())
        m_err.write(QString(Text::tr("Server process: ") + harmlessLine(report) + u'\n'));
    if (m_options.trace || m_client.lastDiagnostics().empty())
        return; // --trace has shown them
    m_err.write(Text::tr("The server's last lines on stderr:\n"));
    for (const mcp::DiagnosticLine &line : m_client.lastDiagnostics())
        m_err.write(QString(u"  ! " + harmless(line.text) + u'\n'));
}

void Runner::end(int exitCode)
{
    // What the server made of it follows from the answer that was missing.
    const bool isConsequence =
        exitCode == kFine || exitCode == kToolError || exitCode == kServerError;
    if (isConsequence && m_answers && m_answers->hasFailed())
        exitCode = kNoAnswer;
    if (!m_exitCode)
        m_exitCode = exitCode;
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
