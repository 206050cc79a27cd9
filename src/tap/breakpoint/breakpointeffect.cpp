// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/breakpointeffect.h"

#include <utility>

namespace sonde::tap {

namespace {

BreakpointEffect effectOn(
    const MessagePath &path, BreakpointEffect::Kind kind, std::uint64_t position = 0)
{
    BreakpointEffect effect;
    effect.kind = kind;
    effect.channel = path.channel;
    effect.exchange = path.exchange;
    effect.position = position;
    return effect;
}

} // namespace

BreakpointEffect writeEffect(const MessagePath &path, std::uint64_t position, const Bytes &bytes)
{
    BreakpointEffect effect = effectOn(path, BreakpointEffect::Kind::Write, position);
    effect.bytes = bytes;
    return effect;
}

BreakpointEffect closeEffect(const MessagePath &path)
{
    return effectOn(path, BreakpointEffect::Kind::Close);
}

BreakpointEffect droppedEffect(const MessagePath &path, std::uint64_t position)
{
    return effectOn(path, BreakpointEffect::Kind::Dropped, position);
}

BreakpointEffect noteEffect(
    const char *what, const MessagePath &path, std::uint64_t position, std::string detail)
{
    BreakpointEffect effect = effectOn(path, BreakpointEffect::Kind::Note, position);
    effect.what = what;
    effect.detail = std::move(detail);
    return effect;
}

std::string noteDetail(std::string_view why, const rpc::Id &id)
{
    std::string detail(why);
    if (!id.empty())
        detail.append(" · id ").append(id);
    return detail;
}

std::string deciderText(std::uint32_t breakpoint)
{
    return breakpoint == 0 ? "by you" : "breakpoint " + std::to_string(breakpoint);
}

std::string noteDetail(std::uint32_t breakpoint, const rpc::Id &id, std::string_view sent)
{
    std::string detail = noteDetail(deciderText(breakpoint), id);
    if (!sent.empty())
        detail.append("\n").append(sent);
    return detail;
}

BreakpointEffect goneEffect(
    const MessagePath &path, std::uint64_t message, std::optional<TapRefusal> undecided)
{
    BreakpointEffect effect = effectOn(path, BreakpointEffect::Kind::Gone);
    effect.message = message;
    effect.refusal = undecided;
    return effect;
}

BreakpointEffect refusedEffect(std::uint64_t message, TapRefusal why, bool composed)
{
    BreakpointEffect effect;
    effect.kind = BreakpointEffect::Kind::Refused;
    effect.message = message;
    effect.refusal = why;
    effect.composed = composed;
    return effect;
}

std::string windowLine(const BreakpointEffect &effect)
{
    using Kind = BreakpointEffect::Kind;
    switch (effect.kind) {
    case Kind::Held:
        return tapLine(TapHeld{effect.message, effect.channel, effect.breakpoint, effect.since.wall,
            effect.bytes, effect.client, QString::fromStdString(effect.asked.method),
            QString::fromStdString(effect.asked.target), effect.untilNs});
    case Kind::Gone:
        return tapLine(TapGone{effect.message, effect.refusal});
    case Kind::Refused:
        return tapLine(TapRefused{
            effect.message, effect.refusal.value_or(TapRefusal::NotHeld), effect.composed});
    case Kind::Composed:
        return tapLine(TapComposed{effect.message});
    case Kind::Write:
    case Kind::Close:
    case Kind::Note:
    case Kind::Dropped:
        break;
    }
    return {};
}

} // namespace sonde::tap
