// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/negotiation.h"

#include "mcp/session.h"

namespace sonde::mcp {

namespace {

constexpr int kUnsupportedProtocolVersion = -32022; // 2026-07-28 basic#error-codes

Plan legacy(const QString &verdict)
{
    return {false, Era::Handshake, revisionsOf(Era::Handshake).front(), false, verdict};
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

} // namespace

Plan planFor(const EraPolicy &policy)
{
    if (!policy.pinned.isEmpty()) {
        const Era assumed =
            policy.mode == EraPolicy::Mode::Modern ? Era::Stateless : Era::Handshake;
        return {false, eraOf(policy.pinned).value_or(assumed), policy.pinned, true,
            QStringLiteral("Revision %1 is pinned for this server.").arg(policy.pinned)};
    }
    switch (policy.mode) {
    case EraPolicy::Mode::Legacy:
        return legacy(QStringLiteral("Legacy is chosen for this server."));
    case EraPolicy::Mode::Modern:
        return {false, Era::Stateless, revisionsOf(Era::Stateless).front(), false,
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
    if (answer.kind == rpc::Kind::Response) {
        const auto supported = stringsOf(answer.result()["supportedVersions"]);
        return choose(supported,
            QStringLiteral("The probe server/discover was answered; the server supports %1.")
                .arg(supported.isEmpty() ? QStringLiteral("no revision it names")
                                         : supported.join(QLatin1String(", "))));
    }
    const Error error = serverError(answer);
    if (error.code == kUnsupportedProtocolVersion) {
        const auto supported = stringsOf(answer.error()["data"]["supported"]);
        return choose(supported,
            QStringLiteral("The probe server/discover was answered with %1; the server "
                           "supports %2.")
                .arg(error.code)
                .arg(supported.join(QLatin1String(", "))));
    }
    return legacy(
        QStringLiteral("The probe server/discover was answered with error %1 (%2), so the "
                       "server speaks a handshake revision.")
            .arg(error.code)
            .arg(error.sentence));
}

Plan judgeSilence(const QString &what)
{
    return legacy(what + QStringLiteral(" So the server is taken to speak a handshake revision."));
}

} // namespace sonde::mcp
