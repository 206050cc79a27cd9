// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/load/loadplan.h"

#include "base/formatting.h"
#include "cli/options/commandwords.h"
#include "cli/options/duration.h"
#include "cli/output/clitr.h"
#include "cli/output/usageerror.h"

namespace sonde::cli {

namespace {

using mcp::LoadRun;

Result<void> readCount(const Line &line, const char *option, int most, int &count)
{
    return line.take(option, [&](const std::string &value) -> Result<void> {
        bool isNumber = false;
        const QString word = decodedWord(value);
        count = word.toInt(&isNumber);
        if (!isNumber || count < 1 || count > most)
            return usageError(Text::tr("%1 is not a number for %2. Use a number from 1 to %3.")
                                  .arg(quotedWord(word), QLatin1String(option), countText(most)));
        return {};
    });
}

Result<void> readRate(const Line &line, double &rate)
{
    return line.take("--rate", [&](const std::string &value) -> Result<void> {
        bool isNumber = false;
        const QString word = decodedWord(value);
        rate = word.toDouble(&isNumber);
        if (!isNumber || !(rate > 0 && rate <= LoadRun::kMaxRate))
            return usageError(Text::tr(
                "%1 is not a rate. Use the calls per second, for example 50 or 0.5, and at "
                "most %2.")
                                  .arg(quotedWord(word), countText(int(LoadRun::kMaxRate))));
        return {};
    });
}

} // namespace

Result<LoadRun::Plan> loadPlan(const Line &line)
{
    LoadRun::Plan plan;
    const Result<void> duration =
        line.take("--duration", [&](const std::string &value) -> Result<void> {
            const Result<std::chrono::milliseconds> time =
                parseDuration(decodedWord(value), QStringLiteral("--duration"));
            if (!time)
                return time.error();
            plan.durationNs = std::chrono::nanoseconds(*time).count();
            return {};
        });
    if (!duration)
        return duration.error();
    // With a duration, the number of calls is not what ends the run.
    if (plan.durationNs > 0)
        plan.calls = LoadRun::kMaxCalls;
    for (const Result<void> &done : {readCount(line, "--calls", LoadRun::kMaxCalls, plan.calls),
             readCount(line, "--concurrency", LoadRun::kMaxConcurrency, plan.concurrency),
             readRate(line, plan.rate)}) {
        if (!done)
            return done.error();
    }
    return plan;
}

} // namespace sonde::cli
