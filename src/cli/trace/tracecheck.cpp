// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/tracecheck.h"

#include "changes/recordedsnapshot.h"
#include "cli/accept/hostreport.h"
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

namespace {

// What hosts make of the tools that the last server of the recording listed.
int reportForHosts(const TraceOptions &options, const trace::Store &store,
    const trace::RecordSnapshot &records, Output &out, Output &err)
{
    const auto snapshot = changes::recordedSnapshot(store, records);
    if (!snapshot)
        return complainOf(snapshot.error(), err);
    CheckOptions check;
    check.levels = options.levels;
    check.form = options.form;
    check.hosts = options.hosts;
    return reportHosts(check, offerOf(*snapshot, {}), out, err);
}

} // namespace

int checkTrace(const TraceOptions &options, Output &out, Output &err)
{
    const auto store = trace::SessionStore::open(options.file);
    if (!store)
        return complainOf(store.error(), err);
    const auto records = (*store)->readRecords();
    if (!records)
        return complainOf(records.error(), err);
    if (!options.hosts.isEmpty())
        return reportForHosts(options, **store, *records, out, err);
    findings::Checker checker(**store);
    checker.addAll(*records);
    const ReportFacts facts{
        records->size(), options.file, checker.coverage(), 0, checker.omitted()};
    return reportFindings(checker.take(), options.levels, facts, options.form, out, err);
}

} // namespace sonde::cli
