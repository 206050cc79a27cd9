// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/tracecheck.h"

#include "cli/output/exitcode.h"
#include "cli/output/text.h"
#include "cli/trace/findingreport.h"
#include "cli/trace/tracecommand.h"
#include "findings/engine/checker.h"
#include "trace/file/sessionstore.h"

#include <algorithm>

namespace sonde::cli {

namespace {

} // namespace

FoundRules foundRules(const trace::Store &store, const trace::RecordSnapshot &records)
{
    findings::Checker checker(store);
    for (std::size_t i = 0; i < records.size(); ++i)
        checker.add(static_cast<trace::Number>(i + 1), records[i]);
    checker.finish();
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
    for (std::size_t i = 0; i < records->size(); ++i)
        checker.add(static_cast<trace::Number>(i + 1), (*records)[i]);
    checker.finish();
    auto found = checker.take();
    const FindingLevels &levels = options.levels;
    const bool hasFailed = levels.failing
        && std::any_of(found.begin(), found.end(), [&levels](const findings::Finding &finding) {
               return finding.level >= *levels.failing;
           });
    std::erase_if(found,
        [&levels](const findings::Finding &finding) { return finding.level < levels.shown; });
    sortFindings(found);
    const QString format = options.format.isEmpty() ? checkFormats().front() : options.format;
    const ReportFacts facts{records->size(), options.file, checker.coverage()};
    out.write(findingReport(found, facts, format));
    if (checker.omitted() > 0)
        err.complain(
            Text::tr("%1 more findings are not shown: of each rule, only the first %2 are.")
                .arg(checker.omitted())
                .arg(findings::Checker::kMaxOfRule));
    return hasFailed ? kInvalidResult : kFine;
}

} // namespace sonde::cli
