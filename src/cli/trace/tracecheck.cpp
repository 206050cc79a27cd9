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
    const auto reaches = [&found](findings::Level level) {
        return std::any_of(found.begin(), found.end(),
            [level](const findings::Finding &finding) { return finding.level >= level; });
    };
    const bool hasFailed = options.failOn && reaches(*options.failOn);
    std::erase_if(
        found, [&](const findings::Finding &finding) { return finding.level < options.level; });
    // The most important requirement first, its findings in the order of the messages.
    std::stable_sort(found.begin(), found.end(), [](const auto &a, const auto &b) {
        return a.level != b.level ? a.level > b.level : a.requirement->id < b.requirement->id;
    });
    const QString format = options.format.isEmpty() ? checkFormats().front() : options.format;
    out.write(findingReport(found, records->size(), options.file, format));
    if (checker.omitted() > 0)
        err.complain(
            Text::tr("%1 more findings are not shown: of each rule, only the first %2 are.")
                .arg(checker.omitted())
                .arg(findings::Checker::kMaxOfRule));
    return hasFailed ? kInvalidResult : kFine;
}

} // namespace sonde::cli
