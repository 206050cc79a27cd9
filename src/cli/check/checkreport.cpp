// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/check/checkreport.h"

#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/text.h"
#include "cli/trace/findingreport.h"
#include "findings/engine/checker.h"

#include <utility>
#include <vector>

namespace sonde::cli {

namespace {

using findings::Finding;

// All records in their final state.
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

// Sonde breaks rules on purpose here.
bool isOurs(const Finding &finding)
{
    return finding.party == findings::Party::Client || finding.party == findings::Party::Host;
}

// Removes what the baseline accepts; returns how many findings that are.
int accept(Baseline &baseline, const trace::Store &store, const std::vector<trace::Record> &records,
    std::vector<Finding> &found, Output &err)
{
    const auto count = std::erase_if(
        found, [&](const Finding &finding) { return baseline.accepts(finding, store, records); });
    if (const QStringList unused = baseline.unused(); !unused.isEmpty())
        err.note(Text::tr("Accepted by the baseline, but not found: %1.").arg(unused.join(u", ")));
    return static_cast<int>(count);
}

} // namespace

int reportCheck(
    const Options &options, Baseline baseline, trace::Recorder &recorder, Output &out, Output &err)
{
    const CheckOptions &check = options.check;
    const auto records = recordsOf(recorder);
    findings::Checker checker(recorder);
    checker.addAll(records);
    auto found = checker.take();
    std::erase_if(found, isOurs);
    const std::vector<Finding> all = check.writeBaseline.isEmpty() ? std::vector<Finding>() : found;
    const int accepted = accept(baseline, recorder, records, found, err);
    const ReportFacts facts{records.size(), options.recordFile,
        checker.coverage(findings::Party::Server), accepted, checker.omitted()};
    const int code = reportFindings(std::move(found), check.levels, facts,
        options.json ? QStringLiteral("json") : check.format, out, err);
    if (check.writeBaseline.isEmpty())
        return code;
    if (const auto done = Baseline::write(check.writeBaseline, all, recorder, records); !done) {
        err.complain(done.error().sentence);
        return kUsage;
    }
    err.note(Text::tr("Accepted findings were written to “%1”.").arg(check.writeBaseline));
    return kFine;
}

} // namespace sonde::cli
