// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "cli/program/serverrun.h"

#include "cli/options/commandrun.h"
#include "cli/output/clitr.h"
#include "cli/output/complaint.h"
#include "cli/output/contentfiles.h"
#include "cli/output/usageerror.h"
#include "cli/trace/traceprinter.h"
#include "cli/trace/verboseprinter.h"
#include "trace/recorder/recorder.h"

#include <QFileInfo>

#include <memory>
#include <optional>

namespace sonde::cli {

namespace {

int finish(trace::Recorder *recorder, Output &err, int exitCode)
{
    if (!recorder || recorder->path().isEmpty())
        return exitCode;
    const Result<void> flushed = recorder->flush();
    const std::optional<Error> failure =
        flushed ? recorder->failure() : std::optional<Error>(flushed.error());
    if (!failure)
        return exitCode;
    err.complain(Text::tr("The recording is incomplete. ") + failure->sentence);
    return exitCode == kFine ? kUsage : exitCode;
}

} // namespace

Result<void> checkPlaces(const Options &options)
{
    const QString &folder = options.server.workingDirectory;
    const bool isJudged = options.command == Command::Doctor; // as one of its checks
    if (!isJudged && !folder.isEmpty() && !QFileInfo(folder).isDir())
        return usageError(
            Text::tr("The folder “%1” of --cwd does not exist or is not a folder.").arg(folder));
    const bool isNumbered = options.command == Command::TapUrl;
    if (!isNumbered && !options.recordFile.isEmpty() && QFileInfo::exists(options.recordFile))
        return usageError(Text::tr(
            "The file “%1” of --record already exists. Choose a new name, or delete the file.")
                              .arg(options.recordFile));
    return options.output.isEmpty() ? Result<void>() : checkOutput(options.output);
}

int runWithServer(const Options &options, const Bytes &json, Output &out, Output &err)
{
    const CommandRow &command = *findCommand(options.command);
    if (command.recording == Recording::OfItsOwn)
        return command.runWithServer({options, json, nullptr, nullptr, out, err});
    std::unique_ptr<trace::Recorder> recorder;
    const bool isAlways = command.recording == Recording::Always;
    if (isAlways || !options.recordFile.isEmpty())
        recorder = std::make_unique<trace::Recorder>();
    if (!options.recordFile.isEmpty()) {
        if (!isAlways)
            recorder->keepNoChanges();
        if (const Result<void> opened = recorder->open(options.recordFile); !opened)
            return complainOf(opened.error(), err);
    }
    int exitCode = kFine;
    {
        std::unique_ptr<TracePrinter> printer;
        if (options.trace)
            printer = std::make_unique<TracePrinter>(err, recorder.get());
        rpc::TrafficSink *traffic =
            printer ? static_cast<rpc::TrafficSink *>(printer.get()) : recorder.get();
        std::optional<VerbosePrinter> steps;
        if (options.verbose)
            traffic = &steps.emplace(err, traffic);
        exitCode = command.runWithServer({options, json, recorder.get(), traffic, out, err});
    }
    return finish(recorder.get(), err, exitCode);
}

} // namespace sonde::cli
