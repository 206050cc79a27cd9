// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "replay/replayreport.h"
#include "replay/replayrules.h"

#include <QString>
#include <QStringList>

#include <set>
#include <string>
#include <utility>

namespace sonde::session {

// The client's side of a recording, ready to be sent again. It never changes, so that any thread
// can read it.
struct ReplayRecording {
    mock::MockScript script;
    std::set<replay::Index> sendable; // without the handshake
    // Calls of tools that the server said are destructive, and of tools that no recorded list has:
    // a list may be missing, or only its first page was recorded.
    std::set<replay::Index> destructive;
    replay::Outcomes outcomes; // as recorded, with the handshake
};

// Of a session file; off the window's thread. Fails (Domain::Storage) if the file cannot be read,
// or has nothing that can be sent.
Result<ReplayRecording> readReplayRecording(const QString &path);

// With the calls of these tools.
std::set<replay::Index> destructiveCalls(
    const ReplayRecording &recording, const std::set<std::string> &tools);

// The tools that these calls are for, each once.
QStringList toolsOf(const ReplayRecording &recording, const std::set<replay::Index> &calls);

// The compared texts of a row of the report: recorded, and now. Empty where there is none.
std::pair<Bytes, Bytes> comparedTexts(
    const ReplayRecording &recording, const replay::Outcomes &live, const replay::ReportRow &row);

} // namespace sonde::session
