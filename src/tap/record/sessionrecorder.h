// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/clock.h"
#include "rpc/endreport.h"
#include "tap/announce/announcement.h"
#include "tap/record/traffictape.h"
#include "tap/relay/outlet.h"
#include "tap/relay/relay.h"
#include "tap/relay/trafficobserver.h"

#include <QString>

#include <chrono>
#include <future>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

namespace sonde::trace {
class Recorder;
}

namespace sonde::tap {

class Conversation;
class TapRecording;
struct ServerEnd;

// What is recorded about a tap besides the traffic.
struct TapFacts {
    QString name; // of the server
    QString file; // as for RecordingFile
    std::vector<std::string> command; // of the server
    QString announceIn; // the folder of taps; empty: no window finds this one
    qint64 server = 0; // pids
    qint64 host = 0;
    Stamp started;
    Outlet diagnostics; // stderr, to say that nothing is recorded; closed as soon as that is known
};

// Records what crosses a tap, on a thread of its own. Whatever happens to the recording, the relay
// goes on.
class SessionRecorder final : public TrafficObserver {
public:
    // The listener outlives it; nullptr: windows have nothing to say.
    explicit SessionRecorder(TapFacts facts, WindowListener *listener = nullptr);
    ~SessionRecorder() override; // waits

    void crossed(rpc::Channel channel, Stamp at, const Bytes &bytes) override
    {
        m_tape.add(channel, at, bytes);
    }
    void composed(
        rpc::Channel channel, Stamp at, const Bytes &text, const std::string &sender) override
    {
        TrafficTape::Piece piece{channel, at, text};
        piece.sender = sender;
        m_tape.add(std::move(piece));
    }
    void noted(Stamp at, const std::string &line, const Crossing &about) override
    {
        TrafficTape::Piece piece{rpc::Channel::Lifecycle, at, Bytes::copyOf(line)};
        piece.about = about;
        m_tape.add(std::move(piece));
    }
    // To the window that has set breakpoints. Thread-safe.
    void tellWindow(const std::string &line) { m_announcement.post(line); }
    void tellWindowNewest(const std::string &line) { m_announcement.postNewest(line); }
    // The server has ended, and nothing that crosses is recorded any more, even if processes that
    // it left behind go on. Returns whether all was written within the limit; the host waits for
    // the tap meanwhile.
    bool finish(const ServerEnd &end, const RelayEnd &relay, std::chrono::milliseconds limit);

    // How the server ended, for the recording. After a signal that a host ends a
    // server with, also whether the host closed stdin first, as it should, and waited: if not, the
    // server has done nothing wrong.
    static rpc::EndReport endOf(const ServerEnd &end, const RelayEnd &relay, Stamp at);

private:
    void run();
    void record();
    void complain(const QString &sentence);
    void discard();
    void recordTape(Conversation &conversation, const trace::Recorder &recorder);
    void announce(TapRecording &recording, const std::string &program);

    TapFacts m_facts;
    TrafficTape m_tape;
    Announcement m_announcement; // used by the thread
    std::optional<rpc::EndReport> m_end; // set before the tape is closed
    RelayEnd m_relayEnd;
    Stamp m_ended;
    std::promise<QString> m_opened; // the path of the recording
    std::promise<void> m_written;
    std::thread m_thread; // last: it uses the others
};

} // namespace sonde::tap
