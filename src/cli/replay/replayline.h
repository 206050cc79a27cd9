// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/mock/mockrecording.h"
#include "cli/options/line.h"
#include "replay/recordedorder.h"
#include "replay/replayreport.h"
#include "replay/replayrules.h"

#include <QString>

#include <set>

namespace sonde::cli {

// What `replay` does, with its files read.
struct ReplayLine {
    mock::MockScript script;
    std::set<replay::Index> chosen; // what is sent
    bool isWhole = true; // no filter chooses
    bool withHandshake = true; // it is compared
    std::size_t unanswered = 0; // requests that are not sent, because they got no response
    replay::ReplayRules rules;
    QString newRules; // of --write-rules; empty: none are learned
};

// Errors are Domain::Usage, or those of reading a recording.
Result<ReplayLine> replayLine(const Line &line);
// Of a whole recording, with a file of rules; empty: without.
Result<ReplayLine> wholeReplay(const QString &recording, const QString &rules);
// What came of it now, beside the recording.
replay::ReplayReport compareWithRecording(const ReplayLine &line, const replay::Outcomes &live);

} // namespace sonde::cli
