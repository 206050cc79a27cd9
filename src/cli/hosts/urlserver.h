// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "cli/options/options.h"
#include "tap/record/taprecording.h"
#include "wire/http/httptarget.h"

namespace sonde::cli {

class Output;

// What taps before a server with a URL make of their options.
QString urlServerName(const Options &options); // for the recording: --name, or "localhost:3000"
wire::HttpTarget urlServerTarget(const Options &options);

// Windows find the tap from now on; `who` lacks the server. Complains if none can.
void announceUrlServer(
    const Options &options, tap::TapIntroduction who, tap::TapRecording &recording, Output &err);

// Ends the recording, and tells windows. Complains if it is incomplete, and returns whether it is
// complete.
bool finishRecording(tap::TapRecording &recording, tap::Announcement &announcement, Output &err);

} // namespace sonde::cli
