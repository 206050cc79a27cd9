// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/connections.h"
#include "agent/recording.h"
#include "trace/filter/filterrun.h"

#include <string>
#include <vector>

namespace sonde::agent {

// Which records of a recording are wanted: the newest that match.
struct RecordQuery {
    QString server; // its name in the recording; empty: any
    trace::Filter filter;
    std::size_t limit = 0;
    trace::Number before = 0; // only records with lower numbers; 0: all
};

struct FoundRecords {
    std::vector<trace::FilterRow> rows; // the newest first
    std::size_t matched = 0; // in all
};

// A sentence for the model.
QString wrongFilter(const trace::FilterError &error);

FoundRecords findRecords(Recording &recording, const RecordQuery &query);

// The text of a record as UTF-8, or why it cannot be read.
std::string textOf(const Recording &recording, const trace::Record &record);

} // namespace sonde::agent
