// SPDX-FileCopyrightText: The Sonde developers
// SPDX-License-Identifier: GPL-3.0-or-later

#pragma once

#include "base/bytes.h"
#include "base/clock.h"
#include "rpc/lineframer.h"
#include "rpc/trafficsink.h"
#include "tap/relay/trafficobserver.h"
#include "json/document.h"

#include <QString>

#include <array>
#include <cstdint>
#include <optional>
#include <string>

namespace sonde::tap {

// Finds the messages in what crossed a tap, and reports them like those of a connection of Sonde's
// own: “sent” is what the host sent to the server.
class Conversation {
public:
    // `sink` outlives it. `server` names the server in the recording.
    Conversation(rpc::TrafficSink &sink, const QString &server);

    // An event of rpc::lifecycle.
    void event(const char *id, const QString &detail, Stamp at);
    // "id\tdetail"; `about`: the message that it is about.
    void event(const Bytes &line, Stamp at, const std::optional<Crossing> &about);
    // A message that a person sent in the name of the host (Sent) or of the server, without its
    // line end. It is recorded apart from what crossed.
    void composed(rpc::Channel channel, Stamp at, const Bytes &text, const std::string &sender);
    void bytes(rpc::Channel channel, Stamp at, const Bytes &bytes);
    // So many bytes were not recorded. The line they begin in and the one they end in are lost.
    void gap(rpc::Channel channel, Stamp at, std::uint64_t missing);
    // What the host calls itself, once it has sent a request; empty if it does not say.
    const std::optional<QString> &host() const { return m_host; }
    // Both sides have ended: reports lines without an end.
    void finish(Stamp at);

private:
    struct Stream {
        explicit Stream(std::size_t maxLine)
            : lines(maxLine)
        {
        }
        rpc::StreamId id = 0;
        rpc::Channel channel = rpc::Channel::Sent;
        rpc::LineFramer lines;
        std::uint64_t recorded = 0; // bytes, without those in gaps
        std::uint64_t missing = 0; // in gaps
        std::uint64_t gapEnd = 0; // of all that crossed, where the last gap ended
        std::uint64_t lineBase = 0; // of the recorded bytes, where `lines` began
        Stamp begun; // when the first bytes of the unfinished line were read
        bool skipsLine = false; // the rest of a line whose beginning is missing
    };

    Stream &streamOf(rpc::Channel channel);
    std::optional<rpc::Place::About> placeOf(const Crossing &crossing);
    void event(const Bytes &line, Stamp at, std::optional<rpc::Place::About> about);
    Bytes withoutSkipped(Stream &stream, const Bytes &bytes);
    void onLine(Stream &stream, rpc::Frame frame, Stamp at);
    void onDiagnosticLine(const Stream &stream, const rpc::Frame &frame, Stamp at);
    void onMessages(const Stream &stream, rpc::Frame frame, Stamp at);
    void report(const Stream &stream, const rpc::Message &message, std::uint64_t offset, Stamp at);
    void learn(const Stream &stream, const rpc::Message &message, Stamp at);
    void learnHost(const rpc::Message &request, Stamp at);

    rpc::TrafficSink &m_sink;
    std::array<Stream, 3> m_streams; // by channel: Sent, Received, Stderr
    struct Apart {
        rpc::StreamId id = 0;
        std::uint64_t size = 0;
    };

    QString m_server;
    std::array<std::optional<Apart>, 2> m_apart; // by channel: Sent, Received
    rpc::StreamId m_events = 0;
    std::uint64_t m_eventsSize = 0;
    json::NodePool m_nodes;
    rpc::Id m_initialize; // the id of this request
    bool m_batchesAllowed = false;
    std::optional<QString> m_host;
};

} // namespace sonde::tap
