// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/negotiator.h"

#include "mcp/servererror.h"

namespace sonde::mcp {

namespace {

// "3 days", for a verdict that is used again.
QString ageOf(qint64 ms)
{
    const auto counted = [](qint64 count, const char *unit) {
        return QStringLiteral("%1 %2%3").arg(count).arg(
            QLatin1String(unit), count == 1 ? QString() : QStringLiteral("s"));
    };
    const qint64 minutes = std::max<qint64>(ms, 0) / 60'000;
    if (minutes < 1)
        return QStringLiteral("less than a minute");
    if (minutes < 60)
        return counted(minutes, "minute");
    if (minutes < 48 * 60)
        return counted(minutes / 60, "hour");
    return counted(minutes / 60 / 24, "day");
}

Plan planOf(const Verdict &known, qint64 nowMs)
{
    // A handshake asks for the newest revision, and the server counters with its own.
    const QString revision =
        known.era == Era::Modern ? known.revision : revisionsOf(Era::Legacy).front();
    return {false, known.era, revision, false,
        QStringLiteral("Known from a probe %1 ago, so the server was not probed again. %2")
            .arg(ageOf(nowMs - known.foundMs), known.evidence)};
}

QString attempt(const QString &what, const Error &error, const Evidence &evidence)
{
    // A status of success is not what went wrong.
    const QString seen =
        evidence.httpStatus >= 300 || evidence.answer ? describe(evidence) : QString();
    return what + QStringLiteral(": ") + (seen.isEmpty() ? error.sentence : seen);
}

} // namespace

Negotiator::Step Negotiator::begin()
{
    const bool sse = m_setup.http == wire::HttpTarget::Transport::Sse;
    Plan plan = planFor(m_setup.policy);
    if (sse) {
        if (plan.probe)
            plan = planFor({EraPolicy::Mode::Legacy, {}});
        if (plan.era == Era::Modern)
            return fail({Domain::Config, 0,
                QStringLiteral("HTTP with SSE is chosen for this server, and revision %1 is not "
                               "spoken over it.")
                    .arg(plan.revision),
                {}, {}});
        plan.verdict = QStringLiteral("HTTP with SSE is chosen for this server.")
            + (m_setup.policy.pinned.isEmpty() ? QString() : u' ' + plan.verdict);
        m_open.sse = true;
        return open(plan);
    }
    if (!plan.probe)
        return open(plan);
    if (!m_setup.known || m_setup.known->revision.isEmpty())
        return {Step::Kind::Probe};
    m_fromKnown = true;
    m_open.sse = m_setup.http && m_setup.known->sse;
    return open(planOf(*m_setup.known, m_setup.nowMs));
}

Negotiator::Step Negotiator::open(Plan plan)
{
    m_open.kind = Step::Kind::Open;
    m_open.plan = std::move(plan);
    return m_open;
}

Negotiator::Step Negotiator::probeAnswered(const Answer &answer)
{
    m_probed = true;
    if (!m_setup.http)
        return open(judgeProbe(answer.message));
    Step step = judged({{answer.httpStatus, answer.message, nullptr}, {}});
    if (step.kind == Step::Kind::Open && step.plan.era == Era::Modern
        && step.plan.revision == revisionsOf(Era::Modern).front()) {
        m_open.plan.verdict +=
            QStringLiteral(" The probe's answer serves as the opening; it was not asked again.");
        step.plan.verdict = m_open.plan.verdict;
        step.opening = answer;
    }
    return step;
}

Negotiator::Step Negotiator::probeFailed(const Error &error, const Evidence &evidence)
{
    m_probed = true;
    if (m_setup.http)
        return judged({evidence, error});
    if (evidence.answer)
        return open(judgeProbe(*evidence.answer));
    return open(judgeSilence(error.domain == Domain::Timeout
            ? QStringLiteral("The probe server/discover was not answered.")
            : QStringLiteral("The probe failed: %1").arg(error.sentence)));
}

Negotiator::Step Negotiator::judged(const HttpProbe &probe)
{
    const HttpJudgement judgement = judgeHttpProbe(probe);
    if (judgement.finding != HttpFinding::Decided)
        return fail(probe.error);
    m_lacksDiscover =
        probe.evidence.answer && probe.evidence.answer->errorCode() == rpc::kMethodNotFound;
    if (judgement.plan.era == Era::Legacy)
        m_tried += attempt(QStringLiteral("server/discover"), probe.error, probe.evidence);
    return open(judgement.plan);
}

bool Negotiator::contradictsKnown(const Error &error, const Evidence &evidence) const
{
    if (!m_fromKnown || error.domain == Domain::Authorization)
        return false;
    if (!m_setup.http)
        return true;
    // An outage says nothing about the era.
    return evidence.answer || error.domain == Domain::Protocol
        || (evidence.httpStatus >= 400 && evidence.httpStatus < 500);
}

Negotiator::Step Negotiator::openingFailed(const Error &error, const Evidence &evidence)
{
    if (contradictsKnown(error, evidence)) {
        m_fromKnown = false;
        m_knownWasWrong = true;
        m_open = {};
        return {Step::Kind::Probe};
    }
    const bool stateless = m_open.plan.era == Era::Modern;
    m_tried += attempt(m_open.sse ? QStringLiteral("the event stream of HTTP with SSE by GET")
            : stateless           ? QStringLiteral("server/discover")
                                  : QStringLiteral("initialize"),
        error, evidence);
    if (m_setup.http == wire::HttpTarget::Transport::Auto && !m_open.sse && !stateless
        && suggestsSse(evidence)) {
        m_open.sse = true;
        m_open.plan.verdict +=
            QStringLiteral(" initialize by POST was answered with %1, so the server is tried as "
                           "one of HTTP with SSE (2024-11-05).")
                .arg(describe(evidence));
        return m_open;
    }
    return fail(error);
}

// When several ways were tried, the sentence has them all.
Negotiator::Step Negotiator::fail(Error error) const
{
    if (m_tried.size() > 1 && error.domain != Domain::Authorization) {
        const QString last = error.sentence;
        error.sentence = QStringLiteral("No way to open a session worked. Tried were %1.")
                             .arg(m_tried.join(QLatin1String("; ")));
        // server/discover is mandatory from 2026-07-28 on, so a server without it was taken for an
        // older one.
        if (m_lacksDiscover && error.domain == Domain::Server)
            error.sentence +=
                QStringLiteral(" It may be a server of %1 that lacks server/discover.")
                    .arg(revisionsOf(Era::Modern).front());
        error.detail = error.detail.isEmpty() ? last : last + u'\n' + error.detail;
    }
    Step step;
    step.error = std::move(error);
    return step;
}

Verdict Negotiator::verdict() const
{
    return {m_open.plan.era, m_open.plan.revision, m_open.sse, m_open.plan.verdict, m_setup.nowMs};
}

} // namespace sonde::mcp
