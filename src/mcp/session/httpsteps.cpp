// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "mcp/session/httpsteps.h"

#include "mcp/message/mcptext.h"

namespace sonde::mcp {

namespace {

using Kind = StartStep::Kind;
using Failure = wire::HttpOutcome::Failure;

QString securityOf(const wire::HttpConnectionFacts &facts)
{
    QString text = facts.tlsVersion;
    if (!facts.tlsCipher.isEmpty())
        text += QStringLiteral(" · ") + facts.tlsCipher;
    if (!facts.chain.empty())
        text += QStringLiteral(" · ") + facts.chain.front().subject;
    return text;
}

Kind failedStep(const wire::HttpFailure &failure)
{
    switch (failure.outcome.failure) {
    case Failure::Local:
    case Failure::Resolve:
        return Kind::ResolveName;
    case Failure::Connect:
    case Failure::Proxy:
    case Failure::ProxyRefused:
        return Kind::Connect;
    case Failure::Tls:
    case Failure::NotTls:
    case Failure::ClientCertificate:
    case Failure::Untrusted:
    case Failure::PinMismatch:
        return Kind::SecureConnection;
    case Failure::Send:
        return Kind::SendFirst;
    case Failure::TimedOut:
        if (failure.outcome.times.connected == 0)
            return failure.outcome.times.resolved == 0 ? Kind::ResolveName : Kind::Connect;
        return failure.outcome.requestSent ? Kind::ReadFirst : Kind::SendFirst;
    case Failure::None:
    case Failure::NoResponse:
    case Failure::BadResponse:
    case Failure::Truncated:
    case Failure::TooLarge:
    case Failure::Aborted:
        break;
    }
    // A response that is a refusal was read.
    return failure.status != 0 && failure.outcome.failure == Failure::None ? Kind::AgreeOnRevision
                                                                           : Kind::ReadFirst;
}

} // namespace

void logHttpTimes(
    StartLog &log, const wire::HttpTimes &times, const wire::HttpConnectionFacts &facts)
{
    if (times.begun == 0)
        return;
    std::int64_t since = times.begun;
    const auto reached = [&](Kind kind, std::int64_t at, const QString &detail) {
        if (at == 0)
            return;
        log.done(kind, detail, at - since);
        since = at;
    };
    reached(Kind::ResolveName, times.resolved, {});
    reached(Kind::Connect, times.connected,
        facts.remoteAddress
            + (facts.proxy.isEmpty() ? QString()
                                     : Text::tr(" through the proxy %1").arg(facts.proxy)));
    reached(Kind::SecureConnection, times.secured, securityOf(facts));
    reached(Kind::SendFirst, times.requestSent, facts.httpVersion);
}

void logHttpFailure(StartLog &log, const wire::HttpFailure &failure, const QString &sentence)
{
    logHttpTimes(log, failure.outcome.times, failure.outcome.facts);
    const Kind failed = failedStep(failure);
    if (failed == Kind::AgreeOnRevision)
        log.done(Kind::ReadFirst, Text::tr("HTTP status %1").arg(failure.status),
            failure.outcome.times.firstByte - failure.outcome.times.requestSent);
    // When a handshake fails, the time at which its connection was ready is not known.
    log.doneBefore(failed);
    log.failed(failed, sentence, SystemClock::instance().now());
}

} // namespace sonde::mcp
