// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "models/process/processtext.h"

#include "base/bytes.h"
#include "base/formatting.h"
#include "models/signs/modeltext.h"
#include "models/trace/tracetext.h"
#include "trace/transfer/shellword.h"

#include <QMap>

#include <algorithm>

namespace sonde::models {

using platform::OpenFile;
using platform::SystemCall;
using platform::SystemWait;
using platform::ThreadInfo;

namespace {

constexpr qsizetype kMaxCommand = 4'096; // characters
constexpr int kMaxKinds = 4; // of what other threads do

QString plainText(const std::string &bytes)
{
    return lineText(Bytes::copyOf(bytes));
}

} // namespace

QString ProcessText::state(char state)
{
    switch (state) {
    case 'R':
        return Text::tr("running");
    case 'S':
        return Text::tr("waits");
    case 'D':
        return Text::tr("waits for a device");
    case 'Z':
    case 'X':
        return Text::tr("ended");
    case 'T':
        return Text::tr("paused");
    case 't':
        return Text::tr("paused by a debugger");
    case 'I':
        return Text::tr("idle");
    default:
        return Text::tr("unknown");
    }
}

QString ProcessText::waiting(const SystemCall &call)
{
    switch (call.wait) {
    case SystemWait::Events:
        return Text::tr("waits for events");
    case SystemWait::Input:
        return Text::tr("waits for input");
    case SystemWait::Output:
        return Text::tr("waits to write");
    case SystemWait::Thread:
        return Text::tr("waits for a thread");
    case SystemWait::Child:
        return Text::tr("waits for a child");
    case SystemWait::Time:
        return Text::tr("sleeps");
    case SystemWait::Client:
        return Text::tr("waits for a connection");
    case SystemWait::Connection:
        return Text::tr("connects");
    case SystemWait::File:
        return Text::tr("waits for a file");
    case SystemWait::FileLock:
        return Text::tr("waits for a file lock");
    case SystemWait::Signal:
        return Text::tr("waits for a signal");
    case SystemWait::Unknown:
        break;
    }
    return state('S');
}

QString ProcessText::state(const SampledProcess &process)
{
    return process.call && process.info.state == 'S' ? waiting(*process.call)
                                                     : state(process.info.state);
}

QString ProcessText::state(const ThreadInfo &thread)
{
    return thread.call && thread.state == 'S' ? waiting(*thread.call) : state(thread.state);
}

QString ProcessText::percent(const std::optional<double> &cpu)
{
    return cpu ? QString::number(*cpu, 'f', 1) : QString();
}

QString ProcessText::command(const SampledProcess &process)
{
    QString words;
    for (const QString &argument : process.command) {
        if (words.size() > kMaxCommand)
            return words.left(kMaxCommand) % QChar(0x2026);
        words += (words.isEmpty() ? QString() : QStringLiteral(" "))
            % QString::fromStdString(trace::shellWord(argument.toStdString()));
    }
    return words;
}

QString ProcessText::kind(OpenFile::Kind kind)
{
    switch (kind) {
    case OpenFile::Kind::File:
        return Text::tr("file");
    case OpenFile::Kind::Device:
        return Text::tr("device");
    case OpenFile::Kind::Pipe:
        return Text::tr("pipe");
    case OpenFile::Kind::Socket:
        return Text::tr("socket");
    case OpenFile::Kind::Anonymous:
        return Text::tr("kernel object");
    case OpenFile::Kind::Other:
        break;
    }
    return Text::tr("other");
}

QString ProcessText::target(const ProcessSample &sample, const OpenFile &file)
{
    if (file.kind == OpenFile::Kind::Pipe && !file.target.empty()) {
        const auto &pipes = sample.standardPipes;
        if (file.target == pipes[0])
            return Text::tr("from Sonde · stdin");
        if (file.target == pipes[1])
            return Text::tr("to Sonde · stdout");
        if (file.target == pipes[2])
            return Text::tr("to Sonde · stderr");
    }
    QStringList parts{plainText(file.target)};
    if (file.kind == OpenFile::Kind::Socket) {
        parts << plainText(file.protocol);
        if (file.isListening)
            parts << Text::tr("listening");
        if (!file.peer.empty())
            parts << Text::tr("connected to %1").arg(plainText(file.peer));
    }
    if (file.isDeleted)
        parts << Text::tr("deleted");
    parts.removeAll(QString());
    return parts.join(QStringLiteral(" · "));
}

QString ProcessText::descriptor(const ProcessSample &sample, int descriptor)
{
    const auto &files = sample.details.files.files;
    const auto found = std::find_if(files.begin(), files.end(),
        [descriptor](const OpenFile &file) { return file.descriptor == descriptor; });
    if (found == files.end())
        return Text::tr("descriptor %1").arg(descriptor);
    return Text::tr("descriptor %1 (%2: %3)")
        .arg(descriptor)
        .arg(kind(found->kind), target(sample, *found));
}

QString ProcessText::mainThread(const ProcessSample &sample, const ThreadInfo &thread)
{
    if (thread.state == 'R')
        return Text::tr("The main thread is running: it computes, and does not wait for anything.");
    if (thread.state == 'T')
        return Text::tr("The process is paused. SIGCONT resumes it.");
    if (thread.state == 't')
        return Text::tr("The process is paused by a debugger that is attached to it.");
    if (thread.state == 'Z' || thread.state == 'X')
        return Text::tr(
            "The process has ended, and its parent has not collected its exit code yet.");
    if (thread.call) {
        const QString name = plainText(thread.call->name);
        if (thread.call->descriptor)
            return Text::tr("The main thread %1, in the system call %2 on %3.")
                .arg(state(thread), name, descriptor(sample, *thread.call->descriptor));
        return Text::tr("The main thread %1, in the system call %2.").arg(state(thread), name);
    }
    if (!thread.kernelFunction.empty())
        return Text::tr("The main thread waits in the kernel function %1.")
            .arg(plainText(thread.kernelFunction));
    return Text::tr("The main thread waits. The system does not tell in which system call.");
}

QString ProcessText::otherThreads(const ChosenProcess &details)
{
    QMap<QString, int> counts;
    for (std::size_t i = 1; i < details.threads.size(); ++i)
        ++counts[state(details.threads[i].info)];
    if (counts.isEmpty())
        return {};
    std::vector<std::pair<QString, int>> sorted(
        counts.constKeyValueBegin(), counts.constKeyValueEnd());
    std::stable_sort(sorted.begin(), sorted.end(),
        [](const auto &a, const auto &b) { return a.second > b.second; });
    QStringList kinds;
    for (const auto &[what, count] : sorted) {
        if (kinds.size() < kMaxKinds)
            kinds << Text::tr("%1 × %2").arg(count).arg(what);
    }
    return Text::tr("Other threads: %1.").arg(listText(kinds));
}

QString ProcessText::doing(const ProcessSample &sample)
{
    if (sample.details.threads.empty())
        return {};
    QStringList sentences{
        mainThread(sample, sample.details.threads.front().info), otherThreads(sample.details)};
    sentences.removeAll(QString());
    return sentences.join(u' ');
}

bool runsProgram(const SampledProcess &process, QStringView program)
{
    const auto matches = [program](QStringView name) {
        if (!name.startsWith(program))
            return false;
        // "python3.11" is python, "nodemon" is not node.
        return std::all_of(name.begin() + program.size(), name.end(),
            [](QChar c) { return c.isDigit() || c == u'.'; });
    };
    const QString file = process.command.value(0).section(u'/', -1);
    return matches(process.name) || matches(file);
}

const SampledProcess *findProcess(const ProcessSample &sample, platform::ProcessId id)
{
    const auto found = std::find_if(sample.processes.begin(), sample.processes.end(),
        [&id](const SampledProcess &process) { return process.info.id == id; });
    return found == sample.processes.end() ? nullptr : &*found;
}

} // namespace sonde::models
