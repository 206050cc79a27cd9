// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/check/checkreport.h"

#include "base/formatting.h"
#include "cli/output/clitr.h"
#include "cli/output/exitcode.h"
#include "cli/output/output.h"
#include "cli/trace/findingreport.h"
#include "cli/trace/recordedfindings.h"
#include "findings/engine/checker.h"
#include "mcp/message/revision.h"

#include <QStringList>

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

namespace sonde::cli {

namespace {

using findings::Baseline;
using findings::Finding;
using findings::Identity;

// Whether the server has sent something: a message, another text, or an HTTP response.
bool hasSpoken(const std::vector<trace::Record> &records)
{
    return std::any_of(records.begin(), records.end(), [](const trace::Record &record) {
        return record.channel == rpc::Channel::Received
            || (record.kind == rpc::Kind::Exchange && record.errorCode != 0);
    });
}

// A person who chooses the modern era says that the server is of it, also where it does not know
// `server/discover`, and so never shows it.
bool isSaidModern(const config::Profile &server)
{
    return server.era == config::EraMode::Modern || mcp::eraOf(server.revision) == mcp::Era::Modern;
}

// Removes what the baseline accepts; returns how many findings that are.
int accept(const Baseline &baseline, const RuleSelection &rules, const trace::Store &store,
    std::vector<Finding> &found, Output &err)
{
    std::set<Identity> identities;
    const auto count = std::erase_if(found, [&](const Finding &finding) {
        Identity identity = findings::identityOf(finding, store);
        const bool isAccepted = baseline.find(identity) != nullptr;
        identities.insert(std::move(identity));
        return isAccepted;
    });
    QStringList unused;
    for (const Baseline::Entry &entry : baseline.entries()) {
        const bool isUsed = std::any_of(identities.begin(), identities.end(),
            [&entry](const Identity &one) { return entry.fits(one); });
        if (!isUsed && rules.has(entry.identity.rule))
            unused << QString::fromStdString(entry.identity.rule);
    }
    unused.removeDuplicates();
    if (!unused.isEmpty())
        err.note(Text::tr("Accepted by the baseline, but not found: %1.").arg(listText(unused)));
    return static_cast<int>(count);
}

// What was found now, with the reasons of the baseline that accepted it before.
Result<void> writeBaseline(const QString &file, const Baseline &before,
    const std::vector<Finding> &found, const trace::Store &store)
{
    Baseline made;
    for (const Finding &finding : found) {
        const Identity identity = findings::identityOf(finding, store);
        const Baseline::Entry *known = before.find(identity);
        auto done = made.accept(
            {identity, known ? known->reason : QString(), known ? known->date : QString()});
        if (!done)
            return done;
    }
    return made.writeNew(file);
}

} // namespace

int reportCheck(const Options &options, const Baseline &baseline, trace::Recorder &recorder,
    bool wasConnected, Output &out, Output &err)
{
    const CheckOptions &check = options.check;
    const auto records = recordsOf(recorder);
    if (!wasConnected && !hasSpoken(records))
        return kFine;
    findings::Checker checker(recorder);
    if (isSaidModern(options.server))
        checker.assumeModern();
    checker.addAll(records);
    auto found = checker.take();
    std::erase_if(found, [&check](const Finding &finding) {
        return isOurs(finding) || !check.levels.rules.has(finding.requirement->id);
    });
    const std::vector<Finding> all = check.writeBaseline.isEmpty() ? std::vector<Finding>() : found;
    const int accepted = accept(baseline, check.levels.rules, recorder, found, err);
    const ReportFacts facts{records.size(), options.recordFile,
        checker.coverage(findings::Party::Server), accepted, checker.omitted()};
    const int code = reportFindings(std::move(found), check.levels, facts, check.form, out, err);
    if (check.writeBaseline.isEmpty())
        return code;
    if (const auto done = writeBaseline(check.writeBaseline, baseline, all, recorder); !done) {
        err.complain(done.error().sentence);
        return kUsage;
    }
    err.note(Text::tr("Accepted findings were written to “%1”.").arg(check.writeBaseline));
    return kFine;
}

} // namespace sonde::cli
