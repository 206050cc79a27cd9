// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/tracecheck.h"

#include "cli/output/complaint.h"
#include "cli/trace/findingreport.h"
#include "cli/trace/traceoptions.h"
#include "findings/engine/checker.h"
#include "trace/file/sessionstore.h"

namespace sonde::cli {

FoundRules foundRules(const trace::Store &store, const trace::RecordSnapshot &records)
{
    findings::Checker checker(store);
    checker.addAll(records);
    FoundRules found;
    for (const findings::Finding &finding : checker.take())
        found[finding.messages.front()].push_back(
            {static_cast<int>(finding.level), finding.requirement->id});
    return found;
}

int checkTrace(const TraceOptions &options, Output &out, Output &err)
{
    const auto store = trace::SessionStore::open(options.file);
    if (!store)
        return complainOf(store.error(), err);
    const auto records = (*store)->readRecords();
    if (!records)
        return complainOf(records.error(), err);
    findings::Checker checker(**store);
    checker.addAll(*records);
    const ReportFacts facts{
        records->size(), options.file, checker.coverage(), 0, checker.omitted()};
    return reportFindings(checker.take(), options.levels, facts, options.form, out, err);
}

} // namespace sonde::cli
