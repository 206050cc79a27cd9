// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/result.h"
#include "cli/options/checkoptions.h"
#include "cli/output/output.h"
#include "trace/filter/filter.h"

#include <QString>
#include <QStringList>

#include <optional>

namespace sonde::cli {

struct TraceOptions {
    enum class Action { Show, Filter, Stats, Export, Import, Tail, Check };
    Action action = Action::Show;
    QString file;
    trace::Filter filter;
    std::vector<std::uint32_t> numbers; // of show: these messages, as they crossed
    QString format; // of export and check; of export empty: by the ending of `output`
    QString output; // of export, empty: standard output; of import a new file
    QStringList patterns; // of export: regular expressions of what is hidden as well
    bool json = false;
    bool redact = true; // of export
    bool count = false; // only how many
    bool quiet = false; // no notes on standard error
    FindingLevels levels; // of check
};

// Everything after `sonde-cli trace`.
Result<TraceOptions> parseTraceOptions(const QStringList &arguments);

// Says why a command cannot be carried out; gives its exit code.
int complainOf(const Error &error, Output &err);

// Runs all but tail; notes are left out as the options say. Gives the exit code.
int readTrace(const TraceOptions &options, Output &out, Output &err);
// Prints what is recorded into the file from now on, until a signal comes.
int tailTrace(const TraceOptions &options, Output &out, Output &err);

} // namespace sonde::cli
