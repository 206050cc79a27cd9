// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/negotiation.h"

#include "mcp/servererror.h"

namespace sonde::mcp {

namespace {

Plan legacy(const QString &verdict)
{
    return {false, Era::Legacy, revisionsOf(Era::Legacy).front(), false, verdict};
}

// The newest revision of ours that the server supports.
Plan choose(const QStringList &supported, const QString &evidence)
{
    for (const QString &revision : knownRevisions()) {
        if (!supported.contains(revision))
            continue;
        const Era era = *eraOf(revision);
        return {false, era, revision, false,
            evidence + QStringLiteral(" %1 is the newest revision both speak.").arg(revision)};
    }
    return legacy(
        evidence + QStringLiteral(" None of these is known here, so a handshake is tried."));
}

// A message that answers server/discover; `answered` is how it came.
Plan judgeAnswer(const rpc::Message &answer, const QString &answered)
{
    const QString what = QStringLiteral("The probe server/discover was ") + answered;
    const auto listed = [](const QStringList &supported) {
        return supported.isEmpty() ? QStringLiteral("no revision it names")
                                   : supported.join(QLatin1String(", "));
    };
    if (answer.kind == rpc::Kind::Response) {
        const json::Value versions = answer.result()["supportedVersions"];
        const auto supported = stringsOf(versions);
        return choose(supported,
            what
                + (versions.isArray()
                        ? QStringLiteral("; the server supports %1.").arg(listed(supported))
                        : QStringLiteral("; it gives no list of the revisions it supports.")));
    }
    if (answer.errorCode() == kUnsupportedProtocolVersion) {
        const auto supported = stringsOf(answer.error()["data"]["supported"]);
        return choose(supported,
            what
                + QStringLiteral(", error %1; the server supports %2.")
                      .arg(rpc::shownErrorCode(answer.errorCodeText()), listed(supported)));
    }
    return legacy(what + QStringLiteral(", ") + describeError(answer)
        + QStringLiteral(", so the server speaks a handshake revision."));
}

} // namespace

Plan planFor(const EraPolicy &policy)
{
    if (!policy.pinned.isEmpty()) {
        const Era assumed = policy.mode == EraPolicy::Mode::Modern ? Era::Modern : Era::Legacy;
        return {false, eraOf(policy.pinned).value_or(assumed), policy.pinned, true,
            QStringLiteral("Revision %1 is pinned for this server.").arg(policy.pinned)};
    }
    switch (policy.mode) {
    case EraPolicy::Mode::Legacy:
        return legacy(QStringLiteral("Legacy is chosen for this server."));
    case EraPolicy::Mode::Modern:
        return {false, Era::Modern, revisionsOf(Era::Modern).front(), false,
            QStringLiteral("Modern is chosen for this server.")};
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
    return legacy(what + QStringLiteral(" So the server is taken to speak a handshake revision."));
}

HttpJudgement judgeHttpProbe(const HttpProbe &probe)
{
    const Evidence &evidence = probe.evidence;
    const int status = evidence.httpStatus;
    if (status == 401 || status == 403)
        return {HttpFinding::AskForAuthorization, {}};
    if (status >= 500)
        return {HttpFinding::Unreachable, {}};
    if (evidence.answer) {
        const QString answered = QStringLiteral("answered with status %1").arg(status);
        const int code = evidence.answer->errorCode();
        const bool modern = code == kHeaderMismatch || code == kMissingClientCapability;
        if (evidence.answer->kind != rpc::Kind::ErrorResponse || !modern)
            return {HttpFinding::Decided, judgeAnswer(*evidence.answer, answered)};
        // Only a modern server knows these codes. What they ask for is told by the opening, which
        // gets the same answer unless the server changes its mind.
        return {HttpFinding::Decided,
            {false, Era::Modern, revisionsOf(Era::Modern).front(), false,
                QStringLiteral("The probe server/discover was answered with %1, and that error is "
                               "only known to revisions without a handshake.")
                    .arg(describe(evidence))}};
    }
    const bool broken =
        evidence.failure && evidence.failure->outcome.failure != wire::HttpOutcome::Failure::None;
    const bool redirected = status >= 300 && status < 400;
    if (status == 0 || broken || redirected)
        return {HttpFinding::Unreachable, {}};
    return {HttpFinding::Decided,
        legacy(QStringLiteral("The probe server/discover was answered with %1 and no message, so "
                              "the server speaks a handshake revision.")
                   .arg(describe(evidence)))};
}

bool suggestsSse(const Evidence &evidence)
{
    const int status = evidence.httpStatus;
    return status == 400 || status == 404 || status == 405;
}

QString describe(const Evidence &evidence)
{
    QString status =
        evidence.httpStatus == 0 ? QString() : QStringLiteral("status %1").arg(evidence.httpStatus);
    if (!evidence.answer || evidence.answer->kind != rpc::Kind::ErrorResponse)
        return status;
    const QString error = describeError(*evidence.answer);
    return status.isEmpty() ? error : status + QStringLiteral(" and ") + error;
}

} // namespace sonde::mcp
