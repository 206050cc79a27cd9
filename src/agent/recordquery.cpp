// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "agent/recordquery.h"

#include "agent/agenttoolcall.h"

#include <algorithm>
#include <unordered_map>

namespace sonde::agent {

QString wrongFilter(const trace::FilterError &error)
{
    return QStringLiteral("The filter is wrong at character %1: %2")
        .arg(error.at + 1)
        .arg(error.sentence);
}

FoundRecords findRecords(Recording &recording, const RecordQuery &query)
{
    const trace::ExportSet set = recording.set();
    trace::FilterRun run(query.filter, recording.store());
    std::unordered_map<trace::Number, std::vector<trace::FoundRule>> rules;
    if (query.filter.asksForFindings()) {
        for (const findings::Finding &finding : recording.found())
            rules[finding.messages.front()].push_back(
                {static_cast<int>(finding.level), finding.requirement->id});
    }
    FoundRecords found;
    const std::size_t end = query.before == 0
        ? set.records.size()
        : std::min<std::size_t>(query.before - 1, set.records.size());
    for (std::size_t i = end; i > 0; --i) {
        if (!query.server.isEmpty() && recording.serverOf(set.records[i - 1]) != query.server)
            continue;
        trace::FilterRow row = set.row(trace::Number(i));
        if (const auto its = rules.find(row.number); its != rules.end())
            row.findings = its->second;
        if (!query.filter.isEmpty() && !run.fits(row))
            continue;
        if (++found.matched <= query.limit)
            found.rows.push_back(std::move(row));
    }
    return found;
}

std::string textOf(const Recording &recording, const trace::Record &record)
{
    const auto bytes = recording.store().read(record);
    return bytes ? utf8Of(bytes->view()) : bytes.error().sentence.toStdString();
}

} // namespace sonde::agent
