// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "mock/mockscript.h"
#include "trace/filter/filter.h"

#include <QString>

#include <vector>

namespace sonde::cli {

struct MockRecording {
    mock::MockScript script;
    std::vector<trace::Number> chosen; // messages that match the filter, ascending
};

// Of a session file, or a file that `trace import` reads. `server` is its name in the recording;
// empty: the one of the last connection.
Result<MockRecording> readRecording(
    const QString &path, const QString &server, const trace::Filter &filter = {});

} // namespace sonde::cli
