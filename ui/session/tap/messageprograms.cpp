// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "session/tap/messageprograms.h"

#include "config/commandline.h"
#include "json/singleline.h"

#include <QStringBuilder>

#include <utility>

namespace sonde::session {

using tap::HeldDecision;

namespace {

constexpr qsizetype kMaxReason = 500; // characters, in the trace

HeldDecision failed(const Error &error)
{
    const QString evidence = error.detail.section(u'\n', 0, 0);
    const QString reason =
        evidence.isEmpty() ? error.sentence : QString(error.sentence % u' ' % evidence);
    return {HeldDecision::Kind::ProgramFailed, reason.simplified().left(kMaxReason).toStdString()};
}

} // namespace

MessagePrograms::MessagePrograms(std::chrono::milliseconds timeout, QObject *parent)
    : QObject(parent)
    , m_timeout(timeout)
{
}

MessagePrograms::~MessagePrograms()
{
    clear();
}

Result<review::ResponseProgram> MessagePrograms::programOf(const QString &command)
{
    const auto split = config::splitCommandLine(command);
    if (!split)
        return split.error();
    if (!split->notes.isEmpty())
        return Error{.domain = Domain::Usage, .sentence = split->notes.constFirst()};
    if (split->words.isEmpty() || split->words.constFirst().isEmpty())
        return Error{.domain = Domain::Usage,
            .sentence = tr("Enter a command: a program and its arguments.")};
    review::ResponseProgram program;
    program.launch.program = split->words.constFirst();
    program.launch.arguments = split->words.mid(1);
    for (const auto &[name, value] : split->environment)
        program.launch.environment.emplace_back(name, Secret(value));
    return program;
}

QString MessagePrograms::problemOf(const QString &command)
{
    const auto program = programOf(command);
    return program ? QString() : program.error().sentence;
}

void MessagePrograms::run(std::uint64_t message, const std::string &command, const Bytes &text)
{
    m_waiting.push_back({message, command, text});
    startNext();
}

void MessagePrograms::startNext()
{
    while (!m_waiting.empty() && m_running.size() < kMaxRunning) {
        const Job job = std::move(m_waiting.front());
        m_waiting.pop_front();
        start(job);
    }
}

void MessagePrograms::start(const Job &job)
{
    const auto made = programOf(QString::fromStdString(job.command));
    if (!made) {
        Q_EMIT decided(job.message, failed(made.error()));
        return;
    }
    review::ResponseProgram program = *made;
    program.timeout = m_timeout;
    m_running[job.message] = program.run(job.text, this,
        [this, message = job.message](const Result<Bytes> &printed) { finish(message, printed); });
}

void MessagePrograms::finish(std::uint64_t message, const Result<Bytes> &printed)
{
    if (m_running.erase(message) == 0)
        return; // it was cancelled
    startNext();
    if (!printed) {
        Q_EMIT decided(message, failed(printed.error()));
    } else if (printed->size() > tap::BreakpointAction::kMaxText) {
        Q_EMIT decided(message,
            failed({.domain = Domain::Process,
                .sentence = tr("The output of the program is too large.")}));
    } else {
        Q_EMIT decided(
            message, {HeldDecision::Kind::Program, std::string(json::singleLine(*printed).view())});
    }
}

void MessagePrograms::cancel(std::uint64_t message)
{
    std::erase_if(m_waiting, [message](const Job &job) { return job.message == message; });
    const auto running = m_running.find(message);
    if (running == m_running.end())
        return;
    RequestHandle handle = running->second;
    m_running.erase(running);
    handle.cancel();
    startNext();
}

void MessagePrograms::clear()
{
    m_waiting.clear();
    for (auto &[message, handle] : std::exchange(m_running, {}))
        handle.cancel();
}

} // namespace sonde::session
