// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/checkoptions.h"
#include "cli/options/line.h"
#include "trace/filter/filter.h"

#include <QString>
#include <QStringList>

#include <cstdint>
#include <string>
#include <vector>

namespace sonde::cli {

// sonde-cli trace: what is done with a session file.
struct TraceOptions {
    Command command = Command::TraceShow;
    QString file;
    trace::Filter filter;
    std::vector<std::uint32_t> numbers; // of show and report: these messages
    QString format; // of export; empty: by the ending of `output`
    QString output; // of export and report, empty: standard output; of import a new file
    QStringList patterns; // of export and report: regular expressions of what is hidden as well
    bool json = false;
    bool redact = true; // of export
    bool count = false; // only how many
    bool quiet = false; // no notes on standard error
    FindingLevels levels; // of check
    ReportForm form; // of check
    QStringList hosts; // of check: what they make of the tools is reported instead
};

// The filter of a command line. Errors are Domain::Usage.
Result<trace::Filter> filterOf(const std::string &text);

// Of a line with one of the commands of trace. Errors are Domain::Usage.
Result<TraceOptions> traceOptions(const Line &line);

} // namespace sonde::cli
