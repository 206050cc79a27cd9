// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/recordedfindings.h"

#include "trace/recorder/recorder.h"

#include <utility>

namespace sonde::cli {

std::vector<trace::Record> recordsOf(trace::Recorder &recorder)
{
    trace::Changes changes = recorder.take();
    std::vector<trace::Record> records = std::move(changes.fresh);
    for (const auto &[number, record] : changes.changed) {
        if (number >= changes.firstNew && number - changes.firstNew < records.size())
            records[number - changes.firstNew] = record;
    }
    return records;
}

bool isOurs(const findings::Finding &finding)
{
    return finding.party == findings::Party::Client || finding.party == findings::Party::Host;
}

} // namespace sonde::cli
