// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/check/checkcommand.h"

#include "cli/check/checkplan.h"
#include "cli/check/checkreport.h"
#include "cli/check/definitions.h"
#include "cli/check/hostcheck.h"
#include "cli/options/commandrun.h"
#include "cli/options/commandtable.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/server/callwatch.h"
#include "findings/context/probes.h"
#include "mcp/message/revision.h"

#include <QFileInfo>

#include <utility>

namespace sonde::cli {

CheckCommand::CheckCommand(const Options &options, trace::Recorder &recorder,
    rpc::TrafficSink *traffic, Output &out, Output &err, QObject *parent)
    : QObject(parent)
    , m_options(options)
    , m_recorder(recorder)
    , m_traffic(traffic)
    , m_out(out)
    , m_err(err)
{
}

CheckCommand::~CheckCommand() = default;

void CheckCommand::start()
{
    const CheckOptions &check = m_options.check;
    if (check.dryRun) {
        m_out.write(checkPlan(m_options));
        Q_EMIT finished(kFine);
        return;
    }
    // What is wrong with a file is better known before than after the check.
    if (!check.baseline.isEmpty()) {
        auto read = findings::Baseline::read(check.baseline);
        if (!read) {
            m_err.complain(read.error().sentence);
            Q_EMIT finished(kUsage);
            return;
        }
        m_baseline = std::move(read).value();
    }
    if (!check.definitions.isEmpty()) {
        auto read = readDefinitions(check.definitions);
        if (!read) {
            m_err.complain(read.error().sentence);
            Q_EMIT finished(kUsage);
            return;
        }
        m_accepted = std::move(read).value();
    }
    if (!check.writeBaseline.isEmpty() && QFileInfo::exists(check.writeBaseline)) {
        m_err.complain(
            Text::tr("The file “%1” of --write-baseline already exists. Choose a new name, or "
                     "delete the file.")
                .arg(check.writeBaseline));
        Q_EMIT finished(kUsage);
        return;
    }
    if (!m_err.isQuiet())
        m_err.write(checkPlan(m_options));
    m_runs.push_back({m_options.server.revision});
    nextRun();
}

void CheckCommand::nextRun()
{
    m_httpWalk.reset();
    m_walk.reset();
    m_link.reset();
    if (m_runs.empty())
        return report();
    const Run run = m_runs.front();
    m_runs.pop_front();
    m_runOptions = m_options;
    if (!run.revision.isEmpty()) {
        m_runOptions.server.revision = run.revision;
        m_runOptions.cache = false;
        if (!mcp::eraOf(run.revision) && m_runOptions.server.era == config::EraMode::Auto)
            m_runOptions.server.era = config::EraMode::Legacy;
    }
    m_link = std::make_unique<ServerLink>(m_runOptions, m_traffic, run.isSilent ? m_silent : m_err);
    connect(m_link.get(), &ServerLink::ready, this, [this, run] { ready(run); });
    connect(m_link.get(), &ServerLink::closing, this, [this] {
        m_definitions.reset();
        if (m_walk)
            m_walk->abandon();
    });
    connect(m_link.get(), &ServerLink::finished, this,
        [this, run](int exitCode) { ended(run, exitCode); });
    m_link->start();
}

void CheckCommand::ready(const Run &run)
{
    if (!run.isWalked)
        return m_link->end(kFine);
    const QString revision = m_link->client().negotiated().revision;
    m_err.note(Text::tr("Connected with revision %1.").arg(revision));
    if (m_revision.isEmpty()) {
        m_revision = revision;
        addOtherRevisions();
        if (!m_options.check.definitions.isEmpty())
            return loadDefinitions();
    }
    walk();
}

// Before the walk, which may change what the server offers.
void CheckCommand::loadDefinitions()
{
    m_definitions =
        std::make_unique<changes::SnapshotRun>(m_link->client(), CallWatch::timeouts(m_options));
    connect(m_definitions.get(), &changes::SnapshotRun::finished, this, [this] {
        m_offered = m_definitions->snapshot();
        walk();
    });
    m_definitions->start();
}

void CheckCommand::walk()
{
    check::WalkPlan plan;
    plan.calls = m_options.check.calls;
    plan.callReadOnly = m_options.check.callReadOnly;
    plan.timeout = m_options.timeout;
    m_walk = std::make_unique<check::CheckWalk>(std::move(plan), m_link->client());
    connect(m_walk.get(), &check::CheckWalk::unanswered, this, [this](const QString &what) {
        m_err.note(Text::tr("%1: no response in time.").arg(what));
    });
    connect(m_walk.get(), &check::CheckWalk::unlisted, this, [this](const QString &tool) {
        m_err.complain(Text::tr("The server lists no tool “%1”; it is not called.").arg(tool));
    });
    connect(m_walk.get(), &check::CheckWalk::finished, this, &CheckCommand::walkHttp);
    m_walk->start();
}

// The requests of HttpWalk carry no token.
void CheckCommand::walkHttp()
{
    const wire::HttpTarget *const target = m_link->client().config().endpoint.target();
    const QString revision = m_link->client().negotiated().revision;
    if (!target || m_link->client().httpState().sse || !mcp::eraOf(revision))
        return m_link->end(kFine);
    m_httpWalk = std::make_unique<check::HttpWalk>(
        *target, m_link->client().config().name, revision, m_traffic);
    connect(m_httpWalk.get(), &check::HttpWalk::finished, this, [this] { m_link->end(kFine); });
    m_httpWalk->start();
}

void CheckCommand::addOtherRevisions()
{
    if (m_options.check.allRevisions) {
        for (const QString &revision : mcp::knownRevisions()) {
            if (revision != m_revision)
                m_runs.push_back({revision, true, true});
        }
    }
    // How the server negotiates: only the handshake of the legacy era does it.
    const auto &server = m_options.server;
    const bool isModernOnly = server.era == config::EraMode::Modern
        || (!server.revision.isEmpty() && mcp::eraOf(server.revision) == mcp::Era::Modern);
    if (!isModernOnly)
        m_runs.push_back({QString::fromLatin1(findings::probe::kRevision.data()), false, true});
}

void CheckCommand::ended(const Run &run, int exitCode)
{
    if (m_signal != 0) {
        Q_EMIT finished(kSignalBase + m_signal);
        return;
    }
    if (exitCode != kFine && !run.isSilent)
        m_failure = exitCode;
    // The link is on the stack still.
    QMetaObject::invokeMethod(this, &CheckCommand::nextRun, Qt::QueuedConnection);
}

void CheckCommand::report()
{
    // Without a connection the recording shows what the server has sent instead.
    const int code =
        reportCheck(m_options, m_baseline, m_recorder, !m_revision.isEmpty(), m_out, m_err);
    const int changed = m_offered
        ? reportDefinitions(m_options.check.definitions, m_accepted, *m_offered, m_err)
        : int(kFine);
    for (const int each : {code, changed}) {
        if (each != kFine) {
            Q_EMIT finished(each);
            return;
        }
    }
    Q_EMIT finished(m_failure);
}

void CheckCommand::interrupt(int signal)
{
    m_runs.clear();
    if (!m_link || m_signal != 0) {
        Q_EMIT finished(kSignalBase + signal);
        return;
    }
    m_signal = signal;
    if (m_walk)
        m_walk->abandon();
    m_httpWalk.reset();
    m_link->end(kSignalBase + signal);
}

namespace {

int runCheck(const ServerJob &job)
{
    if (!job.options.check.hosts.isEmpty())
        return runTraced<HostCheck>(job);
    CheckCommand check(job.options, *job.recorder, job.traffic, job.out, job.err);
    return carryOut(check);
}

} // namespace

CommandRow checkCommand()
{
    return {
        .words = QLatin1String("check"),
        .commands = Command::Check,
        .usage = u"check [--call NAME]… [--select RULES] [--ignore RULES] SERVER",
        .summary =
            QT_TRANSLATE_NOOP("CommandLineProgram", "reports what violates the specification"),
        .text = QT_TRANSLATE_NOOP("CommandLineProgram",
            "Sends everything that is harmless, and reports what in the responses violates the "
            "specification. No tool is called without --call or --call-read-only; what will be "
            "done is printed first."),
        .examples = u"sonde-cli check --all-revisions --call echo -- sonde-demo-server\n"
                    "sonde-cli check --dry-run -- sonde-demo-server\n"
                    "sonde-cli check --format junit --fail-on never -- sonde-demo-server\n"
                    "sonde-cli check --select tools,schema --explain -- sonde-demo-server\n"
                    "sonde-cli check --for vscode,codex,gemini -- sonde-demo-server",
        .runWithServer = runCheck,
        .recording = Recording::Always,
    };
}

} // namespace sonde::cli
