// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/check/checkreport.h"

#include "cli/check/baseline.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/output/text.h"
#include "cli/trace/findingreport.h"
#include "findings/engine/checker.h"

#include <algorithm>

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
Result<int> accept(const CheckOptions &options, const trace::Store &store,
    const std::vector<trace::Record> &records, std::vector<Finding> &found, Output &err)
{
    if (options.baseline.isEmpty())
        return 0;
    auto read = Baseline::read(options.baseline);
    if (!read)
        return read.error();
    Baseline &baseline = read.value();
    const auto count = std::erase_if(
        found, [&](const Finding &finding) { return baseline.accepts(finding, store, records); });
    if (const QStringList unused = baseline.unused(); !unused.isEmpty())
        err.note(Text::tr("Accepted by the baseline, but not found: %1.").arg(unused.join(u", ")));
    return static_cast<int>(count);
}

int failed(const Error &error, Output &err)
{
    err.complain(error.sentence);
    return kUsage;
}

} // namespace

int reportCheck(const Options &options, trace::Recorder &recorder, Output &out, Output &err)
{
    const auto records = recordsOf(recorder);
    findings::Checker checker(recorder);
    for (std::size_t i = 0; i < records.size(); ++i)
        checker.add(static_cast<trace::Number>(i + 1), records[i]);
    checker.finish();
    auto found = checker.take();
    std::erase_if(found, isOurs);
    const CheckOptions &check = options.check;
    const auto accepted = accept(check, recorder, records, found, err);
    if (!accepted)
        return failed(accepted.error(), err);
    const auto &failing = check.levels.failing;
    const bool hasFailed = failing
        && std::any_of(found.begin(), found.end(),
            [&failing](const Finding &finding) { return finding.level >= *failing; });
    std::erase_if(
        found, [&check](const Finding &finding) { return finding.level < check.levels.shown; });
    sortFindings(found);
    const QString format = options.json ? QStringLiteral("json") : check.format;
    const ReportFacts facts{
        records.size(), options.recordFile, checker.coverage(findings::Party::Server), *accepted};
    out.write(findingReport(found, facts, format));
    if (checker.omitted() > 0)
        err.complain(
            Text::tr("%1 more findings are not shown: of each rule, only the first %2 are.")
                .arg(checker.omitted())
                .arg(findings::Checker::kMaxOfRule));
    if (!check.writeBaseline.isEmpty()) {
        if (const auto done = Baseline::write(check.writeBaseline, found, recorder, records); !done)
            return failed(done.error(), err);
        err.note(Text::tr("Accepted findings were written to “%1”.").arg(check.writeBaseline));
        return kFine;
    }
    return hasFailed ? kInvalidResult : kFine;
}

} // namespace sonde::cli
