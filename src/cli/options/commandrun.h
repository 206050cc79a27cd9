// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "cli/options/commandtable.h"
#include "cli/options/options.h"
#include "cli/output/carryout.h"
#include "cli/output/output.h"

namespace sonde::rpc {
class TrafficSink;
}
namespace sonde::trace {
class Recorder;
}

namespace sonde::cli {

// What a command with a server is given. All of it outlives the command.
struct ServerJob {
    const Options &options;
    const Bytes &json; // the arguments of the tool or the params of the request
    trace::Recorder *recorder; // nullptr: nothing is recorded
    rpc::TrafficSink *traffic;
    Output &out;
    Output &err;
};

// Run a command that is a class with start(), interrupt() and finished().
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

} // namespace sonde::cli
