// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "models/signs/sign.h"
#include "tap/announce/tapline.h"
#include "tap/breakpoint/breakpoint.h"

#include <QString>

namespace sonde::models {

// Breakpoints of a tap in words.

// Who talks to the server: a host that is tapped, or Sonde itself.
enum class TapClient { Host, Sonde };

QString tapDirectionText(rpc::Channel channel, TapClient client); // "to server", "to host"
Sign tapDirectionSign(rpc::Channel channel, rpc::Kind kind = rpc::Kind::Request);
QString actionWord(tap::BreakpointAction::Kind kind); // "hold", "change by a JSON patch"
// With its amount: "delay 2 s", "garble 3 bytes · only hit 2".
QString actionText(const tap::Breakpoint &breakpoint);
// Why nothing was done of a decision on a held message, and what can be done.
QString refusalText(tap::TapRefusal refusal);
// What a breakpoint stops: its filter, or that it stops any message.
QString stoppedText(const tap::Breakpoint &breakpoint);

} // namespace sonde::models
