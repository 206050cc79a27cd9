// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/program/commandruns.h"

#include "cli/changes/comparecommand.h"
#include "cli/changes/snapshotcommand.h"
#include "cli/check/checkcommand.h"
#include "cli/doctor/doctorcommand.h"
#include "cli/help/helpcommand.h"
#include "cli/hosts/hostscommand.h"
#include "cli/hosts/stdiobridge.h"
#include "cli/hosts/tapoptions.h"
#include "cli/hosts/urltap.h"
#include "cli/output/carryout.h"
#include "cli/output/exitcode.h"
#include "cli/server/authcommand.h"
#include "cli/server/runner.h"
#include "cli/shell/shell.h"
#include "cli/trace/tracecommand.h"
#include "cli/validate/validatecommand.h"

#include <algorithm>
#include <iterator>

namespace sonde::cli {

namespace {

using enum Command;

// main() runs a tap whose options are good, before anything else.
Result<int> refuseTap(const Line &line, Output & /*out*/, Output & /*err*/)
{
    const Result<TapOptions> options = tapOptions(line);
    return options ? Result<int>(kUsage) : options.error();
}

constexpr LineRun kLineRuns[]{{TapProgram, refuseTap}, {HelpPage, runHelp},
    {ValidateFiles, runValidate}, {kTraceCommands.without(TraceTail), runTrace},
    {TraceTail, runTrace, true}, {kHostsCommands, runHosts, true}};

// Runs a class that a command is.
template <typename Work>
int runAlone(const ServerJob &job)
{
    Work work(job.options, job.out, job.err);
    return carryOut(work);
}
template <typename Work>
int runTraced(const ServerJob &job)
{
    Work work(job.options, job.traffic, job.out, job.err);
    return carryOut(work);
}

int runCheck(const ServerJob &job)
{
    CheckCommand check(job.options, *job.recorder, job.traffic, job.out, job.err);
    return carryOut(check);
}

int runUrlTap(const ServerJob &job)
{
    return job.options.overStdio ? runAlone<StdioBridge>(job) : runAlone<UrlTap>(job);
}

int runRequests(const ServerJob &job)
{
    Runner runner(job.options, job.json, job.traffic, job.out, job.err);
    return carryOut(runner);
}

constexpr ServerRun kServerRuns[]{{kShellCommands, runRequests},
    {kAuthCommands, runTraced<AuthCommand>}, {Doctor, runAlone<DoctorCommand>},
    {Check, runCheck, Recording::Always}, {Snapshot, runTraced<SnapshotCommand>},
    {Compare, runTraced<CompareCommand>}, {Command::Shell, runTraced<cli::Shell>},
    {TapUrl, runUrlTap, Recording::OfItsOwn}};

} // namespace

const LineRun *lineRun(Commands commands)
{
    const auto *const found = std::find_if(std::begin(kLineRuns), std::end(kLineRuns),
        [&](const LineRun &each) { return each.commands.meets(commands); });
    return found == std::end(kLineRuns) ? nullptr : found;
}

const ServerRun &serverRun(Command command)
{
    const auto *const found = std::find_if(std::begin(kServerRuns), std::end(kServerRuns),
        [&](const ServerRun &each) { return each.commands.meets(command); });
    Q_ASSERT(found != std::end(kServerRuns));
    return *found;
}

} // namespace sonde::cli
