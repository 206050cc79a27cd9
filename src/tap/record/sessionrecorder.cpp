// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tap/record/sessionrecorder.h"

#include "platform/process.h"
#include "platform/threadpriority.h"
#include "rpc/lifecycle.h"
#include "rpc/processstart.h"
#include "tap/record/commandtext.h"
#include "tap/record/conversation.h"
#include "tap/record/taprecording.h"
#include "tap/relay/relay.h"
#include "tap/relay/server.h"
#include "tap/relay/taptr.h"
#include "wire/link/transport.h"

#include <QDir>
#include <QFileInfo>
#include <QStringBuilder>

#include <csignal>
#include <optional>
#include <utility>

namespace sonde::tap {

namespace {

// Less than in the window: a tap is one of many processes of a host.
constexpr std::size_t kBound = std::size_t(64) << 20;

constexpr std::string_view kLostEvents =
    "recording gap\tevents of breakpoints were not recorded: recording was too slow";

// A server that is killed sooner after its input has ended had no time to end by itself.
constexpr std::chrono::seconds kMinPatience{1};

QString startText(const TapFacts &facts)
{
    const rpc::ProcessStart start{QString::fromStdString(facts.command.front()), facts.server,
        recordedArguments(facts.command).split(u'\n'), QDir::currentPath(), {}};
    return start.recordedText();
}

} // namespace

SessionRecorder::SessionRecorder(TapFacts facts, WindowListener *listener)
    : m_facts(std::move(facts))
    , m_announcement(listener)
    , m_thread([this] { run(); })
{
}

// What is not in the recording, in the words of the session file.
static QString gapText(const RelayEnd &relay)
{
    if (!relay.others && !relay.unread)
        return {};
    const QString what = relay.others
        ? QStringLiteral("processes that the server left behind still have its streams; what they "
                         "send is ")
        : QStringLiteral("the host has not read all of stderr; the rest is ");
    return what
        + (relay.isLost ? QStringLiteral("lost, because no process could be started for it")
                        : QStringLiteral("passed on, but not recorded"));
}

SessionRecorder::~SessionRecorder()
{
    m_tape.close();
    m_thread.join();
}

bool SessionRecorder::finish(
    const ServerEnd &end, const RelayEnd &relay, std::chrono::milliseconds limit)
{
    m_ended = SystemClock::instance().now();
    m_end = endOf(end, relay, m_ended);
    m_relayEnd = relay;
    auto written = m_written.get_future();
    m_tape.close();
    if (written.wait_for(limit) == std::future_status::ready)
        return true;
    auto path = m_opened.get_future();
    if (path.wait_for(std::chrono::seconds(0)) == std::future_status::ready)
        RecordingFile::note(path.get(),
            Text::tr("The recording is incomplete. The server had ended before all was written."));
    return false;
}

rpc::EndReport SessionRecorder::endOf(const ServerEnd &end, const RelayEnd &relay, Stamp at)
{
    using Cause = rpc::EndReport::Cause;
    wire::ExitReport exit;
    exit.exitCode = end.exitCode;
    exit.signal = end.signal;
    rpc::EndReport report = exit.end();
    if (end.signal == SIGTERM || end.signal == SIGKILL) {
        const std::chrono::nanoseconds waited(at.steady - relay.inputClosed.value_or(at).steady);
        if (!relay.inputClosed) {
            report.cause = Cause::InputOpen;
        } else if (waited < kMinPatience) {
            report.cause = Cause::InputJustClosed;
            report.waited = std::chrono::duration_cast<std::chrono::milliseconds>(waited);
        }
    }
    return report;
}

void SessionRecorder::run()
{
    // Where processors are scarce, traffic takes priority over recording it.
    platform::lowerThreadPriority();
    record();
    m_written.set_value();
}

void SessionRecorder::record()
{
    TapRecording recording(m_announcement, m_facts.file, m_facts.name, kBound);
    const auto opened = recording.open();
    m_opened.set_value(recording.path());
    if (!opened) {
        const QString sentence = Text::tr("Nothing was recorded. %1").arg(opened.error().sentence);
        RecordingFile::note(recording.path(), sentence);
        complain(sentence);
        discard();
        return;
    }
    m_facts.diagnostics.close(); // the host sees that stderr ends when the server closes it
    const auto host = platform::commandLine(static_cast<pid_t>(m_facts.host));
    announce(recording, host.empty() ? std::string() : host.front());
    trace::Recorder &recorder = recording.recorder();
    Conversation conversation(recorder, m_facts.name);
    conversation.event(
        rpc::lifecycle::kTapStarted, recordedHost(m_facts.host, host), m_facts.started);
    conversation.event(rpc::lifecycle::kProcessStarted, startText(m_facts), m_facts.started);
    recordTape(conversation, recorder);
    conversation.finish(m_ended);
    if (const QString gap = gapText(m_relayEnd); !gap.isEmpty())
        conversation.event(rpc::lifecycle::kRecordingGap, gap, m_ended);
    if (m_end)
        conversation.event(rpc::lifecycle::kProcessEnded, m_end->recordedText(), m_ended);
    if (const auto failure = recording.finish())
        RecordingFile::note(
            recording.path(), Text::tr("The recording is incomplete. %1").arg(failure->sentence));
    m_announcement.report({recorder.messageCount(), conversation.host()});
    m_announcement.end();
}

void SessionRecorder::recordTape(Conversation &conversation, const trace::Recorder &recorder)
{
    std::vector<TrafficTape::Piece> pieces;
    while (m_tape.drain(pieces)) {
        for (const TrafficTape::Piece &piece : pieces) {
            if (piece.channel == rpc::Channel::Lifecycle)
                conversation.event(piece.missing > 0 ? Bytes::copyOf(kLostEvents) : piece.bytes,
                    piece.at, piece.about);
            else if (!piece.sender.empty())
                conversation.composed(piece.channel, piece.at, piece.bytes, piece.sender);
            else if (piece.missing > 0)
                conversation.gap(piece.channel, piece.at, piece.missing);
            else
                conversation.bytes(piece.channel, piece.at, piece.bytes);
        }
        m_announcement.report({recorder.messageCount(), conversation.host()});
    }
}

// Without it a window opens the recording like any other session.
void SessionRecorder::announce(TapRecording &recording, const std::string &program)
{
    TapIntroduction who;
    who.host = m_facts.host;
    who.server = m_facts.server;
    who.program = QFileInfo(QString::fromStdString(program)).fileName();
    if (auto begun = recording.announce(m_facts.announceIn, std::move(who)); !begun)
        RecordingFile::note(recording.path(),
            Text::tr("No window of Sonde finds this tap. %1").arg(begun.error().sentence));
}

// A person would look for the recording in vain, and hosts show or log the stderr of their servers.
void SessionRecorder::complain(const QString &sentence)
{
    const QByteArray line = QString(QStringLiteral("sonde-cli: ") % sentence % u'\n').toUtf8();
    if (m_facts.diagnostics.isOpen())
        static_cast<void>(m_facts.diagnostics.write({line.constData(), std::size_t(line.size())}));
    m_facts.diagnostics.close();
}

// Without a file there is nothing to keep the traffic for.
void SessionRecorder::discard()
{
    std::vector<TrafficTape::Piece> pieces;
    while (m_tape.drain(pieces)) { }
}

} // namespace sonde::tap
