// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/address/responsejudge.h"

#include "base/formatting.h"
#include "doctor/address/addresscheck.h"
#include "doctor/address/authorizationjudge.h"
#include "doctor/address/browserjudge.h"
#include "doctor/address/certificatejudge.h"
#include "doctor/address/socketprobe.h"
#include "doctor/address/statusjudge.h"
#include "doctor/base/doctortr.h"
#include "doctor/program/revisioncheck.h"

#include <algorithm>
#include <cstdlib>

namespace sonde::doctor {

namespace {

using Failure = wire::HttpOutcome::Failure;

constexpr qint64 kMaxClockDifference = 300; // seconds; tokens allow for less

QString placeOfFirst(const AddressFacts &facts)
{
    return placeOf(facts.first.url.host(), portOf(facts.first.url));
}

QString sentenceOfFailure(const Fetched &fetched)
{
    return fetched.outcome.error ? fetched.outcome.error->sentence : QString();
}

// Why there was no response at all.
std::vector<DoctorFinding> judgeNothing(const AddressFacts &facts)
{
    const QString place = placeOfFirst(facts);
    const Fetched &first = facts.first;
    if (facts.speaksTls)
        return {{Kind::TlsBehindHttp, {place}}};
    if (facts.speaksPlain)
        return {}; // the check of the certificate has it
    const auto &times = first.outcome.times;
    if (first.timedOut && times.connected == 0 && !first.outcome.requestSent)
        return {{Kind::NoRoute, {place, Text::tr("no connection in time")}}};
    if (first.timedOut || first.outcome.failure == Failure::TimedOut)
        return {{Kind::AcceptsSilently,
            {place,
                durationText(first.outcome.times.ended > times.begun
                        ? std::chrono::nanoseconds(times.ended - times.begun)
                        : std::chrono::nanoseconds(0))}}};
    switch (first.outcome.failure) {
    case Failure::NoResponse:
    case Failure::Send:
        return {{Kind::ClosesSilently, {place}}};
    case Failure::BadResponse:
        return {{Kind::NotHttp, {place, sentenceOfFailure(first)}}};
    case Failure::Proxy:
        return {{Kind::ProxyUnreachable, {first.outcome.facts.proxy, sentenceOfFailure(first)}}};
    case Failure::ProxyRefused:
        return {{Kind::ProxyRefuses, {first.outcome.facts.proxy, sentenceOfFailure(first)}}};
    default:
        break;
    }
    return {}; // the check of the name, of the connection or of the certificate has it
}

std::vector<DoctorFinding> judgeResponse(const AddressFacts &facts)
{
    const Fetched &first = facts.first;
    if (!first.head)
        return judgeNothing(facts);
    if (facts.speaksTls)
        return {{Kind::TlsBehindHttp, {placeOfFirst(facts)}}};
    if (first.head->isRedirect())
        return judgeRedirect(facts);
    const bool isHeld = first.isStream() && first.eventAt.count() == 0 && first.timedOut;
    if (first.outcome.failure == Failure::Truncated && !isHeld)
        return {{Kind::Truncated, {sentenceOfFailure(first)}}};
    const QString type = QString::fromUtf8(first.header("Content-Type")).left(80);
    return {{Kind::Responded,
        {QString::number(first.status()), type.isEmpty() ? Text::tr("no Content-Type") : type,
            first.outcome.facts.httpVersion}}};
}

std::vector<DoctorFinding> judgeTransport(const AddressFacts &facts, const config::Profile &profile)
{
    const Fetched &first = facts.first;
    if (!first.head || first.head->isRedirect() || facts.needsAuthorization || facts.speaksTls)
        return {};
    if (first.outcome.failure == Failure::Truncated && !facts.response)
        return {};
    if (facts.isSse && first.eventType == "endpoint")
        return {{Kind::TransportFine, {QStringLiteral("HTTP+SSE"), shownUrl(first.url)}}};
    if (facts.response && first.status() < 300)
        return judgeMedia(facts);
    if (facts.response && facts.response->kind == rpc::Kind::Response)
        return judgeMedia(facts); // the other era
    const auto found = std::find_if(facts.others.begin(), facts.others.end(),
        [](const AddressFacts::Other &other) { return other.isServer; });
    if (found != facts.others.end())
        return judgeOther(facts, *found, profile);
    if (first.isStream())
        return {}; // the check of the stream has it
    return judgeRefusal(facts);
}

QString heldHint(const Fetched &first)
{
    const QByteArray server = first.header("Server");
    const QByteArray via = first.header("Via");
    const QByteArray coding = first.header("Content-Encoding");
    QStringList hints;
    if (!server.isEmpty())
        hints << QStringLiteral("Server: ") + QString::fromUtf8(server).left(40);
    if (!via.isEmpty())
        hints << QStringLiteral("Via: ") + QString::fromUtf8(via).left(40);
    if (!coding.isEmpty())
        hints << QStringLiteral("Content-Encoding: ") + QString::fromUtf8(coding).left(40);
    return hints.isEmpty() ? QString() : QStringLiteral(" (%1)").arg(listText(hints));
}

// 2025-11-25 basic/transports#listening-for-messages-from-the-server: a stream, or 405. 2026-07-28
// basic/transports/streamable-http#earlier-streamable-http-revisions: 405 if the server speaks no
// earlier revision, which is known only of one that refused initialize.
void judgeListening(const AddressFacts &facts, std::vector<DoctorFinding> &findings)
{
    if (!facts.listening)
        return;
    const Fetched &listening = *facts.listening;
    const bool isStream = listening.status() == 200 && listening.isStream();
    const bool isModernOnly = facts.isModern && facts.inOtherEra;
    if (listening.status() == 405)
        findings.push_back({Kind::NoListening});
    else if (isStream && isModernOnly)
        findings.push_back({Kind::ListeningObsolete, {facts.revision}});
    else if (isStream)
        findings.push_back({Kind::ListeningFine, {durationText(listening.headAt)}});
    else if (facts.isModern && !isModernOnly)
        return;
    else if (listening.head)
        findings.push_back(
            {Kind::ListeningRefused, {Text::tr("status %1").arg(listening.status())}});
    else if (listening.timedOut && !isModernOnly)
        findings.push_back({Kind::ListeningHeld,
            {durationText(std::chrono::nanoseconds(
                listening.outcome.times.ended - listening.outcome.times.begun))}});
    else
        findings.push_back({Kind::ListeningRefused, {Text::tr("no response")}});
}

std::vector<DoctorFinding> judgeStream(const AddressFacts &facts)
{
    const Fetched &first = facts.opening();
    if (!first.head || first.status() >= 300)
        return {};
    if (!first.isStream()) {
        std::vector<DoctorFinding> findings{{Kind::NoStream}};
        judgeListening(facts, findings);
        return findings;
    }
    if (first.eventAt.count() == 0 && first.timedOut)
        return {{Kind::StreamHeld,
            {durationText(first.headAt),
                durationText(
                    std::chrono::nanoseconds(first.outcome.times.ended - first.outcome.times.begun)
                    - first.headAt),
                heldHint(first)}}};
    if (first.eventAt.count() == 0 || (!facts.isSse && !facts.response))
        return {{Kind::StreamEnds}};
    std::vector<DoctorFinding> findings{
        {Kind::StreamFine, {durationText(first.eventAt - first.headAt)}}};
    const QByteArray coding = first.header("Content-Encoding");
    if (!coding.isEmpty() && coding.compare("identity", Qt::CaseInsensitive) != 0)
        findings.push_back({Kind::ProxyCompresses, {QString::fromUtf8(coding).left(40)}});
    judgeListening(facts, findings);
    return findings;
}

bool isOpened(const AddressFacts &facts)
{
    return facts.response && facts.response->kind == rpc::Kind::Response;
}

std::vector<DoctorFinding> judgeSession(const AddressFacts &facts)
{
    if (!isOpened(facts) || !facts.next)
        return {};
    const Fetched &next = *facts.next;
    const bool isAnswered = next.head && next.status() < 300 && next.message();
    if (isAnswered)
        return {{facts.session.isEmpty() ? Kind::NoSession : Kind::SessionFine}};
    if (!facts.session.isEmpty() && (next.status() == 404 || next.status() == 400))
        return {{Kind::SessionLost, {QString::number(next.status())}}};
    if (next.head)
        return {{Kind::RequestFails, {statusAndWords(next)}}};
    return {{Kind::RequestFails,
        {next.timedOut ? Text::tr("no response in time") : sentenceOfFailure(next)}}};
}

std::vector<DoctorFinding> judgeRevisionOf(
    const AddressFacts &facts, const config::Profile &profile)
{
    if (!facts.sseProblem.isEmpty())
        return {{Kind::SseFails, {facts.sseProblem}}};
    if (!facts.response)
        return {};
    RevisionFacts revision;
    revision.response = &*facts.response;
    revision.isModern = facts.isModern;
    revision.revision = facts.revision;
    return judgeRevision(revision, profile);
}

std::vector<DoctorFinding> judgeClock(const AddressFacts &facts)
{
    if (!facts.first.head)
        return {};
    if (!facts.clockAhead)
        return {{Kind::NoClock}};
    const std::chrono::seconds difference(std::abs(*facts.clockAhead));
    if (difference.count() > kMaxClockDifference)
        return {{Kind::ClockWrong, {durationText(difference)}}};
    return {{Kind::ClockFine, {limitText(std::max(difference, std::chrono::seconds(1)))}}};
}

// Why these checks have no finding; `none`: there was nothing to go on with.
QString whyNoSession(const AddressFacts &facts, const QString &none)
{
    if (facts.isSse)
        return Text::tr("HTTP+SSE has no session id");
    if (isOpened(facts) && facts.isModern) // 2026-07-28 basic: every request describes itself
        return Text::tr("the modern era has no sessions");
    return none;
}

QString whyNoBrowsers(const AddressFacts &facts, const QString &none)
{
    if (facts.isSse)
        return Text::tr("it is tried over Streamable HTTP");
    if (!isOpened(facts))
        return none;
    if (facts.next && !facts.listening)
        return Text::tr("the request after initialize failed");
    return facts.sentOrigin ? Text::tr("it is tried only without an Origin header of your own")
                            : none;
}

CheckResult orNotReached(Check check, std::vector<DoctorFinding> findings, const QString &why,
    const QByteArray &bytes = {})
{
    return findings.empty() ? skipped(check, why) : resultOf(check, std::move(findings), bytes);
}

} // namespace

std::vector<CheckResult> judgeResponses(const AddressFacts &facts, const config::Profile &profile)
{
    const QString none = facts.first.head ? Text::tr("the first response was no success")
                                          : Text::tr("there was no response");
    std::vector<CheckResult> results;
    results.push_back(orNotReached(Check::Certificate, judgeCertificate(facts), none));
    results.push_back(orNotReached(Check::Response, judgeResponse(facts), none, facts.first.body));
    results.back().took = facts.first.headAt;
    results.push_back(orNotReached(Check::Transport, judgeTransport(facts, profile), none));
    results.push_back(orNotReached(Check::Authorization, judgeAuthorization(facts), none));
    results.push_back(orNotReached(Check::Stream, judgeStream(facts), none));
    results.push_back(orNotReached(Check::Revision, judgeRevisionOf(facts, profile), none));
    results.push_back(orNotReached(Check::Session, judgeSession(facts), whyNoSession(facts, none)));
    results.push_back(
        orNotReached(Check::Browsers, judgeBrowser(facts), whyNoBrowsers(facts, none)));
    results.push_back(orNotReached(Check::Clock, judgeClock(facts), none));
    return results;
}

} // namespace sonde::doctor
