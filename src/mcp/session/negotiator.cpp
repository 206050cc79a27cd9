// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/negotiator.h"

#include "mcp/message/errorresponse.h"
#include "mcp/message/mcptext.h"

namespace sonde::mcp {

namespace {

// "3 days", for a detected revision that is used again.
QString ageOf(qint64 ms)
{
    const qint64 minutes = std::max<qint64>(ms, 0) / 60'000;
    if (minutes < 1)
        return Text::tr("less than a minute");
    if (minutes < 60)
        return minutes == 1 ? Text::tr("1 minute") : Text::tr("%n minutes", nullptr, int(minutes));
    const qint64 hours = minutes / 60;
    if (hours < 48)
        return hours == 1 ? Text::tr("1 hour") : Text::tr("%n hours", nullptr, int(hours));
    return Text::tr("%n days", nullptr, int(hours / 24));
}

Plan planOf(const DetectedRevision &known, qint64 nowMs)
{
    // A handshake asks for the newest revision, and the server counters with its own.
    const QString revision =
        known.era == Era::Modern ? known.revision : revisionsOf(Era::Legacy).front();
    return {false, known.era, revision, false,
        Text::tr("Cached detection from %1 ago; the server was not probed again. %2")
            .arg(ageOf(nowMs - known.detectedMs), known.evidence)};
}

Plan planOf(const QString &preferred, Era era)
{
    return {false, era, preferred, false, Text::tr("Revision %1 is tried first.").arg(preferred)};
}

QString attempt(const QString &what, const Error &error, const Evidence &evidence)
{
    // A status of success is not what went wrong.
    const QString seen =
        evidence.httpStatus >= 300 || evidence.response ? describe(evidence) : QString();
    if (!seen.isEmpty())
        return what + QStringLiteral(": ") + seen;
    const bool ends = error.sentence.endsWith(u'.'); // the attempts are parts of one sentence
    return what + QStringLiteral(": ") + error.sentence.chopped(ends ? 1 : 0);
}

} // namespace

bool Negotiator::isSetTo(wire::HttpTarget::Transport transport) const
{
    const wire::HttpTarget *const target = m_setup.endpoint.target();
    return target && target->transport == transport;
}

Negotiator::Step Negotiator::begin()
{
    const bool sse = isSetTo(wire::HttpTarget::Transport::Sse);
    Plan plan = planFor(m_setup.policy);
    if (sse) {
        if (plan.probe)
            plan = planFor({EraPolicy::Mode::Legacy, {}});
        if (plan.era == Era::Modern)
            return fail({.domain = Domain::Config,
                .sentence = Text::tr(
                    "HTTP with SSE is chosen for this server, but revision %1 does not support it.")
                                .arg(plan.revision)});
        plan.detection = Text::tr("HTTP with SSE is chosen for this server.")
            + (m_setup.policy.pinned.isEmpty() ? QString() : u' ' + plan.detection);
        m_open.sse = true;
        return open(plan);
    }
    if (!plan.probe)
        return open(plan);
    const auto preferred = eraOf(m_setup.policy.preferred);
    const bool isKnown = m_setup.known && !m_setup.known->revision.isEmpty();
    if (!preferred && !isKnown)
        return {Step::Kind::Probe};
    m_fromKnown = true;
    m_open.sse = isOverHttp() && isKnown && m_setup.known->sse && preferred != Era::Modern;
    return open(preferred ? planOf(m_setup.policy.preferred, *preferred)
                          : planOf(*m_setup.known, m_setup.nowMs));
}

Negotiator::Step Negotiator::open(Plan plan)
{
    m_open.kind = Step::Kind::Open;
    m_open.plan = std::move(plan);
    const bool isHandshake = m_open.plan.era == Era::Legacy && !m_open.plan.exact;
    if (isHandshake && eraOf(m_setup.policy.preferred) == Era::Legacy)
        m_open.plan.revision = m_setup.policy.preferred;
    return m_open;
}

Negotiator::Step Negotiator::probeAnswered(const Response &response)
{
    m_probed = true;
    if (!isOverHttp())
        return open(judgeProbe(response.message));
    Step step = judged({{response.httpStatus, response.message, nullptr}, {}});
    if (step.kind == Step::Kind::Open && step.plan.era == Era::Modern
        && step.plan.revision == revisionsOf(Era::Modern).front()) {
        m_open.plan.detection += u' '
            + Text::tr(
                "The response to the probe opens the session; the request was not repeated.");
        step.plan.detection = m_open.plan.detection;
        step.opening = response;
    }
    return step;
}

Negotiator::Step Negotiator::probeBecameSession(const Response &response)
{
    probeAnswered(response);
    m_open.plan.detection += u' ' + Text::tr("The session was opened in the same process.");
    return m_open;
}

Negotiator::Step Negotiator::probeFailed(const Error &error, const Evidence &evidence)
{
    m_probed = true;
    if (isOverHttp())
        return judged({evidence, error});
    if (evidence.response)
        return open(judgeProbe(*evidence.response));
    return open(judgeSilence(error.domain == Domain::Timeout
            ? Text::tr("The probe server/discover got no response.")
            : Text::tr("The probe failed: %1").arg(error.sentence)));
}

Negotiator::Step Negotiator::judged(const HttpProbeResult &probe)
{
    const HttpJudgement judgement = judgeHttpProbe(probe);
    if (judgement.finding != HttpFinding::Decided)
        return fail(probe.error);
    m_lacksDiscover =
        probe.evidence.response && probe.evidence.response->errorCode() == rpc::kMethodNotFound;
    if (judgement.plan.era == Era::Legacy)
        m_tried += attempt(QStringLiteral("server/discover"), probe.error, probe.evidence);
    return open(judgement.plan);
}

bool Negotiator::contradictsKnown(const Error &error, const Evidence &evidence) const
{
    if (!m_fromKnown || error.domain == Domain::Authorization)
        return false;
    if (!isOverHttp())
        return true;
    // An outage says nothing about the era.
    return evidence.response || error.domain == Domain::Protocol
        || (evidence.httpStatus >= 400 && !isOutage(evidence));
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
    m_tried += attempt(m_open.sse ? Text::tr("the HTTP with SSE event stream (GET)")
            : stateless           ? QStringLiteral("server/discover")
                                  : QStringLiteral("initialize"),
        error, evidence);
    if (isSetTo(wire::HttpTarget::Transport::Auto) && !m_open.sse && !stateless
        && suggestsSse(evidence.httpStatus)) {
        m_open.sse = true;
        m_open.plan.detection += u' '
            + Text::tr("The server responded to initialize by POST with %1, so Sonde tries HTTP "
                       "with SSE (2024-11-05).")
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
        error.sentence =
            Text::tr("Cannot open a session. Tried: %1.").arg(m_tried.join(QLatin1String("; ")));
        // server/discover is mandatory from 2026-07-28 on, so a server without it was taken for an
        // older one.
        if (m_lacksDiscover && error.domain == Domain::Server)
            error.sentence += u' '
                + Text::tr("It may be a %1 server without server/discover.")
                      .arg(revisionsOf(Era::Modern).front());
        error.detail = error.detail.isEmpty() ? last : last + u'\n' + error.detail;
    }
    Step step;
    step.error = std::move(error);
    return step;
}

DetectedRevision Negotiator::detected() const
{
    return {
        m_open.plan.era, m_open.plan.revision, m_open.sse, m_open.plan.detection, m_setup.nowMs};
}

} // namespace sonde::mcp
