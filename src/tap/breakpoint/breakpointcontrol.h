// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "tap/announce/announcement.h"
#include "tap/breakpoint/breakpointgate.h"
#include "tap/relay/trafficobserver.h"

#include <functional>
#include <string>

namespace sonde::tap {

// The breakpoints of a tap between its relay, its recording, and the window that sets them.
class BreakpointControl final : public WindowListener {
public:
    BreakpointControl();

    BreakpointGate &gate() { return m_gate; }
    // Get lines with their ends.
    struct Window {
        std::function<void(std::string)> tell;
        std::function<void(std::string)> tellNewest; // replaces what it was given before
    };
    // Before the relay runs.
    void connectTo(TrafficObserver &recorder, Window window);

    bool windowSaid(std::string_view line) override;
    void windowLeft() override;

private:
    void report(const BreakpointEffect &effect, Stamp now);

    TrafficObserver *m_recorder = nullptr;
    Window m_window;
    BreakpointGate m_gate;
};

} // namespace sonde::tap
