// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/negotiation.h"

#include "mcp/message/servererror.h"

#include <QCoreApplication>

#include <algorithm>
#include <array>

namespace sonde::mcp {

namespace {

struct Words {
    Q_DECLARE_TR_FUNCTIONS(Negotiation)
};

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
            evidence + Words::tr(" %1 is the newest revision that both support.").arg(revision)};
    }
    return legacy(
        evidence + Words::tr(" Sonde supports none of them, so it tries the legacy era."));
}

// A message that answers server/discover; `answered` is how it came.
Plan judgeAnswer(const rpc::Message &answer, const QString &answered)
{
    const QString what = Words::tr("The probe server/discover was ") + answered;
    const auto listed = [](const QStringList &supported) {
        return supported.isEmpty() ? Words::tr("no revision that it names")
                                   : supported.join(QLatin1String(", "));
    };
    if (answer.kind == rpc::Kind::Response) {
        const json::Value versions = answer.result()["supportedVersions"];
        const auto supported = stringsOf(versions);
        return choose(supported,
            what
                + (versions.isArray()
                        ? Words::tr("; the server supports %1.").arg(listed(supported))
                        : Words::tr("; it does not list the revisions it supports.")));
    }
    if (answer.errorCode() == kUnsupportedProtocolVersion) {
        const auto supported = stringsOf(answer.error()["data"]["supported"]);
        return choose(supported,
            what
                + Words::tr(", error %1; the server supports %2.")
                      .arg(rpc::shownErrorCode(answer.errorCodeText()), listed(supported)));
    }
    return legacy(what + QStringLiteral(", ") + describeError(answer)
        + Words::tr(", so the server is taken to be a legacy one."));
}

} // namespace

Plan planFor(const EraPolicy &policy)
{
    if (!policy.pinned.isEmpty()) {
        const Era assumed = policy.mode == EraPolicy::Mode::Modern ? Era::Modern : Era::Legacy;
        return {false, eraOf(policy.pinned).value_or(assumed), policy.pinned, true,
            Words::tr("Revision %1 is pinned for this server.").arg(policy.pinned)};
    }
    switch (policy.mode) {
    case EraPolicy::Mode::Legacy:
        return legacy(Words::tr("The legacy era is chosen for this server."));
    case EraPolicy::Mode::Modern:
        return {false, Era::Modern, revisionsOf(Era::Modern).front(), false,
            Words::tr("The modern era is chosen for this server.")};
    case EraPolicy::Mode::Auto:
        break;
    }
    Plan plan;
    plan.probe = true;
    return plan;
}

Plan judgeProbe(const rpc::Message &answer)
{
    return judgeAnswer(answer, QStringLiteral("answered"));
}

Plan judgeSilence(const QString &what)
{
    return legacy(what + Words::tr(" The server is taken to be a legacy one."));
}

HttpJudgement judgeHttpProbe(const HttpProbe &probe)
{
    const Evidence &evidence = probe.evidence;
    const int status = evidence.httpStatus;
    if (status == 401 || status == 403)
        return {HttpFinding::AskForAuthorization, {}};
    if (isOutage(evidence))
        return {HttpFinding::Unreachable, {}};
    if (evidence.answer) {
        const QString answered = Words::tr("answered with status %1").arg(status);
        const int code = evidence.answer->errorCode();
        const bool modern = code == kHeaderMismatch || code == kMissingClientCapability;
        if (evidence.answer->kind != rpc::Kind::ErrorResponse || !modern)
            return {HttpFinding::Decided, judgeAnswer(*evidence.answer, answered)};
        // Only a modern server knows these codes. What they ask for is told by the opening, which
        // gets the same response unless the server changes its mind.
        return {HttpFinding::Decided,
            {false, Era::Modern, revisionsOf(Era::Modern).front(), false,
                Words::tr(
                    "The probe server/discover was answered with %1, an error that only modern "
                    "revisions define.")
                    .arg(describe(evidence))}};
    }
    const bool broken =
        evidence.failure && evidence.failure->outcome.failure != wire::HttpOutcome::Failure::None;
    const bool redirected = status >= 300 && status < 400;
    if (status == 0 || broken || redirected)
        return {HttpFinding::Unreachable, {}};
    return {HttpFinding::Decided,
        legacy(Words::tr("The probe server/discover was answered with %1 and no message, so the "
                         "server is taken to be a legacy one.")
                   .arg(describe(evidence)))};
}

bool isOutage(const Evidence &evidence)
{
    constexpr std::array kGateway{502, 503, 504}; // RFC 9110 section 15.6
    return !evidence.answer
        && std::find(kGateway.begin(), kGateway.end(), evidence.httpStatus) != kGateway.end();
}

bool suggestsSse(const Evidence &evidence)
{
    const int status = evidence.httpStatus;
    return status == 400 || status == 404 || status == 405;
}

QString describe(const Evidence &evidence)
{
    QString status =
        evidence.httpStatus == 0 ? QString() : Words::tr("status %1").arg(evidence.httpStatus);
    if (!evidence.answer || evidence.answer->kind != rpc::Kind::ErrorResponse)
        return status;
    const QString error = describeError(*evidence.answer);
    return status.isEmpty() ? error : Words::tr("%1 and %2").arg(status, error);
}

} // namespace sonde::mcp
