// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/breakpoint/breakpoint.h"

#include <variant>

namespace sonde::test {

// The first breakpoint of a list, which is on. Without a valid filter it stops every message.
inline tap::Breakpoint madeBreakpoint(
    tap::BreakpointAction::Kind act, const QString &filter, rpc::Channel channel)
{
    tap::Breakpoint made;
    made.number = 1;
    made.channel = channel;
    const auto compiled = trace::Filter::compile(filter);
    if (const auto *const good = std::get_if<trace::Filter>(&compiled))
        made.filter = *good;
    made.action.kind = act;
    return made;
}

} // namespace sonde::test
