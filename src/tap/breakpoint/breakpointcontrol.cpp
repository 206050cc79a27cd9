// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/breakpoint/breakpointcontrol.h"

#include "tap/announce/tapline.h"
#include "tap/breakpoint/controlline.h"

#include <utility>
#include <vector>

namespace sonde::tap {

BreakpointControl::BreakpointControl()
    : m_gate({[this](const BreakpointEffect &effect, Stamp now) { report(effect, now); },
        [this](
            const BreakpointEngine::Hits &hits) { m_window.tellNewest(tapLine(TapHits{hits})); }})
{
}

void BreakpointControl::connectTo(TrafficObserver &recorder, Window window)
{
    m_recorder = &recorder;
    m_window = std::move(window);
}

bool BreakpointControl::windowSaid(std::string_view line)
{
    auto parsed = parseControlLine(line);
    if (!parsed)
        return false;
    bool taken = true;
    std::vector<GateCommand> commands = std::move(parsed).value();
    for (GateCommand &command : commands)
        taken = m_gate.command(std::move(command)) && taken;
    return taken;
}

void BreakpointControl::windowLeft()
{
    m_gate.command(AttachWindow{false});
}

void BreakpointControl::report(const BreakpointEffect &effect, Stamp now)
{
    using Kind = BreakpointEffect::Kind;
    if (effect.kind == Kind::Note)
        m_recorder->noted(now, std::string(effect.what) + '\t' + effect.detail,
            {effect.channel, effect.position});
    else if (effect.kind == Kind::Composed)
        m_recorder->composed(effect.channel, now, effect.bytes, deciderText(0));
    if (effect.kind == Kind::Note && !effect.bytes.isEmpty()) // ends the request in the trace
        m_recorder->composed(
            otherWay(effect.channel), now, effect.bytes, deciderText(effect.breakpoint));
    if (std::string line = windowLine(effect); !line.empty())
        m_window.tell(std::move(line));
}

} // namespace sonde::tap
