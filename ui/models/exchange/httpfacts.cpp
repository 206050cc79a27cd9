// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/exchange/httpfacts.h"

#include "base/formatting.h"
#include "models/signs/modeltext.h"
#include "models/trace/tracetext.h"

#include <QCoreApplication>

#include <array>
#include <limits>

namespace sonde::models {

namespace {

using Stream = wire::HttpState::Stream;
using Transport = wire::HttpTarget::Transport;

constexpr qsizetype kMaxFilter = 4000; // characters of a filter that are shown

QString transportText(const wire::HttpTarget &target, const wire::HttpState &state)
{
    const QString name =
        state.sse ? Text::tr("HTTP+SSE (2024-11-05)") : Text::tr("Streamable HTTP");
    if (target.transport != Transport::Auto)
        return Text::tr("%1, set in the profile").arg(name);
    return state.sse ? Text::tr("%1, because the server does not support Streamable HTTP").arg(name)
                     : Text::tr("%1, detected").arg(name);
}

QString addressText(const wire::HttpConnectionFacts &facts)
{
    QString text = Text::tr("%1 to %2").arg(facts.localAddress, facts.remoteAddress);
    if (!facts.proxy.isEmpty())
        text += Text::tr(", through the proxy %1").arg(facts.proxy);
    return text;
}

Property securityFact(const wire::HttpTarget &target, const wire::HttpConnectionFacts &facts)
{
    Property fact;
    fact.name = Text::tr("Security");
    if (facts.tlsVersion.isEmpty()) {
        fact.value = Text::tr("none: http:// is not encrypted");
        return fact;
    }
    fact.value = facts.tlsVersion % QStringLiteral(" · ") % facts.tlsCipher;
    if (!target.trust.pinnedKey.isEmpty())
        fact.value += Text::tr(" · pinned key");
    return fact;
}

Property streamFact(const wire::HttpState &state, mcp::Era era)
{
    Property fact;
    fact.name = Text::tr("Server event stream");
    switch (state.standing) {
    case Stream::None:
        fact.value = era == mcp::Era::Modern
            ? Text::tr("none: this revision uses subscriptions instead")
            : Text::tr("none yet");
        fact.tone = ColorRole::Muted;
        break;
    case Stream::Opening:
        fact.value = Text::tr("opening");
        fact.sign = Sign::Pending;
        break;
    case Stream::Open:
        fact.value = Text::tr("open: the server can send messages at any time");
        fact.sign = Sign::Ok;
        break;
    case Stream::NotOffered:
        fact.value = Text::tr("not offered by the server (optional)");
        fact.tone = ColorRole::Muted;
        break;
    case Stream::Waiting:
        fact.value = Text::tr("disconnected; it will be reopened shortly");
        fact.sign = Sign::Pending;
        break;
    case Stream::Failed:
        fact.value = Text::tr("failed");
        fact.sign = Sign::ProtocolError;
        fact.tone = ColorRole::Error;
        break;
    }
    if (!state.standingDetail.isEmpty())
        fact.value += QStringLiteral(". ") % state.standingDetail;
    return fact;
}

QString stateText(mcp::Subscription::State state)
{
    switch (state) {
    case mcp::Subscription::State::Opening:
        return Text::tr("sent, not acknowledged yet");
    case mcp::Subscription::State::Active:
        return Text::tr("active");
    case mcp::Subscription::State::Waiting:
        return Text::tr("waiting to be sent again");
    case mcp::Subscription::State::Ended:
        return Text::tr("ended");
    }
    return {};
}

QString rawText(const json::Value &value)
{
    const std::string_view raw = value.raw();
    return QString::fromUtf8(raw.data(), qsizetype(raw.size())).left(kMaxFilter);
}

Property mono(const QString &name, const QString &value)
{
    return {name, value, true};
}

} // namespace

Properties routeFacts(const wire::HttpTarget &target)
{
    Properties facts{mono(Text::tr("URL"), target.url.toString(QUrl::FullyEncoded))};
    if (!target.route.unixSocket.isEmpty())
        facts.push_back(mono(Text::tr("Socket"), target.route.unixSocket));
    return facts;
}

Properties connectionFacts(
    const wire::HttpTarget &target, const wire::HttpState &state, mcp::Era era)
{
    const wire::HttpConnectionFacts &known = state.facts;
    Properties facts = routeFacts(target);
    facts.insert(facts.begin() + 1, Property{Text::tr("Transport"), transportText(target, state)});
    if (!known.httpVersion.isEmpty())
        facts.push_back({Text::tr("Version"), known.httpVersion});
    if (!known.remoteAddress.isEmpty())
        facts.push_back({Text::tr("Addresses"), addressText(known)});
    if (!known.httpVersion.isEmpty())
        facts.push_back(securityFact(target, known));
    if (state.sessionId.isEmpty())
        facts.push_back({Text::tr("Session"),
            era == mcp::Era::Modern ? Text::tr("none: requests are independent")
                                    : Text::tr("none: the server assigned no id"),
            false, Sign::None, ColorRole::Muted});
    else
        facts.push_back(mono(Text::tr("Session"), QString::fromUtf8(state.sessionId)));
    if (era == mcp::Era::Legacy)
        facts.push_back(streamFact(state, era));
    facts.push_back({Text::tr("Open streams"),
        state.resumptions == 0
            ? QString::number(state.openStreams)
            : Text::tr("%1, resumed: %2").arg(state.openStreams).arg(state.resumptions)});
    return facts;
}

QString fingerprintText(const QByteArray &sha256)
{
    const qsizetype half = sha256.size() / 2;
    const QByteArray first = sha256.left(half).toHex(':').toUpper();
    return QString::fromLatin1(first % ' ' % sha256.mid(half).toHex(':').toUpper());
}

Properties certificateFacts(const wire::Certificate &certificate)
{
    return {
        {Text::tr("Subject"), certificate.subject},
        {Text::tr("Issuer"), certificate.issuer},
        {Text::tr("For"),
            certificate.names.isEmpty() ? Text::tr("no host") : listText(certificate.names)},
        {Text::tr("Valid"),
            Text::tr("%1 until %2").arg(certificate.validFrom, certificate.validUntil)},
        mono(Text::tr("SHA-256"), fingerprintText(certificate.fingerprint)),
        mono(Text::tr("SHA-256 of its key"), fingerprintText(certificate.keyPin)),
    };
}

Properties subscriptionFacts(const mcp::Subscription &subscription)
{
    using State = mcp::Subscription::State;
    Property state;
    state.name = Text::tr("Subscription");
    state.value = stateText(subscription.state());
    if (!subscription.detail().isEmpty())
        state.value += QStringLiteral(": ") % subscription.detail();
    if (subscription.isAutomatic())
        state.value += Text::tr(" · Sonde's own");
    state.value += Text::tr(" · received: %1").arg(subscription.received());
    if (subscription.reopened() > 0)
        state.value += Text::tr(" · sent again: %1").arg(subscription.reopened());
    state.sign = subscription.state() == State::Active ? Sign::Ok
        : subscription.state() == State::Ended         ? Sign::Cancelled
                                                       : Sign::Pending;
    Properties facts{state, mono(Text::tr("requested"), rawText(subscription.requested().root()))};
    const json::Value honoured = subscription.acknowledged();
    if (honoured)
        facts.push_back(mono(Text::tr("honoured"), rawText(honoured)));
    if (const QStringList refused = subscription.unhonoured(); !refused.isEmpty())
        facts.push_back(
            {Text::tr("not honoured"), listText(refused), false, Sign::ToolError, ColorRole::Warn});
    return facts;
}

QString agoText(qint64 thenMs, qint64 nowMs)
{
    struct Unit {
        qint64 ms;
        const char *text;
    };
    static constexpr std::array kUnits{
        Unit{86'400'000, QT_TRANSLATE_NOOP("Models", "%1 d ago")},
        Unit{3'600'000, QT_TRANSLATE_NOOP("Models", "%1 h ago")},
        Unit{60'000, QT_TRANSLATE_NOOP("Models", "%1 min ago")},
    };
    const qint64 age = nowMs - thenMs;
    for (const Unit &unit : kUnits) {
        if (age >= unit.ms)
            return Text::tr(unit.text).arg(age / unit.ms);
    }
    return Text::tr("just now");
}

Property detectionFact(const mcp::DetectedRevision &detected, qint64 nowMs)
{
    QString value = Text::tr("probed %1: %2 %3")
                        .arg(agoText(detected.detectedMs, nowMs), mcp::eraWord(detected.era),
                            detected.revision);
    if (!detected.evidence.isEmpty())
        value += QStringLiteral(". ") % detected.evidence;
    return {Text::tr("Cached detection"), value};
}

QString cacheHintText(const json::Value &result)
{
    const json::Value ttl = result["ttlMs"];
    const json::Value scope = result["cacheScope"];
    if (!ttl.exists() && !scope.exists())
        return {};
    const auto ms = ttl.toInt64();
    QString text = !ms ? Text::tr("cacheable for “%1” ms").arg(rawText(ttl).left(40))
        : *ms <= 0     ? Text::tr("stale immediately")
                       : Text::tr("cacheable for %1")
                         .arg(*ms > std::numeric_limits<qint64>::max() / 1'000'000
                                 ? Text::tr("an unlimited time")
                                 : durationText(std::chrono::nanoseconds(*ms * 1'000'000)));
    if (scope.isString())
        text += QStringLiteral(", ") % scope.toString().left(40);
    return Text::tr("%1. Sonde sends a new request each time.").arg(text);
}

} // namespace sonde::models
