// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/breakpoint/breakpointengine.h"

#include <QString>
#include <QStringList>

#include <string>
#include <utility>
#include <variant>
#include <vector>

// What a breakpoint engine wants done, as texts that a table can hold.
namespace sonde::tests {

using namespace Qt::StringLiterals;

inline Stamp at(std::int64_t milliseconds)
{
    return {milliseconds * 1'000'000, milliseconds * 1'000'000};
}

inline QString reason(const tap::BreakpointEffect &effect)
{
    const char *const words[] = {"not held", "cancelled", "ended", "not one line", "too long",
        "not a request", "not a message", "strange id", "not over HTTP", "time over"};
    return effect.refusal ? u": "_s + QLatin1String(words[std::size_t(*effect.refusal)])
                          : QString();
}

// "> text" to the server, "< text" to the host, "> close", "held 1", "gone 1", "note message held".
inline QStringList told(const tap::BreakpointEffects &effects)
{
    QStringList all;
    for (const tap::BreakpointEffect &one : effects) {
        const QString arrow = one.channel == rpc::Channel::Sent ? u"> "_s : u"< "_s;
        const QString text = QString::fromLatin1(one.bytes.toByteArray());
        switch (one.kind) {
        case tap::BreakpointEffect::Kind::Write:
            all += arrow + QString(text).replace(u'\n', u'|');
            break;
        case tap::BreakpointEffect::Kind::Close:
            all += arrow + u"close"_s;
            break;
        case tap::BreakpointEffect::Kind::Held:
            all += u"held %1"_s.arg(one.message);
            break;
        case tap::BreakpointEffect::Kind::Gone:
            all += u"gone %1"_s.arg(one.message) + reason(one);
            break;
        case tap::BreakpointEffect::Kind::Refused:
            all += u"no"_s + reason(one);
            break;
        case tap::BreakpointEffect::Kind::Composed:
            all += u"composed %1"_s.arg(one.message);
            break;
        case tap::BreakpointEffect::Kind::Dropped:
            break; // as over stdio: nothing is written
        case tap::BreakpointEffect::Kind::Note:
            all += u"note "_s + QLatin1String(one.what);
            break;
        }
    }
    return all;
}

inline QStringList take(tap::BreakpointEngine &engine, rpc::Channel channel,
    const std::string &text, std::int64_t milliseconds = 0)
{
    tap::BreakpointEffects effects;
    engine.take({channel, Bytes::copyOf(text + '\n'), at(milliseconds), 0}, effects);
    return told(effects);
}

inline QStringList decide(
    tap::BreakpointEngine &engine, std::uint64_t message, const tap::HeldDecision &decision)
{
    tap::BreakpointEffects effects;
    engine.decide(message, decision, at(0), effects);
    return told(effects);
}

inline QStringList tick(tap::BreakpointEngine &engine, std::int64_t milliseconds)
{
    tap::BreakpointEffects effects;
    engine.tick(at(milliseconds).steady, effects);
    return told(effects);
}

inline tap::BreakpointEngine engineWith(std::vector<tap::Breakpoint> breakpoints)
{
    tap::BreakpointEngine engine;
    tap::BreakpointEffects none;
    engine.setBreakpoints(std::move(breakpoints));
    engine.setAttached(true, none);
    return engine;
}

inline tap::Breakpoint breakpoint(tap::BreakpointAction::Kind act, const QString &filter = {},
    rpc::Channel channel = rpc::Channel::Sent)
{
    tap::Breakpoint made;
    made.number = 1;
    made.channel = channel;
    const auto compiled = trace::Filter::compile(filter);
    if (const auto *const good = std::get_if<trace::Filter>(&compiled))
        made.filter = *good;
    else
        qWarning("the filter is invalid");
    made.action.kind = act;
    return made;
}

} // namespace sonde::tests
