// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/negotiation.h"

#include "base/formatting.h"
#include "mcp/message/errorresponse.h"
#include "mcp/message/mcptext.h"

#include <algorithm>
#include <array>

namespace sonde::mcp {

namespace {

Plan legacy(const QString &detection)
{
    return {false, Era::Legacy, revisionsOf(Era::Legacy).front(), false, detection};
}

// The newest revision of ours that the server supports.
Plan choose(const QStringList &supported, const QString &evidence)
{
    for (const QString &revision : knownRevisions()) {
        if (!supported.contains(revision))
            continue;
        const Era era = *eraOf(revision);
        return {false, era, revision, false,
            evidence + u' '
                + Text::tr("%1 is the newest revision that both support.").arg(revision)};
    }
    return legacy(
        evidence + u' ' + Text::tr("Sonde supports none of them, so it tries the legacy era."));
}

QString supports(const QStringList &revisions)
{
    return revisions.isEmpty() ? Text::tr("It names no supported revision.")
                               : Text::tr("It supports %1.").arg(listText(revisions));
}

// How the server responded to the probe. `status`: 0 over stdio; `error`: empty for a result.
QString responded(int status, const QString &error = {})
{
    if (error.isEmpty())
        return status == 0
            ? Text::tr("The server responded to the probe server/discover.")
            : Text::tr("The server responded to the probe server/discover with status %1.")
                  .arg(status);
    return status == 0
        ? Text::tr("The server responded to the probe server/discover with %1.").arg(error)
        : Text::tr("The server responded to the probe server/discover with status %1 and %2.")
              .arg(QString::number(status), error);
}

Plan judgeResponse(const rpc::Message &response, int status)
{
    if (response.kind == rpc::Kind::Response) {
        const json::Value versions = response.result()["supportedVersions"];
        const auto supported = stringsOf(versions);
        return choose(supported,
            responded(status) + u' '
                + (versions.isArray() ? supports(supported)
                                      : Text::tr("It does not list the revisions it supports.")));
    }
    if (response.errorCode() == kUnsupportedProtocolVersion) {
        const auto supported = stringsOf(response.error()["data"]["supported"]);
        return choose(
            supported, responded(status, nameOfError(response)) + u' ' + supports(supported));
    }
    return legacy(responded(status, describeError(response)) + u' '
        + Text::tr("It is taken to be a legacy server."));
}

// Some legacy servers respond to every request without a session, and so to the probe, with 401. If
// they want a login after all, initialize gets 401 as well.
bool mayLackASession(const Evidence &evidence)
{
    const wire::HttpFailure *const failure = evidence.failure.get();
    if (!failure || !failure->challenges.empty())
        return false;
    return failure->aboutSession || (evidence.httpStatus == 401 && failure->loginNotOffered);
}

} // namespace

Plan planFor(const EraPolicy &policy)
{
    if (!policy.pinned.isEmpty()) {
        const Era assumed = policy.mode == EraPolicy::Mode::Modern ? Era::Modern : Era::Legacy;
        return {false, eraOf(policy.pinned).value_or(assumed), policy.pinned, true,
            Text::tr("Revision %1 is pinned for this server.").arg(policy.pinned)};
    }
    switch (policy.mode) {
    case EraPolicy::Mode::Legacy:
        return legacy(Text::tr("The legacy era is chosen for this server."));
    case EraPolicy::Mode::Modern:
        return {false, Era::Modern, revisionsOf(Era::Modern).front(), false,
            Text::tr("The modern era is chosen for this server.")};
    case EraPolicy::Mode::Auto:
        break;
    }
    Plan plan;
    plan.probe = true;
    return plan;
}

Plan judgeProbe(const rpc::Message &response)
{
    return judgeResponse(response, 0);
}

Plan judgeSilence(const QString &what)
{
    return legacy(what + u' ' + Text::tr("The server is taken to be a legacy one."));
}

HttpJudgement judgeHttpProbe(const HttpProbeResult &probe)
{
    const Evidence &evidence = probe.evidence;
    const int status = evidence.httpStatus;
    if (mayLackASession(evidence))
        return {HttpFinding::Decided,
            legacy(Text::tr(
                "The server responded to the probe server/discover with status %1 and without a "
                "challenge, as some legacy servers do to every request without a session.")
                       .arg(status))};
    if (status == 401 || status == 403)
        return {HttpFinding::AskForAuthorization, {}};
    if (isOutage(evidence))
        return {HttpFinding::Unreachable, {}};
    if (evidence.response) {
        const int code = evidence.response->errorCode();
        const bool modern = code == kHeaderMismatch || code == kMissingClientCapability;
        if (evidence.response->kind != rpc::Kind::ErrorResponse || !modern)
            return {HttpFinding::Decided, judgeResponse(*evidence.response, status)};
        // Only a modern server knows these codes. The opening reports what they ask
        // for: it gets the same response unless the server changes its mind.
        return {HttpFinding::Decided,
            {false, Era::Modern, revisionsOf(Era::Modern).front(), false,
                Text::tr(
                    "The server responded to the probe server/discover with %1, an error that only "
                    "modern revisions define.")
                    .arg(describe(evidence))}};
    }
    const bool broken =
        evidence.failure && evidence.failure->outcome.failure != wire::HttpOutcome::Failure::None;
    const bool redirected = status >= 300 && status < 400;
    if (status == 0 || broken || redirected)
        return {HttpFinding::Unreachable, {}};
    return {HttpFinding::Decided,
        legacy(Text::tr("The server responded to the probe server/discover with %1 and no "
                        "message, so it is taken to be a legacy server.")
                   .arg(describe(evidence)))};
}

bool isOutage(const Evidence &evidence)
{
    constexpr std::array kGateway{502, 503, 504}; // RFC 9110 section 15.6
    return !evidence.response
        && std::find(kGateway.begin(), kGateway.end(), evidence.httpStatus) != kGateway.end();
}

bool suggestsSse(int httpStatus)
{
    return httpStatus == 400 || httpStatus == 404 || httpStatus == 405;
}

QString describe(const Evidence &evidence)
{
    QString status =
        evidence.httpStatus == 0 ? QString() : Text::tr("status %1").arg(evidence.httpStatus);
    if (!evidence.response || evidence.response->kind != rpc::Kind::ErrorResponse)
        return status;
    const QString error = describeError(*evidence.response);
    return status.isEmpty() ? error : Text::tr("%1 and %2").arg(status, error);
}

} // namespace sonde::mcp
