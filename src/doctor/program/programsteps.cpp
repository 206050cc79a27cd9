// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "doctor/program/programsteps.h"

#include "doctor/base/doctortr.h"
#include "doctor/base/verdict.h"
#include "doctor/program/earlierstarts.h"
#include "doctor/program/filecheck.h"
#include "doctor/program/lockcheck.h"
#include "doctor/program/outputjudge.h"
#include "doctor/program/packagecheck.h"
#include "doctor/program/portcheck.h"
#include "doctor/program/programcheck.h"
#include "setup/clientconfig.h"

#include <QTimer>

#include <algorithm>

#include <utility>

namespace sonde::doctor {

namespace {

struct FileCheck {
    Check check;
    CheckResult (*run)(const ServerProgram &, const Machine &);
};
constexpr FileCheck kFileChecks[]{{Check::Configuration, checkConfiguration},
    {Check::Program, checkProgram}, {Check::Executable, checkExecutable},
    {Check::Runtime, checkRuntime}, {Check::WorkingFolder, checkWorkingFolder},
    {Check::Package, checkPackage}, {Check::Environment, checkEnvironment},
    {Check::EarlierStarts, checkEarlierStarts}};

using Done = std::function<void(Result<StepResults>)>;

// The launch of a host that was started from the desktop: its PATH, and the variables that hosts
// pass. A PATH of the profile stays.
wire::Launch hostLaunch(const config::Profile &profile, const QString &desktopPath)
{
    wire::Launch launch = setup::launchOf(profile);
    launch.hostEnvironment = true;
    const bool hasPath = std::any_of(launch.environment.begin(), launch.environment.end(),
        [](const auto &entry) { return entry.first == u"PATH"; });
    if (!hasPath && !desktopPath.isEmpty())
        launch.environment.emplace_back(QStringLiteral("PATH"), Secret(desktopPath));
    return launch;
}

Offered offeredIn(const TrialFacts &facts)
{
    Offered offered;
    if (facts.refusedLegacy)
        offered.modernOnly = facts.revision;
    offered.tools = facts.tools;
    offered.hasAllTools = facts.hasAllTools;
    if (facts.response)
        offered.firstResponse = facts.responseAt;
    return offered;
}

DoctorStep trialStep(const config::Profile &profile, const TrialLimits &limits,
    const std::shared_ptr<const Machine> &machine, const std::shared_ptr<bool> &hasPassed,
    const std::shared_ptr<Offered> &offered)
{
    DoctorStep step;
    step.checks = {Check::Start, Check::FirstOutput, Check::StandardOutput, Check::StandardInput,
        Check::Revision, Check::Shutdown};
    step.begin = [profile, limits, hasPassed, offered](QObject *context, Done done) {
        return tryProgram(setup::launchOf(profile), profile, limits, context,
            [profile, hasPassed, offered, done = std::move(done)](const Result<TrialFacts> &facts) {
                if (!facts)
                    return done(facts.error());
                *offered = offeredIn(*facts);
                StepResults results = judgeTrial(*facts, profile);
                *hasPassed = verdictOf(results).failed == 0;
                done(std::move(results));
            });
    };
    step.after = [profile, machine](StepResults results) {
        const ServerProgram subject = ServerProgram::of(profile);
        for (CheckResult &result : results) {
            namePortHolder(result, subject, *machine);
            nameLockHolder(result, subject, *machine);
        }
        return results;
    };
    return step;
}

CheckResult judgeHostStart(const Verdict &verdict, const QString &path)
{
    return resultOf(Check::AsHost,
        {verdict.cause ? DoctorFinding{Kind::HostStartFails, {path, sentenceOf(*verdict.cause)}}
                       : DoctorFinding{Kind::HostStartWorks, {path}}});
}

// The same again, as a host would start it: the difference is the diagnosis.
DoctorStep hostStep(const config::Profile &profile, const TrialLimits &limits,
    const std::shared_ptr<const Machine> &machine, const std::shared_ptr<bool> &hasPassed)
{
    DoctorStep step;
    step.checks = {Check::AsHost};
    step.begin = [profile, limits, machine, hasPassed](QObject *context, Done done) {
        if (!*hasPassed) {
            QTimer::singleShot(0, context, [done = std::move(done)] {
                done(StepResults{
                    skipped(Check::AsHost, Text::tr("the start here has a fault already"))});
            });
            return RequestHandle();
        }
        const QString path = machine->desktopPath(); // known since the check of the program
        return tryProgram(hostLaunch(profile, path), profile, limits, context,
            [profile, path, done = std::move(done)](const Result<TrialFacts> &facts) {
                if (!facts)
                    return done(facts.error());
                done(StepResults{judgeHostStart(verdictOf(judgeTrial(*facts, profile)), path)});
            });
    };
    return step;
}

} // namespace

std::vector<DoctorStep> programSteps(const config::Profile &profile, const TrialLimits &limits,
    const std::shared_ptr<const Machine> &machine, const std::shared_ptr<Offered> &offered)
{
    std::vector<DoctorStep> steps;
    for (const FileCheck &each : kFileChecks)
        steps.push_back({{each.check}, [profile, machine, run = each.run] {
                             return run(ServerProgram::of(profile), *machine);
                         }});
    const auto hasPassed = std::make_shared<bool>(false);
    steps.push_back(trialStep(profile, limits, machine, hasPassed, offered));
    steps.push_back(hostStep(profile, limits, machine, hasPassed));
    return steps;
}

} // namespace sonde::doctor
