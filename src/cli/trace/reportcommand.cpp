// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/trace/reportcommand.h"

#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/usageerror.h"
#include "cli/trace/exporttarget.h"
#include "report/problemreporttext.h"
#include "report/serverfindings.h"

#include <QFileInfo>

#include <algorithm>

namespace sonde::cli {

namespace {

// Of the messages that match the filter, those with these numbers.
Result<void> keepNumbers(const std::vector<trace::Number> &numbers, OpenedSession &session)
{
    for (const trace::Number number : numbers) {
        if (!session.set.find(number))
            return usageError(noSuchMessage(number, session));
    }
    std::erase_if(session.set.chosen, [&numbers](trace::Number number) {
        return std::find(numbers.begin(), numbers.end(), number) == numbers.end();
    });
    return {};
}

} // namespace

int reportProblem(const TraceOptions &options, OpenedSession &session, Output &out, Output &err)
{
    auto redactor = trace::Redactor::create(options.patterns);
    if (!redactor)
        return complainOf(redactor.error(), err);
    session.set.redactor = &redactor.value();
    if (!options.numbers.empty()) {
        if (const auto kept = keepNumbers(options.numbers, session); !kept)
            return complainOf(kept.error(), err);
    }
    if (session.set.chosen.empty()) {
        err.complain(session.set.records.empty()
                ? Text::tr("The recording has no messages, so there is nothing to report.")
                : Text::tr("No message of the recording matches, so there is nothing to report. "
                           "Use another --filter."));
        return kUsage;
    }
    const auto text = report::problemReport(
        {&session.set, report::serverFindings(session.set), QFileInfo(options.file).fileName()});
    if (!text)
        return complainOf(text.error(), err);
    const std::string bytes = text->toStdString();
    const Result<void> done =
        writeExport(options.output, out, [&bytes](const trace::ExportSink &sink) -> Result<void> {
            if (!sink(bytes))
                return Error{.domain = Domain::Storage,
                    .sentence = Text::tr("The report could not be written.")};
            return {};
        });
    if (!done)
        return complainOf(done.error(), err);
    noteRedactions(*redactor, err);
    return kFine;
}

} // namespace sonde::cli
