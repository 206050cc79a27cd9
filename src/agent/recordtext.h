// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "agent/connections.h"
#include "agent/recordquery.h"
#include "findings/context/finding.h"

#include <string>
#include <vector>

namespace sonde::agent {

// The results of the tools that look at the recording, as JSON objects within kBudget.
std::string traceResult(const Recording &recording, const trace::ExportSet &set,
    const FoundRecords &found, const Connections &connections);
std::string logsResult(const Recording &recording, const FoundRecords &found);
// Of those findings, the most serious first; `skip` of them are left out.
std::string findingsResult(std::vector<const findings::Finding *> found, std::size_t skip);
// A part of the text of a record, which has no secrets any more.
std::string messageResult(trace::Number number, const trace::Record &record, std::string_view text,
    std::size_t offset, std::size_t limit);

} // namespace sonde::agent
